"""How the components of Sarena are drawn on the page of its box."""

from ludotheque.core.words import Words
from ludotheque.games.sarena import scene, text
from ludotheque.games.sarena.components import COLORS, PAIR_FIRST
from ludotheque.scene.model import Piece


def board(words: Words, row: int) -> list[Piece]:
    return [Piece("ground", "ground", 0, 0), *scene.FIXED]


def chip(words: Words, row: int) -> list[Piece]:
    """Draw both sides of the chips of a pair."""
    first = 2 * (int(PAIR_FIRST[row]) + 1)
    sides = [scene.look(words, first + side) for side in range(2)]
    return [Piece(name, sprite, 100 * side, 0, label=label) for side, (name, sprite, label) in enumerate(sides)]


def pawns(words: Words, row: int) -> list[Piece]:
    return [
        Piece(f"pawn-{color}", scene.pawn(words, 0, color).sprite, 100 * color, 0, label=text.pawn_label(words, color))
        for color in range(COLORS)
    ]


PICTURES = {"board": board, "chips.pairs": chip, "secret_pawns": pawns}
