"""A second, slow and obvious implementation of Sarena with dictionaries, lists and sets, written
from the rulebook and the record format. It shares no code and no tables with the rules used in
play.

A board is a dictionary: circle → the chips on it, lowest first; empty circles are left out. A chip
is (face up, face down).
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

Chip = tuple[str, str]
Board = dict[str, list[Chip]]
Record = dict[str, Any]

COLOURS = ["amber", "teal", "crimson", "ivory"]
CIRCLES = [column + row for row in "123456" for column in "abcdef"]


def has_arrows(circle: str) -> bool:
    """R1.1 Return whether row plus column, both counted from 0, is odd."""
    return ("abcdef".index(circle[0]) + "123456".index(circle[1])) % 2 == 1


def are_joined(one: str, other: str) -> bool:
    """R1.1 Return whether two circles are one step apart in a row or column."""
    return abs(ord(one[0]) - ord(other[0])) + abs(ord(one[1]) - ord(other[1])) == 1


NEIGHBOURS = {circle: [other for other in CIRCLES if are_joined(circle, other)] for circle in CIRCLES}


# R3, R4 Moves


def may_move(board: Board, origin: str, target: str) -> bool:
    """R3.1 to R3.4, R4.1, R4.3, R4.4: return whether a move is allowed."""
    if origin not in board or target not in NEIGHBOURS[origin]:
        return False
    if target in board:
        return len(board[origin]) + len(board[target]) <= 4
    return has_arrows(target)


def legal(board: Board) -> list[str]:
    """R2.3 Return the moves of the player whose turn it is, in the order of the circles."""
    return [
        f"{origin}-{target}" for origin in CIRCLES for target in NEIGHBOURS[origin] if may_move(board, origin, target)
    ]


def move(board: Board, action: str) -> Board:
    """Return the board after a legal move: R3.3 stacked, or R3.5 turned over."""
    origin, target = action.split("-")
    after = {circle: list(chips) for circle, chips in board.items() if circle != origin}
    if target in board:
        after[target] = board[target] + board[origin]
    else:
        after[target] = [(down, up) for up, down in reversed(board[origin])]
    return after


# R6 Scoring


def top_colour(chips: list[Chip]) -> str:
    return chips[-1][0]


def chips_taken(board: Board, colour: str) -> list[Chip]:
    """R6.2 Return every chip of every stack topped by the colour."""
    return [chip for chips in board.values() if top_colour(chips) == colour for chip in chips]


def final(board: Board, secret: list[str]) -> Record:
    """R6.3 to R6.10 Return the result in the form of a record."""
    sheet = [
        {
            "collected": len(chips_taken(board, own)),
            "own_colour": len([chip for chip in chips_taken(board, own) if own in chip]),
        }
        for own in secret
    ]
    strength = [(row["collected"], row["own_colour"]) for row in sheet]
    ranks = [1 + len([other for other in strength if other > mine]) for mine in strength]
    return {"scores": [row["collected"] for row in sheet], "ranks": ranks, "breakdown": sheet}


# Counting


def frozen(board: Board) -> tuple[tuple[str, tuple[Chip, ...]], ...]:
    """Return a board as a key for a dictionary."""
    return tuple((circle, tuple(chips)) for circle, chips in sorted(board.items()))


def positions(board: Board, depth: int) -> Counter[Any]:
    """Return every position after exactly `depth` moves, with the number of sequences of moves that
    lead to it.
    """
    found = Counter({frozen(board): 1})
    for _ in range(depth):
        after: Counter[Any] = Counter()
        for position, times in found.items():
            here: Board = {circle: list(chips) for circle, chips in position}
            for action in legal(here):
                after[frozen(move(here, action))] += times
        found = after
    return found


def under(found: Counter[Any]) -> list[int]:
    """Return the number of chips in stacks topped by each colour, added up over all sequences."""
    total: Counter[str] = Counter()
    for position, times in found.items():
        for _, chips in position:
            total[top_colour(list(chips))] += times * len(chips)
    return [total[colour] for colour in COLOURS]


# Records


def deal(chips: list[str]) -> Board:
    """R1.2 Lay one chip on each circle, as written in a record."""
    board: Board = {}
    for circle, chip in zip(CIRCLES, chips, strict=True):
        up, down = chip.split("/")
        board[circle] = [(up, down)]
    return board


def check_record(data: Record) -> list[str]:
    """Return what is wrong with a record of a game, finished or not, with nothing hidden."""
    if data["format"] != "ludotheque-record/1" or data["game"] != "sarena" or data["rules_version"] != 1:
        return ["this is not a record of Sarena"]
    problems = [*setup_problems(data)]
    if problems:
        return problems
    board = deal(data["setup"]["chips"])
    for number, ply in enumerate(data["plies"]):
        problems += ply_problems(number, ply, data["seats"], board)
        if ply["action"] not in legal(board):
            return problems
        board = move(board, ply["action"])
    expected = None if legal(board) else final(board, data["setup"]["secret"])
    if data.get("final") != expected:
        problems.append(f"final must be {expected}, not {data.get('final')}")
    return problems


def setup_problems(data: Record) -> Iterator[str]:
    """R1: check that the chips are right and the right way up, and that each seat has one pawn."""
    chips, secret = data["setup"]["chips"], data["setup"]["secret"]
    if (
        data["seats"] not in (2, 3, 4)
        or data["options"] not in ({"deal": "free"}, {"deal": "fair"})
        or set(data["setup"]) != {"chips", "secret"}
    ):
        yield "seats, options or the keys of setup are wrong"
    pairs = Counter("/".join(sorted(chip.split("/"))) for chip in chips)
    if pairs != {f"{one}/{other}": 6 for one in COLOURS for other in COLOURS if one < other}:
        yield f"these are not six chips of each pair: {dict(pairs)}"
    if data["options"]["deal"] == "fair" and any(times != 3 for times in Counter(chips).values()):
        yield "in a fair deal three chips of each pair lie one way up and three the other"
    if len(secret) != data["seats"] or len(set(secret)) != len(secret) or not set(secret) <= set(COLOURS):
        yield f"secret must be {data['seats']} different colours, not {secret}"


def ply_problems(number: int, ply: Record, seats: int, board: Board) -> Iterator[str]:
    """Check whose turn it is (R2.1), what may be moved (R2.3), and that there are no chance
    events.
    """
    moves = legal(board)
    if ply["seat"] != number % seats:
        yield f"ply {number}: it is the turn of seat {number % seats}, not {ply['seat']}"
    if ply["action"] not in moves:
        yield f"ply {number}: {ply['action']} is not legal"
    if ply["legal"] != len(moves):
        yield f"ply {number}: legal must be {len(moves)}, not {ply['legal']}"
    if "chance" in ply:
        yield f"ply {number}: there are no chance events"
