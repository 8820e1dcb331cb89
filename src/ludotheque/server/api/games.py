"""The games, their options, their rules, and which of them are being compiled."""

from collections.abc import Container

from litestar import get
from litestar.params import FromPath
from msgspec import Struct

from ludotheque.bots.levels import levels_of
from ludotheque.core import registry, rulebook
from ludotheque.core.game import Game
from ludotheque.core.options import Option, Value
from ludotheque.core.words import Words
from ludotheque.server.api.asking import AnyRequest, game_of, hall_of, language_of
from ludotheque.server.strength import strengths_of
from ludotheque.server.warm import Heating
from ludotheque.table.lesson import has_lesson


class OptionInfo(Struct):
    name: str
    label: str  # its name for people
    values: list[str]
    labels: list[str]  # … and the names of its values
    default: Value
    minimum: int
    explanation: str = ""  # one sentence, for people who have never read the rules
    proposed: tuple[str, int] | None = None  # a value, proposed from this number of people on


class PawnInfo(Struct):
    name: str
    label: str
    sprite: str  # of the game's art
    is_free: bool = True


class GameInfo(Struct):
    id: str
    title: str
    edition: str
    seats: list[int]
    options: list[OptionInfo]
    levels: list[str]
    strengths: dict[str, str]  # what is known about these levels, in one line each
    hides: bool
    promise: str  # what to expect, in one sentence
    has_art: bool
    # the option and value that turn the hourglass on; empty: always on; None: there is none
    sand: list[str] | None = None
    has_lesson: bool = False  # a guided first game
    pawns: list[PawnInfo] = []
    who_begins: str = ""  # how the rulebook decides who begins, unless it is random


class RuleSentence(Struct):
    number: str
    text: str


class Chapter(Struct):
    number: str
    title: str
    sentences: list[RuleSentence]


class Rules(Struct):
    title: str
    chapters: list[Chapter]


@get("/games", sync_to_thread=True)
def games(request: AnyRequest) -> list[GameInfo]:
    programs = list(hall_of(request).programs.commands)
    return [_info(registry.load(name), programs, language_of(request)) for name in registry.names()]


@get("/warmth", sync_to_thread=True)
def warmth(request: AnyRequest) -> list[Heating]:
    """List the games that are being compiled now."""
    return hall_of(request).warmth.progress()


def _info(game: Game, programs: list[str], language: str) -> GameInfo:
    """Return what a visitor needs to know about a game before playing it."""
    words = game.words(language)
    return GameInfo(
        game.id,
        game.title,
        game.components.edition,
        list(game.seats),
        [_option(game, option, words) for option in game.options],
        [*levels_of(game), *programs],
        strengths_of(game.id, language),
        game.hides,
        rulebook.promise(game, language),
        has_art=(game.folder / "art.svg").is_file(),
        sand=_sand(game),
        has_lesson=has_lesson(game),
        pawns=pawns_of(game, words),
        who_begins=game.who_begins(words),
    )


def _option(game: Game, option: Option, words: Words) -> OptionInfo:
    labels = [game.label(words, f"{option.name}={value}") for value in option.values]
    proposed = next(((value, people) for name, value, people in game.proposes if name == option.name), None)
    return OptionInfo(
        option.name,
        game.label(words, option.name),
        list(option.values),
        labels,
        option.default,
        option.minimum,
        game.explain(words, option.name),
        proposed,
    )


def pawns_of(game: Game, words: Words, taken: Container[str] = ()) -> list[PawnInfo]:
    """List the pawns that people can choose from; there may be none."""
    if game.pawns is None:
        return []
    return [
        PawnInfo(name, game.label(words, name), game.pawns.sprite.format(name), name not in taken)
        for name in game.pawns.values
    ]


def _sand(game: Game) -> list[str] | None:
    return list(game.sand_if or ()) if game.sand_s else None


@get("/rules/{game:str}", sync_to_thread=True)
def rules(request: AnyRequest, game: FromPath[str]) -> Rules:
    chosen = game_of(game)
    text = rulebook.path(chosen, language_of(request)).read_text(encoding="utf-8")
    sentences = rulebook.sentences_of(text)
    chapters = [
        Chapter(
            number,
            title,
            [RuleSentence(key, words) for key, words in sentences.items() if key.startswith(f"{number}.")],
        )
        for number, title, _ in rulebook.chapters_of(text)
        if number
    ]
    return Rules(chosen.title, chapters)
