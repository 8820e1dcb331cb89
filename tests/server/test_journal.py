"""The writer of the journal: batches, conflicts, notes; and the shape of the database."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from ludotheque.core.errors import LudothequeError
from ludotheque.server import journal as journals
from ludotheque.server.database import Sqlite, database_of
from ludotheque.server.entry import Entry
from ludotheque.server.journal import Conflict, Journal
from ludotheque.server.settings import Settings
from ludotheque.server.store import Account, Seat, Store, TableRow
from ludotheque.server.store.schema import metadata, migrate
from ludotheque.table.events import AnyEvent, Heartbeat


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def row(table: str) -> TableRow:
    return TableRow(
        table, "sarena", b"{}", b"key", "ann", False, False, "watch", None, [Seat(0, "person", "ann"), Seat(1, "bot")]
    )


def beat(seq: int) -> list[AnyEvent]:
    return [Heartbeat(seq=seq, at_ms=0)]


@pytest.fixture
def store(empty: str) -> Store:
    store = Store(database_of(empty))
    store.people.remember("ann", "Ann")
    for number in range(300):
        store.tables.add(row(f"t{number}"))
    store.close()
    return store


def counts(store: Store, tables: int) -> list[int]:
    found = [len(store.tables.events(f"t{number}")) for number in range(tables)]
    store.close()
    return found


async def opened(store: Store) -> Journal:
    journal = Journal(store.database)
    journal.start()
    return journal


def test_many_waiting_events_share_a_commit_and_all_are_written(store: Store) -> None:
    async def write() -> Journal:
        journal = await opened(store)
        await asyncio.gather(*(journal.write(f"t{number}", beat(seq)) for seq in (1, 2) for number in range(300)))
        journal.stop()
        return journal

    journal = asyncio.run(write())
    assert journal.rows == 600
    assert journal.commits < 300
    assert all(count == 2 for count in counts(store, 300))


def test_a_place_is_taken_once_and_the_others_of_the_batch_do_not_suffer(store: Store) -> None:
    async def write() -> list[BaseException | None]:
        journal = await opened(store)
        await journal.write("t0", beat(1))
        found = await asyncio.gather(
            *(journal.write(f"t{number}", beat(1)) for number in range(20)), return_exceptions=True
        )
        journal.stop()
        assert counts(store, 20) == [1] * 20
        return found

    found = asyncio.run(write())
    assert isinstance(found[0], Conflict)
    assert found[1:] == [None] * 19


def test_events_of_one_request_are_written_together_or_not_at_all(store: Store) -> None:
    async def write() -> None:
        journal = await opened(store)
        await journal.write("t0", beat(2))
        with pytest.raises(Conflict):
            await journal.write("t0", [*beat(1), *beat(2)])
        journal.stop()

    asyncio.run(write())
    assert [event.seq for event in store.tables.events("t0")] == [2]
    assert store.tables.events("t0", after=2) == []
    store.close()


def test_two_writers_race_for_every_place_and_each_is_taken_once(store: Store) -> None:
    async def write() -> list[list[BaseException | None]]:
        journals = [await opened(store), await opened(store)]
        found = []
        for seq in range(1, 6):
            tried = await asyncio.gather(
                *(journal.write(f"t{number}", beat(seq)) for number in range(40) for journal in journals),
                return_exceptions=True,
            )
            found.append(tried)
        for journal in journals:
            journal.stop()
        return found

    for tried in asyncio.run(write()):
        pairs = [{type(first), type(second)} for first, second in zip(tried[::2], tried[1::2], strict=True)]
        assert pairs == [{type(None), Conflict}] * 40
    assert counts(store, 40) == [5] * 40


def test_a_line_to_the_database_that_was_cut_is_laid_again(store: Store) -> None:
    async def write() -> None:
        journal = await opened(store)
        await journal.write("t0", beat(1))
        journal.connection.close()
        await journal.write("t0", beat(2))
        journal.stop()

    asyncio.run(write())
    assert counts(store, 1) == [2]


def test_notes_reach_the_disk_with_the_last_word(store: Store) -> None:
    async def write() -> None:
        journal = await opened(store)
        journal.note("t0", 1, 1, 5, 2)
        journal.note("t0", 2, 2, 6, 3)
        journal.stop()
        assert journal.commits == 1

    asyncio.run(write())
    found = store.tables.row("t0")
    store.close()
    assert found is not None
    assert (found.status, found.to_act, found.plies) == ("waiting", 2, 3)


def test_a_note_that_fails_is_written_later_unless_there_is_a_newer_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journals, "NOTES_S", 0.01)
    fail = OSError("locked")

    async def write() -> None:
        journal = await opened(store)
        transaction, failures = journal._transaction, [fail, fail]

        def locked(batch: list[Entry]) -> Exception | None:
            if failures and not batch[0].rows:
                journal.note("t1", 9, 4, 6, 5)  # while the older one is being written
                return failures.pop()
            return transaction(batch)

        monkeypatch.setattr(journal, "_transaction", locked)
        for table in ("t0", "t1"):
            journal.note(table, 3, 1, 5, 2)
        while failures or journal.notes:
            await asyncio.sleep(0.01)
        journal.stop()

    asyncio.run(write())
    found = [store.tables.row(table) for table in ("t0", "t1")]
    store.close()
    assert [(row.noted, row.to_act, row.plies) for row in found if row] == [(3, 1, 2), (9, 4, 5)]


def test_a_late_note_does_not_replace_that_of_another_process(store: Store) -> None:
    async def write() -> None:
        here, there = await opened(store), await opened(store)
        there.note("t0", 8, 2, 6, 4)
        there.stop()
        here.note("t0", 7, 1, 5, 3)
        here.stop()

    asyncio.run(write())
    found = store.tables.row("t0")
    store.close()
    assert found is not None
    assert (found.noted, found.to_act, found.plies) == (8, 2, 4)


def test_migrations_lead_to_the_shape_that_the_program_knows(store: Store) -> None:
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    store.close()


def test_a_database_of_the_first_shape_is_brought_up_to_date(empty: str) -> None:
    engine = database_of(empty).engine()
    migrate(engine, database_of(empty), "0001")
    with engine.begin() as connection:
        connection.execute(sa.text("INSERT INTO people VALUES ('ann', 'Ann', 0)"))
        assert "accounts" not in sa.inspect(connection).get_table_names()
    engine.dispose()
    store = Store(database_of(empty))
    assert store.people.name_of("ann") == "Ann"
    assert store.accounts.add(Account("ann", "Ann", "hash"), "ann", "ann")
    assert not store.accounts.add(Account("eve", "ANN", "hash"), "ann", "ann")
    assert (store.accounts.name_of("ann"), store.accounts.name_of("eve"), store.people.name_of("eve")) == (
        "Ann",
        None,
        None,
    )
    store.close()


def test_links_and_tables_pass_from_one_person_to_another(store: Store) -> None:
    store.people.add_device("fingerprint", "ann", 600)
    store.people.add_device("late", "ann", -1)
    links = ("fingerprint", "fingerprint", "late")
    assert [store.sessions.begin_by_link(token, "key") for token in links] == ["ann", None, None]
    store.people.remember("bob", "Bob")
    for person in ("ann", "ann", "bob"):
        store.tables.watch("t7", person)
    store.tables.watch("t8", "ann")
    store.tables.inherit("ann", "bob")
    assert [store.tables.is_watcher(table, person) for table in ("t7", "t8") for person in ("ann", "bob")] == [
        False,
        True,
        False,
        True,
    ]
    assert {row["host"] for row in store.lists.all_tables()} == {"Bob"}
    assert [row["seats"] for row in store.lists.tables_of("ann", limit=2)] == ["0", "0"]
    store.close()


def test_a_second_start_keeps_the_secret_and_the_people(store: Store) -> None:
    again = Store(store.database)
    assert again.secrets == store.secrets
    assert again.people.name_of("ann") == "Ann"
    again.close()


def test_several_that_start_at_once_agree_on_shape_and_secret(empty: str) -> None:
    program = (
        "import sys; from ludotheque.server import database, store;"
        " print(store.Store(database.database_of(sys.argv[1])).secrets[0].hex())"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", program, empty], stdout=subprocess.PIPE, text=True) for _ in range(3)
    ]
    secrets = [process.communicate()[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert len(set(secrets)) == 1


@pytest.mark.parametrize("database", ["mysql://host/games", "tables.db", "sqlite:///", "postgresql://"])
def test_two_kinds_of_database_are_known(database: str) -> None:
    with pytest.raises(LudothequeError, match="sqlite:///FILE or postgresql://USER@HOST/NAME"):
        Settings(database=database).check()


def test_a_database_that_does_not_answer_is_a_sentence() -> None:
    with pytest.raises(LudothequeError, match="is not responding"):
        Store(database_of("postgresql://nobody@/none?host=/nowhere"))


def test_the_folder_of_a_file_is_made(tmp_path: Path) -> None:
    Store(Sqlite(tmp_path / "deep" / "tables.db")).close()
    assert (tmp_path / "deep" / "tables.db").is_file()


def test_a_public_address_is_checked() -> None:
    assert Settings(public_url="https://games.example/").public_origin == "https://games.example"
    for url in ("games.example", "ftp://games.example", "https://", "https://games.example:x", "https://[::1"):
        with pytest.raises(LudothequeError, match="https://host"):
            _ = Settings(public_url=url).public_origin


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("HTTPS://Games.Example", "https://games.example"),
        ("https://games.example:443/", "https://games.example"),
        ("https://games.example:8443", "https://games.example:8443"),
        ("http://games.example:80", "http://games.example"),
        ("http://[FE80::1]:8080", "http://[fe80::1]:8080"),
        ("https://jeux-société.example", "https://xn--jeux-socit-j7ab.example"),
    ],
)
def test_a_public_address_is_read_as_browsers_write_it(url: str, origin: str) -> None:
    settings = Settings(public_url=url)
    assert (settings.public_origin, settings.is_secure) == (origin, origin.startswith("https:"))
