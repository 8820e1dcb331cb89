"""What viewers are told: whole tables, what has changed, and the curtain between people at one
screen.
"""

import gc
import weakref
from typing import Any

import msgspec
import pytest

from ludotheque.table.made import Sitter
from ludotheque.table.protocol import Act, Because, Done, Draft, Look, Resign, Say, Snapshot, Undo, Update, Why
from ludotheque.table.viewer import Viewer
from tests.table.tables import REAL, Session, move

both_games = pytest.mark.parametrize("game", ["sarena", "toy"])


def as_json(message: Snapshot | Update) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(message))
    return found


def patched(shown: dict[str, Any], update: dict[str, Any]) -> dict[str, Any]:
    """What a client makes of an update: the same for every game, and as simple as this."""
    if update["type"] == "table":
        return update
    assert update["from_seq"] == shown["seq"]
    scene = dict(shown["scene"])
    for change in [*update.get("beats", []), update.get("scene", {})]:
        for part in ("pieces", "places"):
            things = {thing["id"]: thing for thing in [*scene[part], *change.get(part, [])]}
            scene[part] = [thing for thing in things.values() if thing["id"] not in change.get("gone", [])]
        scene |= {part: change[part] for part in ("panels", "text", "areas", "hand") if part in change} | change.get(
            "frame", {}
        )
    fields: dict[str, Any] = update["set"]
    return shown | fields | {"seq": update["seq"], "scene": scene, "log": shown["log"] + update.get("log", [])}


def sorted_pieces(shown: dict[str, Any]) -> dict[str, Any]:
    whole = {"left": 0, "top": 0, "hand": ""} | shown["scene"]
    things = {part: sorted(shown["scene"][part], key=lambda thing: str(thing["id"])) for part in ("pieces", "places")}
    return shown | {"scene": whole | things}


@both_games
@pytest.mark.parametrize("chairs", ["pp", "pb", "ppp"])
def test_the_updates_lead_from_the_first_snapshot_to_the_last(game: str, chairs: str) -> None:
    session = Session(game, chairs, seed=9, clock=REAL)
    viewers = [*session.viewers, session.spectator, Viewer((0, 1), "ada")]
    held = [as_json(session.table.snapshot(viewer, session.now)) for viewer in viewers]
    while session.table.status == "playing":
        session.step()
        if session.table.seq % 5 == 0:
            session.ask(session.spectator, Say("well"))
        if session.table.seq % 7 == 0 and session.table.snapshot(Viewer((0,))).can_undo:
            session.ask(session.viewers[0], Undo(str(session.table.seq), 0))
        for number, viewer in enumerate(viewers):
            held[number] = patched(held[number], as_json(session.table.update(viewer, session.now)))
            whole = as_json(
                session.table.snapshot(Viewer(viewer.seats, viewer.person, looked=viewer.looked), session.now)
            )
            assert sorted_pieces(held[number]) == sorted_pieces(whole)
    assert all(shown["status"] == "over" and shown["result"] for shown in held)


def test_viewers_who_are_told_together_are_told_the_same_as_alone() -> None:
    together, alone = (Session("toy", "ppb", seed=3, clock=REAL) for _ in range(2))
    while together.table.status == "playing":
        for session in (together, alone):
            session.step()
        viewers = [*together.viewers, together.spectator], [*alone.viewers, alone.spectator]
        told = list(together.table.updates(viewers[0], together.now))
        assert told == [alone.table.update(viewer, alone.now) for viewer in viewers[1]]


@pytest.mark.parametrize("pace", ["calm", "sand"])
def test_a_board_that_grows_and_drafts_are_told_by_updates(pace: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_GAMES", "tests.toy,tests.castles")
    session = Session("castles", "ppp", seed=4, options={"pace": pace})
    viewers = [*session.viewers, session.spectator]
    held = [as_json(session.table.snapshot(viewer, session.now)) for viewer in viewers]
    while session.table.status == "playing":
        seat = session.rng.randrange(3)
        legal = [
            action
            for action in session.table.game.legal(session.table.state, seat)
            if session.table.game.is_drafted(action)
        ]
        if legal and seat in session.table.movers and session.rng.randrange(2):
            session.ask(session.viewers[seat], Draft(seat, [session.rng.choice(legal)]))
        else:
            session.step()
        for number, viewer in enumerate(viewers):
            update = session.table.update(viewer, session.now)
            assert isinstance(update, Update)
            held[number] = patched(held[number], as_json(update))
            assert sorted_pieces(held[number]) == sorted_pieces(
                as_json(session.table.snapshot(Viewer(viewer.seats, viewer.person), session.now))
            )
    assert {shown["scene"]["left"] for shown in held} == {-300}


def test_an_update_is_small() -> None:
    session = Session("sarena")
    whole = len(msgspec.json.encode(session.table.snapshot(session.viewers[1])))
    session.act(0, session.any_action(0))
    update = session.table.update(session.viewers[1])
    assert isinstance(update, Update)
    assert update.scene is not None
    assert len(update.scene.pieces) == 1
    assert len(msgspec.json.encode(update)) < whole


def test_the_first_update_and_one_after_sitting_down_are_whole() -> None:
    session = Session("sarena", "po")
    viewer = Viewer(person="ben", name="Ben")
    assert isinstance(session.table.update(viewer), Snapshot)
    session.keep(session.table.sit(Sitter(1, "ben", "Ben"), session.now).events)
    viewer.seats = (1,)
    update = session.table.update(viewer)
    assert isinstance(update, Snapshot)
    assert update.viewer_seats == [1]


def test_only_the_seat_that_acts_gets_gestures() -> None:
    session = Session("sarena")
    gestures = session.table.snapshot(session.viewers[0]).gestures
    assert gestures is not None
    assert gestures["pick"]["c3"]["pick"]["c4"] == move(session, "c3-c4")
    assert session.table.snapshot(session.viewers[1]).gestures is None
    assert session.table.snapshot(session.spectator).gestures is None


def test_prompts_say_what_to_do_or_whom_to_wait_for() -> None:
    session = Session("sarena", "ppo")
    assert session.table.snapshot(session.viewers[0]).prompt == "Waiting for someone to sit down."
    session.keep(session.table.sit(Sitter(2, "c", "Cleo"), session.now).events)
    assert session.table.snapshot(session.viewers[0]).prompt.startswith("Move a stack")
    assert session.table.snapshot(session.viewers[1]).prompt == "Waiting for Ada."
    session = Session("toy", "ppp")
    session.act(1, 0)
    assert session.table.snapshot(session.viewers[1]).prompt == "Waiting for Ada, Cleo."


def test_what_the_last_act_touched_is_named() -> None:
    session = Session("sarena")
    assert session.table.snapshot(session.spectator).last == []
    session.act(0, move(session, "c3-c4"))
    update = session.table.update(session.spectator)
    assert isinstance(update, Update)
    assert sorted(update.set["last"]) == ["c3", "c4"]
    assert sorted(session.table.snapshot(Viewer((1,))).last) == ["c3", "c4"]


def test_the_log_tells_the_game_in_words_with_what_chance_decided() -> None:
    session = Session("toy", "pp")
    session.act(0, 2)
    session.act(1, 0)
    session.act(0, session.any_action(0))
    lines, said = session.table.snapshot(session.viewers[1]).log, session.viewers[1].names.fill
    assert [said(line.text) for line in lines[:2]] == ["The game begins.", "Ada has chosen."]
    assert "Ada reaches 2. Ben reaches 0." in said(lines[2].text)
    assert [line.is_named for line in lines[:2]] == [False, True]
    assert lines[3].chance[0].startswith("piece ")
    assert [line.seat for line in lines] == [None, 0, 1, 0]


# The curtain


def screen_session(game: str = "sarena", chairs: str = "ps") -> tuple[Session, Viewer]:
    session = Session(game, chairs)
    return session, Viewer(tuple(range(len(chairs))), "ada", "Ada")


def look(session: Session, screen: Viewer, seat: int) -> Snapshot:
    reply = session.ask(screen, Look(seat))
    assert isinstance(reply, Snapshot)
    return reply


def act(session: Session, screen: Viewer, seat: int, action: int) -> None:
    assert isinstance(session.ask(screen, Act(f"{session.table.seq}", session.table.seq, seat, [action])), Done)


def told(session: Session, screen: Viewer) -> Snapshot:
    """What a screen shows after the next update."""
    session.table.update(screen)
    assert screen.shown is not None
    return screen.shown


def test_people_at_one_screen_see_what_a_spectator_sees_until_one_of_them_looks() -> None:
    session, screen = screen_session()
    shown = session.table.snapshot(screen)
    assert (shown.seat, shown.is_curtain, shown.gestures) == (None, True, None)
    assert shown.scene == session.table.snapshot(session.spectator).scene
    assert shown.prompt == "Pass the screen to Ada."
    lifted = look(session, screen, 0)
    assert (lifted.seat, lifted.is_curtain) == (0, False)
    assert lifted.scene == session.table.snapshot(session.viewers[0]).scene
    assert lifted.gestures


def test_the_curtain_falls_when_the_seat_has_acted() -> None:
    session, screen = screen_session()
    look(session, screen, 0)
    act(session, screen, 0, session.any_action(0))
    update = session.table.update(screen)
    assert isinstance(update, Update)
    assert update.set | {"seat": None, "is_curtain": True, "prompt": "Pass the screen to Ben."} == update.set
    assert update.scene is not None
    assert update.scene.panels is not None
    assert session.table.snapshot(screen).scene == session.table.snapshot(session.spectator).scene


def test_a_fallen_curtain_stays_down_when_the_turn_comes_back() -> None:
    session, screen = screen_session("sarena", "psb")
    screen.seats = (0, 1)
    look(session, screen, 0)
    act(session, screen, 0, session.any_action(0))
    assert told(session, screen).is_curtain
    act(session, screen, 1, session.any_action(1))  # without lifting it: allowed, if unwise
    session.table.update(screen)
    session.bot(2)
    assert session.table.movers == [0]
    assert told(session, screen).is_curtain


def test_while_all_choose_at_once_another_screen_does_not_lower_the_curtain() -> None:
    session = Session("toy", "psp")
    screen = Viewer((0, 1), "ada", "Ada")
    look(session, screen, 0)
    session.act(2, 1)
    assert told(session, screen).seat == 0
    act(session, screen, 0, 1)
    assert told(session, screen).is_curtain
    assert look(session, screen, 1).seat == 1


def test_a_curtain_lifted_out_of_turn_falls_with_the_next_act() -> None:
    session = Session("sarena", "psp")
    screen = Viewer((0, 1), "ada", "Ada")
    look(session, screen, 1)
    act(session, screen, 0, session.any_action(0))
    assert told(session, screen).seat == 1  # now it is that seat's turn
    act(session, screen, 1, session.any_action(1))
    look(session, screen, 0)
    session.act(2, session.any_action(2))
    assert told(session, screen).seat == 0
    look(session, screen, 1)
    act(session, screen, 0, session.any_action(0))
    act(session, screen, 1, session.any_action(1))
    assert told(session, screen).seat is None


def test_the_curtain_falls_when_a_new_round_begins_with_the_last_choice() -> None:
    session, screen = screen_session("toy", "ps")
    act(session, screen, 0, 1)
    look(session, screen, 1)
    act(session, screen, 1, 1)  # a tie: both reach again
    assert session.table.movers == [0, 1]
    assert told(session, screen).is_curtain


def test_one_person_left_at_a_screen_needs_no_curtain() -> None:
    session, screen = Session("sarena", "psp"), Viewer((0, 1), "ada", "Ada")
    session.ask(screen, Resign("r", 0))
    assert told(session, screen).seat == 1
    session.bot(0)
    shown = session.table.snapshot(screen)
    assert (shown.seat, shown.is_curtain) == (1, False)
    assert shown.gestures


def test_behind_a_curtain_nothing_is_answered_from_the_seats_own_view() -> None:
    session, screen = screen_session()
    assert session.refusal(screen, Why(0, [("pick", "c3")])).code == "seat/curtain"
    look(session, screen, 0)
    assert isinstance(session.ask(screen, Why(0, [("pick", "c3")])), Because)
    assert session.refusal(screen, Why(1, [("pick", "c3")])).code == "seat/curtain"


def test_when_the_game_is_over_there_is_no_curtain() -> None:
    session, screen = screen_session()
    session.table.snapshot(screen)
    while session.table.status == "playing":
        seat = session.table.movers[0]
        act(session, screen, seat, session.any_action(seat))
    shown = session.table.snapshot(screen)
    assert (shown.is_curtain, shown.seat) == (False, 0)
    assert shown.result is not None


def test_another_language_falls_back_to_english_message_by_message() -> None:
    session = Session("sarena")
    assert session.table.snapshot(Viewer((0,), language="fr")).prompt


def test_a_table_that_is_let_go_is_freed_at_once() -> None:
    session = Session("toy")
    session.table.snapshot(session.viewers[0])
    seen = weakref.ref(session.table)
    session.table.let_go()
    gc.disable()
    try:
        del session.table
        assert seen() is None
    finally:
        gc.enable()
