"""Players in sentences: by number where nobody knows names, by name at a table, in the form that a
translator chose.
"""

import json
import unicodedata
from pathlib import Path

import pytest

from ludotheque.core.naming import CLOSE, FORMS, OPEN, Names, Seat, begins_with, without_slots
from ludotheque.core.words import LANGUAGES, N_, NP_, Words

MESSAGES = {N_("Village of {seat}"): "Village {seat:de}", N_("{seat} gives {other}"): "{seat:le} donne {other:à}"}
PLAYERS = Names("fr", ("Marie", "Anne", 'Zoë "Z" \\o/', f"{OPEN}0{CLOSE}", ""))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "locale").mkdir()
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    entries = [f'msgid "{message}"\nmsgstr "{said}"\n' for message, said in MESSAGES.items()]
    (tmp_path / "locale/fr.po").write_text(header + "\n".join(entries))
    return tmp_path


def test_every_language_calls_a_player_something() -> None:
    assert FORMS.keys() == LANGUAGES.keys()
    assert all("" in forms for forms in FORMS.values())


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Village of seat 2"), ("fr", "Village du joueur 2"), ("it", "Village of seat 2")]
)
def test_without_names_a_player_is_a_number(folder: Path, language: str, said: str) -> None:
    words = Words(language, folder)
    assert words("Village of {seat}", seat=words.seat(2)) == said


def test_a_sentence_that_begins_with_a_player_begins_with_a_capital(folder: Path) -> None:
    for language, said in {"en": "Seat 0 gives seat 1", "fr": "Le joueur 0 donne au joueur 1"}.items():
        words = Words(language, folder)
        assert words("{seat} gives {other}", seat=words.seat(0), other=words.seat(1)) == said
    english = Words()
    assert english.count(NP_("{seat} has {number}", "{seat} has {number}"), 1, seat=english.seat(3)) == "Seat 3 has 1"
    assert english("{color}, {seat}", color="teal", seat=english.seat(3)) == "teal, seat 3"
    assert english.seat(3).alone == "Seat 3"


@pytest.mark.parametrize(
    ("seat", "said"),
    [(0, "Village de Marie"), (1, "Village d’Anne"), (4, "Village du joueur 5"), (9, "Village du joueur 10")],
)
def test_a_name_is_put_where_the_translator_wants_it(folder: Path, seat: int, said: str) -> None:
    words = Words("fr", folder, slots=True)
    assert PLAYERS.fill(words("Village of {seat}", seat=words.seat(seat))) == said


def test_a_name_is_written_as_its_owner_writes_it(folder: Path) -> None:
    words, names = Words("fr", folder, slots=True), Names("fr", ("marie", "anne"))
    said = words("{seat} gives {other}", seat=words.seat(0), other=words.seat(1))
    assert names.fill(said) == "marie donne à anne"
    assert names.fill(f"{words.seat(1):de}") == "d’anne"
    assert names.fill(words("{seat:de}", seat=words.seat(1))) == "D’anne"


@pytest.mark.parametrize("name", ["Émile", unicodedata.normalize("NFD", "Émile"), "Œdipe", "Yves", "ulla"])
def test_vowels_are_elided_whatever_stands_on_top_of_them(name: str) -> None:
    assert Names("fr", (name,)).fill(format(Seat(0, "fr", is_slot=True), "de")) == f"d’{name}"


def test_a_form_that_a_language_does_not_have_is_the_plain_one() -> None:
    for is_slot in (False, True):
        said = format(Seat(1, "nl", is_slot), "de")
        assert Names("nl", ("Marie", "Anne")).fill(said) == ("Anne" if is_slot else "speler 1")


def test_names_are_filled_once_and_stay_names() -> None:
    words = Words("fr", slots=True)
    said = words("{one}, {other}", one=words.seat(3), other=words.seat(2))
    assert PLAYERS.fill(said) == f'{OPEN}0{CLOSE}, Zoë "Z" \\o/'
    data = json.dumps({"text": said, "seats": ["{seat 1}"]}, ensure_ascii=False).encode()
    assert json.loads(PLAYERS.fill_json(data)) == {"text": PLAYERS.fill(said), "seats": ["{seat 1}"]}
    assert PLAYERS.fill_json(b'{"text": "{seat}"}') == b'{"text": "{seat}"}'


@pytest.mark.parametrize("made_up", ["", "x", "^", "-1", "9" * 5000])
def test_what_is_no_slot_stays_as_it_is(made_up: str) -> None:
    """The id of a request comes back to its sender."""
    text = f"{OPEN}{made_up}{CLOSE}"
    assert PLAYERS.fill(text) == text
    assert PLAYERS.fill_json(json.dumps(text, ensure_ascii=False).encode()).decode() == f'"{text}"'


def test_nobody_types_a_slot() -> None:
    typed = str(Seat(0, "en", is_slot=True))
    assert PLAYERS.fill(without_slots(typed)) == without_slots(typed)


def test_it_is_known_whether_a_sentence_begins_with_a_seat() -> None:
    words = Words(slots=True)
    said = words("{seat} passes", seat=words.seat(1))
    assert begins_with(said, 1)
    assert not begins_with(said, 0)
    assert not begins_with("Seat 1 passes", 1)
