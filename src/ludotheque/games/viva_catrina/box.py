"""How the components of Viva Catrina are drawn on the page of its box."""

from ludotheque.core.words import Words
from ludotheque.games.viva_catrina import scene
from ludotheque.games.viva_catrina.components import ALTAR_NAMES, COMPONENTS, KIND_FIRST, SHOP_NAMES, START_FIRST
from ludotheque.scene.model import Piece

LYING = Piece("", "", 0, 0)


def path_tile(words: Words, row: int) -> list[Piece]:
    return scene.tile_pieces(int(KIND_FIRST[row]), LYING)


def start_tile(words: Words, row: int) -> list[Piece]:
    return scene.tile_pieces(START_FIRST + row, LYING)


def balloon_tile(words: Words, row: int) -> list[Piece]:
    """Draw both sides of the balloon tiles with these values, in all four colours."""
    values = COMPONENTS["balloon_tiles.stack"][row]
    return [
        piece
        for side, (name, kind) in enumerate((("front", "card"), ("gold", "gold")))
        for color, sprite in enumerate(scene.COLOR_SPRITES)
        for piece in (
            Piece(f"{name}-{color}", f"{kind}-{sprite}", 70 * color, 90 * side),
            *scene.digits(f"{name}-value-{color}", values[name], 70 * color + 13, 90 * side + 14, 0.9, "digit"),
        )
    ]


def altar(words: Words, row: int) -> list[Piece]:
    return [Piece("altar", scene.element_code(f"altar:{ALTAR_NAMES[row]}"), 0, 0, size=1.6)]


def shops(words: Words, row: int) -> list[Piece]:
    return [
        Piece(f"shop-{number}", scene.element_code(f"shop:{name}"), 60 * number, 0, size=1.6)
        for number, name in enumerate(SHOP_NAMES)
    ]


def chimeras(words: Words, row: int) -> list[Piece]:
    return [Piece("small", "chimera-0", 0, 0), Piece("large", "great-0", 130, 0, size=0.76)]


def scored(words: Words, row: int) -> list[Piece]:
    return [Piece("visitor", "v", 0, 0, size=1.6), Piece("butterfly", "f", 70, 0, size=1.6)]


PICTURES = {
    "path.tiles": path_tile,
    "start.tiles": start_tile,
    "balloon_tiles.stack": balloon_tile,
    "altars.kinds": altar,
    "shops": shops,
    "chimeras": chimeras,
    "score": scored,
}
