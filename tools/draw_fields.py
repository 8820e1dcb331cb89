"""Pictures of every field of a scene, for docs/draw-a-game.md: docs/pictures/draw/*.svg.

    python -m tools.draw_fields

They are cut out of real scenes of Hedgerow, Sarena and Master Labyrinth. A line leads from the name
of each field to what it means.
"""

import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.game import Game
from ludotheque.core.story import new_story, rows_of
from ludotheque.core.words import ENGLISH
from ludotheque.scene.figures import plain_twin
from ludotheque.scene.model import Piece, Scene, Stage
from ludotheque.scene.picture import scene_of, stages_of
from ludotheque.scene.svg import INK, PAPER, SVG, drawing, number

ROOT = Path(__file__).parents[1]
OUT = ROOT / "docs/pictures/draw"
WIDTH = 640  # of a picture; the units of the scenes differ
LINE = 24  # between two names
LIGHT = "#FFB000"


class Name(NamedTuple):
    """A field, its value, and the point that it is about."""

    field: str
    value: str
    x: float
    y: float


def played(game: Game, seats: int, *actions: str) -> Any:
    """A position after these actions, each by the seat that may act first."""
    state = game.new(seats, {}, seed_key(5))
    for action in actions:
        seat = game.movers(state)[0]
        game.apply(state, seat, game.notation.parse(state, seat, action).action)
    return state


def seen(game: Game, state: Any, seat: int) -> Scene:
    return scene_of(game, ENGLISH, game.view_of(state, seat), seat)


def cut(scene: Scene, left: float, top: float, width: float, height: float) -> Scene:
    """A part of a scene, with what has its centre there."""
    return msgspec.structs.replace(
        scene,
        left=left,
        top=top,
        width=width,
        height=height,
        pieces=[one for one in scene.pieces if left <= one.x <= left + width and top <= one.y <= top + height],
        panels=[],
    )


def add(parent: ET.Element, tag: str, text: str = "", **attributes: object) -> ET.Element:
    names = {
        name.replace("_", "-"): number(value) if isinstance(value, float) else str(value)
        for name, value in attributes.items()
    }
    element = ET.SubElement(parent, f"{{{SVG}}}{tag}", names)
    element.text = text or None
    return element


def picture(game: Game, scene: Scene, names: list[Name], part: float = 0.52) -> ET.Element:
    """The scene at the left, the names of the fields at the right, and lines between them."""
    scale = WIDTH * part / scene.width
    strip = 76 if scene.panels else 0
    height = max((scene.height + strip) * scale, LINE * (len(names) + 1))
    root = ET.Element(f"{{{SVG}}}svg", {"viewBox": f"0 0 {WIDTH} {height:.0f}"})
    add(root, "rect", width=WIDTH, height=f"{height:.0f}", fill=PAPER)
    inner = drawing(scene, game.folder / "art.svg")
    silence(inner)
    inner.attrib |= {"width": number(WIDTH * part), "height": number((scene.height + strip) * scale)}
    root.append(inner)
    step = height / (len(names) + 1)
    for line, (field, value, x, y) in enumerate(sorted(names, key=lambda name: name.y), 1):
        there = (x - scene.left) * scale, (y - scene.top) * scale
        here = WIDTH * part + 40, step * line
        add(
            root,
            "path",
            d=f"M{there[0]:.0f} {there[1]:.0f}L{here[0] - 4:.0f} {here[1]:.0f}",
            stroke=LIGHT,
            stroke_width=2,
            fill="none",
        )
        add(root, "circle", cx=f"{there[0]:.0f}", cy=f"{there[1]:.0f}", r=4, fill=LIGHT, stroke=INK)
        words = add(
            root, "text", x=f"{here[0]:.0f}", y=f"{here[1] + 5:.0f}", font_family="sans-serif", font_size=15, fill=INK
        )
        add(words, "tspan", field, font_weight="bold")
        add(words, "tspan", f" {value}")
    return root


def silence(inner: ET.Element) -> None:
    """Take the labels out: they are what the names at the right are about."""
    for parent in list(inner.iter()):
        for title in [one for one in parent if one.tag.endswith("title")]:
            parent.remove(title)


def box(
    root: ET.Element,
    scene: Scene,
    x: float,
    y: float,
    width: float,
    height: float,
    part: float = 0.52,
    is_round: bool = False,
) -> None:
    """Draw the bounds of a place or an area."""
    scale = WIDTH * part / scene.width
    x, y, width, height = (x - scene.left) * scale, (y - scene.top) * scale, width * scale, height * scale
    style: dict[str, Any] = {"fill": "none", "stroke": LIGHT, "stroke_width": 3, "stroke_dasharray": "8 6"}
    if is_round:
        add(root, "ellipse", cx=x + width / 2, cy=y + height / 2, rx=width / 2, ry=height / 2, **style)
    else:
        add(root, "rect", x=x, y=y, width=width, height=height, **style)


sys.path.insert(0, str(ROOT / "examples/hedgerow"))  # Hedgerow is a package of its own
HEDGE = plain_twin(import_module("hedgerow").GAME)
PROMISES = ("promise 2", "promise 1", "promise 2")


def hedge_state(*cards: int) -> Any:
    """Hedgerow when these cards of those that could be played were played."""
    state = played(HEDGE, 3, *PROMISES)
    for card in cards:
        seat = HEDGE.movers(state)[0]
        HEDGE.apply(state, seat, HEDGE.legal(state, seat)[card])
    return state


def find(scene: Scene, start: str) -> Piece:
    return next(piece for piece in scene.pieces if piece.id.startswith(start))


def scene_picture() -> ET.Element:
    scene = msgspec.structs.replace(seen(HEDGE, hedge_state(0, 0), 0), panels=[])
    return picture(
        HEDGE,
        scene,
        [
            Name("left, top", "0, 0: the upper left corner", 0, 0),
            Name("ground", f"“{scene.ground}”", 700, 330),
            Name("pieces", f"{len(scene.pieces)} of them, such as this card", *where(find(scene, "card-"))),
            Name("places", "none here; see Place", 640, 560),
            Name("width, height", f"{scene.width:g}, {scene.height:g}", 900, 900),
            Name("areas", "“Your hand”: see Area", 450, 620),
            Name("panels", "below the table: see Panel", 450, 890),
            Name("text", "the same in words, not drawn", 760, 700),
        ],
    )


def where(piece: Piece) -> tuple[float, float]:
    return piece.x, piece.y


def piece_picture() -> ET.Element:
    whole = seen(HEDGE, hedge_state(0), 1)
    scene = cut(whole, 640, 320, 250, 220)
    back, figure = find(scene, "back-"), find(scene, "figure-")
    last = [piece for piece in scene.pieces if piece.id.startswith("back-")][-1]
    tag = find(scene, "promise-of-")
    return picture(
        HEDGE,
        scene,
        [
            Name("x, y", f"{back.x:g}, {back.y:g}: its middle", *where(back)),
            Name("turn", f"{last.turn:g} degrees", last.x + 24, last.y - 30),
            Name("layer", f"{last.layer}: on top of the others", last.x + 12, last.y + 20),
            Name("id", f"“{figure.id}”, for the whole game", figure.x - 20, figure.y),
            Name("size", f"{figure.size:g} times the symbol", figure.x + 20, figure.y + 20),
            Name("sprite", f"“{tag.sprite}” of art.svg", tag.x, tag.y),
            Name("label", f"“{tag.label}”", tag.x + 20, tag.y + 20),
        ],
    )


def way_picture() -> ET.Element:
    whole = seen(HEDGE, hedge_state(0), 1)
    scene = cut(whole, 470, 320, 420, 230)
    card = next(piece for piece in scene.pieces if piece.via)
    root = picture(
        HEDGE,
        scene,
        [
            Name("via", "the card comes from here …", *card.via[0]),
            Name("x, y", "… and lies here", *where(card)),
            Name("jump", "false: it glides; true: it is just there", card.x + 30, card.y + 60),
        ],
    )
    scale = WIDTH * 0.52 / scene.width
    (x, y), (left, top) = card.via[0], (scene.left, scene.top)
    way = (
        f"M{(x - left) * scale:.0f} {(y - top) * scale:.0f}L{(card.x - left) * scale:.0f} {(card.y - top) * scale:.0f}"
    )
    add(root, "path", d=way, stroke=LIGHT, stroke_width=4, stroke_dasharray="2 8", stroke_linecap="round")
    return root


def place_picture() -> ET.Element:
    game = plain_twin(registry.load("sarena"))
    whole = seen(game, game.new(2, {}, seed_key(5)), 0)
    chip = next(piece for piece in whole.pieces if piece.place and piece.label)
    place = next(place for place in whole.places if place.id == chip.place)
    scene = cut(whole, place.x - 70, place.y - 70, 240, 150)
    root = picture(
        game,
        scene,
        [
            Name("x, y", f"{place.x:g}, {place.y:g}: its middle", *where_is(place)),
            Name("width, height", f"{place.width:g}, {place.height:g}", place.x + place.width / 2, place.y),
            Name(
                "is_round",
                f"{str(place.is_round).lower()}",
                place.x + place.width * 0.35,
                place.y + place.height * 0.35,
            ),
            Name("id", f"“{place.id}”", place.x - 30, place.y - 30),
            Name("place", f"“{place.id}”, of the chip that lies here", place.x, place.y - 24),
            Name("label", f"“{place.label}”", place.x - 24, place.y + 12),
            Name("size", "0: what is put here is as large as in the hand", place.x, place.y + 30),
        ],
        0.4,
    )
    box(
        root,
        scene,
        place.x - place.width / 2,
        place.y - place.height / 2,
        place.width,
        place.height,
        0.4,
        place.is_round,
    )
    return root


def where_is(place: Any) -> tuple[float, float]:
    return place.x, place.y


def panel_picture() -> ET.Element:
    whole = seen(HEDGE, hedge_state(0, 0, 0, 0), 0)
    panel = whole.panels[0]
    scene = msgspec.structs.replace(whole, width=330, height=1, pieces=[], places=[], panels=[panel])
    [tally] = panel.tallies
    return picture(
        HEDGE,
        scene,
        [
            Name("seat", f"{panel.seat}; at a table the name", 92, 32),
            Name("label", f"“{panel.label}”", 222, 46),
            Name("sprite", f"“{panel.sprite}”", 40, 20),
            Name("is_sign", "true: the log shows it too", 20, 50),
            Name("tallies", "the numbers in the label", 84, 60),
            Name("id, value, gain", f"of a tally: “{tally.id}”, {tally.value}, “{tally.gain[1]}”", 84, 64),
        ],
    )


def area_picture() -> ET.Element:
    scene = cut(seen(HEDGE, hedge_state(0), 0), 0, 580, 900, 320)
    area = scene.areas[0]
    root = picture(
        HEDGE,
        scene,
        [
            Name("id", f"“{area.id}”", 200, 640),
            Name("label", f"“{area.label}”: on its button", 300, 680),
            Name("x, y", f"{area.x:g}, {area.y:g}", area.x, area.y),
            Name("width, height", f"{area.width:g}, {area.height:g}", area.x + area.width, area.y + area.height),
            Name("seat", f"{area.seat}: whose it is", 450, 800),
            Name("is_home", "true: a phone shows it first", 600, 740),
        ],
        0.45,
    )
    box(root, scene, area.x, area.y, area.width, area.height, 0.45)
    return root


def hand_picture() -> ET.Element:
    game = plain_twin(registry.load("labyrinth"))
    state = game.new(2, {}, seed_key(5))
    whole = seen(game, state, game.movers(state)[0])
    piece = find(whole, whole.hand)
    scene = cut(whole, piece.x - 130, piece.y - 90, 260, 180)
    return picture(
        game,
        scene,
        [
            Name("hand", f"“{whole.hand}”: R turns it from the start", *where(piece)),
        ],
        0.3,
    )


def stage_picture() -> ET.Element:
    """Three moments of one action side by side, and what is said of them."""
    state = hedge_state(0, 0)
    seat, story = HEDGE.movers(state)[0], new_story()
    view = HEDGE.view_of(state, 0)
    HEDGE.apply(state, seat, HEDGE.legal(state, seat)[0], story)
    before = scene_of(HEDGE, ENGLISH, view, 0)
    stages = [Stage(before.pieces, said="Before the action."), *stages_of(HEDGE, ENGLISH, view, 0, rows_of(story))]
    root = ET.Element(f"{{{SVG}}}svg", {"viewBox": f"0 0 {WIDTH} 250"})
    add(root, "rect", width=WIDTH, height=250, fill=PAPER)
    side, there = (WIDTH - 20) / len(stages), set()
    for column, stage in enumerate(stages):
        moment = cut(msgspec.structs.replace(before, pieces=stage.pieces), 20, 300, 860, 420)
        inner = drawing(moment, HEDGE.folder / "art.svg")
        inner.attrib |= {"x": number(10 + side * column), "y": "10", "width": number(side - 8), "height": "150"}
        [defs] = [one for one in inner if one.tag.endswith("defs")]
        for symbol in [one for one in defs if one.attrib["id"] in there]:
            defs.remove(symbol)
        there |= {one.attrib["id"] for one in defs}
        silence(inner)
        root.append(inner)
        for line, text in enumerate(
            [("pieces", "as they lie"), ("panels", "if they change"), ("said", f"“{stage.said}”")]
        ):
            words = add(
                root, "text", x=12 + side * column, y=185 + 22 * line, font_family="sans-serif", font_size=13, fill=INK
            )
            add(words, "tspan", text[0], font_weight="bold")
            add(words, "tspan", f" {text[1]}")
    return root


def art_picture() -> ET.Element:
    """A symbol around its origin."""
    scene = Scene(240, 200, "", [Piece("card", "card-b7", 120, 100)], [])
    blank = msgspec.structs.replace(scene, ground="tag-open")
    return picture(
        HEDGE,
        blank,
        [
            Name("−59 −84", "it reaches as far as it likes to each side", 61, 16),
            Name("0 0", "the symbol's own origin lies at the piece's x, y", 120, 100),
            Name("1 unit", "is one unit of the scene, if the piece's size is 1", 179, 184),
        ],
        0.3,
    )


PICTURES: dict[str, Callable[[], ET.Element]] = {
    "scene": scene_picture,
    "hand": hand_picture,
    "piece": piece_picture,
    "way": way_picture,
    "place": place_picture,
    "panel": panel_picture,
    "area": area_picture,
    "stage": stage_picture,
    "art": art_picture,
}


def drawn(name: str) -> str:
    """A picture as its file holds it."""
    return ET.tostring(PICTURES[name](), encoding="unicode") + "\n"


if __name__ == "__main__":
    for name in PICTURES:
        (OUT / f"{name}.svg").write_text(drawn(name))
        print(OUT / f"{name}.svg")
