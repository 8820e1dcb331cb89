"""What people read: the board in words, what to do now, and what happened."""

from collections.abc import Callable
from typing import Any

import pytest

from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.core.story import new_story, rows_of
from ludotheque.core.words import ENGLISH, LANGUAGES
from ludotheque.games.labyrinth import text as labyrinth_text
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
    (lambda: dealt(), "shift 1 NE", "pushes a corner in at slot 1."),
    (
        lambda: position(pawns=["b7"], tokens={"b7": 2, "c6": 5}),
        "shift 1 NE",
        (
            "pushes a corner in at slot 1.\nToken 2 (pine cones) is pushed out and comes back in on b1.\nSeat 0 is"
            " pushed out and comes back in on b1."
        ),
    ),
    (lambda: after(dealt(), "shift 1 NE"), "move e6", "walks to e6.\nTakes token 1 (horse droppings)."),
    (lambda: after(dealt(), "shift 1 NE"), "move e5", "walks to e5."),
    (lambda: after(dealt(), "shift 1 NE"), "stay", "stays on c3."),
    (lambda: after(dealt(), "shift 1 NE", "stay"), "wand", "spends a wand; 2 left."),
    (lambda: after(dealt(), "shift 1 NE", "stay"), "end", "ends the turn."),
    (lambda: position(**LAST), "move e6", "walks to e6.\nTakes token 25 (mistletoe).\nThe game is over."),
    (
        lambda: after(position(drought=1), "shift 1 NE"),
        "stay",
        "stays on c3.\n1 action without a token: the game is over.",
    ),
    (lambda: asking(), "ask 1", "offers token 1 (horse droppings) for advice."),
    (lambda: asking(), "ask wand", "offers a wand for advice."),
    (lambda: after(asking(), "ask 1"), "tip 2 NE", "advises slot 2, with the tile leading up and right."),
    (lambda: after(asking(), "ask 1"), "decline", "declines."),
    (lambda: after(asking(), "ask 1", "decline"), "decline", "declines.\nNobody gives advice."),
    (
        lambda: after(asking(), "ask 1", "tip 2 NE"),
        "shift 2 NE",
        "pushes a corner in at slot 2.\nSeat 1 gave the advice and receives token 1 (horse droppings).",
    ),
    (
        lambda: after(asking(), "ask wand", "tip 2 NE"),
        "shift 2 ES",
        "pushes a corner in at slot 2.\nSeat 1 gave the advice and receives a wand.",
    ),
    (
        lambda: after(asking(), "ask 1", "tip 2 NE"),
        "shift 8 NE",
        "pushes a corner in at slot 8.",
    ),
]


@pytest.mark.parametrize(("state", "text", "line"), LINES, ids=[text for _, text, _ in LINES])
def test_the_log_says_what_happened(state: Callable[[], Any], text: str, line: str) -> None:
    assert said(state(), text) == line


PROMPTS: list[tuple[Callable[[], Any], str]] = [
    (lambda: dealt(), "Turn the spare tile and push it in at a slot. The goal is token 1 (horse droppings)."),
    (lambda: after(dealt(), "shift 1 NE"), "Walk to a lit cell, or stay. The goal is token 1 (horse droppings)."),
    (
        lambda: after(position(pawns=["a1"], tiles={"b1": "NS", "a2": "EW"}), "shift 2 NE"),
        "No way leads out of your cell: stay here. The goal is token 1 (horse droppings).",
    ),
    (lambda: after(dealt(), "shift 1 NE", "stay"), "Spend a wand for another action, or end your turn."),
    (
        lambda: after(asking(), "ask 1"),
        "Seat 0 offers token 1 (horse droppings) for advice: show a shift, or decline.",
    ),
    (
        lambda: after(asking(), "ask 1", "tip 2 NE"),
        (
            "Advice from seat 1: slot 2, with the tile leading up and right. A shift at that slot, however you"
            " turn the tile, costs you token 1 (horse droppings)."
        ),
    ),
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
        (
            "Spare tile: straight. Slot 9 is locked. Goal: token 1 (horse droppings), on e6. Actions without a token: 0"
            " of 100."
        ),
        "B seat 0, brown: tokens none; wands 3; formula 1, 10, 13",
        "W seat 1, white: tokens none; wands 3",
    ]


def test_the_board_in_words_shows_only_the_own_formula_before_the_end() -> None:
    shown = GAME.text.board(ENGLISH, GAME.view_of(dealt(4), NONE), NONE)
    assert "formula" not in shown
    over = after(position(3, **LAST), "move e6")
    assert GAME.text.board(ENGLISH, GAME.view_of(over, NONE), NONE).count("formula") == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_is_explained_and_the_signal_has_words(language: str) -> None:
    words = GAME.words(language)
    explained = {option.name: GAME.explain(words, option.name) for option in GAME.options}
    assert set(explained) == {"advice", "drought"} == set(labyrinth_text.EXPLAINS)
    assert "100" in explained["drought"]
    assert min(map(len, explained.values())) > 100
    assert words(labyrinth_text.SIGNAL) in {"I see a way", "Je vois un chemin", "Ich sehe einen Weg", "Ik zie een weg"}


def test_advice_is_proposed_where_two_people_sit_down() -> None:
    assert [GAME.proposed_options(people)["advice"] for people in (0, 1, 2, 3, 4)] == ["off", "off", "on", "on", "on"]
    assert GAME.complete_options({})["advice"] == "off"
