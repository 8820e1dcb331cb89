"""Tideline as pieces: a row of shells on the beach, and a basket for each player."""

from typing import Any

from ludotheque.core.words import N_, NP_, Words
from ludotheque.scene.model import Gesture, Panel, Piece, Scene
from ludotheque.scene.tally import tallies

from . import text
from .parts import LEFT, SHELLS

WIDTH, HEIGHT = 860, 340
STEP, ROW_Y, BASKET_Y = 66, 90, 240  # the distance between shells in the row; the y of the row and the baskets
CLOSE, OVERLAP = 62, 28  # the distances between shells in a basket


def scene(words: Words, view: Any, seat: int) -> Scene:
    seats = range(view.seats)
    return Scene(
        WIDTH,
        HEIGHT,
        ground="beach",
        pieces=[basket(words, view, other) for other in seats] + [shell(words, view, place) for place in range(SHELLS)],
        places=[],
        panels=[panel(words, view, other) for other in seats],
        text=text.board(words, view, seat),
    )


def taken_by(view: Any, seat: int) -> list[int]:
    """Return the places in the row from which a seat took its shells."""
    return [place for place in range(SHELLS) if not view.first <= place <= view.last and int(view.owner[place]) == seat]


def middle(view: Any, seat: int) -> float:
    """Return the x coordinate of a seat's basket."""
    return WIDTH * (2 * seat + 1) / (2 * int(view.seats))


def basket(words: Words, view: Any, seat: int) -> Piece:
    label = words(N_("Basket of {seat}"), seat=words.seat(seat))
    return Piece(f"basket-{seat}", "basket", middle(view, seat), BASKET_Y, label=label)


def shell(words: Words, view: Any, place: int) -> Piece:
    worth = int(view.row[place]) + 1
    x, y = STEP * (place + 1), ROW_Y
    if not view.first <= place <= view.last:
        owner = int(view.owner[place])
        own = taken_by(view, owner)
        column, row = own.index(place) % 3, own.index(place) // 3
        x, y = round(middle(view, owner)) + CLOSE * (column - 1), BASKET_Y - OVERLAP + 2 * OVERLAP * row
    label = words(N_("Shell worth {worth}"), worth=worth)
    return Piece(f"shell-{place}", f"shell-{worth}", x, y, layer=1 + place, label=label)


def panel(words: Words, view: Any, seat: int) -> Panel:
    points = sum(int(view.row[place]) + 1 for place in taken_by(view, seat))
    label = words(N_("{points} in the basket"), points=points)
    gain = {"points": NP_("{number} point", "{number} points")}
    return Panel(seat, label=label, tallies=tallies(words, gain, {"points": points}))


def gesture(words: Words, view: Any, seat: int, action: int) -> Gesture:
    """Pick the shell itself."""
    return (("pick", f"shell-{view.first if action == LEFT else view.last}"),)
