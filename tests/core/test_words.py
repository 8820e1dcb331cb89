"""Words: messages in a language, numbers in them, and the language that suits a reader."""

from pathlib import Path

import pytest

from ludotheque.core import errors, words
from ludotheque.core.errors import LudothequeError
from ludotheque.core.words import NP_, Words, best_language, complaint, reason

CHIPS = NP_("{number} chip", "{number} chips")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "locale").mkdir()
    header = (
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: nplurals=2; plural=(n >'
        ' 1);\\n"\n\n'
    )
    chips = (
        'msgid "{number} chip"\nmsgid_plural "{number} chips"\nmsgstr[0] "{number} jeton"\nmsgstr[1] "{number}'
        ' jetons"\n\n'
    )
    (tmp_path / "locale/fr.po").write_text(header + chips + 'msgid "Hello, {name}."\nmsgstr "Bonjour, {name}."\n')
    return tmp_path


def test_a_message_is_said_in_the_language_and_in_english_where_the_catalogue_is_silent(folder: Path) -> None:
    french = Words("fr", folder)
    assert french("Hello, {name}.", name="Ann") == "Bonjour, Ann."
    assert french("Goodbye.") == "Goodbye."
    assert Words("de", folder)("Hello, {name}.", name="Ann") == "Hello, Ann."


@pytest.mark.parametrize(
    ("language", "said"), [("en", ["0 chips", "1 chip", "2 chips"]), ("fr", ["0 jeton", "1 jeton", "2 jetons"])]
)
def test_each_language_has_its_own_plural(folder: Path, language: str, said: list[str]) -> None:
    assert [Words(language, folder).count(CHIPS, number) for number in range(3)] == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "1,234.5 12.30%"),
        ("fr", "1\u202f234,5 12,30\xa0%"),
        ("de", "1.234,5 12,30\xa0%"),
        ("nl", "1.234,5 12,30%"),
    ],
)
def test_numbers_have_the_signs_of_their_language(language: str, said: str) -> None:
    own = Words(language)
    assert f"{own.number(1234.5, ',.1f')} {own.number(0.123, '.2%')}" == said


# What somebody got wrong


def test_a_complaint_is_english_until_somebody_asks_for_another_language(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "FOLDERS", [*errors.FOLDERS, folder])
    error = LudothequeError("Hello, {name}.", name=LudothequeError("{one} or {other}", one="a", other="{b}"))
    assert str(error) == complaint(error, "en") == "Hello, a or {b}."
    assert complaint(error, "fr") == "Bonjour, a ou {b}."
    assert complaint(LudothequeError("as it is: {x}"), "fr") == "as it is: {x}"


def test_the_system_complains_in_the_same_language() -> None:
    assert (
        complaint(reason(FileNotFoundError(2, "No such file or directory")), "de")
        == "diese Datei oder dieses Verzeichnis gibt es nicht"
    )
    assert complaint(reason(OSError("odd")), "de") == "odd"


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("de;q=0.3,nl;q=0.7", "nl"),
        ("zh-CN,de-AT;q=0.2", "de"),
        ("fr_FR.UTF-8", "fr"),
        ("xx", "en"),
        ("*", "en"),
        ("", "en"),
        ("en;q=rubbish,nl", "nl"),
    ],
)
def test_the_language_follows_what_a_reader_wants(wanted: str, language: str) -> None:
    assert best_language(wanted) == language
