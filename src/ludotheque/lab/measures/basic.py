"""Means, shares and quantiles with 95 % intervals, and how a figure runs over the game.

Games with the same deal are not independent of each other, nor are the plies of one game. So an
interval is given the group of each value, and treats a group as one observation.
"""

from math import sqrt
from typing import Any

import numpy as np

from ludotheque.bots.rating import NORMAL_95, Interval

Array = np.ndarray[Any, np.dtype[Any]]
TENTHS = 20  # parts that a game is cut into, to show how something runs over it
UNKNOWN = Interval(float("nan"), float("nan"), float("nan"))


def mean(values: Array, groups: Array | None = None) -> Interval:
    """Return the mean with an interval; NaNs do not count."""
    middle, error, _ = _spread(values, groups)
    return Interval(middle, middle - NORMAL_95 * error, middle + NORMAL_95 * error)


def share(values: Array, groups: Array | None = None) -> Interval:
    """Return the mean of values between 0 and 1, with Wilson's interval.

    It is as wide as that of so many independent games as would give the same error.
    """
    middle, error, count = _spread(values, groups)
    if not count:
        return UNKNOWN
    alone = middle * (1 - middle)
    like = alone / error**2 if error > 0 and alone > 0 else float(count)
    square = NORMAL_95**2
    center = (middle + square / (2 * like)) / (1 + square / like)
    half = NORMAL_95 * sqrt(alone / like + square / (4 * like**2)) / (1 + square / like)
    return Interval(middle, min(middle, max(0.0, center - half)), max(middle, min(1.0, center + half)))


def _spread(values: Array, groups: Array | None) -> tuple[float, float, int]:
    """Return the mean, its standard error, and the number of groups."""
    values = np.asarray(values, float)
    groups = np.arange(len(values)) if groups is None else np.asarray(groups)
    known = ~np.isnan(values)
    values, groups = values[known], groups[known]
    if not len(values):
        return float("nan"), float("nan"), 0
    middle = float(values.mean())
    _, places = np.unique(groups, return_inverse=True)
    off = np.bincount(places, values - middle)  # how far each group pulls the mean
    count = len(off)
    error = sqrt(float((off**2).sum()) * count / max(1, count - 1)) / len(values)
    return middle, error, count


def quantile(values: Array, at: float) -> Interval:
    """Return a quantile; its interval is between two of the ordered values, whatever the shape."""
    ordered = np.sort(values[~np.isnan(np.asarray(values, float))])
    count = len(ordered)
    if not count:
        return UNKNOWN
    half = NORMAL_95 * sqrt(count * at * (1 - at))
    low, high = (int(np.clip(round(count * at + sign * half), 0, count - 1)) for sign in (-1, 1))
    return Interval(float(np.quantile(ordered, at)), float(ordered[low]), float(ordered[high]))


# Results


def results(place: Array) -> Array:
    """Return [game, seat]: the share of the others that a seat has beaten; equals count half."""
    mine, others = place[:, :, None], place[:, None, :]
    beaten = (mine < others).sum(axis=2) + 0.5 * ((mine == others).sum(axis=2) - 1)
    return np.asarray(beaten / (place.shape[1] - 1))


def wins(place: Array) -> Array:
    """Return [game, seat]: a first place is 1, a shared one a fraction."""
    is_first = place == 1
    return np.asarray(is_first / is_first.sum(axis=1, keepdims=True))


def margins(score: Array) -> Array:
    """Return [game, seat]: the points ahead of the best other seat."""
    ordered = np.sort(score, axis=1)
    best, second = ordered[:, -1:], ordered[:, -2:-1]
    return np.asarray(np.where(score == best, score - second, score - best))


# Over the game


def starts(plies: dict[str, Array]) -> tuple[Array, Array]:
    """Return the first row and the number of rows of each game whose plies were kept."""
    _, first, count = np.unique(plies["game"], return_index=True, return_counts=True)
    return first, count


def when(plies: dict[str, Array]) -> Array:
    """Return how far into its game each ply is, between 0 and 1."""
    _, count = starts(plies)
    return np.asarray((plies["ply"] + 0.5) / np.repeat(count, count))


def game_of(plies: dict[str, Array]) -> Array:
    """Return for each ply which of the kept games it belongs to: 0, 1, …"""
    _, count = starts(plies)
    return np.repeat(np.arange(len(count)), count)


def curve(values: Array, at: Array, groups: Array, parts: int = TENTHS) -> list[Interval]:
    """Return the mean of the values in each part of the game; `at` says how far into it each is."""
    part = np.minimum((at * parts).astype(int), parts - 1)
    return [mean(values[part == number], groups[part == number]) for number in range(parts)]


def histogram(values: Array, most: int = 24) -> list[tuple[int, int, int]]:
    """Count whole numbers in at most so many equal bins, as (from, to, count)."""
    low, high = int(values.min()), int(values.max())
    width = -(-(high - low + 1) // most)
    counts = np.bincount((values - low) // width)
    return [(low + k * width, low + (k + 1) * width - 1, int(count)) for k, count in enumerate(counts)]
