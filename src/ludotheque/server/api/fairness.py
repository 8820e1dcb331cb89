"""Fair play, on the stewards' page: how often somebody chose what a bot would have.

It is a hint for a talk, never a verdict.
"""

import asyncio

from litestar import post
from litestar.params import JSONBody
from msgspec import Struct

from ludotheque.bots.rating import score_interval
from ludotheque.server.api.asking import AnyRequest, address_of, hall_of, person_of
from ludotheque.server.api.order import known, steward_of, title_of
from ludotheque.server.logs import audit
from ludotheque.server.store import Store
from ludotheque.server.store.fairness import Tally


class Asked(Struct):
    person: str


class Share(Struct):
    """A share between 0 and 1, with its 95 % interval."""

    value: float
    low: float
    high: float


class Choices(Struct):
    """How often choices were a bot's best, and one of its two best."""

    people: int
    games: int
    choices: int
    first: Share
    two: Share


class Agreement(Struct):
    """One person's choices in a game, and those of others of about the same rating."""

    game: str
    points: int
    doubt: int
    own: Choices
    others: Choices | None  # nobody of about that rating was checked yet


class Finding(Struct):
    progress: float  # from 0 to 1
    games: list[Agreement] = []


@post("/house/check", status_code=200)
async def check(request: AnyRequest, data: JSONBody[Asked]) -> Finding:
    """Compare the choices of a person in their latest rated games with those of a bot.

    It takes a while: the first request starts it, and `progress` says how far it has come. It stops
    when nobody asks any more. Every check is in the audit log.
    """
    hall, steward = hall_of(request), await steward_of(request)
    person = await known(request, data.person)
    found, is_new = hall.fairness.check(person_of(request), person)
    if is_new:
        audit(f"choices of person {person!r} checked by steward", steward, address_of(request))
    if not found.is_over:
        return Finding(found.done / found.total)
    return Finding(1.0, await asyncio.to_thread(agreements, hall.store, person))


def agreements(store: Store, person: str) -> list[Agreement]:
    """Return what is stored about a person, game by game, beside what is stored about others."""
    ratings, found = store.ratings.of(person), []
    for game, own in store.fairness.of(person).items():
        strength = ratings[game].strength
        people, others = store.fairness.others(person, game, strength.mu)
        compared = choices(people, others) if people else None
        found.append(Agreement(title_of(game), strength.points, strength.doubt, choices(1, own), compared))
    return found


def choices(people: int, tally: Tally) -> Choices:
    first, two = (share(hits, tally.choices) for hits in (tally.first, tally.first + tally.second))
    return Choices(people, tally.games, tally.choices, first, two)


def share(hits: int, count: int) -> Share:
    return Share(*score_interval([1.0] * hits + [0.0] * (count - hits)))
