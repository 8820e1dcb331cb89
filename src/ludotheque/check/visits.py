"""A test server, the system's Chromium, and visitors with fresh browser profiles."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from ludotheque.check.plugin import CHROMIUM

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# ms to wait for a condition before the test fails; a server compiles a game for its first table
PATIENCE = 120_000

expect.set_options(timeout=PATIENCE)

Visitor = Callable[..., Page]
# what Chromium says of a server that does not answer, for pages and for the offline page's script
AWAY = ("net::ERR_", "An unknown error occurred when fetching the script")
SERIOUS = {"serious", "critical"}
SCHEMES: list[Literal["light", "dark"]] = ["light", "dark"]


class Server:
    """`ludotheque serve` in its own process, with its own database.

    It can be killed and comes back at the same address.
    """

    def __init__(self, folder: Path, **environment: str) -> None:
        self.database = folder / "tables.db"
        self.environment = os.environ | environment
        self.process: subprocess.Popen[str] | None = None
        self.address = ""
        self.start()

    def start(self) -> None:
        port = self.address.rpartition(":")[2] or "0"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ludotheque.check.serve", str(self.database), port],
            stdout=subprocess.PIPE,
            text=True,
            env=self.environment,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address, "the server did not start"

    def kill(self) -> None:
        """Kill the server, like a power cut."""
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
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visitor(chromium: Browser, server: Server) -> Iterator[Visitor]:
    """Open a page for a new visitor: `visitor("/", viewport=…)`.

    Any error in the page's console fails the test.
    """
    contexts, complaints = [], []

    def come(path: str = "/", cookies: Any = (), **settings: Any) -> Page:
        context = chromium.new_context(**{"base_url": server.address, "reduced_motion": "reduce"} | settings)
        contexts.append(context)
        context.add_cookies(cookies)
        context.set_default_timeout(PATIENCE)
        context.add_init_script("localStorage['bot-pace'] ??= 'none'")  # do not wait for bots
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text) if is_fault(message) else None)
        page.goto(path)
        return page

    yield come
    for context in contexts:
        context.close()
    assert complaints == []


def is_fault(message: ConsoleMessage) -> bool:
    """Say whether a message in the console is an error of ours: not that no server answered."""
    return message.type == "error" and not any(words in message.text for words in AWAY)


def check_access(page: Page) -> None:
    """Check that axe finds no serious accessibility problem."""
    findings = Axe().run(page).response["violations"]
    assert [
        (one["id"], one["nodes"][0]["html"], one["nodes"][0]["failureSummary"])
        for one in findings
        if one["impact"] in SERIOUS
    ] == []


def check_access_day_and_night(page: Page) -> None:
    """Check accessibility in light and dark mode."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        check_access(page)
