"""Every worked example of rulebook.md, E1 to E16, with its numbers."""

import json
from pathlib import Path
from typing import Any

import pytest

from ludotheque.core import record, rulebook
from ludotheque.games.sarena import naive
from tests.games.sarena.boards import GAME, after, legal, refusal, stacks_of, state_of

EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_text())
POSITIONS = EXAMPLES["positions"]  # E1 to E13
GAMES = EXAMPLES["games"]  # E14 and E15, on the deal of E16
RECORD = EXAMPLES["record"]  # E16


def examples_with(key: str) -> Any:
    return pytest.mark.parametrize(
        "example", [pytest.param(example, id=example["id"]) for example in POSITIONS if key in example]
    )


@examples_with("action")
def test_the_action_leads_to_the_position_after(example: Any) -> None:
    assert stacks_of(after(state_of(example["stacks"]), example["action"])) == example["after"]


@examples_with("legal")
def test_the_legal_list_is_complete_and_in_order(example: Any) -> None:
    state = state_of(example["stacks"])
    assert legal(state) == example["legal"]
    assert GAME.is_over(state) == (example["legal"] == [])


@examples_with("illegal")
def test_each_illegal_action_is_refused_by_its_rule(example: Any) -> None:
    state = state_of(example["stacks"])
    assert {text: GAME.text.REFUSALS[refusal(state, text)].rule for text in example["illegal"]} == example["illegal"]


@examples_with("final")
def test_the_finished_position_is_scored(example: Any) -> None:
    state = state_of(example["stacks"], example["secret"])
    assert GAME.is_over(state)
    assert record.final(GAME, state, len(example["secret"])) == example["final"]


@pytest.mark.parametrize("example", [pytest.param(example, id=example["id"]) for example in GAMES])
def test_the_whole_game_ends_after_its_last_move(example: Any) -> None:
    data = RECORD | {"plies": []}
    del data["final"]
    state = after(record.Follower(data).state, *example["moves"][:-1])
    assert not GAME.is_over(state)
    over = after(state, example["moves"][-1])
    assert len(example["moves"]) == example["plies"]
    assert GAME.is_over(over)
    assert record.final(GAME, over, 4) == example["final"]


def test_the_recorded_game_agrees_with_the_rules() -> None:
    assert record.check(RECORD) == []
    assert naive.check_record(RECORD) == []


def test_the_recorded_game_turns_over_stacks_of_every_height() -> None:
    heights = set()
    board = naive.deal(RECORD["setup"]["chips"])
    for ply in RECORD["plies"]:
        origin, target = ply["action"].split("-")
        if target not in board:
            heights.add(len(board[origin]))
        board = naive.move(board, ply["action"])
    assert heights == {1, 2, 3, 4}


def test_the_rulebook_lists_every_example() -> None:
    listed = [
        line.split("|")[1].strip() for line in rulebook.path(GAME).read_text().splitlines() if line.startswith("| E")
    ]
    assert listed == [example["id"] for example in (*POSITIONS, *GAMES)] + ["E16"]
