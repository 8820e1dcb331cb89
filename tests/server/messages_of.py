"""Prints a digest of all messages and events of a game at a table, with or without machine code.

LUDOTHEQUE_JIT=0 python -m tests.server.messages_of GAME [compiled]
"""

import hashlib
import random
import sys

from ludotheque.server import compiled

if sys.argv[2:]:
    assert compiled.use()

import msgspec

from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.words import LANGUAGES
from ludotheque.table import showing
from ludotheque.table.events import PERSON, PLAYING, Chair, Config, encode
from ludotheque.table.protocol import Act, AnswerUndo, Draft, Look, LookBack, Ready, Request, Resign, Say, Sync, Undo
from ludotheque.table.table import Table
from ludotheque.table.viewer import Viewer

STEPS = 30
NOW = 7  # ms


class Evening:
    """People who do everything that a table allows, sometimes what it does not."""

    def __init__(self, name: str) -> None:
        self.game, self.chance, self.told = registry.load(name), random.Random(name), hashlib.sha256()
        seats = range(self.game.seats[0])
        chairs = [Chair(PERSON, f"P{seat}", person=f"p{seat}") for seat in seats]
        self.table = Table(Config(name, chairs, rules_version=self.game.rules_version), seed_key(1))
        self.table.seating.online = {chair.person for chair in chairs}
        languages = [*LANGUAGES] * 2
        self.players = [Viewer((seat,), f"p{seat}", language=languages[seat]) for seat in seats]
        self.viewers = [*self.players, Viewer(person="w"), Viewer((0, 1), "p0")]
        self.table.commit(self.table.start(0))
        self.tell()

    def tell(self) -> None:
        for viewer, update in zip(self.viewers, self.table.updates(self.viewers, NOW), strict=True):
            self.told.update(viewer.names.fill_json(msgspec.json.encode(update)))

    def ask(self, viewer: Viewer, request: Request) -> None:
        outcome = self.table.judge(viewer, request, NOW)
        self.told.update(viewer.names.fill_json(msgspec.json.encode(outcome.reply)))
        for event in outcome.events:
            self.told.update(encode(event))
        self.table.commit(outcome.events)
        self.tell()

    def step(self, number: int) -> None:
        seat, asked = self.chance.choice(self.table.movers), self.table.takeback.asked
        if seat >= len(self.players):  # the table itself
            self.table.commit(self.table.bot_acts(seat, self.table.table_action(), NOW))
            return
        player, legal = self.players[seat], self.game.legal(self.table.state, seat)
        act, draft, any_action = (self.chance.choice(legal) for _ in range(3))
        requests: list[Request] = [
            *[Act(f"a{number}", self.table.seq, seat, [act])] * 8,
            Act(f"w{number}", self.table.seq, seat, [any_action ^ 1]),
            Draft(seat, [draft], f"d{number}"),
            Undo(f"u{number}", seat),
            Say(f"hello {number}"),
            LookBack(1),
            Ready(seat),
            Sync(),
        ]
        self.ask(player, self.chance.choice(requests))
        self.ask(self.viewers[-1], Look(seat))
        if asked is not None:
            self.ask(self.players[1 - asked.seat], AnswerUndo(1 - asked.seat, asked.seq, allows=number % 2 == 0))


def main(name: str) -> None:
    evening = Evening(name)
    for number in range(STEPS):
        if evening.table.status == PLAYING:
            evening.step(number)
    evening.ask(evening.players[0], Resign("r", 0))
    print(showing.__file__.endswith(".py"), evening.told.hexdigest())


if __name__ == "__main__":
    main(sys.argv[1])
