"""The pictures on the page of a game's box."""

import importlib
import re

import pytest

from ludotheque.core import registry
from ludotheque.core.corrections import components_of, layout_of
from ludotheque.core.words import Words

SYMBOL = re.compile(r'<symbol id="([^"]+)"')


@pytest.mark.parametrize("name", [name for name in registry.names() if name != "toy"])  # which has no art
def test_every_component_is_drawn_by_the_games_own_art(name: str) -> None:
    game = registry.load(name)
    drawing = importlib.import_module(f"{game.rules.__name__.rpartition('.')[0]}.box")
    known = set(SYMBOL.findall((game.folder / "art.svg").read_text(encoding="utf-8")))
    drawn = [part for part in layout_of(game).parts if part.view]
    for component in [one for part in drawn for one in components_of(part, game.components.data)]:
        pieces = drawing.PICTURES[component.part.at](Words("en", game.folder), component.row or 0)
        assert pieces, component.place
        assert {piece.sprite for piece in pieces} <= known, component.place
    assert drawing.PICTURES.keys() == {part.at for part in drawn}
