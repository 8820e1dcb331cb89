"""The log: short lines, what each of them touched, and moments that can be seen again."""

import msgspec

from ludotheque.core.constants import NONE
from ludotheque.scene.diff import apart
from ludotheque.scene.model import Changes, Piece, Place, Scene
from ludotheque.scene.picture import scene_of
from ludotheque.scene.touched import touched
from ludotheque.table.protocol import Beat, LogLine, LookBack, Moment, Refused, Undo
from ludotheque.table.viewer import Viewer
from tests.table.tables import Session, move


def acts(session: Session, viewer: Viewer) -> list[LogLine]:
    return [line for line in session.table.snapshot(viewer).log if line.kind == "act"]


def moment(session: Session, viewer: Viewer, ply: int) -> Moment:
    reply = session.ask(viewer, LookBack(ply))
    assert isinstance(reply, Moment)
    return reply


def drawn(session: Session, state: object, eyes: int) -> Scene:
    table = session.table
    return scene_of(table.game, table.words("en"), table.game.view_of(state, eyes), eyes)


def after(shown: Moment) -> dict[str, Piece]:
    """The pieces that lie there once everything has happened."""
    pieces = {piece.id: piece for piece in shown.scene.pieces}
    changes: list[Beat | Changes] = [*shown.beats, shown.changes]
    for change in changes:
        pieces |= {piece.id: piece for piece in change.pieces}
        pieces = {name: piece for name, piece in pieces.items() if name not in change.gone}
    return pieces


# Lines


def test_what_came_of_an_action_stands_in_lines_of_its_own() -> None:
    session = Session("sarena")
    session.act(0, move(session, "c3-c4"))
    (line,) = acts(session, session.viewers[1])
    assert line.text == "moves c3 onto c4."
    assert [said.partition(",")[0] for said in line.more] == ["2 chips there now"]


def test_a_line_names_the_places_and_has_a_picture_of_the_piece() -> None:
    session = Session("sarena")
    session.act(0, move(session, "c3-c4"))
    (line,) = acts(session, session.spectator)
    assert line.places == ["c3", "c4"]
    (picture,) = line.pictures
    lying = {piece.sprite for piece in session.table.snapshot(session.spectator).scene.pieces if piece.place == "c4"}
    assert picture in lying


def test_what_a_line_touched_is_the_same_in_every_language() -> None:
    session = Session("labyrinth")
    for _ in range(8):
        session.step()
    told = [
        [(line.places, line.pictures) for line in acts(session, Viewer((0,), language=language))]
        for language in ("en", "fr", "de", "nl")
    ]
    assert told == [told[0]] * 4
    assert any(pictures for _, pictures in told[0])


# What is worth a picture


def scene(*pieces: Piece) -> Scene:
    return Scene(900, 900, "ground", list(pieces), [Place("a", 0, 0, 9, 9), Place("b", 0, 0, 9, 9)])


def test_lights_and_those_who_make_room_get_no_picture() -> None:
    goat, bat = (
        Piece("goat", "goat", 0, 0, layer=1, label="goat", place="a"),
        Piece("bat", "bat", 90, 0, layer=1, label="bat"),
    )
    light = Piece("light", "light", 0, 0, layer=1)
    gone, room, dark = (
        msgspec.structs.replace(piece, x=piece.x + by) for piece, by in ((goat, 100), (bat, 9), (light, 100))
    )
    now = scene(msgspec.structs.replace(gone, place="b", turn=450), room, dark)
    found = touched(apart(scene(goat, bat, light), now))
    assert found.pictures == ["goat@90"]
    assert found.places == ["a", "b", "bat"]


def test_a_whole_hand_of_pieces_is_three_pictures() -> None:
    lying = [Piece(f"{number}", f"coin-{number}", 0, 0, layer=number, label="coin") for number in range(1, 6)]
    assert touched(apart(scene(), scene(*lying))).pictures == ["coin-5", "coin-4", "coin-3"]


def test_what_moved_is_pictured_before_what_appeared() -> None:
    tile = Piece("tile", "tile", 0, 0, layer=1, label="tile")
    laid, spots = (
        msgspec.structs.replace(tile, x=100.0),
        [Piece(f"spot-{n}", f"spot-{n}", 0, 0, layer=2, label="spot") for n in range(4)],
    )
    assert touched(apart(scene(tile), scene(laid, *spots))).pictures == ["tile", "spot-0", "spot-1"]


# Moments


def test_a_moment_is_what_the_viewer_saw_then() -> None:
    for game in ("sarena", "toy", "dream_runners"):
        session = Session(game, seed=4)
        for _ in range(12):
            session.step()
        for number, ply in enumerate(session.table.plies, 1):
            for viewer, eyes in ((session.viewers[0], 0), (session.spectator, NONE)):
                shown = moment(session, viewer, number)
                assert shown.scene == drawn(session, ply.before, eyes)
                if ply.after is not session.table.state:
                    then = {piece.id: piece for piece in drawn(session, ply.after, eyes).pieces}
                    assert after(shown) == then


def test_there_is_no_moment_before_the_first_and_after_the_last() -> None:
    session = Session("sarena")
    session.act(0, session.any_action(0))
    for ply in (-1, 0, 2):
        reply = session.ask(session.viewers[0], LookBack(ply))
        assert isinstance(reply, Refused)
        assert reply.code == "log/unknown"


def test_a_move_that_was_taken_back_can_be_seen_again() -> None:
    session = Session("sarena")
    session.act(0, move(session, "c3-c4"))
    session.ask(session.viewers[0], Undo("u", 0))
    assert moment(session, session.viewers[0], 1).places == ["c3", "c4"]


def test_a_shared_screen_looks_back_as_a_spectator() -> None:
    session = Session("sarena", "ps")
    session.act(0, move(session, "c3-c4"))
    both = Viewer((0, 1), "ada", "Ada", looked=0)
    assert moment(session, both, 1) == moment(session, session.spectator, 1)


def test_nobody_looks_back_at_what_all_see_at_the_same_moment() -> None:
    session = Session("dream_runners", seed=2, options={"pace": "sand"})
    while not (session.table.is_held and session.table.plies):
        session.step()
    ply, held = (
        len(session.table.plies),
        [moment(session, viewer, len(session.table.plies)) for viewer in session.viewers],
    )
    shown = [{piece.id: piece for piece in session.table.snapshot(viewer).scene.pieces} for viewer in session.viewers]
    assert [after(one) for one in held] == shown
    while session.table.is_held:
        session.step()
    assert [moment(session, viewer, ply) for viewer in session.viewers] != held
