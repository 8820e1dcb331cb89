"""Every line of a log is a sentence."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludotheque.core import registry
from ludotheque.core.constants import NONE
from ludotheque.core.naming import SLOT
from ludotheque.core.record.following import Follower
from ludotheque.core.story import rows_of
from ludotheque.table.events import AnyEvent
from ludotheque.table.standing import is_logged
from tests.table.tables import PEOPLE, Session

CORPUS = Path(__file__).parents[1] / "corpus"
LANGUAGES = ("en", "fr", "de", "nl")
SAMPLES: dict[Any, Any] = {int: 1, str: "x", int | None: 1}


def is_sentence(text: str) -> bool:
    """Say whether more than names and signs is left of a line."""
    left = SLOT.sub("", text)
    for name in PEOPLE:
        left = left.replace(name, "")
    return any(map(str.isalpha, left))


@pytest.mark.parametrize("game", registry.names())
def test_every_action_of_whole_games_is_told_in_a_sentence(game: str) -> None:
    for path in sorted(CORPUS.glob(f"{game}-*.json")):
        follower = Follower(json.loads(path.read_text()))
        words = follower.game.words("en", slots=True)
        for step in follower.steps():
            view = follower.game.view_of(follower.state, NONE)
            said = follower.game.text.describe(words, view, step.seat, NONE, rows_of(step.story))
            assert is_sentence(said), (path.name, step.number, said)


@pytest.mark.parametrize("kind", AnyEvent.__args__)
def test_every_event_is_told_in_a_sentence(kind: Any) -> None:
    fields = {field.name: SAMPLES.get(field.type, []) for field in msgspec.structs.fields(kind)}
    session = Session("labyrinth", "pp")
    event = kind(**fields)
    if is_logged(event):
        for language in LANGUAGES:
            line = session.table.showing.log._event_line(event, language)
            assert line.kind == "chat" or is_sentence(line.text.replace("x", "")), line
