"""Profiles and ratings, as their owners want them to be seen."""

import asyncio

from litestar import get, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from ludotheque.core.words import N_
from ludotheque.server import people
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.api.accounts import accounts_of
from ludotheque.server.api.asking import AnyRequest, game_of, hall_of, language_of, person_of
from ludotheque.server.api.people import me_of
from ludotheque.server.api.reading import WHOLE_GAME, readers_of
from ludotheque.server.profile import Album, GameProfile
from ludotheque.server.strength import level_of
from ludotheque.table import text

LISTED = 50  # players in the list of a game


class Privacy(Struct):
    is_private: bool


class Profile(Struct):
    name: str
    is_own: bool
    is_guest: bool
    is_private: bool
    games: list[GameProfile]


class Standing(Struct):
    """A line in the list of a game's strongest players."""

    name: str
    url: str  # of the profile; empty for a bot
    points: int
    doubt: int
    games: int


@get("/profile")
async def own_profile(request: AnyRequest) -> Profile:
    """Return the visitor's own profile; guests have one too, which nobody else sees."""
    readers_of(request).count(request, WHOLE_GAME)
    return await asyncio.to_thread(profile_of_visitor, request)


def profile_of_visitor(request: AnyRequest) -> Profile:
    visitor, person = me_of(request), person_of(request)
    chapters = Album(hall_of(request).store, person, language_of(request), is_own=True).chapters()
    is_private = accounts_of(request).is_private(person)
    return Profile(visitor.account or visitor.name, True, visitor.is_guest, is_private, chapters)


@get("/profile/{name:str}")
async def profile(request: AnyRequest, name: FromPath[str]) -> Profile:
    """Return the profile of an account, unless it is private."""
    readers_of(request).count(request, WHOLE_GAME)
    return await asyncio.to_thread(profile_named, request, name)


def profile_named(request: AnyRequest, name: str) -> Profile:
    account = accounts_of(request).named(people.folded(name))
    if account is not None and account.person == person_of(request):
        return profile_of_visitor(request)
    if account is None or accounts_of(request).is_private(account.person):
        message = N_("There is no player called {name}, or their profile is private.")
        raise HttpRefusal(404, "profile/unknown", message, name=name)
    chapters = Album(hall_of(request).store, account.person, language_of(request), is_own=False).chapters()
    return Profile(account.name, False, False, False, chapters)


@post("/profile", status_code=200)
async def set_privacy(request: AnyRequest, data: JSONBody[Privacy]) -> Privacy:
    """Choose whether others may see the visitor's profile and rating."""
    await asyncio.to_thread(accounts_of(request).set_private, person_of(request), data.is_private)
    return data


@get("/ratings/{game:str}")
async def best_players(request: AnyRequest, game: FromPath[str]) -> list[Standing]:
    """List the strongest players of a game, bots included."""
    readers_of(request).count(request)
    return await asyncio.to_thread(standings_in, request, game)


def standings_in(request: AnyRequest, game: str) -> list[Standing]:
    found = hall_of(request).store.ratings.best(game_of(game).id, LISTED)
    words = text.words_in(language_of(request))
    return [
        Standing(
            rated.name or words(text.BOTS.get(level_of(rated.player), text.BOT), level=level_of(rated.player)),
            f"/profile/{rated.name}" if rated.name else "",
            rated.strength.points,
            rated.strength.doubt,
            rated.games,
        )
        for rated in found
    ]
