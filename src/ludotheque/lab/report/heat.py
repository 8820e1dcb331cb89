"""Where on the board things are done, drawn on the game's own scene."""

import base64
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from dataclasses import dataclass

import msgspec
import numpy as np

from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import Game, State
from ludotheque.core.words import Words
from ludotheque.lab.gather import Gathered, replay
from ludotheque.lab.measures.basic import results
from ludotheque.scene.model import Place, Scene
from ludotheque.scene.picture import painter, scene_of
from ludotheque.scene.svg import SVG, drawing, number

MOST_PLIES = 3000  # that are looked at: drawing is slow
COOL, HOT = (255, 224, 130), (178, 24, 43)  # the least and the most picked place
PICKED = ("pick", "set")


@dataclass(frozen=True)
class Spot:
    """A place of the board: how often it is picked, and how those who pick it end."""

    place: Place
    share: float  # of all picks
    result: float  # the share of the others that they beat


def spots(game: Game, words: Words, found: Gathered, scene: Scene) -> list[Spot]:
    """Return the places of a scene that were picked, most often first."""
    times, wins = Counter[str](), defaultdict[str, float](float)
    result = dict(zip(found.games["number"].tolist(), results(found.games["place"]), strict=True))
    seen = 0
    for game_number in np.unique(found.plies["game"]).tolist():
        for what, seat in picks(game, words, found, game_number):
            times[what] += 1
            wins[what] += float(result[game_number][seat])
        seen += int((found.plies["game"] == game_number).sum())
        if seen > MOST_PLIES:
            break
    total = max(1, times.total())
    places = {place.id: place for place in scene.places}
    return [
        Spot(places[what], count / total, wins[what] / count) for what, count in times.most_common() if what in places
    ]


def picks(game: Game, words: Words, found: Gathered, number: int) -> list[tuple[str, int]]:
    """Return what each seat picked on the board in one game: the ids of places."""
    picked: list[tuple[str, int]] = []
    own = found.plies["game"] == number
    states = replay(game, found, number)
    gesture = painter(game).gesture
    for state, seat, action in zip(
        states, found.plies["seat"][own].tolist(), found.plies["action"][own].tolist(), strict=False
    ):
        if seat != TABLE:
            steps = gesture(words, game.view_of(state, seat), seat, action)
            picked += [(what, seat) for kind, what in steps if kind in PICKED]
    return picked


def middle(game: Game, found: Gathered) -> State:
    """Return a position from the middle of a game."""
    states = replay(game, found, int(found.plies["game"][0]))
    return states[len(states) // 2]


def board(game: Game, words: Words, state: State) -> Scene:
    """Return the scene that a map is drawn on: without what lies in front of the seats."""
    return msgspec.structs.replace(scene_of(game, words, game.view_of(state, NONE), NONE), panels=[])


def heat_map(game: Game, scene: Scene, found: list[Spot]) -> str:
    """Return the scene as SVG, with a colour on every place, stronger where more is done."""
    root = drawing(scene, game.folder / "art.svg", title=game.title)
    size = {
        "x": number(scene.left),
        "y": number(scene.top),
        "width": number(scene.width),
        "height": number(scene.height),
    }
    ET.SubElement(root, f"{{{SVG}}}rect", size | {"fill": "#F6EFE0", "opacity": "0.3"})
    least, most = min(spot.share for spot in found), max(spot.share for spot in found)
    for spot in found:
        place, strength = spot.place, (spot.share - least) / ((most - least) or 1.0)
        style = {"fill": heat(strength), "opacity": f"{0.5 + 0.35 * strength:.2f}", "stroke": "#241C15"}
        element = ET.SubElement(
            root,
            f"{{{SVG}}}rect",
            {
                "x": number(place.x - place.width / 2),
                "y": number(place.y - place.height / 2),
                "width": number(place.width),
                "height": number(place.height),
                "rx": number(min(place.width, place.height) / (2 if place.is_round else 8)),
                **style,
            },
        )
        ET.SubElement(element, f"{{{SVG}}}title").text = place.label or place.id
    return ET.tostring(root, encoding="unicode")


def heat(strength: float) -> str:
    """Return a colour between COOL and HOT."""
    return "#" + "".join(f"{round(cool + (hot - cool) * strength):02X}" for cool, hot in zip(COOL, HOT, strict=True))


def as_image(drawn: str, label: str) -> str:
    """Return a picture as part of the page; its own names stay its own."""
    data = base64.b64encode(drawn.encode()).decode()
    return f'<img alt="{label}" src="data:image/svg+xml;base64,{data}">'
