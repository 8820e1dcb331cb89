"""Tables to test with: opened, sat at, and played by chance choices, every event through the
journal's own text.
"""

import random
from typing import Any

from ludotheque.core.chance import seed_key
from ludotheque.core.constants import TABLE
from ludotheque.core.registry import load
from ludotheque.table import events as ev
from ludotheque.table.events import AnyEvent, Chair, Clock, Config
from ludotheque.table.protocol import Act, Done, Ready, Refused, Reply, Request
from ludotheque.table.table import Table
from ludotheque.table.viewer import Viewer

PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay")


def chair(kind: str, seat: int) -> Chair:
    """p: a person, b: a bot, o: open, s: somebody at the first person's screen."""
    chairs = {
        "p": Chair(ev.PERSON, PEOPLE[seat], person=PEOPLE[seat].lower()),
        "b": Chair(ev.BOT, f"Bot {seat}", level="random"),
        "o": Chair(ev.OPEN),
        "s": Chair(ev.SCREEN, PEOPLE[seat], person=PEOPLE[0].lower()),
    }
    return chairs[kind]


class Session:
    """A table, its journal, and a viewer for each seat."""

    def __init__(self, game: str, chairs: str = "pp", seed: int = 1, **more: Any) -> None:
        self.config = Config(
            game=game,
            rules_version=load(game).rules_version,
            seats=[chair(kind, seat) for seat, kind in enumerate(chairs)],
            **more,
        )
        self.key = seed_key(seed)
        self.journal: list[bytes] = []
        self.now = 1000
        self.rng = random.Random(seed)
        self.table = Table(self.config, self.key)
        self.viewers = [Viewer((seat,), PEOPLE[seat].lower(), PEOPLE[seat]) for seat in range(len(chairs))]
        self.spectator = Viewer(name="Eve")
        self.keep(self.table.start(self.now))

    def keep(self, events: list[AnyEvent]) -> None:
        """Journal events as text, and commit what can be read from it."""
        lines = [ev.encode(event) for event in events]
        self.journal += lines
        self.table.commit([ev.decode(line) for line in lines])

    def replayed(self) -> Table:
        return Table.replay(self.config, self.key, [ev.decode(line) for line in self.journal])

    def ask(self, viewer: Viewer, request: Request) -> Reply | None:
        outcome = self.table.judge(viewer, request, self.now)
        self.keep(outcome.events)
        return outcome.reply

    def refusal(self, viewer: Viewer, request: Request) -> Refused:
        """The answer to a request that must be refused; nothing may change."""
        before = self.table.seq, self.table.state.tobytes()
        reply = self.ask(viewer, request)
        assert isinstance(reply, Refused), reply
        assert (self.table.seq, self.table.state.tobytes()) == before
        return reply

    def act(self, seat: int, *actions: int) -> Done:
        reply = self.ask(self.viewers[seat], Act(f"request {self.table.seq}", self.table.seq, seat, list(actions)))
        assert isinstance(reply, Done), reply
        return reply

    def any_action(self, seat: int) -> int:
        return self.rng.choice(self.table.game.legal(self.table.state, seat))

    def step(self) -> None:
        """Somebody who may act does anything; where all wait for each other, somebody is ready."""
        if unready := self.table.unready:
            self.ask(self.viewers[unready[0]], Ready(unready[0]))
            return
        seat = self.rng.choice(self.table.movers)
        self.now += self.rng.randrange(5000)
        if seat == TABLE or self.table.seating.is_bot(seat) or seat in self.table.seating.stand_ins:
            self.bot(seat)
        else:
            self.act(seat, self.any_action(seat))

    def bot(self, seat: int) -> None:
        if seat in [waiting for waiting, _ in self.table.bots_to_act()]:
            self.keep(
                self.table.bot_acts(
                    seat, self.table.table_action() if seat == TABLE else self.any_action(seat), self.now
                )
            )

    def finish(self) -> None:
        while self.table.status == "playing":
            self.step()


def move(session: Session, text: str) -> int:
    """The number of an action, by its text."""
    parsed = session.table.game.notation.parse(session.table.state, session.table.movers[0], text)
    assert parsed.refusal == 0
    return parsed.action


REAL = Clock(ev.REAL_TIME, base_ms=60_000, increment_ms=5_000)
TWO_DAYS = Clock(ev.DAYS, days=2)
