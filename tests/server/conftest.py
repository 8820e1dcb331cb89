"""One server for most tests; each opens tables of its own.

Modules that have a `kind` of their own run on both kinds of database.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from ludotheque.check.guests import Guest, Line, serving
from ludotheque.server.limits import Limits
from ludotheque.server.settings import Settings
from tests.server import databases

MANY = Limits(
    posts_at_once=10_000,
    reads_at_once=10_000,
    questions_at_once=10_000,
    logins_at_once=10_000,
    searches_at_once=10_000,
    lobby_each_network=10_000,
)

MakeGuest = Callable[..., Guest]
MakeDatabase = Callable[[], str]


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    with databases.postgresql() as server:
        yield server


@pytest.fixture(scope="session")
def redis() -> Iterator[str]:
    with databases.redis() as url:
        yield url


@pytest.fixture
def kind() -> str:
    return "sqlite"


@pytest.fixture
def make_database(kind: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> MakeDatabase:
    """Makes empty databases; the answer is their URL."""
    if kind == "sqlite":
        return lambda: databases.new_sqlite(tmp_path_factory.mktemp("database"))
    return lambda: databases.new_postgresql(request.getfixturevalue("postgresql"))


@pytest.fixture
def empty(make_database: MakeDatabase) -> str:
    return make_database()


@pytest.fixture(scope="session")
def servers() -> Iterator[Callable[[str, MakeDatabase], tuple[str, str]]]:
    """One for each kind of database, started when it is wanted first: the database and the
    address.
    """
    running: dict[str, tuple[str, str]] = {}
    with ExitStack() as stack:

        def server(kind: str, make_database: MakeDatabase) -> tuple[str, str]:
            if kind not in running:
                database = make_database()
                settings = Settings(
                    database=database,
                    bot_pause_s=0,
                    limits=MANY,
                )
                running[kind] = database, stack.enter_context(serving(settings))
            return running[kind]

        yield server


@pytest.fixture
def database(kind: str, make_database: MakeDatabase, servers: Callable[[str, MakeDatabase], tuple[str, str]]) -> str:
    return servers(kind, make_database)[0]


@pytest.fixture
def address(kind: str, make_database: MakeDatabase, servers: Callable[[str, MakeDatabase], tuple[str, str]]) -> str:
    return servers(kind, make_database)[1]


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
