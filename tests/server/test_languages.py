"""Everybody reads their own language: what the browser asks for, or what was chosen on a page; also
at one table, and also when it changes in mid-game.
"""

import httpx
import pytest

from ludotheque.check.guests import Guest, Line, leaves
from ludotheque.check.warmth import warm
from ludotheque.core import registry, rulebook
from ludotheque.core.words import LANGUAGES, Words, best_language
from ludotheque.server.text import FOLDER, WEB
from ludotheque.table.text import words_in
from tests.server.conftest import MakeGuest

CORE = FOLDER.parent / "core"
FRENCH, GERMAN = "fr-BE,fr;q=0.9,en;q=0.5", "de-AT"


def reading(guest: Guest, accepted: str, chosen: str = "") -> Guest:
    guest.http.headers["accept-language"] = accepted
    if chosen:
        guest.http.cookies.set("language", chosen)
    return guest


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("", "en"),
        ("fr-CA", "fr"),
        ("it,nl;q=0.4,de;q=0.8", "de"),
        ("ja", "en"),
        ("C.UTF-8", "en"),
        ("de_CH.UTF-8", "de"),
        ("en-US,fr;q=0.9", "en"),
        ("nl;q=much", "nl"),
    ],
)
def test_the_language_that_suits_best(wanted: str, found: str) -> None:
    assert best_language(wanted) == found


def test_answers_and_refusals_follow_the_browser(guest: MakeGuest) -> None:
    ann = reading(guest(), FRENCH)
    (deal,) = next(game for game in ann.get("/api/games") if game["id"] == "sarena")["options"]
    sarena = registry.load("sarena")
    assert (deal["name"], deal["label"]) == ("deal", sarena.label(sarena.words("fr"), "deal"))
    assert deal["label"] != sarena.label(sarena.words("en"), "deal")
    refused = ann.http.post("/api/logout", json={}).json()
    assert refused["code"] == "account/none"
    assert refused["message"] == Words("fr", FOLDER)("You are a guest: there is nothing to log out of.")
    assert refused["message"] != "You are a guest: there is nothing to log out of."
    chapter = ann.get("/api/rules/sarena")["chapters"][0]
    assert chapter["sentences"][0]["text"] in rulebook.joined((sarena.folder / "rulebook.fr.md").read_text())
    assert "\u202f:" in chapter["sentences"][0]["text"]  # narrow, and not to be broken


@pytest.mark.parametrize("language", LANGUAGES)
def test_bad_input_is_refused_in_the_language_of_the_browser(guest: MakeGuest, language: str) -> None:
    ann = reading(guest(), language)
    seats = [{"kind": "you"}, {"kind": "bot", "level": "random"}]
    refused = ann.http.post("/api/tables", json={"game": "sarena", "seats": seats, "options": {"deal": "foul"}})
    either = Words(language, CORE)("{one} or {other}", one="free", other="fair")
    assert refused.status_code == 400
    assert refused.json()["message"] == Words(language, CORE)(
        "option {name} must be {values}, not {value!r}", name="deal", values=either, value="foul"
    )


def test_what_was_chosen_counts_more_than_the_browser(guest: MakeGuest) -> None:
    ann = reading(guest(), FRENCH, "nl")
    assert '<html lang="nl">' in ann.http.get("/").text
    ann.http.cookies.delete("language")
    ann.http.cookies.set("language", "klingon")
    assert '<html lang="fr">' in ann.http.get("/").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_written_in_its_language(guest: MakeGuest, language: str) -> None:
    ann = reading(guest(), language)
    page = ann.http.get("/")
    say = Words(language, WEB)
    assert f'<html lang="{language}">' in page.text
    assert f">{say('Take a box from the shelf')}</h1>" in page.text
    assert f'aria-label="{say("Language")}"' in page.text
    assert page.text.count("<option") == len(LANGUAGES)
    assert f"<option value={language} selected lang={language}>{LANGUAGES[language]}</option>" in page.text
    assert {"accept-language", "cookie"} <= set(page.headers["vary"].split(", "))
    assert ann.http.get("/", headers={"if-none-match": page.headers["etag"]}).status_code == 304
    assert (
        ann.http.get(
            "/", headers={"if-none-match": page.headers["etag"], "accept-language": "de" if language != "de" else "nl"}
        ).status_code
        == 200
    )


def test_the_words_of_the_client_are_json(guest: MakeGuest) -> None:
    words = guest().http.get("/web/words/de.json")
    assert words.headers["content-type"].startswith("application/json")
    assert words.json()["Undo"] == Words("de", WEB)("Undo") != "Undo"
    assert len(words.json()["{number} day"]) == 2
    assert guest().http.get("/web/words/de.json", headers={"if-none-match": words.headers["etag"]}).status_code == 304
    assert guest().http.get("/web/words/..%2f..%2fsecret.json").status_code == 404


def test_two_viewers_of_one_table_read_two_languages(guest: MakeGuest) -> None:
    ann, bob = reading(guest("Ann"), FRENCH), reading(guest("Bob"), GERMAN)
    made = ann.open("you", "novice", "person")
    bob.follow(made["invitations"]["2"])
    lines = {"fr": ann.look_at(made["table"]), "de": bob.look_at(made["table"])}
    for language, line in lines.items():
        sit = words_in(language)("{name} sits down.", name="Bob")
        assert sit in [entry["text"] for entry in line.table["log"]]
        assert line.table["seats"][1]["name"] == words_in(language)("Novice bot")
    assert lines["fr"].table["log"] != lines["de"].table["log"]
    for language, line in lines.items():
        refused = line.ask(type="resign", id="x", seat=1)
        assert refused["message"] == words_in(language)("That is not your seat.")
        line.socket.send("{")
        assert line.answer()["message"] == Words(language, FOLDER)("The message is not valid JSON.")


def lay_something_out(line: Line) -> list[int]:
    """Perhaps early: everybody lays out at the same time."""
    (first, last), *_ = line.table["draft"]["kinds"]
    action = next(action for action in leaves(line.table["gestures"]) if first <= action <= last)
    assert line.ask(type="draft", id="d", seat=line.table["seat"], actions=[action])["type"] == "drafted"
    line.sync()
    return [action]


def test_another_language_in_mid_game_loses_nothing(guest: MakeGuest) -> None:
    warm("dream_runners")
    ann = guest("Ann")
    made = ann.open("you", "person", game="dream_runners", options={"pace": "calm"})
    guest("Bob").follow(made["invitations"]["1"])  # and does nothing: nothing else changes the table
    english = ann.look_at(made["table"])
    actions = lay_something_out(english)
    reading(ann, "en", "de")
    german = ann.look_at(made["table"])
    for part in ("seq", "seat", "viewer_seats", "status"):
        assert german.table[part] == english.table[part]
    assert german.table["draft"]["actions"] == actions
    assert [piece["id"] for piece in german.table["scene"]["pieces"]] == [
        piece["id"] for piece in english.table["scene"]["pieces"]
    ]
    assert sorted(leaves(german.table["gestures"])) == sorted(leaves(english.table["gestures"]))
    assert german.table["prompt"] != english.table["prompt"]


def test_a_replay_is_told_in_the_language_of_whoever_looks(guest: MakeGuest) -> None:
    ann = reading(guest("Ann"), "en")
    made = ann.open("you", "random")
    line = ann.look_at(made["table"])
    assert line.wait_for_turn()
    line.act()
    replays = [reading(ann, "en", language).get(f"/api/tables/{made['table']}/replay") for language in ("en", "nl")]
    texts = [[step["text"] for step in replay["steps"]] for replay in replays]
    assert texts[0] != texts[1][: len(texts[0])]


def test_a_page_of_the_machine_too(guest: MakeGuest) -> None:
    """Whatever the framework refuses by itself."""
    ann = reading(guest(), FRENCH)
    response: httpx.Response = ann.http.get("/nowhere/at/all")
    assert (response.status_code, response.json()["message"]) == (
        404,
        Words("fr", FOLDER)("There is no page at this address."),
    )
