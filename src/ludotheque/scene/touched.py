"""What an action touched, to point it out: the places, and small pictures of a few pieces."""

from math import hypot
from typing import NamedTuple

from ludotheque.scene.diff import Moved, PiecesApart
from ludotheque.scene.model import Piece

MOST_PICTURES = 3
FAR = 0.5  # of the longest move: a piece that moves less has only made room


class Touched(NamedTuple):
    places: list[str]  # ids of places, and of pieces that lie on no place
    pictures: list[str]  # sprites, written as in a `turn` step: "corner-1@90"


UNTOUCHED = Touched([], [])

# the last answer, for the next viewer; changed as a whole, as in `diff`
_last: tuple[PiecesApart, Touched] = PiecesApart([], []), UNTOUCHED


def touched(pieces: PiecesApart) -> Touched:
    """Return what an action touched, from the differences between two scenes of one viewer."""
    global _last
    known, found = _last
    if known is not pieces:
        found = _touched(pieces)
        _last = pieces, found
    return found


def _touched(pieces: PiecesApart) -> Touched:
    moved = pieces.pairs
    places = {
        piece.place or piece.id for pair in moved for piece in pair if piece and (piece.place or _is_thing(piece))
    }
    return Touched(sorted(places), _pictures([pair for pair in moved if _is_told(*pair)])) if moved else UNTOUCHED


def _is_thing(piece: Piece) -> bool:
    """Say whether people have a word for a piece; lights and fixtures have none."""
    return bool(piece.label) and piece.layer > 0


def _is_told(before: Piece | None, after: Piece | None) -> bool:
    """Say whether a piece is worth a picture: it moved, or shows another face."""
    is_moved = not before or not after or bool(after.place) or _way(before, after) > 0
    return is_moved and ((before is not None and _is_thing(before)) or (after is not None and _is_thing(after)))


def _way(before: Piece, after: Piece) -> float:
    return hypot(after.x - before.x, after.y - before.y)


def _pictures(moved: list[Moved]) -> list[str]:
    """Return the sprites of pieces that moved farthest, then of those that appeared or vanished;
    upper ones first.
    """
    if len(moved) == 1:
        return [_sprite(piece) for piece in moved[0][::-1] if piece][:1]
    known = [_way(before, after) if before and after else None for before, after in moved]
    longest = max([way for way in known if way is not None], default=0)
    ways = [(way, after or before) for way, (before, after) in zip(known, moved, strict=True)]
    far = [(way, piece) for way, piece in ways if piece is not None and (way is None or way >= FAR * longest)]
    if len(far) > 1:
        far.sort(key=lambda one: (one[0] is None, not one[1].place, -round(one[0] or 0), -one[1].layer))
    return list(dict.fromkeys(_sprite(piece) for _, piece in far))[:MOST_PICTURES]


def _sprite(piece: Piece) -> str:
    return f"{piece.sprite}@{piece.turn % 360:g}" if piece.turn % 360 else piece.sprite
