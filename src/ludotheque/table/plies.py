"""Plies: the actions that count, as they were carried out; and the record that is written of them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludotheque.core.chance import commitment
from ludotheque.core.constants import TABLE
from ludotheque.core.game import State
from ludotheque.core.layout import copy
from ludotheque.core.record import TABLE_SEAT, Data, Recorder
from ludotheque.core.story import new_story
from ludotheque.table.events import Prepared
from ludotheque.table.secrecy import secrets_of

if TYPE_CHECKING:
    from ludotheque.table.table import Table


@dataclass(eq=False)
class Ply:
    """One action. Its states are never written to again."""

    seq: int  # of its event
    seat: int
    action: int
    by: str
    chance: list[str]
    script: list[int]  # the same outcomes as numbers
    rows: list[tuple[int, int, int, int, int]]
    before: State
    after: State


def prepared(table: "Table", count: int) -> Prepared:
    """A table's position after so many plies, for others to go on from."""
    plies = [(ply.seat, ply.action, ply.chance) for ply in table.plies[:count]]
    return Prepared(commitment(table.key), table.game.notation.setup_of(table.dealt), plies)


class Writer(Recorder):
    """Writes the record of a table: what chance decided is taken from the journal, not drawn again."""

    def __init__(self, table: "Table") -> None:
        super().__init__(table.game, table.seats, table.options, table.key)
        self.dealt, self.state, self.played = copy(table.dealt), copy(table.state), table.plies
        self.acts = [(ply.seat, ply.action) for ply in table.plies]
        self.plies = [self._written(ply) for ply in table.plies]

    def _written(self, ply: Ply) -> Data:
        written: Data = {
            "seat": TABLE_SEAT if ply.seat == TABLE else ply.seat,
            "action": self.game.notation.text(ply.before, ply.seat, ply.action),
            "legal": len(self.game.legal(ply.before, ply.seat)),
        }
        return written | ({"chance": ply.chance} if ply.chance else {})

    def is_secret(self, number: int, viewer: int) -> bool:
        """Could the seat have done something else at that ply, for all that the viewer has seen since?"""
        ply = self.played[number]
        if ply.seat in (viewer, TABLE):
            return False
        twins = secrets_of(self.game).twins(ply.before, ply.after, ply.seat, ply.action, ply.script, viewer)
        return any(self._looks_the_same(number, other, viewer) for other in twins)

    def _looks_the_same(self, number: int, other: int, viewer: int) -> bool:
        """Play on from that ply with another action, and look on with the viewer's eyes until something is not as it was."""
        world = copy(self.played[number].before)
        for ply in self.played[number:]:
            action, story = other if ply is self.played[number] else ply.action, new_story(ply.script)
            if self.game.refusal(world, ply.seat, action):
                return False
            self.game.apply(world, ply.seat, action, story)
            if story.fault or self.game.view_of(world, viewer).tobytes() != self.game.view_of(ply.after, viewer).tobytes():
                return False
        return True
