"""Choices: what is done, how often, and whether those who do it win."""

from dataclasses import dataclass

import numpy as np

from ludotheque.bots.rating import Interval
from ludotheque.core.actions import Actions
from ludotheque.core.constants import TABLE
from ludotheque.lab.measures.basic import Array, game_of, results, share, starts

MOST_VALUES = 40
SHUNNED = 0.25  # a thing that good players take less than this often, compared with chance


@dataclass(frozen=True)
class Use:
    """A kind of action, or one of its components: how often it is chosen, and with what success."""

    name: str
    per_game: float
    share: Interval  # of the decisions of this kind, or of all decisions
    result: Interval  # the share of the others that seats beat who chose it at least once


def uses(label: Array, names: list[str], games: dict[str, Array], plies: dict[str, Array]) -> list[Use]:
    """Return the use of each label; label[ply] is a position in `names`, or negative."""
    game, count = game_of(plies), len(starts(plies)[0])
    result = results(games["place"][np.isin(games["number"], plies["game"])])
    is_own = (plies["seat"] != TABLE) & (label >= 0)
    found = []
    for place, name in enumerate(names):
        chosen = is_own & (label == place)
        did = np.zeros(result.shape, bool)
        did[game[chosen], plies["seat"][chosen]] = True
        users = np.nonzero(did)
        found.append(
            Use(
                name,
                float(chosen.sum()) / count,
                share(chosen[is_own].astype(float), game[is_own]),
                share(result[users], users[0]),
            )
        )
    return found


def kinds(actions: Actions, games: dict[str, Array], plies: dict[str, Array]) -> list[Use]:
    """Return the use of each kind of action."""
    names = list(actions.kinds)
    edges = np.array([actions.first[name] for name in names])
    return uses(np.searchsorted(edges, plies["action"], "right") - 1, names, games, plies)


def components(actions: Actions, games: dict[str, Array], plies: dict[str, Array]) -> dict[tuple[str, str], list[Use]]:
    """Return the use of each value of each argument, by (kind, argument).

    Arguments with very many values are left out: they are places, not components.
    """
    found = {}
    for name, kind in actions.kinds.items():
        left, is_kind = plies["action"] - actions.first[name], kind_mask(actions, name, plies["action"])
        for argument, words in reversed(kind.arguments.items()):
            left, value = np.divmod(left, len(words))
            if len(words) > MOST_VALUES:
                continue
            found[name, argument] = uses(np.where(is_kind, value, -1), list(words), games, plies)
    return found


def kind_mask(actions: Actions, name: str, numbers: Array) -> Array:
    first = actions.first[name]
    return np.asarray((numbers >= first) & (numbers < first + actions.kinds[name].count))


def dead(uses_by_level: list[list[Use]]) -> list[str]:
    """Return what nobody ever chose, at any level."""
    return [same[0].name for same in zip(*uses_by_level, strict=True) if all(use.per_game == 0 for use in same)]


def shunned(chance: list[Use], skilled: list[Use]) -> list[str]:
    """Return what players who think choose clearly less often than players who do not."""
    return [
        use.name
        for lot, use in zip(chance, skilled, strict=True)
        if lot.per_game > 0 and use.share.high < SHUNNED * lot.share.low
    ]


@dataclass(frozen=True)
class Opening:
    """A first action: who chose it, and how it went."""

    action: int
    game: int  # the number of a game that began with it
    share: Interval
    result: Interval


def openings(games: dict[str, Array], plies: dict[str, Array], most: int = 10) -> list[Opening]:
    """Return the most frequent first decisions with more than one choice, most frequent first."""
    is_choice = (plies["seat"] != TABLE) & (plies["choices"] > 1)
    numbers, first = np.unique(plies["game"][is_choice], return_index=True)
    rows = np.nonzero(is_choice)[0][first]
    place = games["place"][np.isin(games["number"], numbers)]
    result = results(place)[np.arange(len(rows)), plies["seat"][rows]]
    action = plies["action"][rows]
    often = sorted(
        zip(*(part.tolist() for part in np.unique(action, return_counts=True)), strict=True),
        key=lambda one: (-one[1], one[0]),
    )
    return [
        Opening(
            number,
            int(numbers[action == number][0]),
            share((action == number).astype(float)),
            share(result[action == number]),
        )
        for number, _ in often[:most]
    ]
