"""What has changed between two scenes of one game: what a client has to be told."""

from msgspec import Struct

from ludotheque.scene.model import Panel, Piece, Place, Scene


class Changes(Struct, frozen=True):
    """Applied to the old scene they give the new one. None: as it was."""

    pieces: list[Piece]  # new, or not as they were
    gone: list[str]  # ids of those that are there no more
    places: list[Place] | None
    panels: list[Panel] | None
    text: str | None


def diff(old: Scene, new: Scene) -> Changes:
    before = {piece.id: piece for piece in old.pieces}
    after = {piece.id for piece in new.pieces}
    return Changes(
        pieces=[piece for piece in new.pieces if before.get(piece.id) != piece],
        gone=[piece.id for piece in old.pieces if piece.id not in after],
        places=None if new.places == old.places else new.places,
        panels=None if new.panels == old.panels else new.panels,
        text=None if new.text == old.text else new.text,
    )
