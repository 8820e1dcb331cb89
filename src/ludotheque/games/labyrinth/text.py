"""The messages people read in a game of Master Labyrinth."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.naming import raised
from ludotheque.core.words import N_, NP_, Sentence, Words
from ludotheque.games.labyrinth.actions import ASK, DECLINE, END, STAY, WAND
from ludotheque.games.labyrinth.components import (
    BONUS,
    CELL_NAMES,
    CELLS,
    COLUMN_NAMES,
    FORMULAS,
    LOOK_NAMES,
    LOOK_SHAPE,
    LOOKS,
    PAWN_NAMES,
    ROW_NAMES,
    SHAPE_NAMES,
    SIDE,
    SLOT_ENTER,
    SLOT_NAMES,
    SLOT_STEP,
    TOKEN_NAMES,
    TOKENS,
    VALUES,
    WAND_POINTS,
)
from ludotheque.games.labyrinth.lore import LORE
from ludotheque.games.labyrinth.notation import looks_of, reached
from ludotheque.games.labyrinth.rules import Event, Refusal
from ludotheque.games.labyrinth.state import Phase

REFUSALS = {
    Refusal.GAME_OVER: Sentence(N_("The game is over."), "R9.1"),
    Refusal.NOT_YOUR_TURN: Sentence(N_("It is not your turn."), "R2.3"),
    Refusal.NO_PASSING: Sentence(N_("You may not pass: push the spare tile in first."), "R2.4"),
    Refusal.MUST_SHIFT: Sentence(N_("Every action begins with a shift: push the spare tile in first."), "R3.1"),
    Refusal.MUST_MOVE: Sentence(N_("The maze has been shifted: now move your pawn, or stay."), "R2.2"),
    Refusal.MUST_END: Sentence(N_("The action is finished: spend a wand for another one, or end your turn."), "R7.1"),
    Refusal.NO_SLOT: Sentence(N_("The twelve slots are numbered 1 to 12."), "R3.2"),
    Refusal.OTHER_SHAPE: Sentence(N_("The spare tile has a different shape and cannot be turned like that."), "R3.2"),
    Refusal.FORBIDDEN_SLOT: Sentence(N_("The tile cannot go straight back in where it came out."), "R3.4"),
    Refusal.NO_CELL: Sentence(N_("There is no such cell: the cells run from a1 to g7."), "R1.1"),
    Refusal.OUT_OF_REACH: Sentence(N_("No corridor leads there."), "R4.2"),
    Refusal.SAME_CELL: Sentence(N_("Your pawn is already there: choose to stay, or move elsewhere."), "R4.5"),
    Refusal.TOO_EARLY: Sentence(N_("You can spend a wand only after your regular action."), "R7.3"),
    Refusal.NO_ADVICE: Sentence(N_("This game is played without advice."), "R8.1"),
    Refusal.ASKED: Sentence(N_("You have already asked for advice in this action."), "R8.2"),
    Refusal.NOT_HELD: Sentence(N_("You can only offer a token you already hold, or one of your wands."), "R8.3"),
    Refusal.MUST_ANSWER: Sentence(N_("You are asked for advice: show a shift, or decline."), "R8.4"),
    Refusal.NOT_ASKED: Sentence(N_("Nobody has asked you for advice."), "R8.4"),
    Refusal.UNREADABLE: Sentence(
        N_("Write shift 4 NES, move d4, stay, wand or end; with advice also ask 7, ask wand, tip 4 NES or decline."),
        "R2.2",
    ),
}

# Names

PAWNS = {"brown": N_("brown"), "blue": N_("blue"), "white": N_("white"), "red": N_("red")}
LABELS = {
    "tokens": N_("tokens"),
    "formula": N_("formula"),
    "wands": N_("wands"),
    "advice": N_("Advice for a price"),
    "advice=off": N_("off"),
    "advice=on": N_("on"),
    "drought": N_("End the game after this many actions without a token (0 = never)"),
    **PAWNS,
}
THEMES = {  # of puzzles
    "only_way": N_("Find the only way to the goal"),
    "way": N_("Open the best way to the goal"),
    "block": N_("Block every way of the others"),
    "shift": N_("Push in the right place"),
    "stand": N_("Stand in the right place"),
    "wand": N_("Spend a wand, or keep it"),
}
EXPLAINS = {
    "advice": N_(
        "Before pushing in the spare tile, a player may offer a token or a wand for a tip, and pays it only if"
        " they use the slot suggested. People usually play with advice."
    ),
    "drought": N_(
        "The game ends after this many actions in a row without a token, so that it cannot go on forever. Most"
        " people keep 100; 0 means never."
    ),
}
SIGNAL = N_("I see a way")
SHAPES = {"straight": N_("straight"), "corner": N_("corner"), "tee": N_("T-junction")}
PUSHES = {  # follows the name of the player who acts
    "straight": N_("pushes a straight in at slot {slot}."),
    "corner": N_("pushes a corner in at slot {slot}."),
    "tee": N_("pushes a T-junction in at slot {slot}."),
}
WAYS = {  # where the corridors of a tile lead
    "NS": N_("up and down"),
    "EW": N_("left and right"),
    "NE": N_("up and right"),
    "ES": N_("right and down"),
    "SW": N_("down and left"),
    "NW": N_("up and left"),
    "NES": N_("up, right and down"),
    "ESW": N_("right, down and left"),
    "NSW": N_("up, down and left"),
    "NEW": N_("up, right and left"),
}
INGREDIENTS = {
    "horse droppings": N_("horse droppings"),
    "pine cones": N_("pine cones"),
    "oak leaf": N_("oak leaf"),
    "black slug oil": N_("black slug oil"),
    "four-leaf clover": N_("four-leaf clover"),
    "garlic": N_("garlic"),
    "raven feather": N_("raven feather"),
    "henbane": N_("henbane"),
    "spider": N_("spider"),
    "skull moss": N_("skull moss"),
    "dried slow-worm": N_("dried slow-worm"),
    "quartz": N_("quartz"),
    "toad": N_("toad"),
    "fire salamander": N_("fire salamander"),
    "weasel spit": N_("weasel spit"),
    "silver thistle": N_("silver thistle"),
    "snake": N_("snake"),
    "emerald": N_("emerald"),
    "mandrake root": N_("mandrake root"),
    "black rooster": N_("black rooster"),
    "mistletoe": N_("mistletoe"),
}


def pawn(words: Words, color: int) -> str:
    """Name the colour of a pawn; the owner of a copy may have renamed it."""
    name: str = PAWN_NAMES[color]
    return words(PAWNS.get(name, name))


def ingredient(words: Words, number: int) -> str:
    """Name what a token shows; the owner of a copy may have renamed it."""
    name: str = TOKEN_NAMES[number]
    return words(INGREDIENTS.get(name, name))


def token(words: Words, number: int) -> str:
    """Name a token with its value: "token 7 (raven feather)"."""
    return words(N_("token {value} ({ingredient})"), value=VALUES[number], ingredient=ingredient(words, number))


def shape(words: Words, look: int) -> str:
    return words(SHAPES[SHAPE_NAMES[LOOK_SHAPE[look]]])


def ways(words: Words, look: int) -> str:
    return words(WAYS[LOOK_NAMES[look]])


def price(words: Words, number: int) -> str:
    """Say what is offered for advice."""
    return words(N_("a wand")) if number == TOKENS else token(words, number)


def formula(words: Words, card: int) -> str:
    return ", ".join(f"{value} ({ingredient(words, VALUES.index(value))})" for value in FORMULAS[card])


def letters(names: Sequence[str]) -> str:
    """Return a different capital letter for each pawn: the first free letter of its name."""
    taken = ""
    for name in names:
        taken += next(letter for letter in f"{name.upper()}ABCD" if letter not in taken)
    return taken


# The board as text, two lines per row. A tile shows its corridors, followed by a token's value and
# the letters of pawns.

LETTERS = letters(PAWN_NAMES)
CELL = 9
GLYPHS = {
    "NS": "│",
    "EW": "─",
    "NE": "└",
    "ES": "┌",
    "SW": "┐",
    "NW": "┘",
    "NES": "├",
    "ESW": "┬",
    "NSW": "┤",
    "NEW": "┴",
}
UPPER = tuple(
    ("─" if "W" in look else " ") * 2 + GLYPHS[look] + ("─" if "E" in look else " ") * (CELL - 3) for look in LOOK_NAMES
)


@lru_cache(4096)
def lower(look: int, token: int, pawns: int) -> str:
    """Write the second line of a cell: the corridor to the south, the token's value, the pawns.

    The pawns are given as one bit per colour.
    """
    value = "" if token == NONE else str(VALUES[token])
    standing = "".join(letter for color, letter in enumerate(LETTERS) if pawns >> color & 1)
    return f"  {'│' if 'S' in LOOK_NAMES[look] else ' '}{value:>2}{standing:<4}"


def edge(cells: Sequence[int]) -> list[str]:
    """Write the numbers of the slots that lead into these cells."""
    slots = {cell: slot for slot, cell in enumerate(SLOT_ENTER.tolist())}
    return [SLOT_NAMES[slots[cell]] if cell in slots else "" for cell in cells]


LAST = CELLS - SIDE
HEAD = "       " + "".join(
    f"  {f'{name} {number}v' if number else name:<{CELL - 2}}"
    for name, number in zip(COLUMN_NAMES, edge(range(SIDE)), strict=True)
)
FOOT = "       " + "".join(
    f"  {f'{name} {number}^' if number else name:<{CELL - 2}}"
    for name, number in zip(COLUMN_NAMES, edge(range(LAST, CELLS)), strict=True)
)
LEFT = tuple(
    f"{f'{number}>' if number else '':>3} {ROW_NAMES[row]:>2} "
    for row, number in enumerate(edge(range(0, CELLS, SIDE)))
)
RIGHT = tuple(f" <{number}" if number else "" for number in edge(range(SIDE - 1, CELLS, SIDE)))


def board(words: Words, view: Any, seat: int) -> str:
    """Write the maze, the spare, the goal, and what each player holds.

    Only what the seat may see is written.
    """
    looks, tokens, pawns = looks_of(view), view["token"].tolist(), [0] * CELLS
    for color, cell in zip(view["color"].tolist(), view["pawn"].tolist(), strict=True):
        if cell != NONE:
            pawns[cell] |= 1 << color
    lines = [HEAD]
    for row in range(SIDE):
        cells = range(SIDE * row, SIDE * row + SIDE)
        lines.append(LEFT[row] + "".join([UPPER[looks[cell]] for cell in cells]) + RIGHT[row])
        lines.append("       " + "".join([lower(looks[cell], tokens[cell], pawns[cell]) for cell in cells]))
    lines += [FOOT, state_line(words, view), *(seat_line(words, view, other, seat) for other in range(view["seats"]))]
    return "\n".join(line.rstrip() for line in lines)


def state_line(words: Words, view: Any) -> str:
    """Write the spare tile, the forbidden slot, the goal and the count of dry actions."""
    parts = [words(N_("Spare tile: {shape}."), shape=shape(words, view["spare"]))]
    if view["forbidden"] != NONE:
        parts.append(words(N_("Slot {slot} is locked."), slot=SLOT_NAMES[view["forbidden"]]))
    if view["goal_cell"] != NONE:
        parts.append(
            words(N_("Goal: {token}, on {cell}."), token=token(words, view["goal"]), cell=CELL_NAMES[view["goal_cell"]])
        )
    if view["drought"] > 0:
        parts.append(
            words(N_("Actions without a token: {dry} of {drought}."), dry=view["dry"], drought=view["drought"])
        )
    return " ".join(parts)


def seat_line(words: Words, view: Any, other: int, seat: int) -> str:
    held = ", ".join(str(VALUES[number]) for number in tokens_in(int(view["held"][other]))) or words(N_("none"))
    color = int(view["color"][other])
    line = words(
        N_("{letter} {seat}, {pawn}: tokens {held}; wands {wands}"),
        letter=LETTERS[color],
        seat=words.seat(other),
        pawn=pawn(words, color),
        held=held,
        wands=view["wands"][other],
    )
    card = int(view["card"][other])
    if card == NONE or (other != seat and int(view["phase"]) != Phase.OVER):
        return line
    formula = words(N_("formula {values}"), values=", ".join(map(str, FORMULAS[card])))
    return words(N_("{line}; {formula}"), line=line, formula=formula)


def tokens_in(held: int) -> list[int]:
    """List the tokens of a set with one bit per token."""
    return [number for number in range(TOKENS) if held >> number & 1]


# Labels for screen readers


def cell_label(words: Words, cell: int, look: int, token_here: int) -> str:
    """Describe a cell: the tile there, where it leads, and the token on it."""
    tile = {"shape": shape(words, look), "ways": ways(words, look)}
    label = words(N_("{cell}, {shape} leading {ways}"), cell=CELL_NAMES[cell], **tile)
    return label if token_here == NONE else f"{label}, {token(words, token_here)}"


@cache
def token_label(words: Words, number: int) -> str:
    """Name a token in the first line; in the second, say what people believed about it.

    The second line is the tooltip.
    """
    lore = LORE.get(TOKEN_NAMES[number])
    label = words(N_("token {value}, {ingredient}"), value=VALUES[number], ingredient=ingredient(words, number))
    return label if lore is None else f"{label}\n{words(lore)}"


def spare_label(words: Words, look: int) -> str:
    return words(N_("spare tile, {shape}"), shape=shape(words, look))


@cache
def slot_label(words: Words, slot: int, is_forbidden: bool) -> str:
    line = CELL_NAMES[SLOT_ENTER[slot]]
    message = (
        N_("slot {slot}, into column {line}")
        if abs(int(SLOT_STEP[slot])) == SIDE
        else N_("slot {slot}, into row {line}")
    )
    label = words(message, slot=SLOT_NAMES[slot], line=line[0] if abs(int(SLOT_STEP[slot])) == SIDE else line[1:])
    return words(N_("{slot}, locked: the spare tile came out there"), slot=label) if is_forbidden else label


def pawn_label(words: Words, seat: int, color: int) -> str:
    return words(N_("{pawn} wizard, {seat}"), pawn=pawn(words, color), seat=words.seat(seat))


def wand_label(words: Words) -> str:
    return words.count(
        NP_("a wand: another action, or {number} point", "a wand: another action, or {number} points"), WAND_POINTS
    )


def drought_label(words: Words, dry: int, drought: int) -> str:
    return words.count(
        NP_("{dry} of {number} action without a token", "{dry} of {number} actions without a token"), drought, dry=dry
    )


def formula_label(words: Words, card: int) -> str:
    return words(N_("formula: {tokens}"), tokens=formula(words, card))


def sealed_label(words: Words) -> str:
    return words(N_("a formula hidden from you"))


def tip_label(words: Words, view: Any) -> str:
    tip = int(view["tip"])
    return words(
        N_("advice from {seat}: slot {slot}, leading {ways}"),
        seat=words.seat(int(view["adviser"])),
        slot=SLOT_NAMES[tip // LOOKS],
        ways=ways(words, tip % LOOKS),
    )


TALLIES = {  # what a player holds
    "points": NP_("{number} point", "{number} points"),
    "tokens": NP_("{number} token", "{number} tokens"),
    "wands": NP_("{number} wand", "{number} wands"),
}


def holdings(wands: int, held: int, card: int) -> dict[str, int]:
    """Count what a player holds: wands, tokens, and their points as far as the card is known."""
    tokens = tokens_in(held)
    own = 0 if card == NONE else sum(VALUES[number] in FORMULAS[card] for number in tokens)
    points = sum(VALUES[number] for number in tokens) + BONUS * own + WAND_POINTS * wands
    return {"points": points, "tokens": len(tokens), "wands": wands}


def holdings_label(words: Words, points: int, tokens: int, wands: int) -> str:
    """Write what a player holds in one line."""
    message = NP_("{number} point; tokens {tokens}, wands {wands}", "{number} points; tokens {tokens}, wands {wands}")
    return words.count(message, points, tokens=tokens, wands=wands)


BUTTONS = {
    ASK: N_("Ask for advice"),
    STAY: N_("Stay here"),
    DECLINE: N_("Decline"),
    WAND: N_("Spend a wand"),
    END: N_("End the turn"),
}


def button(words: Words, action: int) -> str:
    """Return the text on the button of an action."""
    return words(BUTTONS[action])


def offer(words: Words, number: int) -> str:
    return words(N_("Offer {price}"), price=price(words, number))


# What to do now, and what happened


def prompt(words: Words, view: Any, seat: int) -> str:
    phase = view["phase"]
    if phase == Phase.OVER:
        return words(N_("The game is over."))
    if phase == Phase.ANSWER:
        said = N_("{seat} offers {price} for advice: show a shift, or decline.")
        return words(said, seat=words.seat(int(view["seat"])), price=price(words, view["price"]))
    if phase == Phase.MOVE:
        is_shut_in = len(reached(tuple(looks_of(view)), int(view["pawn"][view["seat"]]))) == 1
        said = N_("No way leads out of your cell: stay here. The goal is {token}.")
        said = said if is_shut_in else N_("Walk to a lit cell, or stay. The goal is {token}.")
        return words(said, token=token(words, view["goal"]))
    if phase == Phase.WAND:
        return words(N_("Spend a wand for another action, or end your turn."))
    if view["tip"] != NONE:
        tip = int(view["tip"])
        return words(
            N_(
                "Advice from {seat}: slot {slot}, with the tile leading {ways}. A shift at that slot, however you"
                " turn the tile, costs you {price}."
            ),
            seat=words.seat(int(view["adviser"])),
            slot=SLOT_NAMES[tip // LOOKS],
            ways=ways(words, tip % LOOKS),
            price=price(words, view["price"]),
        )
    return words(
        N_("Turn the spare tile and push it in at a slot. The goal is {token}."), token=token(words, view["goal"])
    )


EVENTS: dict[int, str] = {  # follows the name of the player who acts
    Event.ASKED: N_("offers {price} for advice."),
    Event.TIPPED: N_("advises slot {slot}, with the tile leading {ways}."),
    Event.DECLINED: N_("declines."),
    Event.UNANSWERED: N_("nobody gives advice."),
    Event.PAWN_OVER: N_("{seat} is pushed out and comes back in on {cell}."),
    Event.TOKEN_OVER: N_("{token} is pushed out and comes back in on {cell}."),
    Event.PAID: N_("{seat} gave the advice and receives {price}."),
    Event.MOVED: N_("walks to {cell}."),
    Event.STAYED: N_("stays on {cell}."),
    Event.TOOK: N_("takes {token}."),
    Event.SPENT: N_("spends a wand; {amount} left."),
    Event.PASSED: N_("ends the turn."),
    Event.ENDED: N_("the game is over."),
}


def describe(words: Words, view: Any, seat: int, action: int, rows: list[tuple[int, int, int, int, int]]) -> str:
    """Describe what an action did, as lines of the log; `view` is the view after it."""
    said = [event(words, *row) for row in rows]
    return "\n".join([*said[:1], *map(raised, said[1:])])


def event(words: Words, code: int, who: int, what: int, where: int, amount: int) -> str:
    if code == Event.SHIFTED:
        return words(PUSHES[SHAPE_NAMES[LOOK_SHAPE[what]]], slot=SLOT_NAMES[where])
    if code == Event.TIPPED:
        return words(EVENTS[code], slot=SLOT_NAMES[where], ways=ways(words, what))
    if code in (Event.ASKED, Event.PAID):
        payee = "" if where == NONE else words.seat(where)
        return words(EVENTS[code], price=price(words, what), seat=payee)
    if code in (Event.TOOK, Event.TOKEN_OVER):
        return words(EVENTS[code], token=token(words, what), cell=CELL_NAMES[where])
    if code == Event.ENDED and amount > 0:
        return words.count(
            NP_(
                "{number} action without a token: the game is over.",
                "{number} actions without a token: the game is over.",
            ),
            amount,
        )
    return words(EVENTS[code], seat=words.seat(who), cell=CELL_NAMES[where], amount=amount)
