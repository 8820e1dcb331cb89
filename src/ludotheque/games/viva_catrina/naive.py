"""A second, slow and obvious implementation of Viva Catrina with dictionaries, lists and sets,
written from the rulebook and the record format. It shares no code with the rules used in play.

Only the list of tiles is read from components.toml; every other number is written here. A village
is a dictionary: (x, y) → tile as it lies. The worth of a village is computed from scratch each
time.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

Cell = tuple[int, int]
Record = dict[str, Any]

DATA = tomllib.loads((Path(__file__).parent / "components.toml").read_text(encoding="utf-8"))
COLOURS = ["red", "blue", "yellow", "green"]
SHOPS = ["bread", "fruit", "skull", "marigold", "banner", "candle"]
SIDES = [(0, -1), (1, 0), (0, 1), (-1, 0)]  # north, east, south, west
CORNERS = [(0, 0), (1, 0), (1, 1), (0, 1)]  # the grid corners of a tile: north-west, north-east, south-east, south-west
SLOTS = {2: 9, 3: 9, 4: 8, 5: 8, 6: 8}


class Face(NamedTuple):
    """A tile as it lies: four letters, four digits, and the elements on each path."""

    edges: str
    corners: str
    paved: tuple[str, ...] = ()
    trail: tuple[str, ...] = ()

    def turned(self, quarters: int) -> "Face":
        """R2.3 Each quarter turn brings the last letter to the front."""
        if quarters == 0:
            return self
        return Face(
            self.edges[-1] + self.edges[:-1], self.corners[-1] + self.corners[:-1], self.paved, self.trail
        ).turned(quarters - 1)


Village = dict[Cell, Face]
TILES = {
    row["id"]: Face(row["edges"], row["corners"], tuple(row["paved"]), tuple(row["trail"]))
    for row in DATA["path"]["tiles"]
}
STARTS = {row["id"]: Face(row["edges"], row["corners"]) for row in DATA["start"]["tiles"]}
BOX = Counter({row["id"]: row["n"] for row in DATA["path"]["tiles"]})


def beside(cell: Cell) -> list[Cell]:
    return [(cell[0] + across, cell[1] + down) for across, down in SIDES]


# R3 What may be done


def takes(lines: list[list[str]]) -> list[str]:
    """R3.2 Return both ends of each line, only one if they are the same choice."""
    found = []
    for number, line in enumerate(lines, 1):
        found += [f"take {number} left"] if line else []
        found += [f"take {number} right"] if len(set(line)) > 1 else []
    return found


def places(village: Village, tile: str) -> list[str]:
    """R3.5, R3.6 Return every free cell next to the village in reading order, with every rotation
    that looks different from those before.
    """
    free = {other for cell in village for other in beside(cell)} - set(village)
    looks = [TILES[tile].turned(quarters)[:2] for quarters in range(4)]
    turns = [quarters for quarters in range(4) if looks[quarters] not in looks[:quarters]]
    return [
        f"place {x},{y} {quarters}" for x, y in sorted(free, key=lambda cell: (cell[1], cell[0])) for quarters in turns
    ]


def placed(village: Village, tile: str, action: str) -> Village:
    """Return the village with one more tile."""
    _, where, quarters = action.split()
    x, y = where.split(",")
    return {**village, (int(x), int(y)): TILES[tile].turned(int(quarters))}


# R4 Links


def reached(village: Village, letter: str) -> set[Cell]:
    """R4.1, R4.2 Return the cells whose path of this kind is linked, starting from the start
    tile.
    """
    found, waiting = {(0, 0)}, [(0, 0)]
    while waiting:
        cell = waiting.pop()
        for side, other in enumerate(beside(cell)):
            joined = other in village and village[cell].edges[side] == letter == village[other].edges[(side + 2) % 4]
            if joined and other not in found:
                found.add(other)
                waiting.append(other)
    return found


def linked(village: Village) -> Counter[str]:
    """R4.3 Return the linked elements."""
    paved, trail = reached(village, "P"), reached(village, "F")
    return Counter(
        [element for cell in paved for element in village[cell].paved]
        + [element for cell in trail for element in village[cell].trail]
    )


def loose(village: Village) -> Counter[str]:
    """R4.5 Return the elements that are not linked."""
    return Counter(element for face in village.values() for element in face.paved + face.trail) - linked(village)


# R6 Bases

Part = tuple[Cell, int]  # a corner of a tile with a part in it


class Base(NamedTuple):
    """A complete group of joined base parts."""

    corners: frozenset[Cell]  # the grid corners it uses
    tiles: frozenset[Cell]
    is_closed: bool
    is_linked: bool

    @property
    def first(self) -> Cell:
        """R6.7 Return its first grid corner in reading order."""
        return min(self.corners, key=lambda corner: (corner[1], corner[0]))

    @property
    def size(self) -> str:
        """R6.4 Return the size of chimera that fits on it."""
        return {1: "small", 2: "large"}.get(len(self.corners), "")


def grid_corner(part: Part) -> Cell:
    """R6.1"""
    (x, y), corner = part
    return x + CORNERS[corner][0], y + CORNERS[corner][1]


def parts(village: Village) -> set[Part]:
    return {(cell, corner) for cell, face in village.items() for corner in range(4) if face.corners[corner] == "1"}


def across(part: Part) -> Iterator[tuple[int, Cell]]:
    """Return the two edges of a tile that meet in a corner: the side and the cell beyond it."""
    cell, corner = part
    for side in (corner, (corner + 3) % 4):
        yield side, beside(cell)[side]


def joined_parts(village: Village, part: Part) -> list[Part]:
    """R6.2 (a) Along a B edge of the same tile, (b) at the same grid corner over a common edge."""
    cell, corner = part
    found = []
    if village[cell].edges[corner] == "B":
        found.append((cell, (corner + 1) % 4))
    if village[cell].edges[(corner + 3) % 4] == "B":
        found.append((cell, (corner + 3) % 4))
    for _, neighbour in across(part):
        if neighbour in village:
            found += [
                other for other in parts({neighbour: village[neighbour]}) if grid_corner(other) == grid_corner(part)
            ]
    return found


def is_shut(village: Village, part: Part) -> bool:
    """R6.3 Check across both edges for a tile with a part at the same grid corner, and B on both
    sides or on neither.
    """
    for side, neighbour in across(part):
        if neighbour not in village:
            return False
        has_part = any(grid_corner(other) == grid_corner(part) for other in parts({neighbour: village[neighbour]}))
        mine, its = village[part[0]].edges[side], village[neighbour].edges[(side + 2) % 4]
        if not has_part or (mine == "B") != (its == "B"):
            return False
    return True


def bases(village: Village) -> list[Base]:
    """Return every group of parts, in reading order of its first grid corner."""
    left, found = parts(village), []
    with_path = reached(village, "P") | reached(village, "F")
    while left:
        mass, waiting = set(), [left.pop()]
        while waiting:
            part = waiting.pop()
            mass.add(part)
            waiting += [other for other in joined_parts(village, part) if other not in mass]
        left -= mass
        tiles = frozenset(cell for cell, _ in mass)
        found.append(
            Base(
                frozenset(map(grid_corner, mass)),
                tiles,
                all(is_shut(village, part) for part in mass),
                bool(tiles & with_path),
            )
        )
    return sorted(found, key=lambda base: (base.first[1], base.first[0]))


# A seat and a table


class Seat:
    """A village and what its owner has earned."""

    def __init__(self, start: str) -> None:
        self.village: Village = {(0, 0): STARTS[start]}
        self.balloon_tiles: dict[str, tuple[int, int]] = {}  # colour → front and golden value
        self.golden: set[str] = set()
        self.chimeras: dict[Cell, str] = {}  # first grid corner of the base → size
        self.earned: set[str] = set()  # kinds of shop

    def sheet(self) -> dict[str, int]:
        """R11.2"""
        here = linked(self.village)
        counts = {
            **{colour: here[f"balloon:{colour}"] for colour in COLOURS},
            "visitor": here["visitor"],
            "butterfly": here["butterfly"],
        }
        counts |= {"shop": sum(here[f"shop:{kind}"] for kind in SHOPS), "chimera": 2 * len(self.chimeras)}
        sizes = Counter(self.chimeras.values())
        return {
            "balloons": sum(
                gold if colour in self.golden else front for colour, (front, gold) in self.balloon_tiles.items()
            ),
            "altars": sum(here[f"altar:{kind}"] * points for kind, points in counts.items()),
            "shops": [0, 0, 1, 4, 9, 16, 25][sum(here[f"shop:{kind}"] > 0 for kind in SHOPS)],
            "chimeras": 3 * sizes["small"] + 5 * sizes["large"],
            "visitors": here["visitor"],
            "butterflies": 2 * here["butterfly"],
        }


class Table:
    """A game, played from the text of a record."""

    def __init__(self, seats: int, base_link: str, setup: Record) -> None:
        self.base_link = base_link
        self.seats = [Seat(start) for start in setup["starts"]]
        self.lines = [list(setup["line1"]), list(setup["line2"])]
        self.bag = BOX - Counter(self.lines[0] + self.lines[1])
        fronts = {2: [(5, 8), (3, 6)], 3: [(5, 8), (4, 7), (3, 6)]}.get(seats, [(5, 8), (4, 7), (3, 6), (2, 5)])
        self.piles = {colour: list(fronts) for colour in COLOURS}
        self.chimeras_left = {"small": 15, "large": 12}
        self.hand, self.owed, self.round, self.turn, self.is_over = "", 0, 0, 0, False

    def legal(self) -> list[str]:
        if self.is_over:
            return []
        return places(self.seats[self.turn].village, self.hand) if self.hand else takes(self.lines)

    def act(self, action: str, chance: list[str]) -> list[str]:
        """Carry out a legal action with its chance outcomes, and return what is wrong with
        those.
        """
        if action.startswith("take"):
            _, number, end = action.split()
            self.hand = self.lines[int(number) - 1].pop(0 if end == "left" else -1)
            return self.expect(chance, [])
        seat = self.seats[self.turn]
        seat.village = placed(seat.village, self.hand, action)
        self.hand = ""
        self.owed += self.resolve(seat)
        return self.go_on(chance)

    def resolve(self, seat: Seat) -> int:
        """R3.9 Resolve balloons, chimeras and shops. Return how many new extra tiles are owed."""
        here = linked(seat.village)
        for colour in COLOURS:
            if here[f"balloon:{colour}"] >= 3 and colour not in seat.balloon_tiles and self.piles[colour]:
                seat.balloon_tiles[colour] = self.piles[colour].pop(0)
            if here[f"balloon:{colour}"] >= 6 and colour in seat.balloon_tiles:
                seat.golden.add(colour)
        for base in bases(seat.village):
            may_have = base.is_closed and base.size and (base.is_linked or self.base_link == "none")
            if may_have and base.first not in seat.chimeras and self.chimeras_left[base.size]:
                seat.chimeras[base.first] = base.size
                self.chimeras_left[base.size] -= 1
        pairs = {kind for kind in SHOPS if here[f"shop:{kind}"] >= 2} - seat.earned
        seat.earned |= pairs
        return len(pairs)

    def go_on(self, chance: list[str]) -> list[str]:
        """R7.5, R7.6, R3.10, R10"""
        left = sum(self.bag.values())
        if self.owed and left:
            self.owed -= 1
            problems = self.expect(chance, ["draw"])
            self.hand = chance[0].split()[-1] if not problems else ""
            return problems
        self.owed = 0
        if any(self.lines):
            self.turn = (self.turn + 1) % len(self.seats)
            return self.expect(chance, [])
        if self.round + 1 == len(self.seats) or not left:
            self.is_over = True
            return self.expect(chance, [])
        self.round += 1
        self.turn = self.round
        slots = SLOTS[len(self.seats)]
        problems = self.expect(chance, (["line1"] * slots + ["line2"] * slots)[:left])
        tiles = [entry.split()[-1] for entry in chance]
        self.lines = [tiles[:slots], tiles[slots:]]
        return problems

    def expect(self, chance: list[str], words: list[str]) -> list[str]:
        """Take chance outcomes out of the bag; they must be this many draws with these words, of
        tiles that are in the bag.
        """
        drawn = [entry.split() for entry in chance]
        if [entry[:-1] for entry in drawn] != [[word] for word in words]:
            return [f"chance must decide {words}, not {chance}"]
        for _, tile in drawn:
            if self.bag[tile] == 0:
                return [f"{tile} is not in the bag"]
            self.bag[tile] -= 1
        return []

    def final(self) -> Record:
        sheets = [seat.sheet() for seat in self.seats]
        scores = [sum(sheet.values()) for sheet in sheets]
        return {
            "scores": scores,
            "ranks": [1 + sum(other > score for other in scores) for score in scores],
            "breakdown": sheets,
        }


# Records


def check_record(data: Record) -> list[str]:
    """Return what is wrong with a record of a game, finished or not."""
    if data["format"] != "ludotheque-record/1" or data["game"] != "viva_catrina" or data["rules_version"] != 1:
        return ["this is not a record of Viva Catrina"]
    problems = [*setup_problems(data)]
    if problems:
        return problems
    table = Table(data["seats"], data["options"]["base_link"], data["setup"])
    for number, ply in enumerate(data["plies"]):
        legal = table.legal()
        if ply["seat"] != table.turn or ply["action"] not in legal:
            return [*problems, f"ply {number}: seat {ply['seat']} may not {ply['action']}"]
        if ply["legal"] != len(legal):
            problems.append(f"ply {number}: legal must be {len(legal)}, not {ply['legal']}")
        if "chance" in ply and not ply["chance"]:
            problems.append(f"ply {number}: chance must be left out where there are no chance events")
        wrong = table.act(ply["action"], ply.get("chance", []))
        if wrong:
            return problems + [f"ply {number}: {what}" for what in wrong]
    expected = table.final() if table.is_over else None
    if data.get("final") != expected:
        problems.append(f"final must be {expected}, not {data.get('final')}")
    return problems


def setup_problems(data: Record) -> Iterator[str]:
    """R1"""
    setup = data["setup"]
    if (
        data["seats"] not in SLOTS
        or data["options"] not in ({"base_link": "any_tile"}, {"base_link": "none"})
        or set(setup) != {"starts", "line1", "line2"}
    ):
        yield "seats, options or the keys of setup are wrong"
        return
    if (
        len(setup["starts"]) != data["seats"]
        or len(set(setup["starts"])) != data["seats"]
        or not set(setup["starts"]) <= set(STARTS)
    ):
        yield f"starts must be {data['seats']} different start tiles, not {setup['starts']}"
    if not len(setup["line1"]) == len(setup["line2"]) == SLOTS[data["seats"]]:
        yield f"each line has {SLOTS[data['seats']]} slots"
    for tile, times in Counter(setup["line1"] + setup["line2"]).items():
        if times > BOX[tile]:
            yield f"there are {BOX[tile]} tiles {tile}, not {times}"
