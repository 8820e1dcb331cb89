"""What a good Dream Runners player knows beyond the rules.

It estimates what a composition will bring, and has a policy that composes exactly and makes
sensible choices elsewhere.
"""

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from math import inf, sqrt
from pathlib import Path
from time import monotonic
from typing import Any

from ludotheque.core import registry
from ludotheque.core.game import Game, State
from ludotheque.core.layout import copy
from ludotheque.core.template import instantiate
from ludotheque.games.dream_runners.actions import BUY, BUY_CALM, COLOR, DONE, KEEP, LOSE, OPEN, PASS, PICK
from ludotheque.games.dream_runners.ahead import coming_dream, owned_after
from ludotheque.games.dream_runners.champion import decide
from ludotheque.games.dream_runners.components import (
    COLORS,
    JOKER,
    ROUNDS,
    SEGMENT_COST,
    STAR_TOP,
    STAR_VALUE,
)
from ludotheque.games.dream_runners.compose import Valuation, compose
from ludotheque.games.dream_runners.prospects import BY_HAND as BY_HAND  # part of the interface, like the next
from ludotheque.games.dream_runners.prospects import MARKS as MARKS
from ludotheque.games.dream_runners.prospects import marks as marks
from ludotheque.games.dream_runners.segments import NEUTRAL, SEGMENT_POINTS, SEGMENT_SYMBOLS
from ludotheque.games.dream_runners.state import Phase
from ludotheque.games.dream_runners.worth import COIN_HOPE, COIN_WORTH, LOST_SEGMENT, STRENGTH
from ludotheque.games.dream_runners.worth import value as value  # part of the interface for the search

# For the search

# a composition has four to ten plies, and a round some more
ITERATIONS = {"novice": 200, "regular": 2_000, "expert": 20_000, "master": 200_000, "champion": 200_000}
EXPLORE = 0.1
WIDTH = 10
LOOKS_AHEAD = True
WHOLE_TURNS = True  # an unfinished composition says little
CUTOFF = 0  # random players wake up by the fourth round
MARGIN = 20.0

TASTE_ITERATIONS = 1_000  # iterations of a level for each valuation it composes with
STANDING = Path(__file__).parent / "standing.py"
DREAMS_AHEAD = 3  # how many future dreams are considered when buying segments


# The policy


def valuation(view: State, seat: int) -> Valuation:
    """Return what things are worth to a seat now.

    A missing fragment is worth more than a spare one; calm is precious to a player who has little;
    coins and segments lose value as rounds run out.
    """
    star = int(view.star[seat])
    step = 100 * int(STAR_VALUE[min(star + 1, len(STAR_VALUE) - 1)] - STAR_VALUE[star])
    held = view.fragments[seat].tolist()
    fragments = [step * (2 if count == 0 else 1) // (5 * (1 + max(0, count - 1))) for count in held]
    calm = 100 + 40 * max(0, 8 - int(view.calm[seat]))
    coin = 34 + 6 * (ROUNDS - int(view.round_now))
    segment = round(100 * LOST_SEGMENT * (ROUNDS - int(view.round_now)))
    return Valuation(
        calm=calm,
        fragments=(fragments[0], fragments[1], fragments[2], fragments[3]),
        joker=max(fragments),
        key=50,
        coin=coin,
        segment=segment,
    )


def rarest(view: State, seat: int, rng: random.Random) -> int:
    """Return the colour that the seat has the least of."""
    held = view.fragments[seat].tolist()
    fewest = [color for color in range(COLORS) if held[color] == min(held)]
    return fewest[int(rng.random() * len(fewest))]


def strength(segment: int) -> int:
    return sum(STRENGTH[symbol] for symbol in SEGMENT_SYMBOLS[segment]) + int(SEGMENT_POINTS[segment])


def favorite(view: State, seat: int) -> int | None:
    """Return the next step of the best composition; None elsewhere, where a search knows more."""
    return next(iter(compose(view, seat, valuation(view, seat)).actions), DONE) if view.phase == Phase.COMPOSE else None


# Looking ahead


def foresee(
    game: Game, view: State, seat: int, seed: bytes, iterations: int, seconds: float = inf, guide: Any = None
) -> int | None:
    """Choose how to compose so that sets are completed, and which segment to buy or lose to a bat.

    Return None for other questions, and when there is no further dream. A champion knows an answer
    to every question.
    """
    weights = getattr(guide, "marks", None)  # of a judgement; other guides lead the search alone
    if weights is not None:
        return decide(game, view, seat, seed, iterations, seconds, weights)
    if view.phase == Phase.COMPOSE:
        return best_composition(game, view, seat, max(1, iterations // TASTE_ITERATIONS), seconds)
    if view.phase in (Phase.BUY, Phase.LOSE) and view.round_now < ROUNDS:
        return best_segment(game, view, seat, seed, max(1, round(sqrt(sqrt(iterations)))), seconds)
    return None


def best_composition(game: Game, view: State, seat: int, count: int, seconds: float) -> int:
    """Compose exactly for several valuations, and start the one that leaves the seat best off.

    The valuation does not change while a seat composes, so that it continues what it has begun.
    """
    best, most, until = DONE, -inf, None
    for taste in islice(tastes(view, seat), count):
        world, actions = copy(view), compose(view, seat, taste).actions
        for action in actions:
            game.apply(world, seat, action)
        points = float(_standing().standing(world, seat))
        if points > most:
            best, most = next(iter(actions), DONE), points
        until = (
            until or monotonic() + seconds
        )  # the first one may have had to be compiled, which does not count as thinking time
        if monotonic() >= until:
            break
    return best


def tastes(view: State, seat: int) -> Iterator[Valuation]:
    """Yield the valuations that a seat may use.

    The usual one comes first; then those that favour the missing colours, or one colour more or
    fewer; the same more boldly and more cautiously; and all of these with more weight on keys and
    coins.

    A player who looks ahead knows better what coins are good for: segments, while there are rounds
    to come.
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
            yield usual._replace(
                calm=round(calm * usual.calm),
                fragments=fragments,
                joker=step // 2,
                key=greed * usual.key,
                coin=greed * coin,
            )


@cache
def _standing() -> Any:
    return instantiate(registry.load("dream_runners"), STANDING)


def best_segment(game: Game, view: State, seat: int, seed: bytes, count: int, seconds: float) -> int:
    """Find the segment that works best with several future dreams, each composed exactly."""
    gained, until = dict.fromkeys(game.legal(view, seat), 0), None
    for number in range(1, 1 + count):
        dream = coming_dream(game, view, seat, seed, number - 1, DREAMS_AHEAD)
        for action in gained:
            dream.owned[seat] = owned_after(view, seat, action)
            gained[action] += compose(dream, seat, valuation(dream, seat)).value
        until = until or monotonic() + seconds
        if monotonic() >= until:
            break
    return max(
        gained, key=lambda action: bonus(action) + (ROUNDS - int(view.round_now)) * gained[action] / number / 100
    )


def bonus(action: int) -> float:
    """Return the points of a segment bought or lost, or the value of the coins kept."""
    if action == PASS:
        return SEGMENT_COST * COIN_WORTH
    return (
        float(SEGMENT_POINTS[action - BUY + NEUTRAL]) if BUY <= action < PASS else -float(SEGMENT_POINTS[action - LOSE])
    )


# The composer


def choose(game: Game, view: State, seat: int, history: Any, seed: bytes) -> int:
    """Choose an action by simple rules.

    Compose with the solver; take what is missing; keep the strong segments; buy segments early and
    calm late.
    """
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
        return (
            PASS
            if is_late
            else max(
                (action for action in legal if action != PASS), key=lambda action: strength(action - BUY + NEUTRAL)
            )
        )
    return calm_wanted(view, seat, legal)


def pick_worth(view: State, seat: int, pick: int) -> int:
    """Return what an element of a confluence is worth now."""
    values = valuation(view, seat)
    if JOKER <= pick < JOKER + COLORS:
        return values.fragments[pick - JOKER]
    return values.of(pick if pick < JOKER else pick - COLORS + 1)


def calm_wanted(view: State, seat: int, legal: list[int]) -> int:
    """Return how much calm to buy: all of it in the last rounds or when in need, otherwise none.

    Before that, the coins are saved for segments.
    """
    is_wanted = int(view.round_now) >= ROUNDS - 1 or int(view.calm[seat]) < 10
    return legal[-1] if is_wanted else BUY_CALM


POLICIES: dict[str, Any] = {"composer": choose}
