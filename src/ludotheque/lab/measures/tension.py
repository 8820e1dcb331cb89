"""Tension: who leads, for how long, and whether it holds.

Everything is asked of a level[ply, seat]: the points after each ply, or what each seat expects.
"""

import numpy as np

from ludotheque.bots.rating import Interval
from ludotheque.core.constants import NONE, TABLE
from ludotheque.lab.measures.basic import Array, curve, game_of, share, starts, when

SWING = 0.25  # a change of expectation that people would talk about


def expectations(plies: dict[str, Array]) -> Array:
    """Return [ply, seat]: what each seat expected when it last thought; NaN before that."""
    seats, rows = plies["score"].shape[1], np.arange(len(plies["game"]))
    first, count = starts(plies)
    begin = np.repeat(first, count)
    found = np.full((len(rows), seats), np.nan)
    for seat in range(seats):
        has_thought = (plies["seat"] == seat) & ~np.isnan(plies["expects"])
        last = np.maximum.accumulate(np.where(has_thought, rows, NONE))
        is_known = last >= begin
        found[is_known, seat] = plies["expects"][last[is_known]]
    return found


def winners(games: dict[str, Array], plies: dict[str, Array]) -> Array:
    """Return the winner of each kept game, NONE if the first place is shared."""
    place = games["place"][np.isin(games["number"], plies["game"])]
    return np.where((place == 1).sum(axis=1) == 1, (place == 1).argmax(axis=1), NONE)


def leaders(level: Array) -> Array:
    """Return who is ahead of all others after each ply, NONE if nobody is."""
    level = np.where(np.isnan(level), 0.5, level) if level.dtype.kind == "f" else level
    best = level.max(axis=1, keepdims=True)
    return np.where((level == best).sum(axis=1) == 1, level.argmax(axis=1), NONE)


def lead_changes(level: Array, plies: dict[str, Array]) -> Array:
    """Return how often the lead passes to another seat in each game; to draw level is no change."""
    leader, game = leaders(level), game_of(plies)
    led = leader != NONE
    leader, led_game = leader[led], game[led]
    is_change = (leader[1:] != leader[:-1]) & (led_game[1:] == led_game[:-1])
    return np.bincount(led_game[1:][is_change], minlength=int(game[-1]) + 1)


def decided(level: Array, games: dict[str, Array], plies: dict[str, Array]) -> Array:
    """Return how far into each game its winner took the lead for good: 0 at once, 1 never before
    the end; NaN where there is no single winner.
    """
    game, winner = game_of(plies), winners(games, plies)
    _, count = starts(plies)
    is_behind = leaders(level) != winner[game]
    last = np.zeros(len(count))
    np.maximum.at(last, game[is_behind], plies["ply"][is_behind] + 1)
    return np.where(winner == NONE, np.nan, last / count)


def drama(level: Array, games: dict[str, Array], plies: dict[str, Array]) -> Array:
    """Return how far behind the best expectation the later winner was, on average over the game."""
    behind, game = _behind(level, games, plies), game_of(plies)
    return np.asarray(np.bincount(game, behind) / np.bincount(game))


def _behind(level: Array, games: dict[str, Array], plies: dict[str, Array]) -> Array:
    level = np.where(np.isnan(level), 0.5, level)
    winner = winners(games, plies)[game_of(plies)]
    own = level[np.arange(len(level)), np.maximum(0, winner)]
    return np.where(winner == NONE, np.nan, level.max(axis=1) - own)


def comeback(level: Array, games: dict[str, Array], plies: dict[str, Array]) -> Interval:
    """Return how often the winner was behind another seat in the middle of the game."""
    first, count = starts(plies)
    half = (level[first + count // 2]).astype(float)
    half = np.where(np.isnan(half), 0.5, half)
    winner = winners(games, plies)
    is_behind = half[np.arange(len(half)), np.maximum(0, winner)] < half.max(axis=1)
    return share(np.where(winner == NONE, np.nan, is_behind))


def swings(level: Array, plies: dict[str, Array]) -> Array:
    """Return in each game how often somebody's expectation changed by SWING from one thought to the
    next.
    """
    game = game_of(plies)
    step = np.abs(np.diff(level, axis=0))
    is_swing = (np.where(np.isnan(step), 0.0, step).max(axis=1) >= SWING) & (game[1:] == game[:-1])
    return np.bincount(game[1:][is_swing], minlength=int(game[-1]) + 1)


def leader_wins(level: Array, games: dict[str, Array], plies: dict[str, Array]) -> list[Interval]:
    """Return how often whoever leads in each part of the game wins it in the end."""
    leader, game = leaders(level), game_of(plies)
    winner = winners(games, plies)[game]
    is_right = np.where((leader == NONE) | (winner == NONE), np.nan, leader == winner)
    return curve(is_right, when(plies), game)


def openness(level: Array, plies: dict[str, Array]) -> list[Interval]:
    """Return 1 minus the lead of the best expectation over the next, in each part of the game."""
    is_known = ~np.isnan(level).any(axis=1) & (plies["seat"] != TABLE)
    ordered = np.sort(level[is_known], axis=1)
    lead = ordered[:, -1] - ordered[:, -2]
    return curve(1 - lead, when(plies)[is_known], game_of(plies)[is_known])
