"""The messages people read in a game of Dream Runners."""

from functools import cache, lru_cache
from itertools import groupby
from typing import Any

from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.words import N_, NP_, Plural, Sentence, Words
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
    FRAME_CELLS,
    JOKER,
    KEY,
    LEVEL_ROUNDS,
    ROUNDS,
    SEGMENT_COST,
    Cell,
)
from ludotheque.games.dream_runners.rules.codes import Event, Pace, Refusal
from ludotheque.games.dream_runners.segments import (
    FRAME_CELL,
    OUTSIDE,
    PLACEMENT_CELL,
    SEGMENT_COINS,
    SEGMENT_NAMES,
    SEGMENT_POINTS,
    SEGMENT_SHAPE,
    SEGMENT_SYMBOLS,
    SIDE,
)
from ludotheque.games.dream_runners.state import Phase

REFUSALS = {
    Refusal.GAME_OVER: Sentence(N_("The game is over."), "R9.1"),
    Refusal.AWAKE: Sentence(N_("You have woken up and are out of the game."), "R2.4"),
    Refusal.NOT_YOUR_TURN: Sentence(N_("It is not your turn."), "R6.3"),
    Refusal.IS_DONE: Sentence(N_("You are done: you cannot change anything else this round."), "R3.13"),
    Refusal.NOT_NOW: Sentence(N_("That belongs to another phase of the round."), "R2.1"),
    Refusal.NOT_YOURS: Sentence(N_("You do not own that segment."), "R3.5"),
    Refusal.LAID_ALREADY: Sentence(N_("You have already laid that segment this round."), "R3.5"),
    Refusal.OVERLAPS: Sentence(N_("Segments may not overlap."), "R3.7"),
    Refusal.OUTSIDE: Sentence(
        N_("At least one cell must lie inside the frame. To lay a segment entirely outside, use the tray beside it."),
        "R3.6",
    ),
    Refusal.NO_SUCH_SHAPE: Sentence(
        N_("The segment cannot lie like that: you may rotate it by quarter turns, but not flip it."), "R3.8"
    ),
    Refusal.SAME_TURNED: Sentence(
        N_("This segment reads the same both ways: write its smaller end cell first."), "R3.8"
    ),
    Refusal.NOT_THERE: Sentence(N_("That is not one of the elements that are left."), "R5.12"),
    Refusal.NOT_LEFT_OVER: Sentence(N_("The bat takes a segment you own and did not lay this round."), "R5.6"),
    Refusal.NOT_FOR_SALE: Sentence(N_("That segment is not in the market."), "R7.1"),
    Refusal.TOO_MUCH_CALM: Sentence(
        N_("You cannot buy that much calm: you do not have enough coins, or the track ends first."), "R7.4"
    ),
    Refusal.UNREADABLE: Sentence(
        N_(
            "Write a segment and its cells, such as place green-i2 0,0 0,1, or place green-i2 outside, or another"
            " action, such as done."
        ),
        "R3.4",
    ),
}


# Names of things

OWNERS = {"green": N_("green"), "purple": N_("purple"), "yellow": N_("yellow"), "red": N_("red")}
LABELS = {
    **OWNERS,
    "stars": N_("stars"),
    "calm": N_("calm"),
    "segments": N_("segments"),
    "pace": N_("Pace"),
    "pace=calm": N_("no hurry: one after another"),
    "pace=sand": N_("the hourglass, as printed"),
    "dreams": N_("Dreams"),
    "dreams=all": N_("all of them"),
    "dreams=beginner": N_("only the easier ones"),
}
THEMES = {  # of puzzles
    "compose": N_("Compose the best dream run"),
    "confluence": N_("Choose from a confluence"),
    "joker": N_("Name the right colour"),
    "chest": N_("Open the chest or not"),
    "bat": N_("Choose what the bat takes"),
    "segment": N_("Buy the right segment"),
    "calm": N_("Buy the right amount of calm"),
}
EXPLAINS = {
    "pace": N_(
        "With the hourglass, as most people play, everyone composes at once and the first to finish turns"
        " the glass; with no hurry, players compose one after another."
    ),
    "dreams": N_(
        "Most people play with all dream tiles; in your first game, leave out the harder ones, which are"
        " marked with a star."
    ),
}
COINS, KEYS, POINTS = (
    NP_("{number} coin", "{number} coins"),
    NP_("{number} key", "{number} keys"),
    NP_("{number} point", "{number} points"),
)
STEPS = NP_("{number} calm", "{number} calm")
STARS = NP_("{number} star", "{number} stars")
TALLIES = {"calm": STEPS, "stars": STARS, "coins": COINS, "keys": KEYS}  # what a seat has
FRAGMENTS = {
    "blue": NP_("{number} blue fragment", "{number} blue fragments"),
    "white": NP_("{number} white fragment", "{number} white fragments"),
    "orange": NP_("{number} orange fragment", "{number} orange fragments"),
    "green": NP_("{number} green fragment", "{number} green fragments"),
}
OTHER_FRAGMENTS = NP_("{number} {color} fragment", "{number} {color} fragments")  # renamed by the owner of a copy
COLORS_IN_WORDS = {"blue": N_("blue"), "white": N_("white"), "orange": N_("orange"), "green": N_("green")}
SYMBOLS_IN_WORDS = {
    "C": N_("collect"),
    "F": N_("fight"),
    "B": N_("collect and fight"),
    "D": N_("collect twice"),
    ".": N_("blank"),
}
SHAPES = (N_("single segment"), N_("segment of two"), N_("segment of three"), N_("corner segment"))
A_SHAPE = (N_("a single segment"), N_("a segment of two"), N_("a segment of three"), N_("a corner segment"))
CELLS = (  # of the frame
    N_("top left"),
    N_("top middle"),
    N_("top right"),
    N_("middle left"),
    N_("middle"),
    N_("middle right"),
    N_("bottom left"),
    N_("bottom middle"),
    N_("bottom right"),
)
ROWS = (  # of the canvas, from above the frame to below it
    N_("two rows above"),
    N_("row above"),
    N_("top row"),
    N_("middle row"),
    N_("bottom row"),
    N_("row below"),
    N_("two rows below"),
)
COLUMNS = (
    N_("two columns to the left"),
    N_("column to the left"),
    N_("left column"),
    N_("middle column"),
    N_("right column"),
    N_("column to the right"),
    N_("two columns to the right"),
)


def color(words: Words, number: int) -> str:
    """Name a fragment's colour; the owner of a copy may have renamed it."""
    name: str = COLOR_NAMES[number]
    return words(COLORS_IN_WORDS.get(name, name))


@cache
def element(words: Words, number: int, times: int = 1) -> str:
    """Name an element and how many of it there are."""
    if number < COLORS:
        return words.count(FRAGMENTS.get(COLOR_NAMES[number], OTHER_FRAGMENTS), times, color=color(words, number))
    if number == JOKER:
        return words(N_("1 fragment of any colour"))
    if number == KEY:
        return words.count(KEYS, times)
    amount = times * (number - COIN if number <= CALM else number - CALM)
    if number <= CALM:
        return words.count(COINS, amount)
    return words.count(STEPS, amount)


@cache
def elements(words: Words, numbers: tuple[int, ...]) -> str:
    return ", ".join(element(words, number) for number in numbers if number != NONE)


@cache
def cell(words: Words, tile: int, number: int) -> str:
    """Describe what is printed on a cell of a dream tile."""
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
    """Name a segment on the text board as in a record, with its set's colour: green-i2."""
    name: str = SEGMENT_NAMES[number]
    owner, dash, shape = name.partition("-")
    return f"{words(OWNERS[owner])}{dash}{shape}" if owner in OWNERS else name


@cache
def segment(words: Words, number: int, names: tuple[str, ...] = SHAPES) -> str:
    """Name a segment by its shape and its symbols."""
    symbols = ", ".join(words(SYMBOLS_IN_WORDS[symbol]) for symbol in SEGMENT_SYMBOLS[number])
    return words(N_("{name} ({symbols})"), name=words(names[SEGMENT_SHAPE[number]]), symbols=symbols)


@cache
def market_label(words: Words, number: int, names: tuple[str, ...] = SHAPES) -> str:
    """Name a segment with everything that makes it worth buying."""
    coins, points = int(SEGMENT_COINS[number]), int(SEGMENT_POINTS[number])
    extra = [words(N_("gives 1 coin back"))] * coins + [words.count(POINTS, points)] * bool(points)
    return ", ".join([segment(words, number, names), *extra])


@cache
def cell_place(words: Words, number: int) -> str:
    """Describe where a cell of the canvas is."""
    if FRAME_CELL[number] != NONE:
        return words(CELLS[FRAME_CELL[number]])
    row, column = divmod(number, SIDE)
    return words(N_("outside the frame: {row}, {column}"), row=words(ROWS[row]), column=words(COLUMNS[column]))


# The text board


def board(words: Words, view: Any, seat: int) -> str:
    """Write the dream, every visible canvas, what each seat has, and the market."""
    tile, number = int(view["dreams"][view["round_now"] - 1]), int(view["round_now"])
    message = (
        N_("Round {round} of {rounds}, level {level}: the dream lies face down")
        if tile == NONE
        else N_("Round {round} of {rounds}, dream {dream} of level {level}")
    )
    title = words(message, round=number, rounds=ROUNDS, dream=DREAM_NAMES[tile], level=level_of(number))
    lines = [
        title,
        *dream(words, tile),
        "",
        *canvases(words, view),
        *asides(words, view),
        "",
        *seat_lines(words, view),
        market(words, int(view["market"])),
    ]
    if view["chest"] != NONE:
        lines.append(
            words(
                N_("Chest {chest}: {contents}"),
                chest=CHEST_NAMES[view["chest"]],
                contents=elements(words, tuple(CONTENTS[view["chest"]].tolist())),
            )
        )
    return "\n".join(line.rstrip() for line in lines)


def level_of(number: int) -> int:
    """R1.2 Return the level of a round's tile, which everyone knows."""
    return (number - 1) // LEVEL_ROUNDS + 1


def segments_of(mask: int) -> list[int]:
    """List the segments of a mask, by their numbers."""
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found


@lru_cache(1024)
def market(words: Words, mask: int) -> str:
    return words(
        N_("Market: {segments}"),
        segments=words(N_("; ")).join(
            f"{segment_name(words, number)}, {market_label(words, number)}" for number in segments_of(mask)
        )
        or words(N_("empty")),
    )


@cache
def dream(words: Words, tile: int) -> tuple[str, ...]:
    """Write the nine cells in three rows, if the tile is turned up."""
    if tile == NONE:
        return ()
    texts = [cell(words, tile, number) for number in range(FRAME_CELLS)]
    width = max(len(text) for number, text in enumerate(texts) if CELL_KIND[tile, number] != Cell.SHARED)
    notes: list[str] = []
    for number, text in enumerate(texts):
        if CELL_KIND[tile, number] == Cell.SHARED:
            notes.append(f"{'*' * (len(notes) + 1)} {text}")
            texts[number] = "*" * len(notes)
    rows = tuple(
        "  " + " | ".join(text.ljust(width) for text in texts[first : first + FRAME])
        for first in range(0, FRAME_CELLS, FRAME)
    )
    return *rows, *notes


def canvases(words: Words, view: Any) -> list[str]:
    """Write every canvas side by side.

    Segments show their symbols; o is a blank, _ an uncovered cell of the frame.
    """
    laid, counts, lies = view["laid"].tolist(), view["laid_count"].tolist(), view["lies"].tolist()
    blocks = []
    for seat in range(view["seats"]):
        is_hidden = counts[seat] > 0 and laid[seat] == 0
        lying = tuple((number, lies[number]) for number in segments_of(laid[seat]) if lies[number] != OUTSIDE)
        blocks.append(
            (words(N_("laid: {count}"), count=counts[seat]), *[""] * (SIDE - 1)) if is_hidden else canvas(lying)
        )
    heads = [words.seat(seat).alone.ljust(16) for seat in range(len(blocks))]
    return ["  " + " ".join(heads), *("  " + " ".join(block[row].ljust(16) for block in blocks) for row in range(SIDE))]


def outside_of(view: Any, seat: int) -> list[int]:
    """List the segments that a seat has laid entirely outside the frame, if visible."""
    return [number for number in segments_of(int(view["laid"][seat])) if int(view["lies"][number]) == OUTSIDE]


def asides(words: Words, view: Any) -> list[str]:
    """Say who has laid what entirely outside the frame."""
    found = {
        seat: ", ".join(segment_name(words, number) for number in outside_of(view, seat))
        for seat in range(view["seats"])
    }
    return [
        words(N_("{seat}, entirely outside the frame: {segments}"), seat=words.seat(seat), segments=names)
        for seat, names in found.items()
        if names
    ]


@lru_cache(256)
def canvas(lying: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    """Write a canvas with these segments in these placements."""
    signs = [" " if inside == NONE else "_" for inside in FRAME_CELL.tolist()]
    for number, way in lying:
        cells = PLACEMENT_CELL[SEGMENT_SHAPE[number], way].tolist()
        for place, symbol in enumerate(SEGMENT_SYMBOLS[number]):
            signs[cells[place]] = "o" if symbol == "." else symbol
    return tuple(" ".join(signs[SIDE * row : SIDE * (row + 1)]) for row in range(SIDE))


def seat_lines(words: Words, view: Any) -> list[str]:
    columns = [
        view[field].tolist() for field in ("woke", "calm", "gained", "star", "coins", "keys", "owned", "fragments")
    ]
    return [
        seat_line(words, seat, *(column[seat] for column in columns[:-1]), tuple(columns[-1][seat]))
        for seat in range(view["seats"])
    ]


@lru_cache(256)
def seat_line(
    words: Words,
    seat: int,
    woke: int,
    calm: int,
    gained: int,
    star: int,
    coins: int,
    keys: int,
    owned: int,
    fragments: tuple[int, ...],
) -> str:
    if woke:
        return words(N_("{seat} woke up in round {round}."), seat=words.seat(seat), round=woke)
    held = ", ".join(f"{color(words, number)} {count}" for number, count in enumerate(fragments) if count) or words(
        N_("none")
    )
    message = N_("{seat}: calm {calm}, stars {star}, coins {coins}, keys {keys}, fragments {held}; {segments}")
    segments = ", ".join(f"{segment_name(words, number)} {SEGMENT_SYMBOLS[number]}" for number in segments_of(owned))
    return words(
        message,
        seat=words.seat(seat),
        calm=calm_now(calm, gained),
        star=star,
        coins=coins,
        keys=keys,
        held=held,
        segments=segments,
    )


def calm_now(calm: int, gained: int) -> str:
    """Write a position on the calm track, and the gains waiting to be settled."""
    return f"{calm} + {gained}" if gained else str(calm)


# Prompts


def prompt(words: Words, view: Any, seat: int) -> str:
    """Say what the seat is asked, or what it is waiting for."""
    phase = Phase(int(view.phase))
    if phase == Phase.OVER:
        return words(N_("The game is over."))
    if seat != NONE and seat != TABLE and view.woke[seat]:
        return words(N_("You have woken up. The others dream on."))
    if phase == Phase.COMPOSE:
        return compose_prompt(words, view, seat)
    if seat != view.seat:
        return words(N_("{seat} is choosing."), seat=words.seat(view.seat))
    tile = int(view.dreams[view.round_now - 1])
    if phase == Phase.OPEN:
        price, held = (words.count(KEYS, int(number)) for number in (CELL_VALUE[tile, view.cell], view.keys[seat]))
        return words(N_("Open the chest for {price}? You have {held}."), price=price, held=held)
    coins = words.count(COINS, int(view.coins[seat]))
    if phase == Phase.CALM:
        return words(
            N_("How many steps of calm do you want to buy, for {cost} each? You have {coins}."),
            cost=words.count(COINS, CALM_COST),
            coins=coins,
        )
    return words(QUESTIONS[phase], cost=words.count(COINS, SEGMENT_COST), coins=coins)


QUESTIONS = {
    Phase.PICK: N_("Take one of the shared elements."),
    Phase.COLOR: N_("Which colour should your joker be?"),
    Phase.LOSE: N_("A bat takes a segment that you did not lay. Which one?"),
    Phase.BUY: N_("Buy a segment from the market for {cost}, or pass. You have {coins}."),
}


def compose_prompt(words: Words, view: Any, seat: int) -> str:
    if view.dreams[view.round_now - 1] == NONE:
        return words(N_("Ready? The dream is turned up as soon as everyone is."))
    if seat in (NONE, TABLE):
        return words(N_("Everyone is composing."))
    if int(view.done) >> seat & 1:
        return words(N_("You are done. The others are still composing."))
    if int(view.pace) == Pace.CALM and view.seat != seat:
        return words(N_("{seat} is composing. Meanwhile, you can lay out your own dream."), seat=words.seat(view.seat))
    if int(view.pace) == Pace.SAND and view.done:
        return words(N_("The sand is running! Lay your segments over the dream, then say done."))
    return words(N_("Lay your segments over the dream: hands on what is good, shields on what is not. Then say done."))


# The log

Row = tuple[int, int, int, int, int]
EVENTS: dict[int, str] = {
    Event.DONE: N_("{seat} is done."),
    Event.SAND: N_("The sand has run out."),
    Event.STAR: N_("{seat} completes a set and climbs to star {amount}."),
    Event.WOKE: N_("{seat} wakes up!"),
    Event.CALMED: N_("{seat} buys {amount} calm."),
    Event.ENDED: N_("The game is over."),
}
COUNTED_EVENTS: dict[int, Plural] = {
    Event.LAID: NP_("{seat} lays a first segment.", "{seat} lays a segment, {number} so far."),
    Event.MISSING: NP_(
        "{seat} leaves a cell uncovered: −{number} calm.", "{seat} leaves cells uncovered: −{number} calm."
    ),
    Event.BEYOND: NP_(
        "{seat} covers a cell outside the frame: −{number} calm.",
        "{seat} covers cells outside the frame: −{number} calm.",
    ),
}


def describe(words: Words, view: Any, seat: int, action: int, rows: list[Row]) -> str:
    """Describe what an action did, one line per event.

    The action itself is not mentioned: a composition is secret until the phase ends (R3.10, R3.11).
    """
    told = [row for row in rows if row[0] != Event.SHOWN or row[3] == OUTSIDE]
    is_passing = seat not in (NONE, TABLE) and (not told or told[0][0] in (Event.ROUND, Event.ENDED))
    lines = [words(N_("{seat} buys nothing."), seat=words.seat(seat))] if is_passing else []
    for (code, whose, what), group in groupby(told, key=alike):
        if code == Event.GAINED:
            lines.append(words(GETS, seat=words.seat(whose), gives=gains(words, list(group))))
        elif code == Event.SCARED:
            lines.append(scare(words, whose, what, [row[4] for row in group]))
        else:
            lines += [sentence(words, view, row) for row in group]
    return "\n".join(lines)


def alike(row: Row) -> tuple[int, int, int]:
    """Return what rows must have in common to be told in one line."""
    return row[0], row[1], row[2] if row[0] == Event.SCARED else NONE


def gains(words: Words, rows: list[Row]) -> str:
    """Add up what a seat gains."""
    total: dict[int, int] = {}
    for _, _, what, _, amount in rows:
        worth = what - CALM if what > CALM else what - COIN if what > COIN else 1
        kind = CALM + 1 if what > CALM else COIN + 1 if what > COIN else what
        total[kind] = total.get(kind, 0) + amount * worth
    return ", ".join(element(words, kind, amount) for kind, amount in total.items())


def scare(words: Words, seat: int, kind: int, costs: list[int]) -> str:
    """Say what it costs not to fight creatures of one kind."""
    return words.count(SCARES[Cell(kind)], len(costs), seat=words.seat(seat), lost=sum(costs))


GETS = N_("{seat} gets {gives}.")


def sentence(words: Words, view: Any, row: Row) -> str:
    code, seat, what, where, amount = row
    name = words.seat(seat)
    if code in COUNTED_EVENTS:
        return words.count(COUNTED_EVENTS[code], amount, seat=name)
    if code == Event.SHOWN:
        return words(
            N_("{seat} has laid {segment} entirely outside the frame."),
            seat=name,
            segment=segment(words, what, A_SHAPE),
        )
    if code == Event.SETTLED:
        message = (
            N_("{seat} gains {won} calm, now {amount}.")
            if where == 0
            else N_("{seat} loses {lost} calm, now {amount}.")
        )
        return words(
            message if what == 0 or where == 0 else N_("{seat} gains {won} and loses {lost} calm, now {amount}."),
            seat=name,
            won=what,
            lost=where,
            amount=amount,
        )
    if code == Event.FIRST:
        return words(
            N_("{seat} is the first dreamer and takes a coin.") if amount else N_("{seat} is the first dreamer now."),
            seat=name,
        )
    if code == Event.SCARED:
        return scare(words, seat, what, [amount])
    if code == Event.GAINED:
        return words(GETS, seat=name, gives=element(words, what, amount))
    if code == Event.CHEST:
        return words(N_("In the chest: {contents}."), contents=elements(words, tuple(CONTENTS[what].tolist())))
    if code in (Event.OPENED, Event.KEPT):
        message = (
            N_("{seat} opens the chest for {keys}.")
            if code == Event.OPENED
            else N_("{seat} is {keys} short of opening the chest.")
        )
        return words(message if amount else N_("{seat} keeps the keys."), seat=name, keys=words.count(KEYS, amount))
    if code in SEGMENT_EVENTS:
        return words(
            SEGMENT_EVENTS[code],
            seat=name,
            segment=market_label(words, what, A_SHAPE),
            coins=words.count(COINS, amount),
        )
    if code == Event.ROUND:
        is_hidden = view["dreams"][amount - 1] == NONE
        return words(
            N_("Round {round}.") if is_hidden else N_("Round {round}: a new dream is turned up."), round=amount
        )
    return words(EVENTS[code], seat=name, amount=amount)


SCARES = {
    Cell.NIGHTMARE: NP_(
        "{seat} does not fight a nightmare: −{lost} calm.", "{seat} does not fight {number} nightmares: −{lost} calm."
    ),
    Cell.SPIDER: NP_(
        "{seat} does not fight a spider: −{lost} calm.", "{seat} does not fight {number} spiders: −{lost} calm."
    ),
    Cell.OCTOPUS: NP_(
        "{seat} does not fight an octopus: −{lost} calm.", "{seat} does not fight {number} octopuses: −{lost} calm."
    ),
}
SEGMENT_EVENTS: dict[int, str] = {
    Event.BAT: N_("{seat} loses {segment} to a bat."),
    Event.BOUGHT: N_("{seat} pays {coins} for {segment}."),
    Event.TURNED_UP: N_("New in the market: {segment}."),
}


# Labels for the picture


class Label:
    """Labels for things in the picture."""

    DREAM_AND_HAND = N_("Dream and hand")
    THE_OTHERS = N_("The others")
    TRACKS_AND_MARKET = N_("Tracks and market")
    INSIDE_CELL = N_("{cell}: {what}")
    FACE_DOWN = N_("face down")
    OUTSIDE = N_("tray outside the frame: 1 calm per cell, safe from bats")
    SEGMENTS_LAID = N_("segments laid: {count}")
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


BUTTONS = {
    "done": N_("Done"),
    "sand": N_("The sand has run out"),
    "open": N_("Open the chest"),
    "keep": N_("Keep the keys"),
    "pass": N_("Buy nothing"),
}
