"""Rulebooks as they are laid out for readers: chapters, one-page summaries, and what the layout
names.
"""

import re

import pytest

from ludotheque.core import registry, rulebook
from ludotheque.core.words import LANGUAGES

GAMES = ["sarena", "labyrinth", "viva_catrina", "meandres", "dream_runners"]
ONE_PAGE = 320  # words; a printed page holds some more
each_game = pytest.mark.parametrize("name", GAMES)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def text_of(name: str, language: str = "en") -> str:
    return rulebook.path(registry.load(name), language).read_text()


def test_a_rulebook_falls_into_chapters() -> None:
    first, words, setup = rulebook.chapters_of(
        "# Go\n\nA game.\n\n## Words\n\n| a |\n\n## R1 Setup\n\n- R1.1 Sit down.\n"
    )
    assert first == ("", "Go", "A game.")
    assert words == ("", "Words", "| a |")
    assert setup == ("R1", "Setup", "- R1.1 Sit down.")


@each_language
@each_game
def test_every_language_has_the_same_chapters(name: str, language: str) -> None:
    english, said = (rulebook.chapters_of(text_of(name, one)) for one in ("en", language))
    assert [chapter.number for chapter in said] == [chapter.number for chapter in english]


@each_language
@each_game
def test_every_game_is_told_on_one_page(name: str, language: str) -> None:
    path = rulebook.summary_path(registry.load(name), language)
    assert path.name == ("summary.md" if language == "en" else f"summary.{language}.md")
    summary = path.read_text()
    assert len(summary.split()) <= ONE_PAGE
    assert len(re.findall(r"^# ", summary, re.MULTILINE)) == 1
    assert len(re.findall(r"^## ", summary, re.MULTILINE)) == 4  # goal, turn, end, scoring
    assert 3 <= len(re.findall(r"^- ", summary.split("\n## ")[2], re.MULTILINE)) <= 6


@each_language
@each_game
def test_a_summary_cites_rules_that_exist_and_the_same_in_every_language(name: str, language: str) -> None:
    cited, in_english = (
        re.findall(r"R\d+(?:\.\d+)?", rulebook.summary_path(registry.load(name), one).read_text())
        for one in (language, "en")
    )
    known = {*rulebook.sentences_of(text_of(name)), *(one.number for one in rulebook.chapters_of(text_of(name)))}
    assert set(cited) <= known
    assert cited == in_english


@each_game
def test_a_layout_names_chapters_and_rules_that_exist(name: str) -> None:
    layout = rulebook.layout_of(registry.load(name))
    titles = {chapter.title for chapter in rulebook.chapters_of(text_of(name))}
    assert {*layout.records, *filter(None, [layout.rulings])} <= titles
    assert {picture.rule for picture in layout.pictures} <= set(rulebook.sentences_of(text_of(name)))


@each_game
def test_pictures_are_explained_in_every_language(name: str) -> None:
    pictures = rulebook.layout_of(registry.load(name)).pictures
    assert len(pictures) >= 4
    for picture in pictures:
        assert list(picture.caption) == list(LANGUAGES)
        assert all(picture.caption.values())
        assert len(set(picture.caption.values())) == len(LANGUAGES)


def test_a_game_under_construction_needs_neither_a_summary_nor_a_layout() -> None:
    toy = registry.load("toy")
    assert not rulebook.summary_path(toy).is_file()
    assert rulebook.layout_of(toy) == rulebook.Layout()
