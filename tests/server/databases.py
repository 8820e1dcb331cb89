"""Databases for tests: a file of SQLite, or a database of its own in a PostgreSQL server that the
tests start; and a Redis server.
"""

import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from ludotheque.server.database import SQLITE, database_of

USER = "ludotheque"


def as_somebody(folder: Path) -> list[str]:
    """PostgreSQL refuses to run as root: then the Debian package's own user runs it."""
    if os.geteuid() != 0:
        return []
    user = pwd.getpwnam("postgres")
    os.chown(folder, user.pw_uid, user.pw_gid)
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]


def program(name: str) -> str:
    """Debian keeps the programs of each version in a folder of their own."""
    found = shutil.which(name) or next(
        iter(sorted(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")), reverse=True)), None
    )
    assert found, f"{name} is missing: `make test` installs it"
    return found


@contextmanager
def postgresql() -> Iterator[str]:
    """A PostgreSQL server of our own, reached by a socket in its folder; the URL of its databases,
    with a place for the name.
    """
    with tempfile.TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as name:
        somebody = as_somebody(Path(name))

        def run(command: str, *options: str) -> None:
            subprocess.run(
                [*somebody, program(command), "-D", f"{name}/data", *options],
                check=True,
                cwd=name,
                stdout=subprocess.DEVNULL,
            )

        run("initdb", "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync")
        run("pg_ctl", "start", "-w", "-l", f"{name}/log", "-o", f"-k {name} -c listen_addresses=")
        try:
            yield f"postgresql://{USER}@/{{}}?host={name}"
        finally:
            run("pg_ctl", "stop", "-m", "immediate")


def new_postgresql(server: str) -> str:
    """A new database in a running server."""
    name = f"t{secrets.token_hex(6)}"
    connection = database_of(server.format("postgres")).connect()
    connection.execute(f"CREATE DATABASE {name}")
    connection.close()
    return server.format(name)


@contextmanager
def redis() -> Iterator[str]:
    """A Redis server of our own, on a socket, that keeps nothing."""
    with tempfile.TemporaryDirectory(prefix="redis") as name, redis_at(f"unix://{name}/socket") as url:
        yield url


@contextmanager
def redis_at(url: str) -> Iterator[str]:
    words = [program("redis-server"), "--port", "0", "--unixsocket", url.removeprefix("unix://"), "--save", ""]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert any("eady to accept connections" in line for line in server.stdout), "Redis does not start"
        try:
            yield url
        finally:
            server.terminate()


def new_sqlite(folder: Path) -> str:
    return f"{SQLITE}{folder}/tables-{secrets.token_hex(4)}.db"


def query(url: str, statement: str, **values: Any) -> list[Mapping[str, Any]]:
    """Look into a database, or change it, behind the server's back."""
    engine = database_of(url).engine()
    try:
        with engine.begin() as connection:
            found = connection.execute(sa.text(statement), values)
            return [dict(row) for row in found.mappings()] if found.returns_rows else []
    finally:
        engine.dispose()
