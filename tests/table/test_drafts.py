"""Drafts: laid out, taken up again, kept, and carried out together.

And the hourglass that ends them.
"""

import pytest

from ludotheque.core import record
from ludotheque.core.constants import TABLE
from ludotheque.table import events as ev
from ludotheque.table.course import GRACE_MS
from ludotheque.table.protocol import Act, Draft, DraftKept, Resign, Sand, Undo
from tests.table.tables import Session

WHOLE = 30_000


@pytest.fixture(autouse=True)
def _castles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_GAMES", "tests.toy,tests.castles")


def open_table(pace: str, chairs: str = "pp") -> Session:
    return Session("castles", chairs, options={"pace": pace})


def numbers(session: Session, *texts: str) -> list[int]:
    found = [session.table.game.actions.find(text) for text in texts]
    return [number for number in found if number is not None]


def lay(session: Session, seat: int, *texts: str) -> DraftKept:
    actions = numbers(session, *texts)
    assert len(actions) == len(texts)
    reply = session.ask(session.viewers[seat], Draft(seat, actions, "x"))
    assert reply == DraftKept("x", seat, actions)
    assert isinstance(reply, DraftKept)
    return reply


def plies(session: Session) -> list[tuple[int, str]]:
    return [(ply.seat, session.table.game.actions.text(ply.action)) for ply in session.table.plies]


def where(session: Session, viewer: int, piece: str) -> str:
    return next(one.place for one in session.table.snapshot(session.viewers[viewer]).scene.pieces if one.id == piece)


def test_what_is_laid_out_is_shown_to_its_seat_alone_and_changes_nothing_else() -> None:
    session = open_table("sand")
    before = session.table.state.tobytes()
    lay(session, 0, "place tower 90 c2")
    assert (where(session, 0, "tower-0"), where(session, 1, "tower-0")) == ("s0-c2", "")
    assert session.table.state.tobytes() == before
    shown = session.table.snapshot(session.viewers[0])
    assert shown.draft is not None
    assert (shown.draft.laid, shown.draft.kinds, shown.draft.is_early, shown.draft.is_ready) == (
        [["tower-0"]],
        [(0, 31)],
        False,
        False,
    )
    assert shown.gestures is not None
    assert list(shown.gestures["pick"]) == ["wall-0"]  # what comes next
    others = session.table.snapshot(session.viewers[1])
    assert [(info.drafted, info.is_ready) for info in others.seats] == [(1, False), (0, False)]


def test_a_laid_piece_is_taken_up_again_and_the_latest_draft_wins_also_after_a_replay() -> None:
    session = open_table("sand")
    lay(session, 0, "place tower 90 c2", "place wall 0 c1")
    lay(session, 0, "place wall 0 c1")
    assert session.replayed().drafts == {0: numbers(session, "place wall 0 c1")}
    assert where(session, 0, "tower-0") == ""
    lay(session, 0)
    assert session.replayed().drafts == {0: []}


def test_a_draft_is_carried_out_with_what_confirms_it_in_one_event() -> None:
    session = open_table("sand")
    lay(session, 0, "place tower 90 c2")
    seq = session.table.seq
    session.act(0, *numbers(session, "place tower 90 c2", "done"))
    assert session.table.seq == seq + 1
    assert plies(session) == [(0, "place tower 90 c2"), (0, "done")]
    assert session.table.drafts == {}
    assert session.table.snapshot(session.viewers[0]).draft is None


@pytest.mark.parametrize(
    ("actions", "code"),
    [
        (["place tower 0 c1", "place wall 0 c1"], "action/illegal"),
        (["done", "place tower 0 c1"], "draft/confirmed"),
        (["keep a"], "action/illegal"),
        (["place tower 0 c1"] * 101, "action/none"),
    ],
)
def test_a_draft_that_could_not_be_played_is_refused(actions: list[str], code: str) -> None:
    session = open_table("calm", "ppp")
    for seat in (0, 1):
        assert session.refusal(session.viewers[seat], Draft(seat, numbers(session, *actions))).code == code


@pytest.mark.parametrize("action", [-1, 10**6, 10**30, -(10**30)])
def test_a_number_that_no_action_has_is_refused(action: int) -> None:
    session = open_table("sand")
    assert session.refusal(session.viewers[0], Draft(0, [action])).code == "action/unknown"


def test_where_nothing_is_laid_out_there_are_no_drafts() -> None:
    session = Session("sarena")
    assert session.refusal(session.viewers[0], Draft(0, [0])).code == "draft/off"
    assert session.table.snapshot(session.viewers[0]).draft is None
    session = open_table("sand")
    session.act(0, *numbers(session, "done"))
    assert session.refusal(session.viewers[0], Draft(0, numbers(session, "place tower 0 c1"))).code == "draft/off"
    assert session.refusal(session.viewers[0], Draft(1, [])).code == "seat/not_yours"


def test_who_waits_for_others_lays_out_already_and_it_is_played_when_the_turn_comes() -> None:
    session = open_table("calm", "ppp")
    assert session.table.movers == [0]
    lay(session, 1, "place wall 180 c3", "done")
    lay(session, 2, "place tower 0 c0")
    waiting = session.table.snapshot(session.viewers[1])
    assert waiting.gestures is None
    assert waiting.draft is not None
    assert waiting.draft.is_ready
    assert waiting.prompt == "Waiting for Ada."
    assert [(info.drafted, info.is_ready) for info in waiting.seats] == [(0, False), (1, True), (1, False)]
    session.act(0, *numbers(session, "place tower 0 c1", "done"))
    assert plies(session) == [(0, "place tower 0 c1"), (0, "done"), (1, "place wall 180 c3"), (1, "done")]
    assert session.table.movers == [2]
    # not confirmed: it waits for its seat
    assert session.replayed().drafts == {2: numbers(session, "place tower 0 c0")}
    lay(session, 2, "place tower 0 c0", "done")  # it is its turn now: what is confirmed is played
    assert plies(session)[-2:] == [(2, "place tower 0 c0"), (2, "done")]
    assert session.table.movers == [0]


def test_what_is_confirmed_early_can_be_changed_until_the_turn_comes() -> None:
    session = open_table("calm")
    lay(session, 1, "place wall 180 c3", "done")
    lay(session, 1, "place wall 180 c3")
    session.act(0, *numbers(session, "done"))
    assert plies(session) == [(0, "done")]
    assert where(session, 1, "wall-1") == "s1-c3"


def test_a_draft_that_stands_when_something_else_happens_is_kept_only_if_it_can_still_be_played() -> None:
    session = open_table("calm")
    lay(session, 1, "place wall 180 c3")
    session.act(0, *numbers(session, "done"))
    assert session.table.drafts == {1: numbers(session, "place wall 180 c3")}
    session.act(1, *numbers(session, "done"))
    assert session.table.drafts == {}


def test_a_draft_and_a_turn_that_waits_are_not_seen_by_others() -> None:
    """But for how much of it there is."""
    session, other = open_table("calm"), open_table("calm")
    lay(session, 1, "place wall 180 c3")
    lay(other, 1, "place tower 0 c0")
    for viewer, twin in ((session.viewers[0], other.viewers[0]), (session.spectator, other.spectator)):
        assert session.table.snapshot(viewer) == other.table.snapshot(twin)


def test_whoever_resigns_leaves_no_draft() -> None:
    session = open_table("calm")
    lay(session, 1, "place wall 180 c3", "done")
    session.ask(session.viewers[1], Resign("r", 1))
    assert session.table.drafts == {}


# The hourglass


def test_the_sand_runs_from_the_first_who_is_done_and_everybody_sees_how_much_is_left() -> None:
    session = open_table("sand", "ppp")
    assert session.table.snapshot(session.spectator, session.now).sand is None
    session.act(0, *numbers(session, "done"))
    assert session.table.snapshot(session.spectator, session.now).sand == Sand(WHOLE, WHOLE)
    assert session.table.snapshot(session.viewers[1], session.now + 12_000).sand == Sand(18_000, WHOLE)
    session.now += 20_000
    session.act(1, *numbers(session, "done"))
    assert session.table.snapshot(session.spectator, session.now).sand == Sand(10_000, WHOLE)  # it is not turned again
    session.act(2, *numbers(session, "done"))
    assert session.table.snapshot(session.spectator, session.now).sand is None


def test_when_the_sand_has_run_out_drafts_and_the_tide_are_one_commit() -> None:
    session = open_table("sand", "ppp")
    lay(session, 1, "place wall 180 c3", "place tower 0 c0")
    session.act(0, *numbers(session, "done"))
    session.now += WHOLE + GRACE_MS - 1
    assert session.table.sand_runs_out(session.now) == []
    lay(session, 2, "place tower 90 c1")  # it was on its way
    session.now += 1
    events = session.table.sand_runs_out(session.now)
    assert [event.seat for event in events if isinstance(event, ev.Acted)] == [1, 2, TABLE]
    assert [event.seq for event in events] == list(range(session.table.seq + 1, session.table.seq + 4))
    session.keep(events)
    assert plies(session) == [
        (0, "done"),
        (1, "place wall 180 c3"),
        (1, "place tower 0 c0"),
        (2, "place tower 90 c1"),
        (TABLE, "tide"),
    ]
    assert session.table.snapshot(session.spectator, session.now).sand is None
    assert session.table.sand_runs_out(session.now + 99_999) == []
    session.finish()
    assert record.check(session.table.record()) == []


def test_the_sand_stands_still_while_the_server_is_down() -> None:
    session = open_table("sand")
    session.act(0, *numbers(session, "done"))
    session.now += 5000
    session.keep(session.table.beat(session.now))
    session.table = session.replayed()
    session.now += 3_600_000
    session.keep(session.table.resume(session.now))
    assert session.table.snapshot(session.spectator, session.now + 1000).sand == Sand(24_000, WHOLE)


def test_nothing_is_taken_back_while_the_sand_runs() -> None:
    session = open_table("sand")
    session.act(0, *numbers(session, "done"))
    assert session.refusal(session.viewers[0], Undo("u", 0)).code == "undo/sand"
    assert not session.table.snapshot(session.viewers[0]).can_undo


def test_in_the_calm_pace_no_sand_runs() -> None:
    session = open_table("calm", "ppp")
    session.act(0, *numbers(session, "done"))
    assert session.table.sand_ms == 0
    assert session.table.clocks.sand is None


def test_a_bot_takes_its_time_before_it_is_done() -> None:
    session = open_table("sand", "pb")
    done, place = numbers(session, "done", "place tower 0 c0")
    times = [
        session.table.bot_waits_ms(level, done, session.now)
        for level in ("random", "novice", "regular", "expert", "master")
    ]
    assert times == sorted(times, reverse=True)
    assert all(0 < time < WHOLE for time in times)
    # counted from when all began
    assert session.table.bot_waits_ms("random", done, session.now + 10_000) == times[0] - 10_000
    assert session.table.bot_waits_ms("random", place, session.now) == 0
    assert open_table("calm", "pb").table.bot_waits_ms("random", done, session.now) == 0


def test_an_act_at_the_same_time_does_not_make_a_draft_stale() -> None:
    session = open_table("sand", "ppp")
    seen = session.table.seq
    lay(session, 1, "place wall 180 c3")
    reply = session.ask(session.viewers[0], Act("a", seen, 0, numbers(session, "place tower 0 c0", "done")))
    assert reply is not None
    assert session.table.drafts == {1: numbers(session, "place wall 180 c3")}
