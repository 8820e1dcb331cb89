"""What is said about the ingredients: for every token, in every language, and the same in the
rulebook as on the table.
"""

import re

import pytest

from ludotheque.core import rulebook
from ludotheque.core.words import LANGUAGES, Words
from ludotheque.games.labyrinth import text
from ludotheque.games.labyrinth.components import TOKEN_NAMES, TOKENS, VALUES
from ludotheque.games.labyrinth.lore import LORE
from tests.games.labyrinth.mazes import GAME

ROW = re.compile(r"^\| (\d+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
LONGEST = 170  # a tip beside a token, on a phone too

each_language = pytest.mark.parametrize("language", LANGUAGES)


@each_language
def test_every_token_has_a_sentence_or_two(language: str) -> None:
    words = GAME.words(language)
    said = [words(LORE[name]) for name in TOKEN_NAMES]
    assert len(set(said)) == TOKENS
    for sentence in said:
        assert sentence[-1] in ".!"
        assert 40 < len(sentence) <= LONGEST, sentence
        assert 1 <= len(re.findall(r"[.!](?: |$)", sentence)) <= 3, sentence
    assert language == "en" or not {*said} & {*LORE.values()}


@each_language
def test_the_rulebook_tells_the_same_under_the_same_names(language: str) -> None:
    words = GAME.words(language)
    rows = ROW.findall(rulebook.path(GAME, language).read_text())
    assert [int(value) for value, _, _ in rows] == list(VALUES)
    assert [name for _, name, _ in rows] == [text.ingredient(words, number) for number in range(TOKENS)]
    assert [lore for _, _, lore in rows] == [words(LORE[name]) for name in TOKEN_NAMES]


def test_token_11_is_a_dried_slow_worm_and_no_wand() -> None:
    number = VALUES.index(11)
    assert [text.ingredient(GAME.words(language), number) for language in ("en", "fr", "de", "nl")] == [
        "dried slow-worm",
        "orvet séché",
        "Blindschleiche",
        "gedroogde hazelworm",
    ]


def test_a_token_that_the_owner_of_a_copy_has_renamed_has_no_lore(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "TOKEN_NAMES", ("clay", *TOKEN_NAMES[1:]))
    words = Words("en", GAME.folder)  # new words: labels are kept by them
    assert text.token_label(words, 0) == "token 1, clay"
    assert text.token_label(words, 1) == f"token 2, pine cones\n{LORE['pine cones']}"
