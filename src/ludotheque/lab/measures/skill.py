"""Skill and luck: what better play buys, and what the deal decides alone."""

from math import inf, log10

import numpy as np

from ludotheque.bots.rating import NORMAL_95, Interval
from ludotheque.lab.measures.basic import UNKNOWN, Array, results, share

STEP = 400 * log10(3)  # the Elo between players of whom one wins three games of four
RESAMPLES = 400


def beaten(games: dict[str, Array], bot: int) -> Interval:
    """Return the share of the others that a bot beats, where it is the only one of its kind."""
    is_own = games["bot"] == bot
    return share((results(games["place"]) * is_own).sum(axis=1), games["deal"])


def elo(won: Interval) -> Interval:
    """Return the rating difference that goes with a share of the wins."""
    return Interval(*(_elo(value) for value in won))


def _elo(won: float) -> float:
    return inf if won >= 1 else -inf if won <= 0 else 400 * log10(won / (1 - won))


def depth(steps: list[Interval]) -> Interval:
    """Return how many times one can rise by a clear step, from the lowest level to the highest.

    The errors of the steps are independent, so their squares add up. A step whose rating has no
    bound counts as its other end.
    """
    total, below, above = 0.0, 0.0, 0.0
    for step in map(elo, steps):
        value = step.value if abs(step.value) < inf else step.low if step.value > 0 else step.high
        total += value
        below += (value - step.low) ** 2
        above += (step.high - value) ** 2
    return Interval(total / STEP, (total - below**0.5) / STEP, (total + above**0.5) / STEP)


def deal_share(games: dict[str, Array]) -> Interval:
    """Return how much of the variance of the results the deal explains, between equal players.

    It is the intraclass correlation of the results of one seat in games with the same deal. The
    interval comes from the games of randomly drawn deals.
    """
    times = int(np.bincount(games["deal"] - games["deal"][0]).max())
    whole = len(games["deal"]) // times
    if times < 2 or whole < 2:
        return UNKNOWN
    won = results(games["place"])[: whole * times].reshape(whole, times, -1)
    sums, squares = won.sum(axis=1), (won**2).sum(axis=1)
    value = _correlation(sums, squares, times)
    rng = np.random.default_rng(1)
    drawn = [rng.integers(0, whole, whole) for _ in range(RESAMPLES)]
    error = float(np.std([_correlation(sums[some], squares[some], times) for some in drawn]))
    half = NORMAL_95 * error
    return Interval(value, max(0.0, min(value, value - half)), min(1.0, value + half))


def _correlation(sums: Array, squares: Array, times: int) -> float:
    """Return the share of the variance that lies between deals, by the analysis of variance.

    `sums` and `squares` are [deal, seat]: of the results, and of their squares.
    """
    deals = len(sums)
    between = float(((sums - sums.mean(axis=0)) ** 2).sum()) / times / (deals - 1)
    within = float((squares - sums**2 / times).sum()) / (deals * (times - 1))
    total = between + (times - 1) * within
    return max(0.0, (between - within) / total) if total > 0 else 0.0
