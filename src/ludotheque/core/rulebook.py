"""The rules in words: `rulebook.md` of a game, one numbered sentence each, and `rulebook.<language>.md` with the same numbers."""

import re
from pathlib import Path

from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game

SENTENCE = re.compile(r"^- (R\d+\.\d+) (.*(?:\n  .*)*)", re.MULTILINE)


def path(game: Game, language: str = "en") -> Path:
    """In that language if there is such a file, else in English."""
    translated = game.folder / f"rulebook.{language}.md"
    return translated if translated.is_file() else game.folder / "rulebook.md"


def sentences_of(rulebook: str) -> dict[str, str]:
    """Every numbered sentence: `- R2.3 …`, continued on lines that are indented by two spaces."""
    return {number: joined(text) for number, text in SENTENCE.findall(rulebook)}


def joined(text: str) -> str:
    """Lines as one. French puts narrow spaces before its signs, and they stay."""
    return " ".join(line.strip(" ") for line in text.split("\n"))


def sentence(game: Game, number: str, language: str = "en") -> str:
    """One sentence of the rules, or a whole chapter (`R2`)."""
    all_sentences = sentences_of(path(game, language).read_text())
    wanted = number.upper()
    found = [f"{key} {text}" for key, text in all_sentences.items() if key == wanted or key.startswith(f"{wanted}.")]
    if not found:
        raise LudothequeError(
            "{title} has no rule {number!r}; its rules run from {first} to {last}", title=game.title, number=number, first=next(iter(all_sentences)), last=list(all_sentences)[-1]
        )
    return "\n".join(found)
