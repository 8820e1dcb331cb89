"""One scene as one SVG that needs nothing else."""

import io
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

from ludotheque.scene import export
from ludotheque.scene.model import Panel, Piece, Scene
from ludotheque.scene.svg import NIGHT_PAPER, PAPER, compose

ART = """<svg xmlns="http://www.w3.org/2000/svg">
<symbol id="ground" overflow="visible"><rect width="100" height="100" fill="#00ff00"/></symbol>
<symbol id="pawn" overflow="visible"><path d="M-10-10H10V10H-10Z" fill="#ff0000"/></symbol>
<symbol id="stone" overflow="visible"><path d="M-10-10H10V10H-10Z" fill="#0000ff"/></symbol>
</svg>"""
TAG = "{http://www.w3.org/2000/svg}"
RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)


@pytest.fixture
def art(tmp_path: Path) -> Path:
    path = tmp_path / "art.svg"
    path.write_text(ART)
    return path


def scene_of(*pieces: Piece, panels: tuple[Panel, ...] = ()) -> Scene:
    return Scene(100, 100, "ground", list(pieces), [], list(panels), "text")


def uses(svg: str) -> list[ET.Element]:
    return list(ET.fromstring(svg).iter(f"{TAG}use"))


def pixel(svg: str, x: int, y: int) -> tuple[int, ...]:
    """The colour of a point of the scene, as resvg draws it."""
    with Image.open(io.BytesIO(export.png(svg, 100))) as picture:
        color = picture.convert("RGB").getpixel((x, y))
    assert isinstance(color, tuple)
    return color


def test_the_ground_comes_first_and_higher_layers_later(art: Path) -> None:
    svg = compose(scene_of(Piece("a", "pawn", 50, 50, layer=2), Piece("b", "stone", 50, 50, layer=1)), art)
    assert [use.get("href") for use in uses(svg)] == ["#ground", "#stone", "#pawn"]
    assert (pixel(svg, 50, 50), pixel(svg, 80, 80)) == (RED, GREEN)


def test_a_piece_stands_where_it_is_turned_and_sized(art: Path) -> None:
    assert pixel(compose(scene_of(Piece("a", "pawn", 30, 60)), art), 62, 60) == GREEN
    large = compose(scene_of(Piece("a", "pawn", 30, 60, turn=45, size=2.5)), art)
    assert uses(large)[1].get("transform") == "translate(30 60) rotate(45) scale(2.5)"
    assert pixel(large, 62, 60) == RED  # a corner of the square that stands on its tip


def test_everything_that_is_used_is_inside(art: Path) -> None:
    root = ET.fromstring(compose(scene_of(Piece("a", "pawn", 1, 1), panels=(Panel(0, "stone", "3 points"),)), art))
    ids = {element.get("id") for element in root.iter()}
    assert {str(use.get("href"))[1:] for use in root.iter(f"{TAG}use")} <= ids


def test_labels_are_escaped_and_kept(art: Path) -> None:
    label = 'black & "white" <3'
    svg = compose(scene_of(Piece("a", "pawn", 1, 1, label=label)), art)
    assert uses(svg)[1].findtext(f"{TAG}title") == label


def test_panels_stand_under_the_board(art: Path) -> None:
    root = ET.fromstring(compose(scene_of(panels=(Panel(0, "stone", "3 points"), Panel(1, "pawn", "4 points"))), art))
    assert root.get("viewBox") == "0 0 100 176"
    words = [text.text for text in root.iter(f"{TAG}text")]
    assert words[0] == "0"
    assert "points" in " ".join(map(str, words))


def test_at_night_the_board_is_darker_and_the_pieces_are_not(art: Path) -> None:
    pieces = (Piece("hole", "stone", 20, 20), Piece("a", "pawn", 50, 50, layer=1))
    day, night = compose(scene_of(*pieces), art), compose(scene_of(*pieces), art, is_dark=True)
    assert pixel(day, 50, 50) == pixel(night, 50, 50) == RED
    assert pixel(night, 80, 80)[1] < 200
    assert pixel(night, 20, 20)[2] < 200
    assert PAPER in day
    assert NIGHT_PAPER in night


def test_a_scene_without_a_ground_is_its_text() -> None:
    root = ET.fromstring(compose(Scene(800, 600, "", [], [], text="one <1>\n  two"), None))
    assert [line.text for line in root.iter(f"{TAG}tspan")] == ["one <1>", "  two"]
    assert not list(root.iter(f"{TAG}use"))


def test_a_gif_has_a_frame_for_each_scene_and_the_last_one_stays(art: Path) -> None:
    svgs = [compose(scene_of(Piece("a", "pawn", x, 50)), art) for x in (20, 50, 80)]
    with Image.open(io.BytesIO(export.gif(iter(svgs), 64))) as moving:
        assert moving.format == "GIF"
        assert (getattr(moving, "n_frames", 1), moving.size) == (3, (64, 64))
        times = []
        for frame in range(3):
            moving.seek(frame)
            times.append(moving.info["duration"])
            assert moving.convert("RGB").getpixel(((20, 50, 80)[frame] * 64 // 100, 32)) == RED
    assert times == [export.FRAME_MS, export.FRAME_MS, export.LAST_MS]
