"""One scene as one self-contained SVG: for files, notebooks and the documentation.

How a symbol of an art.svg is drawn, here and in the browser: the ground in the scene's own
coordinates, cut off at its bounds; a piece around its own origin, in scene units; the sprite of a
panel around its origin too, within 50 units on each side. Symbols show their overflow and have no
view box, so that a single transform places a piece.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from textwrap import wrap

import msgspec

from ludotheque.scene.model import Panel, Piece, Scene

SVG = "http://www.w3.org/2000/svg"
PAPER, INK = "#F6EFE0", "#241C15"
NIGHT_PAPER, NIGHT_INK = "#1C1712", "#EFE6D6"
DIM = "0.45"  # how much darker the ground is in dark mode
COVER = "cover"  # the symbol for the picture on a game's box, 240 by 300
REFERENCE = re.compile(r'(?:href="|url\()#([^")]+)')
STRIP, FIGURE = 76, 56  # the height of the row of panels under the board, and of a figure in it

ET.register_namespace("", SVG)


def compose(scene: Scene, art: Path | None, *, title: str = "", is_dark: bool = False) -> str:
    """Return the scene as SVG, with its panels below.

    `art` is the game's art.svg, or None for a plain scene, which is drawn as text.
    """
    return ET.tostring(drawing(scene, art, title=title, is_dark=is_dark), encoding="unicode")


def drawing(scene: Scene, art: Path | None, *, title: str = "", is_dark: bool = False) -> ET.Element:
    """Return what `compose` writes, as an element."""
    strip = STRIP if any(panel.sprite for panel in scene.panels) else 0
    corner = {"x": number(scene.left), "y": number(scene.top)} if scene.left or scene.top else {}
    size = corner | {"width": number(scene.width), "height": number(scene.height)}
    root = ET.Element(
        f"{{{SVG}}}svg",
        {"viewBox": f"{number(scene.left)} {number(scene.top)} {number(scene.width)} {number(scene.height + strip)}"},
    )
    ET.SubElement(root, f"{{{SVG}}}title").text = title
    paper = NIGHT_PAPER if is_dark else PAPER
    ET.SubElement(root, f"{{{SVG}}}rect", size | {"height": number(scene.height + strip), "fill": paper})
    if art is not None:
        sprites = [scene.ground, *(piece.sprite for piece in scene.pieces), *(panel.sprite for panel in scene.panels)]
        root.append(cut_out(art, sprites))
    if not scene.ground:
        root.append(written(scene, is_dark))
        return root
    use(root, scene.ground)
    if strip:  # the ground may be larger than its scene
        ET.SubElement(
            root, f"{{{SVG}}}rect", size | {"y": number(scene.top + scene.height), "height": str(strip), "fill": paper}
        )
    pieces = sorted(scene.pieces, key=lambda piece: piece.layer)
    board = [piece for piece in pieces if piece.layer == 0]  # the lowest layer belongs to the ground
    for piece in board:
        use(root, piece.sprite, placed(piece), piece.label)
    if is_dark:
        ET.SubElement(root, f"{{{SVG}}}rect", {**size, "fill": "#0B0907", "opacity": DIM})
    for piece in pieces[len(board) :]:
        use(root, piece.sprite, placed(piece), piece.label)
    for place, panel in enumerate(scene.panels if strip else []):
        root.append(seated(scene, place, panel, is_dark))
    return root


def number(value: float) -> str:
    return f"{value:g}"


def cut_out(art: Path, names: Iterable[str]) -> ET.Element:
    """Return these symbols of an art.svg, and everything they refer to."""
    known, wanted = symbols(art), list(dict.fromkeys(name for name in names if name))
    for name in wanted:  # grows during the loop
        wanted += [part for part in known[name][1] if part not in wanted] if name in known else []
    cut = ET.Element(f"{{{SVG}}}defs")
    cut.extend(known[name][0] for name in wanted if name in known)
    return cut


@cache
def symbols(art: Path) -> dict[str, tuple[ET.Element, list[str]]]:
    """Return everything that an art.svg defines, by id, each with the ids that it refers to."""
    defined = (part for top in ET.parse(art).getroot() for part in (top if top.tag == f"{{{SVG}}}defs" else [top]))
    return {
        part.attrib["id"]: (part, list(dict.fromkeys(REFERENCE.findall(ET.tostring(part, encoding="unicode")))))
        for part in defined
        if "id" in part.attrib
    }


def cover(art: Path) -> str:
    """Return the picture on a game's box."""
    root = ET.Element(f"{{{SVG}}}svg", {"viewBox": "0 0 240 300"})
    root.append(cut_out(art, [COVER]))
    use(root, COVER)
    return ET.tostring(root, encoding="unicode")


def thumbnail(scene: Scene, art: Path | None) -> str:
    """Return the part of a scene that a small screen shows first, without any text."""
    pieces = [msgspec.structs.replace(piece, label="") for piece in scene.pieces]
    home = next((area for area in scene.areas if area.is_home), None)
    part = {"left": home.x, "top": home.y, "width": home.width, "height": home.height} if home else {}
    return compose(msgspec.structs.replace(scene, pieces=pieces, panels=[], **part), art)


def use(parent: ET.Element, sprite: str, transform: str = "", label: str = "") -> None:
    element = ET.SubElement(
        parent, f"{{{SVG}}}use", {"href": f"#{sprite}"} | ({"transform": transform} if transform else {})
    )
    if label:
        ET.SubElement(element, f"{{{SVG}}}title").text = label


def placed(piece: Piece) -> str:
    """Return the transform that puts a piece in its place."""
    turn = f" rotate({number(piece.turn)})" if piece.turn else ""
    size = f" scale({number(piece.size)})" if piece.size != 1 else ""
    return f"translate({number(piece.x)} {number(piece.y)}){turn}{size}"


def seated(scene: Scene, place: int, panel: Panel, is_dark: bool) -> ET.Element:
    """Draw a panel in the row under the board: its figure, seat number and label."""
    width = scene.width / len(scene.panels)
    group = ET.Element(
        f"{{{SVG}}}g",
        {"transform": f"translate({number(scene.left + place * width)} {number(scene.top + scene.height)})"},
    )
    use(group, panel.sprite, f"translate({STRIP / 2} {STRIP / 2}) scale({number(FIGURE / 100)})")
    style = {"font-family": "sans-serif", "font-size": "13", "fill": NIGHT_INK if is_dark else INK}
    lines = [str(panel.seat), *wrap(panel.label, max(8, int((width - STRIP) / 7)), break_long_words=False)]
    for line, text in enumerate(lines):
        y = STRIP / 2 + 5 + 17 * (line - (len(lines) - 1) / 2)
        ET.SubElement(
            group,
            f"{{{SVG}}}text",
            {"x": number(STRIP - 6), "y": number(y), "font-weight": "normal" if line else "bold", **style},
        ).text = text
    return group


def written(scene: Scene, is_dark: bool) -> ET.Element:
    """Draw the text board as large as it fits."""
    lines = scene.text.splitlines() or [""]
    size = min(24.0, scene.width / (0.62 * max(4, *map(len, lines))), scene.height / (1.3 * (len(lines) + 1)))
    style = {
        "font-family": "monospace",
        "font-size": number(round(size, 1)),
        "fill": NIGHT_INK if is_dark else INK,
        "{http://www.w3.org/XML/1998/namespace}space": "preserve",
    }
    text = ET.Element(f"{{{SVG}}}text", style)
    for row, line in enumerate(lines):
        ET.SubElement(
            text, f"{{{SVG}}}tspan", {"x": number(round(size / 2, 1)), "y": number(round(1.3 * size * (row + 1), 1))}
        ).text = line
    return text
