"""Learning by playing: a guided first game is opened here, and a game that is over is looked through for what mattered."""

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath

from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.words import N_
from ludotheque.server.analysis import Analysis, analysis_of
from ludotheque.server.answers import Refusal
from ludotheque.server.api import STAND_IN, AnyRequest, Opened, game_of, language_of, live_of, name_of, opened, person_of, row_of, table_of
from ludotheque.server.live import Live, LiveTable
from ludotheque.table import events
from ludotheque.table.events import OVER, PLAYING, Chair, Config
from ludotheque.table.guide import Lesson, lesson

OPPONENT = "novice"  # plays on after the lesson


@post("/learn/{game:str}", status_code=200)
async def learn(request: AnyRequest, game: FromPath[str]) -> Opened:
    """A guided first game: the one that the visitor has left in the middle, or a new one."""
    live, person = live_of(request), person_of(request)
    chosen = await live.in_thread(game_of, game)
    try:
        taught = await live.in_thread(lesson, chosen)
    except LudothequeError as error:  # it was written for other components than the owner of this copy has
        raise Refusal(
            409, "game/other_lesson", N_("The guided first game of {title} does not fit the components of this server. Play against a novice bot instead."), title=chosen.title
        ) from error
    if taught is None:
        raise Refusal(404, "game/no_lesson", N_("{title} has no guided first game yet."), title=chosen.title)
    for table in await live.in_thread(_unfinished, live, person, game):
        found = await live.find(table)
        if found is not None and _goes_on(found):
            return opened(request, found.row)
    name = await live.in_thread(name_of, request)
    await live.in_thread(live.store.remember, person, name)
    return opened(request, await live.open(row_of(live, lesson_config(chosen, taught, person, name), person, False)))


def _unfinished(live: Live, person: str, game: str) -> list[str]:
    """The lessons that somebody has begun."""
    rows = [live.store.table(row["table"]) for row in live.store.tables_of(person) if row["game"] == game and row["status"] != OVER]
    return [row.id for row in rows if row is not None and msgspec.json.decode(row.config, type=Config).is_lesson]


def _goes_on(found: LiveTable) -> bool:
    return found.table.status == PLAYING and found.table.guiding.guide("en") is not None


def lesson_config(game: Game, taught: Lesson, person: str, name: str) -> Config:
    """The learner's own chair, and bots on the others: they play what the record has, and go on by themselves."""
    chairs = [Chair(events.PERSON, name, person=person) if seat == taught.seat else Chair(events.BOT, level=OPPONENT) for seat in range(taught.seats)]
    return Config(game.id, chairs, taught.options, stand_in=STAND_IN, prepared=taught.setup, is_lesson=True)


@get("/tables/{table:str}/analysis")
async def analysis(request: AnyRequest, table: FromPath[str]) -> Analysis:
    """What mattered in a game that is over. It takes a while: the first to ask sets it going, and `progress` says how far it is."""
    live, found = live_of(request), await table_of(request, table)
    if found.table.status != OVER:
        raise Refusal(409, "table/not_over", N_("This game is not over yet."))
    study = live.analyst.study(found)
    return await live.in_thread(analysis_of, found.table, study, language_of(request))


learning = Router("/api", route_handlers=[learn, analysis])
