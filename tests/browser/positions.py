"""Tables at positions that games have been played to, laid out behind the server's back; and
gestures followed step by step.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page, expect

from ludotheque.check.hands import be_sure
from ludotheque.core import registry
from ludotheque.core.chance import secret_key, seed_key
from ludotheque.core.game import Game, State
from ludotheque.core.record import Data, Follower, Recorder, load_file
from ludotheque.scene.picture import painter
from ludotheque.server import people, sessions
from ludotheque.server.database import database_of
from ludotheque.server.store import Seat, Store, TableRow
from ludotheque.table.events import PERSON, Acted, AnyEvent, Chair, Config, Drafted, Prepared
from tests.browser.conftest import Server

CORPUS = Path(__file__).parent.parent / "corpus"
Ply = tuple[int, int, list[str]]  # seat, action, what chance decided
MANY = 1000  # games, in which everything surely happens
FULL_TURN = 360


@dataclass
class Position:
    """Where an action of some kind may be chosen."""

    config: Config
    seat: int
    action: int
    steps: tuple[tuple[str, str], ...]


def positions(name: str, likely: Sequence[int] = ()) -> dict[str, Position]:
    """A position for every kind of action, the first of each in the corpus, or in games of random
    play; `likely` are seeds to try first.
    """
    game, found = registry.load(name), dict[str, Position]()
    for play in chain(corpus(name), at_random(game, likely)):
        for state in play.states:
            for seat in game.movers(state):
                for action in game.legal(state, seat):
                    if (kind := game.actions.kind_of(action)) not in found:
                        found[kind] = position(game, play, state, seat, action)
        if len(found) == len(game.actions.kinds):
            break
    return found


@dataclass
class Play:
    """A game: how it began, its states one after the other, and the plies that led to the one that
    was taken last.
    """

    seats: int
    options: Mapping[str, Any]
    setup: dict[str, Any]
    plies: list[Ply]
    states: Iterator[State]


def corpus(name: str) -> Iterator[Play]:
    for file in sorted(CORPUS.glob(f"{name}-*.json")):
        data, plies = load_file(file), list[Ply]()
        yield Play(data["seats"], data["options"], data["setup"], plies, followed(data, plies))


def followed(data: Data, plies: list[Ply]) -> Iterator[State]:
    for step in Follower(data).steps():
        yield step.before
        plies.append((step.seat, step.action, data["plies"][step.number].get("chance", [])))


def at_random(game: Game, likely: Sequence[int]) -> Iterator[Play]:
    for seed in [*likely, *range(MANY)]:
        recorder, plies = Recorder(game, game.measured_seats or game.seats[0], {}, seed_key(seed)), list[Ply]()
        yield Play(
            recorder.seats,
            recorder.options,
            game.notation.setup_of(recorder.dealt),
            plies,
            rolled(recorder, plies, random.Random(seed)),
        )


def rolled(recorder: Recorder, plies: list[Ply], rng: random.Random) -> Iterator[State]:
    while movers := recorder.game.movers(recorder.state):
        yield recorder.state
        seat = rng.choice(movers)
        recorder.act(seat, action := rng.choice(recorder.game.legal(recorder.state, seat)))
        plies.append((seat, action, recorder.plies[-1].chance))


def position(game: Game, play: Play, state: State, seat: int, action: int) -> Position:
    """The game so far as the beginning of another one."""
    prepared = Prepared("", play.setup, play.plies[:])
    steps = painter(game).gesture(game.words("en"), game.view_of(state, seat), seat, action)
    return Position(
        Config(
            game.id,
            [Chair(PERSON)] * play.seats,
            dict(play.options),
            prepared=prepared,
            rules_version=game.rules_version,
        ),
        seat,
        action,
        steps,
    )


class House:
    """The server's database: tables are put there, and journals read."""

    def __init__(self, server: Server) -> None:
        self.address = server.address
        self.store = Store(database_of(f"sqlite:///{server.database}"))

    def lay_out(self, where: Position) -> tuple[str, list[Any]]:
        """A table for somebody who sits on the seat that is to act, and others who stay away: its
        number, and that somebody's cookies.
        """
        persons = [people.new_id() for _ in where.config.seats]
        for person in persons:
            self.store.people.remember(person, people.guest_name(person, "en"))
        chairs = [Chair(PERSON, people.guest_name(person, "en"), person=person) for person in persons]
        config = msgspec.json.encode(msgspec.structs.replace(where.config, seats=chairs))
        seats = [Seat(number, PERSON, person) for number, person in enumerate(persons)]
        table = self.store.tables.add(
            TableRow(
                people.new_table_id(),
                where.config.game,
                config,
                secret_key(),
                persons[0],
                False,
                False,
                people.new_token(),
                None,
                seats,
            )
        )
        cookie = sessions.Seal(self.store.secrets, is_secure=False).cookie(sessions.new_session(persons[where.seat]))
        return table, [{"name": cookie.key, "value": cookie.value, "url": self.address}]

    def done(self, table: str) -> list[tuple[int, list[int]]]:
        """Who has acted or laid out there, and what."""
        return [(event.seat, event.actions) for event in self.events(table) if isinstance(event, Acted | Drafted)]

    def events(self, table: str) -> list[AnyEvent]:
        return self.store.tables.events(table)

    def close(self) -> None:
        self.store.close()


# By hand


def follow(page: Page, steps: Sequence[tuple[str, str]]) -> None:
    """A whole gesture by mouse and keyboard."""
    for kind, what in steps:
        if kind in ("pick", "set"):
            page.locator(f'.place.is-lit[data-id="{what}"]').click()
        elif kind == "turn":
            turn_to(page, what)
        elif kind == "button":
            page.locator("#choices .choice").get_by_text(what, exact=True).click()
        else:
            count_to(page, what)
    if steps[-1][0] in ("turn", "set"):
        page.locator("#choices [data-step=confirm]").click()
    be_sure(page)


def turn_to(page: Page, how: str) -> None:
    """Turn what is in the hand until it lies so: `90`, or `back@90` with its other face."""
    held = page.locator(".is-held")
    expect(page.locator("#prompt-card.is-mine")).to_have_count(1)
    if not held.count():  # it lies in one way only
        return
    sprite, _, degrees = how.rpartition("@")
    piece = page.locator(f'[data-piece="{held.get_attribute("data-id")}"]')
    for _ in range(FULL_TURN):
        turned = float((re.findall(r"rotate\(([-\d.]+)deg\)", piece.get_attribute("style") or "") or ["0"])[0])
        face = str(piece.locator("[data-sprite]").get_attribute("data-sprite"))
        if (turned - float(degrees)) % FULL_TURN == 0 and sprite in ("", face):
            return
        page.keyboard.press("r")
    raise AssertionError(f"{page.url}: nothing in the hand can be turned to {how}")


def count_to(page: Page, number: str) -> None:
    shown = page.locator("#choices output")
    while int(shown.inner_text()) < int(number):
        page.get_by_role("button", name="more").click()
    expect(shown).to_have_text(number)
    page.locator("#choices [data-step=number]").click()
