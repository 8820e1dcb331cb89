"""`ludotheque picture`: what it draws, and what it says when somebody gets it wrong."""

import io
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

from ludotheque.cli import main
from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.record import Recorder, dumps

RECORD = Path(__file__).parents[1] / "corpus/sarena-1-4-free-greedy.json"
PLIES = len(json.loads(RECORD.read_text())["plies"])
TAG = "{http://www.w3.org/2000/svg}"


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    """Exit code and standard error of the command."""
    with pytest.raises(SystemExit) as ended:
        main(["picture", *map(str, arguments)])
    return int(ended.value.code or 0), capsys.readouterr().err


def labels(path: Path) -> list[str]:
    return [str(title.text) for title in ET.parse(path).getroot().iter(f"{TAG}title")]


def sprites(path: Path) -> list[str]:
    """What is shown, not what the art is made of."""
    root = ET.parse(path).getroot()
    return [str(use.get("href")) for use in (*root.findall(f"{TAG}use"), *root.findall(f"{TAG}g/{TAG}use"))]


def test_a_position_through_the_eyes_of_a_seat_as_svg(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "table.svg"
    assert run(capsys, RECORD, "--ply", 12, "--seat", 0, out)[0] == 0
    assert labels(out)[0] == "Sarena"
    assert sum(" over " in label for label in labels(out)) == 36
    shown = [sprite for sprite in sprites(out) if sprite.startswith("#pawn-")]
    own = json.loads(RECORD.read_text())["setup"]["secret"][0]
    assert f"#pawn-{own}" in shown
    assert shown.count("#pawn-hidden") == 3


def test_without_a_ply_the_end_is_drawn_and_a_spectator_sees_what_is_shown_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(capsys, RECORD, tmp_path / "end.svg")[0] == 0
    assert run(capsys, RECORD, tmp_path / "same.svg", "--ply", PLIES)[0] == 0
    assert run(capsys, RECORD, tmp_path / "before.svg", "--ply", PLIES - 1)[0] == 0
    end, same, before = (tmp_path / f"{name}.svg" for name in ("end", "same", "before"))
    assert end.read_text() == same.read_text()
    pawns = [sprite for sprite in sprites(before) if sprite.startswith("#pawn-")]
    assert pawns.count("#pawn-hidden") == 4
    assert len(set(sprites(end)) & {"#pawn-amber", "#pawn-teal", "#pawn-crimson", "#pawn-ivory"}) == 4


def test_the_record_of_a_game_that_goes_on_hides_what_its_seat_may_not_see(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    recorder = Recorder(registry.load("sarena"), 3, {}, seed_key(4))
    recorder.act(0, recorder.game.legal(recorder.state, 0)[5])
    (tmp_path / "own.json").write_text(dumps(recorder.record(1)))
    for seat, hidden in ((1, 2), (0, 3)):
        assert run(capsys, tmp_path / "own.json", "--seat", seat, tmp_path / "own.svg")[0] == 0
        assert sprites(tmp_path / "own.svg").count("#pawn-hidden") == hidden


def test_png_has_the_width_that_is_asked_for_and_looks_other_at_night(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    day, night = tmp_path / "day.png", tmp_path / "night.png"
    assert run(capsys, RECORD, day, "--ply", 3, "--width", 200)[0] == 0
    assert run(capsys, RECORD, night, "--ply", 3, "--width", 200, "--dark")[0] == 0
    with Image.open(io.BytesIO(day.read_bytes())) as picture:
        assert (picture.format, picture.width) == ("PNG", 200)
    assert day.read_bytes() != night.read_bytes()


def test_gif_moves_from_the_deal_to_the_ply(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, RECORD, tmp_path / "game.gif", "--ply", 4, "--width", 96)[0] == 0
    with Image.open(tmp_path / "game.gif") as moving:
        assert (moving.format, getattr(moving, "n_frames", 1)) == ("GIF", 5)


def test_a_game_without_art_is_drawn_in_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        main(["record", "make", "toy", "--seed", "3"])
    (tmp_path / "toy.json").write_text(capsys.readouterr().out)
    assert run(capsys, tmp_path / "toy.json", tmp_path / "toy.svg", "--ply", 2)[0] == 0
    assert "Pieces left in the bag" in (tmp_path / "toy.svg").read_text()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((RECORD, "table.jpg"), "table.jpg: the name of a picture must end in .svg, .png, .gif, not in '.jpg'"),
        ((RECORD, "table"), "table: the name of a picture must end in .svg, .png, .gif, not in 'nothing'"),
        ((RECORD, "table.png", "--ply", PLIES + 1), f"shows only {PLIES} plies, not {PLIES + 1}"),
        ((RECORD, "table.png", "--seat", 4), "seats run from 0 to 3, not 4"),
        (("nowhere.json", "table.png"), "nowhere.json: cannot be read"),
        ((RECORD, "/proc/nowhere/table.svg"), "/proc/nowhere/table.svg: cannot be written"),
        ((RECORD, "table.png", "--width", 1), "--width"),
        ((RECORD,), "Missing argument"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[object, ...],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, error = run(capsys, *arguments)
    assert code == 2
    assert sentence in error
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())
