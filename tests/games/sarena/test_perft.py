"""The counts of perft.txt: how many sequences of actions there are, how many positions they lead
to, and what these show.
"""

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludotheque.core.chance import seed_key
from ludotheque.core.record import Follower
from ludotheque.games.sarena import naive
from ludotheque.games.sarena.components import COLORS, FACE_UP
from ludotheque.lab import perft
from tests.games.counts import rows_beside, up_to
from tests.games.effort import size
from tests.games.sarena.boards import GAME, after, stacks_of, state_of

MOST = size(2_000_000, python=400)  # sequences that are counted one by one
MOST_NAIVELY = 20_000


class Row(NamedTuple):
    id: str
    seats: int
    setup: str
    after: int
    depth: int
    sequences: int
    positions: int
    under: tuple[int, ...]  # by colour
    confirmed: str


def read_row(line: str) -> Row:
    name, seats, setup, plies, depth, sequences, positions, under, confirmed = line.split()
    return Row(
        name,
        int(seats),
        setup,
        int(plies),
        int(depth),
        int(sequences),
        int(positions),
        tuple(int(part) for part in under.split(",")),
        confirmed,
    )


ROWS = rows_beside(__file__, read_row)
RECORD = json.loads(Path(__file__).with_name("examples.json").read_text())["record"]


def root(row: Row) -> Any:
    """The state that a row counts from."""
    kind, _, rest = row.setup.partition(":")
    if kind == "stacks":
        return state_of({stack.partition("=")[0]: stack.partition("=")[2].split("+") for stack in rest.split(",")})
    if kind == "seed":
        deal, seed = rest.split(",")
        return GAME.new(row.seats, {"deal": deal}, seed_key(int(seed)))
    state = Follower({key: value for key, value in RECORD.items() if key != "final"} | {"plies": []}).state
    return after(state, *(ply["action"] for ply in RECORD["plies"][: row.after]))


def under(positions: dict[bytes, int]) -> tuple[int, ...]:
    """Chips in stacks topped by each colour, added up over all sequences."""
    states = np.array([np.frombuffer(position, GAME.state)[0] for position in positions], GAME.state)
    ways = np.array(list(positions.values()), np.int64)
    top = FACE_UP[(states["stack"] >> (8 * np.maximum(states["height"] - 1, 0))) & 0xFF]
    return tuple(int((ways[:, None] * states["height"] * (top == color)).sum()) for color in range(COLORS))


@up_to(ROWS, MOST)
def test_sequences(row: Row) -> None:
    assert perft.sequences(GAME, root(row), row.depth) == row.sequences


@up_to(ROWS, MOST)
def test_positions_and_what_they_show(row: Row) -> None:
    found = perft.positions(GAME, root(row), row.depth)
    assert (sum(found.values()), len(found), under(found)) == (row.sequences, row.positions, row.under)


def read_chip(text: str) -> naive.Chip:
    up, down = text.split("/")
    return up, down


@up_to(ROWS, MOST_NAIVELY)
def test_the_naive_engine_confirms_the_count(row: Row) -> None:
    found = naive.positions(
        {circle: [read_chip(chip) for chip in chips] for circle, chips in stacks_of(root(row)).items()}, row.depth
    )
    assert (sum(found.values()), len(found), tuple(naive.under(found))) == (row.sequences, row.positions, row.under)


def test_tiny_boards_are_counted_to_the_end_of_every_game() -> None:
    tiny = [row for row in ROWS if row.setup.startswith("stacks:")]
    assert {row.id for row in tiny if row.sequences == 0} == {row.id for row in tiny} != set()


def test_every_count_says_who_confirmed_it() -> None:
    assert {row.confirmed for row in ROWS} <= {"page+naive", "naive"}
    assert {row.seats for row in ROWS} == {2, 3, 4}
