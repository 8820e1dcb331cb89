"""Learning by playing: guided first games, and analyses of finished games."""

import asyncio

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery

from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.words import N_
from ludotheque.server.answers import HttpRefusal, with_names
from ludotheque.server.api.asking import (
    AnyRequest,
    game_of,
    hall_of,
    language_of,
    network_in,
    person_of,
    table_of,
    write_down,
)
from ludotheque.server.api.new_tables import STAND_IN, row_of
from ludotheque.server.api.reading import readers_of
from ludotheque.server.api.tables import Opened, config_in, opened
from ludotheque.server.live.analysis import Analysis, analysis_of
from ludotheque.server.live.table import LiveTable
from ludotheque.server.loading import UNPLAYABLE
from ludotheque.server.store import Store
from ludotheque.table import events
from ludotheque.table.events import OVER, PLAYING, Chair, Config
from ludotheque.table.lesson import Lesson, lesson

OPPONENT = "novice"  # the bot that plays on after the lesson


@post("/learn/{game:str}", status_code=200)
async def learn(request: AnyRequest, game: FromPath[str], again: FromQuery[bool] = False) -> Opened:
    """Open a guided first game: the visitor's unfinished one, or a new one."""
    return await lesson_table(request, game, again)


async def lesson_table(request: AnyRequest, game: str, again: bool) -> Opened:
    """Return the table of a lesson. To start over, delete the unfinished one first."""
    hall, person = hall_of(request), person_of(request)
    chosen = await asyncio.to_thread(game_of, game)
    taught = await asyncio.to_thread(lesson_of, chosen)
    for table in await asyncio.to_thread(unfinished, hall.store, person, game):
        try:
            live = await hall.tables.find(table)
        except UNPLAYABLE:
            continue
        if live is not None and goes_on(live):
            if not again:
                return msgspec.structs.replace(opened(request, live.row), goes_on=True)
            await hall.closing.delete(table)
    name = await asyncio.to_thread(write_down, request)
    config = lesson_config(chosen, taught, person, name)
    return opened(request, await hall.tables.open(row_of(hall, config, person, is_open=False)))


def lesson_of(game: Game) -> Lesson:
    """Return the lesson of a game, or refuse."""
    try:
        taught = lesson(game)
    except LudothequeError as error:  # it was written for other components than this installation has
        message = N_(
            "The guided first game of {title} does not match this server's components. Play against a novice bot"
            " instead."
        )
        raise HttpRefusal(409, "game/other_lesson", message, title=game.title) from error
    if taught is None:
        raise HttpRefusal(404, "game/no_lesson", N_("{title} has no guided first game yet."), title=game.title)
    return taught


def unfinished(store: Store, person: str, game: str) -> list[str]:
    """List a person's unfinished lessons in a game."""
    rows = [
        store.tables.row(row["table"])
        for row in store.lists.tables_of(person)
        if row["game"] == game and row["status"] != OVER
    ]
    return [row.id for row in rows if row is not None and config_in(game, row.config).is_lesson]


def goes_on(live: LiveTable) -> bool:
    """Return whether a lesson still has something to teach."""
    return live.table.status == PLAYING and live.table.showing.guide("en") is not None


def lesson_config(game: Game, taught: Lesson, person: str, name: str) -> Config:
    """Return the configuration of a lesson: the learner's chair, and bots on the others.

    The bots follow the record, and play on by themselves after it.
    """
    chairs = [
        Chair(events.PERSON, name, person=person) if seat == taught.seat else Chair(events.BOT, level=OPPONENT)
        for seat in range(taught.seats)
    ]
    return Config(game.id, chairs, taught.options, stand_in=STAND_IN, prepared=taught.setup, is_lesson=True)


@get("/tables/{table:str}/analysis")
async def analysis(request: AnyRequest, table: FromPath[str]) -> Response[Analysis]:
    """Return the analysis of a game that is over.

    It takes a while: the first request starts it, and `progress` says how far it has come.
    """
    readers_of(request).count(request)
    live = await table_of(request, table)
    if not live.table.is_revealed:
        raise HttpRefusal(409, "table/not_over", N_("This game is not over yet."))
    study = hall_of(request).analyst.study(live, person_of(request), network_in(request))
    found = await asyncio.to_thread(analysis_of, live.table, study, language_of(request))
    return with_names(found, live.table.showing.names(language_of(request)))
