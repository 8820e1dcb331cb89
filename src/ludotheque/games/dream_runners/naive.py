"""A second, slow and obvious implementation of Dream Runners with dictionaries, lists and
generators, written from the rulebook and the record format. It shares only the components with the
rules used in play.

A game is a generator. It yields who is asked, {seat: [actions]}, receives (seat, action), and ends
with the result. It calls a function for chance outcomes.
"""

import tomllib
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

BOX = tomllib.loads((Path(__file__).parent / "components.toml").read_text(encoding="utf-8"))
COLOURS = ["blue", "white", "orange", "green"]
SEGMENTS = {row["id"]: row for row in BOX["segments"]["start"] + BOX["segments"]["neutral"]}
NEUTRAL = [row["id"] for row in BOX["segments"]["neutral"]]
DREAMS = {row["id"]: row for row in BOX["dreams"]["tiles"]}
CHESTS = {row["id"]: row for row in BOX["chests"]["tiles"]}
SHAPES = ["i1", "i2", "i3", "l3"]
FRAME = [(row, column) for row in range(3) for column in range(3)]
STARS, CALMS = BOX["star_track"]["values"], BOX["calm_track"]["values"]
TOP = len(CALMS) - 1

Spot = tuple[int, int]
Asked = dict[int, list[str]]
Play = Generator[Asked, tuple[int, str], Any]
Draw = Callable[[str, list[Any]], Any]  # (word, possible outcomes) → the outcome


class Seat:
    """Everything that one player has."""

    def __init__(self, colour: str) -> None:
        self.segments = [f"{colour}-{shape}" for shape in SHAPES]
        self.calm, self.star, self.coins, self.keys = BOX["calm_track"]["start"], 0, 2, 0
        self.fragments = dict.fromkeys(COLOURS, 0)
        self.woke = 0
        self.begin_round()

    def begin_round(self) -> None:
        """R3.3, R6.6 Clear the canvas and note the old keys."""
        self.canvas: dict[Spot, str] = {}  # spot → symbol
        self.outside = ""  # the symbols of segments laid entirely outside
        self.laid: list[str] = []
        self.old_keys = self.keys
        self.gains: list[int] = []  # R6.4 gains of calm, one by one

    def get(self, element: str, colour: str | None = None) -> None:
        """R4.6 to R4.10 Gain one element."""
        kind, _, value = element.partition(":")
        if kind == "key":
            self.keys += 1
        elif kind == "coin":
            self.coins += int(value)
        elif kind == "calm":
            self.gains.append(int(value))
        else:
            self.fragments[colour if colour is not None else value] += 1
            if min(self.fragments.values()) > 0 and self.star < len(STARS) - 1:
                self.fragments = {name: count - 1 for name, count in self.fragments.items()}
                self.star += 1

    def has(self, spot: Spot, symbols: str) -> bool:
        return self.canvas.get(spot, ".") in symbols

    def left_over(self) -> list[str]:
        return [segment for segment in self.segments if segment not in self.laid]

    def losses(self, cells: dict[Spot, str]) -> list[int]:
        """R6.4 Return every single loss of calm, from R4.1, R4.2, R5.5 and R5.7."""
        found = (
            [1 for spot in FRAME if spot not in self.canvas]
            + [1 for spot in self.canvas if spot not in FRAME]
            + [1 for _ in self.outside]
        )
        for spot, cell in cells.items():
            if not self.has(spot, "FB"):
                kind, _, value = cell.partition(":")
                if kind == "nightmare":
                    found.append(int(value))
                if kind == "spider":
                    found.append(1)
                if kind == "octopus":
                    found.append(len([symbol for symbol in [*self.canvas.values(), *self.outside] if symbol in "CBD"]))
        return found

    def settle(self, cells: dict[Spot, str]) -> None:
        """R6.7 Settle calm in one sum, at most the top."""
        self.calm = max(0, min(TOP, self.calm + sum(self.gains) - sum(self.losses(cells))))

    def sheet(self) -> dict[str, int]:
        if self.woke:
            return {"stars": 0, "calm": 0, "segments": 0}
        return {
            "stars": STARS[self.star],
            "calm": CALMS[self.calm],
            "segments": sum(SEGMENTS[segment]["points"] for segment in self.segments),
        }


# R3 Placements


def turned(cells: list[Spot]) -> list[Spot]:
    """Rotate a cell by a quarter turn clockwise."""
    return [(column, -row) for row, column in cells]


def placements(segment: str) -> Iterator[tuple[str, dict[Spot, str]]]:
    """R3.6, R3.8 Return every way a segment can lie, as its text and its symbols by spot, without
    duplicates that look the same.
    """
    row = SEGMENTS[segment]
    cells: list[Spot] = [(line, column) for line, column in BOX["shapes"][row["shape"]]]
    seen = set()
    for _ in range(4):
        for down in range(-4, 7):
            for right in range(-4, 7):
                spots = [(line + down, column + right) for line, column in cells]
                if any(spot in FRAME for spot in spots):
                    if row["shape"] != "l3" and row["symbols"] == row["symbols"][::-1]:
                        spots.sort()
                    if tuple(spots) not in seen:
                        seen.add(tuple(spots))
                        text = " ".join(["place", segment, *(f"{line},{column}" for line, column in spots)])
                        yield text, dict(zip(spots, row["symbols"], strict=True))
        cells = turned(cells)


PLACEMENTS = {segment: dict(placements(segment)) for segment in SEGMENTS}


def compositions(seat: Seat) -> list[str]:
    """R3.4 to R3.9 Return what a composing seat may do."""
    found = [
        text
        for segment in seat.left_over()
        for text, symbols in PLACEMENTS[segment].items()
        if not set(symbols) & set(seat.canvas)
    ]
    return [*found, *(f"place {segment} outside" for segment in seat.left_over()), "done"]


def compose(seat: Seat, action: str) -> None:
    """R3.6 Lay a segment on the canvas, or entirely outside."""
    _, segment, where, *_ = action.split()
    if where == "outside":
        seat.outside += SEGMENTS[segment]["symbols"]
    else:
        seat.canvas |= PLACEMENTS[segment][action]
    seat.laid.append(segment)


# The game


class Table:
    """A game in progress."""

    def __init__(self, seats: int, options: dict[str, str], setup: dict[str, Any], draw: Draw) -> None:
        self.options, self.draw = options, draw
        self.seats = [Seat(colour) for colour in setup["colours"]]
        self.dreams: list[str] = setup["dreams"]
        self.opener: int = setup["opener"]
        self.market: list[str] = list(setup["market"])
        self.stacks = [segment for segment in NEUTRAL if segment not in self.market]
        self.chests = list(CHESTS)
        self.first = 0
        self.begin = 1  # the round in which the game begins
        self.round = 1
        assert len(self.seats) == seats

    def from_seat(self, first: int) -> list[int]:
        """Return the sleeping seats, clockwise from one of them."""
        order = [(first + step) % len(self.seats) for step in range(len(self.seats))]
        return [number for number in order if not self.seats[number].woke]

    def play(self) -> Play:
        for number in range(self.begin, 9):
            self.round = number
            if self.round > self.begin:
                self.opener = self.first
                self.draw("dream", [self.dreams[self.round - 1]])
            self.cells = dict(zip(FRAME, DREAMS[self.dreams[self.round - 1]]["cells"], strict=True))
            for seat in self.seats:
                seat.begin_round()
            yield from self.create()
            yield from self.resolve()
            if len(self.from_seat(0)) <= 1:
                break
            if self.seats[self.first].woke:
                self.first = self.from_seat(self.first)[0]
            yield from self.improve()
        return self.final()

    def create(self) -> Play:
        """R3.10 to R3.14."""
        waiting = self.from_seat(self.opener)
        is_sand, is_first = self.options["pace"] == "sand", True
        while waiting:
            asked = {number: compositions(self.seats[number]) for number in (waiting if is_sand else waiting[:1])}
            if is_sand and not is_first:
                asked[-1] = ["sand"]
            number, action = yield asked
            if action == "sand":
                return
            if action != "done":
                compose(self.seats[number], action)
                continue
            if is_sand and is_first:
                self.name_first(number)
            is_first = False
            waiting.remove(number)
        if not is_sand:
            self.name_first(int(self.draw("first", [str(number) for number in sorted(self.from_seat(0))])))

    def name_first(self, number: int) -> None:
        self.first = number
        self.seats[number].coins += 1

    def resolve(self) -> Play:
        """R6.1 to R6.8."""
        order = self.from_seat(self.first)
        self.chest: str | None = None
        for spot, cell in self.cells.items():
            if cell.startswith("shared:"):
                yield from self.share(
                    [number for number in order if self.seats[number].has(spot, "CBD")],
                    spot,
                    cell.partition(":")[2].split(","),
                )
        for number in order:
            yield from self.resolve_seat(number)

    def share(self, sharers: list[int], spot: Spot, elements: list[str]) -> Play:
        """R5.12, R5.13."""
        took: dict[int, list[tuple[str, str | None]]] = {number: [] for number in sharers}
        turn = 0
        while sharers and elements:
            number = sharers[turn % len(sharers)]
            turn += 1
            if len(sharers) == 1:
                element, colour = elements[0], None
                if element == "frag:any":
                    colour = yield from self.name_colour(number)
            else:
                element, colour = yield from self.pick(number, elements)
            elements.remove(element)
            took[number].append((element, colour))
            self.seats[number].get(element, colour)
        for number in sharers:
            if self.seats[number].has(spot, "D"):
                for element, colour in took[number]:
                    self.seats[number].get(element, colour)

    def pick(self, number: int, elements: list[str]) -> Generator[Asked, tuple[int, str], tuple[str, str | None]]:
        actions = []
        for element in elements:
            actions += (
                [f"pick frag:any {colour}" for colour in COLOURS] if element == "frag:any" else [f"pick {element}"]
            )
        actions = sorted(set(actions))
        action = actions[0]
        if len(actions) > 1:
            _, action = yield {number: actions}
        words = action.split()
        return words[1], words[2] if len(words) > 2 else None

    def name_colour(self, number: int) -> Generator[Asked, tuple[int, str], str]:
        _, action = yield {number: [f"colour {colour}" for colour in COLOURS]}
        return action.split()[1]

    def resolve_seat(self, number: int) -> Play:
        seat = self.seats[number]
        for spot, cell in self.cells.items():
            if seat.has(spot, "CBD"):
                yield from self.collect(number, cell, 2 if seat.has(spot, "D") else 1)
        for spot, cell in self.cells.items():
            if cell.startswith("chest:") and seat.has(spot, "CBD"):
                yield from self.open(number, int(cell.partition(":")[2]), 2 if seat.has(spot, "D") else 1)
        seat.settle(self.cells)
        if seat.calm == 0:
            seat.woke, seat.segments = self.round, []
            return
        for spot, cell in self.cells.items():
            if cell == "bat" and not seat.has(spot, "FB"):
                yield from self.meet_bat(number)

    def collect(self, number: int, cell: str, times: int) -> Play:
        """R4.4 to R4.6, R5.7."""
        kind, _, value = cell.partition(":")
        if kind in ("nightmare", "bat", "octopus", "chest", "shared"):
            return
        for element in [f"frag:{value}"] if kind == "spider" else cell.split("+"):
            colour = None
            if element == "frag:any":
                colour = yield from self.name_colour(number)
            for _ in range(times):
                self.seats[number].get(element, colour)

    def open(self, number: int, price: int, times: int) -> Play:
        """R5.8 to R5.11, R6.6."""
        seat = self.seats[number]
        for opening in range(1, times + 1):
            if seat.keys < price:
                return
            if seat.old_keys < price * opening:
                _, action = yield {number: ["open", "keep"]}
                if action == "keep":
                    return
            seat.keys -= price
            if self.chest is None:
                self.chest = self.draw("chest", [chest for chest in self.chests if CHESTS[chest]["keys"] == price])
                self.chests.remove(self.chest)
            for element in CHESTS[self.chest]["contents"]:
                colour = None
                if element == "frag:any":
                    colour = yield from self.name_colour(number)
                seat.get(element, colour)

    def meet_bat(self, number: int) -> Play:
        """R5.6, R6.8."""
        left = self.seats[number].left_over()
        if not left:
            return
        segment = left[0]
        if len(left) > 1:
            _, action = yield {number: [f"lose {segment}" for segment in left]}
            segment = action.split()[1]
        self.seats[number].segments.remove(segment)

    def improve(self) -> Play:
        """R7."""
        for number in self.from_seat(self.first):
            seat = self.seats[number]
            if seat.coins >= 4 and self.market:
                _, action = yield {number: [*(f"buy {segment}" for segment in self.market), "pass"]}
                if action != "pass":
                    self.sell(seat, action.split()[1])
        for number in self.from_seat(self.first):
            seat = self.seats[number]
            most = min(seat.coins // 3, TOP - seat.calm)
            if most > 0:
                _, action = yield {number: [f"calm {steps}" for steps in range(most + 1)]}
                seat.calm += int(action.split()[1])
                seat.coins -= 3 * int(action.split()[1])

    def sell(self, seat: Seat, segment: str) -> None:
        self.market.remove(segment)
        seat.segments.append(segment)
        seat.coins += SEGMENTS[segment]["coins"] - 4
        stack = [other for other in self.stacks if SEGMENTS[other]["shape"] == SEGMENTS[segment]["shape"]]
        if stack:
            shown = self.draw("segment", stack)
            self.stacks.remove(shown)
            self.market.append(shown)

    def final(self) -> dict[str, Any]:
        """R9."""
        sheets = [seat.sheet() for seat in self.seats]
        scores = [sum(sheet.values()) for sheet in sheets]
        everybody_woke = all(seat.woke for seat in self.seats)
        strength = []
        for seat, score in zip(self.seats, scores, strict=True):
            if not seat.woke:
                strength.append((2, score, seat.coins))
            elif everybody_woke and seat.woke == self.round:
                strength.append((1, seat.star, seat.coins))
            else:
                strength.append((0, 0, 0))
        return {
            "scores": scores,
            "ranks": [1 + len([other for other in strength if other > mine]) for mine in strength],
            "breakdown": sheets,
        }


# Counting


def asked_after(make: Callable[[], Table], plies: list[tuple[int, str]]) -> Asked:
    """Return who is asked what after these plies; nobody after the end."""
    play = make().play()
    asked = next(play)
    try:
        for ply in plies:
            asked = play.send(ply)
    except StopIteration:
        return {}
    return asked


def sequences(make: Callable[[], Table], depth: int, plies: list[tuple[int, str]] | None = None) -> int:
    """Return how many sequences of exactly `depth` plies there are."""
    asked = asked_after(make, plies or [])
    if depth == 1:
        return sum(len(actions) for actions in asked.values())
    return sum(
        sequences(make, depth - 1, [*(plies or []), (number, action)])
        for number, actions in asked.items()
        for action in actions
    )


# Records


class FaultError(Exception):
    pass


def check_record(data: dict[str, Any]) -> list[str]:
    """Return the first thing that is wrong with a record of a game, finished or not, with nothing
    hidden.
    """
    try:
        check_setup(data)
        follow(data)
    except FaultError as wrong:
        return [str(wrong)]
    return []


def check_setup(data: dict[str, Any]) -> None:
    """R1.1 to R1.4, R1.6, R1.8."""
    setup = data["setup"]
    if (
        data["game"] != "dream_runners"
        or data["rules_version"] != 2
        or data["seats"] not in (2, 3, 4)
        or set(setup) != {"dreams", "opener", "colours", "market"}
    ):
        raise FaultError("this is not a record of Dream Runners")
    levels = [DREAMS[dream]["level"] for dream in setup["dreams"]]
    if levels != [1, 1, 2, 2, 3, 3, 4, 4] or len(set(setup["dreams"])) != 8:
        raise FaultError(f"these are not two different dreams of each level: {setup['dreams']}")
    if data["options"]["dreams"] == "beginner" and any(DREAMS[dream]["star"] for dream in setup["dreams"]):
        raise FaultError("beginners have no tiles with a star")
    if (
        len(setup["colours"]) != data["seats"]
        or len(set(setup["colours"])) != data["seats"]
        or setup["opener"] not in range(data["seats"])
    ):
        raise FaultError("the colours or the opener are wrong")
    if [SEGMENTS[segment]["shape"] for segment in setup["market"]] != SHAPES or not set(setup["market"]) <= set(
        NEUTRAL
    ):
        raise FaultError("the market is wrong")


def follow(data: dict[str, Any]) -> None:
    told: list[str] = []

    def draw(word: str, possible: list[str]) -> str:
        text = told.pop(0) if told else "nothing"
        if text not in [f"{word} {outcome}" for outcome in possible]:
            raise FaultError(f"{where}: {text} is not a possible chance outcome: {word} {possible}")
        return text.partition(" ")[2]

    where, result = "the deal", None
    play = Table(data["seats"], data["options"], data["setup"], draw).play()
    asked: Asked | None = next(play)
    for number, ply in enumerate(data["plies"]):
        where = f"ply {number}"
        check_ply(where, ply, asked)
        told[:] = ply.get("chance", [])
        try:
            asked = play.send((ply["seat"], ply["action"]))
        except StopIteration as stop:
            asked, result = None, stop.value
        if told:
            raise FaultError(f"{where}: these chance outcomes are not needed: {told}")
    if data.get("final") != result:
        raise FaultError(f"final must be {result}, not {data.get('final')}")


def check_ply(where: str, ply: dict[str, Any], asked: Asked | None) -> None:
    if asked is None or ply["seat"] not in asked:
        raise FaultError(f"{where}: seat {ply['seat']} is not asked; {list(asked or {})} are")
    if ply["action"] not in asked[ply["seat"]]:
        raise FaultError(f"{where}: {ply['action']} is not legal")
    if ply["legal"] != len(asked[ply["seat"]]):
        raise FaultError(f"{where}: legal must be {len(asked[ply['seat']])}, not {ply['legal']}")
