"""Clocks count per turn, from event to event, and stand while the server is down.

No test waits: time is a number.
"""

from ludotheque.table import events as ev
from ludotheque.table.clocks import turns_ended
from ludotheque.table.protocol import Act
from tests.table.tables import REAL, TWO_DAYS, Session


def clocks(session: Session, now: int | None = None) -> list[int | None]:
    return [
        info.clock_ms for info in session.table.snapshot(session.spectator, session.now if now is None else now).seats
    ]


def test_without_a_clock_none_is_shown_and_nobody_is_flagged() -> None:
    session = Session("sarena")
    assert clocks(session) == [None, None]
    assert session.table.tick(10**12) == []
    assert session.table.beat(10**12) == []


def test_real_time_runs_for_the_seat_to_act_and_grows_after_its_turn() -> None:
    session = Session("sarena", clock=REAL)
    assert clocks(session, session.now + 7_000) == [53_000, 60_000]
    session.now += 20_000
    session.act(0, session.any_action(0))
    assert clocks(session) == [45_000, 60_000]
    session.now += 1_000
    session.act(1, session.any_action(1))
    assert clocks(session) == [45_000, 64_000]


def test_a_look_at_the_clock_changes_nothing() -> None:
    session = Session("sarena", clock=REAL)
    clocks(session, session.now + 30_000)
    assert session.table.tick(session.now + 59_999) == []
    assert clocks(session) == [60_000, 60_000]


def test_all_seats_that_are_to_act_use_their_time() -> None:
    session = Session("toy", "ppp", clock=REAL)
    session.now += 10_000
    session.act(1, 1)
    session.now += 10_000
    session.act(0, 0)
    assert clocks(session) == [45_000, 55_000, 40_000]


def test_who_chooses_last_and_begins_a_new_round_has_had_a_turn_too() -> None:
    session = Session("toy", "pp", clock=REAL)
    session.act(0, 1)
    session.act(1, 1)  # a tie: all reach again
    assert session.table.movers == [0, 1]
    assert clocks(session) == [65_000, 65_000]


def test_whose_turn_is_over() -> None:
    assert turns_ended({0}, {1}, 0) == {0}
    assert turns_ended({0}, {0}, 0) == set()  # several plies, one turn
    assert turns_ended({0, 1}, {1}, 0) == {0}
    assert turns_ended({1}, {0, 1}, 1) == {1}
    assert turns_ended({0, 1}, {0}, 6) == {1}


def test_a_seat_without_time_is_played_on_by_a_bot_for_good() -> None:
    session = Session("sarena", clock=REAL, stand_in="novice")
    session.now += 60_000
    events = session.table.tick(session.now)
    assert [type(event) for event in events] == [ev.Flagged, ev.TookOver]
    session.keep(events)
    assert session.table.bots_to_act() == [(0, "novice")]
    assert session.table.tick(session.now + 10**9) == []
    assert session.table.hand_back(0, session.now) == []
    assert session.refusal(session.viewers[0], Act("x", session.table.seq, 0, [0])).code == "seat/left"
    assert session.table.snapshot(session.viewers[0]).gestures is None
    session.bot(0)
    assert session.table.movers == [1]


def test_two_seats_may_run_out_of_time_together() -> None:
    session = Session("toy", clock=REAL)
    session.keep(session.table.tick(session.now + 60_000))
    assert session.table.seating.flagged == {0, 1}
    assert [seat for seat, _ in session.table.bots_to_act()] == [0, 1]


def test_days_are_per_turn() -> None:
    session = Session("sarena", clock=TWO_DAYS)
    day = 86_400_000
    session.now += day
    assert clocks(session) == [day, 2 * day]
    session.act(0, session.any_action(0))
    assert clocks(session) == [2 * day, 2 * day]
    assert session.table.tick(session.now + 2 * day - 1) == []
    assert len(session.table.tick(session.now + 2 * day)) == 2


def test_clocks_stand_while_the_server_is_down() -> None:
    session = Session("sarena", clock=REAL)
    session.now += 10_000
    session.keep(session.table.beat(session.now))
    session.now += 10**9  # down
    session.table = session.replayed()
    session.keep(session.table.resume(session.now))
    assert clocks(session) == [50_000, 60_000]
    assert session.table.tick(session.now + 49_999) == []
    assert len(session.table.tick(session.now + 50_000)) == 2


def test_bots_have_no_clock() -> None:
    session = Session("sarena", "bp", clock=REAL)
    assert clocks(session, session.now + 10**6) == [None, 60_000]
    assert session.table.tick(session.now + 10**6) == []


def test_a_clock_that_is_set_back_takes_nothing_away() -> None:
    session = Session("sarena", clock=REAL)
    session.now -= 500
    session.act(0, session.any_action(0))
    assert clocks(session) == [65_000, 60_000]
