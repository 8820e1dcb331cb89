"""At a table every sentence calls players by their names, in every language, and what they win is a
number.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from ludotheque.core import registry
from ludotheque.core.naming import CLOSE, FORMS, OPEN
from ludotheque.core.words import LANGUAGES
from ludotheque.server.replay import Tape
from ludotheque.table import events as ev
from ludotheque.table.events import Chair
from ludotheque.table.protocol import Say, Snapshot, Update
from ludotheque.table.viewer import Viewer
from tests.table.tables import Session

GAMES = ["dream_runners", "labyrinth", "meandres", "sarena", "viva_catrina"]
NAMES = ("Marie", "Anne", "{seat}", 'Zoë "Z"')
STEPS = 60
SAID = {  # somewhere in a game, by Anne's neighbours
    "dream_runners": {
        "en": "Anne: calm ",
        "fr": "Anne\u202f: calme ",
        "de": "Anne: Gelassenheit ",
        "nl": "Anne: kalmte ",
    },
    "labyrinth": {"en": " wizard, Anne", "fr": "magicien ", "de": ", Anne", "nl": ", Anne"},
    "meandres": {
        "en": "fiend of Anne",
        "fr": "seigneur d’Anne",
        "de": "Gebieter von Anne",
        "nl": "demon van Anne",
    },
    "viva_catrina": {
        "en": "Village of Anne",
        "fr": "Village d’Anne",
        "de": "Dorf von Anne",
        "nl": "Dorp van Anne",
    },
}

each_game = pytest.mark.parametrize("game", GAMES)
each_language = pytest.mark.parametrize("language", LANGUAGES)


class Named(Session):
    """A table whose players have names that are hard to write."""

    def __init__(self, game: str) -> None:
        super().__init__(game, "p" * min(len(NAMES), registry.load(game).seats[-1]), seed=3)

    def sit(self) -> None:
        chairs = [Chair(ev.PERSON, name, person=name) for name in NAMES[: self.table.seats]]
        self.table.seating.sit(chairs)


def told(viewer: Viewer, message: Any) -> Any:
    """A message as it is sent."""
    return msgspec.json.decode(viewer.names.fill_json(msgspec.json.encode(message)))


def texts(part: Any) -> Iterator[str]:
    """All that is written in a message, but for the names themselves and what was typed."""
    if isinstance(part, str):
        yield part
    for name, one in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
        if name not in ("seats", "id", "sprite", "place", "commitment", "seed"):
            yield from texts(one)


def check(said: list[str], language: str) -> None:
    numbered = re.compile(rf"\b{FORMS[language][''].numbered.format('')}\d", re.IGNORECASE)
    assert [text for text in said if OPEN in text or CLOSE in text or numbered.search(text)] == []


@each_language
@each_game
def test_every_sentence_has_names(game: str, language: str) -> None:
    session = Named(game)
    session.sit()
    viewers = [Viewer(seats, language=language) for seats in ((0,), (1,), ())]
    for step in range(STEPS):
        for viewer in viewers:
            said = list(texts(told(viewer, session.table.update(viewer))))
            check(said, language)
            if step == 0 and viewer is viewers[0] and game in SAID:
                assert any(SAID[game][language] in text for text in said)
        if session.table.status != "playing":
            break
        session.step()
    replay = Tape(session.table, -1, [-1], language).replay()
    check(list(texts(told(viewers[0], replay))), language)


@each_game
def test_a_panel_carries_the_numbers_of_its_label(game: str) -> None:
    """Each stands in the line, in every language the same; and what is won is said in words."""
    session = Named(game)
    session.sit()
    for _ in range(STEPS // 3):
        if session.table.status != "playing":
            break
        session.step()
    seen = {language: session.table.snapshot(Viewer((0,), language=language)).scene.panels for language in LANGUAGES}
    assert game == "sarena" or all(panel.tallies for panel in seen["en"])
    for panels in seen.values():
        for panel, english in zip(panels, seen["en"], strict=True):
            assert [(one.id, one.value) for one in panel.tallies] == [(one.id, one.value) for one in english.tallies]
            for one in panel.tallies:
                assert str(one.value) in panel.label
                assert len(one.gain) == 2
                assert all(form.startswith("{number} ") for form in one.gain)
    gains = {one.gain for panels in seen.values() for panel in panels for one in panel.tallies}
    words = {one.gain for panel in seen["en"] for one in panel.tallies}
    assert game == "sarena" or len(gains) > 2 * len(words), "not translated"


def test_when_a_name_changes_the_whole_table_is_shown_again() -> None:
    session = Named("viva_catrina")
    viewer = Viewer((0,))
    assert "Village of Ben" in str(told(viewer, session.table.snapshot(viewer)))
    session.step()
    assert isinstance(session.table.update(viewer), Update)
    session.sit()
    whole = session.table.update(viewer)
    assert isinstance(whole, Snapshot)
    assert "Village of Anne" in str(told(viewer, whole))


def test_no_name_is_put_into_what_people_say() -> None:
    session = Named("sarena")
    session.ask(session.viewers[0], Say(f"{OPEN}1{CLOSE} {{seat 1}} {{seat}}"))
    line = told(session.spectator, session.table.snapshot(session.spectator))["log"][-1]
    assert line["text"] == f"1{CLOSE} {{seat 1}} {{seat}}"


def test_a_line_says_whether_it_begins_with_who_acts() -> None:
    for game, is_named in {"dream_runners": True, "labyrinth": False}.items():
        session = Named(game)
        for _ in range(30):
            session.step()
        lines = [line for line in session.table.snapshot(session.spectator).log if line.kind == "act"]
        assert any(line.is_named for line in lines) == is_named
        said = session.spectator.names.fill
        names = session.spectator.names.names
        for line in lines:
            assert not line.is_named or said(line.text).startswith(names[line.seat or 0])
