"""What a seat must not see, as the author of a game declares it, and what its views do not show.

Comparing views cannot find a leak: what a view shows by mistake looks like common knowledge. So
view.py declares in a few lines which fields are secret, and a test changes exactly those.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from ludotheque.core.constants import NONE

# docs/decisions.md: What must not be seen is declared beside the view
Where = Callable[[Any, Any, int], Any]  # (the field's values, state, seat): which entries the seat must not see
GENERATOR = ("key", "cursor")  # never visible; this has its own test


class Looked(Protocol):
    """The part of `Game` that is needed here."""

    @property
    def state(self) -> np.dtype[np.void]: ...
    def is_over(self, state: Any, /) -> bool: ...
    def view_of(self, state: Any, seat: int, /) -> Any: ...


def from_all(values: Any, state: Any, seat: int) -> Any:
    """Hide every entry from everyone."""
    return np.ones(values.shape, bool)


def from_others(values: Any, state: Any, seat: int) -> Any:
    """Hide each row from every seat but its own."""
    found = np.ones(values.shape, bool)
    if seat != NONE:
        found[seat] = False
    return found


@dataclass(frozen=True)
class Hidden:
    """A field of the state, or some of its entries, that must not be seen."""

    field: str
    where: Where
    phases: tuple[int, ...] = ()  # in which it is hidden; empty: until the game is over

    def entries(self, game: Looked, state: Any, seat: int) -> Any:
        """Return, for each entry, whether it is hidden from the seat now (NONE: a spectator)."""
        values = np.asarray(state[self.field])
        is_now = state.phase in self.phases if self.phases else not game.is_over(state)
        return self.where(values, state, seat) if is_now else np.zeros(values.shape, bool)


@dataclass(frozen=True)
class Unseen:
    """The fields that a seat or a spectator did not see in one phase."""

    phase: int  # NONE: the game has no phases
    is_onlooker: bool
    fields: dict[str, bool]  # and whether a seat still sees its own row


def unseen(game: Looked, seats: int, states: Iterable[Any]) -> list[Unseen]:
    """Return what the views of these states do not show, phase by phase.

    This is read from the views, not from the declaration, so that a person can spot what is
    missing.
    """
    found: dict[tuple[int, bool], dict[str, bool]] = {}
    for state in states:
        phase = int(state.phase) if "phase" in (game.state.names or ()) else NONE
        for seat in range(NONE, seats):
            fields, view = found.setdefault((phase, seat == NONE), {}), game.view_of(state, seat)
            for name in game.state.names or ():
                if name not in GENERATOR and view[name].tobytes() != state[name].tobytes():
                    fields[name] = fields.get(name, True) and _sees_own(state[name], view[name], seat, seats)
    return [Unseen(*key, found[key]) for key in sorted(found)]


def _sees_own(truth: Any, seen: Any, seat: int, seats: int) -> bool:
    is_by_seat = seat != NONE and truth.ndim > 0 and len(truth) >= seats
    return bool(is_by_seat and truth[seat].tobytes() == seen[seat].tobytes())
