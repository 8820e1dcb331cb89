"""Programs that the host provides as bots: see docs/bot-protocol.md.

A program that fails never stops a game; a stand-in plays on for it.
"""

import logging
import re
from collections.abc import Mapping

from ludotheque.bots.history import History
from ludotheque.bots.levels import NAMES, Bot, bot
from ludotheque.bots.outside import Forfeit, Program
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, State
from ludotheque.table.table import Table

log = logging.getLogger("ludotheque.server")

STAND_IN = "greedy"
NAME = re.compile(r"[a-z][a-z0-9_-]{0,19}")


def command_of(text: str) -> tuple[str, str]:
    """Return the name and the command of `--bot NAME=COMMAND`."""
    name, _, command = text.partition("=")
    if not NAME.fullmatch(name) or name in NAMES or not command.strip():
        raise LudothequeError(
            "a custom bot must be given as NAME=COMMAND, with a lowercase name other than {names}; not {text!r}",
            names=", ".join(NAMES),
            text=text,
        )
    return name, command


class Programs:
    """Bots by name: a built-in level, or a program that is started for each table that uses it."""

    def __init__(self, commands: Mapping[str, str], seconds: float) -> None:
        self.commands, self.seconds = commands, seconds
        self.running: dict[tuple[str, str], Program] = {}  # by table and name
        self.failed: set[tuple[str, str]] = set()

    def bot(self, table: str, name: str) -> Bot:
        """Return the bot of that name at a table.

        An old table may name a program that this server was started without.
        """
        if name in NAMES:
            return bot(name)
        key = table, name
        if name not in self.commands and key not in self.failed:
            self.fail(key, "this server was started without it")
        if key in self.failed:
            return bot(STAND_IN)
        return lambda *question: self.choose(key, *question)

    def choose(self, key: tuple[str, str], game: Game, view: State, seat: int, history: History, seed: bytes) -> int:
        """Return a program's choice.

        This is called from a bot's thread, one question per table at a time.
        """
        try:
            program = self.running.setdefault(key, Program(self.commands[key[1]], self.seconds, None))
            return program.choose(game, view, seat, history, seed)
        except Forfeit as reason:
            self.fail(key, str(reason))
            return bot(STAND_IN)(game, view, seat, history, seed)

    def fail(self, key: tuple[str, str], reason: str) -> None:
        log.warning("bot %s at table %s: %s; %s plays on for it", key[1], key[0], reason, STAND_IN)
        self.failed.add(key)
        if program := self.running.pop(key, None):
            program.stop()

    def at(self, table: str) -> list[tuple[str, str]]:
        """List the programs that run for a table."""
        return [key for key in list(self.running) if key[0] == table]

    def end(self, id: str, table: Table) -> None:
        """Stop the programs of a table.

        If its game was played to the end, they are told the result for each of their seats.
        """
        for key in self.at(id):
            if program := self.running.pop(key, None):
                self.tell_result(program, key[1], table)
                program.stop()

    def tell_result(self, program: Program, name: str, table: Table) -> None:
        game, state, seats = table.game, table.state, table.seats
        if game.is_over(state):
            result = {"scores": game.scores(state, seats), "ranks": game.ranks(state, seats)}
            for seat in [seat for seat, chair in enumerate(table.chairs) if chair.level == name]:
                program.tell_result(game, seat, result)

    def stop(self) -> None:
        while self.running:
            self.running.popitem()[1].stop()
