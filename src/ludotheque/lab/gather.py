"""Games as columns of numbers: one row per game and one row per ply, to be measured.

Game *n* of a set-up depends only on the set-up and *n*. So a series can be cut into pieces anywhere
and played by any number of threads or machines: `merge` puts the pieces together again, in order,
and the columns are the same to the byte.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import nan
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.bots.history import history_of
from ludotheque.bots.levels import SIMPLE, bot, decide_by_search
from ludotheque.bots.play import seed_for, turns
from ludotheque.core.chance import WORDS, fill_block, key_words, seed_key
from ludotheque.core.constants import MAX_SEATS, NONE, TABLE, TOO_LONG, TOO_MANY
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, State
from ludotheque.core.layout import copy, layout
from ludotheque.core.options import Value, encode
from ludotheque.core.record import Recorder
from ludotheque.core.story import silent_story
from ludotheque.core.template import instantiate
from ludotheque.lab.league import seating
from ludotheque.lab.spread import Crew, Packed, hired, unpacked

TEMPLATE = Path(__file__).parent / "gathering.py"
Columns = dict[str, Any]  # name → numpy array, one entry per row; scores and the like have a second axis, the seats
Progress = Callable[[int, int], object]  # called with how many games are done, and of how many

# One row per game
GAME = layout(
    ("number", np.int64),
    ("deal", np.int64),  # games with the same deal have the same chance throughout
    ("plies", np.int32),  # actions, with those of the table itself
    ("turns", np.int32),  # runs of plies by one seat
    ("decisions", np.int32),  # plies of a seat with more than one choice
    ("begins", np.int32),  # the seat of the first ply
    ("score", np.int32, (MAX_SEATS,)),
    ("place", np.int32, (MAX_SEATS,)),  # 1 is the winner; shared places are equal
    ("bot", np.int32, (MAX_SEATS,)),  # who sat there, as an index of `Setup.names`
)
# One row per ply
PLY = layout(
    ("game", np.int64),  # its number
    ("ply", np.int32),
    ("seat", np.int32),  # TABLE: the table itself
    ("action", np.int32),
    ("choices", np.int32),  # legal actions
    ("score", np.int32, (MAX_SEATS,)),  # of each seat, right after the ply
    ("expects", np.float64),  # the share of the others that the seat expects to beat; NaN: it did not think
)
RANDOM_PIECE, THINKING_PIECE = 1 << 14, 4  # games in a piece, unless told
MANY = 100  # games of bots that are worth starting processes for
ROOM = 1 << 16  # plies that are made room for at once


@dataclass(frozen=True)
class Setup:
    """What is played: everything that the columns depend on."""

    game: str
    seats: int
    options: Mapping[str, Value] = field(default_factory=dict)
    # one name per seat; from game to game everyone moves up one seat
    bots: tuple[str, ...] = ()
    seed: int = 1
    scale: float = 1.0  # multiplies the bots' iterations
    times: int = 1  # how often each deal is played
    kept: int = 0  # plies are kept of the games below this number

    @property
    def is_random(self) -> bool:
        """Say whether nobody thinks, so that everything runs as machine code."""
        return set(self.bots) <= {"random"}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The bots, each once; the column `bot` holds their indices."""
        return tuple(dict.fromkeys(self.bots)) or ("random",)

    @cached_property
    def root(self) -> Any:
        """The key from which every game's own key is derived."""
        return key_words(seed_key(self.seed))

    def seated(self, number: int) -> tuple[str, ...]:
        """Return who sits where in a game."""
        return seating(self.bots or ("random",) * self.seats, number)

    def keys(self, number: int) -> tuple[bytes, bytes]:
        """Return the key of a game's deal, and the key of what its players choose."""
        deal, lots = np.empty(WORDS, np.uint32), np.empty(WORDS, np.uint32)
        fill_block(self.root, number // self.times, deal)
        fill_block(self.root, number, lots)
        return deal[:8].astype("<u4").tobytes(), lots[8:].astype("<u4").tobytes()

    def check(self, game: Game) -> None:
        game.check_seats(self.seats)
        if self.bots and len(self.bots) != self.seats:
            raise LudothequeError("{seats} seats need as many bots, not {bots}", seats=self.seats, bots=len(self.bots))
        for name in self.bots:
            bot(name)  # refuses one that it does not know


@dataclass(frozen=True)
class Gathered:
    """The games of a set-up."""

    setup: Setup
    games: Columns  # one row per game: the fields of GAME
    plies: Columns  # one row per ply of the games that were kept: the fields of PLY

    def __len__(self) -> int:
        return len(self.games["number"])


def pieces(games: int, size: int) -> list[range]:
    """Cut a series into pieces."""
    return [range(first, min(first + size, games)) for first in range(0, games, size)]


def play_piece(packed: Game | Packed, setup: Setup, piece: range) -> Gathered:
    """Play the games with these numbers."""
    game = unpacked(packed)
    played = play_at_random if setup.is_random else play_with_bots
    games, plies = played(game, setup, piece)
    game.check_bounds(bool((games["plies"] == TOO_MANY).any()), bool((games["plies"] == TOO_LONG).any()))
    return Gathered(setup, columns(games, setup.seats), columns(plies, setup.seats))


def merge(parts: Iterable[Gathered]) -> Gathered:
    """Put pieces together, in the order of their games."""
    found = sorted((part for part in parts if len(part)), key=lambda part: int(part.games["number"][0]))
    return Gathered(found[0].setup, joined([part.games for part in found]), joined([part.plies for part in found]))


def gather(
    game: Game,
    setup: Setup,
    games: int,
    threads: int = 1,
    size: int = 0,
    progress: Progress | None = None,
    crew: Crew | None = None,
) -> Gathered:
    """Play the first `games` games of a set-up, in pieces of `size`, on threads or by a crew."""
    with nullcontext(crew) if crew else hired(threads=threads) as hands:
        found, done = [], 0
        for part in stream(game, setup, games, hands, size):
            found.append(part)
            done += len(part)
            if progress:
                progress(done, games)
        return merge(found)


def stream(game: Game, setup: Setup, games: int, crew: Crew, size: int = 0, first: int = 0) -> Iterator[Gathered]:
    """Play the games of a set-up from number `first` on; yield them piece by piece, in order."""
    setup.check(game)
    size = size or (RANDOM_PIECE if setup.is_random else THINKING_PIECE)
    if crew.is_here:
        play_piece(game, setup, range(0))  # compile before there are threads
    # docs/decisions.md: Bots of a report think in processes
    hands = crew if setup.is_random or games - first < MANY else crew.thinkers()
    packed = hands.pack(game)
    yield from hands.map(play_piece, ((packed, setup, piece) for piece in pieces(games, size) if piece.start >= first))


def columns(rows: Any, seats: int) -> Columns:
    """Return the fields of some rows as contiguous arrays, with as many seats as there are."""
    return {
        name: np.ascontiguousarray(rows[name] if rows[name].ndim == 1 else rows[name][:, :seats])
        for name in rows.dtype.names
    }


def joined(parts: Sequence[Columns]) -> Columns:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


# At random


@cache
def template(game: Game) -> Any:
    return instantiate(game, TEMPLATE, new_game=game.engine.new_game)


def play_at_random(game: Game, setup: Setup, piece: range) -> tuple[Any, Any]:
    """Play as machine code. The games are those of `simulate` with the same seed."""
    codes, blank = encode(game.options, game.complete_options(setup.options)), np.zeros(1, game.state)
    games, kept, done = np.zeros(len(piece), GAME), [np.zeros(0, PLY)], 0
    while True:
        room = min(ROOM, len(piece) * game.max_plies) if piece.start + done < setup.kept else 0
        rows = np.zeros(max(room, game.max_plies), PLY)
        more, filled = template(game).gather(
            blank, setup.root, piece.start + done, setup.times, setup.kept, setup.seats, codes, silent_story(),
            games[done:], rows,
        )  # fmt: skip
        done += more
        kept.append(rows[:filled])
        if done >= len(piece):
            return games, np.concatenate(kept)


# With bots


def play_with_bots(game: Game, setup: Setup, piece: range) -> tuple[Any, Any]:
    """Play decision by decision, each bot on what its seat can see."""
    games, kept = np.zeros(len(piece), GAME), [np.zeros(0, PLY)]
    for row, number in zip(games, piece, strict=True):
        plies, final = played_by_bots(game, setup, number)
        acting = plies[plies["seat"] != TABLE]
        row["number"], row["deal"], row["plies"] = number, number // setup.times, len(plies)
        row["turns"] = np.count_nonzero(np.diff(acting["seat"], prepend=NONE))
        row["decisions"] = np.count_nonzero(acting["choices"] > 1)
        row["begins"] = acting["seat"][0]
        row["score"][: setup.seats] = game.scores(final, setup.seats)
        row["place"][: setup.seats] = game.ranks(final, setup.seats)
        row["bot"][: setup.seats] = [setup.names.index(name) for name in setup.seated(number)]
        if number < setup.kept:
            kept.append(plies)
    return games, np.concatenate(kept)


def played_by_bots(game: Game, setup: Setup, number: int) -> tuple[Any, State]:
    """Play one game; return a row per ply, and the final state."""
    names, (key, lots) = setup.seated(number), setup.keys(number)
    rows: list[tuple[int, int, int, float]] = []
    recorder, points = Recorder(game, setup.seats, setup.options, key), np.zeros(MAX_SEATS, np.int32)
    for seat in turns(recorder):
        rows += [(ply.seat, ply.action, 1, nan) for ply in recorder.plies[len(rows) :]]  # the table's own
        choices = game.legal(recorder.state, seat)
        action, expects = choices[0], nan
        if len(choices) > 1:
            action, expects = decided(recorder, seat, names[seat], setup.scale, seed_for(lots, len(rows), names[seat]))
        recorder.act(seat, action)
        rows.append((seat, action, len(choices), expects))
    rows += [(ply.seat, ply.action, 1, nan) for ply in recorder.plies[len(rows) :]]
    found = np.zeros(len(rows), PLY)
    found["game"], found["ply"] = number, np.arange(len(rows))
    for name, values in zip(("seat", "action", "choices", "expects"), zip(*rows, strict=True), strict=True):
        found[name] = values
    if number < setup.kept:
        for row, ply in zip(found, recorder.plies, strict=True):
            game.engine.run_scores(ply.after, points)
            row["score"] = points
    return found, recorder.state


def decided(recorder: Recorder, seat: int, name: str, scale: float, seed: bytes) -> tuple[int, float]:
    """Return the action of a bot, and the share of the others that it expects to beat."""
    game = recorder.game
    view, history = game.view_of(recorder.state, seat), history_of(recorder, seat)
    if name in SIMPLE:
        return SIMPLE[name](game, view, seat, history, seed), nan
    action, place = decide_by_search(name, scale, False, None, game, view, seat, history, seed)
    return action, (recorder.seats - place) / (recorder.seats - 1)


# Again


def replay(game: Game, found: Gathered, number: int) -> list[State]:
    """Return every state of a game whose plies were kept: after the deal, and after every ply."""
    of_game = found.plies["game"] == number
    state = game.new(found.setup.seats, found.setup.options, found.setup.keys(number)[0])
    states = [copy(state)]
    for seat, action in zip(found.plies["seat"][of_game], found.plies["action"][of_game], strict=True):
        game.apply(state, int(seat), int(action))
        states.append(copy(state))
    return states
