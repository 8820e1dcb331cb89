"""A server of the Model Context Protocol: a language model plays against bots.

It uses the package `mcp`, an extra: `ludotheque[mcp]`. Several tables can be open at once. The
model is told what its seat sees and nothing else. What the rules refuse is an error that names the
rule.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from threading import Lock
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from ludotheque.bots.advice import advice
from ludotheque.bots.history import history_of
from ludotheque.bots.play import seed_for
from ludotheque.core import registry, rulebook
from ludotheque.core.errors import LudothequeError
from ludotheque.core.version import VERSION
from ludotheque.envs.dialogue import Dialogue, introduction

MOST_TABLES = 64  # open at once; the oldest is closed for a new one
INSTRUCTIONS = """Play board games against bots. Call `games`, then `open_table`; then read the answer and call `act`
until the game is over. `rules` explains a game, `choices` lists what you may do, and `hint` asks a bot for advice.
Actions are written as text, such as c3-c4."""


@dataclass(frozen=True)
class GameFacts:
    """What the list of games says about one."""

    game: str
    title: str
    seats: list[int]
    options: dict[str, list[str]]  # and their values; none for a number
    about: str


class Tables:
    """The tables of one server, and its tools. A model reads the docstrings of the tools."""

    def __init__(self) -> None:
        self.open: dict[str, Dialogue] = {}
        self.seats: dict[str, int] = {}  # by table: the seat of the model

    def at(self, table: str) -> tuple[Dialogue, int]:
        if table not in self.open:
            raise ToolError(f"there is no table {table!r}; open_table opens one")
        return self.open[table], self.seats[table]

    def told(self, table: str) -> str:
        """Return what has happened since the last time, what the seat sees and what it is asked."""
        dialogue, seat = self.at(table)
        news, sight = dialogue.news(seat), dialogue.sight(seat)
        end = f"The game is over.\n{dialogue.result()}" if dialogue.is_over else dialogue.question(seat)
        return "\n\n".join(part for part in (news, sight, end) if part)

    # The tools

    def games(self) -> list[GameFacts]:
        """List the games, with the numbers of seats and the options of each."""
        found = [registry.load(name) for name in registry.names()]
        return [
            GameFacts(
                game=game.id,
                title=game.title,
                seats=list(game.seats),
                options={option.name: list(option.values) for option in game.options},
                about=rulebook.promise(game),
            )
            for game in found
        ]

    def rules(self, game: str, number: str = "") -> str:
        """Read the rules of a game: all of them, a chapter (R3) or a sentence (R3.5)."""
        chosen = registry.load(game)
        if number:
            return rulebook.sentence(chosen, number)
        return rulebook.path(chosen).read_text(encoding="utf-8").strip()

    def open_table(
        self,
        game: str,
        bots: list[str] | None = None,
        seat: int = 0,
        options: dict[str, str] | None = None,
        seed: int | None = None,
    ) -> str:
        """Open a table and take a seat; bots take the others.

        `bots` are their levels in the order of the seats: random, novice (the only one by default),
        regular, expert or master. Seat 0 is the first. Without a seed the shuffle is secret. The
        answer begins with the number of the table, which the other tools ask for.
        """
        levels = bots or ["novice"]
        if not 0 <= seat <= len(levels):
            raise ToolError(f"with {len(levels) + 1} seats, yours must be from 0 to {len(levels)}, not {seat}")
        others = [other for other in range(len(levels) + 1) if other != seat]
        dialogue = Dialogue(
            game, options=options, bots=dict(zip(others, levels, strict=True)), lists=False, allowance=None
        )
        dialogue.reset(len(levels) + 1, seed)
        table = secrets.token_hex(4)
        self.open[table], self.seats[table] = dialogue, seat
        for oldest in list(self.open)[:-MOST_TABLES]:
            del self.open[oldest], self.seats[oldest]
        return f"Table {table}.\n\n{introduction(dialogue.recorder, seat)}\n\n{self.told(table)}"

    def look(self, table: str) -> str:
        """Look at a table: what you see from your seat, and what you are asked."""
        return self.told(table)

    def choices(self, table: str) -> list[str]:
        """List everything that you may do now."""
        return self.at(table)[0].choices()

    def try_action(self, table: str, action: str) -> str:
        """Ask whether an action is legal, without doing it."""
        read = self.at(table)[0].read(action)
        if read.refusal:
            raise ToolError(read.refusal)
        return f"{read.text} is legal."

    def act(self, table: str, action: str) -> str:
        """Carry out an action. The bots reply, and you are told what has happened."""
        _, info = self.at(table)[0].step(action)
        if "refusal" in info:
            raise ToolError(info["refusal"])
        return self.told(table)

    def hint(self, table: str) -> str:
        """Ask a bot what it would do in your place."""
        dialogue, seat = self.at(table)
        dialogue.choices()  # raises if the game is over
        recorder = dialogue.recorder
        seed, history = seed_for(recorder.key, len(recorder.plies)), history_of(recorder, seat)
        found = advice(dialogue.game, dialogue.view(seat), seat, seed, history=history)
        return "\n".join(one.sentence for one in found)


TOOLS = (
    Tables.games,
    Tables.rules,
    Tables.open_table,
    Tables.look,
    Tables.choices,
    Tables.try_action,
    Tables.act,
    Tables.hint,
)


def server() -> MCPServer[Any]:
    """Return a server with no table open yet."""
    found: MCPServer[Any] = MCPServer("ludotheque", version=VERSION, instructions=INSTRUCTIONS, log_level="WARNING")
    tables, lock = Tables(), Lock()
    for tool in TOOLS:
        found.add_tool(_answering(getattr(tables, tool.__name__), lock))
    return found


def _answering(tool: Callable[..., Any], lock: Lock) -> Callable[..., Any]:
    """Return a tool that tells the model what it did wrong. Tools are called one at a time."""

    @wraps(tool)
    def answer(*arguments: Any, **named: Any) -> Any:
        try:
            with lock:
                return tool(*arguments, **named)
        except LudothequeError as error:
            raise ToolError(str(error)) from None

    return answer
