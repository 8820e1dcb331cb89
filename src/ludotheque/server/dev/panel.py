"""The panel of one position: the state beside a view, the legal actions, the gestures.

Each part may fail on its own, since it runs code that an author is still writing.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from msgspec import Struct

from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import Game, State
from ludotheque.core.hidden import GENERATOR
from ludotheque.scene.picture import Trie, gestures_of
from ludotheque.server.dev.keeping import readable

SEEN, HIDDEN, UNDECLARED, LEAKED = range(4)  # how a view treats an entry: see `marks_of`

T = TypeVar("T")


class Field(Struct):
    """A field of the state, entry by entry."""

    name: str
    shape: list[int]
    state: list[str]  # as text, since a browser would round large numbers
    view: list[str]
    marks: list[int]
    changed: list[int]  # the entries that the last ply changed


class Eyes(Struct):
    """What a viewer does not see now: fields, and whether each is hidden completely."""

    seat: int  # NONE for a spectator
    fields: list[tuple[str, bool]]


class Choice(Struct):
    action: int
    text: str


class Mover(Struct):
    """A seat that may act, or TABLE for the table itself: its actions, and the tree of gestures."""

    seat: int
    choices: list[Choice]
    gestures: Trie


class Panel(Struct):
    phase: str
    fields: list[Field]
    eyes: list[Eyes]
    movers: list[Mover]
    troubles: list[str]  # tracebacks


class Tries:
    """Runs an author's code, and collects its errors."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.troubles: list[str] = []

    def get(self, instead: T, part: Callable[..., T], *arguments: Any) -> T:
        try:
            return part(self.game, *arguments)
        except Exception as error:
            trouble = readable(error, self.game.folder)
            if trouble not in self.troubles:
                self.troubles.append(trouble)
            return instead


def panel_of(game: Game, seats: int, state: State, before: State | None, seat: int, language: str) -> Panel:
    """Return the panel of a state, with the view of `seat` beside it.

    `before` is the state before the last ply, if there was one.
    """
    tries = Tries(game)
    movers: list[int] = tries.get([], movers_of, state)
    return Panel(
        tries.get("", phase_of, state),
        tries.get([], fields_of, state, before, seat),
        [eyes for viewer in range(NONE, seats) if (eyes := tries.get(None, eyes_of, state, viewer))],
        [
            Mover(mover, tries.get([], choices_of, state, mover), tries.get({}, trie_of, state, mover, language))
            for mover in movers
        ],
        tries.troubles,
    )


def phase_of(game: Game, state: State) -> str:
    return game.phase_name(int(state["phase"])) if "phase" in (game.state.names or ()) else ""


# The state beside a view


def fields_of(game: Game, state: State, before: State | None, seat: int) -> list[Field]:
    view = game.view_of(state, seat)
    return [
        Field(
            name,
            list(state[name].shape),
            entries(state, name),
            entries(view, name),
            marks_of(game, state, view, seat, name),
            [] if before is None else np.flatnonzero(np.ravel(state[name] != before[name])).tolist(),
        )
        for name in game.state.names or ()
    ]


def entries(state: State, name: str) -> list[str]:
    return [str(value) for value in np.ravel(state[name]).tolist()]


def marks_of(game: Game, state: State, view: State, seat: int, name: str) -> list[int]:
    """Return how the view treats each entry of a field.

    An entry that the view leaves out is HIDDEN, or UNDECLARED if view.py does not declare it. One
    that view.py declares hidden is LEAKED if the view shows it anyway.
    """
    truth, seen, blank = (np.ravel(record[name]) for record in (state, view, game.blank))
    secret = np.full(truth.shape, name in GENERATOR)
    for one in game.hidden:
        if one.field == name:
            secret |= np.ravel(one.entries(game, state, seat))
    marks = np.where(secret, HIDDEN, SEEN)
    marks[~secret & (seen != truth)] = UNDECLARED
    marks[secret & (seen == truth) & (seen != blank)] = LEAKED
    found: list[int] = marks.tolist()
    return found


def eyes_of(game: Game, state: State, seat: int) -> Eyes:
    view, found = game.view_of(state, seat), []
    for name in game.state.names or ():
        marks = marks_of(game, state, view, seat, name)
        if name not in GENERATOR and any(mark in (HIDDEN, UNDECLARED) for mark in marks):
            found.append((name, all(marks)))
    return Eyes(seat, found)


# Actions


def movers_of(game: Game, state: State) -> list[int]:
    return game.movers(state)


def choices_of(game: Game, state: State, seat: int) -> list[Choice]:
    return [Choice(action, game.notation.text(state, seat, action)) for action in game.legal(state, seat)]


def trie_of(game: Game, state: State, seat: int, language: str) -> Trie:
    """Return the tree of gestures for the legal actions; the table itself makes no gestures."""
    if seat == TABLE:
        return {}
    view = game.view_of(state, seat)
    return gestures_of(game, game.words(language), view, seat, game.legal(view, seat))
