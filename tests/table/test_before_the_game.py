"""Before the game: a lot decides who begins, people choose their pawns, and all wait until
everybody is ready.
"""

from collections import Counter
from dataclasses import replace

import pytest

from ludotheque.core import record, registry
from ludotheque.core.chance import lot, seed_key
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, State
from ludotheque.core.layout import copy
from ludotheque.core.pawns import Pawns
from ludotheque.core.record import following
from ludotheque.table import events as ev
from ludotheque.table import standing
from ludotheque.table.made import Sitter
from ludotheque.table.protocol import Act, Draft, Ready, Refused, Resign, Signal, Why
from tests.castles import GAME as CASTLES
from tests.castles.parts import Phase
from tests.table.tables import Session
from tests.toy import GAME as TOY

CARDS = ("barrel", "crate", "plank", "rope")
FLAGGED = 3  # what the veil leaves of a castle's flag


def names(session: Session) -> list[str]:
    return [chair.name for chair in session.table.chairs]


# The lot


def test_the_lot_falls_on_each_chair_about_as_often_as_on_the_next() -> None:
    for count in (2, 3, 4, 6):
        found = Counter(lot(seed_key(seed), "first", count) for seed in range(1200))
        assert sorted(found) == list(range(count))
        assert all(0.7 < times * count / 1200 < 1.3 for times in found.values())


def test_seat_0_is_where_the_lot_fell_and_the_others_follow_clockwise() -> None:
    seen = set()
    for seed in range(30):
        session = Session("sarena", "pppp", seed, by_lot=True)
        first = lot(session.key, "first", 4)
        assert names(session) == ["Ada", "Ben", "Cleo", "Dora"][first:] + ["Ada", "Ben", "Cleo", "Dora"][:first]
        assert names(session) == [chair.name for chair in session.replayed().chairs]
        assert session.table.movers == [0]
        seen.add(first)
    assert seen == {0, 1, 2, 3}


def test_as_seated_the_first_chair_begins() -> None:
    for seed in range(10):
        assert names(Session("sarena", "ppp", seed)) == ["Ada", "Ben", "Cleo"]


def test_the_lot_is_drawn_when_the_last_one_sits_down() -> None:
    session = Session("sarena", "pobp", 3, by_lot=True)
    assert names(session) == ["Ada", "", "Bot 2", "Dora"]
    events = session.table.sit(Sitter(1, "xan", "Xan"), 5).events
    after = [chair.name for chair in session.table.seating.after(events)]
    session.keep(events)
    assert names(session) == after
    assert sorted(names(session)) == ["Ada", "Bot 2", "Dora", "Xan"]
    assert names(session)[0] == ["Ada", "Xan", "Bot 2", "Dora"][lot(session.key, "first", 4)]
    assert names(session) != ["Ada", "Xan", "Bot 2", "Dora"]  # with this key


def test_a_position_that_was_played_before_keeps_its_seats() -> None:
    session = Session("sarena", "ppp", 2, by_lot=True)
    prepared = ev.Prepared("x", session.table.game.notation.setup_of(session.table.position.dealt), [])
    assert names(Session("sarena", "ppp", 2, by_lot=True, prepared=prepared)) == ["Ada", "Ben", "Cleo"]


# Pawns: here the cards of Flotsam, which lie open in the setup


@pytest.fixture
def pawns(monkeypatch: pytest.MonkeyPatch) -> Game:
    game = replace(TOY, pawns=Pawns("cards", {card: card for card in CARDS}, "card-{}"))
    monkeypatch.setattr(standing, "load", lambda _: game)
    monkeypatch.setattr(following, "load", lambda _: game)
    return game


def cards(session: Session) -> list[str]:
    return list(session.table.game.notation.setup_of(session.table.position.dealt)["cards"])


def test_who_chooses_has_it_and_the_others_get_a_free_one_by_lot(pawns: Game) -> None:
    found = set()
    for seed in range(40):
        shared = pawns.pawns.shared_out([None, "rope", None], seed_key(seed)) if pawns.pawns else []
        assert shared[1] == "rope"
        assert len(set(shared)) == 3
        found.add((shared[0], shared[2]))
    assert found == {(one, other) for one in CARDS[:3] for other in CARDS[:3] if one != other}


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        (["oar", None, None], "unknown pawn 'oar'; expected one of barrel, crate, plank, rope"),
        (["rope", None, "rope"], "two seats cannot both have 'rope'"),
        (["rope"], "chosen must name a pawn or null for each of 3 seats"),
    ],
)
def test_what_cannot_be_chosen_is_refused(pawns: Game, chosen: list[str | None], why: str) -> None:
    with pytest.raises(LudothequeError) as refused:
        pawns.new(3, {}, seed_key(1), chosen)
    assert str(refused.value) == why


def test_a_game_without_pawns_refuses_a_choice() -> None:
    with pytest.raises(LudothequeError, match="Flotsam has no pawns to choose from"):
        TOY.new(2, {}, seed_key(1), ["rope", None])


@pytest.mark.usefixtures("pawns")
def test_a_chosen_pawn_goes_with_its_person_wherever_the_lot_seats_them() -> None:
    for seed in range(12):
        session = Session("toy", "oob", seed, by_lot=True)
        session.keep(session.table.sit(Sitter(0, "ada", "Ada", "rope"), 5).events)
        session.keep(session.table.sit(Sitter(1, "ben", "Ben", "plank"), 5).events)
        found = dict(zip(names(session), cards(session), strict=True))
        assert (found["Ada"], found["Ben"]) == ("rope", "plank")
        assert found["Bot 2"] in ("barrel", "crate")
        assert session.replayed().state.tobytes() == session.table.state.tobytes()


@pytest.mark.usefixtures("pawns")
def test_no_two_people_have_the_same() -> None:
    session = Session("toy", "oo")
    session.keep(session.table.sit(Sitter(0, "ada", "Ada", "rope"), 5).events)
    codes = [session.table.sit(Sitter(1, "ben", "Ben", pawn), 5).reply for pawn in ("rope", "oar")]
    assert [reply.code for reply in codes if isinstance(reply, Refused)] == ["pawn/taken", "pawn/unknown"]
    assert session.table.sit(Sitter(1, "ben", "Ben", "crate"), 5).events


@pytest.mark.usefixtures("pawns")
def test_the_record_says_what_was_chosen_and_the_seed_deals_the_rest_again() -> None:
    session = Session("toy", "oo", 3)
    session.keep(session.table.sit(Sitter(0, "ada", "Ada"), 5).events)
    session.keep(session.table.sit(Sitter(1, "ben", "Ben", "crate"), 5).events)
    session.finish()
    data = session.table.record()
    assert data["chosen"] == [None, "crate"]
    assert record.verify(data) == []
    assert record.verify(data | {"chosen": [None, "rope"]}) == ["the setup does not match the seed"]
    assert record.check(data | {"chosen": "rope"}) == ["chosen must be a list of names and nulls, not 'rope'"]
    assert "chosen" not in Session("toy", "pp", 3).table.record()


# Ready


def castle_waits(state: State) -> bool:
    return bool(state.phase == Phase.BUILD and state.done == 0 and not (state.laid >= 0).any())


def castle_veil(view: State) -> State:
    veiled = copy(view)
    veiled.flag[:] = FLAGGED
    return veiled


@pytest.fixture
def castles(monkeypatch: pytest.MonkeyPatch) -> Game:
    game = replace(CASTLES, waits=castle_waits, veil=castle_veil)
    monkeypatch.setattr(standing, "load", lambda _: game)
    monkeypatch.setattr("tests.table.tables.load", lambda _: game)
    return game


def flags(session: Session) -> list[bool]:
    """For each viewer: is the veil on?"""
    table = session.table
    return [f"flag {FLAGGED}" in table.snapshot(viewer).scene.text for viewer in (*session.viewers, session.spectator)]


@pytest.mark.usefixtures("castles")
def test_nobody_sees_or_does_anything_before_all_people_are_ready() -> None:
    session = Session("castles", "ppb", options={"pace": "sand"})
    table, (ada, ben, _) = session.table, session.viewers
    assert flags(session) == [True] * 4
    shown = table.snapshot(ada)
    assert (shown.is_held, shown.can_ready, shown.gestures, shown.draft) == (True, True, None, None)
    assert [info.is_to_act for info in shown.seats] == [False] * 3
    assert table.bots_to_act() == []
    for request in (Act("a", table.seq, 0, [0]), Draft(0, [0]), Why(0, [("pick", "tower-0")])):
        assert session.refusal(ada, request).code == "game/held"
    session.ask(ada, Ready(0))
    assert session.refusal(ada, Ready(0)).code == "ready/not_now"
    assert flags(session) == [True] * 4
    assert [info.is_ready for info in table.snapshot(ben).seats] == [True, False, False]
    assert table.snapshot(ada).prompt == "Waiting for Ben."
    began = session.now = 9000
    session.ask(ben, Ready(1))
    assert flags(session) == [False] * 4
    assert (table.is_held, table.began_ms) == (False, began)
    assert table.snapshot(ada).gestures is not None
    assert table.bots_to_act() == [(2, "random")]
    assert session.replayed().state.tobytes() == table.state.tobytes()
    assert session.refusal(session.spectator, Ready(0)).code == "seat/not_yours"


@pytest.mark.usefixtures("castles")
def test_somebody_who_leaves_is_not_waited_for() -> None:
    session = Session("castles", "ppp", options={"pace": "sand"})
    for seat in (0, 2):
        session.ask(session.viewers[seat], Ready(seat))
    session.ask(session.viewers[1], Resign("r", 1))
    assert not session.table.is_held
    assert flags(session) == [False] * 4


@pytest.mark.usefixtures("castles")
def test_bots_alone_wait_for_nobody() -> None:
    assert not Session("castles", "bb", options={"pace": "sand"}).table.is_held


@pytest.mark.usefixtures("castles")
def test_the_position_stays_veiled_until_the_game_begins() -> None:
    session = Session("castles", "po", options={"pace": "sand"})
    assert session.table.is_veiled
    assert flags(session) == [True] * 3


# Signals


@pytest.fixture
def signals(monkeypatch: pytest.MonkeyPatch) -> Game:
    game = replace(registry.load("sarena"), may_signal=lambda state, seat: seat != int(state.seat))
    monkeypatch.setattr(standing, "load", lambda _: game)
    monkeypatch.setattr(game.text, "SIGNAL", "I see a way", raising=False)
    return game


@pytest.mark.usefixtures("signals")
def test_a_signal_is_shown_to_all_and_stands_in_no_record() -> None:
    session = Session("sarena", "ppp")
    ada, ben, cleo = session.viewers
    before = session.table.record()
    assert [session.table.snapshot(viewer).signal for viewer in (ada, ben, cleo, session.spectator)] == [
        "",
        "I see a way",
        "I see a way",
        "",
    ]
    session.ask(ben, Signal(1))
    shown = session.table.snapshot(ada)
    assert [info.signal for info in shown.seats] == ["", "I see a way", ""]
    assert (shown.log[-1].text, shown.log[-1].kind) == ("Ben: I see a way", "event")
    assert session.table.snapshot(ben).signal == ""
    assert session.refusal(ben, Signal(1)).code == "signal/not_now"
    assert session.refusal(ada, Signal(0)).code == "signal/not_now"
    assert session.refusal(ada, Signal(1)).code == "seat/not_yours"
    assert session.table.record() == before


@pytest.mark.usefixtures("signals")
def test_a_signal_is_gone_when_somebody_has_acted() -> None:
    session = Session("sarena", "pp")
    session.ask(session.viewers[1], Signal(1))
    session.act(0, session.any_action(0))
    assert session.table.signals == set()
    assert session.table.snapshot(session.viewers[0]).signal == "I see a way"


def test_a_game_without_a_signal_has_none() -> None:
    session = Session("sarena", "pp")
    assert session.table.snapshot(session.viewers[1]).signal == ""
    assert session.refusal(session.viewers[1], Signal(1)).code == "signal/not_now"
