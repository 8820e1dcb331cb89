"""The counts of perft.txt: how many sequences of actions there are, how many positions they lead
to, and what these are worth.
"""

from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludotheque.core import record
from ludotheque.games.viva_catrina import naive
from ludotheque.lab import perft
from tests.games.counts import rows_beside, up_to
from tests.games.effort import size
from tests.games.viva_catrina.villages import GAME, chimeras, give, legal, village

CORPUS = Path(__file__).parents[2] / "corpus"
MOST = size(150_000, python=130)  # sequences that are counted one by one
MOST_NAIVELY = size(1500, python=200)


class Row(NamedTuple):
    game: str
    after: int
    depth: int
    sequences: int
    positions: int
    points: int
    confirmed: str

    @property
    def id(self) -> str:
        return f"{self.game}-{self.after}"


def read_row(line: str) -> Row:
    game, plies, depth, sequences, positions, points, confirmed = line.split()
    return Row(game, int(plies), int(depth), int(sequences), int(positions), int(points), confirmed)


ROWS = rows_beside(__file__, read_row)


def recorded(row: Row) -> dict[str, Any]:
    """The first plies of the recorded game."""
    data = record.load_file(CORPUS / f"viva_catrina-1-{row.game}.json")
    return {key: value for key, value in data.items() if key != "final"} | {"plies": data["plies"][: row.after]}


def root(row: Row) -> Any:
    follower = record.Follower(recorded(row))
    for _ in follower.steps():
        pass
    return follower.state


@up_to(ROWS, MOST)
def test_sequences(row: Row) -> None:
    assert perft.sequences(GAME, root(row), row.depth) == row.sequences


@up_to(ROWS, MOST // 10)
def test_positions_and_what_they_are_worth(row: Row) -> None:
    found = perft.positions(GAME, root(row), row.depth)
    seats = int(row.game[0])
    points = sum(
        sum(GAME.scores(np.frombuffer(position, GAME.state)[0], seats)) * ways for position, ways in found.items()
    )
    assert (sum(found.values()), len(found), points) == (row.sequences, row.positions, row.points)


def naive_root(row: Row) -> naive.Table:
    data = recorded(row)
    table = naive.Table(data["seats"], data["options"]["base_link"], data["setup"])
    for ply in data["plies"]:
        assert table.act(ply["action"], ply.get("chance", [])) == []
    return table


def naive_count(table: naive.Table, depth: int) -> tuple[Counter[str], int]:
    """Every position after so many plies, with the ways that lead to it, and the points of all of
    them together. No draw may happen on the way.
    """
    if depth == 0:
        villages = [sorted(seat.village.items()) for seat in table.seats]
        return Counter([repr((villages, table.lines, table.hand, table.turn))]), sum(table.final()["scores"])
    found: Counter[str] = Counter()
    points = 0
    for action in table.legal():
        after = deepcopy(table)
        assert after.act(action, []) == []
        positions, worth = naive_count(after, depth - 1)
        found += positions
        points += worth
    return found, points


@up_to(ROWS, MOST_NAIVELY)
def test_the_naive_engine_confirms_the_count(row: Row) -> None:
    found, points = naive_count(naive_root(row), row.depth)
    assert (sum(found.values()), len(found), points) == (row.sequences, row.positions, row.points)


def test_tiles_placed_in_another_order_are_the_same_position() -> None:
    tiles = [
        ("S5-marigold", "1,0 1"),
        ("B10-green", "1,1 0"),
        ("S2-marigold", "2,0 0"),
        ("S1-marigold", "2,1 0"),
        ("N6", "0,-1 0"),
        ("N6", "0,1 0"),
    ]
    one, other = village(*tiles), village(*tiles[:4][::2], *tiles[:4][3:0:-2], *tiles[:3:-1])
    assert one.tobytes() != other.tobytes()
    assert chimeras(one) == chimeras(other) == {(2, 1): "small"}
    for state in (one, other):
        GAME.engine.run_canonical(state)
    assert one.tobytes() == other.tobytes()
    assert chimeras(one) == {(2, 1): "small"}
    assert legal(give(one, "S3-bread")) == legal(give(other, "S3-bread"))


def test_some_games_are_counted_to_their_end() -> None:
    assert {row.game for row in ROWS if row.sequences == 0} >= {"2-any_tile-greedy", "6-any_tile-greedy"}


def test_every_count_says_who_confirmed_it() -> None:
    assert {row.confirmed for row in ROWS} == {"naive"}
    assert {int(row.game[0]) for row in ROWS} == {2, 3, 4, 5, 6}
