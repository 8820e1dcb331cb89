"""The counts of perft.txt: how many sequences of plies there are."""

from functools import partial
from typing import Any, NamedTuple

import pytest

from ludotheque.core.chance import seed_key
from ludotheque.games.dream_runners import naive
from ludotheque.lab import perft
from tests.games.counts import rows_beside
from tests.games.dream_runners.boards import GAME, at_round
from tests.games.effort import size

MOST = size(2_000_000, python=400)  # sequences that are counted one by one
MOST_REPLAYS = size(400, python=40)  # of the naive engine
TINY: dict[int, dict[str, Any]] = {  # what each seat of a tiny game has
    0: {"segments": ["green-i1"], "coins": 0, "calm": 25},
    1: {"segments": ["i1-3"], "coins": 3, "calm": 25},
    2: {"segments": ["yellow-i1"], "coins": 0, "calm": 9},
}


class Row(NamedTuple):
    id: str
    setup: str
    depth: int
    sequences: int
    confirmed: str


def read_row(line: str) -> Row:
    name, setup, depth, sequences, confirmed = line.split()
    return Row(name, setup, int(depth), int(sequences), confirmed)


ROWS = rows_beside(__file__, read_row)


def shorter(row: Row) -> int:
    """The most sequences on the way to a row: what counting it costs."""
    return max((other.sequences for other in ROWS if other.id == row.id and other.depth < row.depth), default=1)


def rows(most: int, cost: Any) -> Any:
    return pytest.mark.parametrize(
        "row", [pytest.param(row, id=f"{row.id}-{row.depth}") for row in ROWS if cost(row) <= most]
    )


def root(setup: str) -> Any:
    """The state that a row counts from."""
    kind, _, rest = setup.partition(":")
    if kind == "seed":
        pace, dreams, seats, seed = rest.split(",")
        return GAME.new(int(seats), {"pace": pace, "dreams": dreams}, seed_key(int(seed)))
    seats, dream = rest.split(",")
    return at_round(int(seats), dream, 8, TINY, "sand", market=[])


def naive_root(setup: str) -> naive.Table:
    """The same for the naive engine; what chance decides first is as good as anything: it changes
    no count here.
    """
    kind, _, rest = setup.partition(":")
    if kind == "seed":
        pace, dreams, seats, _ = rest.split(",")
        return naive.Table(
            int(seats),
            {"pace": pace, "dreams": dreams},
            GAME.notation.setup_of(root(setup)),
            lambda _, possible: possible[0],
        )
    seats, dream = rest.split(",")
    deal = {"dreams": [dream] * 8, "opener": 0, "colours": ["green", "purple", "yellow"][: int(seats)], "market": []}
    table = naive.Table(int(seats), {"pace": "sand", "dreams": "all"}, deal, lambda _, possible: possible[0])
    table.begin, table.stacks = 8, []
    for number, seat in enumerate(table.seats):
        seat.segments, seat.coins, seat.calm = TINY[number]["segments"], TINY[number]["coins"], TINY[number]["calm"]
    return table


@rows(MOST, lambda row: max(row.sequences, shorter(row)))
def test_sequences(row: Row) -> None:
    assert perft.sequences(GAME, root(row.setup), row.depth) == row.sequences


@rows(MOST_REPLAYS, shorter)
def test_the_naive_engine_confirms_the_count(row: Row) -> None:
    assert naive.sequences(partial(naive_root, row.setup), row.depth) == row.sequences


def test_tiny_games_are_counted_to_their_end() -> None:
    tiny = [row for row in ROWS if row.setup.startswith("tiny:")]
    assert {row.id for row in tiny if row.sequences == 0} == {row.id for row in tiny} != set()


def test_every_count_says_who_confirmed_it() -> None:
    assert {row.confirmed for row in ROWS} == {"naive"}
    assert {row.setup.split(",")[0] for row in ROWS} >= {"seed:calm", "seed:sand"}
