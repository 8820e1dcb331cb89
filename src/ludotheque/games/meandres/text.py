"""What people read in a game of Méandres."""

from functools import lru_cache
from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.words import N_, NP_, Sentence, Words
from ludotheque.games.meandres.components import (
    COLORS,
    DANCE_ROWS,
    DANCES,
    DESPAIR,
    HAZY,
    KILLER_CLOWN,
    KRAMPUS,
    LEGEND_COLOR,
    LEGEND_NAMES,
    OKIKU,
    SUBLIME,
    SYMBOLS,
    TILE_COLOR,
    TILE_KIND,
    TRACK,
)
from ludotheque.games.meandres.notation import cell_text, cells_of
from ludotheque.games.meandres.rules.codes import Event, Refusal
from ludotheque.games.meandres.state import Phase

REFUSALS = {
    Refusal.GAME_OVER: Sentence(N_("The game is over: the piles are empty and the last round is played."), "R8.2"),
    Refusal.NOT_YOUR_TURN: Sentence(N_("It is not your turn."), "R3.1"),
    Refusal.NOT_NOW: Sentence(N_("That belongs to another part of the turn."), "R3.2"),
    Refusal.NO_DREAM: Sentence(N_("There is no dream on that cell."), "R1.2"),
    Refusal.NOT_PERIPHERAL: Sentence(N_("A fiend enters at the edge: on a dream beside an empty cell."), "R3.3"),
    Refusal.FIEND_THERE: Sentence(N_("A fiend enters on a dream without a fiend."), "R3.3"),
    Refusal.NOT_IN_ROW: Sentence(N_("That dance does not lie in the row."), "R3.5"),
    Refusal.NO_PATH: Sentence(N_("That dance cannot be danced to its end from here."), "R3.9"),
    Refusal.CANNOT_REVERSE: Sentence(N_("Only the holder of Bloody Mary dances from right to left."), "R10.4"),
    Refusal.SAME_REVERSED: Sentence(N_("That dance is the same from right to left."), "R10.4"),
    Refusal.NO_DESPAIR: Sentence(N_("Not even two free steps are possible from here."), "R3.11"),
    Refusal.NO_REST: Sentence(N_("You may rest only if nothing can be danced, not even despair."), "R3.12"),
    Refusal.NO_POWER: Sentence(N_("You do not hold the legend with that power."), "R10.1"),
    Refusal.POWER_USED: Sentence(N_("A power is used only once in a turn."), "R3.4"),
    Refusal.SAME_COLOR: Sentence(N_("The Killer Clown changes your influence to another colour."), "R10.3"),
    Refusal.NO_OWN_SPAWN: Sentence(N_("None of your spawn is there."), "R10.6"),
    Refusal.NOT_ADJACENT: Sentence(N_("Those dreams are not adjacent."), "R1.1"),
    Refusal.FULL: Sentence(N_("That dream holds three spawn already."), "R10.6"),
    Refusal.NOT_AT_EDGE: Sentence(N_("Krampus moves only a dream with one or two dreams beside it."), "R10.8"),
    Refusal.LINK: Sentence(N_("Without that dream the board would fall apart."), "R10.8"),
    Refusal.SAME_PLACE: Sentence(N_("The dream must move to another cell."), "R10.8"),
    Refusal.TOUCHES_NOTHING: Sentence(N_("The dream must move to an empty cell beside another dream."), "R10.8"),
    Refusal.NO_OTHER_FIEND: Sentence(N_("You swap places with another fiend that is on the board."), "R10.9"),
    Refusal.NOT_FITTING: Sentence(N_("That dream does not fit the next symbol of the dance."), "R3.6"),
    Refusal.ENDS_AT_START: Sentence(N_("A dance may not end where it started."), "R3.7"),
    Refusal.ENDS_ON_FIEND: Sentence(N_("A dance may not end on a dream where another fiend stands."), "R3.7"),
    Refusal.DEAD_END: Sentence(N_("From there the dance could not be completed."), "R3.10"),
    Refusal.NOT_ELIGIBLE: Sentence(N_("Spawn are invoked on adjacent dreams of your colour that are not full."), "R4.4"),
    Refusal.WRONG_NUMBER: Sentence(N_("You place as many spawn as card, dreams and supply allow, no fewer and no more."), "R4.5"),
    Refusal.BABA_FIEND: Sentence(N_("Baba Yaga does not lead to a dream where another fiend stands."), "R10.2"),
    Refusal.NOT_OPEN: Sentence(N_("That legend does not lie open."), "R5.3"),
    Refusal.NO_LEGEND_DECK: Sentence(N_("The legend deck is empty."), "R5.3"),
    Refusal.FORBIDDEN_PILE: Sentence(N_("Your fiend stands on that colour: its pile is forbidden."), "R6.1"),
    Refusal.EMPTY_PILE: Sentence(N_("That pile is empty."), "R6.1"),
    Refusal.COLOR_SIDE_ONLY: Sentence(N_("Your fiend stands on a forgotten dream: the tile is laid colour side up."), "R6.2"),
    Refusal.NOT_HAZY: Sentence(N_("Only a hazy dream may be covered."), "R6.4"),
    Refusal.NO_SHORE: Sentence(N_("A tile is laid on a hazy dream, or on an empty cell beside a dream."), "R6.4"),
    Refusal.UNREADABLE: Sentence(N_("Write an action and its cells, such as step -1,0 or extend happy grey 2,-1."), "R1.1"),
}

COLOR_WORDS = (N_("epic"), N_("passionate"), N_("happy"), N_("forgotten"))
LEGEND_WORDS = (
    N_("Baba Yaga"),
    N_("Killer Clown"),
    N_("Bloody Mary"),
    N_("Jack O'Lantern"),
    N_("Okiku"),
    N_("Élisabeth Báthory"),
    N_("Krampus"),
    N_("The Bogeyman"),
    N_("White Lady"),
)
POWERS = (
    N_("before influence, the fiend may step aside"),
    N_("before the dance, the influence may change colour"),
    N_("dances may be danced from right to left"),
    N_("leaps place two spawn; on a happy dream the fiend gives no leap"),
    N_("before the dance, one own spawn may move to an adjacent dream"),
    N_("may place a fourth spawn on a dream"),
    N_("before the dance, a dream at the edge may move"),
    N_("before the dance, the fiend may swap places with another"),
    N_("a dance that ends on a dream without spawn may be followed by another"),
)
LABELS = {
    "levels": N_("levels"),
    "forgotten": N_("forgotten dreams"),
    "threes": N_("three spawn together"),
    "isolated": N_("isolated dreams"),
    "influence": N_("influence"),
    "length": N_("Length"),
    "length=short": N_("short: piles of 6 tiles"),
    "length=long": N_("long: piles of 8 tiles"),
    "ending": N_("When the piles are empty"),
    "ending=finish_round": N_("finish the round"),
    "ending=extra_round": N_("play one more round"),
}
POINTS = NP_("{number} point", "{number} points")
KIND_WORDS = (N_("simple"), N_("hazy"), N_("sublime"), N_("celestial"))


def color(words: Words, number: int) -> str:
    return words(COLOR_WORDS[number])


def legend(words: Words, number: int) -> str:
    return words(N_("no legend")) if number == NONE else words(LEGEND_WORDS[number])


def steps(card: int) -> str:
    """The symbols of a dance; despair is two free steps."""
    return "??" if card == DESPAIR else str(DANCE_ROWS[card]["steps"])


@lru_cache(256)
def dance_label(words: Words, card: int) -> str:
    """A dance by its number, its symbols and what it invokes."""
    if card == DESPAIR:
        return words(N_("despair"))
    message = N_("{card} {steps} up to {limit}, and one more") if DANCE_ROWS[card]["bonus"] else N_("{card} {steps} up to {limit}")
    return words(message, card=card + 1, steps=steps(card), limit=DANCE_ROWS[card]["limit"])


# What lies on the table, for those who hear it


def tile_label(words: Words, tile: int, is_grey: bool) -> str:
    """A tile by the side that lies up, and its kind."""
    kind = words(KIND_WORDS[TILE_KIND[tile]])
    if is_grey:
        return words(N_("{kind} forgotten tile, {color} on its other side"), kind=kind, color=color(words, TILE_COLOR[tile]))
    return words(N_("{kind} {color} tile"), kind=kind, color=color(words, TILE_COLOR[tile]))


def dream_label(words: Words, cell: str, tile: int, is_grey: bool, levels: int, fiend: int, spawn: tuple[int, ...]) -> str:
    """A dream: where it lies, what it shows, how high it is, who is there."""
    shown = color(words, COLORS if is_grey else TILE_COLOR[tile])
    label = words(N_("{cell}: {color}, {kind}, levels {levels}"), cell=cell, color=shown, kind=words(KIND_WORDS[TILE_KIND[tile]]), levels=levels)
    if fiend != NONE:
        label += words(N_(", fiend of seat {seat}"), seat=fiend)
    for seat, count in enumerate(spawn):
        if count:
            label += words(N_(", spawn of seat {seat}: {count}"), seat=seat, count=count)
    return label


def shore_label(words: Words, cell: str) -> str:
    return words(N_("{cell}: empty"), cell=cell)


def row_label(words: Words, card: int) -> str:
    return words(N_("dance {dance}"), dance=dance_label(words, card))


def legend_label(words: Words, number: int) -> str:
    """A legend, its power and its colour."""
    hue = words(N_("colour to choose")) if LEGEND_COLOR[number] == NONE else color(words, LEGEND_COLOR[number])
    return words(N_("{legend}: {power}; {color}"), legend=legend(words, number), power=words(POWERS[number]), color=hue)


def panel_label(words: Words, hue: int, value: int, held: int, supply: int) -> str:
    points = words.count(POINTS, value)
    return words(N_("{color} influence, {points}; {legend}; supply {supply}"), color=color(words, hue), points=points, legend=legend(words, held), supply=supply)


FIEND_LABEL = N_("fiend of seat {seat}")
SPAWN_LABEL = N_("spawn of seat {seat}")
MARKER_LABEL = N_("marker of seat {seat}, {points}")
CARD_LABEL = N_("influence card of seat {seat}")
LARGE_LABEL = N_("{points}, brings a legend")
DECK_LABEL = N_("dances in the deck: {count}")
LEGEND_DECK_LABEL = N_("legends in the deck: {count}")
DESPAIR_LABEL = N_("despair: two free steps; the last card of the row is thrown away")
LONELY_LABEL = N_("isolated")
POINTS_LABEL = N_("seat {seat}: {points} here")
AREAS = {"sea": N_("Dreams"), "row": N_("Dances"), "legends": N_("Legends"), "seat": N_("Seat {seat}")}

# Buttons

REST = N_("Rest")
INVOKE = N_("Invoke")
STAY = N_("Stay")
FORWARD, REVERSED = N_("Left to right"), N_("Right to left")
CLOWN = N_("Killer Clown: {color}")
SWAP = N_("Swap places")


# The board as text


@lru_cache(1024)
def mark_of(tile: int, is_grey: int, levels: int) -> str:
    """A dream in a few signs: its colour's letter, its levels, ~ if it is hazy, x2 if it is sublime."""
    letter = SYMBOLS[COLORS if is_grey else TILE_COLOR[tile]]
    return f"{letter}{levels}{'~' if TILE_KIND[tile] == HAZY else 'x2' if TILE_KIND[tile] == SUBLIME else ''}"


@lru_cache(4096)
def who_is_there(fiends: tuple[int, ...], spawn: tuple[int, ...]) -> str:
    """The fiends and the spawn on a dream, by their seats: F0 a fiend, s011 three spawn."""
    family = "".join(str(seat) * count for seat, count in enumerate(spawn))
    return f"{''.join(f'F{seat}' for seat in fiends)} {family and 's' + family}".strip()


CELL = 12


def grid(view: Any) -> list[str]:
    """The dreams as they lie, two lines a row: where and what, then who is there."""
    cells, top, levels, grey = cells_of(view), view["top"].tolist(), view["levels"].tolist(), int(view["grey"])
    fiends, spawn = view["fiend"].tolist(), list(zip(*view["spawn"].tolist(), strict=True))
    west = min(2 * q + r for q, r in cells)
    lines, rows = [], sorted((r, q, dream) for dream, (q, r) in enumerate(cells))
    upper, lower, last = "", "", rows[0][0]
    for row, q, dream in rows:
        for _ in range(row - last):  # an empty row too is a row
            lines += [upper, lower.rstrip()]
            upper, lower = "", ""
        left, last = (2 * q + row - west) * CELL // 2, row
        upper = upper.ljust(left) + f"{cell_text((q, row))} {mark_of(top[dream], grey >> top[dream] & 1, levels[dream])}"
        if dream in fiends or any(spawn[dream]):
            lower = lower.ljust(left) + who_is_there(tuple(seat for seat, place in enumerate(fiends) if place == dream), spawn[dream])
    return [*lines, upper, lower.rstrip()]


def board(words: Words, view: Any, seat: int) -> str:
    """The board, the piles, the row, the open legends and what each seat has."""
    seats = int(view["seats"])
    having = zip(*(view[field].tolist()[:seats] for field in ("influence", "marker", "legend", "supply")), strict=True)
    lines = [
        *grid(view),
        words(N_("E epic, P passionate, H happy, G forgotten; then the levels; ~ hazy, x2 sublime; F fiend, s spawn, by seats")),
        words(N_("Piles: {piles}"), piles=", ".join(f"{color(words, hue)} {left}" for hue, left in enumerate(view["left"].tolist()))),
        words(N_("Row, from the deck: {row}"), row=words(N_("; ")).join(dance_label(words, card) for card in view["row"].tolist() if card != NONE)),
        legend_line(words, int(view["open"]), int(view["legend_deck"].sum())),
        *(seat_line(words, other, *row) for other, row in enumerate(having)),
    ]
    return "\n".join(lines)


@lru_cache(1024)
def legend_line(words: Words, shown: int, count: int) -> str:
    names = [legend(words, number) for number in range(len(LEGEND_NAMES)) if shown >> number & 1]
    return words(N_("Open legends: {legends}; in the deck: {count}"), legends=", ".join(names) or "–", count=count)


@lru_cache(4096)
def seat_line(words: Words, seat: int, hue: int, marker: int, held: int, supply: int) -> str:
    return words(
        N_("Seat {seat}: influence {color}, {points} on the track, {legend}, supply {supply}"),
        seat=seat,
        color=color(words, hue),
        points=words.count(POINTS, TRACK[marker]),
        legend=legend(words, held),
        supply=supply,
    )


# Prompts

PROMPTS = {
    Phase.ENTER: N_("Put your fiend on a dream at the edge."),
    Phase.BEFORE: N_("Choose a dance of the row, or despair."),
    Phase.STEP: N_("Dance {steps}: step {step} of {count}."),
    Phase.AGAIN: N_("The White Lady: dance another card, or invoke."),
    Phase.SPAWN: N_("Choose the dreams that get a spawn."),
    Phase.BABA: N_("Baba Yaga: step aside, or stay."),
    Phase.LEGEND: N_("Take a legend: an open one, or the top one of the deck."),
    Phase.COLOR: N_("Choose the colour of your influence."),
    Phase.EXTEND: N_("Lay a tile on an empty cell beside a dream, or on a hazy dream."),
    Phase.OVER: N_("The game is over."),
}
POWER_PROMPTS = {
    KILLER_CLOWN: N_("Choose a dance of the row, or despair; the Killer Clown may change your influence first."),
    OKIKU: N_("Choose a dance of the row, or despair; Okiku may move one of your spawn first."),
    KRAMPUS: N_("Choose a dance of the row, or despair; Krampus may move a dream first."),
    LEGEND_NAMES.index("bogeyman"): N_("Choose a dance of the row, or despair; the Bogeyman may swap two fiends first."),
}


def prompt(words: Words, view: Any, seat: int) -> str:
    phase, holder = int(view["phase"]), int(view["seat"])
    if phase == Phase.STEP:
        card = int(view["card"])
        symbols = steps(card)[::-1] if view["is_reversed"] else steps(card)
        return words(PROMPTS[Phase.STEP], steps=symbols, step=int(view["step"]) + 1, count=len(symbols))
    if phase == Phase.BEFORE and not view["is_used"]:
        return words(POWER_PROMPTS.get(int(view["legend"][holder]), PROMPTS[Phase.BEFORE]))
    return words(PROMPTS[Phase(phase)])


# The log

EVENTS: dict[int, str] = {
    Event.ENTERED: N_("Enters on {where}."),
    Event.DANCES: N_("Dances {card}."),
    Event.DESPAIRS: N_("Despairs; dance {card} is thrown away."),
    Event.RESTS: N_("Rests; dance {card} is thrown away."),
    Event.STEPPED: N_("Step to {where}."),
    Event.CHANGED: N_("The Killer Clown: influence {color}."),
    Event.MOVED_SPAWN: N_("Okiku: a spawn moves from {origin} to {where}."),
    Event.MOVED_DREAM: N_("Krampus: a dream moves to {where}."),
    Event.SWAPPED: N_("The Bogeyman: swaps with seat {what}."),
    Event.LEAPT: N_("Leap: {amount} on {where}."),
    Event.INVOKED: N_("Spawn on {where}."),
    Event.BONUS: N_("Infernal bonus on {where}."),
    Event.STEPPED_ASIDE: N_("Baba Yaga: aside to {where}."),
    Event.GAINED: N_("Influence {value}."),
    Event.TOOK: N_("Takes {legend}."),
    Event.CHOSE: N_("Influence: {color}."),
    Event.LAID: N_("Lays the {tile} tile, {side}, on {where}."),
    Event.THREW: N_("The next {tile} tile is thrown out."),
    Event.DREW: N_("Dance {card} comes into the row."),
    Event.ENDED: N_("The game is over."),
}
SIDE_WORDS = (N_("colour side up"), N_("grey side up"))


def describe(words: Words, view: Any, seat: int, action: int, rows: list[tuple[int, int, int, int, int]]) -> str:
    """What an action did, as a line of the log; `view` is taken after it."""
    cells = cells_of(view)
    return " ".join(_event(words, cells, *row) for row in rows)


def _event(words: Words, cells: tuple[tuple[int, int], ...], code: int, seat: int, what: int, where: int, amount: int) -> str:
    values: dict[str, object] = {"seat": seat, "what": what, "amount": amount}
    if 0 <= where < len(cells):
        values["where"] = cell_text(cells[where])
    if code in (Event.DANCES, Event.DESPAIRS, Event.RESTS, Event.DREW) and 0 <= what < DANCES:
        values["card"] = f"{what + 1} {steps(what)[::-1] if amount else steps(what)}"
    if code in (Event.CHANGED, Event.CHOSE):
        values["color"] = color(words, what)
    if code == Event.MOVED_SPAWN:
        values["origin"] = cell_text(cells[what])
    if code == Event.GAINED:
        values["value"] = TRACK[amount]
    if code == Event.TOOK:
        values["legend"] = legend(words, what)
    if code in (Event.LAID, Event.THREW):
        values |= {"tile": color(words, int(TILE_COLOR[what])), "side": words(SIDE_WORDS[max(amount, 0)])}
    return words(EVENTS[code], **values)
