"""The promises about what is hidden, on a game of secret draws."""

import random
from pathlib import Path
from typing import Any

import pytest

from ludotheque.check import test_server
from ludotheque.check.playing import Play
from ludotheque.check.test_hidden import *  # noqa: F403 (its tests run here once more)
from ludotheque.check.test_hidden import spoiled
from ludotheque.core import registry
from ludotheque.core.game import Game

pytestmark = pytest.mark.usefixtures("hands")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", ["hands"])


def test_seat_and_spectator_are_told_the_same_whatever_is_hidden(tmp_path: Path, name: str) -> None:
    test_server.test_seat_and_spectator_are_told_the_same_whatever_is_hidden(tmp_path, name)


def test_two_deals_that_share_no_action_can_be_compared(hands: str) -> None:
    """Seat 1 holds other cards in each: it buries one, and nobody sees which."""
    game = registry.load(hands)
    deals: list[test_server.Setup] = [{"hands": ["aab", "eee"]}, {"hands": ["aab", "fff"]}]
    plies = test_server.common_plies(game, *deals)
    assert [(ply.seat, len(set(ply.actions))) for ply in plies[:2]] == [(0, 1), (1, 2)]
    assert [game.actions.text(action) for action in plies[1].actions] == ["bury e", "bury f"]


def test_a_view_that_leaks_by_itself_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Flotsam with a view that shows every card: all imagined worlds agree with it."""
    toy = registry.load("toy")
    show = toy.view_of
    monkeypatch.setattr(Game, "view_of", lambda _, state, seat: with_cards(show(state, seat), state))
    states = list(Play(toy, 2, {}, 1, [3, 1, 4]).states())
    spoilt = [spoiled(toy, states, state, 0, random.Random(1))[0] for state in states]
    pairs = zip(spoilt, states, strict=True)
    assert any(toy.view_of(one, 0).tobytes() != toy.view_of(other, 0).tobytes() for one, other in pairs)


def with_cards(view: Any, state: Any) -> Any:
    view.card[:] = state.card
    return view
