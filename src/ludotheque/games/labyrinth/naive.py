"""A second, slow and obvious implementation of Master Labyrinth with dictionaries, lists and sets,
written from the rulebook and the record format.

It shares no code and no tables with the rules used in play.
"""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any

Record = dict[str, Any]

COLUMNS, ROWS = "abcdefg", "1234567"
CELLS = [column + row for row in ROWS for column in COLUMNS]
LOOKS = {"straight": ["NS", "EW"], "corner": ["NE", "ES", "SW", "NW"], "tee": ["NES", "ESW", "NSW", "NEW"]}
COUNTS = {"straight": 13, "corner": 15, "tee": 6}
GLUED = {  # the board as it is printed, row by row
    **dict(zip(["a1", "c1", "e1", "g1"], ["ES", "ESW", "ESW", "SW"], strict=True)),
    **dict(zip(["a3", "c3", "e3", "g3"], ["NES", "NES", "ESW", "NSW"], strict=True)),
    **dict(zip(["a5", "c5", "e5", "g5"], ["NES", "NEW", "NSW", "NSW"], strict=True)),
    **dict(zip(["a7", "c7", "e7", "g7"], ["NE", "NEW", "NEW", "NW"], strict=True)),
}
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OTHER = {"N": "S", "E": "W", "S": "N", "W": "E"}
VALUES = [*range(1, 21), 25]
TOKEN_CELLS = [column + row for row in "23456" for column in "bcdef" if column + row not in ("c3", "e3", "e5", "c5")]
FORMULAS = [
    [1, 10, 13], [2, 8, 17], [3, 18, 1], [4, 13, 20], [5, 25, 18], [6, 14, 8], [7, 6, 25], [8, 19, 5], [9, 20, 11],
    [10, 12, 16], [11, 3, 14], [12, 1, 9], [13, 15, 12], [14, 4, 10], [15, 2, 4], [16, 9, 7],
    [17, 5, 6], [18, 11, 19], [19, 7, 15], [20, 17, 3], [25, 16, 2],
]  # fmt: skip

# Slot → its line from the entry cell to the exit cell
DOWN = {1: "b", 2: "d", 3: "f"}
LEFT = {4: "2", 5: "4", 6: "6"}
LINES = {slot: [column + row for row in ROWS] for slot, column in DOWN.items()}
LINES |= {slot: [column + row for column in reversed(COLUMNS)] for slot, row in LEFT.items()}
LINES |= {slot: list(reversed(LINES[other])) for slot, other in {7: 3, 8: 2, 9: 1, 10: 6, 11: 5, 12: 4}.items()}


def neighbour(cell: str, side: str) -> str | None:
    """Return the neighbouring cell on that side, if there is one."""
    column, row = COLUMNS.index(cell[0]) + STEPS[side][0], ROWS.index(cell[1]) + STEPS[side][1]
    return COLUMNS[column] + ROWS[row] if 0 <= column < 7 and 0 <= row < 7 else None


def shape_of(look: str) -> str:
    return next(shape for shape, looks in LOOKS.items() if look in looks)


def opposite(slot: int) -> int:
    return next(other for other, line in LINES.items() if line == list(reversed(LINES[slot])))


@dataclass
class Table:
    """Everything on the table, and whose turn it is."""

    tiles: dict[str, str]  # cell → open sides
    spare: str
    tokens: dict[str, int]  # cell → value
    formulas: list[list[int]]
    pawns: list[str]
    advice: bool
    drought: int
    held: list[list[int]] = field(default_factory=list)
    wands: list[int] = field(default_factory=list)
    forbidden: int | None = None
    active: int = 0
    phase: str = "shift"
    answering: int | None = None
    has_asked: bool = False
    has_spent: bool = False
    offer: str | None = None
    tip: tuple[int, str, str] | None = None  # who, slot, open sides
    dry: int = 0

    @property
    def seats(self) -> int:
        return len(self.pawns)

    @property
    def decides(self) -> int | None:
        return None if self.phase == "over" else self.answering if self.phase == "answer" else self.active

    @property
    def goal(self) -> int | None:
        return min(self.tokens.values(), default=None)


# R1 Setup


def deal(data: Record) -> Table:
    """Return the table of a record before its first ply."""
    setup, options = data["setup"], data["options"]
    tiles = dict(zip(CELLS, setup["tiles"], strict=True))
    table = Table(
        tiles,
        setup["spare"],
        dict(setup["tokens"]),
        setup["formulas"],
        list(setup["starts"]),
        options["advice"] == "on",
        options["drought"],
    )
    table.held, table.wands = [[] for _ in table.pawns], [3 for _ in table.pawns]
    return table


# R3, R4 The maze


def reachable(tiles: dict[str, str], start: str) -> set[str]:
    """R4.1, R4.2 Walk step by step from cell to connected cell."""
    found, waiting = {start}, [start]
    while waiting:
        cell = waiting.pop()
        for side in tiles[cell]:
            other = neighbour(cell, side)
            if other is not None and other not in found and OTHER[side] in tiles[other]:
                found.add(other)
                waiting.append(other)
    return found


def shift(table: Table, slot: int, look: str) -> None:
    """R3.3 Move the tiles, R3.7 and R3.8 what is on them, R3.4 and forbid the way back."""
    line = LINES[slot]
    after = dict(zip(line, [*line[1:], line[0]], strict=True))  # where the things on the tiles go
    came_out = table.tiles[line[-1]]
    table.tiles |= dict(zip(line, [look, *(table.tiles[cell] for cell in line[:-1])], strict=True))
    table.spare = came_out
    table.tokens = {after.get(cell, cell): value for cell, value in table.tokens.items()}
    table.pawns = [after.get(cell, cell) for cell in table.pawns]
    table.forbidden = opposite(slot)


# What may be done


def shifts(table: Table) -> list[str]:
    return [f"{slot} {look}" for slot in LINES if slot != table.forbidden for look in LOOKS[shape_of(table.spare)]]


def legal(table: Table) -> list[str]:
    """Return the actions of the seat that decides, in no particular order."""
    if table.phase == "over":
        return []
    if table.phase == "shift":
        prices = [*map(str, table.held[table.active]), *(["wand"] if table.wands[table.active] else [])]
        return [f"shift {shift}" for shift in shifts(table)] + (
            [f"ask {price}" for price in prices] if table.advice and not table.has_asked else []
        )
    if table.phase == "answer":
        return [*(f"tip {shift}" for shift in shifts(table)), "decline"]
    if table.phase == "move":
        here = table.pawns[table.active]
        return [*(f"move {cell}" for cell in reachable(table.tiles, here) - {here}), "stay"]
    return ["wand", "end"]


def act(before: Table, action: str) -> Table:
    """Return the table after a legal action."""
    table = deepcopy(before)
    kind, *arguments = action.split()
    if kind == "shift":
        make_shift(table, *arguments)
    elif kind == "ask":
        table.has_asked, table.offer, table.phase, table.answering = (
            True,
            arguments[0],
            "answer",
            (table.active + 1) % table.seats,
        )
    elif kind == "tip":
        assert table.answering is not None
        slot, sides = arguments
        table.tip, table.phase = (table.answering, slot, sides), "shift"
    elif kind == "decline":
        assert table.answering is not None
        table.answering = (table.answering + 1) % table.seats
        if table.answering == table.active:
            table.phase, table.answering, table.offer = "shift", None, None
    elif kind == "wand":
        table.wands[table.active] -= 1
        table.has_spent = True
        table.phase = "shift"
    elif kind == "end":
        next_turn(table)
    else:
        walk(table, arguments[0] if arguments else None)
    return table


def make_shift(table: Table, slot: str, look: str) -> None:
    """R8.7 A seat that shifts at the slot shown pays before the move, whatever the tile's
    orientation.
    """
    shift(table, int(slot), look)
    table.phase = "move"
    if table.tip is not None and table.tip[1] == slot:
        adviser = table.tip[0]
        if table.offer == "wand":
            table.wands[table.active] -= 1
            table.wands[adviser] += 1
        else:
            table.held[table.active].remove(int(str(table.offer)))
            table.held[adviser].append(int(str(table.offer)))
    table.has_asked, table.offer, table.tip, table.answering = False, None, None, None


def walk(table: Table, cell: str | None) -> None:
    """R4, R5 Move to a cell or stay; then apply R9 and R7."""
    table.dry += 1
    if cell is not None:
        table.pawns[table.active] = cell
        if table.tokens.get(cell) == table.goal:
            table.held[table.active].append(table.tokens.pop(cell))
            table.dry = 0
    if not table.tokens or (table.drought and table.dry == table.drought):
        table.phase = "over"
    elif table.wands[table.active] and not table.has_spent:
        table.phase = "wand"
    else:
        next_turn(table)


def next_turn(table: Table) -> None:
    table.active = (table.active + 1) % table.seats
    table.has_spent = False
    table.phase = "shift"


# R10 Scoring


def final(held: list[list[int]], formulas: list[list[int]], wands: list[int]) -> Record:
    """Return the result in the form of a record."""
    sheet = []
    for tokens, formula, left in zip(held, formulas, wands, strict=True):
        own = [value for value in tokens if value in formula]
        sheet.append({"tokens": sum(tokens), "formula": 20 * len(own), "wands": 3 * left})
    totals = [sum(row.values()) for row in sheet]
    ranks = [1 + sum(other > total for other in totals) for total in totals]
    return {"scores": totals, "ranks": ranks, "breakdown": sheet}


# Counting


def frozen(table: Table) -> str:
    """Return a table as a key for a dictionary, ignoring the orientation of the spare and the order
    of held tokens.
    """
    tiles, tokens = dict(sorted(table.tiles.items())), dict(sorted(table.tokens.items()))
    held = [sorted(held) for held in table.held]
    return repr(replace(table, spare=shape_of(table.spare), tiles=tiles, tokens=tokens, held=held))


def positions(table: Table, depth: int) -> Counter[str]:
    """Return every position after exactly `depth` plies, with the number of sequences of actions
    that lead to it.
    """
    tables, found = {frozen(table): table}, Counter({frozen(table): 1})
    for _ in range(depth):
        next_tables: dict[str, Table] = {}
        after: Counter[str] = Counter()
        for key, times in found.items():
            for action in legal(tables[key]):
                later = act(tables[key], action)
                next_tables[frozen(later)] = later
                after[frozen(later)] += times
        tables, found = next_tables, after
    return found


# Records


def check_record(data: Record) -> list[str]:
    """Return what is wrong with a record of a game, finished or not, with nothing hidden."""
    if data["format"] != "ludotheque-record/1" or data["game"] != "labyrinth" or data["rules_version"] != 2:
        return ["this is not a record of Master Labyrinth"]
    problems = [*setup_problems(data)]
    if problems:
        return problems
    table = deal(data)
    for number, ply in enumerate(data["plies"]):
        problems += ply_problems(number, ply, table)
        if ply["action"] not in legal(table):
            return problems
        table = act(table, ply["action"])
    expected = final(table.held, table.formulas, table.wands) if table.phase == "over" else None
    if data.get("final") != expected:
        problems.append(f"final must be {expected}, not {data.get('final')}")
    return problems


def setup_problems(data: Record) -> Iterator[str]:
    """R1: check the tiles, tokens, cards and start cells."""
    setup = data["setup"]
    if (
        data["seats"] not in (2, 3, 4)
        or set(data["options"]) != {"advice", "drought"}
        or set(setup) != {"tiles", "spare", "tokens", "formulas", "starts"}
    ):
        yield "seats, options or the keys of setup are wrong"
    tiles = dict(zip(CELLS, setup["tiles"], strict=True))
    if any(tiles[cell] != look for cell, look in GLUED.items()):
        yield "a glued tile is not where it belongs"
    if (
        Counter(
            shape_of(look) for look in [setup["spare"], *(look for cell, look in tiles.items() if cell not in GLUED)]
        )
        != COUNTS
    ):
        yield "these are not the loose tiles"
    if list(setup["tokens"]) != TOKEN_CELLS or sorted(setup["tokens"].values()) != VALUES:
        yield "tokens are wrong"
    if len(setup["formulas"]) != data["seats"] or any(
        card not in FORMULAS or setup["formulas"].count(card) > 1 for card in setup["formulas"]
    ):
        yield "formulas are wrong"
    if len(set(setup["starts"])) != data["seats"] or not set(setup["starts"]) <= {"c3", "e3", "e5", "c5"}:
        yield "starts are wrong"


def ply_problems(number: int, ply: Record, table: Table) -> Iterator[str]:
    actions = legal(table)
    if ply["seat"] != table.decides:
        yield f"ply {number}: seat {table.decides} decides, not {ply['seat']}"
    if ply["action"] not in actions:
        yield f"ply {number}: {ply['action']} is not legal"
    if ply["legal"] != len(actions):
        yield f"ply {number}: legal must be {len(actions)}, not {ply['legal']}"
    if "chance" in ply:
        yield f"ply {number}: there are no chance events"
