"""The public Python interface: `import ludotheque as lt`.

Everything here stays stable until the next major version. Actions are strings, written as in
records; seats are counted from 0.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from ludotheque.bots.history import UNKNOWN, History, history_of
from ludotheque.bots.levels import bot
from ludotheque.bots.play import seed_for, turns
from ludotheque.core import record as records
from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, State
from ludotheque.core.layout import copy
from ludotheque.core.record import Data, Recorder
from ludotheque.core.words import ENGLISH
from ludotheque.lab import league as leagues
from ludotheque.lab import simulate as simulations
from ludotheque.lab.league import League, Plan
from ludotheque.lab.show import html_table
from ludotheque.lab.simulate import Simulation
from ludotheque.lab.spread import hired
from ludotheque.scene.picture import scene_of
from ludotheque.scene.svg import compose

__all__ = [
    "Bot",
    "Game",
    "IllegalActionError",
    "League",
    "LudothequeError",
    "Position",
    "Record",
    "Simulation",
    "View",
    "deal",
    "games",
    "league",
    "load",
    "play",
    "simulate",
]

Player = Callable[["View"], str]


class IllegalActionError(ValueError):
    """An action that the rules refuse; the message names the rule and shows the position."""


def games() -> list[str]:
    """List the installed games."""
    return registry.names()


def load(game: str | Game) -> Game:
    """Load a game by name."""
    return game if isinstance(game, Game) else registry.load(game)


# Positions and views


@dataclass(frozen=True)
class View:
    """What one seat sees, and what it may do. Seat None is a spectator."""

    game: Game
    data: State  # numpy: the state, with everything that the seat does not see left blank
    seat: int | None
    seats: int
    history: History = UNKNOWN

    @property
    def actions(self) -> list[str]:
        """What the seat may do now; empty if it is not the seat's turn."""
        if self.seat is None:
            return []
        notation = self.game.notation
        return [notation.text(self.data, self.seat, action) for action in self.game.legal(self.data, self.seat)]

    def picture(self, *, is_dark: bool = False) -> str:
        """Draw the view as SVG."""
        eyes = NONE if self.seat is None else self.seat
        scene = scene_of(self.game, self.game.words("en"), self.data, eyes)
        return compose(scene, self.game.folder / "art.svg" if scene.ground else None, is_dark=is_dark)

    def _repr_svg_(self) -> str:
        return self.picture()

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat} of {self.seats}"
        return f"<View of {self.game.title}: {who}>"

    def __str__(self) -> str:
        return self.game.text.board(ENGLISH, self.data, NONE if self.seat is None else self.seat)


@dataclass(frozen=True)
class Position:
    """A position in a game, including everything that is hidden."""

    game: Game
    state: State
    seats: int

    @property
    def to_act(self) -> list[int]:
        """The seats that may act now; empty if the game is over."""
        return self.game.movers(self.state)

    @property
    def is_over(self) -> bool:
        return not self.to_act

    @property
    def scores(self) -> list[int]:
        return self.game.scores(self.state, self.seats)

    @property
    def ranks(self) -> list[int]:
        """The place of each seat, 1 for the winner; seats that tie share a place."""
        return self.game.ranks(self.state, self.seats)

    def view(self, seat: int | None = None) -> View:
        """Return what a seat sees, or what a spectator sees if no seat is given."""
        eyes = NONE if seat is None else self._checked(seat)
        return View(self.game, self.game.view_of(self.state, eyes), seat, self.seats)

    def actions(self, seat: int | None = None) -> list[str]:
        """List what a seat may do now; by default, the first seat that may act."""
        seat = self._actor(seat)
        return [self.game.notation.text(self.state, seat, action) for action in self.game.legal(self.state, seat)]

    def after(self, action: str, seat: int | None = None) -> "Position":
        """Return the position after an action; by default, of the first seat that may act.

        Raises:
            IllegalActionError: with the rule that refuses it, and the position.
        """
        state, seat = copy(self.state), self._actor(seat)
        self.game.apply(state, seat, number_of(self, seat, action))
        return Position(self.game, state, self.seats)

    def _actor(self, seat: int | None) -> int:
        if self.is_over:
            raise IllegalActionError(f"the game is over\n\n{self}")
        return self.to_act[0] if seat is None else self._checked(seat)

    def _checked(self, seat: int) -> int:
        if seat not in range(self.seats) and seat not in self.to_act:
            raise IllegalActionError(f"the seats are 0 to {self.seats - 1}, not {seat}\n\n{self}")
        return seat

    def _repr_svg_(self) -> str:
        return self.view().picture()

    def __repr__(self) -> str:
        turn = "over" if self.is_over else f"{', '.join(f'seat {seat}' for seat in self.to_act)} to act"
        return f"<Position of {self.game.title}: {self.seats} seats, {turn}>"

    def __str__(self) -> str:
        return str(self.view())


def number_of(position: Position, seat: int, text: str) -> int:
    """Return the number of an action given as text; raise an error with the reason if it is not
    legal.
    """
    game, state = position.game, position.state
    parsed = game.notation.parse(state, seat, text)
    refusal = parsed.refusal or game.refusal(state, seat, parsed.action)
    if refusal:
        raise IllegalActionError(f"seat {seat} cannot do {text!r}: {game.reason(refusal)}\n\n{position.view(seat)}")
    return parsed.action


# Playing


class Bot:
    """A bot of a named level: random, novice, regular, expert or master;
    or champion, where a game has one.

    The same view and seed give the same choice on any machine. `scale` multiplies the iterations of
    its search.
    """

    def __init__(self, level: str = "regular", *, scale: float = 1.0, seed: int = 0) -> None:
        self.level, self.seed = level, seed
        self._choose = bot(level, scale, is_hurried=False)

    def choose(self, view: View, seed: bytes | None = None) -> str:
        """Choose an action, knowing only the view and what the seat has seen before."""
        if view.seat is None:
            raise IllegalActionError(f"a spectator does not act\n\n{view}")
        if not view.actions:
            raise IllegalActionError(f"it is not the turn of seat {view.seat}\n\n{view}")
        own = seed_for(seed_key(self.seed), 0) if seed is None else seed
        action = self._choose(view.game, view.data, view.seat, view.history, own)
        return view.game.notation.text(view.data, view.seat, action)

    def __call__(self, view: View) -> str:
        return self.choose(view)

    def __repr__(self) -> str:
        return f"Bot({self.level!r})"


def deal(game: str | Game, seats: int | None = None, *, seed: int = 1, **options: Any) -> Position:
    """Deal a new game, with the fewest possible seats by default."""
    chosen = load(game)
    seats = chosen.seats[0] if seats is None else seats
    return Position(chosen, chosen.new(seats, options, seed_key(seed)), seats)


def play(game: str | Game, players: Sequence[str | Bot | Player], *, seed: int = 1, **options: Any) -> "Record":
    """Play a whole game and return its record.

    A player is the name of a level, a Bot, or a function that takes a View and returns one of its
    actions.
    """
    chosen = load(game)
    recorder = Recorder(chosen, len(players), options, seed_key(seed))
    seated = [Bot(player) if isinstance(player, str) else player for player in players]
    for seat in turns(recorder):
        position = Position(chosen, recorder.state, len(players))
        view = View(chosen, chosen.view_of(recorder.state, seat), seat, len(players), history_of(recorder, seat))
        player = seated[seat]
        if isinstance(player, Bot):
            text = player.choose(view, seed_for(recorder.key, len(recorder.plies)))
        else:
            text = player(view)
        recorder.act(seat, number_of(position, seat, text))
    return Record(recorder.record())


class Record:
    """A recorded game: its setup, every action, and its result."""

    def __init__(self, data: Data) -> None:
        self.data = data
        follower = records.Follower(data)
        self.game, self.seats, self._follower = follower.game, follower.seats, follower
        self._states: list[State] = []

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """Read a record from a file."""
        return cls(records.load_file(Path(path)))

    def write(self, path: str | Path) -> None:
        Path(path).write_text(records.dumps(self.data), encoding="utf-8")

    def check(self) -> list[str]:
        """Replay the record by the rules, and list any errors."""
        return records.check(self.data)

    def verify(self) -> list[str]:
        """Deal again from the published seed, and list any differences."""
        return records.verify(self.data)

    @property
    def scores(self) -> list[int]:
        return self[-1].scores

    @property
    def ranks(self) -> list[int]:
        return self[-1].ranks

    @property
    def actions(self) -> list[tuple[int, str]]:
        """Every ply: the seat, −1 for the table itself, and its action."""
        return [(ply["seat"], ply["action"]) for ply in self.data["plies"]]

    def __len__(self) -> int:
        """Return the number of plies; there is one more position than that."""
        return len(self.data["plies"])

    def __getitem__(self, ply: int) -> Position:
        """Return the position after this many plies."""
        return Position(self.game, self._all()[ply], self.seats)

    def __iter__(self) -> Iterator[Position]:
        """Iterate over every position, from the deal to the end."""
        return (Position(self.game, state, self.seats) for state in self._all())

    def _all(self) -> list[State]:
        if not self._states:
            self._states = [copy(self._follower.dealt), *(copy(step.state) for step in self._follower.steps())]
        return self._states

    def picture(self, ply: int = -1, seat: int | None = None, *, is_dark: bool = False) -> str:
        """Draw the position after this many plies as SVG, as a seat sees it."""
        return self[ply].view(seat).picture(is_dark=is_dark)

    def _repr_html_(self) -> str:
        rows = sorted(zip(self.ranks, range(self.seats), self.scores, strict=True))
        caption = f"{self.game.title}, {len(self)} plies"
        return html_table(caption, ("place", "seat", "score"), rows) + self.picture()

    def __repr__(self) -> str:
        return f"<Record of {self.game.title}: {self.seats} seats, {len(self)} plies, scores {json.dumps(self.scores)}>"


# Many games


def simulate(
    game: str | Game,
    games: int = 1000,
    seats: int | None = None,
    *,
    seed: int = 1,
    threads: int = 1,
    device: str = "cpu",
    ray: str | None = None,
    **options: Any,
) -> Simulation:
    """Play random games and return their statistics.

    With `ray`, the address of a Ray cluster or "auto", its workers play; the figures are the same.
    """
    chosen = load(game)
    with hired(ray, threads) as crew:
        seats = seats or chosen.seats[0]
        return simulations.simulate(chosen, seats, options, games, seed, threads, device, crew=crew)


def league(
    game: str | Game,
    bots: Sequence[str],
    games: int = 20,
    seats: int = 2,
    *,
    seed: int = 1,
    scale: float = 1.0,
    threads: int = 1,
    ray: str | None = None,
    out: str | Path | None = None,
    options: Mapping[str, Any] | None = None,
) -> League:
    """Let bots play each other with the same deals from every seat, and return all matches.

    With `out`, results are saved as they come, and a league that was stopped resumes from there.
    With `ray`, the address of a Ray cluster or "auto", its workers play.
    """
    chosen = load(game)
    plan = Plan(chosen.id, seats, tuple(bots), games, chosen.complete_options(options or {}), seed, scale)
    path = None if out is None else Path(out)
    found = leagues.resume(plan, chosen, path)
    with hired(ray, threads) as crew:
        found.play(path, crew)
    return found
