"""What people read in a game of Sarena."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.words import N_, NP_, Sentence, Words
from ludotheque.games.sarena.components import ARROWS, CIRCLE_NAMES, CIRCLES, COLOR_NAMES, COLOR_SYMBOLS, FACE_UP, MAX_STACK, SIDE
from ludotheque.games.sarena.rules import Event, Refusal
from ludotheque.games.sarena.state import Phase

REFUSALS = {
    Refusal.NOT_YOUR_TURN: Sentence(N_("It is not your turn."), "R2.1"),
    Refusal.GAME_OVER: Sentence(N_("The game is over: nothing can move any more."), "R5.1"),
    Refusal.NO_LINE: Sentence(N_("A move goes along one line to a neighbouring circle, not diagonally and not farther."), "R3.1"),
    Refusal.EMPTY_ORIGIN: Sentence(N_("There is nothing to move on an empty circle."), "R4.4"),
    Refusal.EMPTY_PLAIN: Sentence(N_("An empty circle without arrows may not be entered."), "R4.1"),
    Refusal.TOO_HIGH: Sentence(N_("The two stacks together would be higher than four chips."), "R4.3"),
    Refusal.UNREADABLE: Sentence(N_("A move is written as two circles, such as c3-c4."), "R3.1"),
}


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """One letter for each colour, no two the same: the first of its name that is still free."""
    taken: list[str] = []
    for name in names:
        taken.append(next(letter for letter in f"{name.lower()}abcdefgh" if letter not in taken))
    return tuple(taken)


LABELS = {
    "collected": N_("collected"),
    "own_colour": N_("own colour"),
    "deal": N_("How the chips are dealt"),
    "deal=free": N_("as chance will have it"),
    "deal=fair": N_("the same for all colours"),
}
COLORS = {"amber": N_("amber"), "teal": N_("teal"), "crimson": N_("crimson"), "ivory": N_("ivory")}
LETTERS = letters(COLOR_NAMES)
SIGNS = {"sun": "☀", "wave": "≈", "leaf": "♣", "moon": "☾"}


def color(words: Words, number: int) -> str:
    """A colour's name; the owner of a copy may have named it otherwise than we do."""
    name: str = COLOR_NAMES[number]
    return words(COLORS.get(name, name))


def chip_letters(chip: int) -> str:
    """A chip in two letters: the upper face large, the lower one small."""
    return f"{LETTERS[FACE_UP[chip]].upper()}{LETTERS[FACE_UP[chip ^ 1]].lower()}"


CELL = 2 * MAX_STACK
CHIP_LETTERS = ("", "", *map(chip_letters, range(2, len(FACE_UP))))
EMPTY_LETTERS = tuple("*" if has_arrows else "." for has_arrows in ARROWS)


def chips_of(stack: int) -> bytes:
    """The chips of a stack as the state keeps it, the lowest first."""
    return stack.to_bytes(4, "little").rstrip(b"\0")


def stack_letters(circle: int, stack: int) -> str:
    """A stack from its lowest chip to its highest, in the middle of its cell; an empty circle shows its kind."""
    return ("".join([CHIP_LETTERS[chip] for chip in chips_of(stack)]) or EMPTY_LETTERS[circle]).center(CELL)


HEAD = f"    {' '.join(name[0].center(CELL) for name in CIRCLE_NAMES[:SIDE])}".rstrip()


@lru_cache(256)
def rows(words: Words, stacks: tuple[int, ...]) -> str:
    """The board alone, which is the same for everybody."""
    return "\n".join([HEAD, *[row(first, stacks[first : first + SIDE]) for first in range(0, CIRCLES, SIDE)], legend(words)])


@lru_cache(4096)
def row(first: int, stacks: tuple[int, ...]) -> str:
    cells = " ".join(stack_letters(circle, stack) for circle, stack in enumerate(stacks, first))
    return f"{CIRCLE_NAMES[first][1:]:>2}  {cells}".rstrip()


def board(words: Words, view: Any, seat: int) -> str:
    """The board as text: every chip with both faces, lowest first; * an empty circle with arrows, . one without."""
    lying, secrets = rows(words, tuple(view["stack"].tolist())), view["secret"].tolist()
    if int(view["phase"]) == Phase.OVER:
        shown = ", ".join(f"{number} {color(words, secret)}" for number, secret in enumerate(secrets) if secret != NONE)
        return "\n".join((lying, words(N_("The secret colours, by seat: {shown}"), shown=shown)))
    return lying if seat == NONE else "\n".join((lying, words(N_("Your secret colour: {color}"), color=color(words, secrets[seat]))))


@cache
def legend(words: Words) -> str:
    names = ", ".join(f"{LETTERS[number].upper()} {color(words, number)} {SIGNS.get(COLOR_SYMBOLS[number], '')}".rstrip() for number in range(len(COLOR_NAMES)))
    return words(N_("{colors}; the last chip of a stack is on top; * arrows, . no arrows"), colors=names)


# What lies on the table, for those who hear it


def chip_label(words: Words, chip: int) -> str:
    return words(N_("{upper} over {lower}"), upper=color(words, FACE_UP[chip]), lower=color(words, FACE_UP[chip ^ 1]))


def circle_label(words: Words, circle: int, height: int, top: int) -> str:
    """A circle, how many chips lie there, the colour on top, and whether it has arrows."""
    name, chips = CIRCLE_NAMES[circle], NP_("{circle}, {number} chip, {color} on top", "{circle}, {number} chips, {color} on top")
    label = words.count(chips, height, circle=name, color=color(words, top)) if height else words(N_("{circle}, empty"), circle=name)
    return words(N_("{circle}, arrows"), circle=label) if ARROWS[circle] else label


def pawn_label(words: Words, secret: int) -> str:
    return words(N_("secret colour hidden")) if secret == NONE else words(N_("secret colour: {color}"), color=color(words, secret))


def prompt(words: Words, view: Any, seat: int) -> str:
    if int(view["phase"]) == Phase.OVER:
        return words(N_("The game is over."))
    return words(N_("Move a stack along a line: onto another one, or onto an empty circle with arrows, where it is turned over."))


def describe(words: Words, view: Any, seat: int, action: int, rows: list[tuple[int, int, int, int, int]]) -> str:
    """What an action did, as a line of the log; `view` is taken after it."""
    lines = []
    for code, _, origin, target, height in rows:
        if code == Event.ENDED:
            lines.append(words(N_("Nothing can move any more: the game is over.")))
            continue
        message = N_("{origin} onto {target}: {height} chips, {color} on top.") if code == Event.STACKED else N_("{origin} to {target}, turned over: {color} on top.")
        top = FACE_UP[chips_of(int(view["stack"][target]))[-1]]
        lines.append(words(message, origin=CIRCLE_NAMES[origin], target=CIRCLE_NAMES[target], height=height, color=color(words, top)))
    return " ".join(lines)
