"""A second, slow and obvious implementation of Méandres: dictionaries, texts, and every path of a
dance walked to its end.

It shares only the list of components with the game, and follows records the way a person with the
rulebook would.
"""

import tomllib
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

BOX = tomllib.loads((Path(__file__).parent / "components.toml").read_text(encoding="utf-8"))
HUES = ["epic", "passionate", "happy"]
LETTERS = {"E": "epic", "P": "passionate", "H": "happy", "G": "forgotten"}
TILES = {row["id"]: row for row in BOX["dreams"]["tiles"]}
DANCES = {row["id"]: row for row in BOX["cards"]["dances"]}
LEGENDS = {row["id"]: row for row in BOX["cards"]["legends"]}
TRACK = BOX["influence_track"]["values"]
LARGE = BOX["influence_track"]["large"]

Cell = tuple[int, int]
Path_ = tuple[Cell, ...]


def neighbors(cell: Cell) -> list[Cell]:
    q, r = cell
    return [(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)]


def write(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def read(text: str) -> Cell:
    q, r = text.split(",")
    return int(q), int(r)


@dataclass
class Seat:
    influence: str
    fiend: Cell | None = None
    track: int = 0
    legend: str | None = None
    supply: int = 24
    is_marked: bool = False


@dataclass
class Dream:
    tiles: list[tuple[str, str]]  # tile and side, from bottom to top
    spawn: list[int]  # the seat of each spawn

    def color(self) -> str:
        tile, side = self.tiles[-1]
        return "forgotten" if side == "grey" or tile == "celestial" else str(TILES[tile]["category"])

    def is_hazy(self) -> bool:
        return bool(TILES[self.tiles[-1][0]]["kind"] == "hazy")


@dataclass
class Table:
    """A whole game; `phase` and `turn` say what is being asked."""

    ending: str
    board: dict[Cell, Dream]
    seats: list[Seat]
    piles: dict[str, list[str]]
    row: list[int]
    open: list[str]
    deck: list[int] = field(default_factory=list)
    legend_deck: list[str] = field(default_factory=list)
    discards: list[int] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    turn: int = 0
    phase: str = "enter"
    is_extra: bool = False
    is_used: bool = False
    card: int | None = None  # being danced; 0: despair
    is_reversed: bool = False
    paths: set[Path_] = field(default_factory=set)  # every way to dance this dance
    path: Path_ = ()
    crossed: list[int] = field(default_factory=list)  # seats, in the order of their leaps
    leaps: list[Cell] = field(default_factory=list)  # dreams of the leaps still to be made
    dances: int = 0
    chance: list[str] = field(default_factory=list)  # what is still to be drawn in this ply

    @property
    def me(self) -> Seat:
        return self.seats[self.turn]

    def holds(self, legend: str) -> bool:
        return self.me.legend == legend


def deal(data: dict[str, Any]) -> Table:
    """Return the table of a record's setup."""
    setup, length = data["setup"], data["options"]["length"]
    board = {(row["q"], row["r"]): Dream([(row["tile"], "colour")], []) for row in BOX["dreams"]["ring"]}
    table = Table(
        data["options"]["ending"],
        board,
        [Seat(hue) for hue in setup["influence"]],
        {hue: list(BOX["piles"][length][hue]) for hue in HUES},
        list(setup["row"]),
        list(setup["legends"]),
    )
    table.deck = [card for card in DANCES if card not in table.row]
    table.legend_deck = [legend for legend in LEGENDS if legend not in table.open]
    return table


# Dances


def symbols_of(card: int, is_reversed: bool = False) -> str:
    steps = "??" if card == 0 else DANCES[card]["steps"]
    return str(steps[::-1] if is_reversed else steps)


def paths_of(table: Table, symbols: str) -> set[Path_]:
    """Return every complete path from where the fiend stands."""
    start = table.me.fiend
    assert start is not None
    rivals = {seat.fiend for seat in table.seats if seat is not table.me}
    paths: set[Path_] = {(start,)}
    for symbol in symbols:
        paths = {
            (*path, cell)
            for path in paths
            for cell in neighbors(path[-1])
            if cell in table.board and (symbol == "?" or table.board[cell].color() == LETTERS[symbol])
        }
    return {path[1:] for path in paths if path[-1] != start and path[-1] not in rivals}


def dances_of(table: Table) -> list[str]:
    found = [f"dance {card}" for card in table.row if paths_of(table, symbols_of(card))]
    if table.holds("bloody_mary"):
        for card in table.row:
            is_other = symbols_of(card) != symbols_of(card, True) or DANCES[card]["bonus"]
            if is_other and paths_of(table, symbols_of(card, True)):
                found.append(f"dance {card} reversed")
    if paths_of(table, "??"):
        found.append("despair")
    return found or ["rest"]


# Legal actions


def shores(cells: set[Cell]) -> set[Cell]:
    return {other for cell in cells for other in neighbors(cell)} - cells


def is_whole(cells: set[Cell]) -> bool:
    """Return whether the cells are connected."""
    reached = {min(cells)}
    waiting = [min(cells)]
    while waiting:
        for other in neighbors(waiting.pop()):
            if other in cells and other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached == cells


def powers_of(table: Table) -> list[str]:
    if table.is_used:
        return []
    cells = set(table.board)
    if table.holds("killer_clown"):
        return [f"clown {hue}" for hue in HUES if hue != table.me.influence]
    if table.holds("okiku"):
        moves = [
            (origin, target)
            for origin, dream in table.board.items()
            if table.turn in dream.spawn
            for target in neighbors(origin)
        ]
        return [
            f"okiku {write(origin)} {write(target)}"
            for origin, target in moves
            if target in cells and len(table.board[target].spawn) < 3
        ]
    if table.holds("krampus"):
        movable = [cell for cell in cells if len(set(neighbors(cell)) & cells) in (1, 2)]
        moves = [(cell, target) for cell in movable for target in shores(cells) if is_whole(cells - {cell} | {target})]
        return [f"krampus {write(cell)} {write(target)}" for cell, target in moves]
    if table.holds("bogeyman"):
        return [
            f"swap {other}" for other, seat in enumerate(table.seats) if other != table.turn and seat.fiend is not None
        ]
    return []


def eligible_of(table: Table) -> list[Cell]:
    limit = 4 if table.holds("bathory") else 3
    assert table.me.fiend is not None
    return sorted(
        cell
        for cell in neighbors(table.me.fiend)
        if cell in table.board
        and table.board[cell].color() == table.me.influence
        and len(table.board[cell].spawn) < limit
    )


def is_infernal(table: Table) -> bool:
    return bool(table.card and DANCES[table.card]["bonus"])


def choices_of(table: Table) -> list[list[Cell]]:
    """Return every set of dreams that the Standard Dance may choose."""
    eligible, limit = eligible_of(table), DANCES[table.card]["limit"] if table.card else 0
    most = min(limit, len(eligible), table.me.supply)
    low = [cell for cell in eligible if len(table.board[cell].spawn) < 3]
    found = []
    for count in range(most + 1):
        is_free = is_infernal(table) or count == most
        found += [
            list(chosen)
            for chosen in combinations(eligible, count)
            if is_free or (table.holds("bathory") and set(low) <= set(chosen))
        ]
    return found


def leap_counts(table: Table, cell: Cell) -> list[int]:
    """Return how many spawn the holder may place in a leap on this dream."""
    there = len(table.board[cell].spawn)
    if not table.me.supply or there >= (4 if table.holds("bathory") else 3):
        return [0]
    if table.holds("jack_o_lantern") and there + 2 <= 3 and table.me.supply >= 2:
        return [1, 2]
    return [0, 1] if table.holds("bathory") and there == 3 else [1]


def bonus_counts(table: Table) -> list[int]:
    """Return whether the bonus can be placed; a seat without an infernal card has none."""
    limit = 4 if table.holds("bathory") else 3
    return (
        [0, 1] if is_infernal(table) and table.me.supply and len(table.board[bonus_cell(table)].spawn) < limit else [0]
    )


def bonus_cell(table: Table) -> Cell:
    return table.path[0 if table.is_reversed else -1]


def spawn_text(cells: list[Cell]) -> str:
    return " ".join(["spawn", *(map(write, cells) if cells else ["none"])])


def asides_of(table: Table) -> list[Cell]:
    assert table.me.fiend is not None
    return [
        cell
        for cell in neighbors(table.me.fiend)
        if cell in table.board and all(seat.fiend != cell for seat in table.seats)
    ]


def extensions_of(table: Table) -> list[str]:
    assert table.me.fiend is not None
    here = table.board[table.me.fiend].color()
    places = [cell for cell, dream in table.board.items() if dream.is_hazy()] + sorted(shores(set(table.board)))
    sides = ["colour"] if here == "forgotten" else ["colour", "grey"]
    return [
        f"extend {hue} {side} {write(cell)}"
        for hue in HUES
        if hue != here and table.piles[hue]
        for side in sides
        for cell in places
    ]


def legal(table: Table) -> list[str]:
    """Return everything that the seat whose turn it is may do."""
    if table.phase == "enter":
        fiends = {seat.fiend for seat in table.seats}
        return [
            f"enter {write(cell)}"
            for cell in table.board
            if cell not in fiends and not set(neighbors(cell)) <= set(table.board)
        ]
    if table.phase == "before":
        return dances_of(table) + powers_of(table)
    if table.phase == "step":
        done = len(table.path)
        return [f"step {write(cell)}" for cell in {path[done] for path in table.paths if path[:done] == table.path}]
    if table.phase == "again":
        return [f"again {card}" for card in table.row if paths_of(table, symbols_of(card))] + ["invoke"]
    if table.phase == "leap":
        return [spawn_text([table.leaps[0]] * count) for count in leap_counts(table, table.leaps[0])]
    if table.phase == "spawn":
        return [spawn_text(chosen) for chosen in choices_of(table)]
    if table.phase == "bonus":
        return [spawn_text([bonus_cell(table)] * count) for count in bonus_counts(table)]
    if table.phase == "baba":
        return [f"baba {write(cell)}" for cell in asides_of(table)] + ["stay"]
    if table.phase == "legend":
        return [f"legend {legend}" for legend in table.open] + (["legend top"] if table.legend_deck else [])
    if table.phase == "colour":
        return [f"influence {hue}" for hue in HUES]
    return extensions_of(table) if table.phase == "extend" else []


# Playing


def play(table: Table, text: str, chance: list[str]) -> None:
    """Carry out an action; `chance` is what will be drawn."""
    assert text in legal(table), text
    table.chance = list(chance)
    kind, *words = text.split()
    if kind == "enter":
        table.me.fiend, table.phase = read(words[0]), "before"
    elif kind in ("dance", "again"):
        begin(table, int(words[0]), len(words) > 1)
    elif kind == "despair":
        table.discards.append(table.row.pop())
        begin(table, 0, False)
    elif kind == "rest":
        table.discards.append(table.row.pop())
        extension(table)
    elif kind in ("clown", "okiku", "krampus", "swap"):
        use_power(table, kind, words)
    elif kind == "step":
        step(table, read(words[0]))
    elif kind == "invoke":
        invocation(table)
    elif kind == "spawn":
        decide_spawn(table, [] if words == ["none"] else [read(word) for word in words])
    elif kind in ("baba", "stay"):
        table.me.fiend = read(words[0]) if words else table.me.fiend
        influence(table)
    elif kind == "legend":
        take_legend(table, words[0])
    elif kind == "influence":
        choose(table, words[0])
    else:
        lay(table, *words)
    assert not table.chance, "more was drawn than there was to draw"


def use_power(table: Table, kind: str, words: list[str]) -> None:
    table.is_used = True
    if kind == "clown":
        table.me.influence = words[0]
    elif kind == "okiku":
        table.board[read(words[0])].spawn.remove(table.turn)
        table.board[read(words[1])].spawn.append(table.turn)
    elif kind == "krampus":
        origin, target = read(words[0]), read(words[1])
        table.board[target] = table.board.pop(origin)
        for seat in table.seats:
            seat.fiend = target if seat.fiend == origin else seat.fiend
    else:
        other = table.seats[int(words[0])]
        table.me.fiend, other.fiend = other.fiend, table.me.fiend


def begin(table: Table, card: int, is_reversed: bool) -> None:
    if card:
        table.row.remove(card)
        table.discards.append(card)
    table.card, table.is_reversed, table.path = card, is_reversed, ()
    table.paths = paths_of(table, symbols_of(card, is_reversed))
    table.dances += 1
    table.phase = "step"


def step(table: Table, cell: Cell) -> None:
    table.path += (cell,)
    assert table.card is not None
    if len(table.path) < len(symbols_of(table.card)):
        return
    for place, crossing in enumerate(table.path):
        if crossing not in table.path[:place]:
            table.crossed += [
                other for other, seat in enumerate(table.seats) if other != table.turn and seat.fiend == crossing
            ]
    table.me.fiend = table.path[-1]
    can_go_on = table.holds("white_lady") and table.card and table.dances == 1 and not table.board[cell].spawn
    if can_go_on and any(paths_of(table, symbols_of(card)) for card in table.row):
        table.phase = "again"
    else:
        invocation(table)


def place(table: Table, cells: list[Cell]) -> None:
    for cell in cells:
        table.board[cell].spawn.append(table.turn)
        table.me.supply -= 1


def invocation(table: Table) -> None:
    for other in table.crossed:
        rival = table.seats[other]
        assert rival.fiend is not None
        if rival.legend != "jack_o_lantern" or table.board[rival.fiend].color() != "happy":
            table.leaps.append(rival.fiend)
    make_leaps(table)


def make_leaps(table: Table) -> None:
    """Make one leap after another until one needs a decision."""
    while table.leaps:
        counts = leap_counts(table, table.leaps[0])
        if len(counts) > 1:
            table.phase = "leap"
            return
        place(table, [table.leaps.pop(0)] * counts[0])
    choices = choices_of(table)
    if len(choices) > 1:
        table.phase = "spawn"
    else:
        after_spawn(table, choices[0])


def after_spawn(table: Table, cells: list[Cell]) -> None:
    place(table, cells)
    if len(bonus_counts(table)) > 1:
        table.phase = "bonus"
    else:
        after_bonus(table, [])


def after_bonus(table: Table, cells: list[Cell]) -> None:
    place(table, cells)
    if table.holds("baba_yaga") and asides_of(table):
        table.phase = "baba"
    else:
        influence(table)


def decide_spawn(table: Table, cells: list[Cell]) -> None:
    if table.phase == "leap":
        table.leaps.pop(0)
        place(table, cells)
        make_leaps(table)
    elif table.phase == "spawn":
        after_spawn(table, cells)
    else:
        after_bonus(table, cells)


def influence(table: Table) -> None:
    assert table.me.fiend is not None
    if not table.board[table.me.fiend].spawn and table.me.track < len(TRACK) - 1:
        table.me.track += 1
        if table.me.track in LARGE and (table.open or table.legend_deck):
            table.phase = "legend"
            return
    extension(table)


def take_legend(table: Table, name: str) -> None:
    me = table.me
    if me.legend:
        table.gone.append(me.legend)
        me.supply += me.is_marked
        me.is_marked = False
    if name == "top":
        name = table.chance.pop(0).removeprefix("legend ")
        table.legend_deck.remove(name)
    else:
        table.open.remove(name)
    me.legend = name
    if LEGENDS[name]["influence"] == "choose":
        table.phase = "colour"
    else:
        me.influence = LEGENDS[name]["influence"]
        extension(table)


def choose(table: Table, hue: str) -> None:
    table.me.influence = hue
    table.me.is_marked = table.me.supply > 0
    table.me.supply -= table.me.is_marked
    extension(table)


def extension(table: Table) -> None:
    assert table.me.fiend is not None
    here = table.board[table.me.fiend].color()
    if any(table.piles[hue] for hue in HUES if hue != here):
        table.phase = "extend"
        return
    if table.piles.get(here):
        table.piles[here].pop(0)
    end_turn(table)


def lay(table: Table, hue: str, side: str, where: str) -> None:
    table.board.setdefault(read(where), Dream([], [])).tiles.append((table.piles[hue].pop(0), side))
    end_turn(table)


def end_turn(table: Table) -> None:
    while len(table.row) < 4:
        if not table.deck:
            table.deck, table.discards = table.discards, []
        card = int(table.chance.pop(0).removeprefix("dance "))
        table.deck.remove(card)
        table.row.insert(0, card)
    table.is_used, table.card, table.crossed, table.dances, table.path = False, None, [], 0, ()
    table.turn = (table.turn + 1) % len(table.seats)
    table.phase = "before" if table.me.fiend is not None else "enter"
    if table.turn == 0 and not any(table.piles.values()):
        if table.ending == "finish_round" or table.is_extra:
            table.phase = "over"
        table.is_extra = True


# Scoring


def sheet(table: Table, seat: int) -> dict[str, int]:
    found = {"levels": 0, "forgotten": 0, "threes": 0, "isolated": 0, "influence": TRACK[table.seats[seat].track]}
    for cell, dream in table.board.items():
        own = dream.spawn.count(seat)
        if own:
            found["levels"] += len(dream.tiles) * (
                2 if any(TILES[tile]["kind"] == "sublime" for tile, _ in dream.tiles) else 1
            )
            found["forgotten"] += 2 if dream.color() == "forgotten" else 0
            found["threes"] += 4 if own >= 3 else 0
            found["isolated"] += (
                5 if not any(other in table.board and table.board[other].spawn for other in neighbors(cell)) else 0
            )
    return found


def final(table: Table) -> dict[str, Any]:
    sheets = [sheet(table, seat) for seat in range(len(table.seats))]
    scores = [sum(row.values()) for row in sheets]
    spawn = [sum(dream.spawn.count(seat) for dream in table.board.values()) for seat in range(len(table.seats))]
    order = [(scores[seat], spawn[seat], sheets[seat]["influence"]) for seat in range(len(table.seats))]
    return {"scores": scores, "ranks": [1 + sum(other > own for other in order) for own in order], "breakdown": sheets}


def check_record(data: dict[str, Any]) -> list[str]:
    """Return where a record differs from the rules as implemented here."""
    table = deal(data)
    for number, ply in enumerate(data["plies"]):
        found = legal(table)
        if (
            ply["seat"] != table.turn
            or len(found) != ply["legal"]
            or len(set(found)) != len(found)
            or ply["action"] not in found
        ):
            return [f"ply {number}: {ply} in phase {table.phase} of seat {table.turn}: {sorted(found)}"]
        play(table, ply["action"], ply.get("chance", []))
    if (table.phase == "over") != ("final" in data):
        return ["the game is over" if table.phase == "over" else "the game is not over"]
    return [] if table.phase != "over" or final(table) == data["final"] else [f"final: {final(table)}"]
