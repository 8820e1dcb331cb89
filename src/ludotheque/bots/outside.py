"""External bots: any program that reads and writes one JSON object per line.

docs/bot-protocol.md describes the messages. Such a program may hang, crash, print garbage or choose
an illegal action. Each of these raises a `Forfeit` with its reason, and never stops the caller.
"""

import json
import queue
import shlex
import subprocess
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from ludotheque.bots.history import History
from ludotheque.core.game import Game, State
from ludotheque.core.layout import to_json

VERSION = 1
PREFIX = "cmd:"
LONGEST_ANSWER = 10_000  # characters
GOODBYE_S = 2.0


class Forfeit(Exception):  # noqa: N818 (the program's fault, not an error of ours)
    """A program loses its game; the text says why."""


class Program:
    """A bot that runs in its own process and plays one game after another."""

    def __init__(self, command: str, seconds: float, log: Path | None) -> None:
        self.command, self.seconds = command, seconds
        self.log = log  # receives its standard error; None: it goes where ours goes
        self.process: subprocess.Popen[str] | None = None
        self.errors: IO[str] | None = None
        self.answers: queue.Queue[str | None] = queue.Queue()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    # Questions and answers

    def choose(self, game: Game, view: State, seat: int, history: History, seed: bytes) -> int:
        """Ask the program for its action; raise Forfeit if it does not give a legal one."""
        actions = game.legal(view, seat)
        texts = [game.notation.text(view, seat, action) for action in actions]
        question = {
            "type": "choose",
            "version": VERSION,
            "game": game.id,
            "seat": seat,
            "seats": int(view.seats),
            "view": to_json(view),
            "legal": texts,
        }
        answer = self.ask(question | {"history": history.plies(), "seconds": self.seconds, "seed": seed.hex()})
        chosen = answer.get("action")
        if chosen not in texts:
            raise Forfeit(f"{chosen!r} is not legal")
        return actions[texts.index(chosen)]

    def tell_result(self, game: Game, seat: int, result: dict[str, Any]) -> None:
        """Tell the program that the game is over; it does not answer."""
        with suppress(Forfeit):
            self.send({"type": "over", "version": VERSION, "game": game.id, "seat": seat, "final": result})

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        self.send(question)
        try:
            line = self.answers.get(timeout=self.seconds)
        except queue.Empty:
            self.stop()
            raise Forfeit(f"no answer within {self.seconds:g} s") from None
        if line is None:
            self.stop()
            raise Forfeit("the program exited")
        try:
            answer = json.loads(line)
        except ValueError:
            raise Forfeit(f"not JSON: {line.strip()[:80]!r}") from None
        if not isinstance(answer, dict):
            raise Forfeit(f"not a JSON object: {line.strip()[:80]!r}")
        return answer

    def send(self, message: dict[str, Any]) -> None:
        process = self.running()
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(message) + "\n")
            process.stdin.flush()
        except OSError:
            self.stop()
            raise Forfeit("the program exited") from None

    # The process

    def running(self) -> subprocess.Popen[str]:
        """Return the process; start it on first use, and again after it had to be stopped."""
        if self.process is None:
            self.errors = self.log.open("a", encoding="utf-8") if self.log else None
            try:
                self.process = subprocess.Popen(
                    shlex.split(self.command),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=self.errors,
                    encoding="utf-8",
                )
            except (OSError, ValueError) as error:
                raise Forfeit(f"cannot be started: {error}") from None
            self.answers = queue.Queue()
            threading.Thread(target=_listen, args=(self.process, self.answers), daemon=True).start()
        return self.process

    def stop(self) -> None:
        """Close the program's input; kill it if it does not exit."""
        if self.process is not None:
            assert self.process.stdin is not None
            with suppress(OSError):
                self.process.stdin.close()
            try:
                self.process.wait(GOODBYE_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self.errors is not None:
            self.errors.close()
        self.process = self.errors = None


def _listen(process: subprocess.Popen[str], answers: "queue.Queue[str | None]") -> None:
    assert process.stdout is not None
    with process.stdout as lines:
        while line := lines.readline(LONGEST_ANSWER):
            answers.put(line)
    answers.put(None)
