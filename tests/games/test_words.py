"""Words that every game owes its players, in every language: they are players and not chairs, every
option is explained, and it is said who begins.
"""

import re

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from ludotheque.core import registry, rulebook
from ludotheque.core.words import ENGLISH, LANGUAGES
from tools.messages import PACKAGE

GAMES = sorted(path.parent.name for path in PACKAGE.glob("games/*/rulebook.md"))
CHAIR = {
    "en": re.compile(r"\bchairs?\b", re.IGNORECASE),
    "fr": re.compile(r"\b(?:sièges?|chaises?|fauteuils?)\b", re.IGNORECASE),
    "de": re.compile(
        r"\bSitzpl[aä]tz|\bSt(?:uhl|ühle)|\bPlatz"
        r" (?:0\b|[−-]1\b|\{)(?!rank|place)|\bPl[aä]tz[^.;:|]{0,40}Uhrzeigersinn|Uhrzeigersinn[^.;:|]{0,40}\bPl[aä]tz"
    ),
    "nl": re.compile(r"\b(?:stoel(?:en)?|zitplaats(?:en)?|zetels?)\b", re.IGNORECASE),
}
# A German "Platz" may be a rank or a place on the board. It is a chair with the number 0 or −1 or a
# {seat}, near the word "clockwise", and where the English message says "seat".
SEAT, PLATZ = re.compile(r"\bseats?\b", re.IGNORECASE), re.compile(r"\bPl[aä]tz")
BEGINS = {  # what the rules call the player who begins, and the lot
    "en": (r"\b(?:begins|plays first|first player|opener)\b", r"\blots?\b"),
    "fr": (r"\b(?:commence|premier|ouvre)\b", r"\bsort\b"),
    "de": (
        r"\b(?:beginn|Startspieler|eröffnet)",
        r"\b(?:Los|ausgelost)",
    ),
    "nl": (r"\b(?:begint|eerste speler|opener|opent)\b", r"\b(?:lot|loot|geloot|loting|willekeurig)\b"),
}

each_game = pytest.mark.parametrize("name", GAMES)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def chairs(text: str, language: str) -> list[str]:
    """The lines of a text that call a player a chair."""
    return [line for line in text.splitlines() if CHAIR[language].search(line)]


def chairs_in(message: Message, language: str) -> list[str]:
    """The same for a message, of which the English is known too."""
    english, text = (
        "\n".join([part] if isinstance(part, str) else part) for part in (message.id, message.string or message.id)
    )
    is_seat = language == "de" and SEAT.search(english) and PLATZ.search(text)
    return [text] if is_seat else chairs(text, language)


@each_language
@each_game
def test_no_rulebook_calls_a_player_a_chair(name: str, language: str) -> None:
    text = rulebook.path(registry.load(name), language).read_text()
    assert chairs(text.replace("\n  ", " "), language) == []


@each_language
@each_game
def test_no_message_calls_a_player_a_chair(name: str, language: str) -> None:
    file = "messages.pot" if language == ENGLISH.language else f"{language}.po"
    with (PACKAGE / "games" / name / "locale" / file).open("rb") as messages:
        assert [
            line
            for message in read_po(messages, locale=language)
            if message.id
            for line in chairs_in(message, language)
        ] == []


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Nobody leaves their chair."),
        ("fr", "Le siège 0 commence."),
        ("de", "Platz 0 beginnt."),
        ("de", "Dorf von Platz {seat}"),
        ("de", "Der nächste Platz im Uhrzeigersinn ist am Zug."),
        ("de", "die eigene Aktion des Tischs, Platz −1"),
        ("de", "ein Sitzplatz am Tisch"),
        ("nl", "De stoelen zijn genummerd."),
    ],
)
def test_a_chair_is_found(language: str, line: str) -> None:
    assert chairs(line, language) == [line]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "seat 0 in a record"),
        ("fr", "Les joueurs à égalité partagent la même place."),
        ("de", "Gleichauf liegende Spieler teilen sich Platz 1; eine Scheibe hat noch Platz."),
        ("de", "erwartet: Platz {rank}"),
        ("nl", "De speler deelt de eerste plaats."),
    ],
)
def test_a_place_that_is_no_chair_may_be_named(language: str, line: str) -> None:
    assert chairs(line, language) == []


@each_language
@each_game
def test_every_option_is_explained(name: str, language: str) -> None:
    game = registry.load(name)
    explains: dict[str, str] = getattr(game.text, "EXPLAINS", {})
    assert sorted(explains) == sorted(option.name for option in game.options)
    assert [
        option
        for option, message in explains.items()
        if not is_said(message, game.explain(game.words(language), option), language)
    ] == []


@each_language
@each_game
def test_the_rules_say_who_begins(name: str, language: str) -> None:
    """In one of their first two chapters, and that a lot decides it: by itself, or where what the
    booklet asks for is not known.
    """
    sentences = rulebook.sentences_of(rulebook.path(registry.load(name), language).read_text())
    opening = [text for number, text in sentences.items() if number.startswith(("R1.", "R2."))]
    assert [text for text in opening if all(re.search(word, text) for word in BEGINS[language])]


@each_language
@pytest.mark.parametrize("name", ["sarena", "viva_catrina"])
def test_how_the_booklet_finds_the_first_player_is_said_before_the_game(name: str, language: str) -> None:
    game = registry.load(name)
    assert is_said(game.who_begins(game.words(ENGLISH.language)), game.who_begins(game.words(language)), language)


def is_said(message: str, text: str, language: str) -> bool:
    """Is it a whole sentence, and in this language?"""
    return text[:1].isupper() and text.endswith(".") and (text == message) == (language == ENGLISH.language)
