"""What people read in a game of Dream Runners."""

from functools import cache, lru_cache
from typing import Any

from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.words import N_, NP_, Sentence, Words
from ludotheque.games.dream_runners.components import (
    CALM,
    CALM_COST,
    CELL_ELEMENT,
    CELL_KIND,
    CELL_VALUE,
    CHEST_NAMES,
    COIN,
    COLOR_NAMES,
    COLORS,
    CONTENTS,
    DREAM_NAMES,
    FRAME,
    FRAME_CELL,
    FRAME_CELLS,
    JOKER,
    KEY,
    PER_LEVEL,
    PLACEMENT_CELL,
    ROUNDS,
    SEGMENT_COINS,
    SEGMENT_COST,
    SEGMENT_NAMES,
    SEGMENT_POINTS,
    SEGMENT_SHAPE,
    SEGMENT_SYMBOLS,
    SIDE,
    Cell,
)
from ludotheque.games.dream_runners.rules.codes import Event, Pace, Refusal
from ludotheque.games.dream_runners.state import Phase

REFUSALS = {
    Refusal.GAME_OVER: Sentence(N_("The game is over."), "R9.1"),
    Refusal.AWAKE: Sentence(N_("You have woken up and are out of the game."), "R2.4"),
    Refusal.NOT_YOUR_TURN: Sentence(N_("It is not your turn."), "R6.3"),
    Refusal.IS_DONE: Sentence(N_("You are done: nothing can be changed any more in this round."), "R3.13"),
    Refusal.NOT_NOW: Sentence(N_("That belongs to another phase of the round."), "R2.1"),
    Refusal.NOT_YOURS: Sentence(N_("You do not own that segment."), "R3.5"),
    Refusal.LAID_ALREADY: Sentence(N_("That segment lies on your canvas already."), "R3.5"),
    Refusal.OVERLAPS: Sentence(N_("Segments may not overlap."), "R3.7"),
    Refusal.OUTSIDE: Sentence(N_("At least one cell of a segment must lie inside the frame."), "R3.6"),
    Refusal.NO_SUCH_SHAPE: Sentence(N_("The segment cannot lie like that: it may be turned by quarter turns and never flipped."), "R3.8"),
    Refusal.SAME_TURNED: Sentence(N_("This segment reads the same both ways: write its smaller end cell first."), "R3.8"),
    Refusal.NOT_THERE: Sentence(N_("That does not lie there any more."), "R5.12"),
    Refusal.NOT_LEFT_OVER: Sentence(N_("The bat takes a segment that you own and did not lay in this round."), "R5.6"),
    Refusal.NOT_FOR_SALE: Sentence(N_("That segment does not lie in the market."), "R7.1"),
    Refusal.TOO_MUCH_CALM: Sentence(N_("You cannot pay for so much calm, or the track ends before."), "R7.4"),
    Refusal.UNREADABLE: Sentence(N_("Write a segment and its cells, such as place green-i2 0,0 0,1, or the word for what you choose, such as done."), "R3.4"),
}


# Names of things

LABELS = {
    "stars": N_("stars"),
    "calm": N_("calm"),
    "segments": N_("segments"),
    "pace": N_("Pace"),
    "pace=calm": N_("calm: one after the other"),
    "pace=sand": N_("against the hourglass, all at once"),
    "dreams": N_("Dreams"),
    "dreams=all": N_("all of them"),
    "dreams=beginner": N_("those for a first game"),
}
OWNERS = {"green": N_("green"), "purple": N_("purple"), "yellow": N_("yellow"), "red": N_("red")}
COINS, KEYS, POINTS = NP_("{number} coin", "{number} coins"), NP_("{number} key", "{number} keys"), NP_("{number} point", "{number} points")
FRAGMENTS = NP_("{number} {color} fragment", "{number} {color} fragments")
COLORS_IN_WORDS = {"blue": N_("blue"), "white": N_("white"), "orange": N_("orange"), "green": N_("green")}
SYMBOLS_IN_WORDS = {"C": N_("collect"), "F": N_("fight"), "B": N_("collect and fight"), "D": N_("collect twice"), ".": N_("blank")}


def color(words: Words, number: int) -> str:
    """A fragment's colour; the owner of a copy may have named it otherwise than we do."""
    name: str = COLOR_NAMES[number]
    return words(COLORS_IN_WORDS.get(name, name))


@cache
def element(words: Words, number: int, times: int = 1) -> str:
    """What one gets, so many times."""
    if number < COLORS:
        return words.count(FRAGMENTS, times, color=color(words, number))
    if number == JOKER:
        return words(N_("1 fragment of any colour"))
    if number == KEY:
        return words.count(KEYS, times)
    amount = times * (number - COIN if number <= CALM else number - CALM)
    if number <= CALM:
        return words.count(COINS, amount)
    return words(N_("{amount} calm"), amount=amount)


@cache
def elements(words: Words, numbers: tuple[int, ...]) -> str:
    return ", ".join(element(words, number) for number in numbers if number != NONE)


@cache
def cell(words: Words, tile: int, number: int) -> str:
    """What is printed on a cell of a dream tile."""
    value, gives = int(CELL_VALUE[tile, number]), elements(words, tuple(CELL_ELEMENT[tile, number].tolist()))
    kind = CELL_KIND[tile, number]
    if kind == Cell.NIGHTMARE:
        return words(N_("nightmare, {value} calm"), value=value)
    if kind == Cell.SPIDER:
        return words(N_("spider with {gives}"), gives=gives)
    if kind == Cell.CHEST:
        return words(N_("chest for {keys}"), keys=words.count(KEYS, value))
    if kind == Cell.SHARED:
        return words(N_("to be shared: {gives}"), gives=gives)
    return words(N_("octopus")) if kind == Cell.OCTOPUS else words(N_("bat")) if kind == Cell.BAT else gives


@cache
def segment_name(words: Words, number: int) -> str:
    """As it is printed, and the colour of the seat that begins with it: green-i2."""
    name: str = SEGMENT_NAMES[number]
    owner, dash, shape = name.partition("-")
    return f"{words(OWNERS[owner])}{dash}{shape}" if owner in OWNERS else name


@cache
def segment(words: Words, number: int) -> str:
    """A segment with its symbols."""
    symbols = ", ".join(words(SYMBOLS_IN_WORDS[symbol]) for symbol in SEGMENT_SYMBOLS[number])
    return words(N_("{name} ({symbols})"), name=segment_name(words, number), symbols=symbols)


@cache
def market_label(words: Words, number: int) -> str:
    """A segment with all that makes it worth buying."""
    coins, points = int(SEGMENT_COINS[number]), int(SEGMENT_POINTS[number])
    extra = [words(N_("gives 1 coin back"))] * coins + [words.count(POINTS, points)] * bool(points)
    return ", ".join([segment(words, number), *extra])


def who(words: Words, seat: int) -> str:
    return words(N_("Seat {seat}"), seat=seat)


# The text board


def board(words: Words, view: Any, seat: int) -> str:
    """The dream, every canvas that may be seen, what each seat has, and the market."""
    tile, number = int(view["dreams"][view["round_now"] - 1]), int(view["round_now"])
    title = words(N_("Round {round} of {rounds}, dream {dream} of level {level}"), round=number, rounds=ROUNDS, dream=DREAM_NAMES[tile], level=tile // PER_LEVEL + 1)
    lines = [title, *dream(words, tile), "", *canvases(words, view), "", *seat_lines(words, view), market(words, int(view["market"]))]
    if view["chest"] != NONE:
        lines.append(words(N_("Chest {chest}: {contents}"), chest=CHEST_NAMES[view["chest"]], contents=elements(words, tuple(CONTENTS[view["chest"]].tolist()))))
    return "\n".join(line.rstrip() for line in lines)


def segments_of(mask: int) -> list[int]:
    """The segments of a mask, by their numbers."""
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found


@lru_cache(1024)
def market(words: Words, mask: int) -> str:
    return words(N_("Market: {segments}"), segments=words(N_("; ")).join(market_label(words, number) for number in segments_of(mask)) or words(N_("empty")))


@cache
def dream(words: Words, tile: int) -> tuple[str, ...]:
    """The nine cells in three rows."""
    texts = [cell(words, tile, number) for number in range(FRAME_CELLS)]
    width = max(len(text) for number, text in enumerate(texts) if CELL_KIND[tile, number] != Cell.SHARED)
    notes: list[str] = []
    for number, text in enumerate(texts):
        if CELL_KIND[tile, number] == Cell.SHARED:
            notes.append(f"{'*' * (len(notes) + 1)} {text}")
            texts[number] = "*" * len(notes)
    rows = tuple("  " + " | ".join(text.ljust(width) for text in texts[first : first + FRAME]) for first in range(0, FRAME_CELLS, FRAME))
    return *rows, *notes


def canvases(words: Words, view: Any) -> list[str]:
    """Every canvas side by side: symbols where segments lie, o a blank, _ a bare cell of the frame."""
    laid, counts, lies = view["laid"].tolist(), view["laid_count"].tolist(), view["lies"].tolist()
    blocks = []
    for seat in range(view["seats"]):
        is_hidden = counts[seat] > 0 and laid[seat] == 0
        lying = tuple((number, lies[number]) for number in segments_of(laid[seat]))
        blocks.append((words(N_("laid: {count}"), count=counts[seat]), *[""] * (SIDE - 1)) if is_hidden else canvas(lying))
    heads = [who(words, seat).ljust(16) for seat in range(len(blocks))]
    return ["  " + " ".join(heads), *("  " + " ".join(block[row].ljust(16) for block in blocks) for row in range(SIDE))]


@lru_cache(4096)
def canvas(lying: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    """A canvas with these segments in these placements."""
    signs = [" " if inside == NONE else "_" for inside in FRAME_CELL.tolist()]
    for number, way in lying:
        cells = PLACEMENT_CELL[SEGMENT_SHAPE[number], way].tolist()
        for place, symbol in enumerate(SEGMENT_SYMBOLS[number]):
            signs[cells[place]] = "o" if symbol == "." else symbol
    return tuple(" ".join(signs[SIDE * row : SIDE * (row + 1)]) for row in range(SIDE))


def seat_lines(words: Words, view: Any) -> list[str]:
    columns = [view[field].tolist() for field in ("woke", "calm", "star", "coins", "keys", "owned", "fragments")]
    return [seat_line(words, seat, *(column[seat] for column in columns[:-1]), tuple(columns[-1][seat])) for seat in range(view["seats"])]


@lru_cache(4096)
def seat_line(words: Words, seat: int, woke: int, calm: int, star: int, coins: int, keys: int, owned: int, fragments: tuple[int, ...]) -> str:
    if woke:
        return words(N_("{seat} woke up in round {round}."), seat=who(words, seat), round=woke)
    held = ", ".join(f"{color(words, number)} {count}" for number, count in enumerate(fragments) if count) or words(N_("none"))
    message = N_("{seat}: calm {calm}, stars {star}, coins {coins}, keys {keys}, fragments {held}; {segments}")
    segments = ", ".join(f"{segment_name(words, number)} {SEGMENT_SYMBOLS[number]}" for number in segments_of(owned))
    return words(message, seat=who(words, seat), calm=calm, star=star, coins=coins, keys=keys, held=held, segments=segments)


# Prompts


def prompt(words: Words, view: Any, seat: int) -> str:
    """What the seat is asked, or what it waits for."""
    phase = Phase(int(view.phase))
    if phase == Phase.OVER:
        return words(N_("The game is over."))
    if seat != NONE and seat != TABLE and view.woke[seat]:
        return words(N_("You have woken up. The others dream on."))
    if phase == Phase.COMPOSE:
        return compose_prompt(words, view, seat)
    if seat != view.seat:
        return words(N_("{seat} is choosing."), seat=who(words, int(view.seat)))
    tile = int(view.dreams[view.round_now - 1])
    if phase == Phase.OPEN:
        price, held = (words.count(KEYS, int(number)) for number in (CELL_VALUE[tile, view.cell], view.keys[seat]))
        return words(N_("Open the chest for {price}? You have {held}."), price=price, held=held)
    coins = words.count(COINS, int(view.coins[seat]))
    if phase == Phase.CALM:
        return words(N_("How many steps of calm do you buy, {cost} each? You have {coins}."), cost=words.count(COINS, CALM_COST), coins=coins)
    return words(QUESTIONS[phase], cost=words.count(COINS, SEGMENT_COST), coins=coins)


QUESTIONS = {
    Phase.PICK: N_("Take one of the elements that are shared."),
    Phase.COLOR: N_("Which colour is your joker?"),
    Phase.LOSE: N_("A bat: which of the segments that you did not lay does it take?"),
    Phase.BUY: N_("Buy one segment of the market for {cost}, or pass. You have {coins}."),
}


def compose_prompt(words: Words, view: Any, seat: int) -> str:
    if seat in (NONE, TABLE):
        return words(N_("Everybody composes."))
    if int(view.done) >> seat & 1:
        return words(N_("You are done. The others still compose."))
    if int(view.pace) == Pace.CALM and view.seat != seat:
        return words(N_("{seat} composes; lay out your own dream meanwhile."), seat=who(words, int(view.seat)))
    if int(view.pace) == Pace.SAND and view.done:
        return words(N_("The sand is running! Lay your segments over the dream, then say done."))
    return words(N_("Lay your segments over the dream, hands on what is good, shields on what is not; then say done."))


# The log

EVENTS: dict[int, str] = {
    Event.DONE: N_("{who} is done."),
    Event.SAND: N_("The sand has run out."),
    Event.MISSING: N_("{who}, bare cells: −{amount} calm."),
    Event.BEYOND: N_("{who}, cells outside the frame: −{amount} calm."),
    Event.CALM_LOST: N_("{who} loses {amount} calm."),
    Event.STAR: N_("{who} completes a set and climbs to star {amount}."),
    Event.OPENED: N_("{who} opens the chest, keys paid: {amount}."),
    Event.WOKE: N_("{who} wakes up!"),
    Event.CALMED: N_("{who} buys {amount} calm."),
    Event.ENDED: N_("The game is over."),
}


def describe(words: Words, view: Any, seat: int, action: int, rows: list[tuple[int, int, int, int, int]]) -> str:
    """What an action did, as a line of the log. The action itself is not told: in the calm pace a composition is secret until all are done (R3.10)."""
    return " ".join(sentence(words, view, row) for row in rows if row[0] != Event.SHOWN)


def sentence(words: Words, view: Any, row: tuple[int, int, int, int, int]) -> str:
    code, seat, what, _, amount = row
    name = who(words, seat)
    if code == Event.LAID:
        message = N_("{who} lays a segment, number {amount}.") if what == NONE else N_("{who} lays {segment}.")
        return words(message, who=name, amount=amount, segment="" if what == NONE else segment_name(words, what))
    if code == Event.FIRST:
        return words(N_("{who} is the first dreamer and takes a coin.") if amount else N_("{who} is the first dreamer now."), who=name)
    if code == Event.SCARED:
        return words(SCARES[Cell(what)], who=name, amount=amount)
    if code == Event.GAINED:
        return words(N_("{who} gets {gives}."), who=name, gives=element(words, what, amount))
    if code == Event.CHEST:
        return words(N_("In the chest: {contents}."), contents=elements(words, tuple(CONTENTS[what].tolist())))
    if code == Event.KEPT:
        return words(N_("{who} lacks keys for the chest: {amount}.") if amount else N_("{who} keeps the keys."), who=name, amount=amount)
    if code in SEGMENT_EVENTS:
        return words(SEGMENT_EVENTS[code], who=name, segment=market_label(words, what), coins=words.count(COINS, amount))
    if code == Event.ROUND:
        return words(N_("Round {round}: dream {dream}."), round=amount, dream=DREAM_NAMES[what])
    return words(EVENTS[code], who=name, amount=amount)


SCARES = {
    Cell.NIGHTMARE: N_("{who} does not fight a nightmare: −{amount} calm."),
    Cell.SPIDER: N_("{who} does not fight a spider: −{amount} calm."),
    Cell.OCTOPUS: N_("{who} does not fight an octopus, collect symbols: {amount}, −{amount} calm."),
}
SEGMENT_EVENTS: dict[int, str] = {
    Event.BAT: N_("A bat takes {segment} from {who}."),
    Event.BOUGHT: N_("{who} buys {segment} for {coins}."),
    Event.TURNED_UP: N_("New in the market: {segment}."),
}


# What the picture says


class Label:
    """Words for things in the picture."""

    DREAM_AND_HAND = N_("Dream and hand")
    THE_OTHERS = N_("The others")
    TRACKS_AND_MARKET = N_("Tracks and market")
    OUTSIDE_CELL = N_("{cell}, outside the frame")
    INSIDE_CELL = N_("{cell}: {what}")
    SEGMENTS_LAID = N_("segments laid: {count}")
    COINS = N_("coins")
    KEYS = N_("keys")
    COUNT = N_("{name}: {count}")
    CALM_MARKER = N_("{seat}: calm {calm}")
    STAR_MARKER = N_("{seat}: star {star}, worth {value}")
    AWAKE = N_("awake")
    DONE = N_("done")
    FIRST = N_("first dreamer")
    OPENER = N_("opener of the round")
    CHOOSING = N_("{seat} is choosing.")
    ROUND = N_("round {round}")
    HOURGLASS_RUNNING = N_("hourglass, running")
    HOURGLASS = N_("hourglass")
    WOKE = N_("woke up in round {round}")
    SEAT = N_("calm {calm}, star {star}, coins {coins}, keys {keys}")
    JOKER = N_("joker as {color}")


BUTTONS = {"done": N_("Done"), "sand": N_("The sand has run out"), "open": N_("Open the chest"), "keep": N_("Keep the keys"), "pass": N_("Buy nothing")}
