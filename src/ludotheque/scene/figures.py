"""Small pictures for the rules: positions of a game's guided first game, cropped to what matters.

Nothing is drawn by hand. `rulebook.toml` names a rule, plies and what to show, and the game's own
scene module does the rest.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import msgspec

from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, State
from ludotheque.core.layout import copy
from ludotheque.core.record import Follower, load_file
from ludotheque.core.rulebook import Picture
from ludotheque.scene.model import Area, Piece, Place, Scene
from ludotheque.scene.picture import scene_of
from ludotheque.scene.svg import SVG, drawing, number

HALF = 50  # half the size of a piece
LIGHT, DARK = "#FFD27A", "#3A2200"  # the colours of a ring, so that it stands out on any ground
KINDS: tuple[Callable[[Scene], list[Any]], ...] = (
    lambda scene: scene.places,
    lambda scene: scene.areas,
    lambda scene: scene.pieces,
)
REFERENCE = re.compile(r"#([\w.:-]+)")


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


@cache
def plain_twin(game: Game) -> Game:
    """Return the same game run as plain Python, so that no reader waits for the compiler."""
    twin = replace(game)
    twin.run_plainly()
    return twin


@cache
def positions(game: Game) -> list[State]:
    """Return the positions of the guided first game, from the deal on.

    The list is empty if the game has no tutorial, or if it was recorded with other components.
    """
    file = game.folder / "tutorial/record.json"
    if not file.is_file():
        return []
    try:
        follower = Follower(load_file(file), plain_twin(game))
        return [copy(follower.state), *(copy(step.state) for step in follower.steps())]
    except LudothequeError:
        return []


def can_draw(game: Game, picture: Picture) -> bool:
    return all(ply < len(positions(game)) for ply in picture.plies)


def cut(game: Game, picture: Picture, ply: int) -> Scene:
    """Return the scene after this many plies, cropped to what the picture shows.

    All plies of a picture are cropped alike, so that the reader sees what changed.
    """
    scenes = {one: _scene(game, picture, one) for one in picture.plies}
    boxes = [_box(thing) for name in picture.show for thing in _things(list(scenes.values()), name)]
    whole, margin = scenes[ply], picture.margin
    left = max(whole.left, min(box.left for box in boxes) - margin)
    top = max(whole.top, min(box.top for box in boxes) - margin)
    right = min(whole.left + whole.width, max(box.right for box in boxes) + margin)
    bottom = min(whole.top + whole.height, max(box.bottom for box in boxes) + margin)
    return msgspec.structs.replace(whole, left=left, top=top, width=right - left, height=bottom - top, panels=[])


def _scene(game: Game, picture: Picture, ply: int) -> Scene:
    view = plain_twin(game).view_of(positions(game)[ply], picture.seat)
    return scene_of(game, game.words("en"), view, picture.seat)


def draw(game: Game, picture: Picture, ply: int, *, is_dark: bool = False) -> str:
    """Return a picture as SVG, with only as much of the game's art as it needs."""
    scene = cut(game, picture, ply)
    root = drawing(scene, game.folder / "art.svg" if scene.ground else None, is_dark=is_dark)
    for name in picture.ring:
        for thing in _things([scene], name):
            _ring(root, thing)
    _leave_out_unused(root)
    return ET.tostring(root, encoding="unicode")


def _things(scenes: list[Scene], name: str) -> list[Place | Piece | Area]:
    """Return everything with this id in the scenes; a place takes precedence over a piece on it."""
    kinds = ([thing for scene in scenes for thing in things(scene) if thing.id == name] for things in KINDS)
    found = next((things for things in kinds if things), None)
    if found is None:
        raise KeyError(f"a picture of the rules shows {name!r}, which is not on the table")
    return found


def _box(thing: Place | Piece | Area) -> Box:
    if isinstance(thing, Area):
        return Box(thing.x, thing.y, thing.x + thing.width, thing.y + thing.height)
    across, down = (thing.width / 2, thing.height / 2) if isinstance(thing, Place) else (HALF * thing.size,) * 2
    return Box(thing.x - across, thing.y - down, thing.x + across, thing.y + down)


def _ring(root: ET.Element, thing: Place | Piece | Area) -> None:
    left, top, right, bottom = _box(thing)
    is_round = isinstance(thing, Place) and thing.is_round
    for color, width in ((DARK, 11), (LIGHT, 6)):
        ET.SubElement(
            root,
            f"{{{SVG}}}rect",
            {
                "x": number(left),
                "y": number(top),
                "width": number(right - left),
                "height": number(bottom - top),
                "rx": number((right - left) / 2 if is_round else 10),
                "fill": "none",
                "stroke": color,
                "stroke-width": str(width),
            },
        )


def _leave_out_unused(root: ET.Element) -> None:
    """Remove the symbols that nothing in the picture refers to."""
    symbols = {child.get("id", ""): child for child in root if child.tag == f"{{{SVG}}}symbol"}
    wanted = {name for child in root if child not in symbols.values() for name in _references(child)}
    reached: set[str] = set()
    while wanted:
        name = wanted.pop()
        reached.add(name)
        if name in symbols:
            wanted |= set(_references(symbols[name])) - reached
    for name, symbol in symbols.items():
        if name not in reached:
            root.remove(symbol)


def _references(element: ET.Element) -> list[str]:
    return REFERENCE.findall(ET.tostring(element, encoding="unicode"))
