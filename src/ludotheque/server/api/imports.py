"""Records that visitors bring along, kept as finished games that only they can see."""

import asyncio
from typing import Any

from litestar import post
from litestar.params import JSONBody

from ludotheque.core import boxes, record, registry
from ludotheque.core.components import TAG
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.record.format import is_deep
from ludotheque.core.words import N_
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.api.asking import AnyRequest, game_of, hall_of, language_of, network_in, person_of, write_down
from ludotheque.server.api.new_tables import row_of
from ludotheque.server.api.reading import WHOLE_GAME, readers_of, too_many
from ludotheque.server.api.tables import Opened, opened
from ludotheque.server.bucket import Buckets
from ludotheque.server.text import PLAYER, words_in
from ludotheque.table.events import PERSON, SCREEN, Chair, Config, Prepared

RECORD_LIMIT = 256 << 10  # bytes; the longest games take 40 kB


@post("/records", request_max_body_size=RECORD_LIMIT)
async def import_record(request: AnyRequest, data: JSONBody[dict[str, Any]]) -> Opened:
    """Check the record of a finished game, and open it as a private table to replay and analyse."""
    uploads: Buckets = request.app.state.uploads
    if not uploads.take(network_in(request)):
        raise too_many()
    hall, language = hall_of(request), language_of(request)
    game = await asyncio.to_thread(game_in, data)
    await hall.warmth.want(game.name)
    if hall.warmth.is_cold(game.name):  # checking a long game as plain Python would take minutes
        raise HttpRefusal(
            503, "game/cold", N_("{title} is still being prepared. Try again in a minute."), title=game.title
        )
    async with readers_of(request).turn(request, WHOLE_GAME):
        taken = await asyncio.to_thread(followed, game, data, language)
    await asyncio.to_thread(write_down, request)
    person = person_of(request)
    chairs = [
        Chair(SCREEN if seat else PERSON, words_in(language)(PLAYER, number=seat + 1), person=person)
        for seat in range(data["seats"])
    ]
    config = Config(
        game.id, chairs, data["options"], prepared=taken, rules_version=data["rules_version"], box=game.components.box
    )
    row = await hall.tables.open(row_of(hall, config, person, is_open=False, rules_version=data["rules_version"]))
    made = opened(request, row)
    return Opened(made.table, f"/replay/{made.table}", spectate=made.spectate)


def game_in(data: record.Data) -> Game:
    """Return the game of a record, with the box that it was played with if this server has it."""
    if is_deep(data) or data.get("format") != record.FORMAT:
        raise HttpRefusal(400, "record/other", N_("This file is not a record of a game."))
    game, digest = game_of(str(data.get("game"))), data.get("components")
    if isinstance(digest, str) and digest != game.components.digest and boxes.folder():
        try:
            return registry.load(boxes.full_name(game.id, digest[:TAG]))
        except LudothequeError:
            return game  # the check says that it was played with other components
    return game


def followed(game: Game, data: record.Data, language: str) -> Prepared:
    """Check a record ply by ply, and return its game as the beginning of a table."""
    problems = record.check(data, language, game)
    if problems:
        raise HttpRefusal(400, "record/wrong", N_("This record does not agree with the rules: {why}."), why=problems[0])
    follower = record.Follower(data, game)
    plies = [(step.seat, step.action, data["plies"][step.number].get("chance", [])) for step in follower.steps()]
    if follower.is_hidden or "final" not in data:
        raise HttpRefusal(
            400, "record/unfinished", N_("Only the record of a game that was played to its end can be shown.")
        )
    return Prepared(str(data.get("commitment", "")), follower.game.notation.setup_of(follower.dealt), plies)
