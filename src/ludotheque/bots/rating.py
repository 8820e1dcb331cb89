"""The strength of bots and people from the games they played, with 95 % intervals.

Leagues and the server's rated games use the same model. A rating needs only the ranks of a game, so
it works for any number of seats.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from math import exp, log, sqrt
from typing import Any, NamedTuple

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


class Strength(NamedTuple):
    """How strong somebody is believed to be, in openskill's units, and how uncertain that is."""

    mu: float = 25.0
    sigma: float = 25 / 3

    @property
    def points(self) -> int:
        """Return the rating that people are shown."""
        return round(MIDDLE + POINTS * (self.mu - NEWCOMER.mu))

    @property
    def doubt(self) -> int:
        """Return the half width of its 95 % interval, in the same points."""
        return round(POINTS * NORMAL_95 * self.sigma)


NEWCOMER = Strength()
MIDDLE = 1500  # the points of a newcomer
POINTS = 30  # per unit of mu: about as many as one point of Elo has
# Where the levels begin, from the win rates that they are made for: 80, 70, 60 and 55 % against the
# level below. They are known better than a newcomer is.
BOTS = {
    level: Strength(NEWCOMER.mu + above, NEWCOMER.sigma / 2)
    for level, above in {"random": -8.2, "novice": 0.0, "regular": 5.0, "expert": 7.4, "master": 8.6}.items()
}


@cache
def model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=NEWCOMER.mu, sigma=NEWCOMER.sigma)


def rate(known: Mapping[str, Strength], players: Sequence[str], ranks: Sequence[int]) -> dict[str, Strength]:
    """Return everybody's strength after a game, given who sat at each seat and the seats' ranks.

    A player with several seats counts once, with the best of them. Nothing changes if there is only
    one player.
    """
    seats = sorted(range(len(players)), key=lambda seat: ranks[seat])
    first = [next(seat for seat in seats if players[seat] == player) for player in dict.fromkeys(players)]
    if len(first) < 2:
        return {player: known[player] for player in players}
    teams = [[model().rating(*known[players[seat]])] for seat in first]
    rated = model().rate(teams, ranks=[ranks[seat] for seat in first])
    return {players[seat]: Strength(team[0].mu, team[0].sigma) for seat, team in zip(first, rated, strict=True)}


def table_ratings(names: Sequence[str], games: Sequence[tuple[Sequence[str], Sequence[int]]]) -> dict[str, Interval]:
    """Return ratings for more than two seats, by openskill's Plackett-Luce model.

    The games are (bots by seat, their ranks).
    """
    ratings = dict.fromkeys(names, NEWCOMER)
    for bots, ranks in games:
        ratings |= rate(ratings, bots, ranks)
    return {
        name: Interval(one.mu, one.mu - NORMAL_95 * one.sigma, one.mu + NORMAL_95 * one.sigma)
        for name, one in ratings.items()
    }
