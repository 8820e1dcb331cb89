"""The figures of single games, by which variants of a game are compared.

Every game gives one number for each figure. So two variants can be compared game by game, with the
same deals, and little is left to luck.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ludotheque.bots.rating import Interval
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import Game
from ludotheque.core.words import N_
from ludotheque.lab.gather import THINKING_PIECE, Columns, Gathered, Setup, joined, pieces, play_piece
from ludotheque.lab.measures.basic import game_of, margins, mean, results, wins
from ludotheque.lab.measures.length import bits, minutes
from ludotheque.lab.measures.tension import decided, expectations, lead_changes
from ludotheque.lab.spread import Crew, Packed

PIECE = 1 << 10  # random games in a piece of work
DEAL = "deal"  # the column of what belongs together


class Figure(NamedTuple):
    """How a figure is called and written."""

    title: str
    form: str


FIGURES = {
    "plies": Figure(N_("plies"), ",.1f"),
    "turns": Figure(N_("turns"), ",.1f"),
    "decisions": Figure(N_("decisions"), ",.1f"),
    "minutes": Figure(N_("minutes at the table"), ",.2f"),
    "bits": Figure(N_("bits of choice in a decision"), ",.2f"),
    "forced": Figure(N_("forced moves"), ".1%"),
    "beginner": Figure(N_("wins of who begins"), ".1%"),
    "shared": Figure(N_("shared first places"), ".1%"),
    "best": Figure(N_("the winner’s points"), ",.2f"),
    "margin": Figure(N_("points ahead of the second"), ",.2f"),
    "changes": Figure(N_("changes of the lead"), ",.2f"),
    "decided": Figure(N_("part of the game until it is decided"), ".1%"),
}
SEAT_WINS = Figure(N_("wins of seat {seat}"), ".1%")
BOT_RESULT = Figure(N_("others beaten by {bot}"), ".1%")


def figure_of(name: str) -> tuple[Figure, dict[str, str]]:
    """Return how a figure is called, and the values in its title."""
    kind, _, which = name.partition(":")
    if kind == "seat":
        return SEAT_WINS, {"seat": which}
    return (BOT_RESULT, {"bot": which}) if kind == "bot" else (FIGURES[name], {})


def figures(found: Gathered) -> Columns:
    """Return the figures of every game; the plies of all of them must have been kept."""
    games, plies = found.games, found.plies
    count, won, game = len(found), wins(games["place"]), game_of(plies)
    is_seat = plies["seat"] != TABLE
    acts = np.bincount(game[is_seat], minlength=count)
    forced = np.bincount(game[is_seat & (plies["choices"] == 1)], minlength=count)
    level = plies["score"] if np.isnan(plies["expects"]).all() else expectations(plies)
    columns = {
        "number": games["number"],
        DEAL: games["deal"],
        "plies": games["plies"],
        "turns": games["turns"],
        "decisions": games["decisions"],
        "minutes": minutes(games, plies),
        "bits": np.bincount(game, bits(plies), minlength=count) / np.maximum(1, games["decisions"]),
        "forced": forced / np.maximum(1, acts),
        "beginner": won[np.arange(count), np.maximum(NONE + 1, games["begins"])],
        "shared": (games["place"] == 1).sum(axis=1) > 1,
        "best": np.where(games["place"] == 1, games["score"], np.iinfo(np.int32).min).max(axis=1),
        "margin": margins(games["score"]).max(axis=1),
        "changes": lead_changes(level, plies),
        "decided": decided(level, games, plies),
    }
    columns |= {f"seat:{seat}": won[:, seat] for seat in range(won.shape[1])}
    if len(found.setup.names) > 1:
        beaten = results(games["place"])
        for number, name in enumerate(found.setup.names):
            columns[f"bot:{name}"] = np.nanmean(np.where(games["bot"] == number, beaten, np.nan), axis=1)
    return {name: np.asarray(values, float) for name, values in columns.items()}


def figures_of_piece(packed: Game | Packed, setup: Setup, piece: range) -> Columns:
    """Play the games with these numbers; return their figures, which are little to send."""
    return figures(play_piece(packed, setup, piece))


def measure(
    game: Game, setup: Setup, games: int, crew: Crew, progress: Callable[[int], object] = lambda _: None
) -> Columns:
    """Play games and return the figures of each."""
    setup.check(game)
    setup = replace(setup, options=dict(game.complete_options(setup.options)), kept=games)
    if crew.is_here:
        play_piece(game, setup, range(0))  # compile before there are threads
    packed, found, done = crew.pack(game), list[Columns](), 0
    size = PIECE if setup.is_random else THINKING_PIECE
    for part in crew.map(figures_of_piece, ((packed, setup, piece) for piece in pieces(games, size))):
        found.append(part)
        done += len(part[DEAL])
        progress(done)
    return joined(found)


# Comparing


class Row(NamedTuple):
    """A figure of two variants: how it is in each, and how much more it is in the second."""

    name: str
    first: Interval
    second: Interval
    more: Interval

    @property
    def is_clear(self) -> bool:
        """Say whether the interval of the difference leaves out 0."""
        return self.more.low > 0 or self.more.high < 0


def names_of(found: Columns) -> list[str]:
    """Return the names of the figures."""
    return [name for name in found if name not in ("number", DEAL)]


def averages(found: Columns) -> dict[str, Interval]:
    """Return the mean of every figure."""
    return {name: mean(found[name], found[DEAL]) for name in names_of(found)}


def paired(first: Columns, second: Columns) -> list[Row]:
    """Compare two variants game by game: the same number means the same deal and the same seats."""
    one, other = averages(first), averages(second)
    return [
        Row(name, one[name], other[name], mean(second[name] - first[name], first[DEAL]))
        for name in one
        if name in other
    ]
