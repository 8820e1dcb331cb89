"""Every worked example of rulebook.md, E1 to E13, with its numbers."""

import json
from pathlib import Path
from typing import Any

import pytest

from ludotheque.core import record, rulebook
from tests.games.dream_runners.boards import GAME, SETS, act, at_round, chances, facts, names_of, table_seat

EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_text())


def root(example: dict[str, Any]) -> Any:
    """The position that an example begins with."""
    return at_round(
        example["seats"],
        example["dream"],
        example["round"],
        example["before"],
        example.get("pace", "calm"),
        example.get("opener", 0),
        example.get("market"),
        example.get("next"),
    )


@pytest.mark.parametrize("example", [pytest.param(example, id=example["example"]) for example in EXAMPLES])
def test_the_example_comes_out_as_it_is_written(example: dict[str, Any]) -> None:
    state = root(example)
    for ply in example["plies"]:
        seat = table_seat(ply["seat"])
        assert seat in GAME.movers(state), ply
        assert len(GAME.legal(state, seat)) == ply["legal"], ply
        assert chances(act(state, seat, ply["action"], ply.get("chance"))) == ply.get("chance", []), ply
    for seat, expected in example["after"].items():
        found = facts(state, int(seat))
        assert {key: found[key] for key in expected} == expected, seat
    found_table = {
        "round": int(state.round_now),
        "opener": int(state.opener),
        "over": GAME.is_over(state),
        "box": [name for name in names_of(state.gone) if name.partition("-")[0] in SETS[: example["seats"]]],
    }
    assert {key: found_table[key] for key in example["table"]} == example["table"]
    if "final" in example:
        assert record.final(GAME, state, example["seats"]) == example["final"]


def test_the_rulebook_lists_every_example() -> None:
    listed = [
        line.split("|")[1].strip() for line in rulebook.path(GAME).read_text().splitlines() if line.startswith("| E")
    ]
    assert listed == [example["example"] for example in EXAMPLES]
