"""Every worked example of rulebook.md, E1 to E12, with its numbers."""

from typing import Any

import pytest

from ludotheque.core import record, rulebook
from ludotheque.games.labyrinth import naive
from ludotheque.games.labyrinth.rules import Refusal
from tests.games.labyrinth.mazes import EXAMPLES, GAME, RECORD, dealt, facts, legal, mover, position, refusal

GAMES = {example["id"]: example for example in EXAMPLES["games"]}  # E1 to E8 and E12
SCORES = EXAMPLES["scores"]  # E9 and E10

games = pytest.mark.parametrize("example", [pytest.param(example, id=name) for name, example in GAMES.items()])


def played(example: Any) -> Any:
    """The state after the example and those before it; every ply with its seat and its number of
    choices.
    """
    state = dealt(advice="on")
    for name in [*example["from"], example["id"]]:
        for seat, text, count in GAMES[name]["plies"]:
            assert mover(state) == seat
            assert len(legal(state)) == count
            assert refusal(state, text) == Refusal.LEGAL
            GAME.apply(state, seat, GAME.notation.parse(state, seat, text).action)
    return state


@games
def test_the_plies_lead_to_the_position(example: Any) -> None:
    found = facts(played(example))
    assert {name: found[name] for name in example["state"]} == example["state"]


@games
def test_the_legal_list_is_complete_and_what_is_illegal_is_refused(example: Any) -> None:
    state = played(example)
    if "legal_actions" in example:
        assert sorted(legal(state)) == sorted(example["legal_actions"])
    assert all(refusal(state, text) != Refusal.LEGAL for text in example.get("illegal", ()))


@games
def test_the_naive_implementation_agrees(example: Any) -> None:
    table = naive.deal(RECORD | {"options": {"advice": "on", "drought": 100}})
    for name in [*example["from"], example["id"]]:
        for seat, text, count in GAMES[name]["plies"]:
            assert table.decides == seat
            assert len(naive.legal(table)) == count
            table = naive.act(table, text)
    found = {
        "pawns": table.pawns,
        "held": [sorted(tokens) for tokens in table.held],
        "wands": table.wands,
        "forbidden": table.forbidden,
        "goal": table.goal,
        "phase": table.phase,
    }
    assert {name: found[name] for name in example["state"] if name in found} == {
        name: value for name, value in example["state"].items() if name in found
    }
    assert sorted(naive.legal(table)) == sorted(legal(played(example)))


@pytest.mark.parametrize("example", [pytest.param(example, id=example["id"]) for example in SCORES])
def test_the_holdings_are_scored(example: Any) -> None:
    seats = len(example["held"])
    state = position(seats, held=example["held"], formulas=example["formulas"], wands=example["wands"])
    expected = {key: example[key] for key in ("scores", "ranks", "breakdown")}
    assert record.final(GAME, state, seats) == expected
    assert naive.final(example["held"], example["formulas"], example["wands"]) == expected


def test_the_recorded_game_agrees_with_the_rules() -> None:
    assert record.check(RECORD) == []
    assert naive.check_record(RECORD) == []
    assert RECORD["final"]["ranks"] == [1, 1]


def test_the_rulebook_lists_every_example() -> None:
    listed = [
        line.split("|")[1].strip() for line in rulebook.path(GAME).read_text().splitlines() if line.startswith("| E")
    ]
    assert listed == [f"E{number}" for number in range(1, 13)]
    assert set(listed) == {*GAMES, *(example["id"] for example in SCORES), "E11"}
