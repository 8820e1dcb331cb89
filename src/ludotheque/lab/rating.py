"""The strength of bots from the games they played: win rates and ratings with 95 % intervals."""

from collections.abc import Sequence
from math import exp, log, sqrt
from typing import NamedTuple

NORMAL_95 = 1.96
ELO = 400 / log(10)  # rating points per unit of log odds
STEPS = 100


class Interval(NamedTuple):
    """A figure and its bounds."""

    value: float
    low: float
    high: float


def score_interval(results: Sequence[float], width: float = NORMAL_95) -> Interval:
    """Return the mean of results between 0 and 1, with Wilson's interval.

    The interval stays within 0 and 1 and is valid for few games too.
    """
    count = len(results)
    if not count:
        return Interval(0.5, 0.0, 1.0)
    mean, square = sum(results) / count, width * width
    middle = (mean + square / (2 * count)) / (1 + square / count)
    half = width * sqrt(mean * (1 - mean) / count + square / (4 * count * count)) / (1 + square / count)
    return Interval(mean, max(0.0, middle - half), min(1.0, middle + half))


def two_seat_ratings(names: Sequence[str], games: Sequence[tuple[str, str, float]]) -> dict[str, Interval]:
    """Return Elo ratings fitted to games (one, other, result of the first).

    The first name is at 0. One added draw between every two names keeps the ratings finite.
    """
    strength = dict.fromkeys(names, 0.0)
    padded = [*games, *((one, other, 0.5) for one in names for other in names if one < other)]
    spread = dict.fromkeys(names, 1.0)
    for _ in range(STEPS):  # Newton's method, one name at a time
        for name in names:
            slope = bend = 0.0
            for one, other, result in padded:
                if name in (one, other):
                    rival, mine = (other, result) if name == one else (one, 1 - result)
                    expected = 1 / (1 + exp(strength[rival] - strength[name]))
                    slope += mine - expected
                    bend += expected * (1 - expected)
            strength[name] += slope / bend if bend else 0.0
            spread[name] = 1 / sqrt(bend) if bend else 1.0
    zero = strength[names[0]]
    found = {}
    for name in names:
        value, half = ELO * (strength[name] - zero), ELO * NORMAL_95 * spread[name]
        found[name] = Interval(value, value - half, value + half)
    return found


def table_ratings(names: Sequence[str], games: Sequence[tuple[Sequence[str], Sequence[int]]]) -> dict[str, Interval]:
    """Return ratings for more than two seats, by openskill's Plackett-Luce model.

    The games are (bots by seat, their ranks).
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in names}
    for bots, ranks in games:
        if len(set(bots)) > 1:
            seats = sorted(range(len(bots)), key=lambda seat: ranks[seat])
            # one seat per name: its best
            first = [next(seat for seat in seats if bots[seat] == name) for name in dict.fromkeys(bots)]
            rated = model.rate([[ratings[bots[seat]]] for seat in first], ranks=[ranks[seat] for seat in first])
            for seat, team in zip(first, rated, strict=True):
                ratings[bots[seat]] = team[0]
    return {
        name: Interval(rating.mu, rating.mu - NORMAL_95 * rating.sigma, rating.mu + NORMAL_95 * rating.sigma)
        for name, rating in ratings.items()
    }
