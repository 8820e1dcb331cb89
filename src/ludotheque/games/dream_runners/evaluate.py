"""What a player of Dream Runners knows beyond the rules: a policy that composes exactly and chooses sensibly where it is asked."""

import random
from typing import Any

from ludotheque.core.game import Game, State
from ludotheque.games.dream_runners.actions import BUY, BUY_CALM, COLOR, DONE, KEEP, LOSE, OPEN, PASS, PICK
from ludotheque.games.dream_runners.components import COLORS, JOKER, NEUTRAL, ROUNDS, SEGMENT_POINTS, SEGMENT_SYMBOLS, STAR_VALUE
from ludotheque.games.dream_runners.compose import Valuation, compose
from ludotheque.games.dream_runners.state import Phase

STRENGTH = {".": 0, "C": 2, "F": 2, "B": 4, "D": 4}  # of a symbol, roughly


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


def choose(game: Game, view: State, seat: int, seed: bytes) -> int:
    """Compose with the solver; take what is missing; keep the strong segments; buy segments early and calm late."""
    rng, legal = random.Random(seed), game.legal(view, seat)
    phase = Phase(int(view.phase))
    if phase == Phase.COMPOSE:
        return next(iter(compose(view, seat, valuation(view, seat)).actions), DONE)
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
