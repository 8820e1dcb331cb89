"""One scene as one SVG that needs nothing else: for files, notebooks and the documentation.

How a symbol of an art.svg is drawn, here and in the browser: the ground in the scene's own coordinates, cut off at its bounds; a piece around its own origin, in the scene's units;
the sprite of a panel around its origin too, within 50 units to each side. Symbols show what overflows and have no view box, so that a piece is placed by one transform.
"""

import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path
from textwrap import wrap

from ludotheque.scene.model import Panel, Piece, Scene

SVG = "http://www.w3.org/2000/svg"
PAPER, INK = "#F6EFE0", "#241C15"
NIGHT_PAPER, NIGHT_INK = "#1C1712", "#EFE6D6"
DIM = "0.45"  # how much of the ground the night takes away
STRIP, FIGURE = 76, 56  # the height of the row of panels under the board, and of a figure in it

ET.register_namespace("", SVG)


def compose(scene: Scene, art: Path | None, *, title: str = "", is_dark: bool = False) -> str:
    """The scene with its panels below. `art` is the game's art.svg; None for a plain scene, which is its text."""
    strip = STRIP if any(panel.sprite for panel in scene.panels) else 0
    corner = {"x": number(scene.left), "y": number(scene.top)} if scene.left or scene.top else {}
    size = corner | {"width": number(scene.width), "height": number(scene.height)}
    root = ET.Element(f"{{{SVG}}}svg", {"viewBox": f"{number(scene.left)} {number(scene.top)} {number(scene.width)} {number(scene.height + strip)}"})
    ET.SubElement(root, f"{{{SVG}}}title").text = title
    paper = NIGHT_PAPER if is_dark else PAPER
    ET.SubElement(root, f"{{{SVG}}}rect", size | {"height": number(scene.height + strip), "fill": paper})
    if art is not None:
        root.extend(symbols(art))
    if not scene.ground:
        root.append(written(scene, is_dark))
        return ET.tostring(root, encoding="unicode")
    use(root, scene.ground)
    if strip:  # a ground may be larger than its scene
        ET.SubElement(root, f"{{{SVG}}}rect", size | {"y": number(scene.top + scene.height), "height": str(strip), "fill": paper})
    pieces = sorted(scene.pieces, key=lambda piece: piece.layer)
    board = [piece for piece in pieces if piece.layer == 0]  # what lies lowest belongs to the ground
    for piece in board:
        use(root, piece.sprite, placed(piece), piece.label)
    if is_dark:
        ET.SubElement(root, f"{{{SVG}}}rect", {**size, "fill": "#0B0907", "opacity": DIM})
    for piece in pieces[len(board) :]:
        use(root, piece.sprite, placed(piece), piece.label)
    for place, panel in enumerate(scene.panels if strip else []):
        root.append(seated(scene, place, panel, is_dark))
    return ET.tostring(root, encoding="unicode")


def number(value: float) -> str:
    return f"{value:g}"


@cache
def symbols(art: Path) -> list[ET.Element]:
    """All that an art.svg defines."""
    return list(ET.parse(art).getroot())


def use(parent: ET.Element, sprite: str, transform: str = "", label: str = "") -> None:
    element = ET.SubElement(parent, f"{{{SVG}}}use", {"href": f"#{sprite}"} | ({"transform": transform} if transform else {}))
    if label:
        ET.SubElement(element, f"{{{SVG}}}title").text = label


def placed(piece: Piece) -> str:
    """The transform that puts a piece where it lies."""
    turn = f" rotate({number(piece.turn)})" if piece.turn else ""
    size = f" scale({number(piece.size)})" if piece.size != 1 else ""
    return f"translate({number(piece.x)} {number(piece.y)}){turn}{size}"


def seated(scene: Scene, place: int, panel: Panel, is_dark: bool) -> ET.Element:
    """A panel in the row under the board: the figure, the number of its seat and its words."""
    width = scene.width / len(scene.panels)
    group = ET.Element(f"{{{SVG}}}g", {"transform": f"translate({number(scene.left + place * width)} {number(scene.top + scene.height)})"})
    use(group, panel.sprite, f"translate({STRIP / 2} {STRIP / 2}) scale({number(FIGURE / 100)})")
    style = {"font-family": "sans-serif", "font-size": "13", "fill": NIGHT_INK if is_dark else INK}
    lines = [str(panel.seat), *wrap(panel.label, max(8, int((width - STRIP) / 7)), break_long_words=False)]
    for line, text in enumerate(lines):
        y = STRIP / 2 + 5 + 17 * (line - (len(lines) - 1) / 2)
        ET.SubElement(group, f"{{{SVG}}}text", {"x": number(STRIP - 6), "y": number(y), "font-weight": "normal" if line else "bold", **style}).text = text
    return group


def written(scene: Scene, is_dark: bool) -> ET.Element:
    """A text board, as large as fits."""
    lines = scene.text.splitlines() or [""]
    size = min(24.0, scene.width / (0.62 * max(4, *map(len, lines))), scene.height / (1.3 * (len(lines) + 1)))
    style = {"font-family": "monospace", "font-size": number(round(size, 1)), "fill": NIGHT_INK if is_dark else INK, "{http://www.w3.org/XML/1998/namespace}space": "preserve"}
    text = ET.Element(f"{{{SVG}}}text", style)
    for row, line in enumerate(lines):
        ET.SubElement(text, f"{{{SVG}}}tspan", {"x": number(round(size / 2, 1)), "y": number(round(1.3 * size * (row + 1), 1))}).text = line
    return text
