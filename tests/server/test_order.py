"""Order at the table: reports, stewards and bans, all in the audit log; and tables without chat."""

import logging
from collections.abc import Iterator

import pytest

from ludotheque.check.guests import Guest, serving
from ludotheque.server.settings import Settings
from tests.server.conftest import MakeDatabase
from tests.server.test_accounts import PASSWORD, make_account
from tests.server.test_own_data import say
from tests.server.test_people import wait
from tests.server.test_refusals import problem


@pytest.fixture
def house(make_database: MakeDatabase) -> Iterator[list[Guest]]:
    """A steward and two players, at a server of their own."""
    settings = Settings(database=make_database(), stewards=("Keeper",), bot_pause_s=0)
    with serving(settings) as address, Guest(address, "Keeper") as keeper, Guest(address, "Ann") as ann:
        make_account(keeper, "Keeper")
        with Guest(address, "Bob") as bob:
            make_account(bob, "Bob")
            yield [keeper, ann, bob]


def test_the_log_warns_of_a_steward_whose_account_anyone_could_make(
    make_database: MakeDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    settings = Settings(database=make_database(), stewards=("Keeper", "Boss"))
    with serving(settings) as address, Guest(address) as keeper:
        make_account(keeper, "KEEPER")
    caplog.clear()
    with serving(settings) as address, Guest(address):
        (warning,) = [line for line in caplog.messages if "steward" in line]
    assert "there is no account Boss" in warning


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_steward_sees_reports_and_bans(house: list[Guest]) -> None:
    keeper, ann, bob = house
    made = ann.open("you", "person")
    bob.follow(made["invitations"]["1"])
    own, other = ann.look_at(made["table"]), bob.look_at(made["table"])
    say(other, "something rude", own)
    seq = own.table["log"][-1]["seq"]
    path = f"/api/tables/{made['table']}/report"
    assert problem(bob.http.post(path, json={"seq": seq})) == (404, "chat/unknown")
    assert [ann.http.post(path, json={"seq": seq}).status_code for _ in range(2)] == [204, 204]
    (report,) = keeper.get("/api/house/desk")["reports"]
    assert (report["name"], report["text"], report["by"]) == ("Bob", "something rude", "Ann")
    (person,) = keeper.get("/api/house/desk?name=bo")["people"]
    assert (person["account"], person["is_banned"]) == ("Bob", False)
    for deed, body in (
        ("rename", {"person": person["person"], "name": "Someone"}),
        ("ban", {"person": person["person"]}),
        ("settle", {"report": report["id"]}),
    ):
        assert keeper.http.post(f"/api/house/{deed}", json=body).status_code == 204
    wait(own, lambda: own.table["log"][-1]["text"] == "A bot plays for Someone.")
    assert bob.get("/api/me")["is_guest"]
    answer = bob.http.post("/api/login", json={"name": "Bob", "password": PASSWORD})
    assert problem(answer) == (403, "account/banned")
    assert keeper.http.post("/api/house/unban", json={"person": person["person"]}).status_code == 204
    assert bob.post("/api/login", name="Bob", password=PASSWORD)["account"] == "Bob"
    assert keeper.get("/api/house/desk")["reports"] == []
    assert keeper.http.post("/api/house/close", json={"table": made["table"]}).status_code == 204
    assert keeper.get("/api/house/desk")["tables"] == []


def test_the_audit_log_names_what_a_deed_was_done_to(house: list[Guest], caplog: pytest.LogCaptureFixture) -> None:
    keeper, ann, _ = house
    person = ann.get("/api/me/data")["id"]
    body = {"person": person, "table": "nothing here", "report": 7, "name": "Someone"}
    with caplog.at_level(logging.INFO, "ludotheque.audit"):
        for deed in ("settle", "close", "rename", "ban", "unban"):
            assert keeper.http.post(f"/api/house/{deed}", json=body).status_code == 204
        assert problem(keeper.http.post("/api/house/unban", json={})) == (404, "person/unknown")
    assert [record.getMessage() for record in caplog.records] == [
        f"{done} by steward 'Keeper' from 127.0.0.1"
        for done in (
            "report 7 settled",
            "table 'nothing here' closed",
            f"person '{person}' renamed to 'Someone'",
            f"person '{person}' banned",
            f"person '{person}' unbanned",
        )
    ]


def test_only_stewards_keep_order(house: list[Guest]) -> None:
    keeper, ann, bob = house
    for one in (ann, bob):
        assert problem(one.http.get("/api/house/desk")) == (403, "house/not_steward")
        assert problem(one.http.post("/api/house/ban", json={"person": "x"})) == (403, "house/not_steward")
    assert problem(keeper.http.post("/api/house/ban", json={"person": "x"})) == (404, "person/unknown")
    own = keeper.get("/api/me/data")["id"]
    assert problem(keeper.http.post("/api/house/ban", json={"person": own})) == (404, "person/unknown")
    assert problem(keeper.http.post("/api/house/dance", json={})) == (404, "house/unknown")


def test_a_banned_guest_is_a_new_guest(house: list[Guest]) -> None:
    keeper, ann, _ = house
    table = ann.open("you", "random")["table"]
    person = ann.get("/api/me/data")["id"]
    keeper.http.post("/api/house/ban", json={"person": person})
    assert ann.get("/api/my") == []
    assert ann.http.get(f"/api/tables/{table}/record").status_code == 404


def test_where_guests_play_there_is_no_chat_if_the_host_says_so(empty: str) -> None:
    settings = Settings(database=empty, no_guest_chat=True)
    with serving(settings) as address, Guest(address, "Ann") as ann, Guest(address, "Bob") as bob:
        make_account(ann, "Ann")
        alone = ann.look_at(ann.open("you", "random")["table"])
        alone.send(type="say", text="hello")
        wait(alone, lambda: alone.table["log"][-1].get("text") == "hello")
        made = ann.open("you", "person")
        bob.follow(made["invitations"]["1"])
        line = ann.look_at(made["table"])
        assert line.ask(type="say", text="hello")["code"] == "chat/guests"
