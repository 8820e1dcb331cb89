"""Accounts: a guest stays the same person, comes back from elsewhere, and brings seats along."""

import pytest
from websockets.exceptions import ConnectionClosed

from ludotheque.check.guests import PATIENCE_S, Guest, Line, serving
from ludotheque.server import passwords, people
from ludotheque.server.limits import Limits
from ludotheque.server.settings import Settings
from tests.server.conftest import MakeGuest
from tests.server.databases import query
from tests.server.test_refusals import problem

PASSWORD = "four horses and a cart"


def make_account(guest: Guest, name: str) -> None:
    assert guest.post("/api/account", name=name, password=PASSWORD) == {
        "name": name,
        "is_guest": False,
        "account": name,
    }


def log_in(guest: Guest, name: str) -> dict[str, object]:
    return guest.post("/api/login", name=name, password=PASSWORD)


def hear_until_cut(line: Line) -> int | None:
    """The code with which the server hangs up."""
    try:
        while True:
            line.socket.recv(PATIENCE_S)
    except ConnectionClosed:
        return line.socket.close_code


def test_a_guest_who_makes_an_account_keeps_the_seat(guest: MakeGuest) -> None:
    ann = guest()
    table = ann.open("you", "random")["table"]
    make_account(ann, "Keeper")
    assert ann.get("/api/me") == {"name": "Keeper", "is_guest": False, "account": "Keeper"}
    assert ann.look_at(table).table["viewer_seats"] == [0]


def test_an_account_is_the_same_person_on_another_device(guest: MakeGuest) -> None:
    laptop, phone = guest(), guest()
    table = laptop.open("you", "random")["table"]
    make_account(laptop, "Walker")
    assert log_in(phone, " wAlKeR ") == {
        "name": "Walker",
        "account": "Walker",
        "moved": [],
        "left": [],
        "is_guest": False,
    }
    line = phone.look_at(table)
    assert line.table["viewer_seats"] == [0]
    line.act()
    assert [game["table"] for game in phone.get("/api/my")] == [table]
    assert phone.get("/api/me")["account"] == "Walker"


def test_logging_out_makes_a_new_guest_and_the_account_stays(guest: MakeGuest) -> None:
    ann = guest()
    make_account(ann, "Leaver")
    table = ann.open("you", "random")["table"]
    line = ann.look_at(table)
    assert ann.post("/api/logout")["is_guest"]
    assert hear_until_cut(line) == 1013
    assert ann.get("/api/my") == []
    assert ann.connect(table).receive()["code"] == "table/unknown"
    log_in(ann, "Leaver")
    assert ann.look_at(table).table["viewer_seats"] == [0]


def test_a_guests_seats_move_to_the_account_they_log_in_to(guest: MakeGuest, database: str) -> None:
    laptop, phone, bob = guest(), guest("Ann on the phone"), guest("Bob")
    make_account(laptop, "Mover")
    made = phone.open("you", "person", is_open=False)
    other = bob.open("you", "person")
    phone.follow(other["invitations"]["1"])
    watched = bob.open("you", "random")
    phone.follow(watched["spectate"])
    old = phone.look_at(made["table"])
    answer = log_in(phone, "Mover")
    assert sorted(str(url) for url in answer["moved"]) == sorted([made["url"], other["url"]])  # type: ignore[attr-defined]
    assert answer["left"] == []
    assert hear_until_cut(old) == 1013
    for device in (phone, laptop):
        assert device.look_at(made["table"]).table["viewer_seats"] == [0]
        assert device.look_at(other["table"]).table["viewer_seats"] == [1]
        assert device.look_at(watched["table"]).table["viewer_seats"] == []
    assert [game["is_host"] for game in laptop.get("/api/my") if game["table"] == made["table"]] == [True]
    assert bob.look_at(other["table"]).table["seats"][1]["name"] == "Mover"
    assert laptop.look_at(made["table"]).table["status"] == "waiting"
    # what the journal says
    with serving(Settings(database=database, bot_pause_s=0)) as address, Guest(address) as again:
        again.http.cookies = laptop.http.cookies
        assert again.look_at(other["table"]).table["viewer_seats"] == [1]


def test_people_at_the_same_screen_move_too_and_keep_their_names(guest: MakeGuest) -> None:
    laptop, phone = guest(), guest()
    make_account(laptop, "Screener")
    table = phone.post(
        "/api/tables", game="sarena", first="seated", seats=[{"kind": "you"}, {"kind": "screen", "name": "Grandma"}]
    )["table"]
    log_in(phone, "Screener")
    seen = phone.look_at(table).table
    assert seen["viewer_seats"] == [0, 1]
    assert [seat["name"] for seat in seen["seats"]] == ["Screener", "Grandma"]
    assert seen["is_curtain"]


def test_nobody_gets_two_hands_of_one_game(guest: MakeGuest) -> None:
    laptop, phone = guest(), guest()
    make_account(laptop, "Doubler")
    made = laptop.open("you", "person")
    phone.follow(made["invitations"]["1"])
    assert log_in(phone, "Doubler")["left"] == [made["url"]]
    assert phone.look_at(made["table"]).table["viewer_seats"] == [0]


def test_from_one_account_to_another_nothing_moves(guest: MakeGuest) -> None:
    ann, bob = guest(), guest()
    make_account(ann, "First")
    make_account(bob, "Second")
    table = bob.open("you", "random")["table"]
    assert log_in(bob, "First")["moved"] == []
    assert bob.get("/api/my") == []
    log_in(bob, "Second")
    assert [game["table"] for game in bob.get("/api/my")] == [table]


def test_what_is_wrong_with_an_account_is_said(guest: MakeGuest) -> None:
    ann, eve = guest(), guest()
    make_account(ann, "Straße")
    seat = eve.open("you", "random")["table"]
    for body, expected in [
        ({"name": "STRASSE", "password": PASSWORD}, (409, "account/taken")),
        ({"name": "Eve", "password": "short"}, (400, "account/password")),
        ({"name": "Eve", "password": "x" * 1000}, (400, "account/password")),
        ({"name": "", "password": PASSWORD}, (400, "person/name")),
        ({"name": "Eve"}, (400, "request/malformed")),
    ]:
        assert problem(eve.http.post("/api/account", json=body)) == expected
    for name, password in [("Straße", "not her password"), ("Nobody", PASSWORD), ("Straße", "x" * 1000)]:
        assert problem(eve.http.post("/api/login", json={"name": name, "password": password})) == (401, "account/wrong")
    assert problem(ann.http.post("/api/account", json={"name": "Another", "password": PASSWORD})) == (
        409,
        "account/have_one",
    )
    assert problem(eve.http.post("/api/logout", json={})) == (409, "account/none")
    assert eve.get("/api/me")["is_guest"]
    assert [game["table"] for game in eve.get("/api/my")] == [seat]


def test_a_password_cannot_be_tried_for_ever(guest: MakeGuest) -> None:
    ann, eve, other = guest(), guest(), guest()
    make_account(ann, "Target")
    guesses = [
        problem(eve.http.post("/api/login", json={"name": "target", "password": f"guess {number}"}))
        for number in range(Limits().wrong_passwords + 3)
    ]
    assert set(guesses[:-3]) == {(401, "account/wrong")}
    assert set(guesses[-3:]) == {(429, "account/too_many")}
    assert problem(other.http.post("/api/login", json={"name": "Target", "password": PASSWORD})) == (
        429,
        "account/too_many",
    )


def test_nor_can_an_address_try_many_names(empty: str) -> None:
    with serving(Settings(database=empty, limits=Limits(logins_at_once=3))) as address, Guest(address) as eve:
        codes = [
            eve.http.post("/api/login", json={"name": f"name {number}", "password": PASSWORD}).status_code
            for number in range(6)
        ]
    assert codes[:3] == [401, 401, 401]
    assert 429 in codes


def test_the_file_holds_no_password(guest: MakeGuest, database: str) -> None:
    make_account(guest(), "Secretive")
    (row,) = query(database, "SELECT password FROM accounts WHERE name = 'Secretive'")
    kept = row["password"]
    assert kept.startswith("$argon2id$")
    assert PASSWORD not in kept


def test_letters_that_look_the_same_are_the_same() -> None:
    assert passwords.fits(passwords.hashed("caf\u00e9 au lait"), "cafe\u0301 au lait")
    assert not passwords.fits(passwords.hashed("café au lait"), "cafe au lait")
    assert not passwords.fits(None, "the password of nobody")
    assert people.folded("\uff21nn") == people.folded("ann")


# To another device


def test_a_link_takes_a_guest_to_the_phone_once(guest: MakeGuest, address: str) -> None:
    laptop, phone, eve = guest("Ann"), guest(), guest()
    table = laptop.open("you", "random")["table"]
    made = laptop.post("/api/device")
    token = made["url"].removeprefix(f"{address}/device#")
    assert phone.post("/api/device/claim", token=token) == {"name": "Ann", "is_guest": True, "account": None}
    assert phone.look_at(table).table["viewer_seats"] == [0]
    assert laptop.look_at(table).table["viewer_seats"] == [0]
    assert problem(eve.http.post("/api/device/claim", json={"token": token})) == (410, "device/spent")
    assert eve.get("/api/my") == []


def test_the_qr_code_is_a_picture_without_styles(guest: MakeGuest) -> None:
    made = guest().post("/api/device")
    assert made["svg"].startswith("<svg ")
    assert "viewBox" in made["svg"]
    assert "style" not in made["svg"]
    assert "<script" not in made["svg"]
    assert made["url"].rpartition("#")[2] not in made["svg"]


def test_any_page_has_a_code_and_nothing_else_has(guest: MakeGuest, address: str) -> None:
    ann = guest("Ann")
    link = ann.open("you", "person")["invitations"]["1"]
    made = ann.http.post("/api/code", json={"path": link.removeprefix(address)}).json()
    assert made["url"] == link
    assert made["svg"].startswith("<svg ")
    for path in ("https://evil.example/", "", "/" + 200 * "x", "/\n"):
        assert problem(ann.http.post("/api/code", json={"path": path})) == (400, "code/path")


def test_a_link_grows_old(guest: MakeGuest, database: str) -> None:
    ann, eve = guest(), guest()
    token = ann.post("/api/device")["url"].rpartition("#")[2]
    assert token not in [row["token"] for row in query(database, "SELECT token FROM devices")]
    query(database, "UPDATE devices SET until = until - 601")
    assert problem(eve.http.post("/api/device/claim", json={"token": token})) == (410, "device/spent")


def test_a_link_moves_nobodys_seats(guest: MakeGuest) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    table = bob.open("you", "random")["table"]
    before = bob.cookie
    bob.post("/api/device/claim", token=ann.post("/api/device")["url"].rpartition("#")[2])
    assert bob.get("/api/my") == []
    bob.http.cookies.clear()
    bob.http.headers["cookie"] = before
    assert [game["table"] for game in bob.get("/api/my")] == [table]


@pytest.mark.parametrize("path", ["/api/account", "/api/login", "/api/logout", "/api/device", "/api/device/claim"])
def test_foreign_pages_cannot_make_anybody_somebody_else(guest: MakeGuest, path: str) -> None:
    answer = guest().http.post(
        path, json={"name": "Eve", "password": PASSWORD, "token": "x"}, headers={"origin": "https://evil.example"}
    )
    assert problem(answer) == (403, "request/foreign")


# Another password, and the end of an account


def test_a_password_is_changed_by_whoever_knows_the_old_one(guest: MakeGuest) -> None:
    ann, elsewhere = guest(), guest()
    make_account(ann, "Changer")
    assert problem(ann.http.post("/api/account/password", json={"password": "a wrong one", "new": "another one"})) == (
        401,
        "account/wrong",
    )
    assert problem(ann.http.post("/api/account/password", json={"password": PASSWORD, "new": "short"})) == (
        400,
        "account/password",
    )
    assert ann.post("/api/account/password", password=PASSWORD, new="another one")["account"] == "Changer"
    assert problem(elsewhere.http.post("/api/login", json={"name": "Changer", "password": PASSWORD})) == (
        401,
        "account/wrong",
    )
    assert elsewhere.post("/api/login", name="Changer", password="another one")["account"] == "Changer"


@pytest.mark.parametrize("path", ["/api/account/password", "/api/account/delete"])
def test_a_guest_has_no_account_to_change(guest: MakeGuest, path: str) -> None:
    assert problem(guest().http.post(path, json={"password": PASSWORD, "new": PASSWORD})) == (409, "account/none")


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_deleted_account_leaves_no_name_behind_and_a_bot_plays_on(guest: MakeGuest, database: str) -> None:
    ann, bob = guest(), guest("Bob")
    make_account(ann, "Vanisher")
    made = ann.open("you", "person")
    bob.follow(made["invitations"]["1"])
    line, other = ann.look_at(made["table"]), bob.look_at(made["table"])
    line.send(type="say", text="nobody must read this any more")
    while "nobody must" not in other.heard[-1]:
        other.receive()
    person = ann.http.cookies["ludotheque"].partition(".")[0]
    assert ann.post("/api/account/delete", password=PASSWORD)["is_guest"]
    assert [hear_until_cut(each) for each in (line, other)] == [1013, 1013]
    assert ann.get("/api/my") == []
    assert problem(ann.http.post("/api/login", json={"name": "Vanisher", "password": PASSWORD})) == (
        401,
        "account/wrong",
    )
    other = bob.look_at(made["table"])
    while other.wait_for_turn():  # against the bot, to the end
        other.act()
    assert "Vanisher" not in "".join(other.heard)
    assert "nobody must" not in "".join(other.heard)
    assert [seat["name"] for seat in other.table["seats"]] == ["Seat 1", "Bob"]
    assert [
        query(database, f"SELECT * FROM {table} WHERE {column} = :person", person=person)
        for table, column in KEPT.items()
    ] == [[]] * len(KEPT)


# everywhere that somebody could be found
KEPT = {
    "people": "id",
    "accounts": "person",
    "devices": "person",
    "sessions": "person",
    "seats": "person",
    "watchers": "person",
    "tables": "host",
    "results": "player",
    "ratings": "player",
    "seeks": "person",
    "invitations": "person",
    "entrants": "player",
    "tournaments": "host",
    "reports": "person",
    "checks": "person",
}


def test_tables_at_which_nobody_else_sits_go_with_the_account(guest: MakeGuest) -> None:
    ann, eve = guest(), guest()
    make_account(ann, "Soloist")
    alone = ann.open("you", "random", is_open=True)["table"]
    line = eve.look_at(alone)
    ann.post("/api/account/delete", password=PASSWORD)
    assert hear_until_cut(line) == 4410
    assert eve.connect(alone).receive()["code"] == "table/unknown"


def test_a_chair_at_a_table_that_waits_is_free_again(guest: MakeGuest) -> None:
    ann, bob, eve = guest(), guest("Bob"), guest("Eve")
    make_account(ann, "Waiter")
    made = bob.open("you", "person", "person", is_open=True)
    ann.post(f"/api/tables/{made['table']}/join")
    ann.post("/api/account/delete", password=PASSWORD)
    assert eve.post(f"/api/tables/{made['table']}/join")["seat"] == 1
    assert bob.look_at(made["table"]).table["status"] == "waiting"


def test_whoever_still_sits_there_looks_after_the_table(guest: MakeGuest) -> None:
    ann, bob = guest(), guest("Bob")
    make_account(ann, "Opener")
    made = ann.open("you", "person")
    bob.follow(made["invitations"]["1"])
    ann.post("/api/account/delete", password=PASSWORD)
    assert [(game["table"], game["is_host"]) for game in bob.get("/api/my")] == [(made["table"], True)]
