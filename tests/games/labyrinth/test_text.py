"""What people read: the board in words, what to do now, and what happened."""

from collections.abc import Callable
from typing import Any

import pytest

from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.core.story import new_story, rows_of
from ludotheque.core.words import ENGLISH
from ludotheque.games.labyrinth.state import Phase
from tests.games.labyrinth.mazes import GAME, after, dealt, mover, position

LAST: dict[str, Any] = {"tokens": {"e6": 25}, "pawns": ["e5"], "phase": Phase.MOVE}


def said(state: Any, text: str) -> str:
    """The line of the log for an action."""
    state, seat, story = copy(state), mover(state), new_story()
    action = GAME.notation.parse(state, seat, text).action
    GAME.apply(state, seat, action, story)
    return GAME.text.describe(ENGLISH, GAME.view_of(state, seat), seat, action, rows_of(story))


def asking() -> Any:
    return position(3, advice="on", held=[[1], [2]], tokens={"c6": 4, "e6": 25})


LINES: list[tuple[Callable[[], Any], str, str]] = [
    (lambda: dealt(), "shift 1 NE", "pushes the spare tile in at slot 1, open to north east."),
    (
        lambda: position(pawns=["b7"], tokens={"b7": 2, "c6": 5}),
        "shift 1 NE",
        "pushes the spare tile in at slot 1, open to north east. 2 pine cones goes over the edge, onto b1. The brown pawn goes over the edge, onto b1.",
    ),
    (lambda: after(dealt(), "shift 1 NE"), "move e6", "walks to e6. Takes 1 horse droppings."),
    (lambda: after(dealt(), "shift 1 NE"), "move e5", "walks to e5."),
    (lambda: after(dealt(), "shift 1 NE"), "stay", "stays on c3."),
    (lambda: after(dealt(), "shift 1 NE", "stay"), "wand", "spends a wand; 2 left."),
    (lambda: after(dealt(), "shift 1 NE", "stay"), "end", "ends the turn."),
    (lambda: position(**LAST), "move e6", "walks to e6. Takes 25 mistletoe. The game is over."),
    (lambda: after(position(drought=1), "shift 1 NE"), "stay", "stays on c3. 1 action without a token, and the game is over."),
    (lambda: asking(), "ask 1", "offers 1 horse droppings for advice."),
    (lambda: asking(), "ask wand", "offers a wand for advice."),
    (lambda: after(asking(), "ask 1"), "tip 2 NE", "advises slot 2, open to north east."),
    (lambda: after(asking(), "ask 1"), "decline", "declines."),
    (lambda: after(asking(), "ask 1", "decline"), "decline", "declines. Nobody gives advice."),
    (
        lambda: after(asking(), "ask 1", "tip 2 NE"),
        "shift 2 NE",
        "pushes the spare tile in at slot 2, open to north east. The advice is followed: 1 horse droppings goes to white.",
    ),
]


@pytest.mark.parametrize(("state", "text", "line"), LINES, ids=[text for _, text, _ in LINES])
def test_the_log_says_what_happened(state: Callable[[], Any], text: str, line: str) -> None:
    assert said(state(), text) == line


PROMPTS: list[tuple[Callable[[], Any], str]] = [
    (lambda: dealt(), "Turn the spare tile and push it in at a slot. The goal is 1 horse droppings."),
    (lambda: after(dealt(), "shift 1 NE"), "Walk to a lit cell, or stay. The goal is 1 horse droppings."),
    (lambda: after(dealt(), "shift 1 NE", "stay"), "Spend a wand for another action, or end your turn."),
    (lambda: after(asking(), "ask 1"), "The brown wizard offers 1 horse droppings for advice: show a shift, or decline."),
    (lambda: after(asking(), "ask 1", "tip 2 NE"), "Advice of white, for 1 horse droppings: slot 2, open to north east. Follow it, or not."),
    (lambda: after(position(**LAST), "move e6"), "The game is over."),
]


@pytest.mark.parametrize(("state", "prompt"), PROMPTS, ids=range(len(PROMPTS)))
def test_the_prompt_says_what_to_do_now(state: Callable[[], Any], prompt: str) -> None:
    assert GAME.text.prompt(ENGLISH, GAME.view_of(state(), 0), 0) == prompt


def test_the_board_in_words() -> None:
    lines = GAME.text.board(ENGLISH, GAME.view_of(after(dealt(), "shift 1 NE"), 0), 0).splitlines()
    assert lines[:3] == [
        "         a        b 1v     c        d 2v     e        f 3v     g",
        "     1   ┌──────  └────────┬────────┤      ──┬─────────────────┐",
        "         │                 │        │        │                 │",
    ]
    assert lines[6].split() == ["│", "│", "3", "│", "B", "9", "│", "│10", "│"]
    assert lines[-3:] == [
        "Spare tile: straight. Not into slot 9. Goal: 1 horse droppings, on e6. Actions without a token: 0 of 100.",
        "B seat 0, brown: tokens none; wands 3; formula 1, 10, 13",
        "W seat 1, white: tokens none; wands 3",
    ]


def test_the_board_in_words_shows_only_the_own_formula_before_the_end() -> None:
    shown = GAME.text.board(ENGLISH, GAME.view_of(dealt(4), NONE), NONE)
    assert "formula" not in shown
    over = after(position(3, **LAST), "move e6")
    assert GAME.text.board(ENGLISH, GAME.view_of(over, NONE), NONE).count("formula") == 3
