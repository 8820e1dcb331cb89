"""The changes between two scenes of one game, for clients."""

from operator import attrgetter
from typing import Generic, TypeVar

from ludotheque.scene.model import Changes, Frame, Piece, Place, Scene

Thing = TypeVar("Thing", Piece, Place)
Moved = tuple[Piece | None, Piece | None]  # before and after; None: it was not there
BOUNDS = attrgetter(*Frame.__struct_fields__)  # of a scene


class Apart(Generic[Thing]):
    """The things that are not the very same object in two lists, by id, sorted: their order means
    nothing.

    Games create a thing once and reuse it, so most objects are the same. The answers are kept,
    because every viewer asks for them again.
    """

    def __init__(self, old: list[Thing], new: list[Thing]) -> None:
        pairs = [(was, now) for was, now in zip(old, new, strict=False) if was is not now]
        before = {was.id: was for was, _ in pairs} | {thing.id: thing for thing in old[len(new) :]}
        after = {now.id: now for _, now in pairs} | {thing.id: thing for thing in new[len(old) :]}
        for name in [name for name, thing in after.items() if before.get(name) is thing]:
            del before[name], after[name]  # the same, at another place in the list
        self.old: list[Thing] = old
        self.new: list[Thing] = new
        self.before: dict[str, Thing] = before if len(before) < 2 else dict(sorted(before.items()))
        self.after: dict[str, Thing] = after if len(after) < 2 else dict(sorted(after.items()))
        self.changed: list[Thing] = [thing for name, thing in self.after.items() if before.get(name) != thing]
        self.gone: list[str] = [name for name in self.before if name not in after]


class PiecesApart(Apart[Piece]):
    def __init__(self, old: list[Piece], new: list[Piece]) -> None:
        super().__init__(old, new)
        before, after = self.before, self.after
        # pieces that are new, gone, or lie differently than before
        self.pairs: list[Moved] = [(was, now) for name, was in before.items() if _moves(was, now := after.get(name))]
        self.pairs += [(None, now) for name, now in after.items() if name not in before]
        # … and what they touched: the piece's place, or else the piece itself
        self.touched: list[str] = sorted({piece.place or piece.id for pair in self.pairs for piece in pair if piece})

    @property
    def moved(self) -> list[str]:
        """The ids of pieces that are new, gone, or lie differently than before."""
        return [piece.id for was, now in self.pairs if (piece := was or now)]


def _moves(was: Piece, now: Piece | None) -> bool:
    return now is None or was.x != now.x or was.y != now.y or was.sprite != now.sprite or was.turn != now.turn


# the last answer; replaced as a whole, because replays run in their own threads
_last: tuple[PiecesApart, Apart[Place]] = PiecesApart([], []), Apart([], [])


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
    """Return the pieces that are not the very same object in both scenes."""
    return _compared(old, new)[0]


def diff(old: Scene, new: Scene) -> Changes:
    pieces, places = _compared(old, new)
    return Changes(
        pieces=pieces.changed,
        gone=pieces.gone + places.gone,
        places=places.changed,
        panels=None if new.panels == old.panels else new.panels,
        text=None if new.text == old.text else new.text,
        frame=None if BOUNDS(new) == BOUNDS(old) else Frame(*BOUNDS(new)),
        areas=None if new.areas == old.areas else new.areas,
        hand=None if new.hand == old.hand else new.hand,
    )
