"""The messages people read in a game of Méandres."""

from functools import lru_cache
from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.naming import raised
from ludotheque.core.words import N_, NP_, Sentence, Words
from ludotheque.games.meandres.components import (
    BATHORY,
    BOGEYMAN,
    CELESTIAL,
    COLORS,
    DANCE_ROWS,
    DANCES,
    DESPAIR,
    HAZY,
    JACK_O_LANTERN,
    KILLER_CLOWN,
    KRAMPUS,
    LEGEND_COLOR,
    LEGEND_NAMES,
    OKIKU,
    SIMPLE,
    SUBLIME,
    SYMBOLS,
    TILE_COLOR,
    TILE_KIND,
    TRACK,
)
from ludotheque.games.meandres.notation import Cell, cell_text, cells_of
from ludotheque.games.meandres.rules.codes import Event, Refusal
from ludotheque.games.meandres.state import Phase

REFUSALS = {
    Refusal.GAME_OVER: Sentence(
        N_("The game is over: the piles are empty and the last round has been played."), "R8.2"
    ),
    Refusal.NOT_YOUR_TURN: Sentence(N_("It is not your turn."), "R3.1"),
    Refusal.NOT_NOW: Sentence(N_("That belongs to another part of the turn."), "R3.2"),
    Refusal.NO_DREAM: Sentence(N_("There is no dream on that cell."), "R1.2"),
    Refusal.NOT_PERIPHERAL: Sentence(N_("A fiend must enter at the edge, on a dream next to an empty cell."), "R3.3"),
    Refusal.FIEND_THERE: Sentence(N_("A fiend must enter on a dream without a fiend."), "R3.3"),
    Refusal.NOT_IN_ROW: Sentence(N_("That dance is not in the Row."), "R3.5"),
    Refusal.NO_PATH: Sentence(N_("That dance cannot be completed from here."), "R3.9"),
    Refusal.CANNOT_REVERSE: Sentence(N_("Only the holder of Bloody Mary may dance from right to left."), "R10.4"),
    Refusal.SAME_REVERSED: Sentence(N_("That dance is the same from right to left."), "R10.4"),
    Refusal.NO_DESPAIR: Sentence(N_("Not even two free steps are possible from here."), "R3.11"),
    Refusal.NO_REST: Sentence(
        N_("You may rest only if you cannot dance anything, not even the Dance of Despair."), "R3.12"
    ),
    Refusal.NO_POWER: Sentence(N_("You do not hold the legend with that power."), "R10.1"),
    Refusal.POWER_USED: Sentence(N_("You can use a power only once per turn."), "R3.4"),
    Refusal.SAME_COLOR: Sentence(N_("The Killer Clown changes your influence to another colour."), "R10.3"),
    Refusal.NO_OWN_SPAWN: Sentence(N_("You have no spawn there."), "R10.6"),
    Refusal.NOT_ADJACENT: Sentence(N_("Those dreams are not adjacent."), "R1.1"),
    Refusal.FULL: Sentence(N_("That dream already holds three spawn."), "R10.6"),
    Refusal.NOT_AT_EDGE: Sentence(N_("Krampus can only move a dream with one or two dreams next to it."), "R10.8"),
    Refusal.LINK: Sentence(
        N_("That dream connects two parts of the board: it may only move to where it connects them again."), "R10.8"
    ),
    Refusal.SAME_PLACE: Sentence(N_("The dream must move to another cell."), "R10.8"),
    Refusal.TOUCHES_NOTHING: Sentence(N_("The dream must move to an empty cell next to another dream."), "R10.8"),
    Refusal.NO_OTHER_FIEND: Sentence(N_("You can only swap places with another fiend on the board."), "R10.9"),
    Refusal.NOT_FITTING: Sentence(N_("That dream does not match the next symbol of the dance."), "R3.6"),
    Refusal.ENDS_AT_START: Sentence(N_("A dance may not end where it started."), "R3.7"),
    Refusal.ENDS_ON_FIEND: Sentence(N_("A dance may not end on a dream where another fiend stands."), "R3.7"),
    Refusal.DEAD_END: Sentence(N_("The dance could not be completed from there."), "R3.10"),
    Refusal.NOT_ELIGIBLE: Sentence(
        N_("Spawn are invoked on adjacent dreams of your colour that are not full."), "R4.4"
    ),
    Refusal.TOO_FEW: Sentence(
        N_("After this dance you must place as many spawn as its limit, the dreams and your supply allow."), "R4.5"
    ),
    Refusal.TOO_MANY: Sentence(
        N_("You cannot place more spawn than the limit of the dance and your supply allow."), "R4.5"
    ),
    Refusal.LEAP_IS_DUE: Sentence(
        N_("The first spawn of a Spawn Drop must be placed; only Jack O'Lantern's second one is optional."), "R10.5"
    ),
    Refusal.ONE_LEAP_SPAWN: Sentence(
        N_("Only the holder of Jack O'Lantern may place two spawn in a Spawn Drop."), "R10.5"
    ),
    Refusal.NOT_LEAP_DREAM: Sentence(N_("This spawn goes on the dream where you crossed another fiend."), "R4.2"),
    Refusal.NOT_BONUS_DREAM: Sentence(
        N_("The bonus goes on the last dream of the dance, or on the first if it was danced from right to left."),
        "R4.7",
    ),
    Refusal.BABA_FIEND: Sentence(
        N_("With Baba Yaga you cannot step onto a dream where another fiend stands."), "R10.2"
    ),
    Refusal.NOT_OPEN: Sentence(N_("That legend is not face up."), "R5.3"),
    Refusal.NO_LEGEND_DECK: Sentence(N_("The legend deck is empty."), "R5.3"),
    Refusal.FORBIDDEN_PILE: Sentence(N_("Your fiend stands on that colour: its pile is forbidden."), "R6.1"),
    Refusal.EMPTY_PILE: Sentence(N_("That pile is empty."), "R6.1"),
    Refusal.COLOR_SIDE_ONLY: Sentence(
        N_("Your fiend stands on a forgotten dream: the tile must be laid colour side up."), "R6.2"
    ),
    Refusal.NOT_HAZY: Sentence(N_("Only a hazy dream may be covered."), "R6.4"),
    Refusal.NO_SHORE: Sentence(N_("A tile must be laid on a hazy dream, or on an empty cell next to a dream."), "R6.4"),
    Refusal.UNREADABLE: Sentence(
        N_("Write an action and its cells, such as step -1,0 or extend happy grey 2,-1."), "R1.1"
    ),
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
    N_("The Boogyman"),
    N_("Resurrection Mary"),
)
POWERS = (
    N_("before influence, your fiend may step aside"),
    N_("before the dance, your influence may change colour"),
    N_("you may dance cards from right to left"),
    N_("your Spawn Drops may place two spawn; on a happy dream, your fiend gives others none"),
    N_("before the dance, one of your spawn may move to an adjacent dream"),
    N_("you may place a fourth spawn on a dream"),
    N_("before the dance, you may move a dream at the edge"),
    N_("before the dance, your fiend may swap places with another"),
    N_("after a dance that ends on a dream without spawn, you may dance another"),
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
    "goat": N_("Goat"),
    "bat": N_("Bat"),
    "beak": N_("Beak"),
    "stag": N_("Stag"),
}
THEMES = {  # of puzzles
    "enter": N_("Enter in the right place"),
    "dance": N_("Choose the right dance"),
    "despair": N_("Dance in despair"),
    "step": N_("Take the right step"),
    "leap": N_("Leap over a rival"),
    "power": N_("Use a legend’s power"),
    "legend": N_("Choose the right legend"),
    "spawn": N_("Place your spawn well"),
    "extend": N_("Lay the tile in the right place"),
    "forgotten": N_("Use what is forgotten"),
    "threes": N_("Three spawn together"),
    "isolated": N_("Stay alone"),
}
EXPLAINS = {
    "length": N_(
        "With 6 tiles in each pile, the usual choice, the game takes about half an hour; with 8, up to an hour."
    ),
    "ending": N_(
        "Once the piles are empty, you can finish the current round, as most people do, or play one more"
        " full round after it."
    ),
}
POINTS = NP_("{number} point", "{number} points")
TALLIES = {"points": POINTS, "spawn": NP_("{number} spawn", "{number} spawn")}  # what a seat has
KIND_WORDS = (N_("simple"), N_("hazy"), N_("sublime"), N_("celestial"))
STEP_WORDS = (*COLOR_WORDS, N_("any"))
DREAMS = (N_("epic dream"), N_("passionate dream"), N_("happy dream"), N_("forgotten dream"))
A_DREAM = (  # as in "steps onto …"
    N_("an epic dream"),
    N_("a passionate dream"),
    N_("a happy dream"),
    N_("a forgotten dream"),
    N_("any dream"),
)
A_TILE = (N_("an epic tile"), N_("a passionate tile"), N_("a happy tile"))  # as in "lays …"
TILES = (N_("epic tile"), N_("passionate tile"), N_("happy tile"))
WAYS = {  # from a cell to its neighbours: steps to the east and to the south-east
    (1, 0): NP_("right", "{number} right"),
    (0, 1): NP_("lower right", "{number} lower right"),
    (-1, 1): NP_("lower left", "{number} lower left"),
    (-1, 0): NP_("left", "{number} left"),
    (0, -1): NP_("upper left", "{number} upper left"),
    (1, -1): NP_("upper right", "{number} upper right"),
}


def color(words: Words, number: int) -> str:
    return words(COLOR_WORDS[number])


def legend(words: Words, number: int) -> str:
    return words(N_("no legend")) if number == NONE else words(LEGEND_WORDS[number])


def steps(card: int) -> str:
    """Write the symbols of a dance; despair is two free steps."""
    return "??" if card == DESPAIR else str(DANCE_ROWS[card]["steps"])


@lru_cache(256)
def coded_dance(words: Words, card: int) -> str:
    """Name a dance by its number, its symbols and its limit, for the text board."""
    message = (
        N_("{card} {steps} up to {limit}, and one more")
        if DANCE_ROWS[card]["bonus"]
        else N_("{card} {steps} up to {limit}")
    )
    return words(message, card=card + 1, steps=steps(card), limit=DANCE_ROWS[card]["limit"])


@lru_cache(256)
def dance_steps(words: Words, card: int, is_reversed: bool = False) -> str:
    """Describe the steps of a dance: "any, passionate, then happy"."""
    symbols = steps(card)[:: -1 if is_reversed else 1]
    return one_by_one(words, [words(STEP_WORDS[SYMBOLS.index(symbol)]) for symbol in symbols])


def one_by_one(words: Words, steps: list[str]) -> str:
    *first, last = steps
    return words(N_("{steps}, then {last}"), steps=", ".join(first), last=last) if first else last


# Labels for screen readers


def tile_label(words: Words, tile: int, is_grey: bool) -> str:
    """Name a tile by the side that is up, and its kind."""
    kind = TILE_KIND[tile]
    if kind == CELESTIAL:
        return words(N_("Celestial Dream"))
    if is_grey:
        shown = words(N_("forgotten tile, {color} on its other side"), color=color(words, TILE_COLOR[tile]))
    else:
        shown = words(TILES[TILE_COLOR[tile]])
    return shown if kind == SIMPLE else f"{shown}, {words(KIND_WORDS[kind])}"


def dream_label(
    words: Words, cell: Cell, tile: int, is_grey: bool, levels: int, fiend: int, spawn: tuple[int, ...]
) -> str:
    """Describe a dream: what it shows, its height, who is there, and where it is."""
    kind = TILE_KIND[tile]
    parts = [
        words(DREAMS[COLORS if is_grey else TILE_COLOR[tile]]) if kind != CELESTIAL else words(N_("Celestial Dream"))
    ]
    if kind in (HAZY, SUBLIME):
        parts.append(words(KIND_WORDS[kind]))
    if levels > 1:
        parts.append(words.count(LEVELS, levels))
    if fiend != NONE:
        parts.append(words(FIEND_LABEL, seat=words.seat(fiend)))
    parts += [words.count(SPAWN_OF, count, seat=words.seat(seat)) for seat, count in enumerate(spawn) if count]
    return words(N_("; ")).join([", ".join(parts), *([from_middle(words, cell)] if cell != (0, 0) else [])])


LEVELS = NP_("{number} level", "{number} levels")
SPAWN_OF = NP_("{number} spawn of {seat}", "{number} spawn of {seat}")


@lru_cache(4096)
def from_middle(words: Words, cell: Cell) -> str:
    """Describe where a cell is: the steps from the middle, in at most two directions."""
    ways = list(WAYS)
    for one, (across, down) in enumerate(ways):
        right, below = ways[(one + 1) % len(ways)]
        first, second = cell[0] * below - cell[1] * right, across * cell[1] - down * cell[0]
        if first > 0 and second >= 0:
            found = [(ways[one], first), ((right, below), second)]
            said = [words.count(WAYS[way], number) for way, number in found if number]
            return words(N_("{steps} of the middle"), steps=one_by_one(words, said))
    return words(N_("in the middle"))


def shore_label(words: Words, cell: Cell) -> str:
    return words(N_("free spot; {where}"), where=from_middle(words, cell))


@lru_cache(256)
def row_label(words: Words, card: int) -> str:
    """Name a dance by its steps, and say how many spawn it invokes."""
    message = INFERNAL if DANCE_ROWS[card]["bonus"] else STANDARD
    return words.count(message, DANCE_ROWS[card]["limit"], steps=dance_steps(words, card))


STANDARD = NP_("dance: {steps}; up to {number} spawn", "dance: {steps}; up to {number} spawn")
INFERNAL = NP_(
    "Infernal Dance: {steps}; up to {number} spawn, and one more",
    "Infernal Dance: {steps}; up to {number} spawn, and one more",
)


def fiend_label(words: Words, seat: int, figure: str) -> str:
    return words(NAMED_FIEND, name=words(LABELS[figure]), seat=words.seat(seat))


def legend_label(words: Words, number: int) -> str:
    """Name a legend, its power and its colour."""
    hue = words(N_("colour of your choice")) if LEGEND_COLOR[number] == NONE else color(words, LEGEND_COLOR[number])
    return words(N_("{legend}: {power}; {color}"), legend=legend(words, number), power=words(POWERS[number]), color=hue)


def panel_label(words: Words, hue: int, value: int, held: int, supply: int) -> str:
    points = words.count(POINTS, value)
    return words(
        N_("{color} influence, {points}; {legend}; supply {supply}"),
        color=color(words, hue),
        points=points,
        legend=legend(words, held),
        supply=supply,
    )


FIEND_LABEL = N_("fiend of {seat}")
NAMED_FIEND = N_("{name}, fiend of {seat}")
SPAWN_LABEL = N_("spawn of {seat}")
MARKER_LABEL = N_("marker of {seat}, {points}")
INFLUENCE_LABEL = N_("{color} influence")
CARD_LABEL = N_("influence card of {seat}")
LARGE_LABEL = N_("{points}, brings a legend")
DECK_LABEL = N_("dances in the deck: {count}")
LEGEND_DECK_LABEL = N_("legends in the deck: {count}")
DESPAIR_LABEL = N_("Dance of Despair: two free steps; the last card of the Row is discarded")
LONELY_LABEL = N_("isolated")
POINTS_LABEL = N_("{seat}: {points} here")
AREAS = {"sea": N_("Dreams"), "row": N_("Dances"), "legends": N_("Legends")}

# Buttons

REST = N_("Rest")
INVOKE = N_("Invoke")
NO_SPAWN, ONE_SPAWN, TWO_SPAWN = N_("No spawn"), N_("One spawn"), N_("Two spawn")
PLACE_SPAWN = N_("Place spawn")
NO_BONUS = N_("No bonus")
STAY = N_("Stay")
FORWARD, REVERSED = N_("Left to right"), N_("Right to left")
CLOWN = N_("Killer Clown: {color}")
SWAP = N_("Swap places")


# The board as text


@lru_cache(1024)
def mark_of(tile: int, is_grey: int, levels: int) -> str:
    """Write a dream in a few characters.

    They are its colour's letter, its levels, ~ if it is hazy, x2 if it is sublime.
    """
    letter = SYMBOLS[COLORS if is_grey else TILE_COLOR[tile]]
    return f"{letter}{levels}{'~' if TILE_KIND[tile] == HAZY else 'x2' if TILE_KIND[tile] == SUBLIME else ''}"


@lru_cache(4096)
def who_is_there(fiends: tuple[int, ...], spawn: tuple[int, ...]) -> str:
    """Write the fiends and spawn on a dream by seat: F0 is a fiend, s011 three spawn."""
    family = "".join(str(seat) * count for seat, count in enumerate(spawn))
    return f"{''.join(f'F{seat}' for seat in fiends)} {family and 's' + family}".strip()


CELL = 12


def grid(view: Any) -> list[str]:
    """Write the dreams as they lie, two lines per row: where and what, then who is there."""
    cells, top, levels, grey = cells_of(view), view["top"].tolist(), view["levels"].tolist(), int(view["grey"])
    fiends, spawn = view["fiend"].tolist(), list(zip(*view["spawn"].tolist(), strict=True))
    west = min(2 * q + r for q, r in cells)
    lines, rows = [], sorted((r, q, dream) for dream, (q, r) in enumerate(cells))
    upper, lower, last = "", "", rows[0][0]
    for row, q, dream in rows:
        for _ in range(row - last):  # empty rows are written too
            lines += [upper, lower.rstrip()]
            upper, lower = "", ""
        left, last = (2 * q + row - west) * CELL // 2, row
        upper = (
            upper.ljust(left) + f"{cell_text((q, row))} {mark_of(top[dream], grey >> top[dream] & 1, levels[dream])}"
        )
        if dream in fiends or any(spawn[dream]):
            lower = lower.ljust(left) + who_is_there(
                tuple(seat for seat, place in enumerate(fiends) if place == dream), spawn[dream]
            )
    return [*lines, upper, lower.rstrip()]


def board(words: Words, view: Any, seat: int) -> str:
    """Write the board, the piles, the Row, the face-up legends and what each seat has."""
    seats = int(view["seats"])
    having = zip(*(view[field].tolist()[:seats] for field in ("influence", "marker", "legend", "supply")), strict=True)
    lines = [
        *grid(view),
        words(
            N_(
                "E epic, P passionate, H happy, G forgotten; then the levels; ~ hazy, x2 sublime; F fiend, s spawn,"
                " with the number of the seat"
            )
        ),
        words(
            N_("Piles: {piles}"),
            piles=", ".join(f"{color(words, hue)} {left}" for hue, left in enumerate(view["left"].tolist())),
        ),
        words(
            N_("Row, from the deck: {row}"),
            row=words(N_("; ")).join(coded_dance(words, card) for card in view["row"].tolist() if card != NONE),
        ),
        legend_line(words, int(view["open"]), int(view["legend_deck"].sum())),
        *(seat_line(words, other, *row) for other, row in enumerate(having)),
    ]
    return "\n".join(lines)


@lru_cache(1024)
def legend_line(words: Words, shown: int, count: int) -> str:
    names = [legend(words, number) for number in range(len(LEGEND_NAMES)) if shown >> number & 1]
    return words(N_("Face-up legends: {legends}; in the deck: {count}"), legends=", ".join(names) or "–", count=count)


@lru_cache(512)
def seat_line(words: Words, seat: int, hue: int, marker: int, held: int, supply: int) -> str:
    return words(
        N_("{seat}: influence {color}, {points} on the track, {legend}, supply {supply}"),
        seat=words.seat(seat),
        color=color(words, hue),
        points=words.count(POINTS, TRACK[marker]),
        legend=legend(words, held),
        supply=supply,
    )


# Prompts

PROMPTS = {
    Phase.ENTER: N_("Put your fiend on a dream at the edge."),
    Phase.BEFORE: N_("Choose a dance from the Row, or the Dance of Despair."),
    Phase.STEP: N_("Dance: step {step} of {count}, onto {dream}."),
    Phase.AGAIN: N_("Resurrection Mary: dance another card, or invoke."),
    Phase.SPAWN: N_("Choose the dreams to place spawn on."),
    Phase.BONUS: N_("Infernal Dance: place one more spawn under your fiend, or skip it."),
    Phase.BABA: N_("Baba Yaga: step aside, or stay."),
    Phase.LEGEND: N_("Take a legend: a face-up one, or the top card of the deck."),
    Phase.COLOR: N_("Choose the colour of your influence."),
    Phase.EXTEND: N_("Lay a tile on an empty cell next to a dream, or on a hazy dream."),
    Phase.OVER: N_("The game is over."),
}
POWER_PROMPTS = {
    KILLER_CLOWN: N_(
        "Choose a dance from the Row, or the Dance of Despair; the Killer Clown may change your influence first."
    ),
    OKIKU: N_("Choose a dance from the Row, or the Dance of Despair; Okiku may move one of your spawn first."),
    KRAMPUS: N_("Choose a dance from the Row, or the Dance of Despair; Krampus may move a dream first."),
    BOGEYMAN: N_(
        "Choose a dance from the Row, or the Dance of Despair; the Boogyman may swap your fiend with another first."
    ),
}
JACK_PROMPT = N_("Jack O'Lantern: place one spawn or two where you crossed the other fiend.")
BATHORY_PROMPT = N_("Élisabeth Báthory: place a fourth spawn where you crossed the other fiend, or skip it.")
REVERSED_PROMPT = N_("Infernal Dance: place one more spawn on the dream of your first step, or skip it.")
INFERNAL_PROMPT = N_("Infernal Dance: choose the dreams to place spawn on, or none.")
FOURTH_PROMPT = N_("Choose the dreams to place spawn on; you may leave out those that hold three.")


def prompt(words: Words, view: Any, seat: int) -> str:
    phase, holder = int(view["phase"]), int(view["seat"])
    if phase == Phase.STEP:
        symbols, step = steps(int(view["card"])), int(view["step"])
        dream = A_DREAM[SYMBOLS.index(symbols[-1 - step if view["is_reversed"] else step])]
        return words(PROMPTS[Phase.STEP], step=step + 1, count=len(symbols), dream=words(dream))
    if phase == Phase.BEFORE and not view["is_used"]:
        return words(POWER_PROMPTS.get(int(view["legend"][holder]), PROMPTS[Phase.BEFORE]))
    if phase in (Phase.LEAP, Phase.SPAWN, Phase.BONUS):
        return spawn_prompt(words, view)
    return words(PROMPTS[Phase(phase)])


def spawn_prompt(words: Words, view: Any) -> str:
    """Ask about spawn: a leap, the dreams of the Standard Dance, or the bonus."""
    phase, held = int(view["phase"]), int(view["legend"][view["seat"]])
    if phase == Phase.LEAP:
        return words(JACK_PROMPT if held == JACK_O_LANTERN else BATHORY_PROMPT)
    if phase == Phase.BONUS:
        return words(REVERSED_PROMPT if view["is_reversed"] else PROMPTS[Phase.BONUS])
    is_infernal = DANCE_ROWS[int(view["card"])]["bonus"]
    return words(INFERNAL_PROMPT if is_infernal else FOURTH_PROMPT if held == BATHORY else PROMPTS[Phase.SPAWN])


# The log

EVENTS: dict[int, str] = {  # the first follows the name of the player who acts
    Event.ENTERED: N_("enters on {where}."),
    Event.DANCES: N_("dances {dance}."),
    Event.DESPAIRS: N_("dances the Dance of Despair."),
    Event.RESTS: N_("rests."),
    Event.STEPPED: N_("steps onto {where}."),
    Event.CHANGED: N_("changes influence colour with the Killer Clown: {color}."),
    Event.MOVED_SPAWN: N_("moves a spawn onto {where} with Okiku."),
    Event.MOVED_DREAM: N_("moves {where} with Krampus."),
    Event.SWAPPED: N_("swaps places with {seat}, thanks to the Boogyman."),
    Event.LEAPT: N_("leaves a spawn on {where}: Spawn Drop."),
    Event.BONUS: N_("places a bonus spawn on {where}."),
    Event.STEPPED_ASIDE: N_("steps aside onto {where} with Baba Yaga."),
    Event.GAINED: N_("gains influence: now {points}."),
    Event.TOOK: N_("takes {legend}."),
    Event.CHOSE: N_("chooses an influence colour: {color}."),
    Event.LAID: N_("lays {tile}, {side}."),
    Event.THREW: N_("The next tile of the pile is removed from the game: {tile}."),
    Event.DREW: N_("New in the Row: {dance}."),
    Event.ENDED: N_("The game is over."),
    Event.DECLINED: N_("places no spawn."),
}
NO_BONUS_EVENT = N_("skips the bonus.")
TWO_LEAPT = N_("leaves two spawn on {where}: Spawn Drop.")
COVERED = N_("lays {tile}, {side}, over {covered}.")
DISCARDED = N_("Discarded from the Row: {dance}.")
INVOKED = NP_("invokes a spawn next to the fiend.", "invokes {number} spawn next to the fiend.")
SIDE_WORDS = (N_("colour side up"), N_("grey side up"))
Row = tuple[int, int, int, int, int]


def describe(words: Words, view: Any, seat: int, action: int, rows: list[Row]) -> str:
    """Describe what an action did, one line per event; `view` is the view after it."""
    if not rows:
        return words(N_("stays put with Baba Yaga."))
    invoked = [row for row in rows if row[0] == Event.INVOKED]
    lines = []
    for row in rows:
        if row[0] != Event.INVOKED:
            lines.append(_event(words, view, *row))
        elif row is invoked[0]:
            lines.append(words.count(INVOKED, len(invoked)))
        if row[0] in (Event.DESPAIRS, Event.RESTS) and 0 <= row[2] < DANCES:
            lines.append(words(DISCARDED, dance=dance_steps(words, row[2])))
    return "\n".join([*lines[:1], *map(raised, lines[1:])])


def a_dream(words: Words, view: Any, dream: int) -> str:
    """Name a dream by what it shows."""
    return words(A_DREAM[shown_by(int(view["top"][dream]), int(view["grey"]))])


def shown_by(tile: int, grey: int) -> int:
    return COLORS if grey >> tile & 1 else int(TILE_COLOR[tile])


def _event(words: Words, view: Any, code: int, seat: int, what: int, where: int, amount: int) -> str:
    values: dict[str, object] = {}
    if code == Event.SWAPPED:
        values["seat"] = words.seat(what)
    if 0 <= where < int(view["dreams"]):
        values["where"] = a_dream(words, view, where)
    if code in (Event.DANCES, Event.DREW):
        values["dance"] = dance_steps(words, what, code == Event.DANCES and amount == 1)
    if code in (Event.CHANGED, Event.CHOSE):
        values["color"] = color(words, what)
    if code == Event.GAINED:
        values["points"] = words.count(POINTS, TRACK[amount])
    if code == Event.TOOK:
        values["legend"] = legend(words, what)
    if code == Event.LAID:
        return _laid(words, view, what, amount)
    if code == Event.THREW:
        values["tile"] = words(TILES[TILE_COLOR[what]])
    if code == Event.LEAPT and amount > 1:
        return words(TWO_LEAPT, **values)
    return words(NO_BONUS_EVENT if code == Event.DECLINED and what == Phase.BONUS else EVENTS[code], **values)


def _laid(words: Words, view: Any, tile: int, side: int) -> str:
    """Say which tile was laid, and which dream it covers, if any."""
    below = int(view["below"][tile])
    return words(
        EVENTS[Event.LAID] if below == NONE else COVERED,
        tile=words(A_TILE[TILE_COLOR[tile]]),
        side=words(SIDE_WORDS[side]),
        **({} if below == NONE else {"covered": words(A_DREAM[shown_by(below, int(view["grey"]))])}),
    )
