"""The counts of perft.txt: how many sequences of actions there are, and how many positions they
lead to.
"""

from typing import Any, NamedTuple

from ludotheque.core.chance import seed_key
from ludotheque.core.record import Recorder
from ludotheque.games.labyrinth import naive
from ludotheque.games.labyrinth.components import VALUES
from ludotheque.lab import perft
from tests.games.counts import rows_beside, up_to
from tests.games.effort import size
from tests.games.labyrinth.mazes import EXAMPLES, GAME, RECORD, after, dealt, lay_tokens, legal, mover

MOST = size(400_000, python=400)  # sequences that are counted one by one
MOST_NAIVELY = size(1500, python=300)


class Row(NamedTuple):
    id: str
    seats: int
    setup: str
    advice: str
    drought: int
    depth: int
    sequences: int
    positions: int


def read_row(line: str) -> Row:
    name, seats, setup, advice, drought, depth, sequences, positions = line.split()
    return Row(name, int(seats), setup, advice, int(drought), int(depth), int(sequences), int(positions))


ROWS = rows_beside(__file__, read_row)
PLIES = {example["id"]: [text for _, text, _ in example["plies"]] for example in EXAMPLES["games"]}


def roots(row: Row) -> tuple[Any, naive.Table]:
    """The state that a row counts from, and the same table as the naive implementation has it."""
    kind, _, rest = row.setup.partition(":")
    options = {"advice": row.advice, "drought": row.drought}
    if kind == "seed":
        recorder = Recorder(GAME, row.seats, options, seed_key(int(rest)))
        return recorder.state, naive.deal(recorder.record())
    state, table = dealt(row.seats, **options), naive.deal(RECORD | {"options": options})
    if kind == "tokens":
        table.tokens = {token.partition("=")[0]: int(token.partition("=")[2]) for token in rest.split(",")}
        lay_tokens(state, table.tokens)
    for example in rest.split(",") if kind == "after" else []:
        for text in PLIES[example]:
            state, table = after(state, text), naive.act(table, text)
    return state, table


@up_to(ROWS, MOST)
def test_sequences_and_positions(row: Row) -> None:
    state, _ = roots(row)
    found = perft.positions(GAME, state, row.depth)
    assert perft.sequences(GAME, state, row.depth) == sum(found.values()) == row.sequences
    assert len(found) == row.positions


@up_to(ROWS, MOST_NAIVELY)
def test_the_naive_engine_confirms_the_count(row: Row) -> None:
    found = naive.positions(roots(row)[1], row.depth)
    assert (sum(found.values()), len(found)) == (row.sequences, row.positions)


def test_the_last_tokens_are_counted_to_the_end_of_every_game() -> None:
    last = [row for row in ROWS if row.setup.startswith("tokens:")]
    assert {row.id for row in last if row.sequences == 0} == {row.id for row in last} != set()
    state, _ = roots(last[0])
    assert mover(state) == 0
    assert len(legal(state)) == last[0].sequences
    assert VALUES[state.goal] == 20


def test_all_seat_counts_and_both_options_are_counted() -> None:
    assert {row.seats for row in ROWS} == {2, 3, 4}
    assert {row.advice for row in ROWS} == {"off", "on"}
