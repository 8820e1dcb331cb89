"""A server of our own, the system's Chromium, and visitors who come with nothing."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.warmth import warm
from tests.server.guests import Guest

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
PATIENCE = 120_000  # ms until a condition that does not come true fails the test; a server compiles a game for its first table

expect.set_options(timeout=PATIENCE)

Visitor = Callable[..., Page]


class Server:
    """`ludotheque serve` in a process of its own, on a database of its own; it can be killed and comes back at the same address."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.database = folder / "tables.db"
        self.environment = os.environ | environment
        self.process: subprocess.Popen[str] | None = None
        self.address = ""
        self.start()

    def start(self) -> None:
        port = self.address.rpartition(":")[2] or "0"
        self.process = subprocess.Popen([sys.executable, "-m", "tests.browser.serve", str(self.database), port], stdout=subprocess.PIPE, text=True, env=self.environment)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address, "the server did not start"

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        assert self.process.stdout is not None
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.kill()


@pytest.fixture(scope="session")
def finished(server: Server) -> dict[str, Any]:
    """A game that somebody has played to its end against a bot: the address of its table, and what makes a browser that somebody's."""
    warm("sarena")
    with Guest(server.address, "Ann") as ann:
        table = ann.open("you", "random")["table"]
        line = ann.look_at(table)
        while line.wait_for_turn():
            line.act()
        cookies = [{"name": cookie.name, "value": cookie.value, "url": server.address} for cookie in ann.http.cookies.jar]
    return {"path": f"/t/{table}", "cookies": cookies}


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visitor(chromium: Browser, server: Server) -> Iterator[Visitor]:
    """Opens a page for somebody new: `visitor("/", viewport=…)`. Whatever the page complains about in its console fails the test."""
    contexts, complaints = [], []

    def come(path: str = "/", cookies: Any = (), **settings: Any) -> Page:
        context = chromium.new_context(**{"base_url": server.address, "reduced_motion": "reduce"} | settings)
        contexts.append(context)
        context.add_cookies(cookies)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" and "net::ERR_" not in message.text else None)
        page.goto(path)
        return page

    yield come
    for context in contexts:
        context.close()
    assert complaints == []
