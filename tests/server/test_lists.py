"""My games: who plays, how far it is, and a small picture of what one may see oneself."""

import time
import xml.etree.ElementTree as ET

from ludotheque.check.guests import Guest
from tests.server.conftest import MakeGuest


def picture(guest: Guest, table: str) -> str:
    answer = guest.http.get(f"/api/tables/{table}/picture")
    assert answer.is_success, answer.text
    assert answer.headers["content-type"].partition(";")[0] == "image/svg+xml"
    assert ET.fromstring(answer.text).tag.endswith("svg")
    return answer.text


def test_a_list_says_who_plays_how_far_it_is_and_when_something_happened(guest: MakeGuest) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    made = ann.open("you", "person", "random", "random")
    (mine,) = ann.get("/api/my")
    assert (mine["others"], mine["free"], mine["moves"]) == (["2 × Random bot"], 1, 0)
    bob.follow(made["invitations"]["1"])
    line = ann.look_at(made["table"])
    assert line.wait_for_turn()
    line.act()
    (mine,), (theirs,) = ann.get("/api/my"), bob.get("/api/my")
    assert (mine["others"], theirs["others"]) == (["Bob", "2 × Random bot"], ["Ann", "2 × Random bot"])
    assert (mine["free"], mine["is_lesson"]) == (0, False)
    assert (mine["waits_for"], theirs["waits_for"]) == (["Bob"], [])
    assert (mine["is_your_turn"], theirs["is_your_turn"]) == (False, True)
    assert mine["moves"] >= 1
    assert abs(time.time() - mine["touched"]) < 60


def test_a_picture_shows_what_its_viewer_sees_and_changes_with_every_move(guest: MakeGuest) -> None:
    ann, bob, eve = guest("Ann"), guest("Bob"), guest("Eve")
    made = ann.open("you", "person", game="sarena")
    table = made["table"]
    assert ann.http.get(f"/api/tables/{table}/picture").status_code == 409  # nothing is dealt yet
    bob.follow(made["invitations"]["1"])
    assert eve.http.get(f"/api/tables/{table}/picture").status_code == 404
    eve.follow(made["spectate"])
    before = picture(ann, table)
    assert len(before) < 64_000
    line = ann.look_at(table)
    assert line.wait_for_turn()
    seq = ann.get("/api/my")[0]["seq"]
    line.act()
    assert picture(ann, table) != before
    assert ann.get("/api/my")[0]["seq"] > seq


def test_a_picture_is_kept_by_one_browser_alone(guest: MakeGuest) -> None:
    ann = guest("Ann")
    headers = ann.http.get(f"/api/tables/{ann.open('you', 'random')['table']}/picture").headers
    assert headers["cache-control"].startswith("private, max-age=")
    assert "cookie" in headers["vary"]


def test_two_people_at_one_screen_get_a_spectator_s_picture(guest: MakeGuest) -> None:
    """Whose curtain would be lifted? Nobody's."""
    ann, eve = guest("Ann"), guest("Eve")
    made = ann.open("you", "screen", game="sarena")
    eve.follow(made["spectate"])
    assert picture(ann, made["table"]) == picture(eve, made["table"])
