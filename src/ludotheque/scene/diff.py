"""What has changed between two scenes of one game: what a client has to be told."""

from itertools import compress
from operator import attrgetter, is_not
from typing import Generic, TypeVar

from msgspec import Struct

from ludotheque.scene.model import Area, Panel, Piece, Place, Scene


class Frame(Struct, frozen=True):
    """The bounds of a scene, and what is drawn first within them."""

    left: float
    top: float
    width: float
    height: float
    ground: str


class Changes(Struct, frozen=True, omit_defaults=True):
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
Apart = tuple[dict[str, Thing], dict[str, Thing]]


class Comparison(Generic[Thing]):
    """Finds what is not the very same object in two lists, by id: games make a piece once and put it where it was, so that most of them are. The last answer is kept: everybody who
    looks asks again.
    """

    def __init__(self) -> None:
        self.held: tuple[list[Thing], list[Thing], Apart[Thing]] = [], [], ({}, {})  # changed as a whole: replays are made in threads of their own

    def __call__(self, old: list[Thing], new: list[Thing]) -> Apart[Thing]:
        held = self.held
        if held[0] is not old or held[1] is not new:
            differs = list(map(is_not, old, new))
            before, after = list(compress(old, differs)) + old[len(differs) :], list(compress(new, differs)) + new[len(differs) :]
            found = _without(before, after), _without(after, before)
            held = self.held = old, new, found
        return held[2]


def _without(things: list[Thing], others: list[Thing]) -> dict[str, Thing]:
    """In the order of their ids: where they stand in the list means nothing."""
    there = set(map(id, others))
    return {thing.id: thing for thing in sorted([thing for thing in things if id(thing) not in there], key=ID)}


_pieces: Comparison[Piece] = Comparison()
_places: Comparison[Place] = Comparison()


def apart(old: Scene, new: Scene) -> Apart[Piece]:
    """The pieces that are not the very same in both scenes."""
    return _pieces(old.pieces, new.pieces)


def diff(old: Scene, new: Scene) -> Changes:
    (before, after), (left, reached) = apart(old, new), _places(old.places, new.places)
    return Changes(
        pieces=[piece for name, piece in after.items() if before.get(name) != piece],
        gone=[name for name in before if name not in after] + [name for name in left if name not in reached],
        places=[place for name, place in reached.items() if left.get(name) != place],
        panels=None if new.panels == old.panels else new.panels,
        text=None if new.text == old.text else new.text,
        frame=None if frame(new) == frame(old) else frame(new),
        areas=None if new.areas == old.areas else new.areas,
        hand=None if new.hand == old.hand else new.hand,
    )


def frame(scene: Scene) -> Frame:
    return Frame(scene.left, scene.top, scene.width, scene.height, scene.ground)
