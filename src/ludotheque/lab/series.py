"""A series of random games, and the counts taken from it.

Game *n* of a series depends only on the seed and *n*: it has its own key and its own random stream
for the players' choices. So a series can be cut into chunks anywhere and played by any number of
threads or on a GPU, and any one of its games can be replayed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ludotheque.core.chance import fill_block, key_words, seed_key
from ludotheque.core.constants import MAX_SEATS, TOO_LONG, TOO_MANY
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, State
from ludotheque.core.options import Value, encode
from ludotheque.core.story import silent_story

Counts = np.ndarray[Any, np.dtype[np.int64]]

SCORES = 1 << 16  # bins: scores from −32,767 to 32,766, and one at each end for any beyond
ZERO = 1 << 15  # the index of a score of 0
TIES = MAX_SEATS  # the index in `Tally.firsts` of games with a shared first place


class Packed(NamedTuple):
    """A tally as it travels."""

    lengths: Counts
    seen: Counts  # the indices of scores that occur
    scores: Counts  # [seat, seen]
    firsts: Counts


class Tally:
    """The number of games with each length, each score and each winner.

    All figures of a simulation are computed exactly from these counts.
    """

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        # [plies]; the last two entries count games that broke a bound, TOO_LONG and TOO_MANY
        self.lengths: Counts = np.zeros(game.max_plies + 3, np.int64)
        self.scores: Counts = np.zeros((seats, SCORES), np.int64)  # [seat, ZERO + score]
        # [seat]: first, alone or with others; [TIES]: shared first places
        self.firsts: Counts = np.zeros(MAX_SEATS + 1, np.int64)

    def add(self, plies: Any, points: Any, places: Any) -> None:
        """Count the games of one chunk: plies[game], points[game, seat], places[game, seat]."""
        places_of = np.where(plies < 0, plies + len(self.lengths), plies)
        self.lengths += np.bincount(places_of, minlength=len(self.lengths))
        bins = np.clip(points + ZERO, 0, SCORES - 1)
        low, high = int(bins.min()), int(bins.max())
        for seat, counts in enumerate(self.scores):
            counts[low : high + 1] += np.bincount(bins[:, seat] - low, minlength=high - low + 1)
        is_first = places[:, : len(self.scores)] == 1
        self.firsts[: len(self.scores)] += is_first.sum(axis=0)
        self.firsts[TIES] += int((is_first.sum(axis=1) > 1).sum())

    def packed(self) -> "Packed":
        """Return the counts without the scores that no game has, to send them elsewhere."""
        (seen,) = np.nonzero(self.scores.any(axis=0))
        return Packed(self.lengths, seen, self.scores[:, seen], self.firsts)

    def merge(self, other: "Packed") -> None:
        """Add the games that were counted elsewhere."""
        self.lengths += other.lengths
        self.scores[:, other.seen] += other.scores
        self.firsts += other.firsts

    @property
    def games(self) -> int:
        return int(self.lengths.sum())

    @property
    def plies(self) -> int:
        return int(np.arange(len(self.lengths)) @ self.lengths)

    def check(self) -> None:
        self.game.check_bounds(bool(self.lengths[TOO_MANY]), bool(self.lengths[TOO_LONG]))
        if self.scores[:, [0, SCORES - 1]].any():
            raise LudothequeError("a score is beyond ±{most}, the most that a simulation can count", most=ZERO - 2)


@dataclass(frozen=True)
class Series:
    """The random games for one game, number of seats, set of options and seed."""

    game: Game
    seats: int
    options: Mapping[str, Value]
    seed: int

    def __post_init__(self) -> None:
        self.game.check_seats(self.seats)
        object.__setattr__(self, "options", self.game.complete_options(self.options))

    @cached_property
    def root(self) -> Any:
        """The key from which every game's own key is derived."""
        return key_words(seed_key(self.seed))

    @cached_property
    def codes(self) -> Any:
        return encode(self.game.options, self.options)

    def play(self, chunk: range) -> tuple[Any, Any, Any]:
        """Play these games; return plies[game], points[game, seat], places[game, seat]."""
        blank = np.zeros(1, self.game.state)
        plies = np.zeros(len(chunk), np.int32)
        points, places = np.zeros((2, len(chunk), MAX_SEATS), np.int32)
        self.game.engine.batch(
            blank, self.root, chunk.start, self.seats, self.codes, silent_story(), plies, points, places
        )
        return plies, points, places

    def final_state(self, number: int) -> State:
        """Replay one game of the series and return its final state."""
        words = np.empty(16, np.uint32)
        fill_block(self.root, number, words)
        state = self.game.new(self.seats, self.options, words[:8].astype("<u4").tobytes())
        self.game.engine.playout(state, words[8:11], silent_story())
        return state
