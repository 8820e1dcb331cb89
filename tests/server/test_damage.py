"""A database that is damaged, newer, locked, full, read-only or away: one sentence says what is
wrong, where, and what to do. One damaged table does not take the others along.
"""

import json
import logging
import os
import signal
import sqlite3
import stat
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing as closed
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from ludotheque.check.guests import Guest, Line, serving
from ludotheque.server import database as kinds
from ludotheque.server import trouble as troubles
from ludotheque.server.database import SQLITE, database_of
from ludotheque.server.live import closing, health, timekeeping
from ludotheque.server.live.table import LiveTable
from ludotheque.server.live.tables import Tables
from ludotheque.server.settings import Settings
from ludotheque.server.store import Store, TableRow
from ludotheque.server.trouble import Outage, Trouble
from tests.patience import until
from tests.server import databases
from tests.server.databases import query
from tests.server.test_accounts import PASSWORD, make_account
from tests.server.test_commands import run
from tests.server.test_hosts import JSON
from tests.server.test_limits import figure
from tests.server.test_refusals import problem

READ_ONLY, FULL = "query_only = ON", "max_page_count = 1"  # pragmas that make a file so


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database that a server has used."""
    Store(database_of(f"{SQLITE}{tmp_path}/tables.db")).close()
    return tmp_path / "tables.db"


# At the start


def scribble(file: Path) -> None:
    file.write_bytes(b"\xff" * 40_000)


def cut_off(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:6000])


def make_newer(file: Path) -> None:
    query(f"{SQLITE}{file}", "UPDATE alembic_version SET version_num = '9999'")


def make_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def make_foreign(file: Path) -> None:
    file.unlink()
    query(f"{SQLITE}{file}", "CREATE TABLE people (x INTEGER)")


def make_foreign_and_migrated(file: Path) -> None:
    make_foreign(file)
    query(f"{SQLITE}{file}", "CREATE TABLE alembic_version (version_num TEXT)")


def make_foreign_without_a_clash(file: Path) -> None:
    file.unlink()
    query(f"{SQLITE}{file}", "CREATE TABLE letters (x INTEGER)")


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (scribble, "is damaged: move it aside, together with its -wal"),
        (cut_off, "is damaged: move it aside, together with its -wal"),
        (make_newer, "belongs to a newer version of Ludothèque: install that version (9999)"),
        (make_folder, "cannot be opened: check that it exists and that you have access (Is a directory)"),
        (make_foreign, "is not a Ludothèque database: choose another one"),
        (make_foreign_and_migrated, "is not a Ludothèque database: choose another one"),
        (make_foreign_without_a_clash, "is not a Ludothèque database: choose another one"),
    ],
)
@pytest.mark.parametrize("command", ["serve", "tables"])
def test_what_is_wrong_with_a_file_is_one_sentence(
    harm: Callable[[Path], None], said: str, command: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    harm(file)
    options = ["--port", "0"] if command == "serve" else []
    assert run(command, *options, "--database", f"{SQLITE}{file}") == 2
    seen = capsys.readouterr()
    assert seen.out == ""
    if not (command == "tables" and file.is_dir()):  # that one says that there is no such file
        assert f"{file} {said}" in seen.err
    assert seen.err.count("\n") == 1


def make_text(file: Path) -> None:
    file.write_text("no database at all, but long enough to be looked at " * 20)


def make_foreign_with_wal(file: Path) -> None:
    make_foreign(file)
    assert not [*file.parent.glob("*-*")]


def make_foreign_without_wal(file: Path) -> None:
    file.unlink()
    with closed(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE people (x INTEGER)")


@pytest.mark.parametrize("harm", [make_text, make_foreign_with_wal, make_foreign_without_wal])
def test_a_file_of_another_program_is_refused_unchanged(harm: Callable[[Path], None], file: Path) -> None:
    harm(file)
    file.chmod(0o644)
    before = file.read_bytes()
    for command in (["serve", "--port", "0"], ["tables"]):
        assert run(*command, "--database", f"{SQLITE}{file}") == 2
        assert file.read_bytes() == before
        assert stat.S_IMODE(file.stat().st_mode) == 0o644
        assert [*file.parent.iterdir()] == [file]


def pragma(monkeypatch: pytest.MonkeyPatch, setting: str) -> None:
    """Let every connection be made with one more setting."""
    usual = kinds.prepare

    def prepare(connection: sqlite3.Connection) -> None:
        usual(connection)
        connection.execute(f"PRAGMA {setting}")

    monkeypatch.setattr(kinds, "prepare", prepare)


@pytest.mark.parametrize(
    ("setting", "said"),
    [(READ_ONLY, "cannot be written to: make it writable, or move"), (FULL, "there is no space left for the database")],
)
def test_a_file_that_cannot_be_written_is_one_sentence(
    setting: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pragma(monkeypatch, setting)
    assert run("serve", "--port", "0", "--database", f"{SQLITE}{tmp_path}/tables.db") == 2
    seen = capsys.readouterr().err
    assert said in seen
    assert str(tmp_path / "tables.db") in seen
    assert seen.count("\n") == 1


@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR, sqlite3.SQLITE_IOERR_SHMSIZE])
def test_an_error_of_the_disk_says_whether_it_is_full(code: int, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    database = database_of(f"{SQLITE}{file}")
    assert "cannot be used: check the file and its disk" in str(database.trouble(error))
    monkeypatch.setattr(kinds, "LEAST_ROOM", 1 << 80)
    assert database.kind_of(error) == troubles.FULL


def test_nobody_is_told_that_a_file_is_not_running(file: Path) -> None:
    assert database_of(f"{SQLITE}{file}").kind_of(sqlite3.OperationalError("no such table")) != troubles.AWAY


def harm_the_middle(file: Path) -> None:
    pages = bytearray(file.read_bytes())
    for page in range(8192, len(pages) - 4096, 4096):
        pages[page : page + 64] = b"\xff" * 64
    file.write_bytes(pages)


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (scribble, "is damaged: move it aside, together with its -wal"),
        (harm_the_middle, "is damaged: move it aside, together with its -wal"),
        (make_foreign, "is not a Ludothèque database: choose another one"),
    ],
)
def test_a_file_that_cannot_be_copied_is_one_sentence_that_says_what_to_do(
    harm: Callable[[Path], None], said: str, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    harm(file)
    copy = tmp_path / "copy.db"
    for command in (["backup", str(copy), "--database", f"{SQLITE}{file}"], ["restore", str(file), "--database"]):
        assert run(*command, *([f"{SQLITE}{copy}"] if command[0] == "restore" else [])) == 2
        seen = capsys.readouterr().err
        assert f"{file} {said}" in seen
        assert seen.count("\n") == 1
        assert sorted(path.name for path in tmp_path.iterdir() if "copy" in path.name) == []


def test_what_a_killed_server_has_left_is_not_played_into_a_restored_copy(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, copy = f"{SQLITE}{file}", tmp_path / "copy.db"
    assert run("backup", str(copy), "--database", database) == 0
    store = Store(database_of(database))
    store.give_sign()
    left = {there: there.read_bytes() for there in tmp_path.glob("tables.db-*")}
    assert len(left) == 2
    store.close()
    for there, content in left.items():
        there.write_bytes(content)
    file.rename(tmp_path / "damaged.db")
    for there in sorted(left, reverse=True):
        assert run("restore", str(copy), "--database", database) == 2
        assert f"{there} already exists; move it away first" in capsys.readouterr().err
        there.rename(tmp_path / there.name.replace("tables", "damaged"))
    assert run("restore", str(copy), "--database", database) == 0
    with closed(sqlite3.connect(copy)) as before, closed(sqlite3.connect(file)) as restored:
        assert [*restored.iterdump()] == [*before.iterdump()]


def test_a_copy_for_which_there_is_no_room_says_so(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect

    def connect_to_little(name: Path) -> sqlite3.Connection:
        connection = connect(name)
        connection.execute(f"PRAGMA {FULL}")
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect_to_little)
    assert run("backup", str(tmp_path / "copy.db"), "--database", f"{SQLITE}{file}") == 2
    assert f"there is no space left for the database {tmp_path / 'copy.db'}" in capsys.readouterr().err


def test_a_file_that_is_locked_is_one_sentence(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinds, "BUSY_S", 0.05)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert run("serve", "--port", "0", "--database", f"{SQLITE}{file}") == 2
    other.close()
    seen = capsys.readouterr().err
    assert f"another program has locked the database {file}" in seen
    assert seen.count("\n") == 1


def test_a_new_file_that_another_program_is_just_making_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = sqlite3.connect(tmp_path / "new.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(time, "sleep", lambda _: other.close())
    connection = database_of(f"{SQLITE}{tmp_path}/new.db").connect()
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_a_server_that_is_away_is_one_sentence_without_its_password(capsys: pytest.CaptureFixture[str]) -> None:
    url = "postgresql://ann:secret@/games?host=/nowhere"
    for command in (["serve", "--port", "0"], ["tables"]):
        assert run(*command, "--database", url) == 2
        seen = capsys.readouterr().err
        assert "is not responding: check that it is running and that its address is correct" in seen
        assert seen.count("\n") == 1
        assert "secret" not in seen


def test_postgresql_that_may_not_be_written_or_is_newer(postgresql: str) -> None:
    url = databases.new_postgresql(postgresql)
    Store(database_of(url)).close()
    query(url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Trouble, match="newer version"):
        Store(database_of(url))
    url = databases.new_postgresql(postgresql)
    query(url, f"ALTER DATABASE {sa.make_url(url).database} SET default_transaction_read_only = on")
    with pytest.raises(Trouble, match="cannot be written"):
        Store(database_of(url))


@pytest.mark.parametrize(
    "rights",
    [
        "REVOKE CREATE ON SCHEMA public FROM public",
        "REVOKE ALL ON SCHEMA public FROM public",
        "GRANT SELECT ON ALL TABLES IN SCHEMA public TO weak",
    ],
)
def test_a_user_of_postgresql_without_the_right_to_write_is_one_sentence(
    rights: str, postgresql: str, capsys: pytest.CaptureFixture[str]
) -> None:
    url = databases.new_postgresql(postgresql)
    if "SELECT" in rights:
        Store(database_of(url)).close()
    if not query(url, "SELECT 1 FROM pg_roles WHERE rolname = 'weak'"):
        query(url, "CREATE ROLE weak LOGIN")
    query(url, rights)
    assert run("serve", "--port", "0", "--database", url.replace(databases.USER, "weak", 1)) == 2
    seen = capsys.readouterr().err
    assert "cannot be opened: check that it exists and that you have access" in seen
    assert seen.count("\n") == 1


def test_a_database_without_an_encoding_keeps_every_letter(postgresql: str) -> None:
    url = databases.new_postgresql(postgresql)
    name = f"{sa.make_url(url).database}x"
    connection = database_of(url).connect()
    connection.execute(f"CREATE DATABASE {name} ENCODING 'SQL_ASCII' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")
    connection.close()
    with serving(Settings(database=postgresql.format(name))) as address, Guest(address, "Zoë Ł") as guest:
        assert guest.get("/api/me")["name"] == "Zoë Ł"


def test_statements_have_a_time_limit(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    url = databases.new_postgresql(postgresql)
    monkeypatch.setattr(kinds, "STATEMENT_S", 0.5)
    with pytest.raises(Trouble, match="is not responding"):
        query(url, "SELECT pg_sleep(60)")


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_error_of_the_database_does_not_repeat_what_people_said(empty: str) -> None:
    query(empty, "CREATE TABLE said (number integer PRIMARY KEY, text text)")
    query(empty, "INSERT INTO said VALUES (1, 'hello')")
    with pytest.raises(sa.exc.IntegrityError) as refused:
        query(empty, "INSERT INTO said VALUES (1, :text)", text="my private words")
    assert "said" in str(refused.value)
    assert "private" not in str(refused.value)


def test_nobody_else_can_read_the_file_nor_a_copy(tmp_path: Path) -> None:
    mask = os.umask(0)
    try:
        (tmp_path / "old.db").touch(0o644)
        for name in ("old", "new"):
            store = Store(database_of(f"{SQLITE}{tmp_path}/{name}.db"))
            store.give_sign()
            files = sorted(tmp_path.glob(f"{name}.db*"))
            assert [file.name for file in files] == [f"{name}.db{ending}" for ending in ("", "-shm", "-wal")]
            assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
            store.close()
        assert run("backup", str(tmp_path / "copy.db"), "--database", f"{SQLITE}{tmp_path}/new.db") == 0
        assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
    finally:
        os.umask(mask)


# While people play


class Log(logging.Handler):
    """What a server tells the person who looks after it."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())
        assert record.exc_info is None, "a traceback"


@pytest.fixture
def log() -> Iterator[Log]:
    handler, logger = Log(), logging.getLogger("ludotheque.server")
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look after everything often, and wait for nobody."""
    monkeypatch.setattr(timekeeping, "TICK_S", 0.02)
    monkeypatch.setattr(health, "LOOK_S", 0.05)
    monkeypatch.setattr(health, "FRESH_S", 0.0)
    monkeypatch.setattr(kinds, "BUSY_S", 0.3)


def is_well(guest: Guest) -> bool:
    return guest.http.get("/health").status_code == 200


@pytest.mark.usefixtures("quick")
def test_an_outage_is_one_line_when_it_begins_and_one_when_it_ends(empty: str, log: Log) -> None:
    with serving(Settings(database=empty, bot_pause_s=0)) as address, Guest(address, "Ann") as ann:
        line = ann.look_at(ann.open("you", "random")["table"])
        other = sqlite3.connect(database_of(empty).where, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        act = line.choose()
        for _ in range(2):
            answer = line.ask(**act)
            assert (answer["code"], answer["id"]) == ("server/database", act["id"])
            assert problem(ann.http.post("/api/me", json={"name": "Eve"})) == (503, "server/database")
            assert not is_well(ann)
        (said,) = log.lines
        assert said.startswith(f"another program has locked the database {database_of(empty).where}")
        other.execute("ROLLBACK")
        until(lambda: is_well(ann))
        assert "is back after" in log.lines[1]
        line.settle(line.ask(**act))


@pytest.mark.usefixtures("quick")
def test_a_full_disk_is_not_healthy(empty: str, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(Settings(database=empty)) as address, Guest(address, "Ann") as ann:
        assert is_well(ann)
        with monkeypatch.context() as full:
            full.setattr(kinds, "LEAST_ROOM", 1 << 80)
            answer = ann.http.get("/health")
            assert (answer.status_code, answer.json()["status"]) == (503, "ill")
            assert not is_well(ann)
        until(lambda: is_well(ann))
    assert [line.partition(" ")[0] for line in log.lines[:2]] == ["there", "the"]
    assert "free some space on its disk" in log.lines[0]


@pytest.mark.usefixtures("quick")
def test_a_file_that_is_moved_away_is_not_healthy_until_it_is_back(empty: str, tmp_path: Path, log: Log) -> None:
    file = Path(database_of(empty).where)
    with serving(Settings(database=empty)) as address, Guest(address, "Ann") as ann:
        assert is_well(ann)
        file.rename(tmp_path / "elsewhere")
        until(lambda: log.lines)
        assert not is_well(ann)
        file.touch()  # another one is not the same
        assert not is_well(ann)
        (tmp_path / "elsewhere").rename(file)
        until(lambda: is_well(ann))
    assert len(log.lines) == 2
    assert log.lines[0].startswith(f"the database {file} was moved or deleted")
    assert "is back after" in log.lines[1]


@pytest.mark.usefixtures("quick")
def test_health_answers_while_postgresql_hangs(postgresql: str, log: Log) -> None:
    """PostgreSQL is stopped in the middle of everything: nothing it was asked comes back."""
    settings = Settings(database=databases.new_postgresql(postgresql))
    with serving(settings) as address, Guest(address, "Ann") as ann:
        assert is_well(ann)
        parent = Path(postgresql.rpartition("host=")[2], "data/postmaster.pid").read_text().split()[0]
        children = subprocess.run(["pgrep", "-P", parent], capture_output=True, text=True, check=True).stdout
        processes = [int(number) for number in (parent, *children.split())]
        try:
            for process in processes:
                os.kill(process, signal.SIGSTOP)
            assert [ann.http.get(path).status_code for path in ("/health", "/health", "/")] == [503, 503, 200]
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)
        until(lambda: is_well(ann))
    assert log.lines == []  # it only was slow


def test_an_outage_counts_what_failed(log: Log) -> None:
    outage = Outage("it")
    outage.begin("not yet told")
    outage.is_told = True
    for _ in range(5):
        outage.begin("it is away")
    outage.end()
    outage.end()
    outage.begin("it is away again")
    outage.end()
    assert log.lines == [
        *("it is away", "it is back after 0 s; 6 attempts failed"),
        *("it is away again", "it is back after 0 s; 1 attempt failed"),
    ]


# One table


def damage_journal(database: str, table: str) -> None:
    query(
        database, "UPDATE journal SET event = :event WHERE table_id = :table AND seq = 1", event=b"\xff{", table=table
    )


def damage_config(database: str, table: str) -> None:
    query(database, "UPDATE tables SET config = :config WHERE id = :table", config=b'{"game": 7', table=table)


def lose_event(database: str, table: str) -> None:
    query(database, "DELETE FROM journal WHERE table_id = :table AND seq = 1", table=table)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.parametrize("harm", [damage_journal, damage_config, lose_event])
@pytest.mark.usefixtures("quick")
def test_one_damaged_table_does_not_take_others_along_and_can_be_deleted(
    harm: Callable[[str, str], None], empty: str, log: Log, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    clock = {"kind": "days", "days": 2}
    with serving(Settings(database=empty, bot_pause_s=0)) as address, Guest(address, "Ann") as ann:
        whole, damaged, hidden = (ann.open("you", "random", clock=clock)["table"] for _ in range(3))
        for table in (damaged, hidden):
            ann.look_at(table).act()
        cookies = ann.http.cookies
    for table in (damaged, hidden):
        harm(empty, table)
    with serving(Settings(database=empty, bot_pause_s=0)) as address, Guest(address) as ann:
        ann.http.cookies = cookies
        assert ann.connect(damaged).receive()["code"] == "table/damaged"
        assert problem(ann.http.get(f"/api/tables/{damaged}/record")) == (409, "table/damaged")
        line: Line = ann.look_at(whole)
        line.act()
        assert {game["table"] for game in ann.get("/api/my")} == {whole, damaged, hidden}
        ann.post("/api/me", name="Anna")  # at all of her tables
        assert line.wait_for_turn()
        assert line.sync()["seats"][0]["name"] == "Anna"
        assert ann.http.delete(f"/api/tables/{damaged}", headers=JSON).status_code == 204
        assert {game["table"] for game in ann.get("/api/my")} == {whole, hidden}
        assert run("tables", "--database", empty, "--export", hidden, str(tmp_path / "x")) == 2
        assert f"table {hidden} is damaged" in capsys.readouterr().err
        assert run("tables", "--database", empty, "--delete", hidden) == 0
    assert sorted(line.split()[1] for line in log.lines) == sorted([damaged, hidden])  # each of them is told once


@pytest.mark.parametrize("more", [{"clock": {"kind": "days", "days": 2}}, {}])
@pytest.mark.usefixtures("quick")
def test_one_table_that_cannot_be_loaded_does_not_keep_others_from_it_after_a_start(
    more: dict[str, Any], empty: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whether a clock runs at them or the server was killed before it took note of them."""
    with serving(Settings(database=empty, bot_pause_s=0)) as address, Guest(address, "Ann") as ann:
        tables = [ann.open("you", "random", **more)["table"] for _ in range(3)]
    query(empty, "UPDATE tables SET noted = -1")
    load, asked = Tables._load, list[str]()

    async def fail_first(found: Tables, row: TableRow) -> LiveTable:
        asked.append(row.id)
        if row.id == asked[0]:
            raise EOFError
        return await load(found, row)

    monkeypatch.setattr(Tables, "_load", fail_first)
    with serving(Settings(database=empty, bot_pause_s=0)) as address, Guest(address) as ann:
        until(lambda: figure(ann, "tables_in_memory") == len(tables) - 1)
    assert f"loading table {asked[0]} failed" in caplog.messages


def other_game(database: str, table: str) -> None:
    """Let a table be one of a game that is not installed any more."""
    change_config(database, table, game="chess")
    query(database, "UPDATE tables SET game = 'chess' WHERE id = :table", table=table)


def other_box(database: str, table: str) -> None:
    """Let a table be one with a box that is gone, as when a server starts without its --boxes."""
    change_config(database, table, box="nosuchbox")


def other_rules(database: str, table: str) -> None:
    change_config(database, table, rules_version=7)


def change_config(database: str, table: str, **changes: Any) -> None:
    (row,) = query(database, "SELECT config FROM tables WHERE id = :table", table=table)
    config = json.dumps(json.loads(bytes(row["config"])) | changes).encode()
    query(database, "UPDATE tables SET config = :config WHERE id = :table", config=config, table=table)


@pytest.mark.parametrize("harm", [damage_journal, damage_config, other_game, other_box, other_rules])
@pytest.mark.usefixtures("quick", "log")
def test_one_table_that_cannot_be_played_leaves_lists_clocks_and_accounts_alone(
    harm: Callable[[str, str], None], empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timekeeping, "MEET_S", 0.0)
    settings = Settings(database=empty, bot_pause_s=0)
    with serving(settings) as address, Guest(address, "Ann") as ann, Guest(address, "Bob") as bob:
        make_account(ann, "Ann")
        waiting = ann.open("you", "person", is_open=True)["table"]
        clock = {"kind": "days", "days": 2}
        playing, *timed = (ann.open("you", "random", is_open=True, clock=clock)["table"] for _ in range(4))
        theirs = bob.open("you", "person", is_open=True)["table"]
        cookies = ann.http.cookies
    for table in (waiting, playing):
        harm(empty, table)
    with serving(settings) as address, Guest(address, "Eve") as eve, Guest(address) as ann:
        ann.http.cookies = cookies
        assert theirs in {row["table"] for row in eve.get("/api/tables")}
        assert {row["table"] for row in eve.get("/api/lobby")["tables"]} == {waiting, theirs}
        assert {row["table"] for row in eve.get("/api/watch")} <= {playing, *timed}
        assert {row["table"] for row in ann.get("/api/my")} == {waiting, playing, *timed}
        until(lambda: figure(eve, "tables_in_memory") == len(timed))
        ann.post("/api/me", name="Anna")
        assert ann.connect(playing).receive()["code"] in ("table/damaged", "table/other_rules")
        assert ann.post("/api/account/delete", password=PASSWORD)["is_guest"]
        assert {row["table"] for row in eve.get("/api/tables")} == {theirs}


@pytest.mark.parametrize("harm", [other_game, other_box, other_rules])
@pytest.mark.usefixtures("quick")
def test_a_table_whose_game_is_missing_stays_when_one_of_its_players_is_deleted(
    harm: Callable[[str, str], None], empty: str
) -> None:
    settings = Settings(database=empty, bot_pause_s=0)
    with serving(settings) as address, Guest(address, "Ann") as ann, Guest(address, "Bob") as bob:
        made = ann.open("you", "person")
        bob.follow(made["invitations"]["1"])
        own, others = ann.http.cookies, bob.http.cookies
    harm(empty, made["table"])
    with serving(settings) as address, Guest(address) as ann, Guest(address) as bob:
        ann.http.cookies, bob.http.cookies = own, others
        ann.post("/api/me/delete")
        assert [row["table"] for row in bob.get("/api/my")] == [made["table"]]
    left = query(empty, "SELECT config FROM tables") + query(empty, "SELECT event FROM journal")
    assert not [row for row in left if b"Ann" in b"".join(map(bytes, row.values()))]


@pytest.mark.usefixtures("quick")
def test_a_sweep_goes_on_after_a_damaged_table(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.server.test_hosts import age, rows_of

    with serving(Settings(database=empty)) as address, Guest(address, "Ann") as ann:
        tables = [ann.open("you", "person")["table"] for _ in range(2)]
    damage_config(empty, tables[0])
    for table in tables:
        age(empty, table, 8)
    monkeypatch.setattr(closing, "SWEEP_S", 0.05)
    monkeypatch.setattr(closing, "STEADY_S", 0.0)
    with serving(Settings(database=empty)):
        until(lambda: [rows_of(empty, table) for table in tables] == [0, 0])
