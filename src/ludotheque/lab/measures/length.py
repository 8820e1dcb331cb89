"""Length and pace."""

import numpy as np

from ludotheque.bots.rating import Interval
from ludotheque.core.constants import TABLE
from ludotheque.lab.measures.basic import Array, curve, game_of, mean, when

# A turn takes a while to begin, and a choice among more takes longer, by Hick's law
TURN_S, BIT_S = 10.0, 4.0


def forced(plies: dict[str, Array]) -> Interval:
    """Return the share of the seats' plies with only one legal action."""
    is_seat = plies["seat"] != TABLE
    return mean(plies["choices"][is_seat] == 1, game_of(plies)[is_seat])


def bits(plies: dict[str, Array]) -> Array:
    """Return how many bits of choice each ply has: log₂ of its legal actions, 0 for the table."""
    return np.where(plies["seat"] == TABLE, 0.0, np.log2(np.maximum(1, plies["choices"])))


def bits_over_time(plies: dict[str, Array]) -> list[Interval]:
    """Return the mean bits of choice of the seats' plies in each part of the game."""
    is_seat = plies["seat"] != TABLE
    return curve(bits(plies)[is_seat], when(plies)[is_seat], game_of(plies)[is_seat])


def bits_per_decision(plies: dict[str, Array]) -> Interval:
    """Return the mean bits of choice where there is one."""
    is_choice = (plies["seat"] != TABLE) & (plies["choices"] > 1)
    return mean(bits(plies)[is_choice], game_of(plies)[is_choice])


def minutes(games: dict[str, Array], plies: dict[str, Array]) -> Array:
    """Return how long each kept game would take people."""
    of_game = np.bincount(game_of(plies), bits(plies))
    kept = np.isin(games["number"], plies["game"])
    return np.asarray((TURN_S * games["turns"][kept] + BIT_S * of_game) / 60)
