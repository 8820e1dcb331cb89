"""`Pawns`: what players may choose before the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludotheque.core.chance import lot
from ludotheque.core.errors import LudothequeError


@dataclass(frozen=True)
class Pawns:
    """The pawns, colours or figures that players may choose from, no two the same."""

    key: str  # the entry of the setup that lists each seat's pawn
    values: Mapping[str, Any]  # each pawn's name, as in `LABELS` of text.py, and its value in the setup
    sprite: str  # in the game's art, with {} for the name

    def shared_out(self, chosen: Sequence[str | None], key: bytes) -> list[str]:
        """Return the pawn of each seat: the one it chose, or a free one drawn at random."""
        for wanted in filter(None, chosen):
            if wanted not in self.values:
                raise LudothequeError(
                    "unknown pawn {name!r}; expected one of {names}", name=wanted, names=", ".join(self.values)
                )
            if chosen.count(wanted) > 1:
                raise LudothequeError("two seats cannot both have {name!r}", name=wanted)
        free, found = [name for name in self.values if name not in chosen], []
        for seat, name in enumerate(chosen):
            found.append(name or free.pop(lot(key, f"pawn {seat}", len(free))))
        return found

    def setup(self, chosen: Sequence[str | None], key: bytes) -> dict[str, Any]:
        """Return the setup entry that says who has which pawn."""
        return {self.key: [self.values[name] for name in self.shared_out(chosen, key)]}
