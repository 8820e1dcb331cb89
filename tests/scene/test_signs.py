"""What tells the seats apart: the figures of a game's own art, or else the client's shapes, and
never both.
"""

import pytest

from ludotheque.check.playing import Play
from ludotheque.core import registry
from ludotheque.core.constants import NONE
from ludotheque.core.words import ENGLISH
from ludotheque.scene.model import Panel
from ludotheque.scene.picture import scene_of
from ludotheque.scene.svg import symbols

DRAWN = [name for name in registry.names() if registry.load(name).scene is not None]


def signs(panels: list[Panel]) -> list[str]:
    return [panel.sprite for panel in panels if panel.is_sign]


@pytest.mark.parametrize("name", DRAWN)
def test_a_figure_that_is_a_sign_belongs_to_one_seat_for_the_whole_game(name: str) -> None:
    game, found = registry.load(name), set()
    seats = game.seats[-1]
    for number, state in enumerate(Play(game, seats, {}, 3, [5, 12, 7]).states()):
        if number % 7 == 0:
            for seat in [*range(seats), NONE]:
                found.add(tuple(signs(scene_of(game, ENGLISH, game.view_of(state, seat), seat).panels)))
    [figures] = found  # to everybody, in every position
    assert len(set(figures)) == len(figures)
    assert len(figures) in (0, seats)
    assert set(figures) <= symbols(game.folder / "art.svg").keys()


@pytest.mark.parametrize("name", DRAWN)
def test_figures_by_which_people_know_each_other_are_signs(name: str) -> None:
    """Else the client would put a shape of its own beside them."""
    game = registry.load(name)
    view = game.view_of(game.new(game.seats[-1], {}, bytes(32)), NONE)
    sprites = [panel.sprite for panel in scene_of(game, ENGLISH, view, NONE).panels]
    is_told_apart = "" not in sprites and len(set(sprites)) == len(sprites)
    assert signs(scene_of(game, ENGLISH, view, NONE).panels) == (sprites if is_told_apart else [])
