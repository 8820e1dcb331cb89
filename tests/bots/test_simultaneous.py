"""Searches where all choose at once: nobody answers what cannot be known, and nobody can be
foreseen.
"""

import hashlib
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from ludotheque.bots.history import UNKNOWN, history_of
from ludotheque.bots.knowledge import knowledge
from ludotheque.bots.levels import bot
from ludotheque.bots.thinker import SEARCH, Budget, beliefs, choose, mix, search, think
from ludotheque.bots.tree import Result, Tree, children, new_tree
from ludotheque.core import layout, registry
from ludotheque.core.chance import key_words, seed_key
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import Game, State
from ludotheque.core.record import Recorder
from ludotheque.core.rule import JIT
from ludotheque.core.story import silent_story
from ludotheque.core.template import instantiate
from tests.pearls import GAME as PEARLS

ITERATIONS = 20_000 if JIT else 60
CARDS = {4: "four", 5: "five"}


def seed(number: int) -> bytes:
    return hashlib.sha256(b"%d" % number).digest()


def dealt(*row: int, seats: int = 2) -> State:
    state = PEARLS.new(seats, {"cards": CARDS[len(row)]}, seed_key(1))
    PEARLS.notation.deal(state, {"row": list(row)})
    return state


# What is known about Pearls, worked out without a search


def matrix(state: State) -> Any:
    """What seat 0 gets for each pair of choices, if both go on perfectly."""
    return np.array(
        [[value(after(state, one, two)) for two in PEARLS.legal(state, 1)] for one in PEARLS.legal(state, 0)]
    )


VALUES: dict[bytes, float] = {}


def value(state: State) -> float:
    if state.tobytes() not in VALUES:
        VALUES[state.tobytes()] = reward(state) if PEARLS.is_over(state) else worth(matrix(state))
    return VALUES[state.tobytes()]


def after(state: State, one: int, two: int) -> State:
    found = layout.copy(state)
    PEARLS.apply(found, 0, one)
    PEARLS.apply(found, 1, two)
    return found


def reward(state: State) -> float:
    result = Result(np.zeros(TABLE + 1), np.zeros(TABLE + 1, np.int32), np.zeros(TABLE + 1), np.zeros(TABLE + 1))
    search(PEARLS).judge(state, 2, result)
    return float(result.reward[0])


def worth(payoffs: Any) -> float:
    """The value of a matrix game: some square part of it says how both must mix."""
    for rows, columns in square_parts(payoffs):
        part = payoffs[np.ix_(rows, columns)]
        one, two = np.zeros(payoffs.shape[0]), np.zeros(payoffs.shape[1])
        one[rows], two[columns] = even(part.T), even(part)
        least, most = float((one @ payoffs).min()), float((payoffs @ two).max())
        if min(*one, *two) >= -1e-9 and most - least < 1e-9:
            return least
    raise AssertionError(payoffs)


def square_parts(payoffs: Any) -> Iterator[tuple[list[int], list[int]]]:
    height, width = payoffs.shape
    for size in range(1, 1 + min(height, width)):
        for rows, columns in product(combinations(range(height), size), combinations(range(width), size)):
            yield list(rows), list(columns)


def even(part: Any) -> Any:
    """The mix of columns against which all rows are worth the same."""
    count = len(part)
    system = np.block([[part, -np.ones((count, 1))], [np.ones((1, count)), np.zeros((1, 1))]])
    return np.linalg.lstsq(system, np.array([0.0] * count + [1.0]), rcond=None)[0][:count]


def gain(state: State, shares: list[float]) -> float:
    """What an opponent who knows this mix of seat 0 gets more than its due."""
    payoffs = matrix(state)
    return worth(payoffs) - float((np.array(shares) @ payoffs).min())


# How the search does


@pytest.mark.parametrize("row", [(3, 1, 4, 2), (2, 4, 1, 3), (4, 3, 2, 1)])
def test_a_search_comes_near_the_equilibrium(row: tuple[int, ...]) -> None:
    state = dealt(*row)
    opinions = think(PEARLS, PEARLS.view_of(state, 0), 0, seed(1), Budget(ITERATIONS))
    shares = dict(zip((one.action for one in opinions), mix(opinions), strict=True))
    # plain Python has time for few iterations
    assert gain(state, [shares[action] for action in PEARLS.legal(state, 0)]) < (0.06 if JIT else 0.3)


def test_where_no_single_choice_would_do_bots_choose_differently_from_game_to_game() -> None:
    state = dealt(3, 1, 4, 2)
    assert min(gain(state, row) for row in np.eye(4).tolist()) > 0.15
    view, spend = PEARLS.view_of(state, 0), Budget(ITERATIONS // 20)
    chosen = [choose(PEARLS, view, 0, seed(number), spend, UNKNOWN) for number in range(30)]
    assert chosen == [choose(PEARLS, view, 0, seed(number), spend, UNKNOWN) for number in range(30)]
    assert len(set(chosen)) > 2


def test_what_others_have_chosen_already_is_thought_out_like_what_they_will_choose() -> None:
    recorder = Recorder(PEARLS, 3, {}, seed_key(2))
    before = think(PEARLS, PEARLS.view_of(recorder.state, 1), 1, seed(1), Budget(50))
    recorder.act(2, 4)
    recorder.act(0, 3)
    view, history = PEARLS.view_of(recorder.state, 1), history_of(recorder, 1)
    assert think(PEARLS, view, 1, seed(1), Budget(50), history) == before
    assert think(PEARLS, view, 1, seed(1), Budget(50), UNKNOWN) != before
    recorder.act(1, 0)  # all is shown: what was secret then is known now
    seen = PEARLS.view_of(recorder.state, 1)
    assert think(PEARLS, seen, 1, seed(1), Budget(50), history_of(recorder, 1)) == think(
        PEARLS, seen, 1, seed(1), Budget(50)
    )


def grown(game: Game, state: State, seat: int, count: int, **more: float) -> Tree:
    tree, seen = new_tree(2.0), np.empty(1, game.state)
    seen[0] = game.view_of(state, seat)
    names = knowledge(game) | more
    own = search(game)
    if more:
        names |= {"finish": game.engine.finish, "judge": own.judge, "look_round": own.look_round}
        names |= {"compare": own.compare}
        names |= {"IS_LED": False, "foresee_choice": None, "play_on": None}
    module = instantiate(game, SEARCH, **names) if more else own
    module.grow(
        tree, seen, beliefs(game, UNKNOWN), None, seat, int(state.seats), key_words(seed(1)), 0, count, silent_story()
    )
    return tree


def test_random_play_counts_for_nothing_if_all_is_judged_before_it() -> None:
    state, count = dealt(2, 4, 1, 3), 300 if JIT else 20
    played, judged, both = (grown(PEARLS, state, 0, count, **more) for more in ({}, {"CUTOFF": 0}, {"EARLY": 1.0}))
    size = int(both.size[0])
    assert np.array_equal(both.visits[:size], judged.visits[:size])
    assert np.allclose(both.reward[:size], judged.reward[:size])
    assert not np.allclose(both.reward[:size], played.reward[:size])


def test_every_seat_counts_its_own_choices_whatever_the_others_choose() -> None:
    state, count = dealt(2, 4, 1, 3, seats=3), 500 if JIT else 20
    tree = grown(PEARLS, state, 1, count)
    assert [int(tree.action[node]) for node in sorted(children(tree))] == PEARLS.legal(state, 1)
    asides, node = {}, int(tree.child[0])
    while node != NONE:
        if tree.mover[node] == NONE:
            asides[int(tree.action[node])] = node
        node = int(tree.sibling[node])
    assert sorted(asides) == [0, 2]
    for seat, aside in asides.items():
        visits, node = [], int(tree.child[aside])
        while node != NONE:
            assert tree.mover[node] == seat
            assert tree.child[node] == NONE  # one choice, and the round is over
            visits.append(int(tree.visits[node]))
            node = int(tree.sibling[node])
        assert len(visits) == 4
        assert sum(visits) == count


def test_a_game_of_turns_is_searched_as_if_there_were_no_other() -> None:
    game, count = registry.load("sarena"), 2000 if JIT else 10
    state = game.new(3, {}, seed_key(4))
    usual, other = grown(game, state, 0, count), grown(game, state, 0, count, SIMULTANEOUS=True, MIXES=True)
    size = int(usual.size[0])
    for name, one, two in zip(usual._fields, usual, other, strict=True):
        assert one[1:size].tolist() == two[1:size].tolist(), name


@pytest.mark.parametrize("level", ["novice", "expert"])
def test_a_bot_chooses_a_legal_card_to_the_end(level: str) -> None:
    recorder = Recorder(PEARLS, 4, {}, seed_key(3))
    while movers := PEARLS.movers(recorder.state):
        seat = movers[-1]
        view, history = PEARLS.view_of(recorder.state, seat), history_of(recorder, seat)
        action = bot(level, 0.0005)(PEARLS, view, seat, history, seed(len(recorder.plies)))
        assert action in PEARLS.legal(recorder.state, seat)
        recorder.act(seat, action)
