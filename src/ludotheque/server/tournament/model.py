"""What a tournament is made of."""

import hashlib
from typing import Literal

from msgspec import Struct

from ludotheque.core.options import Value
from ludotheque.table.events import Clock

OPEN, PLAYING, OVER = "open", "playing", "over"  # how far a tournament is

Kind = Literal["round_robin", "swiss", "arena"]


class Plan(Struct, frozen=True):
    """Everything that is agreed before a tournament."""

    game: str
    kind: Kind
    seats: int  # at a table; a few tables may have fewer, if the number of players requires it
    rounds: int  # of a Swiss tournament; a round robin takes as many as it needs, an arena has none
    minutes: int  # of an arena
    clock: Clock
    options: dict[str, Value] = {}
    is_rated: bool = False
    is_duplicate: bool = False  # in each round all tables get the same deal


class Entrant(Struct, frozen=True):
    number: int  # 1, 2, 3, … in the order of entering
    player: str  # a person's id, or "bot:" and a level
    name: str
    is_out: bool = False  # has left, or did not show up


class Board(Struct, frozen=True):
    """One table of one round, or a bye, which has one player and no table."""

    round: int
    board: int
    players: tuple[int, ...]  # the numbers of its entrants, by seat
    table: str = ""
    ranks: tuple[int, ...] = ()  # by seat, once the game is over
    scores: tuple[int, ...] = ()
    left: tuple[bool, ...] = ()  # whoever has left the game
    moves: tuple[int, ...] = ()
    is_void: bool = False  # the table was lost: nobody is to blame, and everybody gets half

    @property
    def is_bye(self) -> bool:
        return len(self.players) == 1

    @property
    def is_over(self) -> bool:
        return self.is_bye or self.is_void or bool(self.ranks)


def round_key(key: bytes, number: int) -> bytes:
    """Return the key of all tables of a duplicate round; those of other rounds do not reveal it."""
    return hashlib.sha256(b"ludotheque duplicate round %d " % number + key).digest()
