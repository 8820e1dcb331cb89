"""Bots at the table, people who leave and come back, and how it ends."""

from ludotheque.core.chance import commitment
from ludotheque.core.constants import TABLE
from ludotheque.table import events as ev
from ludotheque.table.protocol import Act, Done, Resign, Undo
from tests.table.tables import Session


def test_bots_are_asked_when_it_is_their_turn() -> None:
    session = Session("sarena", "pb")
    assert session.table.bots_to_act() == []
    session.act(0, session.any_action(0))
    assert session.table.bots_to_act() == [(1, "random")]
    session.bot(1)
    assert session.table.bots_to_act() == []
    assert session.table.bot_acts(1, 0, session.now) == []  # too late: it is not its turn


def test_bots_choose_at_the_same_time_as_people() -> None:
    session = Session("toy", "pbb")
    assert session.table.bots_to_act() == [(1, "random"), (2, "random")]


def test_the_table_itself_waits_for_everybody() -> None:
    session = Session("toy", "pb")
    session.bot(1)
    assert TABLE in session.table.movers
    assert session.table.bots_to_act() == []


def test_seeds_of_bots_differ_and_are_not_the_key() -> None:
    session = Session("toy", "bb")
    seeds = {session.table.bot_seed(0), session.table.bot_seed(1)}
    session.bot(0)
    seeds |= {session.table.bot_seed(0), session.key}
    assert len(seeds) == 4


def test_a_bot_plays_for_somebody_who_is_away_and_hands_back() -> None:
    session = Session("sarena", stand_in="novice")
    session.keep(session.table.take_over(0, session.now))
    assert session.table.take_over(0, session.now) == []
    assert session.table.bots_to_act() == [(0, "novice")]
    assert session.table.snapshot(session.spectator).seats[0].level == "novice"
    session.keep(session.table.hand_back(0, session.now))
    assert session.table.bots_to_act() == []
    assert [line.text for line in session.table.snapshot(session.spectator).log][-2:] == ["A bot plays for Ada.", "Ada is back."]


def test_whoever_acts_is_back() -> None:
    session = Session("sarena")
    session.keep(session.table.take_over(0, session.now))
    done = session.act(0, session.any_action(0))
    assert done.seq == session.table.seq
    assert [type(ev.decode(line)) for line in session.journal[-2:]] == [ev.HandedBack, ev.Acted]


def test_a_resigned_seat_is_played_on_by_a_bot_and_comes_last() -> None:
    for seed in range(6):
        session = Session("sarena", "ppp", seed=seed)
        reply = session.ask(session.viewers[1], Resign("r", 1))
        assert isinstance(reply, Done)
        assert session.ask(session.viewers[1], Resign("r", 1)) == reply
        assert session.refusal(session.viewers[1], Resign("again", 1)).code == "seat/left"
        assert session.refusal(session.viewers[1], Act("x", session.table.seq, 1, [0])).code == "seat/left"
        assert session.refusal(session.viewers[1], Undo("x", 1)).code == "seat/left"
        session.finish()
        result = session.table.snapshot(session.spectator).result
        assert result is not None
        assert result.ranks[1] == 3
        assert min(result.ranks) == 1


def test_who_resigned_first_comes_last_of_all() -> None:
    session = Session("sarena", "ppp")
    session.ask(session.viewers[2], Resign("r", 2))
    session.ask(session.viewers[0], Resign("r", 0))
    session.finish()
    result = session.table.snapshot(session.spectator).result
    assert result is not None
    assert result.ranks == [2, 1, 3]


def test_the_seed_is_promised_at_the_start_and_shown_at_the_end_only() -> None:
    session = Session("sarena")
    while session.table.status == "playing":
        shown = session.table.snapshot(session.viewers[0])
        assert (shown.seed, shown.result, shown.commitment) == (None, None, commitment(session.key))
        session.step()
    shown = session.table.snapshot(session.viewers[0])
    assert shown.status == "over"
    assert commitment(bytes.fromhex(shown.seed or "")) == shown.commitment
    assert shown.result is not None
    assert shown.result.scores == session.table.record()["final"]["scores"]
    assert isinstance(ev.decode(session.journal[-1]), ev.Ended)


def test_who_is_online_is_shown() -> None:
    session = Session("sarena")
    session.table.online = {"ben"}
    assert [info.is_online for info in session.table.snapshot(session.spectator).seats] == [False, True]
