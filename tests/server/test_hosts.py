"""The host of a table can close it; the owner of the file can manage all tables; what
everybody has forgotten goes by itself.
"""

import json
import time
from pathlib import Path

import pytest

from ludotheque.check.guests import Guest, Line, serving
from ludotheque.server.database import SQLITE, database_of
from ludotheque.server.live import closing
from ludotheque.server.settings import Settings
from ludotheque.server.store import Store
from tests.patience import until
from tests.server.conftest import MakeGuest
from tests.server.databases import query
from tests.server.test_accounts import hear_until_cut
from tests.server.test_commands import run
from tests.server.test_journal import row
from tests.server.test_refusals import problem


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


JSON = {"content-type": "application/json"}


def rows_of(database: str, table: str) -> int:
    """How much is kept of a table."""
    counts = [f"SELECT count(*) AS n FROM {name} WHERE table_id = :table" for name in ("seats", "watchers", "journal")]
    (row,) = query(
        database,
        f"SELECT sum(n) AS n FROM ({' UNION ALL '.join(counts)} UNION ALL SELECT count(*) FROM tables WHERE id ="
        " :table) AS counts",
        table=table,
    )
    return int(row["n"])


def age(database: str, table: str, days: float) -> None:
    """Nobody has touched this table for so long, and a server has run every day."""
    today = int(time.time()) // (24 * 3600)
    run = ", ".join(f"({day}, 0)" for day in range(today - min(int(days), 100), today + 2))
    query(database, f"INSERT INTO days VALUES {run} ON CONFLICT (day) DO NOTHING")
    query(
        database,
        "UPDATE tables SET touched = touched - :seconds WHERE id = :table",
        seconds=int(days * 24 * 3600),
        table=table,
    )


def last_word(line: Line) -> str:
    """What is said before the server hangs up for good."""
    while (message := line.receive())["type"] == "update":
        pass
    assert hear_until_cut(line) == 4410
    return str(message["code"])


def test_the_host_closes_a_table_and_everybody_is_told(guest: MakeGuest, database: str) -> None:
    ann, bob, eve = guest("Ann"), guest("Bob"), guest()
    made = ann.open("you", "person")
    table = made["table"]
    bob.follow(made["invitations"]["1"])
    eve.follow(made["spectate"])
    lines = [person.look_at(table) for person in (ann, bob, eve)]
    lines[0].act()
    assert rows_of(database, table) > 4
    assert ann.http.delete(f"/api/tables/{table}", headers=JSON).status_code == 204
    assert [last_word(line) for line in lines] == ["table/closed"] * 3
    assert rows_of(database, table) == 0
    assert ann.get("/api/my") == []
    assert bob.connect(table).receive()["code"] == "table/unknown"
    assert problem(ann.http.delete(f"/api/tables/{table}", headers=JSON)) == (404, "table/unknown")


def test_bots_stop_thinking_at_a_table_that_is_closed(guest: MakeGuest, database: str) -> None:
    ann = guest()
    table = ann.open("random", "random")["table"]
    assert [(game["table"], game["is_host"]) for game in ann.get("/api/my")] == [(table, True)]
    assert ann.http.delete(f"/api/tables/{table}", headers=JSON).status_code == 204
    assert ann.open("you", "random")["table"] != table
    assert rows_of(database, table) == 0


def test_nobody_else_can_close_it(guest: MakeGuest, address: str) -> None:
    ann, bob, eve = guest(), guest(), guest()
    made = ann.open("you", "person")
    bob.follow(made["invitations"]["1"])
    path = f"/api/tables/{made['table']}"
    assert problem(bob.http.delete(path, headers=JSON)) == (403, "table/not_host")
    assert problem(eve.http.delete(path, headers=JSON)) == (404, "table/unknown")
    assert problem(ann.http.delete(path, headers=JSON | {"origin": "https://evil.example"})) == (403, "request/foreign")
    assert [game["is_host"] for game in bob.get("/api/my")] == [False]
    assert bob.look_at(made["table"]).table["status"] == "playing"


def test_a_closed_rematch_can_be_asked_for_again(guest: MakeGuest) -> None:
    ann = guest()
    table = ann.open("you", "random", clock={"kind": "real", "base_s": 1, "increment_s": 0})["table"]
    line = ann.look_at(table)
    while line.table["status"] != "over":
        line.receive()
    first = ann.post(f"/api/tables/{table}/rematch")["table"]
    ann.http.delete(f"/api/tables/{first}", headers=JSON).raise_for_status()
    second = ann.post(f"/api/tables/{table}/rematch")["table"]
    assert second != first
    assert ann.look_at(second).table["status"] == "playing"


# Expiry


def test_abandoned_tables_go_and_others_stay(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    database = empty
    settings = Settings(database=database, bot_pause_s=0)
    with serving(settings) as address, Guest(address) as ann:
        waiting = [ann.open("you", "person")["table"] for _ in range(2)]
        playing = [ann.open("you", "random")["table"] for _ in range(2)]
        over = ann.open("random", "random")["table"]
        line = ann.look_at(over)
        while line.table["status"] != "over":
            line.receive()
        cookies = ann.http.cookies
    for table, days in zip([*waiting, *playing, over], [6.9, 7.1, 89.0, 91.0, 1000.0], strict=True):
        age(database, table, days)
    monkeypatch.setattr(closing, "SWEEP_S", 0.05)
    monkeypatch.setattr(closing, "STEADY_S", 0.0)
    with serving(settings) as address, Guest(address) as ann:
        ann.http.cookies = cookies
        until(lambda: {game["table"] for game in ann.get("/api/my")} == {waiting[0], playing[0], over})
        assert ann.connect(waiting[1]).receive()["code"] == "table/unknown"
    assert [rows_of(database, table) > 0 for table in [*waiting, *playing, over]] == [True, False, True, False, True]


def test_a_running_server_sweeps_too_but_not_under_somebodys_eyes(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closing, "SWEEP_S", 0.05)
    monkeypatch.setattr(closing, "STEADY_S", 0.0)
    database = empty
    with serving(Settings(database=database)) as address, Guest(address) as ann:
        watched, left = (ann.open("you", "person")["table"] for _ in range(2))
        line = ann.look_at(watched)
        age(database, watched, 8)
        age(database, left, 8)
        until(lambda: tables_of(ann) == [watched])
        assert line.sync()["status"] == "waiting"
        line.socket.close()
        until(lambda: tables_of(ann) == [])


def tables_of(guest: Guest) -> list[str]:
    return [game["table"] for game in guest.get("/api/my")]


def test_a_server_can_keep_everything(empty: str) -> None:
    store = Store(database_of(empty))
    store.people.remember("ann", "Ann")
    store.tables.add(row("old"))
    age(empty, "old", 10_000)
    assert store.lists.abandoned({"waiting": 7, "playing": 0}) == ["old"]
    assert store.lists.abandoned({"waiting": 0, "playing": 7}) == []
    store.close()


# The command


def test_tables_are_listed(guest: MakeGuest, database: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = guest("Listed").open("you", "person")["table"]
    assert run("tables", "--database", database) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith(table)]
    assert line.split()[1:3] == ["sarena", "waiting"]
    assert line.endswith("Listed")


def test_a_table_is_exported_as_a_spectator_may_see_it(guest: MakeGuest, database: str, tmp_path: Path) -> None:
    ann, eve = guest(), guest()
    made = ann.open("you", "random")
    line = ann.look_at(made["table"])
    line.act()
    line.wait_for_turn()
    eve.follow(made["spectate"])
    assert run("tables", "--database", database, "--export", made["table"], str(tmp_path / "game.json")) == 0
    assert json.loads((tmp_path / "game.json").read_text()) == eve.get(f"/api/tables/{made['table']}/record")


def test_a_table_deleted_by_hand_is_closed_at_the_next_move(guest: MakeGuest, database: str) -> None:
    ann = guest()
    table = ann.open("you", "person")["table"]
    line = ann.look_at(table)
    assert run("tables", "--database", database, "--delete", table) == 0
    assert rows_of(database, table) == 0
    line.send(type="say", text="Hello?")
    assert last_word(line) == "table/closed"
    assert ann.connect(table).receive()["code"] == "table/unknown"


def test_the_command_says_what_is_wrong(database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("tables", "--database", f"{SQLITE}{tmp_path}/none.db") == 2
    assert not (tmp_path / "none.db").exists()
    assert run("tables", "--database", database, "--delete", "nothing") == 2
    assert run("tables", "--database", database, "--export", "nothing", str(tmp_path / "x.json")) == 2
    said = capsys.readouterr().err.splitlines()
    assert "no such file" in said[0]
    assert ["there is no table 'nothing'" in line for line in said[1:]] == [True, True]
    assert run("serve", "--waiting-days", "-1") == 2
