"""Learning by playing: a guided first game at a real table, and the analysis of one that is
over.
"""

from typing import Any

import pytest

from ludotheque.bots.history import History
from ludotheque.bots.thinker import Budget, Opinion, think
from ludotheque.check.guests import Guest, leaves
from ludotheque.core import record, registry
from ludotheque.core.game import Game, State
from ludotheque.core.words import LANGUAGES
from ludotheque.server.live import analysis as server_analysis
from ludotheque.server.live.analysis import Study, Weighed, analysis_of, decisions, suspects, weigh
from ludotheque.table.events import BOT, Chair
from ludotheque.table.lesson import lesson
from tests.server.conftest import MakeGuest
from tests.table.tables import Session

FEW = Budget(60)


def test_a_lesson_is_played_through_and_then_goes_on(guest: MakeGuest) -> None:
    ann = guest("Ann")
    made = ann.post("/api/learn/sarena")
    line = ann.look_at(made["table"])
    said = []
    while line.wait_for_turn() and line.table["guide"]["step"] < line.table["guide"]["steps"]:
        said.append(line.table["guide"]["say"])
        assert len(leaves(line.table["gestures"])) == 1
        line.act()
        while line.table["guide"] and not line.table["guide"]["say"]:
            line.receive()
    assert len(set(said)) == len(said) == 9
    while line.wait_for_turn():
        line.act()
    data = ann.get(f"/api/tables/{made['table']}/record")
    assert data["prepared"] == 18
    assert record.check(data) == []
    assert record.verify(data) == []


def test_whoever_comes_back_goes_on_where_the_lesson_was_left(guest: MakeGuest) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    made = ann.post("/api/learn/sarena")
    line = ann.look_at(made["table"])
    assert line.wait_for_turn()
    line.act()
    assert ann.post("/api/learn/sarena")["table"] == made["table"]
    assert bob.post("/api/learn/sarena")["table"] != made["table"]
    assert ann.http.post("/api/learn/toy", json={}).status_code == 404


def test_a_lesson_can_be_begun_again_and_the_old_one_is_gone(guest: MakeGuest) -> None:
    ann = guest("Ann")
    first = ann.post("/api/learn/sarena")
    line = ann.look_at(first["table"])
    assert line.wait_for_turn()
    line.act()
    assert (first["goes_on"], ann.post("/api/learn/sarena")["goes_on"]) == (False, True)
    again = ann.post("/api/learn/sarena?again=true")
    assert (again["table"] != first["table"], again["goes_on"]) == (True, False)
    assert ann.look_at(again["table"]).table["guide"]["step"] == 1
    assert [(game["table"], game["is_lesson"]) for game in ann.get("/api/my")] == [(again["table"], True)]


def test_a_lesson_for_other_components_is_refused_with_a_sentence(
    guest: MakeGuest, monkeypatch: pytest.MonkeyPatch
) -> None:
    lesson.cache_clear()
    with monkeypatch.context() as corrected:
        corrected.setattr(registry.load("sarena").components, "digest", "of an owner's file")
        ann = guest("Ann")
        answers = [
            ann.http.post("/api/learn/sarena", json={}, headers={"accept-language": language}) for language in LANGUAGES
        ]
    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(409, "game/other_lesson")}
    assert len({answer.json()["message"] for answer in answers}) == len(LANGUAGES)
    assert guest("Ann").post("/api/learn/sarena")["table"]


def test_a_rematch_of_a_lesson_is_a_game_like_any_other(guest: MakeGuest) -> None:
    ann = guest("Ann")
    made = ann.post("/api/learn/sarena")
    line = ann.look_at(made["table"])
    while line.wait_for_turn():
        line.act()
    again = ann.look_at(ann.post(f"/api/tables/{made['table']}/rematch")["table"])
    assert again.table["guide"] is None


def analysis(guest: Guest, table: str) -> dict[str, Any]:
    """Ask until all of it is there."""
    while (answer := guest.get(f"/api/tables/{table}/analysis"))["progress"] < 1:
        pass
    return dict(answer)


def test_a_game_that_is_over_is_analysed(guest: MakeGuest) -> None:
    ann = guest("Ann")
    table = ann.open("you", "random")["table"]
    line = ann.look_at(table)
    while line.wait_for_turn():
        line.act()
    found = analysis(ann, table)
    plies = len(ann.get(f"/api/tables/{table}/record")["plies"])
    assert [turns[-1] for turns in found["seats"]] == [
        {"ply": plies, "place": rank} for rank in line.table["result"]["ranks"]
    ]
    assert all(1 <= turn["place"] <= 2 for turns in found["seats"] for turn in turns)
    assert 0 < len(found["slips"]) <= 3
    for slip in found["slips"]:
        assert slip["played"] != slip["better"]
        assert "on top" in slip["better"]
        assert slip["better_place"] < slip["place"]


def test_a_game_that_still_runs_is_not(guest: MakeGuest) -> None:
    ann = guest("Ann")
    table = ann.open("you", "random")["table"]
    answer = ann.http.get(f"/api/tables/{table}/analysis")
    assert (answer.status_code, answer.json()["code"]) == (409, "table/not_over")


@pytest.mark.parametrize("game", ["sarena", "toy"])
def test_a_decision_is_weighed_alike_every_time_and_from_its_own_view(game: str) -> None:
    session = Session(game, "pp", seed=3)
    session.finish()
    for ply in decisions(session.table)[:5]:
        one = weigh(session.table, ply, FEW)
        assert one == weigh(session.table, ply, FEW)
        assert one.loss >= 0
        assert one.played.action == session.table.plies[ply].action
        assert one.loss == 0 or one.best.action != one.played.action


def test_a_decision_is_weighed_with_what_its_seat_had_seen_until_then(monkeypatch: pytest.MonkeyPatch) -> None:
    session, told = Session("sarena", "pp", seed=3), []
    session.finish()

    def watched(game: Game, view: State, seat: int, seed: bytes, cost: Budget, history: History) -> list[Opinion]:
        told.append((len(history.plies()), len(history.views()), history.views()[-1].tobytes() == view.tobytes()))
        return think(game, view, seat, seed, cost, history)

    monkeypatch.setattr(server_analysis, "think", watched)
    few = decisions(session.table)[:6:2]
    for ply in few:
        weigh(session.table, ply, FEW)
    assert told == [(ply, ply + 1, True) for ply in few]


def test_a_bot_that_thought_longer_than_the_analysis_is_not_corrected() -> None:
    session = Session("toy", "pb", seed=3)
    session.finish()
    table, opinion = session.table, Opinion(0, 1, 0.5)
    weighed = [Weighed(ply, opinion, opinion, loss=0.5) for ply in decisions(table)]
    corrected = {}
    for level in ("regular", "champion"):
        table.chairs[1] = Chair(BOT, "Bot", level=level)
        corrected[level] = {table.plies[one.ply].seat for one in suspects(table, weighed)}
    assert corrected == {"regular": {0, 1}, "champion": {0}}


def test_nothing_is_told_before_it_is_complete() -> None:
    session = Session("toy", "pp", seed=3)
    session.finish()
    half = analysis_of(session.table, Study(10, done=5), "en")
    assert 0 < half.progress < 1
    assert (half.seats, half.slips) == ([], [])
