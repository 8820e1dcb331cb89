"""The champion of Dream Runners: the marks of a position, and compositions woven by them."""

from functools import partial
from typing import Any

import numpy as np
import pytest

from ludotheque.bots.judgement import Judgement
from ludotheque.bots.levels import bot, champion_of
from ludotheque.bots.play import play_out
from ludotheque.bots.thinker import judging
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import TABLE
from ludotheque.core.layout import copy
from ludotheque.core.rule import JIT
from ludotheque.games.dream_runners import prospects as p
from ludotheque.games.dream_runners.actions import BUY, BUY_CALM, DONE, PASS
from ludotheque.games.dream_runners.champion import best_segment, decide, prospect, weave
from ludotheque.games.dream_runners.compose import compose
from ludotheque.games.dream_runners.evaluate import _standing, foresee, tastes
from ludotheque.games.dream_runners.segments import NEUTRAL, SEGMENT_NAMES
from ludotheque.games.dream_runners.state import Phase
from tests.games.dream_runners.boards import GAME, at_round, facts, play

HAND = ["green-i1", "green-i2", "green-i3", "green-l3", "i1-3", "i2-3"]
WIDTH = 100 if JIT else 3


def weights() -> Any:
    found = champion_of(GAME)
    assert isinstance(found, Judgement)
    return found.marks.astype(np.float64)


def marks_of(state: Any) -> Any:
    out = np.full((TABLE, p.MARKS), 9.0)
    p.marks(state, out)
    return out[0]


def test_the_marks_of_the_beginning() -> None:
    """Eight rounds, of which seven are to come after this one; 20 steps of calm and 2 coins."""
    row = marks_of(at_round(2, "d1-1", 1, {0: {"fragments": {"blue": 3, "green": 1}}}, opener=1))
    assert [row[mark] for mark in (p.PRINTED, p.QUIET, p.AWAKE, p.FEARS_ON, p.KEYS_NOW)] == [0, 20, 0, 0, 0]
    assert [row[mark] for mark in (p.COINS_NOW, p.COINS_ON, p.BUYS_ON, p.COINS_KEPT)] == [2, 14, 0, 0]
    assert row[p.SPARE] == 2  # blue ones
    assert row[p.STARS] == pytest.approx(_standing().star_points((4 + 7 * p.FRAGMENTS + 3 * p.FRAGMENTS_LATE) / 4))
    assert row[p.GAINS_ON :].tolist() == [0] * 6


def test_a_composition_counts_as_it_stands() -> None:
    """One cell covered: eight are not, and two nightmares are not fought."""
    state = at_round(2, "d1-1", 8, {0: {"segments": ["green-i1", "i1-5"], "calm": 20, "coins": 0}})
    row = marks_of(play(state, (0, "place green-i1 1,1")))
    assert row[p.QUIET] == 20 - 8 - 3 + 2 * p.TIE_BREAKER  # two coins buy nothing
    assert row[p.PRINTED] == 1
    assert marks_of(at_round(2, "d1-1", 8, {0: {"calm": 12}}))[p.AWAKE] == 1


def test_coins_buy_calm_in_the_last_round_and_keys_nothing() -> None:
    row = marks_of(at_round(2, "d1-1", 8, {0: {"coins": 8, "keys": 3, "calm": 20}}, opener=1))
    assert row[p.QUIET] == 22 + 2 * p.TIE_BREAKER
    assert not row[[p.COINS_NOW, p.COINS_ON, p.KEYS_NOW, p.KEYS_ON, p.HAND_ON]].any()


def test_coins_left_at_the_end_are_never_worth_a_point() -> None:
    rich = [marks_of(at_round(2, "d1-1", 8, {0: {"coins": coins, "calm": 30}}, opener=1)) for coins in (0, 1, 9)]
    assert [row[p.QUIET] for row in rich] == [30, 30 + p.TIE_BREAKER, 30 + 2 * p.TIE_BREAKER]
    assert 2 * p.TIE_BREAKER < 1


def test_the_weights_by_hand_are_those_of_master() -> None:
    """A step, a key and a coin are worth the same."""
    has = {"coins": 6, "keys": 2, "calm": 28}
    for change in ({"calm": 27}, {"keys": 1}, {"coins": 5}):
        states = [at_round(2, "d1-1", 3, {0: {**has, **more}}, opener=1) for more in ({}, change)]
        mine = [float(p.BY_HAND @ marks_of(state)) for state in states]
        masters = [float(_standing().standing(state, 0)) for state in states]
        assert mine[0] - mine[1] == pytest.approx(masters[0] - masters[1])


def test_sets_are_counted_as_master_does() -> None:
    rng = np.random.default_rng(1)
    for held in rng.integers(0, 6, (40, 4)).astype(np.float64):
        more = float(rng.uniform(0, 12))
        low = p.ordered(*held)
        assert list(low) == sorted(held)
        assert p.sets(*low, more) == pytest.approx(_standing().sets(np.sort(held), more))


def test_compiled_marks_are_the_same() -> None:
    game = play_out(GAME, 3, {}, seed_key(2), [bot("random")] * 3)
    states = np.array([ply.after for ply in game.plies[::7]], GAME.state)
    out, plain = np.zeros((2, len(states), TABLE, p.MARKS))
    judging(GAME, Judgement).list_marks(states, out)
    for state, row in zip(states, plain, strict=True):
        p.marks(state, row)
    assert np.array_equal(out, plain)


# Composing


def expected(state: Any, actions: list[int]) -> float:
    world = copy(state)
    for action in actions:
        GAME.apply(world, 0, action)
    return prospect(world, 0, weights())


@pytest.mark.parametrize("dream", ["d1-2", "d2-6", "d3-3", "d4-6"] if JIT else ["d1-2"])
def test_it_weaves_what_leaves_it_best_off(dream: str) -> None:
    """By its own marks it finds compositions as good as the exact ones for a few tastes."""
    state = at_round(2, dream, 6, {0: {"segments": HAND if JIT else HAND[:1], "keys": 2}})
    others = [expected(state, compose(state, 0, taste).actions) for taste in list(tastes(state, 0))[: 8 if JIT else 1]]
    woven = weave(state, 0, weights(), WIDTH)
    assert expected(state, woven) >= max(others) - 0.2
    begun = play(state, (0, GAME.notation.text(state, 0, woven[0])))
    assert expected(begun, weave(begun, 0, weights(), WIDTH)) >= expected(state, woven) - 0.2


def test_in_the_last_round_it_expects_the_score_to_be() -> None:
    state = at_round(2, "d2-2", 8, {0: {"segments": HAND[:4], "coins": 0}, 1: {"segments": []}})
    woven = weave(state, 0, weights(), WIDTH)
    total = marks_of(play(state, *((0, GAME.notation.text(state, 0, action)) for action in woven)))
    for action in [*woven, DONE]:
        state = play(state, (0, GAME.notation.text(state, 0, action)))
    after = facts(play(state, (1, "done", ["first 1"])), 0)
    left = p.TIE_BREAKER * (after["coins"] % 3)
    assert total[p.QUIET] == after["calm"] + after["coins"] // 3 + left
    assert total[p.STARS] == [0, 4, 8][after["star"]]


# Other questions


def at_sale(number: int, coins: int, market: list[str]) -> Any:
    state = at_round(2, "d1-1", number, {0: {"coins": coins, "calm": 20}}, market=market)
    state.phase, state.seat, state.first, state.done = Phase.BUY, 0, 0, 3
    return state


def test_it_buys_the_better_segment_while_it_can_be_laid() -> None:
    state = at_sale(2, 5, ["i1-3", "i2-6"])
    assert best_segment(GAME, state, 0, bytes(32), 1, 60.0, weights()) == BUY + SEGMENT_NAMES.index("i1-3") - NEUTRAL
    assert best_segment(GAME, at_sale(8, 5, ["i1-3"]), 0, bytes(32), 1, 60.0, weights()) == PASS


def test_in_the_end_all_coins_buy_calm() -> None:
    state = at_sale(8, 8, [])
    state.phase = Phase.CALM
    assert decide(GAME, state, 0, bytes(32), 1, 60.0, weights()) == BUY_CALM + 2


def test_it_has_an_answer_to_every_question() -> None:
    """As plain Python whole games would take too long."""
    own, seen = weights(), set()
    for number in range(2 if JIT else 0):
        game = play_out(GAME, 3, {}, seed_key(number), [partial(answer, own)] * 3)
        seen |= {int(ply.after.phase) for ply in game.plies}
        assert min(GAME.scores(game.state, 3)) > 30
    assert seen >= {Phase.COMPOSE, Phase.COLOR, Phase.PICK, Phase.BUY, Phase.CALM, Phase.OVER} or not JIT


def answer(own: Any, game: Any, view: Any, seat: int, history: Any, seed: bytes) -> int:
    return decide(game, view, seat, seed, 1, 60.0, own)


def test_a_guide_of_another_kind_leaves_the_choice_to_the_search() -> None:
    state = at_sale(8, 8, [])
    state.phase = Phase.CALM
    assert foresee(GAME, state, 0, bytes(32), 1, 60.0, guide=object()) is None
