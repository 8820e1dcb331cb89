"""Sandcastles as pieces and places: a beach of four fields a seat, one above the other.

The sea comes nearer every round, so the picture grows to the left.
"""

from typing import Any

from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.words import N_, NP_, Words
from ludotheque.scene.model import Area, Gesture, Panel, Piece, Place, Scene
from ludotheque.scene.tally import tallies
from tests.castles import text
from tests.castles.parts import ACTIONS, CELLS, DEGREES, PIECE_NAMES, PIECES, SHELLS, TURNS, Phase

WIDTH, BEACH, FIELD = 700, 160, 100
SEA = 150  # by which it comes nearer


def scene(words: Words, view: Any, seat: int) -> Scene:
    seats, flood = range(view.seats), SEA * int(view.tides)
    is_mine = view.phase == Phase.FLAG and view.seat == seat
    return Scene(
        WIDTH + flood,
        BEACH * len(seats),
        "beach",
        [piece for other in seats for piece in pieces(view, other)],
        [
            Place(
                f"s{other}-c{cell}",
                *field(other, cell),
                90,
                90,
                words(N_("Field {cell} of {seat}"), cell=cell, seat=words.seat(other)),
            )
            for other in seats
            for cell in range(CELLS)
        ]
        + [
            Place(
                f"mast-{other}", 600, BEACH * other + 80, 60, 120, words(N_("Mast of {seat}"), seat=words.seat(other))
            )
            for other in seats
        ],
        [panel(words, other, int(view.given[other])) for other in seats],
        text.board(words, view, seat),
        left=-flood,
        areas=[
            Area(
                f"beach-{other}",
                words(N_("Beach {seat}"), seat=other),
                -flood,
                BEACH * other,
                WIDTH + flood,
                BEACH,
                other,
                other == seat,
            )
            for other in seats
        ],
        hand=f"flag-{seat}" if is_mine else "",
    )


def panel(words: Words, seat: int, given: int) -> Panel:
    label = words(N_("{given} given"), given=given)
    return Panel(
        seat, label=label, tallies=tallies(words, {"given": NP_("{number} given", "{number} given")}, {"given": given})
    )


def field(seat: int, cell: int) -> tuple[float, float]:
    return 200 + FIELD * cell, BEACH * seat + 80


def pieces(view: Any, seat: int) -> list[Piece]:
    top = BEACH * seat
    found = [castle(view, seat, piece) for piece in range(PIECES)]
    is_set = view.phase != Phase.FLAG or view.seat != seat
    found.append(
        Piece(
            f"flag-{seat}",
            "flag",
            600 if is_set else 548,
            top + 80,
            90.0 * int(view.flag[seat]),
            2,
            place=f"mast-{seat}" if is_set else "",
        )
    )
    for shell in range(SHELLS):
        is_kept = int(view.kept[seat]) >> shell & 1
        found.append(
            Piece(
                f"shell-{seat}-{shell}",
                "shell",
                660,
                top + 30 + 45 * shell,
                layer=1,
                size=1 if is_kept else 0.6,
                label=f"shell {shell}",
            )
        )
    given = int(view.given[seat])
    found.append(
        Piece(
            f"crab-{seat}",
            "crab",
            60 + 50 * given,
            top + 145,
            layer=3,
            via=[(60, top + 120), (60 + 50 * given, top + 120)] if given else [],
        )
    )
    found.append(Piece(f"gull-{seat}", "gull", 640 - 500 * (int(view.tides) % 2), top + 20, layer=4, jump=True))
    return found


def castle(view: Any, seat: int, piece: int) -> Piece:
    laid, name, label = int(view.laid[seat, piece]), f"{PIECE_NAMES[piece]}-{seat}", PIECE_NAMES[piece]
    if laid == NONE:
        return Piece(name, PIECE_NAMES[piece], 40 + 60 * piece, BEACH * seat + 80, layer=1, label=label)
    sprite = PIECE_NAMES[piece] + ("-back" if laid % TURNS == TURNS - 1 else "")
    return Piece(
        name,
        sprite,
        *field(seat, laid // TURNS),
        90.0 * (laid % TURNS),
        1,
        label=label,
        place=f"s{seat}-c{laid // TURNS}",
    )


def gesture(words: Words, view: Any, seat: int, action: int) -> Gesture:
    name, values = ACTIONS.parts(action)
    if seat == TABLE or name in ("done", "tide"):
        return (("button", words(N_("Done")) if name == "done" else name),)
    if name == "place":
        piece, turn, cell = values
        sprite = f"{PIECE_NAMES[piece]}-back@" if turn == TURNS - 1 else ""
        return (
            ("pick", f"{PIECE_NAMES[piece]}-{seat}"),
            ("turn", sprite + DEGREES[turn]),
            ("pick", f"s{seat}-c{cell}"),
        )
    if name == "flag":
        return (("turn", DEGREES[values[0]]), ("pick", f"mast-{seat}"))
    if name == "keep":
        chosen = tuple(("set", f"shell-{seat}-{shell}") for shell in range(SHELLS) if values[0] >> shell & 1)
        return (*chosen, ("button", words(N_("Keep these"))))
    return (("number", str(values[0])),)
