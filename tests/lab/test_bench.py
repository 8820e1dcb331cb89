"""The speed table: what is in it. No test looks at a clock."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.lab import bench as lab
from ludotheque.lab import openspiel

SARENA = registry.load("sarena")


class Countdown:
    """A game of OpenSpiel's shape: six moves, and a die is thrown before the first and in the
    middle.
    """

    def __init__(self, left: int = 7, thrown: bool = False) -> None:
        self.left, self.thrown = left, thrown

    def clone(self) -> "Countdown":
        return Countdown(self.left, self.thrown)

    def is_terminal(self) -> bool:
        return self.left == 0

    def is_chance_node(self) -> bool:
        return self.left == 7 or (self.left == 3 and not self.thrown)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 0.25), (1, 0.75)]

    def legal_actions(self) -> list[int]:
        return [1]

    def apply_action(self, _action: int) -> None:
        if self.left == 3 and not self.thrown:
            self.thrown = True
        else:
            self.left -= 1


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """An OpenSpiel of which every game is a countdown; the list of all searches that were asked
    for.
    """
    asked: list[Any] = []
    fake = SimpleNamespace(
        load_game=lambda _name: SimpleNamespace(new_initial_state=Countdown),
        RandomRolloutEvaluator=lambda rollouts, _seed: rollouts,
        MCTSBot=lambda _game, rollouts, _uct, simulations, *_rest: SimpleNamespace(
            step=lambda state: asked.append((rollouts, simulations, state.left))
        ),
    )
    monkeypatch.setitem(sys.modules, "pyspiel", fake)
    return asked


def test_the_moves_of_a_search_are_its_rollouts_times_their_length(
    searches: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = iter([10.0, 10.5, 12.0])
    monkeypatch.setattr(openspiel, "thread_time", lambda: next(ticks))
    rollouts = openspiel.Rollouts("countdown", games=3)
    assert rollouts.mean_length == 6  # the two throws are no moves
    assert rollouts.moves_per_second(seconds=1.0) == (100 * 6 + 100 * 5) / 2.0
    assert searches == [(100, 2, 6)]


def test_every_game_is_measured_beside_openspiel(searches: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "version", lambda _package: "1.0")
    told: list[tuple[str, int, int]] = []
    games = [registry.load(name) for name in registry.names()]
    results = lab.bench(games, progress=lambda *step: told.append(step), sizes=lab.QUICK)
    assert json.loads(json.dumps(results)) == results
    assert [row["game"] for row in results["games"]] == registry.names()
    assert [row["game"] for row in results["openspiel"]] == list(openspiel.GAMES)
    for row in results["games"]:
        assert row["seats"] == (registry.load(row["game"]).measured_seats or registry.load(row["game"]).seats[-1])
        assert all(
            row[figure] > 0
            for figure in (
                "moves_per_second",
                "threads_ratio",
                "state_bytes",
                "copy_ns",
                "view_us",
                "searches_per_second",
            )
        )
        assert list(row["times"]) == ["othello", "checkers", "go", "backgammon", "chess"]
        assert row["times"]["go"] == row["moves_per_second"] / results["openspiel"][2]["moves_per_second"]
    assert [place for _, place, _ in told] == list(range(told[0][2]))
    assert len(searches) >= len(openspiel.GAMES)


def test_goals_stand_beside_their_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openspiel, "is_installed", lambda: False)
    results = lab.bench([SARENA], sizes=replace(lab.QUICK, plain=True))
    goals = {goal["figure"]: goal for goal in results["games"][0]["goals"]}
    assert goals["state_bytes"] == {
        "figure": "state_bytes",
        "value": SARENA.state.itemsize,
        "goal": "≤ 256",
        "met": True,
    }
    assert goals["times.othello"]["met"] is None  # nothing to compare with
    assert goals["search_ratio"]["value"] > 0
    assert goals["moves_per_second"]["goal"] == "≥ 4,000,000"


@pytest.mark.parametrize(("value", "sign", "met"), [(4, "≥", False), (5, "≥", True), (5, "≤", True), (6, "≤", False)])
def test_a_goal_is_met_or_not(value: int, sign: str, met: bool) -> None:
    assert lab._goal({"a": {"b": value}}, "a.b", sign, 5)["met"] is met


def test_a_cold_and_a_warm_start_are_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    caches = []

    def watched(command: list[str], env: dict[str, str], **_: Any) -> None:
        assert command[1:] == ["-m", "ludotheque", "perft", "sarena", "--depth", "1"]
        caches.append((env["LUDOTHEQUE_CACHE"], len(list(Path(env["LUDOTHEQUE_CACHE"]).iterdir()))))
        (Path(env["LUDOTHEQUE_CACHE"]) / "compiled").touch()

    monkeypatch.setattr("ludotheque.lab.bench.subprocess.run", watched)
    assert set(lab.start_times(SARENA)) == {"cold_seconds", "warm_seconds"}
    assert [left_behind for _, left_behind in caches] == [0, 1]
    assert len({directory for directory, _ in caches}) == 1


def test_results_are_written_under_their_date_and_name_no_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openspiel, "is_installed", lambda: False)
    results = lab.bench([SARENA], sizes=lab.QUICK)
    path = lab.write(results, tmp_path / "new")
    assert path.name == f"{results['date']}-quick.json"
    assert json.loads(path.read_text()) == results
    assert set(results["machine"]) == {"cpu", "cores", "python", "numpy", "numba"}


def test_a_directory_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LudothequeError, match="file"):
        lab.write({"date": "2026-11-15", "name": "cpu"}, tmp_path / "file")
