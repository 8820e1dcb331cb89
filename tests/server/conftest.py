"""One server for most tests; each opens tables of its own."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from ludotheque.server.settings import SQLITE, Settings
from tests.server.guests import Guest, Line, serving

MakeGuest = Callable[..., Guest]


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server") / "tables.db"


@pytest.fixture(scope="session")
def address(database: Path) -> Iterator[str]:
    with serving(Settings(database=f"{SQLITE}{database}", bot_pause_s=0, posts_at_once=10_000, logins_at_once=10_000)) as at:
        yield at


@pytest.fixture
def guest(address: str) -> Iterator[MakeGuest]:
    """Makes guests."""
    with ExitStack() as stack:
        yield lambda name="": stack.enter_context(Guest(address, name))


@pytest.fixture
def two(guest: MakeGuest) -> tuple[Line, Line]:
    """Two people at a table of their own, seat 0 and seat 1."""
    ann, bob = guest("Ann"), guest("Bob")
    made = ann.open("you", "person")
    bob.follow(made["invitations"]["1"])
    return ann.look_at(made["table"]), bob.look_at(made["table"])
