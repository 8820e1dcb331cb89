"""Colour is never the only cue: people with any kind of colour vision can tell the pieces apart,
also on a greyscale print.

Every sprite that appears in some random games is drawn at the same size, seen through three kinds
of colour blindness and in grey, and reduced to its outlines. Two sprites that differ only in their
colours have the same outlines.
"""

import io
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
import resvg_py
from PIL import Image

from ludotheque.check.playing import Play, all_options, where_drawn
from ludotheque.core import registry
from ludotheque.core.constants import NONE
from ludotheque.core.words import ENGLISH
from ludotheque.scene.picture import scene_of

Pixels = np.ndarray[Any, np.dtype[np.float64]]
Box = tuple[float, float, float]  # left, top, size

LOOK = 9  # look at every ninth ply
SIDE = 192  # pixels per sprite
WIDE = (-640.0, -640.0, 1280.0)  # no sprite reaches farther from its origin
STEP = 0.06  # the difference in brightness, from black to white, that the eye sees as an edge
LEAST = 8  # pixels that must be an outline in one sprite and not near one in the other
GREY = np.tile([0.2126, 0.7152, 0.0722], (3, 1))
EYES = {  # linear light; Machado, Oliveira and Fernandes (2009), severity 1
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
    "grey": GREY,
}


def painted(svg: str, width: int, height: int) -> Pixels:
    """Return red, green, blue and alpha of a rendered SVG, from 0 to 1."""
    picture = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height)))).convert(
        "RGBA"
    )
    return np.asarray(picture, np.float64) / 255


def sheet(art: str, sprites: list[str], boxes: list[Box]) -> Pixels:
    """Draw every sprite in its own cell, as much of it as lies in its box."""
    cell = '<svg x="{}" width="{side}" height="{side}" viewBox="{} {} {size} {size}"><use href="#{}"/></svg>'
    cells = [
        cell.format(number * SIDE, left, top, sprite, side=SIDE, size=size)
        for number, (sprite, (left, top, size)) in enumerate(zip(sprites, boxes, strict=True))
    ]
    body = art[art.index(">") + 1 : art.rindex("</svg>")]
    width = SIDE * len(sprites)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {SIDE}">{body}{"".join(cells)}</svg>'
    return painted(svg, width, SIDE).reshape(SIDE, len(sprites), SIDE, 4).swapaxes(0, 1)


@cache
def shown(name: str) -> list[str]:
    """Return the sprites of all panels in some random games, and of all pieces that have a label.

    A piece without a label has no meaning in the game.
    """
    game, found = registry.load(name), set()
    for number, (seats, options) in enumerate(product(game.seats, all_options(game))):
        for ply, state in enumerate(Play(game, seats, options, number, [7, 919 * number, 104_729]).states()):
            if ply % LOOK == 0:
                scene = scene_of(game, ENGLISH, game.view_of(state, NONE), NONE)
                found |= {piece.sprite for piece in scene.pieces if piece.label}
                found |= {panel.sprite for panel in scene.panels}
    return sorted(found - {""})


@cache
def pictures(name: str) -> tuple[list[str], Pixels, list[float]]:
    """Return the sprites, their pictures scaled to fill a cell, and their true sizes."""
    art, sprites = (registry.load(name).folder / "art.svg").read_text(encoding="utf-8"), shown(name)
    boxes = [WIDE] * len(sprites)
    for _ in range(2):  # the first pass is a rough one
        boxes = [closer(cell, box) for cell, box in zip(sheet(art, sprites, boxes), boxes, strict=True)]
    return sprites, sheet(art, sprites, boxes), [size for *_, size in boxes]


def closer(cell: Pixels, box: Box) -> Box:
    """Return the square that the drawing occupies within a larger one."""
    left, top, size = box
    seen, unit = np.argwhere(cell[..., 3] > 0.02), size / SIDE
    (first_row, first_column), (last_row, last_column) = seen.min(0), seen.max(0)
    return (
        left + float(first_column) * unit,
        top + float(first_row) * unit,
        float(max(last_row - first_row, last_column - first_column) + 1) * unit,
    )


def outlines(cells: Pixels, eye: Pixels) -> Any:
    """Return where brightness changes on paper, as seen by this eye."""
    light = np.where(cells[..., :3] <= 0.04045, cells[..., :3] / 12.92, ((cells[..., :3] + 0.055) / 1.055) ** 2.4)
    light = light * cells[..., 3:] + 0.85 * (1 - cells[..., 3:])
    bright = np.clip(np.clip(light @ eye.T, 0, 1) @ GREY[0], 0, 1) ** (1 / 2.2)
    edges = np.zeros(bright.shape, bool)
    edges[:, :, 1:] |= abs(np.diff(bright, axis=2)) > STEP
    edges[:, 1:, :] |= abs(np.diff(bright, axis=1)) > STEP
    return edges


def thick(edges: Any) -> Any:
    """Return the outlines and their neighbours, since an outline may be off by a pixel."""
    out = edges.copy()
    for axis in (1, 2):
        out |= np.roll(out, 1, axis) | np.roll(out, -1, axis)
    return out


@where_drawn
@pytest.mark.parametrize("eye", EYES)
def test_no_two_pieces_differ_in_their_colours_alone(name: str, eye: str) -> None:
    names, cells, sizes = pictures(name)
    assert names
    lines = outlines(cells, EYES[eye])
    near = thick(lines)
    alike = []
    for one, other in combinations(range(len(names)), 2):
        if abs(sizes[one] - sizes[other]) < 0.1 * sizes[one]:
            apart = (lines[one] & ~near[other]).sum() + (lines[other] & ~near[one]).sum()
            if apart < LEAST:
                alike.append((names[one], names[other], int(apart)))
    assert alike == []
