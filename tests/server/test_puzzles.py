"""Puzzles: the list, the one of the day, and solving one at a real table."""

import asyncio
from types import SimpleNamespace
from typing import Any

from ludotheque.check.guests import Line, leaves
from ludotheque.core import registry
from ludotheque.core.puzzle import Puzzle, puzzles_of
from ludotheque.server.api.puzzles import drawn
from ludotheque.server.live.solving import Solving
from ludotheque.server.live.tasks import Tasks
from ludotheque.server.trouble import AWAY, Trouble
from tests.patience import until
from tests.server.conftest import MakeGuest

SARENA = registry.load("sarena")
EASIEST, SECOND = puzzles_of(SARENA)[:2]


def answer(line: Line, puzzle: Puzzle, *actions: int) -> Any:
    seat = puzzle.notes.seat
    return line.ask(type="act", id=f"a{actions}", seat=seat, actions=list(actions), seen=line.table["seq"])


def states(listed: Any) -> dict[str, str]:
    return {one["id"]: one["state"] for game in listed if game["game"] == "sarena" for one in game["puzzles"]}


def test_a_puzzle_is_solved_at_a_table_and_remembered(guest: MakeGuest) -> None:
    ann = guest("Ann")
    assert states(ann.get("/api/puzzles"))[EASIEST.notes.id] == ""
    made = ann.post(f"/api/puzzles/sarena/{EASIEST.notes.id}")
    line = ann.look_at(made["table"])
    assert line.table["guide"]["say"].endswith("Find it.")
    assert len(leaves(line.table["gestures"])) == len(SARENA.legal(EASIEST.view, EASIEST.notes.seat))
    wrong = next(action for action in leaves(line.table["gestures"]) if action not in EASIEST.best)
    assert answer(line, EASIEST, wrong)["code"] == "puzzle/other"
    assert answer(line, EASIEST, *EASIEST.best)["type"] == "done"
    table = line.sync()
    assert (table["guide"]["is_solved"], table["guide"]["said"][0], table["gestures"]) == (True, "Right!", None)
    assert EASIEST.notes.proof is not None
    assert f"{EASIEST.notes.proof.worlds} worlds" in table["guide"]["say"]
    assert answer(line, EASIEST, wrong)["code"] == "puzzle/solved"
    until(lambda: states(ann.get("/api/puzzles"))[EASIEST.notes.id] == "solved")
    listed = ann.get("/api/puzzles")
    sarena = next(game for game in listed if game["game"] == "sarena")
    assert [one["theme"] != "" for one in sarena["puzzles"][:2]] == [True, False]
    assert ann.get("/api/my") == []
    assert ann.get("/api/me/data")["puzzles"][0]["puzzle"] == EASIEST.notes.id


def test_a_solved_puzzle_is_noted_once_however_often_its_table_is_looked_at() -> None:
    noted: list[str] = []

    def note(person: str, *_: object) -> None:
        noted.append(person)
        if len(noted) == 1:  # the first try fails
            raise Trouble(AWAY, "the database", "gone")

    async def look() -> None:
        store: Any = SimpleNamespace(solved=SimpleNamespace(note=note))
        table = SimpleNamespace(puzzling=SimpleNamespace(is_solved=True), config=SimpleNamespace(game="g", puzzle="p"))
        live: Any = SimpleNamespace(noted_for="", row=SimpleNamespace(host="ann"), table=table)
        solving = Solving(store, tasks := Tasks())
        for _ in range(4):
            solving.wake(live)
            await asyncio.gather(*tasks.running, return_exceptions=True)

    asyncio.run(look())
    assert noted == ["ann", "ann"]


def test_a_hint_shows_the_answer_and_the_puzzle_does_not_count(guest: MakeGuest) -> None:
    ann = guest("Ann")
    first = ann.post("/api/puzzles/sarena/next")
    line = ann.look_at(first["table"])
    line.send(type="hint", seat=EASIEST.notes.seat)
    shown = line.answer()
    assert shown["type"] == "advice"
    assert shown["show"]
    answer(line, EASIEST, *EASIEST.best)
    assert states(ann.get("/api/puzzles"))[EASIEST.notes.id] == "shown"
    second = ann.post("/api/puzzles/sarena/next")
    assert ann.look_at(second["table"]).table["seat"] == SECOND.notes.seat
    assert ann.http.get(f"/api/tables/{first['table']}/record").status_code == 404


def test_a_puzzle_shows_only_what_its_seat_sees(guest: MakeGuest) -> None:
    ann = guest("Ann")
    made = ann.post(f"/api/puzzles/sarena/{EASIEST.notes.id}")
    data = ann.get(f"/api/tables/{made['table']}/record")
    seats = range(data["seats"])
    assert [data["setup"]["secret"][seat] == "?" for seat in seats] == [seat != EASIEST.notes.seat for seat in seats]
    assert guest("Bob").http.get(f"/api/tables/{made['table']}/record").status_code == 404


def test_the_puzzle_of_the_day_is_the_same_for_everyone_and_changes(guest: MakeGuest) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    found = ann.get("/api/puzzles/today")
    assert found == bob.get("/api/puzzles/today")
    assert ann.http.get(found["puzzle"]["picture"]).text.startswith("<svg")
    assert len({drawn(puzzles_of(SARENA), day).notes.id for day in range(40)}) > 2


def test_an_unknown_puzzle_is_refused(guest: MakeGuest) -> None:
    ann = guest("Ann")
    for path in ("/api/puzzles/sarena/nothing", "/api/puzzles/toy/next"):
        assert ann.http.post(path, json={}).status_code == 404
    assert ann.http.get("/api/puzzles/sarena/nothing/picture").status_code == 404
