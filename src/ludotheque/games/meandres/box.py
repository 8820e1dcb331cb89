"""How the components of Méandres are drawn on the page of its box."""

from ludotheque.core.words import Words
from ludotheque.games.meandres import scene
from ludotheque.games.meandres.components import COMPONENTS, FIENDS
from ludotheque.scene.model import Piece


def dream(words: Words, row: int) -> list[Piece]:
    """Draw both sides of a tile; the Celestial has one."""
    sides = (0, 1) if row else (0,)
    return [Piece(f"side-{side}", scene.tile_sprite(row, side), 120 * side, 0) for side in sides]


def dance(words: Words, row: int) -> list[Piece]:
    return scene.dance_pieces(words, row, 0, 0)


def legend(words: Words, row: int) -> list[Piece]:
    """Draw a legend; the colour of its influence covers the printed one."""
    color = COMPONENTS["cards.legends"][row]["influence"]
    sign = [] if color == "choose" else [Piece("colour", f"influence-{color}", 0, 56, layer=scene.TABLE + 3, size=0.8)]
    return [scene.legend_piece(words, row, 0, 0, 1), *sign]


def influence_card(words: Words, row: int) -> list[Piece]:
    """Draw a card with its colour and its track, which is the same on all."""
    return [
        *scene.card_pieces(words, 0, FIENDS[0], 0, 0),
        Piece("colour", f"influence-{COMPONENTS['cards.influence'][row]['colour']}", -38, -34, layer=scene.TABLE + 1),
    ]


def track(words: Words, row: int) -> list[Piece]:
    return scene.card_pieces(words, 0, FIENDS[0], 0, 0)


PICTURES = {
    "dreams.tiles": dream,
    "influence_track": track,
    "cards.influence": influence_card,
    "cards.legends": legend,
    "cards.dances": dance,
}
