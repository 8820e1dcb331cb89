"""People read human words: in a whole game of each kind, in every language, no log line, label,
prompt or button holds a code of the program; and no lesson does.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import pytest

from ludotheque.bots.levels import bot
from ludotheque.bots.play import bot_acts
from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import Game
from ludotheque.core.naming import Names
from ludotheque.core.record import Recorder
from ludotheque.core.story import rows_of
from ludotheque.core.words import Words
from ludotheque.scene.model import Area, Panel, Piece, Place
from ludotheque.scene.picture import painter, scene_of, stages_of
from tests.games.test_words import each_game, each_language

PLAYERS = ("Ada", "Ben", "Cleo", "Dan")
CODES = {
    "an id": r"\b[A-Za-z]+\d*-[a-z]?\d+\b|\b[A-Z]+\d+-\w+|\b(?:ST|N)\d\b",  # tile-27, yellow-l3, d2-3, B2-green, ST1
    "coordinates": r"-?\d,-?\d",
    "a dance": r"\?[EPHG?]|[EPHG]\?|\b[EPHG]{2,4}\b",
    "quarter turns": r"\bturned \d|°",
    "a numbered player": r"\b(?:seat|joueur|Spieler|speler) \d",
    "an empty sentence": r"^\s*$",
}
SOME = 6  # actions of each choice whose buttons are read


class Moment(NamedTuple):
    """A choice of a seat, and what came of it."""

    before: Any  # as the seat sees it
    after: Any
    seat: int
    actions: list[int]
    rows: list[tuple[int, int, int, int, int]]


@cache
def played(name: str) -> list[Moment]:
    """A whole game of two, played at random from a seed."""
    game, found = registry.load(name), []
    recorder, player = Recorder(game, 2, {}, seed_key(11)), bot("random")
    while movers := game.movers(recorder.state):
        seat = movers[0]
        before = game.view_of(recorder.state, seat)
        actions = game.legal(recorder.state, seat)
        story = recorder.act(seat, actions[0]) if seat == TABLE else bot_acts(recorder, seat, player)
        found.append(Moment(before, game.view_of(recorder.state, seat), seat, actions, rows_of(story)))
    return found


def read(game: Game, words: Words, moment: Moment) -> Iterator[str]:
    """All that is read at a moment."""
    if moment.seat != TABLE:
        yield game.text.prompt(words, moment.before, moment.seat)
        yield from picked(game, words, moment)
        yield from (
            stage.said for stage in stages_of(game, words, moment.before, moment.seat, moment.rows) if stage.said
        )
    yield from game.text.describe(words, moment.after, moment.seat, NONE, moment.rows).split("\n")


def picked(game: Game, words: Words, moment: Moment) -> Iterator[str]:
    """The labels of all that lies on the table and of what some actions pick, and their buttons."""
    scene = scene_of(game, words, moment.before, moment.seat)
    things: tuple[Piece | Place, ...] = (*scene.pieces, *scene.places)
    parts: tuple[Panel | Area, ...] = (*scene.panels, *scene.areas)
    labels = {thing.id: thing.label for thing in things if thing.label}
    yield from labels.values()
    yield from (part.label for part in parts)
    for action in islice(moment.actions, 0, None, 1 + len(moment.actions) // SOME):
        for kind, what in painter(game).gesture(words, moment.before, moment.seat, action):
            if kind != "turn":
                yield labels[what] if kind in ("pick", "set") else what


@each_language
@each_game
def test_a_whole_game_is_told_without_codes(name: str, language: str) -> None:
    game = registry.load(name)
    words, names = Words(language, game.folder, slots=True), Names(language, PLAYERS)
    said = {names.fill(text) for moment in played(name) for text in read(game, words, moment)}
    assert codes_in(said) == []


@each_language
@each_game
def test_places_that_can_be_picked_are_told_apart(name: str, language: str) -> None:
    game = registry.load(name)
    words = Words(language, game.folder, slots=True)
    for moment in played(name):
        gestures = [painter(game).gesture(words, moment.before, moment.seat, action) for action in moment.actions]
        lit = {what for gesture in gestures for kind, what in gesture if kind in ("pick", "set")}
        labels = [place.label for place in scene_of(game, words, moment.before, moment.seat).places if place.id in lit]
        assert len(labels) == len(set(labels))


@each_language
@each_game
def test_a_lesson_is_told_without_codes(name: str, language: str) -> None:
    game = registry.load(name)
    words, notes = game.words(language), tomllib.loads((game.folder / "tutorial/notes.toml").read_text())
    said = {words(note[part]) for note in notes["notes"] for part in ("say", "after") if part in note}
    assert codes_in({*said, words(notes["end"])}) == []


def codes_in(said: set[str]) -> list[tuple[str, str]]:
    return sorted((what, text) for what, code in CODES.items() for text in said if re.search(code, text))


@pytest.mark.parametrize(
    "text",
    [
        "Places B2-green on 0,-2, turned 1.",
        "tile-27",
        "yellow-l3",
        "Dances 28 ?PH.",
        "Round 3: dream d2-3.",
        "dance 4 GE up to 2",
        "Village of seat 1",
        "↻ 90°",
        "",
    ],
)
def test_a_code_is_found(text: str) -> None:
    assert codes_in({text})
