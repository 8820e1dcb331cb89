"""The rules in words: a game's `rulebook.md`, one numbered sentence each.

`rulebook.<language>.md` has the same numbers and the same chapters in the same order. `summary.md`
explains the game on one page, and `rulebook.toml` says how the rulebook is laid out for readers.
"""

import re
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game

SENTENCE = re.compile(r"^- (R\d+\.\d+) (.*(?:\n  .*)*)", re.MULTILINE)
CHAPTER = re.compile(r"^## (?:(R\d+) )?(.+)$", re.MULTILINE)


class Chapter(NamedTuple):
    number: str  # R3; empty for a chapter without numbered sentences
    title: str
    body: str


class Picture(Struct, frozen=True, forbid_unknown_fields=True):
    """A picture beside a rule: positions of the guided first game, cropped to what matters."""

    rule: str
    plies: tuple[int, ...]  # the positions after these plies, side by side
    show: tuple[str, ...]  # ids of places, pieces and areas: the picture is cropped to them
    caption: dict[str, str]  # what the picture shows, by language
    ring: tuple[str, ...] = ()  # ids of places with a ring around them
    seat: int = 0  # whose view is drawn
    margin: int = 20  # around what is shown, in scene units


class Layout(Struct, frozen=True, forbid_unknown_fields=True):
    """The layout of a rulebook for readers. Chapters are named by their English titles."""

    rulings: str = ""  # the chapter whose tables list our own decisions
    records: tuple[str, ...] = ()  # chapters about records and programs, which come last
    pictures: tuple[Picture, ...] = ()


def path(game: Game, language: str = "en") -> Path:
    """Return the rulebook in that language if there is one, else the English one."""
    return _translated(game, "rulebook", language)


def summary_path(game: Game, language: str = "en") -> Path:
    """Return the one-page summary in that language if there is one, else the English one.

    A game under construction may not have one.
    """
    return _translated(game, "summary", language)


def _translated(game: Game, name: str, language: str) -> Path:
    translated = game.folder / f"{name}.{language}.md"
    return translated if translated.is_file() else game.folder / f"{name}.md"


def layout_path(game: Game) -> Path:
    return game.folder / "rulebook.toml"


def layout_of(game: Game) -> Layout:
    """Return the layout of a game's rulebook, or the default layout if the game has none."""
    file = layout_path(game)
    return msgspec.toml.decode(file.read_bytes(), type=Layout) if file.is_file() else Layout()


def chapters_of(rulebook: str) -> list[Chapter]:
    """Return the chapters in order.

    The first has the rulebook's title and the text before the other chapters.
    """
    title, body = rulebook.removeprefix("# ").split("\n", 1)
    parts = CHAPTER.split(body)  # body, number, title, body, number, title, body …
    rest = zip(parts[1::3], parts[2::3], parts[3::3], strict=True)
    return [
        Chapter("", title, parts[0].strip()),
        *(Chapter(number or "", name, text.strip()) for number, name, text in rest),
    ]


def promise(game: Game, language: str = "en") -> str:
    """Return the first sentence below the title, which introduces the game; or an empty string."""
    _, below, text = path(game, language).read_text(encoding="utf-8").partition("\n\n")
    introduction = text.strip().split("\n\n")[0]
    if not below or not introduction or introduction.startswith(("#", "- ", "|")):
        return ""
    return joined(introduction).partition(". ")[0].removesuffix(".") + "."


def sentences_of(rulebook: str) -> dict[str, str]:
    """Return every numbered sentence by its number.

    A sentence is `- R2.3 …`, continued on lines indented by two spaces.
    """
    return {number: joined(text) for number, text in SENTENCE.findall(rulebook)}


def joined(text: str) -> str:
    """Join the lines of a text into one.

    Keeps the narrow spaces that French puts before its punctuation.
    """
    return " ".join(line.strip(" ") for line in text.split("\n"))


def sentence(game: Game, number: str, language: str = "en") -> str:
    """Return one sentence of the rules, or a whole chapter (`R2`)."""
    all_sentences = sentences_of(path(game, language).read_text(encoding="utf-8"))
    wanted = number.upper()
    found = [f"{key} {text}" for key, text in all_sentences.items() if key == wanted or key.startswith(f"{wanted}.")]
    if not found:
        raise LudothequeError(
            "{title} has no rule {number!r}; its rules run from {first} to {last}",
            title=game.title,
            number=number,
            first=next(iter(all_sentences)),
            last=list(all_sentences)[-1],
        )
    return "\n".join(found)
