"""The messages people read in a game of Sarena."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.words import N_, NP_, Sentence, Words
from ludotheque.games.sarena.components import (
    ARROWS,
    CIRCLE_NAMES,
    CIRCLES,
    COLOR_NAMES,
    COLOR_SYMBOLS,
    FACE_UP,
    MAX_STACK,
    SIDE,
)
from ludotheque.games.sarena.rules import Event, Refusal
from ludotheque.games.sarena.state import Phase

REFUSALS = {
    Refusal.NOT_YOUR_TURN: Sentence(N_("It is not your turn."), "R2.1"),
    Refusal.GAME_OVER: Sentence(N_("The game is over: nothing can move any more."), "R5.1"),
    Refusal.NO_LINE: Sentence(
        N_("A stack moves along one line to a neighbouring circle, never diagonally and never farther."), "R3.1"
    ),
    Refusal.EMPTY_ORIGIN: Sentence(N_("There is nothing to move on an empty circle."), "R4.4"),
    Refusal.EMPTY_PLAIN: Sentence(N_("You may not move onto an empty circle without arrows."), "R4.1"),
    Refusal.TOO_HIGH: Sentence(N_("Together the two stacks would have more than four chips."), "R4.3"),
    Refusal.UNREADABLE: Sentence(N_("A move is written as two circles, such as c3-c4."), "R3.1"),
}


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """Return a different letter for each colour: the first free letter of its name."""
    taken: list[str] = []
    for name in names:
        taken.append(next(letter for letter in f"{name.lower()}abcdefgh" if letter not in taken))
    return tuple(taken)


LABELS = {
    "collected": N_("collected"),
    "own_colour": N_("own colour, on a tie"),
    "deal": N_("How the chips are dealt"),
    "deal=free": N_("at random"),
    "deal=fair": N_("equal for all colours"),
}
THEMES = {  # of puzzles
    "last_arrows": N_("Take the last free circle with arrows"),
    "turn_own": N_("Turn a stack over in your favour"),
    "turn_other": N_("Turn a stack over"),
    "freeze": N_("Make a stack safe"),
    "gather": N_("Join two stacks of your own"),
    "capture": N_("Put your colour on top"),
    "give_up": N_("Cover a stack of your own"),
    "spoil": N_("Spoil a stack for somebody"),
}
EXPLAINS = {
    "deal": N_(
        "At random, the usual way, chance decides which of its two colours each chip shows; in an equal deal, each"
        " colour shows on nine chips."
    )
}
FIRST = N_("The booklet says to draw the first player by lot.")
COLORS = {"amber": N_("amber"), "teal": N_("teal"), "crimson": N_("crimson"), "ivory": N_("ivory")}
LETTERS = letters(COLOR_NAMES)
SIGNS = {"sun": "☀", "wave": "≈", "leaf": "♣", "moon": "☾"}


def color(words: Words, number: int) -> str:
    """Name a colour; the owner of a copy may have renamed it."""
    name: str = COLOR_NAMES[number]
    return words(COLORS.get(name, name))


def chip_letters(chip: int) -> str:
    """Write a chip as two letters: upper case for the upper face, lower case for the lower one."""
    return f"{LETTERS[FACE_UP[chip]].upper()}{LETTERS[FACE_UP[chip ^ 1]].lower()}"


CELL = 2 * MAX_STACK
FACES: list[int] = FACE_UP.tolist()  # the colour on top of each chip
CHIP_LETTERS = ("", "", *map(chip_letters, range(2, len(FACE_UP))))
EMPTY_LETTERS = tuple("*" if has_arrows else "." for has_arrows in ARROWS)


HIGH = 4  # bytes of a stack in the state, one for each chip, the lowest first


def each_stack(stacks: bytes) -> list[bytes]:
    """List the stacks on some circles, each with empty space above."""
    return [stacks[at : at + HIGH] for at in range(0, len(stacks), HIGH)]


def chips_of(stack: bytes) -> bytes:
    """Return the chips of a stack, the lowest first."""
    return stack.rstrip(b"\0")


HEAD = f"    {' '.join(name[0].center(CELL) for name in CIRCLE_NAMES[:SIDE])}".rstrip()


def rows(words: Words, lines: Sequence[str]) -> str:
    """Write only the board, which is the same for everyone."""
    return "\n".join([HEAD, *lines, legend(words)])


def row(first: int, cells: Sequence[str]) -> str:
    return f"{CIRCLE_NAMES[first][1:]:>2}  {' '.join(cells)}".rstrip()


def cell(circle: int, chips: bytes) -> str:
    """Write a stack from its lowest chip to its highest, centred in its cell.

    An empty circle shows its kind.
    """
    return ("".join([CHIP_LETTERS[chip] for chip in chips]) or EMPTY_LETTERS[circle]).center(CELL)


def board(words: Words, view: Any, seat: int) -> str:
    """Write the board as text: every chip with both faces, lowest first.

    * is an empty circle with arrows, . one without.
    """
    cells = [cell(circle, chips_of(stack)) for circle, stack in enumerate(each_stack(view["stack"].tobytes()))]
    lines = [row(first, cells[first : first + SIDE]) for first in range(0, CIRCLES, SIDE)]
    return told(words, rows(words, lines), view["secret"].tolist(), seat, is_over(view))


def is_over(view: Any) -> bool:
    return int(view["phase"]) == Phase.OVER


def told(words: Words, lying: str, secrets: list[int], seat: int, is_over: bool) -> str:
    """Add the secret colours, as far as they are seen, to what is written of the board."""
    if is_over:
        shown = [
            f"{words.seat(number)} {color(words, secret)}" for number, secret in enumerate(secrets) if secret != NONE
        ]
        return "\n".join((lying, words(N_("Secret colours: {shown}"), shown=", ".join(shown))))
    return lying if seat == NONE else f"{lying}\n{own_color(words, secrets[seat])}"


@cache
def own_color(words: Words, secret: int) -> str:
    return words(N_("Your secret colour: {color}"), color=color(words, secret))


@cache
def legend(words: Words) -> str:
    names = ", ".join(
        f"{LETTERS[number].upper()} {color(words, number)} {SIGNS.get(COLOR_SYMBOLS[number], '')}".rstrip()
        for number in range(len(COLOR_NAMES))
    )
    return words(N_("{colors}; the last chip of a stack is on top; * arrows, . no arrows"), colors=names)


# Labels for screen readers


def chip_label(words: Words, chip: int) -> str:
    return words(N_("{upper} over {lower}"), upper=color(words, FACE_UP[chip]), lower=color(words, FACE_UP[chip ^ 1]))


def circle_label(words: Words, circle: int, height: int, top: int) -> str:
    """Describe a circle: how many chips are on it, the top colour, and whether it has arrows."""
    name, chips = (
        CIRCLE_NAMES[circle],
        NP_("{circle}, {number} chip, {color} on top", "{circle}, {number} chips, {color} on top"),
    )
    label = (
        words.count(chips, height, circle=name, color=color(words, top))
        if height
        else words(N_("{circle}, empty"), circle=name)
    )
    return words(N_("{circle}, arrows"), circle=label) if ARROWS[circle] else label


def pawn_label(words: Words, secret: int) -> str:
    return (
        words(N_("secret colour hidden"))
        if secret == NONE
        else words(N_("secret colour: {color}"), color=color(words, secret))
    )


def prompt(words: Words, view: Any, seat: int) -> str:
    return words(N_("The game is over.")) if is_over(view) else ask(words)


@cache
def ask(words: Words) -> str:
    return words(
        N_("Move a stack along a line: onto another stack, or onto an empty circle with arrows, which turns it over.")
    )


def describe(words: Words, view: Any, seat: int, action: int, rows: list[tuple[int, int, int, int, int]]) -> str:
    """Describe what an action did, as lines of the log; `view` is the view after it."""
    lines: list[str] = []
    for code, _, origin, target, height in rows:
        if code == Event.ENDED:
            lines.append(words(N_("Nothing can move any more: the game is over.")))
        else:
            top = chips_of(view["stack"][target].tobytes())[-1]
            lines.append(moved(words, code, origin, target, height, FACES[top]))
    return "\n".join(lines)


@lru_cache(4096)
def moved(words: Words, code: int, origin: int, target: int, height: int, top: int) -> str:
    """Say where a stack went and what lies there now, which is the same for everybody."""
    done, then = (
        (N_("moves {origin} onto {target}."), N_("{height} chips there now, {color} on top."))
        if code == Event.STACKED
        else (N_("moves {origin} to {target} and turns it over."), N_("Now {color} is on top."))
    )
    went = words(done, origin=CIRCLE_NAMES[origin], target=CIRCLE_NAMES[target])
    return f"{went}\n{words(then, height=height, color=color(words, top))}"
