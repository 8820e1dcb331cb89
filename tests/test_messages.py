"""Messages for translators are complete: what the code says is in the template, and nothing else
is; and every language says all of it, with the same names in braces.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from ludotheque.core import registry, rulebook
from ludotheque.core.chance import seed_key
from ludotheque.core.naming import forms_of
from ludotheque.core.words import ENGLISH, LANGUAGES, NP_, Words
from ludotheque.server.pages import TEXTS, whole_page
from tools.messages import PACKAGE, folders, template_of

WEB = PACKAGE / "web"
OTHERS = [language for language in LANGUAGES if language != ENGLISH.language]
GAMES = sorted(path.parent.name for path in PACKAGE.glob("games/*/rulebook.md"))
CHAPTER = re.compile(r"^#+ (R\d+)\b", re.MULTILINE)

each_folder = pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
each_language = pytest.mark.parametrize("language", OTHERS)


# What is said in English


@each_folder
def test_the_template_is_current(folder: Path) -> None:
    assert (folder / "locale/messages.pot").read_text() == template_of(folder), "run: make messages"


def test_there_is_something_to_translate() -> None:
    said = {folder.name: template_of(folder) for folder in folders()}
    for folder, message in {
        "sarena": "You may not move onto an empty circle without arrows.",  # Python
        "meandres": "{number} points",
        "web": "Take a box from the shelf",  # a page
        "table": "Novice bot",
        "server": "You already have an account.",
        "cli": "List the installed games.",  # the docstring of a command
        "core": "must be a whole number, not {own!r}",  # a complaint
    }.items():
        assert message in said[folder]
    assert "● Your turn" in said["web"]  # the client
    assert "{names} are to play." in said["web"]


COMPLAINTS = {"LudothequeError": 0, "require": 2}  # and which argument is the message


@each_folder
def test_every_complaint_can_be_collected(folder: Path) -> None:
    """It stands there as it is, or is marked where it is defined; one that is put together would be
    in no catalogue.
    """
    known = {id_of(message) for message in template(folder) if message.id}
    for path in folder.rglob("*.py"):
        for call in (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)):
            place = COMPLAINTS.get(getattr(call.func, "id", getattr(call.func, "attr", "")))
            message = call.args[place] if place is not None and place < len(call.args) else None
            assert not isinstance(message, (ast.JoinedStr, ast.BinOp)), f"{path}:{call.lineno}"
            assert not isinstance(message, ast.Constant) or message.value in known, f"{path}:{call.lineno}"


@pytest.mark.parametrize("script", sorted(WEB.glob("*.js")), ids=lambda path: path.name)
def test_every_sentence_of_the_client_can_be_collected(script: Path) -> None:
    """A sentence that is put together when the client runs would be in no catalogue."""
    calls = re.findall(r"(?<![\w.$])tn?\((?!\s*[\")])[^)]*\)", script.read_text())
    assert calls == []


@pytest.mark.parametrize("page", sorted(WEB.glob("*.html")), ids=lambda path: path.name)
def test_every_text_of_a_page_can_be_collected(page: Path) -> None:
    text = whole_page(page)
    found = [start for start, _ in TEXTS.findall(text) if "data-t" in start]
    assert len(found) == len(re.findall(r"\sdata-t[\s>]", text)) > 0


# What is said in other languages


def catalogue(folder: Path, language: str) -> Catalog:
    with (folder / "locale" / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def template(folder: Path) -> Catalog:
    with (folder / "locale/messages.pot").open("rb") as file:
        return read_po(file)


def id_of(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(text: object) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text) if isinstance(text, (list, tuple)) else ()


@each_language
@each_folder
def test_nothing_is_missing_and_nothing_is_left_over(folder: Path, language: str) -> None:
    wanted, found = template(folder), catalogue(folder, language)
    said = {id_of(message): forms(message.string) for message in found if message.id}
    assert [id_of(message) for message in wanted if message.id and not all(said.get(id_of(message), [""]))] == [], (
        "not translated"
    )
    assert sorted(set(said) - {id_of(message) for message in wanted}) == [], "said nowhere any more"
    assert list(found.obsolete) == []
    assert [message.id for message in found if message.id and message.fuzzy] == []


@each_language
@each_folder
def test_names_in_braces_and_plural_forms_are_right(folder: Path, language: str) -> None:
    found = catalogue(folder, language)
    plural = get_plural(language)
    assert (found.num_plurals, found.plural_expr.replace(" ", "")) == (
        plural.num_plurals,
        plural.plural_expr.replace(" ", ""),
    )
    assert list(wrong_messages(found)) == []


@each_language
@pytest.mark.parametrize("name", GAMES)
def test_a_game_leaves_it_to_the_slot_what_a_player_is_called(name: str, language: str) -> None:
    """The word "seat" before a number would stand before a name too."""
    word = forms_of(language)[""].numbered.format("").strip()
    numbered = re.compile(rf"\b{word} \{{", re.IGNORECASE)
    said = [text for message in catalogue(PACKAGE / "games" / name, language) for text in forms(message.string)]
    english = [text for message in template(PACKAGE / "games" / name) for text in forms(message.id)]
    assert [text for text in said if numbered.search(text)] == []
    assert [text for text in english if re.search(r"\bseat \{", text, re.IGNORECASE)] == []


@each_language
def test_a_translation_that_asks_for_something_else_is_said_in_english(language: str, tmp_path: Path) -> None:
    (tmp_path / "locale").mkdir()
    header = f'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n"Language: {language}\\n"\n'
    wrong = {"Village of {seat}": "{village}", "{count} left": "{count:de}", "{seat} rests": "{seat!x}", "{x} up": "{x"}
    entries = [f'msgid "{message}"\nmsgstr "{text}"\n' for message, text in wrong.items()]
    (tmp_path / f"locale/{language}.po").write_text("\n".join([header, *entries]))
    words = Words(language, tmp_path)
    assert words("Village of {seat}", seat="Ann") == "Village of Ann"
    assert words("{count} left", count=3) == "3 left"
    assert words("{seat} rests", seat="Ann") == "Ann rests"
    assert words("{x} up", x=1) == "1 up"


def wrong_messages(found: Catalog) -> Iterator[tuple[str, str]]:
    for message in found:
        if not message.id:
            continue
        english, said = forms(message.id), forms(message.string)
        if len(said) != (1 if len(english) == 1 else found.num_plurals):
            yield id_of(message), "another number of forms"
        for number, text in enumerate(said):
            same = english[min(number, len(english) - 1)]
            if slots(text) != slots(same):
                yield text, f"has other names in braces than: {same}"
            if unknown := forms_in(text) - set(forms_of(str(found.locale))):
                yield text, f"has forms of a player that this language does not have: {unknown}"
            if edges(text) != edges(same):
                yield text, f"begins or ends otherwise than: {same}"


PLAYER = re.compile(r"\{seat(?::([^{}]*))?\}")


def slots(text: str) -> list[str]:
    """The names in braces; a player's whatever the form."""
    return sorted(set(re.findall(r"\{[^{}]*\}", PLAYER.sub("{seat}", text))))


def forms_in(text: str) -> set[str]:
    """The forms of players that a translator has chosen: `de` in "Village {seat:de}"."""
    return set(PLAYER.findall(text))


def edges(text: str) -> tuple[str, str]:
    """Spaces and commas with which a part of a sentence is put together."""
    return text[: len(text) - len(text.lstrip(" ,"))], text[len(text.rstrip(" ,")) :]


@each_language
@pytest.mark.parametrize("name", GAMES)
def test_the_rules_have_the_same_sentences(name: str, language: str) -> None:
    game = registry.load(name)
    path = rulebook.path(game, language)
    assert path.name == f"rulebook.{language}.md"
    english, said = rulebook.path(game).read_text(), path.read_text()
    assert list(rulebook.sentences_of(said)) == list(rulebook.sentences_of(english))
    assert CHAPTER.findall(said) == CHAPTER.findall(english)
    assert [
        number
        for number, text in rulebook.sentences_of(said).items()
        if text == rulebook.sentences_of(english)[number] and len(text) > 40
    ] == [], "not translated"


# of components, and English
IDS = {
    "viva_catrina": {"bread", "skull", "banner", "candle", "shop", "red", "yellow"},
    "dream_runners": {"green", "yellow", "purple", "red"},
}


@each_language
@pytest.mark.parametrize("name", IDS)
def test_a_board_in_words_names_components_in_its_language(name: str, language: str) -> None:
    game = registry.load(name)
    state = game.new(4, {}, seed_key(1))
    english, said = (
        set(re.findall(r"[a-z]+", game.text.board(game.words(spoken), state, 0)))
        for spoken in (ENGLISH.language, language)
    )
    assert IDS[name] & english
    assert not IDS[name] & said


# Words themselves


def test_words_count_as_their_language_does(tmp_path: Path) -> None:
    (tmp_path / "locale").mkdir()
    header = (
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: nplurals=2; plural=(n >'
        ' 1);\\n"\n\n'
    )
    entry = (
        'msgid "{number} chip"\nmsgid_plural "{number} chips"\nmsgstr[0] "{number} jeton"\nmsgstr[1] "{number}'
        ' jetons"\n'
    )
    (tmp_path / "locale/fr.po").write_text(header + entry)
    chips, french = NP_("{number} chip", "{number} chips"), Words("fr", tmp_path)
    assert [french.count(chips, number) for number in (0, 1, 2)] == ["0 jeton", "1 jeton", "2 jetons"]
    assert [ENGLISH.count(chips, number) for number in (0, 1, 2)] == ["0 chips", "1 chip", "2 chips"]
