"""What has changed between two scenes of one game: what a client has to be told."""

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
    gone: list[str]  # ids of those that are there no more
    places: list[Place] | None = None
    panels: list[Panel] | None = None
    text: str | None = None
    frame: Frame | None = None
    areas: list[Area] | None = None
    hand: str | None = None


Apart = tuple[dict[str, Piece], dict[str, Piece]]
_latest: tuple[list[Piece], list[Piece], Apart] = [], [], ({}, {})  # compared last, and how: one action is asked about again for everybody who looks


def apart(old: Scene, new: Scene) -> Apart:
    """The pieces that are not the very same object in both scenes, by id: games make a piece once, so that most of them are."""
    global _latest
    known_old, known_new, found = _latest
    if known_old is not old.pieces or known_new is not new.pieces:
        before, after = set(map(id, old.pieces)), set(map(id, new.pieces))
        found = {piece.id: piece for piece in old.pieces if id(piece) not in after}, {piece.id: piece for piece in new.pieces if id(piece) not in before}
        _latest = old.pieces, new.pieces, found
    return found


def diff(old: Scene, new: Scene) -> Changes:
    before, after = apart(old, new)
    return Changes(
        pieces=[piece for name, piece in after.items() if before.get(name) != piece],
        gone=[name for name in before if name not in after],
        places=None if new.places == old.places else new.places,
        panels=None if new.panels == old.panels else new.panels,
        text=None if new.text == old.text else new.text,
        frame=None if frame(new) == frame(old) else frame(new),
        areas=None if new.areas == old.areas else new.areas,
        hand=None if new.hand == old.hand else new.hand,
    )


def frame(scene: Scene) -> Frame:
    return Frame(scene.left, scene.top, scene.width, scene.height, scene.ground)
