"""Variants compared game by game, and sweeps over a grid."""

import json
from pathlib import Path

import numpy as np
import pytest

from ludotheque.cli import main
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.lab import sweep, variants
from ludotheque.lab.figures import averages, measure, names_of, paired
from ludotheque.lab.gather import Setup
from ludotheque.lab.report.sides import Comparison, comparison_page
from ludotheque.lab.report.voice import Voice
from ludotheque.lab.simulate import simulate
from ludotheque.lab.spread import Crew, hired

TOY = registry.load("toy")
SETUP = Setup("toy", 2)
Captured = pytest.CaptureFixture[str]


def box(folder: Path, lost: int) -> str:
    """Write a box of the toy game that loses other pieces in a storm."""
    path = folder / "mine.toml"
    path.write_text((TOY.folder / "components.toml").read_text().replace("lost = 2", f"lost = {lost}"))
    return str(path)


def test_figures_are_those_of_a_simulation() -> None:
    found, played = averages(measure(TOY, SETUP, 200, Crew())), simulate(TOY, 2, {}, 200, seed=1)
    assert found["plies"].value == pytest.approx(played.plies / 200)
    assert found["shared"].value == pytest.approx(played.ties / 200)
    assert found["seat:0"].value == pytest.approx((played.wins[0] - played.ties / 2) / 200)
    assert 0 < found["forced"].value < 1
    assert found["decided"].low < found["decided"].value < found["decided"].high


def test_bots_are_figures_too() -> None:
    found = measure(TOY, Setup("toy", 2, bots=("greedy", "random")), 8, Crew())
    assert np.allclose(found["bot:greedy"] + found["bot:random"], 1.0)


def test_a_variant_does_not_differ_from_itself_and_pairs_make_the_rest_sharper() -> None:
    usual, mild = (
        variants.measure_variant(TOY, variants.read(text), SETUP, 300, Crew()) for text in ("usual", "storm=mild")
    )
    assert all(tuple(row.more) == (0, 0, 0) and not row.is_clear for row in paired(usual, usual))
    rows = {row.name: row for row in paired(usual, mild)}
    assert rows["plies"].is_clear
    assert rows["plies"].more.value == pytest.approx(rows["plies"].second.value - rows["plies"].first.value)
    more, first, second = rows["plies"].more, rows["plies"].first, rows["plies"].second
    assert more.high - more.low < (first.high - first.low) + (second.high - second.low)


def test_a_box_is_measured_in_a_process_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same components it finds the same, with others something else."""
    monkeypatch.setenv("LUDOTHEQUE_JIT", "0")  # there, so that nothing has to be compiled
    usual, seen = measure(TOY, SETUP, 60, Crew()), list[int]()
    with hired(threads=2) as crew:
        same = variants.measure_variant(TOY, variants.read(box(tmp_path, 2)), SETUP, 60, crew, seen.append)
    assert all(np.array_equal(usual[name], same[name], equal_nan=True) for name in names_of(usual))
    assert seen[-1] == 60
    other = variants.measure_variant(TOY, variants.read(box(tmp_path, 1)), SETUP, 60, Crew())
    assert not np.array_equal(usual["plies"], other["plies"])
    bad = tmp_path / "bad.toml"
    bad.write_text("id = 3")
    with pytest.raises(LudothequeError, match=r"bad\.toml"):
        variants.measure_variant(TOY, variants.read(str(bad)), SETUP, 60, Crew())


@pytest.mark.parametrize("text", ["nothing", "missing.toml"])
def test_a_wrong_variant_is_one_sentence(text: str) -> None:
    with pytest.raises(LudothequeError, match=r"a variant is|no such file"):
        variants.read(text)


def test_compare_prints_a_table_and_writes_a_page(tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "compare.html"
    with pytest.raises(SystemExit) as ended:
        main(["compare", "toy", "--variant", "storm=mild", "--games", "100", "--out", str(out)])
    printed = capsys.readouterr().out
    assert not ended.value.code
    assert printed.splitlines()[0].split() == ["figure", "usual", "storm=mild", "difference", "95", "%"]
    assert next(line for line in printed.splitlines() if line.startswith("plies")).endswith("*")
    page = out.read_text()
    assert page.count("<svg") == 1 + 14
    assert "http" not in page.replace("http://www.w3.org", "")
    with pytest.raises(SystemExit):
        main(["compare", "toy", "--variant", "storm=mild", "--games", "100", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["variants"]["storm=mild"]["plies"]["is_clear"]


@pytest.mark.parametrize("language", ["fr", "de", "nl"])
def test_pages_speak_the_readers_language(language: str) -> None:
    found = measure(TOY, SETUP, 20, Crew())
    page = comparison_page(Comparison(TOY, SETUP, 20, {"a": found, "b": found}), Voice(language), "")
    assert "points ahead of the second" not in page


def test_a_sweep_goes_on_where_it_stopped(tmp_path: Path) -> None:
    out, axes = tmp_path / "cells.jsonl", dict(map(sweep.axis, ["option.storm=mild,rough", "seats=2,3"]))
    one = sweep.Sweep(TOY, SETUP, 20, axes)
    one.check()
    one.resume(out)
    begun = one.play(out, Crew())
    assert [next(begun), next(begun)] == [("mild", "2"), ("mild", "3")]
    out.write_text(out.read_text() + '{"cell": {"option.st')
    seen, again = list[int](), sweep.Sweep(TOY, SETUP, 20, axes)
    again.resume(out)
    assert list(again.play(out, Crew(), seen.append)) == [("rough", "2"), ("rough", "3")]
    assert (seen[0], seen[-1]) == (60, 80)
    assert "seat:2" in again.cells["rough", "3"]
    assert again.cells["rough", "2"] == averages(measure(TOY, SETUP, 20, Crew()))
    with pytest.raises(LudothequeError, match="another sweep"):
        sweep.Sweep(TOY, SETUP, 30, axes).resume(out)


@pytest.mark.parametrize("text", ["storm=mild", "option.storm", "seats=2,,3"])
def test_a_wrong_axis_is_one_sentence(text: str) -> None:
    with pytest.raises(LudothequeError, match="--vary must be"):
        sweep.axis(text)


def test_a_cell_that_cannot_be_played_is_refused_before_any_is() -> None:
    for text in ("option.storm=mild,wild", "seats=2,9", "bots=random,nobody", "components=none.toml", "scale=x"):
        with pytest.raises(LudothequeError):
            sweep.Sweep(TOY, SETUP, 20, dict([sweep.axis(text)])).check()
