"""From the shelf to a table: the form on a game's box, which also works without scripts."""

import asyncio
from typing import Literal

from litestar import MediaType, Response, post
from litestar.params import FromPath, URLEncodedBody
from litestar.response import Redirect
from msgspec import Struct

from ludotheque.server.api.asking import AnyRequest, game_of, hall_of, person_of
from ludotheque.server.api.learn import lesson_table
from ludotheque.server.api.new_tables import NewSeat, NewTable
from ludotheque.server.api.tables import Opened, new_table
from ludotheque.server.strength import even_level

AS_STRONG = "me"  # instead of a level: the one that is an even match for the visitor


class Wish(Struct):
    """The choices in a box's form."""

    way: Literal["now", "learn", "again"] = "now"
    opponents: int = 1
    level: str = "novice"


@post("/play/{game:str}", status_code=200)
async def play(request: AnyRequest, game: FromPath[str], data: URLEncodedBody[Wish]) -> Response[Opened | None]:
    """Open a game against bots or a lesson, and redirect there; scripts get its address as JSON."""
    if data.way == "now":
        (await asyncio.to_thread(game_of, game)).check_seats(1 + data.opponents)
        level = await asyncio.to_thread(level_for, request, game) if data.level == AS_STRONG else data.level
        bots = [NewSeat("bot", level)] * data.opponents
        made = await new_table(request, NewTable(game, [NewSeat("you"), *bots]))
    else:
        made = await lesson_table(request, game, again=data.way == "again")
    is_script = MediaType.JSON in request.headers.get("accept", "")
    return Response(made) if is_script else Redirect(made.url, status_code=303)


def level_for(request: AnyRequest, game: str) -> str:
    """Return the level that is as strong as the visitor."""
    return even_level(hall_of(request).store, person_of(request), game)
