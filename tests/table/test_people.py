"""Bots at the table, people who leave and come back, and how it ends."""

import json

import pytest

from ludotheque.core import registry
from ludotheque.core.chance import commitment
from ludotheque.core.constants import TABLE
from ludotheque.core.record import check, dumps, verify
from ludotheque.table import events as ev
from ludotheque.table.made import Sitter
from ludotheque.table.protocol import Act, Done, Resign, Say, Snapshot, Undo
from ludotheque.table.table import Table
from ludotheque.table.viewer import Viewer
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
    assert [line.text for line in session.table.snapshot(session.spectator).log][-2:] == [
        "A bot plays for Ada.",
        "Ada is back.",
    ]


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
    shown = session.table.snapshot(session.spectator)
    assert shown.status == "over"
    assert shown.result is not None
    assert shown.result.ranks == [2, 1, 3]


@pytest.mark.parametrize("game", registry.names())
def test_resigning_against_one_opponent_ends_the_game(game: str) -> None:
    session = Session(game, "pp")
    for _ in range(6):
        session.step()
    session.ask(session.viewers[0], Resign("r", 0))
    assert [type(ev.decode(line)) for line in session.journal[-2:]] == [ev.Resigned, ev.Ended]
    assert session.table.bots_to_act() == []
    for viewer in (*session.viewers, session.spectator):
        shown = session.table.snapshot(viewer)
        assert (shown.status, shown.prompt) == ("over", "Ada resigned: the game is over.")
        assert not shown.can_undo
        assert shown.gestures is None
        assert shown.result is not None
        assert shown.result.ranks == [2, 1]
    assert session.refusal(session.viewers[1], Undo("u", 1)).code == "game/over"
    assert session.replayed().record() == session.table.record()


@pytest.mark.parametrize("game", registry.names())
def test_the_record_of_a_resigned_game_says_so_and_can_be_checked(game: str) -> None:
    session = Session(game, "pp")
    for _ in range(6):
        session.step()
    assert "resigned" not in session.table.record()
    session.ask(session.viewers[1], Resign("r", 1))
    data = json.loads(dumps(session.table.record()))
    assert data["resigned"] == [1]
    assert "final" not in data  # of the rules: by them the game is not over
    assert check(data) == []
    assert verify(data) == []


def test_against_a_bot_one_resigns_too() -> None:
    session = Session("sarena", "pb")
    session.ask(session.viewers[0], Resign("r", 0))
    assert session.table.status == "over"


def test_somebody_is_renamed_everywhere() -> None:
    session = Session("sarena", "op")
    ada = Viewer((), "ada", "Ada")
    session.keep(session.table.sit(Sitter(0, "ada", "Ada"), session.now).events)
    ada.seats = (0,)
    session.ask(ada, Say("hello"))
    session.act(0, session.any_action(0))
    session.table.snapshot(session.viewers[1])
    session.keep(session.table.rename("ada", "Zoe", session.now))
    shown = session.table.update(session.viewers[1])
    assert isinstance(shown, Snapshot)
    assert [info.name for info in shown.seats] == ["Zoe", "Ben"]
    lines = [line.text for line in shown.log if line.kind == "event"]
    assert lines == ["Zoe sits down.", "The game begins.", "Ada is now called Zoe."]
    assert session.table.rename("ada", "Zoe", session.now) == []
    assert [chair.name for chair in session.replayed().chairs] == ["Zoe", "Ben"]


def test_whoever_shares_a_screen_keeps_their_name() -> None:
    session = Session("sarena", "ps")
    session.keep(session.table.rename("ada", "Zoe", session.now))
    assert [chair.name for chair in session.table.chairs] == ["Zoe", "Ben"]


def test_whoever_is_forgotten_leaves_no_old_name_behind() -> None:
    session = Session("sarena")
    session.keep(session.table.rename("ada", "Zoe", session.now))
    events = [ev.without(ev.decode(line), "ada", "nobody") for line in session.journal]
    table = Table.replay(ev.config_without(session.config, "ada", "nobody"), session.key, events)
    shown = table.snapshot(session.spectator)
    assert shown.seats[0].name == "Seat 1"
    assert [line.text for line in shown.log] == ["The game begins."]
    assert b"Zoe" not in b"".join(map(ev.encode, events))


def test_those_who_watch_are_counted() -> None:
    session = Session("sarena", "po")
    session.table.seating.online = {"ada", "eve", "fay"}
    assert session.table.snapshot(session.viewers[0]).watchers == 2
    assert not session.table.snapshot(session.spectator).can_sit
    session.table.seating.is_open = True
    assert session.table.snapshot(session.spectator).can_sit
    assert not session.table.snapshot(session.viewers[0]).can_sit


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
    session.table.seating.online = {"ben"}
    assert [info.is_online for info in session.table.snapshot(session.spectator).seats] == [False, True]
