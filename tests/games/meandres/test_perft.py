"""The counts of perft.txt: how many sequences of actions there are, how many positions they lead
through, and what these score.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludotheque.core.chance import seed_key
from ludotheque.core.layout import copy
from ludotheque.core.record import Recorder
from ludotheque.core.story import chance_of, new_story
from ludotheque.games.meandres import naive
from ludotheque.games.meandres.components import HUES
from ludotheque.games.meandres.notation import cells_of
from ludotheque.lab import perft
from tests.games.counts import rows_beside, up_to
from tests.games.effort import size
from tests.games.meandres.boards import GAME, fiends_of, legends_of, spawn_of, state_of, table_of, tiles_on

MOST = size(2_000_000, python=1500)  # sequences that are counted one by one
MOST_NAIVELY = size(2500, python=300)
EXAMPLES = {
    example["id"]: example for example in json.loads(Path(__file__).with_name("examples.json").read_text())["examples"]
}


class Row(NamedTuple):
    id: str
    depth: int
    sequences: int
    positions: int
    points: tuple[int, ...]  # by seat


def read_row(line: str) -> Row:
    name, depth, sequences, positions, points = line.split()
    return Row(name, int(depth), int(sequences), int(positions), tuple(int(part) for part in points.split(",")))


ROWS = rows_beside(__file__, read_row)


def public(state: Any) -> tuple[Any, ...]:
    """What one sees of a position: the board, who is where, what each seat has, and what is
    asked.
    """
    seats = int(state.seats)
    cells = [f"{q},{r}" for q, r in cells_of(state)]
    board = {cell: tuple(tiles_on(state, cell)) for cell in cells}
    spawn = {cell: tuple(counts) for cell, counts in spawn_of(state).items()}
    colors = tuple(HUES[color] for color in state.influence[:seats].tolist())
    return (
        sorted(board.items()),
        sorted(spawn.items()),
        fiends_of(state),
        legends_of(state),
        colors,
        state.marker[:seats].tolist(),
        state.supply[:seats].tolist(),
        state.phase > 2,
        int(state.seat),
    )


def public_naively(table: naive.Table) -> tuple[Any, ...]:
    board = {
        naive.write(cell): tuple(tile + (" grey" if side == "grey" else "") for tile, side in dream.tiles)
        for cell, dream in table.board.items()
    }
    spawn = {
        naive.write(cell): tuple(dream.spawn.count(seat) for seat in range(len(table.seats)))
        for cell, dream in table.board.items()
        if dream.spawn
    }
    is_dancing = table.phase == "step" and table.path
    fiends = [
        naive.write(table.path[-1] if is_dancing and seat is table.me else seat.fiend) if seat.fiend else None
        for seat in table.seats
    ]
    held, colors = [seat.legend for seat in table.seats], tuple(seat.influence for seat in table.seats)
    has_danced = table.phase not in ("enter", "before", "step")
    return (
        sorted(board.items()),
        sorted(spawn.items()),
        fiends,
        held,
        colors,
        [seat.track for seat in table.seats],
        [seat.supply for seat in table.seats],
        has_danced,
        table.turn,
    )


def root(row: Row) -> tuple[Any, naive.Table]:
    """The position that a row counts from, as both know it."""
    if row.id in EXAMPLES:
        return state_of(**EXAMPLES[row.id]), table_of(**EXAMPLES[row.id])
    seats, length, seed = row.id.split("-")
    recorder = Recorder(GAME, int(seats), {"length": length}, seed_key(int(seed)))
    return recorder.state, naive.deal(recorder.record())


def count(row: Row) -> tuple[int, int, tuple[int, ...]]:
    """Sequences of so many plies; different positions before the last of them; and what these
    score, added up over all ways to them.
    """
    found = perft.positions(GAME, root(row)[0], row.depth - 1)
    states = [np.frombuffer(position, GAME.state)[0] for position in found]
    seats = int(states[0].seats)
    points = np.array([GAME.scores(state, seats) for state in states]) * np.array(list(found.values()))[:, None]
    return (
        perft.sequences(GAME, root(row)[0], row.depth),
        len({repr(public(state)) for state in states}),
        tuple(points.sum(axis=0).tolist()),
    )


def successors(state: Any, table: naive.Table) -> Iterator[tuple[Any, naive.Table]]:
    """Every next position for both; the naive implementation is told what chance says, and nothing
    else.
    """
    for text in naive.legal(table):
        after, beside, story, seat = copy(state), deepcopy(table), new_story(), int(state.seat)
        GAME.apply(after, seat, GAME.notation.parse(state, seat, text).action, story)
        naive.play(beside, text, [GAME.notation.chance_text(kind, outcome) for kind, outcome in chance_of(story)])
        yield after, beside


def count_naively(row: Row) -> tuple[int, int, tuple[int, ...]]:
    pairs = [root(row)]
    for _ in range(row.depth - 1):
        pairs = [pair for before in pairs for pair in successors(*before)]
    tables = [table for _, table in pairs]
    scores = [naive.final(table)["scores"] for table in tables]
    return (
        sum(len(naive.legal(table)) for table in tables),
        len({repr(public_naively(table)) for table in tables}),
        tuple(map(sum, zip(*scores, strict=True))),
    )


@up_to(ROWS, MOST)
def test_sequences_positions_and_points(row: Row) -> None:
    assert count(row) == row[2:]


@up_to(ROWS, MOST_NAIVELY)
def test_the_naive_implementation_confirms_the_count(row: Row) -> None:
    assert count_naively(row) == row[2:]


def test_the_roots_have_every_number_of_players_and_most_of_the_legends() -> None:
    roots = [EXAMPLES[row.id] for row in ROWS if row.id in EXAMPLES]
    assert {row.id.split("-")[0] for row in ROWS if row.id not in EXAMPLES} == {"2", "3", "4"}
    assert len({name for root in roots for name in root.get("legend", []) if name}) == 9
