"""What has changed between two scenes of one game: what a client has to be told."""

from functools import cached_property
from itertools import compress
from operator import attrgetter, is_not
from typing import Generic, TypeVar

from msgspec import Struct

from ludotheque.scene.model import Area, Panel, Piece, Place, Scene


class Frame(Struct, frozen=True, gc=False):
    """The bounds of a scene, and what is drawn first within them."""

    left: float
    top: float
    width: float
    height: float
    ground: str


class Changes(Struct, frozen=True, omit_defaults=True, gc=False):
    """Applied to the old scene they give the new one. None: as it was."""

    pieces: list[Piece]  # new, or not as they were
    gone: list[str]  # ids of those that are there no more, and of places
    places: list[Place] = []  # new, or not as they were
    panels: list[Panel] | None = None
    text: str | None = None
    frame: Frame | None = None
    areas: list[Area] | None = None
    hand: str | None = None


Thing = TypeVar("Thing", Piece, Place)
ID = attrgetter("id")


class Apart(Generic[Thing]):
    """What is not the very same object in two lists of things, by id: games make a thing once and put it where it was, so that most of them are. What is asked once is kept:
    everybody who looks asks again.
    """

    def __init__(self, old: list[Thing], new: list[Thing]) -> None:
        differs = list(map(is_not, old, new))
        before, after = list(compress(old, differs)) + old[len(differs) :], list(compress(new, differs)) + new[len(differs) :]
        self.old: list[Thing] = old
        self.new: list[Thing] = new
        self.before: dict[str, Thing] = _without(before, after)
        self.after: dict[str, Thing] = _without(after, before)

    @cached_property
    def changed(self) -> list[Thing]:
        return [thing for name, thing in self.after.items() if self.before.get(name) != thing]

    @cached_property
    def gone(self) -> list[str]:
        return [name for name in self.before if name not in self.after]


class PiecesApart(Apart[Piece]):
    @cached_property
    def moved(self) -> list[str]:
        """The ids of pieces that are new or gone, or lie otherwise than before."""
        before, after = self.before, self.after
        return [name for name in before | after if name not in before or name not in after or _lies(before[name]) != _lies(after[name])]

    @cached_property
    def touched(self) -> list[str]:
        """The ids of what lies otherwise than before: the places of the pieces, where they have one."""
        return sorted({pieces[name].place or name for name in self.moved for pieces in (self.before, self.after) if name in pieces})


def _lies(piece: Piece) -> tuple[object, ...]:
    return piece.sprite, piece.x, piece.y, piece.turn


def _without(things: list[Thing], others: list[Thing]) -> dict[str, Thing]:
    """In the order of their ids: where they stand in the list means nothing."""
    there = set(map(id, others))
    return {thing.id: thing for thing in sorted([thing for thing in things if id(thing) not in there], key=ID)}


_last: tuple[PiecesApart, Apart[Place]] = PiecesApart([], []), Apart([], [])  # the last answer; changed as a whole, since replays are made in threads of their own


def _compared(old: Scene, new: Scene) -> tuple[PiecesApart, Apart[Place]]:
    global _last
    pieces, places = _last
    if pieces.old is not old.pieces or pieces.new is not new.pieces:
        pieces = PiecesApart(old.pieces, new.pieces)
    if places.old is not old.places or places.new is not new.places:
        places = Apart(old.places, new.places)
    _last = pieces, places
    return _last


def apart(old: Scene, new: Scene) -> PiecesApart:
    """The pieces that are not the very same in both scenes."""
    return _compared(old, new)[0]


def diff(old: Scene, new: Scene) -> Changes:
    pieces, places = _compared(old, new)
    return Changes(
        pieces=pieces.changed,
        gone=pieces.gone + places.gone,
        places=places.changed,
        panels=None if new.panels == old.panels else new.panels,
        text=None if new.text == old.text else new.text,
        frame=None if frame(new) == frame(old) else frame(new),
        areas=None if new.areas == old.areas else new.areas,
        hand=None if new.hand == old.hand else new.hand,
    )


def frame(scene: Scene) -> Frame:
    return Frame(scene.left, scene.top, scene.width, scene.height, scene.ground)
