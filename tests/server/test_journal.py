"""The writer of the journal: batches, conflicts, notes; and the shape of the database."""

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from ludotheque.core.errors import LudothequeError
from ludotheque.server.journal import Conflict, Journal
from ludotheque.server.settings import SQLITE, Settings
from ludotheque.server.store import Account, Seat, Store, TableRow, metadata, migrate
from ludotheque.table.events import AnyEvent, Beat


def row(table: str) -> TableRow:
    return TableRow(table, "sarena", b"{}", b"key", "ann", False, False, "watch", None, [Seat(0, "person", "ann"), Seat(1, "bot")])


def beat(seq: int) -> list[AnyEvent]:
    return [Beat(seq=seq, at_ms=0)]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(Settings(database=f"{SQLITE}{tmp_path}/deep/tables.db"))
    store.remember("ann", "Ann")
    for number in range(300):
        store.add(row(f"t{number}"))
    store.close()
    return store


async def opened(store: Store) -> Journal:
    journal = Journal(Path(str(store.engine.url.database)))
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
    assert all(len(journal.read(f"t{number}")) == 2 for number in range(300))


def test_a_place_is_taken_once_and_the_others_of_the_batch_do_not_suffer(store: Store) -> None:
    async def write() -> list[BaseException | None]:
        journal = await opened(store)
        await journal.write("t0", beat(1))
        found = await asyncio.gather(*(journal.write(f"t{number}", beat(1)) for number in range(20)), return_exceptions=True)
        journal.stop()
        assert [len(journal.read(f"t{number}")) for number in range(20)] == [1] * 20
        return found

    found = asyncio.run(write())
    assert isinstance(found[0], Conflict)
    assert found[1:] == [None] * 19


def test_events_of_one_request_are_written_together_or_not_at_all(store: Store) -> None:
    async def write() -> Journal:
        journal = await opened(store)
        await journal.write("t0", beat(2))
        with pytest.raises(Conflict):
            await journal.write("t0", [*beat(1), *beat(2)])
        journal.stop()
        return journal

    assert [event.seq for event in asyncio.run(write()).read("t0")] == [2]


def test_notes_reach_the_disk_with_the_last_word(store: Store) -> None:
    async def write() -> None:
        journal = await opened(store)
        journal.note("t0", "playing", 1, 5)
        journal.note("t0", "over", 0, 6)
        journal.stop()
        assert journal.commits == 1

    asyncio.run(write())
    found = store.table("t0")
    store.close()
    assert found is not None
    assert (found.status, found.to_act) == ("over", 0)


def test_migrations_lead_to_the_shape_that_the_program_knows(store: Store) -> None:
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    store.close()


def test_a_file_of_the_first_shape_is_brought_up_to_date(tmp_path: Path) -> None:
    engine = sa.create_engine(f"{SQLITE}{tmp_path}/old.db")
    migrate(engine, "0001")
    with engine.begin() as connection:
        connection.execute(sa.text("INSERT INTO people VALUES ('ann', 'Ann', 0)"))
        assert "accounts" not in sa.inspect(connection).get_table_names()
    engine.dispose()
    store = Store(Settings(database=f"{SQLITE}{tmp_path}/old.db"))
    assert store.name_of("ann") == "Ann"
    assert store.add_account(Account("ann", "Ann", "hash"), "ann")
    assert not store.add_account(Account("eve", "ANN", "hash"), "ann")
    assert (store.account_of("ann"), store.account_of("eve"), store.name_of("eve")) == ("Ann", None, None)
    store.close()


def test_a_second_start_keeps_the_secret_and_the_people(store: Store) -> None:
    again = Store(Settings(database=f"{SQLITE}{store.engine.url.database}"))
    assert again.secret == store.secret
    assert again.name_of("ann") == "Ann"
    again.close()


@pytest.mark.parametrize("database", ["postgresql://host/games", "tables.db", SQLITE])
def test_only_sqlite_is_known(database: str) -> None:
    with pytest.raises(LudothequeError, match="sqlite:///FILE"):
        _ = Settings(database=database).database_file


def test_a_public_address_is_checked() -> None:
    assert Settings(public_url="https://games.example/").public_origin == "https://games.example"
    with pytest.raises(LudothequeError, match="https://host"):
        _ = Settings(public_url="games.example").public_origin
