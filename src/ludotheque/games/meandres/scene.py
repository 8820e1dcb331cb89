"""A view of Méandres drawn as islands in the night, and the gestures of every action.

The sea grows, and the bounds of the scene grow with it; what surrounds it (Row, piles, legends, the
seats' cards) keeps its distance. Every piece that can appear is made once per language and then
looked up.
"""

from functools import lru_cache
from math import ceil
from typing import Any, NamedTuple

import numpy as np

from ludotheque.core.constants import NONE
from ludotheque.core.words import Words
from ludotheque.games.meandres import text
from ludotheque.games.meandres.actions import ACTIONS, HERE, HERE_TWICE
from ludotheque.games.meandres.components import (
    BLOODY_MARY,
    BOGEYMAN,
    DANCE_BONUS,
    DANCE_LENGTH,
    DANCE_LIMIT,
    DANCE_STEP,
    DESPAIR,
    FIENDS,
    FORGOTTEN,
    JACK_O_LANTERN,
    KRAMPUS,
    LARGE_SPACES,
    LEGEND_NAMES,
    LEGENDS,
    OKIKU,
    OPEN_LEGENDS,
    PILE_TILE,
    POINTS_FORGOTTEN,
    POINTS_ISOLATED,
    POINTS_LEVEL,
    POINTS_SUBLIME,
    POINTS_THREE,
    ROW,
    SHORES,
    SUBLIME,
    TILE_COLOR,
    TILE_KIND,
    TILE_NAMES,
    TRACK,
)
from ludotheque.games.meandres.notation import Cell, around, asked_dream, cell_text, cells_of, shores_of, shores_without
from ludotheque.games.meandres.state import STATE, Phase
from ludotheque.scene.model import Area, Gesture, Panel, Piece, Place, Scene
from ludotheque.scene.tally import tallies

# In the units of art.svg
ACROSS, DOWN = 108, 72  # from one cell to the next in its row, and from one row to the next
LEVEL = 14  # the thickness of a tile
REACH = (94, 80)  # the touch area of a cell
SPOTS = ((-34, 6), (-12, 22), (12, 22), (34, 6))  # the spots for spawn on a dream
SEA_WIDTH, SEA_HEIGHT = 286, 244  # from the middle, at least
WIDER, HIGHER = ACROSS, 2 * DOWN  # the steps in which the bounds of the sea grow
CARD, RIBBON = (212, 132), (176, 62)
# around the sea: the Row, piles and legends, the cards of the seats
WEST, EAST, NORTH, SOUTH = 214, 248, 18, 172

FACES = ("epic", "passionate", "happy", "grey")
SYMBOLS = (*FACES, "free")
KINDS = ("simple", "hazy", "sublime")
# values for which art.svg has a diamond; the track of a corrected file may have others
SPACES = {"space": (0, 1, 3, 4, 8, 11, 18, 23), "large": (2, 6, 14)}
TILE_FACES: list[int] = TILE_COLOR.tolist()
TILE_KINDS: list[int] = TILE_KIND.tolist()
TABLE = 10_000  # the layer of everything around the sea


class Sea(NamedTuple):
    """The bounds of the sea."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


def center(cell: Cell) -> tuple[float, float]:
    return ACROSS * (cell[0] + cell[1] / 2), DOWN * cell[1]


@lru_cache(64)
def sea_of(cells: tuple[Cell, ...]) -> Sea:
    """Return the bounds of all dreams and their shores, never smaller than at the start."""
    across, down = zip(*map(center, shores_of(cells)), strict=True)
    return Sea(
        -bound(62 - min(across), SEA_WIDTH, WIDER),
        -bound(70 - min(down), SEA_HEIGHT, HIGHER),
        bound(max(across) + 62, SEA_WIDTH, WIDER),
        bound(max(down) + 62, SEA_HEIGHT, HIGHER),
    )


def bound(reach: float, least: float, step: float) -> float:
    """Return how far the bounds go for what reaches so far.

    They grow in steps, so that what surrounds the sea is rarely rearranged.
    """
    return least + step * max(0, ceil((reach - least) / step))


def figures_of(view: Any) -> tuple[str, ...]:
    """List the fiend of each seat, whose name is part of the sprites of everything that belongs to
    the seat.
    """
    return tuple(FIENDS[figure] for figure in view["figure"].tolist())


def scene(words: Words, view: Any, seat: int) -> Scene:
    cells = cells_of(view)
    sea, phase = sea_of(cells), int(view["phase"])
    pieces, places = board(words, view, cells)
    can_extend = phase == Phase.EXTEND or (
        phase == Phase.BEFORE and view["legend"][view["seat"]] == KRAMPUS and not view["is_used"]
    )
    if can_extend:
        places += [shore_place(words, cell) for cell in shores_of(cells)]
    row_pieces, row_places = row(words, view, sea)
    pieces += row_pieces + piles(words, view, sea) + legends(words, view, sea) + cards(words, view, sea)
    return Scene(
        sea.right - sea.left + WEST + EAST,
        sea.bottom - sea.top + NORTH + SOUTH,
        "ground",
        pieces,
        places + row_places,
        panels(words, view),
        text.board(words, view, seat),
        sea.left - WEST,
        sea.top - NORTH,
        areas(words, sea, None if can_extend else cells, int(view["seats"])),
    )


@lru_cache(64)
def areas(words: Words, sea: Sea, cells: tuple[Cell, ...] | None, seats: int) -> list[Area]:
    """List the areas: the dreams in these cells, the Row, the legends, each seat's card.

    Without cells, the first area is the whole sea with the piles next to it.
    """
    found = [
        Area("sea", words(text.AREAS["sea"]), *(near(cells) if cells else with_piles(sea)), is_home=True),
        Area("row", words(text.AREAS["row"]), sea.left - WEST, sea.middle[1] - 244, WEST, 488),
        Area("legends", words(text.AREAS["legends"]), sea.right + 136, sea.middle[1] - 260, EAST - 136, 520),
    ]
    for seat in range(seats):
        x, y = card_center(sea, seat, seats)
        found.append(
            Area(
                f"seat-{seat}",
                words.seat(seat).alone,
                x - CARD[0] / 2 - 8,
                y - CARD[1] / 2 - 8,
                CARD[0] + 16,
                CARD[1] + 16,
                seat=seat,
            )
        )
    return found


def with_piles(sea: Sea) -> tuple[float, float, float, float]:
    """Return where tiles are taken and laid: left, top, width, height."""
    return sea.left, sea.top, sea.right - sea.left + 136, sea.bottom - sea.top


def near(cells: tuple[Cell, ...]) -> tuple[float, float, float, float]:
    """Return the box around the dreams, so that they are as large as possible during a dance."""
    across, down = zip(*map(center, cells), strict=True)
    left, top = min(across) - 62, min(down) - 110
    return left, top, max(across) + 62 - left, max(down) + 80 - top


# The sea


def board(words: Words, view: Any, cells: tuple[Cell, ...]) -> tuple[list[Piece], list[Place]]:
    """Draw the islands with their tiles and the figures on them, and a place for each."""
    pieces: list[Piece] = []
    places = []
    top, below, grey, levels = view["top"].tolist(), view["below"].tolist(), int(view["grey"]), view["levels"].tolist()
    fiends, spawn, figures = (
        view["fiend"].tolist()[: view["seats"]],
        list(zip(*view["spawn"].tolist(), strict=True)),
        figures_of(view),
    )
    for dream, cell in enumerate(cells):
        pieces.append(rock(dream, cell))
        tile, level = top[dream], levels[dream] - 1
        while tile != NONE:
            pieces.append(tile_piece(words, tile, grey >> tile & 1, cell, level))
            tile, level = below[tile], level - 1
        pieces += spawn_pieces(words, dream, cell, levels[dream], spawn[dream], figures)
        here = [seat for seat, place in enumerate(fiends) if place == dream]
        for number, seat in enumerate(here):  # there are two while a dance crosses another fiend
            pieces.append(fiend_piece(words, seat, figures[seat], cell, levels[dream], 2 * number - len(here) + 1))
        places.append(
            dream_place(
                words, cell, top[dream], grey >> top[dream] & 1, levels[dream], here[0] if here else NONE, spawn[dream]
            )
        )
    if int(view["phase"]) == Phase.LEAP:
        pieces.append(asked_piece(cells[asked_dream(view)], levels[asked_dream(view)]))
    if int(view["phase"]) == Phase.OVER:
        pieces += scoring(words, view, cells, spawn, figures)
    return pieces, places


def standing(cell: Cell, levels: int) -> tuple[float, float]:
    """Return the centre of the visible face."""
    x, y = center(cell)
    return x, y - LEVEL * (levels - 1)


def layer(cell: Cell) -> int:
    """Return the layer of an island: rows further back have lower layers."""
    return 40 * (cell[1] + 100)


@lru_cache(1024)
def rock(dream: int, cell: Cell) -> Piece:
    x, y = center(cell)
    return Piece(f"rock-{dream}", "rock", x, y, layer=layer(cell), place=cell_text(cell))


def tile_sprite(tile: int, is_grey: int) -> str:
    return (
        "tile-celestial"
        if tile == 0
        else f"tile-{FACES[FORGOTTEN if is_grey else TILE_FACES[tile]]}-{KINDS[TILE_KINDS[tile]]}"
    )


@lru_cache(1024)
def tile_piece(words: Words, tile: int, is_grey: int, cell: Cell, level: int) -> Piece:
    (x, y), label = center(cell), text.tile_label(words, tile, bool(is_grey))
    return Piece(
        TILE_NAMES[tile],
        tile_sprite(tile, is_grey),
        x,
        y - LEVEL * level,
        layer=layer(cell) + 1 + level,
        label=label,
        place=cell_text(cell),
    )


@lru_cache(1024)
def spawn_pieces(
    words: Words, dream: int, cell: Cell, levels: int, spawn: tuple[int, ...], figures: tuple[str, ...]
) -> list[Piece]:
    """Draw the spawn on a dream on their spots, seat by seat."""
    x, y = standing(cell, levels)
    pieces: list[Piece] = []
    for seat, count in enumerate(spawn):
        for number in range(count):
            east, south = SPOTS[len(pieces) % len(SPOTS)]
            label = words(text.SPAWN_LABEL, seat=words.seat(seat))
            pieces.append(
                Piece(
                    f"spawn-{seat}-{dream}-{number}",
                    f"spawn-{figures[seat]}",
                    x + east,
                    y + south,
                    layer=layer(cell) + 26,
                    label=label,
                    place=cell_text(cell),
                )
            )
    return pieces


@lru_cache(4096)
def fiend_piece(words: Words, seat: int, figure: str, cell: Cell, levels: int, shift: int) -> Piece:
    x, y = standing(cell, levels)
    return Piece(
        f"fiend-{seat}",
        f"fiend-{figure}",
        x + 17 * shift,
        y + 4,
        layer=layer(cell) + 24,
        label=text.fiend_label(words, seat, figure),
        place=cell_text(cell),
    )


@lru_cache(1024)
def asked_piece(cell: Cell, levels: int) -> Piece:
    """Draw a light around the dream of the leap in question."""
    x, y = standing(cell, levels)
    return Piece("asked", "asked", x, y, layer=layer(cell) + 20, place=cell_text(cell))


@lru_cache(1024)
def dream_place(
    words: Words, cell: Cell, tile: int, is_grey: int, levels: int, fiend: int, spawn: tuple[int, ...]
) -> Place:
    label = text.dream_label(words, cell, tile, bool(is_grey), levels, fiend, spawn)
    return Place(cell_text(cell), *standing(cell, levels), *REACH, label=label, is_round=True)


@lru_cache(4096)
def shore_place(words: Words, cell: Cell) -> Place:
    x, y = center(cell)
    return Place(cell_text(cell), x, y, *REACH, label=text.shore_label(words, cell), is_round=True)


def scoring(
    words: Words, view: Any, cells: tuple[Cell, ...], spawn: list[tuple[int, ...]], figures: tuple[str, ...]
) -> list[Piece]:
    """Draw the isolated dreams at the end, and what each dream scores for each seat."""
    near, top, levels = view["near"].tolist(), view["top"].tolist(), view["levels"].tolist()
    haunted = sum(1 << dream for dream, counts in enumerate(spawn) if any(counts))
    pieces = []
    for dream, counts in enumerate(spawn):
        if not any(counts):
            continue
        x, y = standing(cells[dream], levels[dream])
        is_lonely, is_grey = not near[dream] & haunted, int(view["shows"][FORGOTTEN]) >> dream & 1
        if is_lonely:
            pieces.append(
                Piece(f"lonely-{dream}", "lonely", x, y, layer=layer(cells[dream]) + 20, label=words(text.LONELY_LABEL))
            )
        value = (
            POINTS_LEVEL * levels[dream] * (POINTS_SUBLIME if TILE_KINDS[top[dream]] == SUBLIME else 1)
            + POINTS_FORGOTTEN * is_grey
            + POINTS_ISOLATED * is_lonely
        )
        scorers = [seat for seat, count in enumerate(counts) if count]
        for number, seat in enumerate(scorers):
            points = value + (POINTS_THREE if counts[seat] >= 3 else 0)
            pieces += points_pieces(
                words, dream, seat, figures[seat], points, x + 36 * (number - (len(scorers) - 1) / 2), y - 38
            )
    return pieces


def points_pieces(words: Words, dream: int, seat: int, figure: str, points: int, x: float, y: float) -> list[Piece]:
    """Draw a seal with what a dream scores for a seat, and the seat's mark."""
    label = words(text.POINTS_LABEL, seat=words.seat(seat), points=words.count(text.POINTS, points))
    name = f"points-{seat}-{dream}"
    return [
        Piece(name, "seal", x, y, layer=TABLE, label=label),
        Piece(f"{name}-mark", f"mark-{figure}", x, y - 15, layer=TABLE + 1, size=0.62),
        *digits(name, points, x, y, 0.8, TABLE + 2, "ink"),
    ]


def digits(name: str, number: int, x: float, y: float, size: float, over: int, tone: str = "digit") -> list[Piece]:
    """Draw a number, digit by digit."""
    figures = str(number)
    return [
        Piece(
            f"{name}-{place}",
            f"{tone}-{figure}",
            x + 11 * size * (place - (len(figures) - 1) / 2),
            y,
            layer=over,
            size=size,
        )
        for place, figure in enumerate(figures)
    ]


# The row


def row(words: Words, view: Any, sea: Sea) -> tuple[list[Piece], list[Place]]:
    """Draw the deck, the face-up dances, despair, and the current dance with its next step lit."""
    cards, card = view["row"].tolist(), int(view["card"])
    pieces, places = list(deck(words, int(view["deck"].sum()), sea)), [despair_place(words, sea)]
    for place, other in enumerate(cards):
        if other != NONE:
            pieces += dance_pieces(words, other, *row_at(sea, place))
            places.append(dance_place(words, other, *row_at(sea, place)))
    pieces += despair(words, sea)
    if card != NONE and int(view["phase"]) in (Phase.STEP, Phase.AGAIN, Phase.LEAP, Phase.SPAWN, Phase.BONUS):
        x, y = row_at(
            sea, ROW if card == DESPAIR else [place for place, other in enumerate(cards) if other == NONE][-1]
        )
        if card != DESPAIR:
            x += 14  # moved forward
            pieces += dance_pieces(words, card, x, y)
            places.append(dance_place(words, card, x, y))
        if int(view["phase"]) == Phase.STEP:
            pieces += progress(card, int(view["step"]), bool(view["is_reversed"]), x, y)
    return pieces, places


def row_at(sea: Sea, place: int) -> tuple[float, float]:
    """Return where a card of the Row is drawn, one below the other: −1 is the deck, ROW is
    despair.
    """
    return sea.left - WEST / 2 - 8, sea.middle[1] + 80 * (place - 1.5)


@lru_cache(256)
def deck(words: Words, count: int, sea: Sea) -> list[Piece]:
    x, y = row_at(sea, -1)
    return [
        Piece("deck", "ribbon-back", x, y, layer=TABLE, label=words(text.DECK_LABEL, count=count)),
        *digits("deck-count", count, x + 62, y + 16, 0.8, TABLE + 1),
    ]


@lru_cache(64)
def despair(words: Words, sea: Sea) -> list[Piece]:
    """Draw despair, which is always next to the Row: two free steps."""
    x, y = row_at(sea, ROW)
    card = Piece("despair", "despair", x, y, layer=TABLE, label=words(text.DESPAIR_LABEL), place="despair-card")
    return [card, *symbols("despair", DESPAIR, x, y)]


@lru_cache(64)
def despair_place(words: Words, sea: Sea) -> Place:
    return Place("despair-card", *row_at(sea, ROW), *RIBBON, label=words(text.DESPAIR_LABEL))


@lru_cache(1024)
def dance_place(words: Words, card: int, x: float, y: float) -> Place:
    return Place(f"card-{card + 1}", x, y, *RIBBON, label=text.row_label(words, card))


def step_at(card: int, place: int) -> tuple[float, float]:
    """Return where a symbol is drawn on its ribbon."""
    count = int(DANCE_LENGTH[card])
    return (-34.0 + 36 * place, 0) if card == DESPAIR else ((place - (count - 1) / 2) * min(34, 136 / count), -8)


def symbols(name: str, card: int, x: float, y: float) -> list[Piece]:
    """Draw the step symbols of a card."""
    found = []
    for place in range(DANCE_LENGTH[card]):
        east, south = step_at(card, place)
        sprite = f"step-{SYMBOLS[DANCE_STEP[card, place]]}"
        found.append(
            Piece(
                f"{name}-{place}",
                sprite,
                x + east,
                y + south,
                layer=TABLE + 2,
                place="despair-card" if card == DESPAIR else f"card-{card + 1}",
            )
        )
    return found


@lru_cache(1024)
def dance_pieces(words: Words, card: int, x: float, y: float) -> list[Piece]:
    """Draw a ribbon with its symbols, the spawn it may invoke, and a flame if it is infernal."""
    name, place = f"dance-{card + 1}", f"card-{card + 1}"
    pieces = [
        Piece(
            name,
            "ribbon-infernal" if DANCE_BONUS[card] else "ribbon",
            x,
            y,
            layer=TABLE,
            label=text.row_label(words, card),
            place=place,
        )
    ]
    pieces += symbols(name, card, x, y)
    limit, bonus = int(DANCE_LIMIT[card]), int(DANCE_BONUS[card])
    pieces.append(Piece(f"{name}-limit", f"limit-{limit}", x - 9 * bonus, y + 22, layer=TABLE + 1, place=place))
    if bonus:
        pieces.append(
            Piece(f"{name}-bonus", "flame", x + 7 * limit + 5, y + 19, layer=TABLE + 1, size=0.8, place=place)
        )
    return pieces


def progress(card: int, step: int, is_reversed: bool, x: float, y: float) -> list[Piece]:
    """Draw the completed steps, and a light behind the next one."""
    order = [step_at(card, place) for place in range(DANCE_LENGTH[card])][:: -1 if is_reversed else 1]
    done = [
        Piece(f"done-{number}", "step-done", x + east, y + south, layer=TABLE + 3)
        for number, (east, south) in enumerate(order[:step])
    ]
    return [*done, Piece("light", "step-light", x + order[step][0], y + order[step][1], layer=TABLE + 1)]


# Piles and legends


def piles(words: Words, view: Any, sea: Sea) -> list[Piece]:
    """Draw the tiles of each pile, the next one on top."""
    length = int(view["length"])
    return [
        piece for color, left in enumerate(view["left"].tolist()) for piece in pile(words, length, color, left, sea)
    ]


@lru_cache(512)
def pile(words: Words, length: int, color: int, left: int, sea: Sea) -> list[Piece]:
    x, y = sea.right + 72, sea.middle[1] + 164 * (color - 1) + 30
    pieces = []
    for number in range(left):
        tile = int(PILE_TILE[length, color, number])
        pieces.append(
            Piece(
                TILE_NAMES[tile],
                tile_sprite(tile, 0),
                x,
                y - 9 * number,
                layer=TABLE + 20 * color + number,
                label=text.tile_label(words, tile, is_grey=False),
            )
        )
    return pieces


def legends(words: Words, view: Any, sea: Sea) -> list[Piece]:
    """Draw the face-up legends, and the deck with the others."""
    shown, left = (
        [legend for legend in range(LEGENDS) if int(view["open"]) >> legend & 1],
        int(view["legend_deck"].sum()),
    )
    pieces = [legend_piece(words, legend, *legend_at(sea, place), 0.9) for place, legend in enumerate(shown)]
    return pieces + (legend_deck(words, left, sea) if left else [])


def legend_at(sea: Sea, place: int) -> tuple[float, float]:
    return sea.right + EAST - 58, sea.middle[1] + 102 * (place - 2) - 4


@lru_cache(512)
def legend_piece(words: Words, legend: int, x: float, y: float, size: float) -> Piece:
    return Piece(
        f"legend-{LEGEND_NAMES[legend]}",
        f"legend-{LEGEND_NAMES[legend]}",
        x,
        y,
        layer=TABLE + 2,
        size=size,
        label=text.legend_label(words, legend),
    )


@lru_cache(64)
def legend_deck(words: Words, left: int, sea: Sea) -> list[Piece]:
    x, y = legend_at(sea, OPEN_LEGENDS)
    card = Piece(
        "legend-deck", "legend-deck", x, y, layer=TABLE, size=0.9, label=words(text.LEGEND_DECK_LABEL, count=left)
    )
    return [card, *digits("legend-count", left, x + 26, y + 36, 0.9, TABLE + 1)]


# The seats


def card_center(sea: Sea, seat: int, seats: int) -> tuple[float, float]:
    middle = sea.middle[0] + (EAST - WEST) / 2
    return middle + 228 * (seat - (seats - 1) / 2), sea.bottom + SOUTH / 2 - 2


def cards(words: Words, view: Any, sea: Sea) -> list[Piece]:
    """Draw each seat's influence card: colour, track and marker, supply, legend.

    The fiend is there too as long as it is not on the board.
    """
    seats, figures, pieces = int(view["seats"]), figures_of(view), []
    fiends, colors, markers, held, supply = (
        view[field].tolist() for field in ("fiend", "influence", "marker", "legend", "supply")
    )
    for seat in range(seats):
        x, y = card_center(sea, seat, seats)
        pieces += card_pieces(words, seat, figures[seat], x, y) + seat_pieces(
            words, seat, figures[seat], colors[seat], markers[seat], supply[seat], x, y
        )
        pieces.append(
            legend_piece(words, held[seat], x + 70, y - 16, 0.78)
            if held[seat] != NONE
            else no_legend(seat, x + 70, y - 16)
        )
        if fiends[seat] == NONE:
            pieces.append(
                Piece(
                    f"fiend-{seat}",
                    f"fiend-{figures[seat]}",
                    x + 18,
                    y + 14,
                    layer=TABLE + 3,
                    size=0.88,
                    label=text.fiend_label(words, seat, figures[seat]),
                )
            )
    if int(view["phase"]) != Phase.OVER:
        x, y = card_center(sea, int(view["seat"]), seats)
        pieces.append(Piece("card-light", "card-light", x, y, layer=TABLE + 1))
    return pieces


@lru_cache(256)
def card_pieces(words: Words, seat: int, figure: str, x: float, y: float) -> list[Piece]:
    """Draw the fixed parts of a card: the card itself and the spaces of its track."""
    pieces = [
        Piece(
            f"influence-card-{seat}",
            f"card-{figure}",
            x,
            y,
            layer=TABLE,
            label=words(text.CARD_LABEL, seat=words.seat(seat)),
        )
    ]
    for space, value in enumerate(TRACK):
        kind, points = "large" if space in LARGE_SPACES else "space", words.count(text.POINTS, value)
        label = words(text.LARGE_LABEL, points=points) if kind == "large" else points
        sprite = f"{kind}-{value}" if value in SPACES[kind] else kind
        pieces.append(Piece(f"space-{seat}-{space}", sprite, track_x(x, space), y + 46, layer=TABLE + 1, label=label))
    return pieces


def track_x(x: float, space: int) -> float:
    return x - 91 + 182 * space / (len(TRACK) - 1)


@lru_cache(1024)
def seat_pieces(
    words: Words, seat: int, figure: str, color: int, marker: int, supply: int, x: float, y: float
) -> list[Piece]:
    """Draw the colour, marker and supply of a seat."""
    label = words(text.MARKER_LABEL, seat=words.seat(seat), points=words.count(text.POINTS, TRACK[marker]))
    return [
        Piece(
            f"influence-{seat}",
            f"influence-{FACES[color]}",
            x - 38,
            y - 34,
            layer=TABLE + 1,
            label=words(text.INFLUENCE_LABEL, color=text.color(words, color)),
        ),
        Piece(f"marker-{seat}", f"marker-{figure}", track_x(x, marker), y + 42, layer=TABLE + 3, label=label),
        Piece(
            f"supply-{seat}",
            f"spawn-{figure}",
            x - 84,
            y + 14,
            layer=TABLE + 2,
            size=0.9,
            label=words.count(text.SPAWN_OF, supply, seat=words.seat(seat)),
        ),
        *digits(f"supply-count-{seat}", supply, x - 56, y + 3, 0.9, TABLE + 2),
    ]


@lru_cache(256)
def no_legend(seat: int, x: float, y: float) -> Piece:
    return Piece(f"no-legend-{seat}", "legend-none", x, y, layer=TABLE + 1, size=0.78)


def panels(words: Words, view: Any) -> list[Panel]:
    seats, figures = int(view["seats"]), figures_of(view)
    rows = zip(*(view[field].tolist()[:seats] for field in ("influence", "marker", "legend", "supply")), strict=True)
    return [panel(words, seat, figures[seat], *row) for seat, row in enumerate(rows)]


@lru_cache(512)
def panel(words: Words, seat: int, figure: str, color: int, marker: int, held: int, supply: int) -> Panel:
    label = text.panel_label(words, color, TRACK[marker], held, supply)
    numbers = tallies(words, text.TALLIES, {"points": TRACK[marker], "spawn": supply})
    return Panel(seat, f"seat-{figure}", label, numbers, is_sign=True)


# Gestures


class Sight(NamedTuple):
    """What the gestures of one view look up again and again."""

    cells: tuple[str, ...]  # of the dreams
    true_cells: tuple[Cell, ...]  # the same as numbers
    shores: tuple[str, ...]
    near: tuple[tuple[int, ...], ...]  # the dreams around each dream
    row: tuple[int, ...]
    tiles: tuple[int, ...]  # the next tile of each pile; NONE: none
    fiends: tuple[int, ...]
    seat: int
    held: int  # the legend of the seat whose turn it is
    is_grey: bool  # whether its fiend stands on a forgotten dream
    phase: int
    asked: int  # the dream of the leap or bonus in question


@lru_cache(64)
def _sight(data: bytes) -> Sight:
    view = np.frombuffer(data, STATE)[0]
    cells, seat, length, fiends = cells_of(view), int(view["seat"]), int(view["length"]), view["fiend"].tolist()
    return Sight(
        tuple(map(cell_text, cells)),
        cells,
        tuple(map(cell_text, shores_of(cells))),
        tuple(tuple(around(view, dream)) for dream in range(len(cells))),
        tuple(view["row"].tolist()),
        tuple(
            int(PILE_TILE[length, color, left - 1]) if left else NONE
            for color, left in enumerate(view["left"].tolist())
        ),
        tuple(fiends),
        seat,
        int(view["legend"][seat]),
        fiends[seat] != NONE and bool(int(view["shows"][FORGOTTEN]) >> fiends[seat] & 1),
        int(view["phase"]),
        asked_dream(view),
    )


@lru_cache(1024)
def parts(action: int) -> tuple[str, tuple[int, ...]]:
    return ACTIONS.parts(action)


def gesture(words: Words, view: Any, seat: int, action: int) -> Gesture:
    """Return the steps of an action.

    An action that has no meaning here, such as one on a dream that does not exist, becomes a button
    that is never shown.
    """
    kind, values = parts(action)
    if kind in BUTTONS:
        return (("button", words(BUTTONS[kind])),)
    try:
        return GESTURES[kind](words, _sight(view.tobytes()), *values) or (("button", ACTIONS.text(action)),)
    except IndexError:
        return (("button", ACTIONS.text(action)),)


BUTTONS = {"rest": text.REST, "invoke": text.INVOKE, "stay": text.STAY}


def pick_dream(words: Words, sight: Sight, dream: int) -> Gesture:
    return (("pick", sight.cells[dream]),)


def pick_card(words: Words, sight: Sight, place: int, way: int = 0) -> Gesture | None:
    """Return the steps that pick a card of the Row; Bloody Mary's holder also chooses the
    direction.
    """
    picked = ("pick", f"card-{sight.row[place] + 1}")
    if sight.held != BLOODY_MARY or sight.phase != Phase.BEFORE:
        return None if way else (picked,)
    return picked, ("button", words(text.REVERSED if way else text.FORWARD))


def pick_despair(words: Words, sight: Sight) -> Gesture:
    return (("pick", "despair-card"),)


def name_color(words: Words, sight: Sight, color: int) -> Gesture:
    return (("button", text.color(words, color)),)


def change_color(words: Words, sight: Sight, color: int) -> Gesture:
    return (("button", words(text.CLOWN, color=text.color(words, color))),)


def move_spawn(words: Words, sight: Sight, origin: int, side: int) -> Gesture | None:
    if sight.held != OKIKU:
        return None
    return ("pick", sight.cells[origin]), ("pick", sight.cells[sight.near[origin][side]])


def move_dream(words: Words, sight: Sight, origin: int, target: int) -> Gesture | None:
    if sight.held != KRAMPUS:
        return None
    return ("pick", sight.cells[origin]), ("pick", cell_text(shores_without(sight.true_cells, origin)[target]))


def swap(words: Words, sight: Sight, other: int) -> Gesture | None:
    if sight.held != BOGEYMAN or sight.fiends[other] == NONE or other == sight.seat:
        return None
    return ("pick", sight.cells[sight.fiends[other]]), ("button", words(text.SWAP))


def place_spawn(words: Words, sight: Sight, chosen: int) -> Gesture | None:
    """Return the steps that place spawn.

    The dreams of the Standard Dance are a set, since fewer may be chosen; the dream of a leap or
    bonus is known, so it is either picked or skipped.
    """
    if chosen == 0:
        return (("button", words(text.NO_BONUS if sight.phase == Phase.BONUS else text.NO_SPAWN)),)
    if chosen >= HERE:
        return place_here(words, sight, chosen)
    fiend = sight.fiends[sight.seat]
    beside = sight.near[fiend] if fiend != NONE else ()
    return *(("set", sight.cells[beside[place]]) for place in range(chosen.bit_length()) if chosen >> place & 1), (
        "button",
        words(text.PLACE_SPAWN),
    )


def place_here(words: Words, sight: Sight, chosen: int) -> Gesture | None:
    """Return the steps that place spawn on one dream; Jack O'Lantern's holder chooses how many."""
    if sight.asked == NONE:
        return None
    if sight.phase == Phase.LEAP and sight.held == JACK_O_LANTERN:
        return (("button", words(text.TWO_SPAWN if chosen == HERE_TWICE else text.ONE_SPAWN)),)
    return (("pick", sight.cells[sight.asked]),) if chosen == HERE else None


def pick_legend(words: Words, sight: Sight, legend: int) -> Gesture:
    return (("pick", "legend-deck" if legend == LEGENDS else f"legend-{LEGEND_NAMES[legend]}"),)


def lay(words: Words, sight: Sight, color: int, side: int, place: int) -> Gesture | None:
    """Return the steps that lay a tile.

    Pick the next tile of a pile, then the side that faces up if there is a choice, then where to
    lay it.
    """
    tile = sight.tiles[color]
    if tile == NONE:
        return None
    picked, laid = (
        ("pick", TILE_NAMES[tile]),
        ("pick", sight.shores[place] if place < SHORES else sight.cells[place - SHORES]),
    )
    return (picked, laid) if sight.is_grey and side == 0 else (picked, ("turn", f"{tile_sprite(tile, side)}@0"), laid)


GESTURES: dict[str, Any] = {
    "enter": pick_dream,
    "dance": pick_card,
    "despair": pick_despair,
    "clown": change_color,
    "okiku": move_spawn,
    "krampus": move_dream,
    "swap": swap,
    "step": pick_dream,
    "again": pick_card,
    "spawn": place_spawn,
    "baba": pick_dream,
    "legend": pick_legend,
    "influence": name_color,
    "extend": lay,
}
