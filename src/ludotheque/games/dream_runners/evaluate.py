"""What a player of Dream Runners knows beyond the rules: what a composition will bring, and a policy that composes exactly and chooses sensibly where it is asked."""

import hashlib
import random
from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from math import inf, sqrt
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from ludotheque.core import registry
from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.game import Game, State
from ludotheque.core.layout import copy
from ludotheque.core.rule import rule
from ludotheque.core.template import instantiate
from ludotheque.games.dream_runners.actions import BUY, BUY_CALM, COLOR, DONE, KEEP, LOSE, OPEN, PASS, PICK
from ludotheque.games.dream_runners.components import (
    BAT_CELLS,
    CALM,
    CALM_TOP,
    CELL_ELEMENT,
    CELL_KIND,
    CELL_VALUE,
    COIN,
    COLORS,
    FRAME_CELLS,
    FRAME_MASK,
    JOKER,
    KEY,
    MAX_ELEMENTS,
    NEUTRAL,
    NIGHTMARE_CELLS,
    OCTOPUS_CELLS,
    ROUNDS,
    SEGMENT_COST,
    SEGMENT_POINTS,
    SEGMENT_SYMBOLS,
    SPIDER_CELLS,
    STAR_TOP,
    STAR_VALUE,
    Cell,
)
from ludotheque.games.dream_runners.compose import Valuation, compose
from ludotheque.games.dream_runners.rules.end import points
from ludotheque.games.dream_runners.rules.setup import asleep
from ludotheque.games.dream_runners.state import Phase

# For the search

ITERATIONS = {"novice": 200, "regular": 2_000, "expert": 20_000, "master": 200_000}  # a composition has four to ten plies, and a round some more
EXPLORE = 0.1
WIDTH = 10
LOOKS_AHEAD = True
WHOLE_TURNS = True  # half a composition says little
CUTOFF = 0  # random players wake up by the fourth round
MARGIN = 20.0

STRENGTH = {".": 0, "C": 2, "F": 2, "B": 4, "D": 4}  # of a symbol, roughly
SEGMENT_WORTH = np.array([1.0 + 0.7 * sum(STRENGTH[symbol] for symbol in symbols) for symbols in SEGMENT_SYMBOLS])  # points for a segment before the first round; fewer later
KEY_WORTH, COIN_WORTH, CHEST_WORTH = 0.6, 0.34, 3.0  # three coins buy a step of calm
COIN_HOPE = 0.12  # points that a coin is worth more to whoever looks ahead, for every round in which it may still buy a segment
WOKEN = -40.0  # points
TASTE_ITERATIONS = 1_000  # of a level, for each taste that it composes for
STANDING = Path(__file__).parent / "standing.py"
DREAMS_AHEAD = 3  # that are looked at when segments are bought


@rule
def value(state: Any, out: Any) -> None:
    """Stars, calm and points so far, what lies ready for more of them, and what the composition will bring if it stays as it is."""
    rounds = (ROUNDS - widen(state.round_now)) / ROUNDS
    for seat in range(state.seats):
        out[seat] = WOKEN
        if state.woke[seat] == 0:
            is_composed = has_begun(state, seat)
            calm = widen(state.calm[seat]) - (losses(state, seat) if is_composed else 0)
            out[seat] = star_worth(state, seat) + points(state, seat) + (gains(state, seat) if is_composed else 0.0)
            out[seat] += min(calm, CALM_TOP) + KEY_WORTH * widen(state.keys[seat]) * min(1.0, 2.0 * rounds) + COIN_WORTH * widen(state.coins[seat])
            out[seat] += hand_worth(state, seat) * rounds - danger(calm, rounds)


@rule
def hand_worth(state: Any, seat: int) -> float:
    """What the segments of a seat will help it to, with all rounds to come."""
    worth, left = 0.0, state.owned[seat]
    while left != 0:
        worth += SEGMENT_WORTH[lowest_bit(left)]
        left &= left - 1
    return worth


@rule
def has_begun(state: Any, seat: int) -> bool:
    """Does the canvas say what this round will bring? Not yet where others compose first, and not any more when the round is resolved."""
    return state.phase == Phase.COMPOSE and (state.seat == NONE or state.seat == seat or state.laid[seat] != 0 or (widen(state.done) >> seat) & 1 == 1)


@rule
def danger(calm: int, rounds: float) -> float:
    """R2.3 Whoever has little calm may wake up before the end."""
    fear = max(0.0, 9.0 - calm)
    return fear * fear * rounds * 0.3 + (20.0 if calm <= 0 else 0.0)


@rule
def star_worth(state: Any, seat: int) -> float:
    """R9.2 The value of the star position, and of the fragments on the way to the next one: a new colour counts more than another of the same."""
    star = widen(state.star[seat])
    worth = 1.0 * widen(STAR_VALUE[star])
    for color in range(COLORS):
        worth += fragment_worth(star, widen(state.fragments[seat, color]))
    return worth


@rule
def fragment_worth(star: int, count: int) -> float:
    """What so many fragments of one colour are worth together."""
    step = 1.0 * (widen(STAR_VALUE[min(star + 1, STAR_TOP)]) - widen(STAR_VALUE[star]))
    return step * (0.0 if count == 0 else 0.25 if count == 1 else 0.25 + 0.12 * (count - 1))


@rule
def losses(state: Any, seat: int) -> int:
    """R4.1, R4.2, R5.5, R5.7 The calm that the composition costs; R5.6 and two points for a bat, which is not fought and finds a segment."""
    tile, canvas, fights = widen(state.dreams[state.round_now - 1]), state.canvas[seat], widen(state.fights[seat])
    total = FRAME_CELLS - bit_count(canvas & FRAME_MASK) + bit_count(canvas & ~FRAME_MASK)
    left = (widen(NIGHTMARE_CELLS[tile]) | widen(SPIDER_CELLS[tile])) & ~fights
    while left != 0:
        total += widen(CELL_VALUE[tile, lowest_bit(left)])
        left &= left - 1
    total += widen(state.symbols[seat]) * bit_count(widen(OCTOPUS_CELLS[tile]) & ~fights)
    spare = bit_count(state.owned[seat]) - widen(state.laid_count[seat])
    return total + 2 * min(spare, bit_count(widen(BAT_CELLS[tile]) & ~fights))


@rule
def gains(state: Any, seat: int) -> float:
    """R4.4, R4.5 What is printed on the cells that the composition collects."""
    tile, left, worth = widen(state.dreams[state.round_now - 1]), widen(state.collects[seat]), 0.0
    while left != 0:
        cell = lowest_bit(left)
        left &= left - 1
        times = 2 if (widen(state.doubles[seat]) >> cell) & 1 else 1
        kind = CELL_KIND[tile, cell]
        if kind == Cell.CHEST:
            worth += CHEST_WORTH * min(times, widen(state.keys[seat]) // widen(CELL_VALUE[tile, cell]))
        elif kind == Cell.BONUS or kind == Cell.SPIDER or kind == Cell.SHARED:
            worth += times * printed(state, seat, tile, cell) / (bit_count(asleep(state)) if kind == Cell.SHARED else 1)
    return worth


@rule
def printed(state: Any, seat: int, tile: int, cell: int) -> float:
    """What the elements of a cell are worth to a seat."""
    worth, star = 0.0, widen(state.star[seat])
    for place in range(MAX_ELEMENTS):
        element = widen(CELL_ELEMENT[tile, cell, place])
        if element != NONE:
            if element < COLORS:
                held = widen(state.fragments[seat, element])
                worth += fragment_worth(star, held + 1) - fragment_worth(star, held)
            elif element == JOKER:
                worth += fragment_worth(star, 1)
            elif element == KEY:
                worth += KEY_WORTH
            else:
                worth += COIN_WORTH * (element - COIN) if element <= CALM else 1.0 * (element - CALM)
    return worth


# A policy of its own


def valuation(view: State, seat: int) -> Valuation:
    """A fragment that is missing is worth more than one to spare; calm is dear to whoever has little; coins lose their worth with the rounds that are left."""
    star = int(view.star[seat])
    step = 100 * int(STAR_VALUE[min(star + 1, len(STAR_VALUE) - 1)] - STAR_VALUE[star])
    held = view.fragments[seat].tolist()
    fragments = [step * (2 if count == 0 else 1) // (5 * (1 + max(0, count - 1))) for count in held]
    calm = 100 + 40 * max(0, 8 - int(view.calm[seat]))
    coin = 34 + 6 * (ROUNDS - int(view.round_now))
    return Valuation(calm=calm, fragments=(fragments[0], fragments[1], fragments[2], fragments[3]), joker=max(fragments), key=50, coin=coin)


def rarest(view: State, seat: int, rng: random.Random) -> int:
    """The colour that the seat has least of."""
    held = view.fragments[seat].tolist()
    fewest = [color for color in range(COLORS) if held[color] == min(held)]
    return fewest[int(rng.random() * len(fewest))]


def strength(segment: int) -> int:
    return sum(STRENGTH[symbol] for symbol in SEGMENT_SYMBOLS[segment]) + int(SEGMENT_POINTS[segment])


def favorite(view: State, seat: int) -> int | None:
    """The next step of the best composition. About anything else a search knows more."""
    return next(iter(compose(view, seat, valuation(view, seat)).actions), DONE) if view.phase == Phase.COMPOSE else None


# What a look ahead tells


def foresee(game: Game, view: State, seat: int, seed: bytes, iterations: int, seconds: float = inf) -> int | None:
    """How to compose so that sets come together, and which segment to buy, or to give to a bat. Nothing where it is about other things, or no dream will come."""
    if view.phase == Phase.COMPOSE:
        return best_composition(game, view, seat, max(1, iterations // TASTE_ITERATIONS), seconds)
    if view.phase in (Phase.BUY, Phase.LOSE) and view.round_now < ROUNDS:
        return best_segment(game, view, seat, seed, max(1, round(sqrt(sqrt(iterations)))), seconds)
    return None


def best_composition(game: Game, view: State, seat: int, count: int, seconds: float) -> int:
    """Compose exactly for several tastes, and begin what the seat stands best with in the end. A taste does not change while one lays, so that what was begun is gone on with."""
    best, most, until = DONE, -inf, None
    for taste in islice(tastes(view, seat), count):
        world, actions = copy(view), compose(view, seat, taste).actions
        for action in actions:
            game.apply(world, seat, action)
        points = float(_standing().standing(world, seat))
        if points > most:
            best, most = next(iter(actions), DONE), points
        until = until or monotonic() + seconds  # the first one may have had to be compiled: that is not thinking
        if monotonic() >= until:
            break
    return best


def tastes(view: State, seat: int) -> Iterator[Valuation]:
    """What one may be after: as usual; then the colours that are missing, or a colour more or fewer; the same boldly, and carefully; and all that with an eye on keys and coins.

    Whoever looks ahead knows better what coins are good for: segments, while there are rounds to come.
    """
    usual, star, held = valuation(view, seat), int(view.star[seat]), view.fragments[seat].tolist()
    step = 100 * int(STAR_VALUE[min(star + 1, STAR_TOP)] - STAR_VALUE[star])
    missing = sum(1 << color for color in range(COLORS) if held[color] == 0)
    coin = round(100 * (COIN_WORTH + COIN_HOPE * (ROUNDS - int(view.round_now))))
    yield usual
    for greed, calm in product((1, 2), (1.0, 0.6, 1.6)):
        for change in sorted(range(1 << COLORS), key=int.bit_count):
            wanted = [step // 2 if (missing ^ change) >> color & 1 else step // 12 for color in range(COLORS)]
            fragments = (wanted[0], wanted[1], wanted[2], wanted[3])
            yield usual._replace(calm=round(calm * usual.calm), fragments=fragments, joker=step // 2, key=greed * usual.key, coin=greed * coin)


@cache
def _standing() -> Any:
    return instantiate(registry.load("dream_runners"), STANDING)


def best_segment(game: Game, view: State, seat: int, seed: bytes, count: int, seconds: float) -> int:
    """The segment with which so many dreams to come go best, each of them composed exactly."""
    gained, until = dict.fromkeys(game.legal(view, seat), 0), None
    for number in range(1, 1 + count):
        dream = coming_dream(game, view, seat, seed, number - 1)
        for action in gained:
            dream.owned[seat] = owned_after(view, seat, action)
            gained[action] += compose(dream, seat, valuation(dream, seat)).value
        until = until or monotonic() + seconds
        if monotonic() >= until:
            break
    return max(gained, key=lambda action: bonus(action) + (ROUNDS - int(view.round_now)) * gained[action] / number / 100)


def coming_dream(game: Game, view: State, seat: int, seed: bytes, number: int) -> State:
    """An imagined world, as it may be when the next dream begins, or one of the two after it."""
    world = game.imagine(view, seat, hashlib.sha256(b"dream %d " % number + seed).digest())
    world.round_now = int(view.round_now) + 1 + number % min(DREAMS_AHEAD, ROUNDS - int(view.round_now))
    world.laid[seat] = world.canvas[seat] = world.symbols[seat] = world.fights[seat] = world.collects[seat] = world.doubles[seat] = 0
    return world


def owned_after(view: State, seat: int, action: int) -> int:
    """The segments of a seat after it has bought one, lost one or passed."""
    owned = int(view.owned[seat])
    if action == PASS:
        return owned
    return owned | 1 << action - BUY + NEUTRAL if BUY <= action < PASS else owned & ~(1 << action - LOSE)


def bonus(action: int) -> float:
    """The points of a segment that is bought or lost, or what the coins are worth that are kept."""
    if action == PASS:
        return SEGMENT_COST * COIN_WORTH
    return float(SEGMENT_POINTS[action - BUY + NEUTRAL]) if BUY <= action < PASS else -float(SEGMENT_POINTS[action - LOSE])


# The composer


def choose(game: Game, view: State, seat: int, history: Any, seed: bytes) -> int:
    """Compose with the solver; take what is missing; keep the strong segments; buy segments early and calm late."""
    rng, legal = random.Random(seed), game.legal(view, seat)
    phase = Phase(int(view.phase))
    composed = favorite(view, seat)
    if composed is not None:
        return composed
    if phase == Phase.COLOR:
        return COLOR + rarest(view, seat, rng)
    if phase == Phase.PICK:
        return max(legal, key=lambda action: pick_worth(view, seat, action - PICK))
    if phase == Phase.OPEN:
        return OPEN if rng.random() < 0.9 else KEEP
    if phase == Phase.LOSE:
        return min(legal, key=lambda action: strength(action - LOSE))
    if phase == Phase.BUY:
        is_late = int(view.round_now) >= ROUNDS - 1
        return PASS if is_late else max((action for action in legal if action != PASS), key=lambda action: strength(action - BUY + NEUTRAL))
    return calm_wanted(view, seat, legal)


def pick_worth(view: State, seat: int, pick: int) -> int:
    """What an element of a confluence is worth now."""
    values = valuation(view, seat)
    if JOKER <= pick < JOKER + COLORS:
        return values.fragments[pick - JOKER]
    return values.of(pick if pick < JOKER else pick - COLORS + 1)


def calm_wanted(view: State, seat: int, legal: list[int]) -> int:
    """All the calm one can get in the last rounds or in need; before that the coins are kept for segments."""
    is_wanted = int(view.round_now) >= ROUNDS - 1 or int(view.calm[seat]) < 10
    return legal[-1] if is_wanted else BUY_CALM


POLICIES: dict[str, Any] = {"composer": choose}
