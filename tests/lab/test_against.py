"""`bench --against`: made-up figures, no clock."""

import json
from pathlib import Path
from typing import Any

import pytest

from ludotheque.cli import main
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.lab import against, bench, openspiel

RESULTS = Path(__file__).parents[2] / "benchmarks/results"
LAST_RELEASE = RESULTS / "2026-11-15-cpu.json"
SPEEDS = {"moves_per_second": 1.0, "threads_ratio": 2.0, "copy_ns": 1.0, "view_us": 1.0, "searches_per_second": 1.0}
Captured = pytest.CaptureFixture[str]


def results(**times: dict[str, float]) -> dict[str, Any]:
    rows = [
        {"game": game, "seats": 2, "threads": 2, "state_bytes": 1, "times": ratios, "goals": [], **SPEEDS}
        for game, ratios in times.items()
    ]
    return {"name": "cpu", "date": "2026-11-17", "games": rows, "openspiel": []}


@pytest.fixture(autouse=True)
def _open_spiel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openspiel, "is_installed", lambda: True)


@pytest.fixture
def before(tmp_path: Path) -> Path:
    path = tmp_path / "before.json"
    path.write_text(json.dumps(results(sarena={"chess": 20.0, "go": 8.0}, meandres={"chess": 10.0})))
    return path


def compared(monkeypatch: pytest.MonkeyPatch, before: Path, now: dict[str, Any]) -> int:
    """Run the command on a machine that measures these figures; return how it exits."""
    monkeypatch.setattr(bench, "bench", lambda *_, **__: now)
    with pytest.raises(SystemExit) as ended:
        main(["bench", "--against", str(before), "--out", str(before.parent)])
    return int(ended.value.code or 0)


def test_a_ratio_may_fall_by_fifteen_percent(monkeypatch: pytest.MonkeyPatch, before: Path, capsys: Captured) -> None:
    now = results(sarena={"chess": 17.0, "go": 9.0}, meandres={"chess": 8.6})
    assert compared(monkeypatch, before, now) == 0
    assert "No ratio has fallen by more than 15 %." in capsys.readouterr().out


def test_a_ratio_that_fell_by_more_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, before: Path, capsys: Captured
) -> None:
    assert compared(monkeypatch, before, results(sarena={"chess": 16.8, "go": 8.0}, meandres={"chess": 10.0})) == 1
    out = capsys.readouterr().out
    assert "1 ratio has fallen by more than 15 %" in out
    table = [line.split() for line in out.splitlines()]
    assert ["sarena", "chess", "20.0", "16.8", "-16%"] in table
    assert ["meandres", "chess", "10.0", "10.0", "+0%"] in table


def test_games_that_were_not_measured_are_not_compared(monkeypatch: pytest.MonkeyPatch, before: Path) -> None:
    assert compared(monkeypatch, before, results(meandres={"chess": 10.0, "othello": 1.0})) == 0


def test_it_fails_if_there_is_nothing_to_compare(
    monkeypatch: pytest.MonkeyPatch, before: Path, capsys: Captured
) -> None:
    assert compared(monkeypatch, before, results(labyrinth={"chess": 10.0})) == 1
    assert "Nothing was measured that the file has too." in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"games": [{"game": "sarena"}]}', '{"games": []}'])
def test_a_file_without_ratios_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "other.json").write_text(text)
    with pytest.raises(LudothequeError, match="holds no ratios to OpenSpiel"):
        against.read(tmp_path / "other.json")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LudothequeError, match="cannot be read"):
        against.read(tmp_path / "none.json")


def test_a_comparison_needs_openspiel(monkeypatch: pytest.MonkeyPatch, before: Path) -> None:
    monkeypatch.setattr(openspiel, "is_installed", lambda: False)
    with pytest.raises(LudothequeError, match="needs OpenSpiel"):
        against.read(before)


def test_the_results_of_the_last_release_have_every_game() -> None:
    found = against.read(LAST_RELEASE)
    ours = {name for name in registry.names() if name != "toy"}
    assert set(found) == {(game, other.partition("(")[0]) for game in ours for other in openspiel.GAMES}
