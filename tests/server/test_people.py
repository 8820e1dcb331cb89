"""People at a table: a new name is known everywhere, those who watch are counted, and moves are
taken back when others allow it.
"""

from collections.abc import Callable

from ludotheque.check.guests import Line
from ludotheque.server.limits import Limits
from tests.server.conftest import MakeGuest


def wait(line: Line, is_so: Callable[[], bool]) -> None:
    while not is_so():
        line.receive()


def names(line: Line) -> list[str]:
    return [info["name"] for info in line.table["seats"]]


def test_a_new_name_is_known_at_all_tables_to_all_who_look(guest: MakeGuest) -> None:
    ann, bob, eve = guest("Ann"), guest("Bob"), guest("Eve")
    made = [ann.open("you", "person") for _ in range(2)]
    lines = []
    for table in made:
        bob.follow(table["invitations"]["1"])
        eve.follow(table["spectate"])
        lines += [bob.look_at(table["table"]), eve.look_at(table["table"])]
    ann.post("/api/me", name="Zoe")
    for line in lines:
        while names(line) != ["Zoe", "Bob"]:
            line.receive()
        assert line.table["log"][-1]["text"] == "Ann is now called Zoe."
    assert ann.get("/api/me")["name"] == "Zoe"


def test_a_person_changes_their_name_so_often(guest: MakeGuest) -> None:
    eve = guest("Eve 0")
    table = eve.open("you", "person")["table"]
    often = Limits().renames_at_once
    codes = [eve.http.post("/api/me", json={"name": f"Eve {number}"}).status_code for number in range(1, 20)]
    assert codes == [200] * (often - 1) + [429] * (20 - often)
    last = f"Eve {often - 1}"
    assert names(eve.look_at(table))[0] == last
    assert eve.post("/api/me", name=last)["name"] == last  # nothing changes, so it does not count


def test_a_rematch_knows_the_new_name(guest: MakeGuest) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    made = ann.open("you", "person")
    bob.follow(made["invitations"]["1"])
    line = bob.look_at(made["table"])
    assert line.ask(type="resign", id="r", seat=1)["type"] == "done"
    wait(line, lambda: line.table["status"] == "over")
    ann.post("/api/me", name="Zoe")
    again = bob.post(f"/api/tables/{made['table']}/rematch")
    assert sorted(names(bob.look_at(again["table"]))) == ["Bob", "Zoe"]


def test_whoever_watches_chats_under_the_name_of_now(guest: MakeGuest) -> None:
    ann, eve = guest("Ann"), guest("Eve")
    made = ann.open("you", "random", is_open=True)
    line = eve.look_at(made["table"])
    eve.post("/api/me", name="Zoe")
    line.send(type="say", text="hello")
    wait(line, lambda: line.table["log"][-1].get("kind") == "chat")
    last = line.table["log"][-1]
    assert (last["by"], last["text"]) == ("Zoe", "hello")


def test_a_guest_is_asked_for_a_name_before_a_chair_and_an_account_is_not(guest: MakeGuest) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    made = ann.open("you", "person")
    token = made["invitations"]["1"].partition("#token=")[2]
    chair = bob.post(f"/api/tables/{made['table']}/chair", token=token)
    assert (chair["is_seat"], chair["name"]) == (True, "Bob")
    watching = made["spectate"].partition("#token=")[2]
    assert not bob.post(f"/api/tables/{made['table']}/chair", token=watching)["is_seat"]
    bob.post("/api/account", name=f"Bob {made['table']}", password="a long secret")
    assert bob.post(f"/api/tables/{made['table']}/chair", token=token)["name"] == ""


def test_those_who_watch_are_counted_while_they_do(guest: MakeGuest) -> None:
    ann, eve = guest("Ann"), guest("Eve")
    made = ann.open("you", "person", is_open=True)
    line = ann.look_at(made["table"])
    assert line.table["watchers"] == 0
    watching = eve.look_at(made["table"])
    assert watching.table["can_sit"]
    wait(line, lambda: line.table["watchers"] == 1)
    watching.socket.close()
    wait(line, lambda: line.table["watchers"] == 0)


def test_the_other_is_asked_before_a_move_is_taken_back(guest: MakeGuest) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    made = ann.open("you", "person")
    bob.follow(made["invitations"]["1"])
    own, other = ann.look_at(made["table"]), bob.look_at(made["table"])
    own.act()
    assert own.ask(type="undo", id="u", seat=0, seen=own.seq)["type"] == "done"
    wait(other, lambda: other.table["undo_asked"] is not None)
    assert other.table["undo_asked"]["said"] == "Ann asks to take back the last move."
    other.send(type="answer_undo", seat=1, asked=other.table["undo_asked"]["seq"], allows=True)
    wait(own, lambda: bool(own.table["gestures"]))
    assert own.table["log"][-1]["text"] == "Ann takes back the last move."


def test_at_a_friendly_table_nobody_is_asked(guest: MakeGuest) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    made = ann.open("you", "person", is_friendly=True)
    bob.follow(made["invitations"]["1"])
    own = ann.look_at(made["table"])
    own.act()
    own.ask(type="undo", id="u", seat=0, seen=own.seq)
    wait(own, lambda: bool(own.table["gestures"]))
    assert own.table["undo_asked"] is None
