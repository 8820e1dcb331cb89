"""What each game says about its puzzles: their themes, and exact solutions."""

import pytest

from ludotheque.core import registry
from ludotheque.core.layout import copy
from ludotheque.core.puzzle import Puzzle, puzzles_of, themes_of

GAMES = ("sarena", "labyrinth", "viva_catrina", "meandres", "dream_runners")
QUICKLY = ("labyrinth", "viva_catrina")  # the composer of Dream Runners is too slow as plain Python


def shortest_by_theme(game: str) -> list[Puzzle]:
    """One puzzle for each theme, whose record is as short as possible."""
    found: dict[str, Puzzle] = {}
    for one in sorted(puzzles_of(registry.load(game)), key=lambda one: len(one.data["plies"])):
        found.setdefault(one.notes.theme, one)
    return list(found.values())


@pytest.mark.parametrize("game", GAMES)
def test_the_best_action_has_the_theme_that_the_puzzle_names(game: str) -> None:
    for one in shortest_by_theme(game):
        before = one.follow().state
        after = copy(before)
        one.game.apply(after, one.notes.seat, one.best[0])
        assert themes_of(one.game).theme(one.game, before, after, one.notes.seat, one.best[0]) == one.notes.theme


@pytest.mark.parametrize("game", QUICKLY)
def test_an_exact_solution_is_found_again(game: str) -> None:
    exact = [one for one in puzzles_of(registry.load(game)) if one.notes.points is not None]
    one = min(exact, key=lambda one: len(one.data["plies"]))
    solution = themes_of(one.game).solve(one.game, one.view, one.notes.seat)
    assert solution is not None
    assert (sorted(solution.actions), round(solution.points, 2)) == (sorted(one.best), one.notes.points)
