"""A view of Sarena drawn as chips on circles, and the gesture of a move: pick a stack, then its
target.

Every piece that can ever appear is made once per language; a scene only looks up what is where now.
A table needs one for every viewer after every action: with its view and the gestures of all 120
moves that takes about 80 µs, and half of that where no move is possible.
"""

from bisect import bisect_left
from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import Any, Generic, TypeVar

from ludotheque.core.constants import NONE
from ludotheque.core.layout import array_of
from ludotheque.core.words import Words
from ludotheque.games.sarena import notation, text
from ludotheque.games.sarena.components import (
    ARROWS,
    CHIPS,
    CIRCLE_NAMES,
    CIRCLES,
    COLORS,
    LINES,
    MAX_STACK,
    SIDE,
)
from ludotheque.games.sarena.state import Phase
from ludotheque.scene.model import Gesture, Panel, Piece, Place, Scene

# In the units of art.svg, which draws the slab and the grooves with these measurements
WIDTH, HEIGHT = 720, 820
LEFT, TOP = 99, 116  # the centre of a1
ACROSS, DOWN = 105, 122  # from one circle to the next
THICK = 17  # a chip
REST = 4  # the lowest chip lies in its bowl, a little nearer to the viewer than the centre
REACH = (96, 82)  # the touch area of a circle with a chip on it

COLOR_SPRITES = ("amber", "teal", "crimson", "ivory")  # by number, since the owner of a copy may rename the colours
ENDS = tuple((CIRCLE_NAMES[origin], CIRCLE_NAMES[target]) for origin, target in LINES)
GESTURES: tuple[Gesture, ...] = tuple((("pick", origin), ("pick", target)) for origin, target in ENDS)
# for each row, the first move that begins in a row after it
NEXT_ROWS = [sum(origin < first for origin, _ in LINES) for first in range(SIDE, CIRCLES + SIDE, SIDE)]
# the bytes of each row of circles in the state
ROWS = [slice(text.HIGH * first, text.HIGH * (first + SIDE)) for first in range(0, CIRCLES, SIDE)]
ROWS_KEPT, STACKS_KEPT, MOVES_KEPT = 700, 128, 2048  # of each row and each circle in each language; of all rows
Drawn = TypeVar("Drawn")
Single = tuple[list[Piece], Place, str]  # the pieces and the place, and what is written
Several = tuple[list[Piece], list[Place], str]
CENTERS = tuple((LEFT + ACROSS * (circle % SIDE), TOP + DOWN * (circle // SIDE)) for circle in range(CIRCLES))


def scene(words: Words, view: Any, seat: int) -> Scene:
    fields = array_of(view)  # of an array, a field is read in a third of the time
    pieces, places, lying = on_the_board(words, fields["stack"].tobytes())
    secrets, is_over = fields["secret"][0].tolist(), int(fields["phase"][0]) == Phase.OVER
    panels = [pawn(words, number, secret) for number, secret in enumerate(secrets[: fields["seats"][0]])]
    return Scene(WIDTH, HEIGHT, "ground", pieces, places, panels, text.told(words, lying, secrets, seat, is_over))


@lru_cache(256)
def on_the_board(words: Words, stacks: bytes) -> tuple[list[Piece], list[Place], str]:
    """Draw everything on the board, and write it as text.

    It is the same for everyone, so it is made only for the first viewer. A move changes only one or
    two rows.
    """
    pieces, places, lines = list(FIXED), [], []
    for row, part in zip(rows_lately(words), ROWS, strict=True):
        chips, circles, line = row[stacks[part]]
        pieces += chips
        places += circles
        lines.append(line)
    return pieces, places, text.rows(words, lines)


class Lately(dict[bytes, Drawn], Generic[Drawn]):
    """What was drawn lately, by the bytes of what lies there; all of it is dropped when it is too
    much.
    """

    def __init__(self, draw: Callable[[bytes], Drawn], most: int) -> None:
        self.draw, self.most = draw, most

    def __missing__(self, key: bytes) -> Drawn:
        if len(self) >= self.most:  # several threads may draw at once
            self.clear()
        drawn = self[key] = self.draw(key)
        return drawn


@cache
def rows_lately(words: Words) -> list[Lately[Several]]:
    return [Lately(partial(in_row, words, first), ROWS_KEPT) for first in range(0, CIRCLES, SIDE)]


@cache
def circles_lately(words: Words) -> list[Lately[Single]]:
    return [Lately(partial(on_circle, words, circle), STACKS_KEPT) for circle in range(CIRCLES)]


def in_row(words: Words, first: int, stacks: bytes) -> Several:
    """Draw everything in a row of circles, and write it."""
    pieces, places, cells = [], [], []
    circles = circles_lately(words)[first : first + SIDE]
    for circle, stack in zip(circles, text.each_stack(stacks), strict=True):
        chips, place, cell = circle[stack]
        pieces += chips
        places.append(place)
        cells.append(cell)
    return pieces, places, text.row(first, cells)


def on_circle(words: Words, circle: int, stack: bytes) -> Single:
    """Draw what is on a circle, and write it; the circles beside a moved stack stay as they are."""
    lying, chips = text.chips_of(stack), all_chips(words)[circle]
    place = all_circles(words)[circle][len(lying)][text.FACES[lying[-1]] if lying else 0]
    return [chips[level][chip] for level, chip in enumerate(lying)], place, text.cell(circle, lying)


def gesture(words: Words, view: Any, seat: int, action: int) -> Gesture:
    return GESTURES[action]


def trie(words: Words, view: Any, seat: int, actions: list[int]) -> dict[str, Any]:
    """Return the trie of moves: it is made after every action."""
    moves, at = bytes(actions), 0
    targets: dict[str, Any] = {}
    for first in NEXT_ROWS:
        begun, at = at, bisect_left(moves, first)
        targets |= FROM_ROWS[moves[begun:at]]
    return {"pick": targets} if targets else {}


def from_row(moves: bytes) -> dict[str, Any]:
    """Return the trie of moves that begin in a row; most rows are as before, or as elsewhere."""
    targets: dict[str, Any] = {}
    for action in moves:
        origin, target = ENDS[action]
        if origin in targets:
            targets[origin]["pick"][target] = action
        else:
            targets[origin] = {"pick": {target: action}}
    return targets


FROM_ROWS = Lately(from_row, MOVES_KEPT)


def why_not(words: Words, view: Any, seat: int, steps: Gesture) -> int:
    """Return the refusal for steps that match no action: two circles that no line joins."""
    return notation.parse(view, seat, "-".join(what for _, what in steps)).refusal


@cache
def pawn(words: Words, seat: int, secret: int) -> Panel:
    """Draw a secret pawn, if the viewer may see it."""
    sprite = COLOR_SPRITES[secret] if secret != NONE else "hidden"
    return Panel(seat, f"pawn-{sprite}", text.pawn_label(words, secret))


# Every piece that can appear


@cache
def all_chips(words: Words) -> list[list[dict[int, Piece]]]:
    """Draw every chip with either face up at every level of every circle.

    The index is [circle][level][2 × (chip + 1) + face].
    """
    looks = {chip: look(words, chip) for chip in range(2, 2 * CHIPS + 2)}
    return [[chips_at(circle, level, looks) for level in range(MAX_STACK)] for circle in range(CIRCLES)]


def look(words: Words, chip: int) -> tuple[str, str, str]:
    """Return the id, sprite and label of a chip, which keeps its number when it is turned over."""
    sprite = f"chip-{COLOR_SPRITES[text.FACES[chip]]}-{COLOR_SPRITES[text.FACES[chip ^ 1]]}"
    return f"chip-{chip // 2 - 1}", sprite, text.chip_label(words, chip)


def chips_at(circle: int, level: int, looks: dict[int, tuple[str, str, str]]) -> dict[int, Piece]:
    """Draw every chip at a level of a circle. Chips nearer to the viewer cover those behind them.

    Ten thousand pieces share their texts and numbers, so that these stay in the processor's cache.
    """
    (x, y), place = CENTERS[circle], CIRCLE_NAMES[circle]
    y += REST - THICK * level
    layer = 1 + MAX_STACK * (circle // SIDE) + level
    return {
        chip: Piece(name, sprite, x, y, layer=layer, label=label, place=place)
        for chip, (name, sprite, label) in looks.items()
    }


@cache
def all_circles(words: Words) -> list[list[list[Place]]]:
    """List every circle with everything that can be on it: [circle][height][top colour]."""
    return [
        [[place(words, circle, height, color) for color in range(COLORS)] for height in range(MAX_STACK + 1)]
        for circle in range(CIRCLES)
    ]


def place(words: Words, circle: int, height: int, color: int) -> Place:
    """Return the place of a circle, which grows upwards with the stack so that all of it can be
    picked.
    """
    (x, y), (across, down), rise = CENTERS[circle], REACH, THICK * max(height - 1, 0)
    return Place(
        CIRCLE_NAMES[circle],
        x,
        y - rise / 2,
        across,
        down + rise,
        label=text.circle_label(words, circle, height, color),
        is_round=True,
    )


def circle_pieces() -> list[Piece]:
    """Draw the circles of the component file."""
    names = enumerate(zip(CIRCLE_NAMES, CENTERS, strict=True))
    return [
        Piece(f"circle-{name}", "arrows" if ARROWS[circle] else "bowl", x, y, place=name)
        for circle, (name, (x, y)) in names
    ]


def filled_grooves() -> list[Piece]:
    """Draw the grooves that are filled in.

    The background has a groove between all neighbours; it is filled in where the component file has
    no line.
    """
    pieces = []
    for origin in range(CIRCLES):
        for target, sprite in ((origin + 1, "filled-across"), (origin + SIDE, "filled-down")):
            is_neighbor = target < CIRCLES and (target % SIDE > 0 or target == origin + SIDE)
            if is_neighbor and (origin, target) not in LINES:
                pieces.append(Piece(f"filled-{CIRCLE_NAMES[origin]}-{CIRCLE_NAMES[target]}", sprite, *CENTERS[origin]))
    return pieces


FIXED = (*filled_grooves(), *circle_pieces())
