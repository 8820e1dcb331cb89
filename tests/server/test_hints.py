"""A bot's advice: for people who play alone, never for two people against each other unless they
have agreed on it, and never from what the seat cannot see.
"""

import hashlib
import re

import pytest

from ludotheque.bots.history import History
from ludotheque.check.guests import Line
from ludotheque.core.chance import seed_key
from ludotheque.core.game import Game, State
from ludotheque.core.registry import load, names
from ludotheque.scene.picture import painter
from ludotheque.server.live import hints
from ludotheque.server.live.hints import hint_of, own_plies, stands
from ludotheque.table import protocol
from ludotheque.table.text import REFUSALS
from tests.server.conftest import MakeGuest
from tests.table.tables import Session

SEED = hashlib.sha256(b"hint").digest()


def test_who_plays_against_bots_may_ask(guest: MakeGuest) -> None:
    ann = guest("Ann")
    line = ann.look_at(ann.open("you", "random")["table"])
    assert line.wait_for_turn()
    assert line.table["can_hint"]
    answer = line.ask(type="hint", seat=0)
    assert answer["type"] == "advice"
    assert answer["say"].startswith("Put the circled piece where the arrow points: ")
    assert not re.search(r"\d", answer["say"])  # figures stand apart
    assert re.search(r"on top.*: expected finish \d\.\d\d, about \d+ points", answer["figures"][0])
    (_, origin), (_, target) = answer["show"]
    assert isinstance(line.table["gestures"]["pick"][origin]["pick"][target], int)


def test_two_people_think_for_themselves(two: tuple[Line, Line]) -> None:
    ann, _ = two
    assert ann.wait_for_turn()
    assert not ann.table.get("can_hint")
    answer = ann.ask(type="hint", seat=0)
    assert (answer["code"], answer["message"]) == ("hint/off", REFUSALS["hint/off"])


def test_unless_they_have_agreed_on_hints(guest: MakeGuest) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    made = ann.open("you", "person", allow_hints=True)
    bob.follow(made["invitations"]["1"])
    line, other = ann.look_at(made["table"]), bob.look_at(made["table"])
    assert line.wait_for_turn()
    assert line.ask(type="hint", seat=0)["type"] == "advice"
    assert other.ask(type="hint", seat=1)["code"] == "hint/not_now"
    assert other.ask(type="hint", seat=0)["code"] == "seat/not_yours"


def test_people_at_one_screen_may_ask(guest: MakeGuest) -> None:
    ann = guest("Ann")
    line = ann.look_at(ann.open("you", "screen")["table"])
    assert line.ask(type="hint", seat=0)["code"] == "seat/curtain"
    line.ask(type="look", seat=0)
    assert line.ask(type="hint", seat=0)["type"] == "advice"


def test_nobody_asks_without_end(guest: MakeGuest) -> None:
    ann = guest("Ann")
    line = ann.look_at(ann.open("you", "random")["table"])
    assert line.wait_for_turn()
    kinds = [line.ask(type="hint", seat=0).get("code") for _ in range(12)]
    assert kinds[0] is None
    assert "hint/too_many" in kinds


def test_a_hint_remembers_all_that_the_seat_has_seen(guest: MakeGuest, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def watched(game: Game, view: State, seat: int, seed: bytes, language: str, history: History) -> protocol.Advice:
        seen.append((history.views(), history.plies(), view))
        return hint_of(game, view, seat, seed, language, history)

    monkeypatch.setattr(hints, "hint_of", watched)
    ann = guest("Ann")
    line = ann.look_at(ann.open("you", "random")["table"])
    for _ in range(2):
        assert line.wait_for_turn()
        line.act()
    assert line.wait_for_turn()
    assert line.ask(type="hint", seat=0)["type"] == "advice"
    ((views, plies, view),) = seen
    assert len(views) == len(plies) + 1 >= 5
    assert views[-1].tobytes() == view.tobytes()
    # the other colour stays hidden
    assert all(before.secret[1] == view.secret[1] != view.secret[0] for before in views)


def test_a_hint_stands_while_only_others_act(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_GAMES", "tests.pearls")
    session = Session("pearls", "pp", seed=3)
    while len(session.table.movers) < 2:
        session.step()
    table, view = session.table, session.table.laid_view(0)
    done = own_plies(table, 0)
    session.act(1, session.any_action(1))
    assert table.laid_view(0).tobytes() != view.tobytes()
    assert stands(table, view, 0, done)
    session.act(0, session.any_action(0))
    assert not stands(table, view, 0, done)


def test_a_hint_is_stale_when_the_turn_has_come_round_again() -> None:
    """In Master Labyrinth nearly the same slots are open in every turn."""
    session = Session("labyrinth", "pp", seed=3)
    while len(session.table.plies) < 8 or session.table.movers != [0] or session.table.plies[-1].seat == 0:
        session.step()
    table, view, done = session.table, session.table.laid_view(0), own_plies(session.table, 0)
    assert stands(table, view, 0, done)
    legal = table.game.legal(view, 0)
    for _ in range(400):
        session.step()
        if table.is_to_act(0) and table.game.legal(table.laid_view(0), 0) == legal:
            break
    assert table.game.legal(table.laid_view(0), 0) == legal
    assert not stands(table, view, 0, done)


@pytest.mark.parametrize("game", names())
def test_a_hint_says_what_can_be_picked(game: str) -> None:
    chosen = load(game)
    seats = chosen.seats[0]
    state = chosen.new(seats, chosen.complete_options({}), seed_key(5))
    seat = chosen.movers(state)[0]
    view = chosen.view_of(state, seat)
    hint = hint_of(chosen, view, seat, SEED, "en")
    assert hint.say.endswith(".")
    assert "°" not in "".join(hint.figures)
    assert 1 <= len(hint.figures) <= 3
    best = [painter(chosen).gesture(chosen.words("en"), view, seat, action) for action in chosen.legal(view, seat)]
    assert tuple(hint.show) in best
