"""How the components of Master Labyrinth are drawn on the page of its box."""

from ludotheque.core.words import Words
from ludotheque.games.labyrinth import scene
from ludotheque.games.labyrinth.components import FIXED_ROWS, LOOK_NAMES, SHAPE_NAMES, VALUES, WANDS
from ludotheque.scene.model import Piece, around


def loose(words: Words, row: int) -> list[Piece]:
    return [Piece("tile", f"{SHAPE_NAMES[row]}-0", 0, 0)]


def glued(words: Words, row: int) -> list[Piece]:
    look = LOOK_NAMES.index(FIXED_ROWS[row]["open"])
    return around(*scene.CENTERS[0], [scene.tile_piece("tile", "glued", look, 0)])


def pawn(words: Words, row: int) -> list[Piece]:
    return [Piece("pawn", f"hat-{scene.HATS[row]}", 0, 0)]


def token(words: Words, row: int) -> list[Piece]:
    return [Piece("token", f"token-{VALUES[row]}", 0, 0)]


def card(words: Words, row: int) -> list[Piece]:
    return around(*scene.FORMULA, scene.formula_drawings(words, row))


def wands(words: Words, row: int) -> list[Piece]:
    return [Piece(f"wand-{number}", "wand", 30 * number, 0, turn=6) for number in range(WANDS)]


PICTURES = {
    "shapes.list": loose,
    "fixed.tiles": glued,
    "pawns.list": pawn,
    "tokens.list": token,
    "formulas.cards": card,
    "wands": wands,
}
