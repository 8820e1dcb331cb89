"""Reports: a page that needs nothing else, the same on any number of threads, with all numbers."""

import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from ludotheque.bots.rating import Interval
from ludotheque.cli import main
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.core.words import LANGUAGES
from ludotheque.lab.report import plots
from ludotheque.lab.report.page import page
from ludotheque.lab.report.plan import Plan, Study, work
from ludotheque.lab.report.shape import AXES, KNOWN
from ludotheque.lab.report.voice import Voice
from tests.castles import GAME as CASTLES

PLAN = Plan(CASTLES, 2, CASTLES.complete_options({}), bots=("greedy",), games=10, scale=0.1)
EMPTY = ("meta", "img", "path", "polygon", "polyline", "rect", "br")
COMMAND = "ludotheque report castles --games 10"


@cache
def studied(threads: int = 1) -> tuple[list[str], Study]:
    """The pages on the way, and what was played."""
    study = Study(PLAN)
    return [page(found, Voice("en"), COMMAND) for found in study.play(threads)], study


class Reader(HTMLParser):
    """Reads a page, and notices tags that are never closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.tags)


def test_a_page_needs_nothing_else() -> None:
    found = Reader(studied()[0][-1])
    assert found.open == []
    assert found.count("script") == found.count("link") == 0
    for _, attributes in found.tags:
        for name in ("src", "href"):
            assert (attributes.get(name) or "#").startswith(("#", "data:"))
    assert not re.search(r"url\((?!#)|@import", studied()[0][-1])


def test_every_plot_has_its_numbers() -> None:
    found = Reader(studied()[0][-1])
    assert found.count("figure") == found.count("details") == found.count("table") >= 10
    assert found.count("svg") >= 10
    for name in ("shape", "length", "fairness", "tension", "skill", "choices", "hidden", "made"):
        assert ("section", {"id": name}) in found.tags


def test_the_page_says_how_it_was_made() -> None:
    text = studied()[0][-1]
    assert COMMAND in text
    assert "10.0%" in text  # of the bots' iterations


def test_the_board_shows_where_things_are_done() -> None:
    assert "Where greedy players reach" in studied()[0][-1]
    assert "data:image/svg+xml;base64" in studied()[0][-1]


def test_what_is_known_first_is_written_first() -> None:
    pages, study = studied()
    assert len(pages) == len(list(PLAN.tables())) == 3
    assert "more is being played" in pages[0]
    assert "more is being played" not in pages[-1]
    assert "Where greedy players reach" not in pages[0]  # what is slow comes last
    assert study.is_complete


def test_threads_do_not_change_the_page() -> None:
    assert studied(2)[0] == studied()[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_four_languages(language: str) -> None:
    text = page(studied()[1], Voice(language), COMMAND)
    assert f'<html lang="{language}">' in text
    title = {"en": "Fairness", "fr": "Équité", "de": "Gerechtigkeit", "nl": "Eerlijkheid"}[language]
    assert f"<h2>{title}</h2>" in text
    assert Reader(text).open == []


def test_progress_counts_many_random_games_as_one() -> None:
    told: list[tuple[int, int]] = []
    for _ in Study(PLAN).play(progress=lambda done, total: told.append((done, total))):
        pass
    assert told[-1] == (PLAN.units, PLAN.units)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert sum(work(setup, games) for _, setup, games in PLAN.tables()) == PLAN.units


@pytest.mark.parametrize("bots", [(), ("random",), ("novice", "novice"), ("wizard",)])
def test_bots_that_make_no_ladder_are_refused(bots: tuple[str, ...]) -> None:
    with pytest.raises(LudothequeError):
        Plan(CASTLES, 2, {}, bots=bots)


def test_the_shapes_of_all_our_games_are_known() -> None:
    known = json.loads(KNOWN.read_text())
    ours = [name for name in registry.names() if registry.load(name).folder.parent.name == "games"]
    assert sorted(known) == sorted(ours)
    for name, row in known.items():
        assert row["rules_version"] == registry.load(name).rules_version, "run: python -m tools.shapes"
        assert set(row["shape"]) == set(AXES)
        assert all(0 <= value <= 1 for value in row["shape"].values())


def test_the_command_writes_the_page_and_says_how(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "mine.html"
    words = [
        "report",
        "toy",
        "--bots",
        "greedy",
        "--games",
        "4",
        "--seats",
        "3",
        "--language",
        "nl",
        "--threads",
        "1",
    ]
    with pytest.raises(SystemExit, match="0"):
        main([*words, "--out", str(out)])
    assert str(out) in capsys.readouterr().out
    text = out.read_text()
    assert "ludotheque report toy --seats 3 " in text
    assert "--bots greedy --games 4 --seed 1 --scale " in text
    assert '<html lang="nl">' in text


def test_an_unknown_language_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["report", "toy", "--language", "tlh"])
    assert "unknown language 'tlh'" in capsys.readouterr().err


def test_ticks_are_round() -> None:
    assert plots.ticks(0, 1) == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1])
    assert plots.ticks(-7, 12, 4) == pytest.approx([-5, 0, 5, 10])
    assert plots.ticks(3, 3) == [3]


def test_a_plot_leaves_out_what_is_unknown() -> None:
    unknown, known = Interval(float("nan"), float("nan"), float("nan")), Interval(0.5, 0.4, 0.6)
    for drawn in (
        plots.lines("x", [[unknown, known, known]], str, ("", "", "")),
        plots.dots("x", [("a", [(0, unknown), (1, known)])], str),
    ):
        assert "nan" not in drawn
