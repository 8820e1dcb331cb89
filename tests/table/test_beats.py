"""An action that plays out: the moments on the way are told with the update, from the viewer's own
view, and lead to what a latecomer is shown.
"""

import zlib
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from ludotheque.core.constants import NONE
from ludotheque.core.naming import SLOT
from ludotheque.server.replay import Tape
from ludotheque.table.protocol import Snapshot, Update
from ludotheque.table.viewer import Viewer
from tests.table.tables import Session
from tests.table.test_leak import encoded, followed, other_deal, viewer_of
from tests.table.test_showing import as_json, patched, sorted_pieces

paces = pytest.mark.parametrize("pace", ["calm", "sand"])


def evening(pace: str, chairs: str = "ppp", seed: int = 2) -> Session:
    return Session("dream_runners", chairs, seed, options={"pace": pace})


def updates(session: Session, *viewers: Viewer) -> Iterator[list[Update]]:
    """What each viewer is told, act by act, to the end of the game."""
    while session.table.status == "playing":
        session.step()
        told = [session.table.update(viewer, session.now) for viewer in viewers]
        yield [update for update in told if isinstance(update, Update)]


@paces
def test_the_beats_lead_to_what_a_latecomer_is_shown(pace: str) -> None:
    session, played = evening(pace), 0
    viewers = [*session.viewers, session.spectator]
    held = [as_json(session.table.snapshot(viewer, session.now)) for viewer in viewers]
    for told in updates(session, *viewers):
        assert len(told) == len(viewers)
        for number, (viewer, update) in enumerate(zip(viewers, told, strict=True)):
            held[number] = patched(held[number], as_json(update))
            assert sorted_pieces(held[number]) == sorted_pieces(
                as_json(session.table.snapshot(Viewer(viewer.seats, viewer.person), session.now))
            )
            played += len(update.beats) > 8
    assert played >= len(viewers)


def test_every_moment_says_what_happens_and_the_log_tells_of_everybody_it_happened_to() -> None:
    session = evening("calm")
    session.table.snapshot(session.spectator)
    told = [update for (update,) in updates(session, session.spectator) if update.beats]
    assert told
    for update in told:
        line = update.log[-2 if update.set.get("status") == "over" else -1]
        said = [beat.said for beat in update.beats]
        assert all(said)
        assert named(*said) <= named(line.text, *line.more)


def named(*sentences: str) -> set[str]:
    """The seats that these sentences name."""
    return {slot["number"] for sentence in sentences for slot in SLOT.finditer(sentence)}


def test_what_no_beat_has_told_is_told_in_the_end() -> None:
    """A beat is about pieces and panels; the text board, the next dream and the rest come once,
    after the last of them.
    """
    session = evening("calm")
    session.table.snapshot(session.viewers[0])
    update = next(update for (update,) in updates(session, session.viewers[0]) if update.beats)
    assert update.scene is not None
    assert update.scene.text
    assert "beats" in as_json(update)
    assert all(set(beat) <= {"said", "pieces", "gone", "panels"} for beat in as_json(update)["beats"])


def test_what_happened_in_several_acts_is_told_in_order() -> None:
    session, watching, waiting = evening("calm"), Viewer(name="Eve"), Viewer(name="Max")
    for viewer in (watching, waiting):
        session.table.snapshot(viewer)
    said: list[str] = []
    acts = 0
    for (update,) in updates(session, watching):
        said += [beat.said for beat in update.beats]
        acts += bool(update.beats)
        if acts == 2:
            break
    late = session.table.update(waiting)
    assert isinstance(late, Update)
    assert [beat.said for beat in late.beats] == said[-40:]
    assert isinstance(session.table.update(Viewer()), Snapshot)  # nothing of it for somebody who comes now


def test_whoever_looks_at_the_game_again_is_shown_the_same_moments() -> None:
    session = evening("calm")
    session.table.snapshot(session.spectator)
    told = [[beat.said for beat in update.beats] for (update,) in updates(session, session.spectator)]
    replay = Tape(session.table, NONE, [NONE], "en").replay()
    assert [[beat.said for beat in step.beats][-40:] for step in replay.steps] == told
    assert any(told)


def test_games_that_do_not_play_out_have_no_beats() -> None:
    session = Session("sarena")
    session.table.snapshot(session.spectator)
    session.act(0, session.any_action(0))
    assert "beats" not in as_json(session.table.update(session.spectator))


@paces
def test_whatever_is_hidden_the_beats_are_the_same(pace: str) -> None:
    """Other dreams, chests and segments to come: byte for byte, a viewer who cannot tell is told
    the same.
    """
    session = evening(pace, "pp", seed=5)
    session.finish()
    compared = 0
    for eyes in range(NONE, 2):
        for world in range(3):
            viewers = viewer_of(eyes), viewer_of(eyes)
            for truth, other in followed(session, other_deal(session, eyes, world)):
                told = truth.update(viewers[0], 10**6), other.update(viewers[1], 10**6)
                if truth.position.view(eyes).tobytes() != other.position.view(eyes).tobytes():
                    break  # what came to light differs
                assert encoded(told[0]) == encoded(told[1])
                compared += bool(isinstance(told[0], Update) and told[0].beats)
    assert compared > 2


def test_a_composition_that_is_hidden_is_in_no_beat_before_it_is_shown() -> None:
    session = evening("calm", "pp")
    shown: dict[str, Any] = as_json(session.table.snapshot(session.viewers[1]))
    own = {piece["id"] for piece in shown["scene"]["pieces"] if piece["id"].startswith("seg-")}
    for (update,) in updates(session, session.viewers[1]):
        if update.beats:
            assert "veil-0" in update.beats[0].gone
            return
        assert all(
            piece.id in own or not piece.id.startswith("seg-") or piece.size < 0.1
            for piece in (update.scene.pieces if update.scene else [])
        )


@paces
def test_an_update_with_beats_is_small(pace: str) -> None:
    session = evening(pace, "pppp", seed=3)
    viewers = [*session.viewers, session.spectator]
    for viewer in viewers:
        session.table.snapshot(viewer)
    sizes = [
        len(zlib.compress(msgspec.json.encode(update)))
        for told in updates(session, *viewers)
        for update in told
        if update.beats
    ]
    assert max(sizes) <= 4096
