"""`ludotheque dev` on a game of its own, a copy of the kit's."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from ludotheque.check.guests import Guest, Message
from ludotheque.cli.new import write

PATIENCE_S = 60


class Workbench:
    """The command in a process of its own, the folder of the game's package, and its author."""

    def __init__(self, process: subprocess.Popen[str], folder: Path) -> None:
        assert process.stdout is not None
        self.folder = folder
        self.address = process.stdout.readline().split("/dev ")[0].rpartition(" ")[2]
        self.author = Guest(self.address)

    def sit(self) -> None:
        self.author.post("/api/dev/sit")

    def position(self, **asked: int) -> Message:
        found: Message = self.author.get("/api/dev/position?" + "&".join(f"{key}={asked[key]}" for key in asked))
        return found

    def act(self, text: str) -> None:
        """Carry out an action by its name."""
        position = self.position()
        [mover] = position["panel"]["movers"]
        [action] = [choice["action"] for choice in mover["choices"] if choice["text"] == text]
        self.author.post("/api/dev/act", ply=position["ply"], seat=mover["seat"], action=action)

    def field(self, name: str, **asked: int) -> Any:
        [found] = [field for field in self.position(**asked)["panel"]["fields"] if field["name"] == name]
        return found

    def edit(self, file: str, old: str, new: str) -> None:
        """Change a file, and wait until the author has heard what came of it."""
        path, before = self.folder / file, self.author.get("/api/dev/beat")
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))
        self.wait_for_news(before)

    def wait_for_news(self, before: Message) -> None:
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            with suppress(httpx.TransportError):  # the old worker has just ended
                if self.author.get("/api/dev/beat") != before:
                    return
            time.sleep(0.05)
        raise AssertionError("nothing has happened")


@contextmanager
def workbench(folder: Path) -> Iterator[Workbench]:
    write("shore", folder / "shore")
    process = subprocess.Popen(
        [sys.executable, "-m", "ludotheque", "dev", str(folder / "shore"), "--port", "0", "--seed", "7"],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"TMPDIR": str(folder)},
    )
    try:
        bench = Workbench(process, folder / "shore/shore")
        with bench.author:
            yield bench
    finally:
        process.terminate()
        process.wait(PATIENCE_S)
        assert process.stdout is not None
        process.stdout.close()
