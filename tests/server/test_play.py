"""Games played through the websocket, alone and together."""

import pytest

from ludotheque.check.guests import Line, leaves
from ludotheque.core import record, registry
from tests.server.conftest import MakeGuest


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def play_out(*lines: Line) -> None:
    """Everybody acts when it is their turn, seat by seat, until the game is over."""
    while all(line.wait_for_turn() and line.act() for line in lines):
        pass
    assert not any(line.wait_for_turn() for line in lines)


@pytest.mark.parametrize("game", registry.names())
def test_a_whole_game_against_bots_and_its_record(guest: MakeGuest, game: str) -> None:
    ann = guest("Ann")
    bots = ["greedy"] * (registry.load(game).seats[0] - 1)
    table = ann.open("you", *bots, game=game)["table"]
    line = ann.look_at(table)
    assert line.table["seats"][0] | {"name": "Ann", "is_yours": True, "is_online": True} == line.table["seats"][0]
    while line.wait_for_turn():
        line.act()
    assert min(line.table["result"]["ranks"]) == 1
    data = ann.get(f"/api/tables/{table}/record")
    assert data["seed"] == line.table["seed"]
    assert record.check(data) == []
    assert record.verify(data) == []
    assert len(data["plies"]) > 5


def test_two_people_meet_by_an_invitation(two: tuple[Line, Line]) -> None:
    ann, bob = two
    assert [seat["name"] for seat in bob.table["seats"]] == ["Ann", "Bob"]
    assert (ann.table["status"], ann.table["viewer_seats"], bob.table["viewer_seats"]) == ("playing", [0], [1])
    play_out(ann, bob)
    assert ann.table["result"] == bob.table["result"]


def test_an_invitation_is_for_one_person(guest: MakeGuest) -> None:
    ann, bob, eve = guest("Ann"), guest("Bob"), guest("Eve")
    made = ann.open("you", "person")
    bob.follow(made["invitations"]["1"])
    assert bob.follow(made["invitations"]["1"])["seat"] == 1  # the link again, from the same browser: the same seat
    refused = eve.http.post(
        f"/api/tables/{made['table']}/join", json={"token": made["invitations"]["1"].partition("token=")[2]}
    )
    assert (refused.status_code, refused.json()["code"]) == (403, "seat/not_free")


def test_a_private_table_is_closed_to_strangers_and_open_to_spectators_with_the_link(guest: MakeGuest) -> None:
    ann, eve = guest("Ann"), guest("Eve")
    made = ann.open("you", "random")
    stranger = eve.connect(made["table"])
    assert stranger.receive()["code"] == "table/unknown"
    assert eve.http.get(f"/api/tables/{made['table']}/record").status_code == 404
    assert eve.http.post(f"/api/tables/{made['table']}/join", json={"token": None}).status_code == 403
    assert eve.follow(made["spectate"])["seat"] is None
    watching = eve.look_at(made["table"])
    assert (watching.table["viewer_seats"], watching.table["seat"], watching.table["gestures"]) == ([], None, None)


def test_an_open_table_is_in_the_lobby_until_it_is_full(guest: MakeGuest) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    made = ann.open("you", "person", is_open=True)
    found = {row["table"]: row for row in bob.get("/api/tables")}[made["table"]]
    assert (found["game"], found["host"], found["free"], found["seats"]) == ("sarena", "Ann", 1, 2)
    assert bob.look_at(made["table"]).table["status"] == "waiting"
    assert bob.post(f"/api/tables/{made['table']}/join", token=None)["seat"] == 1
    assert made["table"] not in [row["table"] for row in ann.get("/api/tables")]


def test_who_watched_and_then_sits_down_plays_on_the_same_line(guest: MakeGuest) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    made = ann.open("person", "you", is_open=True)
    line = bob.look_at(made["table"])
    bob.post(f"/api/tables/{made['table']}/join", token=None)
    assert line.wait_for_turn()
    assert line.table["seat"] == 0
    line.act()


def test_a_spectator_sees_no_secret(guest: MakeGuest) -> None:
    ann, eve = guest("Ann"), guest("Eve")
    made = ann.open("you", "random")
    eve.follow(made["spectate"])
    own, others = ann.look_at(made["table"]), eve.look_at(made["table"])
    own.act()
    shown, hidden = (line.sync()["scene"]["panels"] for line in (own, others))
    assert shown[1] == hidden[1]
    assert (shown[0]["sprite"], shown[0]["label"]) != (hidden[0]["sprite"], hidden[0]["label"])
    assert hidden[0]["sprite"] == hidden[1]["sprite"]
    data = eve.get(f"/api/tables/{made['table']}/record")
    assert data["setup"]["secret"] == ["?", "?"]
    assert "seed" not in data
    assert others.table["seed"] is None


def test_my_games_say_whose_turn_it_is(two: tuple[Line, Line], guest: MakeGuest) -> None:
    ann = guest("Ann")
    table = ann.open("you", "person")["table"]
    mine = ann.get("/api/my")
    assert [(row["table"], row["status"], row["is_your_turn"]) for row in mine] == [(table, "waiting", False)]
    other = guest("Cleo")
    made = other.open("you", "random")
    assert other.get("/api/my")[0]["is_your_turn"]
    assert other.get("/api/my")[0]["url"] == made["url"]


def test_a_rematch_is_one_table_for_both_and_the_other_begins(guest: MakeGuest) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    made = ann.open("you", "person")
    bob.follow(made["invitations"]["1"])
    early = ann.http.post(f"/api/tables/{made['table']}/rematch", json={})
    assert early.json()["code"] == "table/not_over"
    play_out(ann.look_at(made["table"]), bob.look_at(made["table"]))
    again = [player.post(f"/api/tables/{made['table']}/rematch")["table"] for player in (ann, bob)]
    assert again[0] == again[1] != made["table"]
    assert bob.look_at(again[0]).table["seat"] == 0


def test_two_at_one_screen_with_a_curtain(guest: MakeGuest) -> None:
    ann = guest("Ann")
    line = ann.look_at(ann.open("you", "screen")["table"])
    assert (line.table["is_curtain"], line.table["gestures"]) == (True, None)
    line.ask(type="look", seat=0)
    line.act()
    assert line.table["is_curtain"]
    line.ask(type="look", seat=1)
    assert line.table["seat"] == 1
    assert leaves(line.table["gestures"])


def test_bots_play_among_themselves_for_a_spectator(guest: MakeGuest) -> None:
    ann = guest("Ann")
    line = ann.look_at(ann.open("random", "random", "greedy")["table"])
    while line.table["status"] != "over":
        line.receive()
    assert sorted(line.table["result"]["ranks"])[0] == 1


def test_undo_resign_and_chat_reach_everybody(guest: MakeGuest) -> None:
    ann = guest("Ann")
    made = ann.open("you", "random")
    line = ann.look_at(made["table"])
    line.act()
    line.wait_for_turn()
    assert line.ask(type="undo", id="u1", seat=0)["type"] == "done"
    line.send(type="say", text="  hello\nthere ")
    while not any(entry.get("kind") == "chat" for entry in line.table["log"]):
        line.receive()
    assert line.table["log"][-1]["text"].endswith("hello there")
    assert line.ask(type="resign", id="r1", seat=0)["type"] == "done"
    while line.table["status"] != "over":
        line.receive()
    assert line.table["result"]["ranks"] == [2, 1]


def test_a_game_is_looked_at_again_through_own_eyes_and_afterwards_through_all(guest: MakeGuest) -> None:
    ann = guest("Ann")
    table = ann.open("you", "random")["table"]
    line = ann.look_at(table)
    line.act()
    line.wait_for_turn()
    running = ann.get(f"/api/tables/{table}/replay")
    assert (running["seat"], running["eyes"], len(running["steps"])) == (0, [0, -1], 2)
    assert [step["seat"] for step in running["steps"]] == [0, 1]
    assert ann.http.get(f"/api/tables/{table}/replay?seat=1").json()["code"] == "seat/not_yours"
    while line.wait_for_turn():
        line.act()
    whole = ann.get(f"/api/tables/{table}/replay?seat=1")
    assert whole["eyes"] == [0, -1, 1]
    pieces = {piece["id"]: piece for piece in whole["first"]["pieces"]}
    for step in whole["steps"]:
        pieces |= {piece["id"]: piece for piece in step["changes"].get("pieces", [])}
        pieces = {name: piece for name, piece in pieces.items() if name not in step["changes"].get("gone", [])}
    shown = line.sync()["scene"]["pieces"]
    assert {name: (piece["x"], piece["y"]) for name, piece in pieces.items()} == {
        piece["id"]: (piece["x"], piece["y"]) for piece in shown
    }
