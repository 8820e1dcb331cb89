"""Puzzles: the list, the one of the day, and tables to solve them at."""

import asyncio
import hashlib
from collections.abc import Mapping, Sequence

from litestar import Response, get, post
from litestar.params import FromPath
from msgspec import Struct

from ludotheque.core import registry
from ludotheque.core.game import Game
from ludotheque.core.puzzle import Puzzle, puzzles_of
from ludotheque.core.words import N_
from ludotheque.scene.picture import scene_of
from ludotheque.scene.svg import thumbnail
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.api.asking import AnyRequest, game_of, hall_of, language_of, person_of, write_down
from ludotheque.server.api.new_tables import STAND_IN, row_of
from ludotheque.server.api.reading import readers_of
from ludotheque.server.api.records import DAY_S
from ludotheque.server.api.tables import Opened, config_in, opened
from ludotheque.server.clock import now_s
from ludotheque.server.store import Store
from ludotheque.table import events, puzzling
from ludotheque.table.events import Chair, Config

NEXT = "next"  # instead of an id: the easiest one whose answer the visitor does not know
STARS = (1000, 1250, 1500, 1750)  # ratings from which a puzzle has two, three, four, five stars


class PuzzleInfo(Struct):
    id: str
    url: str
    picture: str
    seats: int
    rating: int
    stars: int  # 1 to 5
    state: str  # "", "solved", or "shown"
    theme: str  # in words; empty until the visitor knows the answer, since it would tell


class GamePuzzles(Struct):
    game: str
    title: str
    puzzles: list[PuzzleInfo]


class Today(Struct):
    game: str
    title: str
    puzzle: PuzzleInfo


Known = Mapping[tuple[str, str], bool]


@get("/puzzles")
async def puzzles(request: AnyRequest) -> list[GamePuzzles]:
    """List the puzzles of every game, the easiest first."""
    readers_of(request).count(request)
    return await asyncio.to_thread(all_puzzles, hall_of(request).store, person_of(request), language_of(request))


@get("/puzzles/today")
async def puzzle_of_the_day(request: AnyRequest) -> Today | None:
    """Return the puzzle of the day, the same for everyone."""
    readers_of(request).count(request)
    return await asyncio.to_thread(today, hall_of(request).store, person_of(request), language_of(request))


@get("/puzzles/{game:str}/{puzzle:str}/picture", media_type="image/svg+xml")
async def puzzle_picture(request: AnyRequest, game: FromPath[str], puzzle: FromPath[str]) -> Response[str]:
    """Return a small picture of a puzzle, as its seat sees it."""
    readers_of(request).count(request)
    drawn = await asyncio.to_thread(lambda: picture_of(puzzle_of(game_of(game), puzzle)))
    return Response(drawn, headers={"cache-control": f"public, max-age={DAY_S}"})


@post("/puzzles/{game:str}/{puzzle:str}", status_code=200)
async def open_puzzle(request: AnyRequest, game: FromPath[str], puzzle: FromPath[str]) -> Opened:
    """Open a table with a puzzle; the visitor's earlier ones are deleted."""
    hall, person = hall_of(request), person_of(request)
    chosen = await asyncio.to_thread(game_of, game)
    known = await asyncio.to_thread(hall.store.solved.of, person)
    one = next_puzzle(chosen, known) if puzzle == NEXT else await asyncio.to_thread(puzzle_of, chosen, puzzle)
    for table in await asyncio.to_thread(puzzle_tables, hall.store, person):
        await hall.closing.delete(table)
    name = await asyncio.to_thread(write_down, request)
    config = await asyncio.to_thread(puzzle_config, chosen, one, person, name)
    return opened(request, await hall.tables.open(row_of(hall, config, person, is_open=False)))


def puzzle_of(game: Game, name: str) -> Puzzle:
    """Return a puzzle, or refuse."""
    if (found := puzzling.puzzle(game, name)) is None:
        raise HttpRefusal(404, "puzzle/unknown", N_("{title} has no such puzzle."), title=game.title)
    return found


def next_puzzle(game: Game, known: Known) -> Puzzle:
    """Return the easiest puzzle whose answer is not known yet; the first one if all are."""
    if not (found := puzzles_of(game)):
        raise HttpRefusal(404, "puzzle/unknown", N_("{title} has no such puzzle."), title=game.title)
    return next((one for one in found if (game.id, one.notes.id) not in known), found[0])


def puzzle_tables(store: Store, person: str) -> list[str]:
    """List a person's tables with puzzles."""
    return [
        row["table"]
        for row in store.lists.tables_of(person)
        if row["host"] == person and config_in(row["game"], row["config"]).puzzle
    ]


def puzzle_config(game: Game, one: Puzzle, person: str, name: str) -> Config:
    """Return the configuration of a puzzle's table; bots sit at the other seats and do nothing."""
    chairs = [
        Chair(events.PERSON, name, person=person) if seat == one.notes.seat else Chair(events.BOT, level=STAND_IN)
        for seat in range(int(one.data["seats"]))
    ]
    return Config(
        game.id,
        chairs,
        one.data["options"],
        allow_undo=False,
        stand_in=STAND_IN,
        prepared=puzzling.prepared(one),
        puzzle=one.notes.id,
    )


# Lists


def all_puzzles(store: Store, person: str, language: str) -> list[GamePuzzles]:
    known, games = store.solved.of(person), [registry.load(name) for name in registry.names()]
    return [
        GamePuzzles(game.id, game.title, [info(game, one, known, language) for one in found])
        for game in games
        if (found := puzzles_of(game))
    ]


def today(store: Store, person: str, language: str, now: float | None = None) -> Today | None:
    """Return the puzzle of the day: the games take turns, and the day draws one of theirs."""
    day = int(now_s() if now is None else now) // DAY_S
    games = [game for game in map(registry.load, registry.names()) if puzzles_of(game)]
    if not games:
        return None
    game = games[day % len(games)]
    one = drawn(puzzles_of(game), day)
    return Today(game.id, game.title, info(game, one, store.solved.of(person), language))


def drawn(found: Sequence[Puzzle], day: int) -> Puzzle:
    """Draw the puzzle of a day; adding puzzles changes few of the draws."""
    return min(found, key=lambda one: hashlib.sha256(f"{day} {one.notes.id}".encode()).digest())


def info(game: Game, one: Puzzle, known: Known, language: str) -> PuzzleInfo:
    notes, is_own = one.notes, known.get((game.id, one.notes.id))
    theme = game.said.THEMES.get(notes.theme, "")
    url = f"/puzzles/{game.id}/{notes.id}"
    return PuzzleInfo(
        notes.id,
        url,
        f"/api{url}/picture",
        int(one.data["seats"]),
        notes.rating,
        1 + sum(notes.rating >= least for least in STARS),
        "" if is_own is None else "solved" if is_own else "shown",
        "" if is_own is None or not theme else game.words(language)(theme),
    )


def picture_of(one: Puzzle) -> str:
    game = one.game
    scene = scene_of(game, game.words("en"), one.view, one.notes.seat)
    return thumbnail(scene, game.folder / "art.svg" if scene.ground else None)
