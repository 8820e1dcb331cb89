"""What a great many games have in common: laws without exception, and means that an independent
program has measured too.
"""

from random import Random
from typing import Any

import numpy as np
import pytest

from ludotheque.core.chance import key_words, seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.core.options import encode
from ludotheque.core.record import final
from ludotheque.core.rule import JIT
from ludotheque.core.story import silent_story
from ludotheque.games.labyrinth.actions import MOVE
from ludotheque.games.labyrinth.components import CELL_NAMES
from ludotheque.games.labyrinth.rules import reachable
from ludotheque.games.labyrinth.state import Phase
from tests.games.effort import size
from tests.games.labyrinth.mazes import GAME, after, dealt, held, legal, mover, position, random_games, tokens

COUNT = size(4000, python=8)
KNOWN = 500  # games of the independent program
SPREAD = 5  # standard errors that a mean may be off: once in two million tries


def is_near(found: float, expected: float, deviation: float, games: int = COUNT, known: int = KNOWN) -> bool:
    """Is a mean over our games near one over `known` games, as far as chance allows?"""
    return bool(abs(found - expected) < SPREAD * deviation * (1 / games + 1 / known) ** 0.5)


# Random play

PLIES = {(2, "off"): 406, (3, "off"): 436, (4, "off"): 423, (2, "on"): 422, (3, "on"): 464, (4, "on"): 464}
# mean over all seats
SCORES = {(2, "off"): 8.4, (3, "off"): 5.9, (4, "off"): 4.13, (2, "on"): 7.25, (3, "on"): 6.87, (4, "on"): 5.15}
SHARED = {2: 0.32, 3: 0.54, 4: 0.74}  # games in which some place is shared


@pytest.mark.parametrize(("seats", "advice"), PLIES)
def test_random_games_are_as_long_and_as_good_as_measured_before(seats: int, advice: str) -> None:
    plies, points, places = np.zeros(COUNT, np.int32), np.zeros((COUNT, 6), np.int32), np.zeros((COUNT, 6), np.int32)
    options = encode(GAME.options, GAME.complete_options({"advice": advice}))
    GAME.engine.batch(
        np.zeros(1, GAME.state), key_words(seed_key(1991)), 0, seats, options, silent_story(), plies, points, places
    )
    assert is_near(plies.mean(), PLIES[seats, advice], 265)
    assert is_near(points[:, :seats].mean(), SCORES[seats, advice], float(points[:, :seats].mean(axis=1).std()) or 20)
    assert plies.min() >= 200  # a hundred actions, and no wand left to decide about
    assert plies.max() <= (6299 if advice == "off" else 2100 * (seats + 3) - 1) <= GAME.max_plies
    assert points.min() >= 0
    shared = float(np.mean([len(set(row)) < seats for row in places[:, :seats].tolist()]))
    assert is_near(shared, SHARED[seats], 0.5)


MEAN_LEGAL = {Phase.SHIFT: 35.6, Phase.MOVE: 7.2, Phase.WAND: 2.0}


def test_there_are_as_many_choices_as_measured_before() -> None:
    counts: dict[int, list[int]] = {phase: [] for phase in MEAN_LEGAL}
    for seed in range(size(60, python=2)):
        state, rng = GAME.new(2 + seed % 3, {}, seed_key(seed)), Random(seed)
        while movers := GAME.movers(state):
            actions = GAME.legal(state, movers[0])
            counts[int(state.phase)].append(len(actions))
            GAME.apply(state, movers[0], rng.choice(actions))
    for phase, expected in MEAN_LEGAL.items():
        assert abs(np.mean(counts[phase]) - expected) < (0.5 if JIT else 3)


def test_deals_are_as_open_as_measured_before() -> None:
    joined, takes, deals = 0, 0, size(400, python=6)
    for seed in range(deals):
        state = GAME.new(2, {}, seed_key(seed))
        joined += int(reachable(state, 1 << CELL_NAMES.index("c3"))).bit_count()
        takes += best_shift(state) is not None
    assert is_near(joined / deals, 8.2, 6, deals, 400)
    assert is_near(takes / deals, 0.61, 0.49, deals, 400)


def best_shift(state: Any) -> int | None:
    """A shift after which the goal can be taken."""
    seat = mover(state)
    for action in GAME.legal(state, seat):
        if action < 120:
            shifted = copy(state)
            GAME.apply(shifted, seat, action)
            if MOVE + int(shifted.goal_cell) in GAME.legal(shifted, seat):
                return action
    return None


@pytest.mark.parametrize("seats", [2, 3, 4][: size(3, python=1)])
def test_players_who_take_the_goal_when_they_can_end_with_the_mistletoe(seats: int) -> None:
    lengths = []
    for seed in range(size(6, python=1)):
        state, rng, actions = GAME.new(seats, {}, seed_key(seed)), Random(seed), 0
        while movers := GAME.movers(state):
            choices = GAME.legal(state, movers[0])
            goal, shift = MOVE + int(state.goal_cell), best_shift(state) if state.phase == Phase.SHIFT else None
            actions += state.phase == Phase.MOVE
            wanted = goal if state.phase == Phase.MOVE and goal in choices else shift
            GAME.apply(state, movers[0], rng.choice(choices) if wanted is None else wanted)
        lengths.append(actions)
        assert sum(row["tokens"] for row in final(GAME, state, seats)["breakdown"]) == 235
    assert min(lengths) >= 21
    assert np.mean(lengths) < 80


# Laws


def test_every_game_keeps_the_bounds() -> None:
    for states in random_games(size(60, python=3)):
        for state in states:
            taken = sorted(value for values in held(state) for value in values)
            assert sorted([*taken, *tokens(state).values()]) == [*range(1, 21), 25]
            assert taken == [*range(1, 21), 25][: len(taken)]
            assert 0 <= sum(state.wands.tolist()) <= 3 * state.seats
            count = len(legal(state))
            straight = state.spare < 2
            if state.phase == Phase.SHIFT and state.advice == 0:
                assert count == (24 if straight else 48) * (12 if state.forbidden == NONE else 11) // 12
            if state.phase == Phase.ANSWER:
                assert count == (24 if straight else 48) * (12 if state.forbidden == NONE else 11) // 12 + 1
            assert (
                count
                <= {Phase.SHIFT: 65, Phase.ANSWER: 49, Phase.MOVE: 49, Phase.WAND: 2, Phase.OVER: 0}[Phase(state.phase)]
            )
        sheet = final(GAME, states[-1], int(states[-1].seats))["breakdown"]
        assert all(row["formula"] in (0, 20, 40, 60) for row in sheet)


def test_the_most_choices_are_all_shifts_twenty_tokens_and_a_wand() -> None:
    state = position(advice="on", held=[list(range(1, 21))], tokens={"e6": 25}, forbidden=3)
    assert len(legal(state)) == 65 == GAME.max_legal


@pytest.mark.parametrize("slot", range(1, 13))
def test_pushing_the_tile_back_would_restore_the_position(slot: int) -> None:
    state = dealt()
    state.dry, state.spare = 7, 2
    pushed = after(state, f"shift {slot} ES")
    pushed.phase, back = Phase.SHIFT, int(pushed.forbidden) + 1
    pushed.forbidden = NONE
    look = ("NS", "EW", "NE", "ES", "SW", "NW", "NES", "ESW", "NSW", "NEW")[pushed.spare]
    restored = after(pushed, f"shift {back} {look}")
    restored.phase, restored.forbidden = Phase.SHIFT, NONE
    GAME.engine.run_canonical(restored)
    GAME.engine.run_canonical(state)
    assert restored.tobytes() == state.tobytes()


# A quarter turn


def turned_cell(cell: str) -> str:
    column, row = "abcdefg".index(cell[0]), "1234567".index(cell[1])
    return "abcdefg"[6 - row] + "1234567"[column]


def turned_look(look: str) -> str:
    sides = {{"N": "E", "E": "S", "S": "W", "W": "N"}[side] for side in look}
    return "".join(side for side in "NESW" if side in sides)


def turned_action(text: str) -> str:
    kind, *rest = text.split()
    if kind in ("shift", "tip"):
        return f"{kind} {(int(rest[0]) + 2) % 12 + 1} {turned_look(rest[1])}"
    return f"move {turned_cell(rest[0])}" if kind == "move" else text


def turned_setup(setup: dict[str, Any]) -> dict[str, Any]:
    tiles = {turned_cell(cell): turned_look(look) for cell, look in zip(CELL_NAMES, setup["tiles"], strict=True)}
    return setup | {
        "tiles": [tiles[cell] for cell in CELL_NAMES],
        "tokens": {turned_cell(cell): value for cell, value in setup["tokens"].items()},
        "starts": [turned_cell(cell) for cell in setup["starts"]],
    }


@pytest.mark.parametrize("seed", range(size(8, python=1)))
def test_a_quarter_turn_of_everything_changes_no_count_and_no_result(seed: int) -> None:
    state = GAME.new(2 + seed % 3, {"advice": "on", "drought": 12}, seed_key(seed))
    turned, rng = copy(state), Random(seed)
    GAME.notation.deal(turned, turned_setup(GAME.notation.setup_of(state)))
    while movers := GAME.movers(state):
        texts = legal(state)
        assert sorted(map(turned_action, texts)) == sorted(legal(turned))
        text = rng.choice(texts)
        state, turned = after(state, text), after(turned, turned_action(text))
        assert GAME.movers(state) == GAME.movers(turned)
        assert movers
    assert final(GAME, state, int(state.seats)) == final(GAME, turned, int(state.seats))
