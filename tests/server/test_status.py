"""What lists say of a table is true after a kill at any moment, and no finished game is deleted."""

import pytest

from ludotheque.check.guests import Guest, serving
from ludotheque.server import journal
from ludotheque.server.database import database_of
from ludotheque.server.journal import Journal
from ludotheque.server.live import closing
from ludotheque.server.settings import Settings
from ludotheque.server.store import Store
from tests.patience import until
from tests.server.databases import query
from tests.server.test_hosts import age, rows_of


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def status(database: str, table: str) -> str:
    (row,) = query(database, "SELECT status FROM tables WHERE id = :table", table=table)
    return str(row["status"])


def finished(ann: Guest) -> str:
    """Return a table at which bots have played to the end."""
    table = str(ann.open("random", "random")["table"])
    line = ann.look_at(table)
    while line.table["status"] != "over":
        line.receive()
    line.socket.close()
    return table


def lose_note(database: str, table: str, was: str) -> None:
    """Leave the row of a table as a kill left it before its status was part of the transaction."""
    query(database, "UPDATE tables SET status = :was, to_act = 1, plies = 0 WHERE id = :table", was=was, table=table)


def test_the_status_is_written_with_the_event_that_changes_it(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "NOTES_S", 1e9)  # as if the process were killed before any note is written
    with serving(Settings(database=empty, bot_pause_s=0)) as address, Guest(address, "Ann") as ann:
        waiting, playing = ann.open("you", "person")["table"], ann.open("you", "random")["table"]
        over = finished(ann)
        assert [status(empty, table) for table in (waiting, playing, over)] == ["waiting", "playing", "over"]


def test_a_row_whose_note_was_lost_heals_when_the_table_is_loaded(empty: str) -> None:
    with serving(Settings(database=empty, bot_pause_s=0)) as address, Guest(address, "Ann") as ann:
        over, cookies = finished(ann), ann.http.cookies
        moves = len(ann.get(f"/api/tables/{over}/record")["plies"])
    lose_note(empty, over, "playing")
    with serving(Settings(database=empty, bot_pause_s=0)) as address, Guest(address) as ann:
        ann.http.cookies = cookies
        ann.look_at(over)
        (row,) = query(empty, "SELECT status, to_act, plies FROM tables WHERE id = :table", table=over)
        assert tuple(row.values()) == ("over", 0, moves)


def test_whose_turn_it_is_heals_when_the_server_starts(empty: str) -> None:
    with serving(Settings(database=empty)) as address, Guest(address, "Ann") as ann, Guest(address, "Bob") as bob:
        made = ann.open("you", "person")
        bob.follow(made["invitations"]["1"])
        line = ann.look_at(made["table"])
        until(lambda: not outdated(empty))
        with pytest.MonkeyPatch.context() as killed:
            killed.setattr(Journal, "note", lambda *_: None)
            line.act()
        line.socket.close()
        assert outdated(empty) == [made["table"]]
        cookies = ann.http.cookies, bob.http.cookies
    with serving(Settings(database=empty)) as address, Guest(address) as ann, Guest(address) as bob:
        ann.http.cookies, bob.http.cookies = cookies
        until(lambda: not outdated(empty))
        (own,), (other,) = ann.get("/api/my"), bob.get("/api/my")
        assert (own["is_your_turn"], own["waits_for"], own["moves"]) == (False, ["Bob"], 1)
        assert (other["is_your_turn"], other["waits_for"], other["moves"]) == (True, [], 1)


def outdated(database: str) -> list[str]:
    """Return the tables whose last note is missing."""
    store = Store(database_of(database))
    try:
        return store.lists.outdated()
    finally:
        store.close()


def test_a_game_whose_journal_is_further_than_its_row_is_not_swept(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(database=empty, bot_pause_s=0)
    with serving(settings) as address, Guest(address, "Ann") as ann:
        left, begun, over = ann.open("you", "person")["table"], ann.open("you", "random")["table"], finished(ann)
    lose_note(empty, begun, "waiting")
    lose_note(empty, over, "playing")
    for table, days in ((left, 8), (begun, 8), (over, 1000)):
        age(empty, table, days)
    monkeypatch.setattr(closing, "SWEEP_S", 0.05)
    monkeypatch.setattr(closing, "STEADY_S", 0.0)
    with serving(settings):
        until(lambda: rows_of(empty, left) == 0)
        until(lambda: [status(empty, table) for table in (begun, over)] == ["playing", "over"])
    assert rows_of(empty, over) > 10  # all of it is there
