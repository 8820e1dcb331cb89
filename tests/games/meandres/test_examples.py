"""Every worked example of rulebook.md, E1 to E25, with its numbers; and the first turn of a
record.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludotheque.core import record, rulebook
from ludotheque.games.meandres.components import HUES
from ludotheque.games.meandres.rules.codes import Refusal
from ludotheque.games.meandres.state import Phase
from tests.games.meandres.boards import (
    GAME,
    after,
    discards_of,
    fiends_of,
    legal,
    legends_of,
    refusal,
    row_of,
    spawn_of,
    state_of,
    tiles_on,
)

DATA = json.loads(Path(__file__).with_name("examples.json").read_text())
EXAMPLES: list[dict[str, Any]] = DATA["examples"]
PHASES = {"extend": Phase.EXTEND, "before": Phase.BEFORE}


def check_list(state: Any, ply: dict[str, Any]) -> None:
    """The legal list before a ply: how many, which, and which not."""
    found = legal(state)
    assert len(found) == ply["legal"], (ply, found)
    assert sorted(ply.get("list", found)) == sorted(found)
    assert set(ply.get("possible", [])) <= set(found)
    for text in ply.get("impossible", []):
        assert refusal(state, text) != Refusal.LEGAL, text
        assert text not in found


def facts(state: Any, expected: dict[str, Any]) -> dict[str, Any]:
    """What is expected, as it truly is."""
    seats = int(state.seats)
    found: dict[str, Callable[[], Any]] = {
        "spawn": lambda: spawn_of(state),
        "track": lambda: state.marker[:seats].tolist(),
        "supply": lambda: state.supply[:seats].tolist(),
        "phase": lambda: {phase: name for name, phase in PHASES.items()}[Phase(state.phase)],
        "legend": lambda: legends_of(state),
        "influence": lambda: [HUES[color] for color in state.influence[:seats].tolist()],
        "board": lambda: {cell: tiles_on(state, cell) for cell in expected["board"]},
        "row": lambda: row_of(state),
        "fiends": lambda: fiends_of(state),
        "piles": lambda: dict(zip(HUES, state.left.tolist(), strict=True)),
        "turn": lambda: int(state.seat),
        "discards": lambda: discards_of(state),
        "breakdown": lambda: GAME.breakdown(state, seats),
        "scores": lambda: GAME.scores(state, seats),
        "ranks": lambda: GAME.ranks(state, seats),
    }
    return {key: found[key]() for key in expected}


@pytest.mark.parametrize("example", [pytest.param(example, id=example["id"]) for example in EXAMPLES])
def test_every_ply_and_what_holds_after_the_last(example: dict[str, Any]) -> None:
    state = state_of(**example)
    for ply in example.get("plies", []):
        check_list(state, ply)
        if "action" in ply:
            assert ply["seat"] == state.seat
            state = after(state, ply["action"], chance=tuple(ply.get("chance", [])))
    assert facts(state, example["expect"]) == example["expect"]


def test_the_first_turn_of_a_record_agrees_with_the_rules() -> None:
    assert record.check(DATA["record"]) == []


def test_the_rulebook_lists_every_example() -> None:
    listed = [
        line.split("|")[1].strip()
        for line in rulebook.path(GAME).read_text().splitlines()
        if line.startswith(("| E1", "| E2", "| E3", "| E4", "| E5", "| E6", "| E7", "| E8", "| E9"))
    ]
    assert listed == [example["id"] for example in EXAMPLES]
