"""Fairness: whether it matters where one sits and who begins."""

import numpy as np

from ludotheque.bots.rating import Interval
from ludotheque.lab.measures.basic import Array, margins, mean, quantile, share, wins


def win_shares(games: dict[str, Array]) -> list[Interval]:
    """Return how often each seat wins."""
    won = wins(games["place"])
    return [share(won[:, seat], games["deal"]) for seat in range(won.shape[1])]


def mean_margins(games: dict[str, Array]) -> list[Interval]:
    """Return how many points each seat is ahead of the best other one, on average."""
    ahead = margins(games["score"])
    return [mean(ahead[:, seat], games["deal"]) for seat in range(ahead.shape[1])]


def beginner(games: dict[str, Array]) -> Interval:
    """Return how often the seat that acted first wins."""
    won = wins(games["place"])
    return share(won[np.arange(len(won)), games["begins"]], games["deal"])


def shared(games: dict[str, Array]) -> Interval:
    """Return how often a first place is shared."""
    return share((games["place"] == 1).sum(axis=1) > 1, games["deal"])


def balance(games: dict[str, Array]) -> Interval:
    """Return 1 minus the largest difference between the win shares of two seats.

    The interval is that of the difference between the two seats that are farthest apart.
    """
    won = wins(games["place"])
    shares = won.mean(axis=0)
    apart = mean(won[:, shares.argmax()] - won[:, shares.argmin()], games["deal"])
    return Interval(1 - apart.value, max(0.0, 1 - apart.high), min(1.0, 1 - apart.low))


def handicap(games: dict[str, Array], seat: int) -> Interval:
    """Return the points that a seat would need at the start to win as often as any other.

    Negative: the points that it would have to give.
    """
    return quantile(-margins(games["score"])[:, seat], 1 / games["score"].shape[1])


def is_by_points(games: dict[str, Array]) -> bool:
    """Say whether the most points win, so that points can be a handicap at all."""
    best = games["score"].max(axis=1, keepdims=True)
    return bool(
        (games["score"][games["place"] == 1] == np.broadcast_to(best, games["score"].shape)[games["place"] == 1]).all()
    )
