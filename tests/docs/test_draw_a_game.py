"""docs/draw-a-game.md has every field of a scene and a picture of it; its code is Hedgerow's."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ludotheque.scene.model import Area, Panel, Piece, Place, Scene, Stage, Tally
from ludotheque.scene.picture import Painter
from tools.draw_fields import drawn

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/draw-a-game.md").read_text()
PICTURES = ROOT / "docs/pictures/draw"
# language, file, text
BLOCKS: list[tuple[str, str, str]] = re.findall(r"^```(\w*) ?(\S*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
SHOWN = [(file, code) for _, file, code in BLOCKS if "/" in file]
ROW = re.compile(r"^\| (`[^|]+) \|", re.MULTILINE)
SECTIONS = dict(re.findall(r"^#+ (\w+)\n(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL))
DRAWN: dict[Any, tuple[str, ...]] = {  # where the fields of each are shown
    Scene: ("scene", "hand"),
    Piece: ("piece", "way", "place"),
    Place: ("place",),
    Panel: ("panel",),
    Tally: ("panel",),
    Area: ("area",),
    Stage: ("stage",),
}
LARGEST = 40_000  # bytes


def names_in(section: str) -> list[str]:
    """What the first column of a section's table names."""
    return [name for cell in ROW.findall(section) for name in re.findall(r"`(\w+)", cell)]


@pytest.mark.parametrize("struct", [Scene, Piece, Place, Panel, Area], ids=lambda struct: struct.__name__)
def test_the_table_of_a_struct_has_all_its_fields_and_no_others(struct: Any) -> None:
    assert sorted(names_in(SECTIONS[struct.__name__])) == sorted(struct.__struct_fields__)


def test_the_moments_and_the_numbers_are_told_too() -> None:
    assert sorted(names_in(SECTIONS["Stages"])) == sorted(Stage.__struct_fields__)
    assert all(f"`{name}`" in SECTIONS["Panel"] for name in Tally.__struct_fields__)


def test_the_functions_are_those_of_a_painter() -> None:
    [section] = re.findall(r"^## scene\.py\n(.*?)^#", PAGE, re.MULTILINE | re.DOTALL)
    assert set(names_in(section)) == {name for name in vars(Painter) if not name.startswith("_")}


def test_every_step_of_a_gesture_is_told() -> None:
    kinds = re.findall(r'^\| `\("(\w+)"', SECTIONS["Gestures"], re.MULTILINE)
    model = (ROOT / "src/ludotheque/scene/model.py").read_text()
    assert kinds == re.findall(r"^#   (\w+) {2,}", model, re.MULTILINE)


@pytest.mark.parametrize("struct", DRAWN, ids=lambda struct: struct.__name__)
def test_every_field_has_its_picture(struct: Any) -> None:
    drawn = "".join((PICTURES / f"{name}.svg").read_text() for name in DRAWN[struct])
    names = {name for said in re.findall(r'font-weight="bold">([^<]+)<', drawn) for name in said.split(", ")}
    assert set(struct.__struct_fields__) <= names


@pytest.mark.parametrize("picture", sorted(PICTURES.glob("*.svg")), ids=lambda path: path.stem)
def test_a_picture_is_current_small_and_shown(picture: Path) -> None:
    assert picture.read_text() == drawn(picture.stem), "run: python -m tools.draw_fields"
    assert picture.stat().st_size < LARGEST
    assert f"(pictures/draw/{picture.name})" in PAGE


@pytest.mark.parametrize(
    ("file", "code"), SHOWN, ids=[f"{Path(file).name}-{number}" for number, (file, _) in enumerate(SHOWN)]
)
def test_a_piece_of_code_stands_in_its_file_as_it_is_shown(file: str, code: str) -> None:
    assert f"\n{code}" in f"\n{(ROOT / file).read_text()}"  # whole lines


def test_code_is_never_shown_without_its_file() -> None:
    assert [code for language, file, code in BLOCKS if language != "sh" and not file] == []
    assert len(SHOWN) > 6


def test_the_commands_work(tmp_path: Path) -> None:
    [code] = [code for language, file, code in BLOCKS if (language, file) == ("sh", "draw")]
    (tmp_path / "hedgerow").symlink_to(ROOT / "examples/hedgerow/hedgerow")
    lines = code.replace("PYTHONPATH=.", "PYTHONPATH=.:$PYTHONPATH").splitlines()
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-ec", "\n".join(lines)],
        cwd=tmp_path,
        env=os.environ | {"PATH": path, "LUDOTHEQUE_JIT": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert (tmp_path / "table.svg").read_text().startswith("<svg")
    assert (tmp_path / "night.png").is_file()
