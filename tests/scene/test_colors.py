"""Colour is never the only cue: whatever lies on a table can be told from the rest by people who see colours otherwise, and on a grey print.

Every sprite that the recorded games show is drawn at the same size, seen through three kinds of colour blindness and in grey, and reduced to its outlines. Two sprites
that differ in nothing but their colours have the same outlines.
"""

import io
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import resvg_py
from PIL import Image

from ludotheque.core import record, registry
from ludotheque.core.constants import NONE
from ludotheque.core.words import ENGLISH
from ludotheque.scene.picture import scene_of

Pixels = np.ndarray[Any, np.dtype[np.float64]]
Box = tuple[float, float, float]  # left, top, size

CORPUS = Path(__file__).parents[1] / "corpus"
SIDE = 192  # pixels of a sprite
WIDE = (-640.0, -640.0, 1280.0)  # no sprite reaches farther from its origin
STEP = 0.06  # of the way from black to white: what the eye takes for an edge
LEAST = 8  # pixels that must show an outline in one sprite and not near it in the other
GREY = np.tile([0.2126, 0.7152, 0.0722], (3, 1))
EYES = {  # linear light; Machado, Oliveira and Fernandes (2009), severity 1
    "protanopia": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    "deuteranopia": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
    "tritanopia": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
    "grey": GREY,
}
DRAWN = [name for name in registry.names() if registry.load(name).scene is not None]


def painted(svg: str, width: int, height: int) -> Pixels:
    """Red, green, blue and alpha, from 0 to 1."""
    picture = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height)))).convert("RGBA")
    return np.asarray(picture, np.float64) / 255


def sheet(art: str, sprites: list[str], boxes: list[Box]) -> Pixels:
    """Every sprite in a cell of its own, as much of it as lies in its box."""
    cell = '<svg x="{}" width="{side}" height="{side}" viewBox="{} {} {size} {size}"><use href="#{}"/></svg>'
    cells = [cell.format(number * SIDE, left, top, sprite, side=SIDE, size=size) for number, (sprite, (left, top, size)) in enumerate(zip(sprites, boxes, strict=True))]
    body = art[art.index(">") + 1 : art.rindex("</svg>")]
    width = SIDE * len(sprites)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {SIDE}">{body}{"".join(cells)}</svg>'
    return painted(svg, width, SIDE).reshape(SIDE, len(sprites), SIDE, 4).swapaxes(0, 1)


@cache
def shown(name: str) -> list[str]:
    """The sprites of all panels in the recorded games, and of all pieces that mean something, and so have a label."""
    game, found = registry.load(name), set()
    for file in sorted(CORPUS.glob(f"{name}-*.json"))[::3]:
        follower = record.Follower(record.load_file(file))
        for number, step in enumerate(follower.steps()):
            if number % 9 == 0:
                scene = scene_of(game, ENGLISH, game.view_of(step.state, NONE), NONE)
                found |= {piece.sprite for piece in scene.pieces if piece.label} | {panel.sprite for panel in scene.panels}
    return sorted(found - {""})


@cache
def pictures(name: str) -> tuple[list[str], Pixels, list[float]]:
    """The sprites, each as large as its cell, and how large it is in truth."""
    art, sprites = (registry.load(name).folder / "art.svg").read_text(), shown(name)
    boxes = [WIDE] * len(sprites)
    for _ in range(2):  # the first look is a rough one
        boxes = [closer(cell, box) for cell, box in zip(sheet(art, sprites, boxes), boxes, strict=True)]
    return sprites, sheet(art, sprites, boxes), [size for *_, size in boxes]


def closer(cell: Pixels, box: Box) -> Box:
    """The square in which something is drawn, within one that is larger."""
    left, top, size = box
    seen, unit = np.argwhere(cell[..., 3] > 0.02), size / SIDE
    (first_row, first_column), (last_row, last_column) = seen.min(0), seen.max(0)
    return left + float(first_column) * unit, top + float(first_row) * unit, float(max(last_row - first_row, last_column - first_column) + 1) * unit


def outlines(cells: Pixels, eye: Pixels) -> Any:
    """Where brightness changes, as that eye sees it, on paper."""
    light = np.where(cells[..., :3] <= 0.04045, cells[..., :3] / 12.92, ((cells[..., :3] + 0.055) / 1.055) ** 2.4)
    light = light * cells[..., 3:] + 0.85 * (1 - cells[..., 3:])
    bright = np.clip(np.clip(light @ eye.T, 0, 1) @ GREY[0], 0, 1) ** (1 / 2.2)
    edges = np.zeros(bright.shape, bool)
    edges[:, :, 1:] |= abs(np.diff(bright, axis=2)) > STEP
    edges[:, 1:, :] |= abs(np.diff(bright, axis=1)) > STEP
    return edges


def thick(edges: Any) -> Any:
    """An outline and its neighbours: it may lie a pixel aside."""
    out = edges.copy()
    for axis in (1, 2):
        out |= np.roll(out, 1, axis) | np.roll(out, -1, axis)
    return out


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("name", DRAWN)
def test_no_two_pieces_differ_in_their_colours_alone(name: str, eye: str) -> None:
    names, cells, sizes = pictures(name)
    assert len(names) > 10
    lines = outlines(cells, EYES[eye])
    near = thick(lines)
    alike = []
    for one, other in combinations(range(len(names)), 2):
        if abs(sizes[one] - sizes[other]) < 0.1 * sizes[one]:
            apart = (lines[one] & ~near[other]).sum() + (lines[other] & ~near[one]).sum()
            if apart < LEAST:
                alike.append((names[one], names[other], int(apart)))
    assert alike == []
