"""The author's workbench: a table laid open, time travel, and edits that keep the position."""

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest

from ludotheque.check.guests import Guest
from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE, TABLE
from ludotheque.server.dev.panel import HIDDEN, LEAKED, SEEN, UNDECLARED, panel_of
from ludotheque.server.dev.routes import routes
from tests.server.workbench import Workbench, workbench

TAKE = "place = widen(state.first) if action == LEFT else widen(state.last)"
RETURNS = "    return Refusal.ONE_LEFT if "


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    with workbench(tmp_path_factory.mktemp("dev")) as bench:
        yield bench
    assert [path.name for path in bench.folder.parents[1].iterdir()] == ["shore"], "its database is gone"


@pytest.fixture
def bench(running: Workbench) -> Workbench:
    """The workbench with a new game."""
    running.sit()
    running.author.post("/api/dev/deal", seed=7)
    return running


# What is shown


def test_a_position_is_laid_open(bench: Workbench) -> None:
    shown = bench.position(seat=0)
    assert (shown["title"], shown["seats"], shown["ply"], shown["troubles"]) == ("Shore", 2, 0, [])
    assert bench.field("key", seat=0)["marks"] == [HIDDEN] * 8
    assert set(bench.field("row")["marks"]) == {SEEN}
    assert bench.field("row")["state"] == bench.field("row")["view"]
    [mover] = shown["panel"]["movers"]
    assert [choice["text"] for choice in mover["choices"]] == ["take left", "take right"]
    assert mover["gestures"] == {"pick": {"shell-0": 0, "shell-11": 1}}
    assert [eyes["fields"] for eyes in shown["panel"]["eyes"]] == [[], [], []]
    assert bench.author.http.get("/dev").status_code == 200


def test_what_a_seat_does_not_see_is_marked() -> None:
    game = registry.load("toy")
    state = game.new(2, {}, seed_key(1))
    panel = panel_of(game, 2, state, None, 1, "en")
    marks = {field.name: field.marks for field in panel.fields}
    assert marks["card"] == [HIDDEN, SEEN, HIDDEN]  # the third seat is empty
    assert set(marks["bag"]) == {HIDDEN}
    assert set(marks["breath"]) == {SEEN}
    assert panel.phase == "reach"
    assert [(eyes.seat, dict(eyes.fields)["card"]) for eyes in panel.eyes] == [(NONE, True), (0, False), (1, False)]


def test_the_table_itself_has_actions_and_no_hands() -> None:
    game = registry.load("toy")
    state = game.new(2, {}, seed_key(1))
    game.apply(state, 0, game.legal(state, 0)[0])
    movers = panel_of(game, 2, state, None, 1, "en").movers
    assert [(mover.seat, bool(mover.choices), bool(mover.gestures)) for mover in movers] == [
        (1, True, True),
        (TABLE, True, False),
    ]


def marks_with(hidden: tuple[Any, ...]) -> dict[str, list[int]]:
    """What seat 0 sees of Flotsam if its view.py declared only this."""
    game = registry.load("toy")
    view = SimpleNamespace(view=game.view.view, imagine=game.view.imagine, HIDDEN=hidden)
    other = replace(game, view=cast(Any, view))
    panel = panel_of(other, 2, game.new(2, {}, seed_key(1)), None, 0, "en")
    return {field.name: field.marks for field in panel.fields}


def test_what_is_left_out_or_shown_by_mistake_is_marked() -> None:
    declared = registry.load("toy").hidden
    assert UNDECLARED in marks_with(())["card"]
    shown_all_the_same = replace(next(one for one in declared if one.field == "bag"), field="breath")
    assert marks_with((*declared, shown_all_the_same))["breath"][:2] == [LEAKED, LEAKED]


# Time


def test_actions_are_played_by_name_and_earlier_positions_looked_at(bench: Workbench) -> None:
    bench.act("take right")
    bench.act("take left")
    shown = bench.position()
    assert [(ply["seat"], ply["text"]) for ply in shown["plies"]] == [(0, "take right"), (1, "take left")]
    assert (bench.field("first")["state"], bench.field("first")["changed"]) == (["1"], [0])
    assert (bench.field("first", ply=1)["state"], bench.field("first", ply=1)["changed"]) == (["0"], [])
    assert bench.position(ply=1)["panel"]["movers"][0]["seat"] == 1
    assert "<svg" in bench.author.http.get("/api/dev/picture?ply=1&seat=0").text
    assert len(bench.position()["plies"]) == 2, "to look changes nothing"


def test_the_game_goes_on_from_an_earlier_position(bench: Workbench) -> None:
    for text in ("take right", "take left", "take left"):
        bench.act(text)
    table = bench.position()["table"]
    bench.author.post("/api/dev/back", ply=1)
    assert [ply["text"] for ply in bench.position()["plies"]] == ["take right"]
    bench.author.post("/api/dev/act", ply=0, seat=0, action=0)
    shown = bench.position()
    assert [ply["text"] for ply in shown["plies"]] == ["take left"]
    assert shown["table"] != table
    refused = bench.author.http.post("/api/dev/act", json={"ply": 1, "seat": 0, "action": 0})
    assert refused.json()["code"] == "action/illegal"


def test_the_table_is_the_one_people_know(bench: Workbench) -> None:
    line = bench.author.look_at(bench.position()["table"])
    assert (line.table["title"], line.table["viewer_seats"]) == ("Shore", [0, 1])
    line.act()
    assert len(bench.position()["plies"]) == 1


# Edits


def test_an_edit_keeps_the_position(bench: Workbench) -> None:
    bench.act("take right")
    bench.act("take left")
    bench.author.post("/api/dev/back", ply=1)
    row = bench.field("row")["state"]
    bench.edit("text.py", "the left or right end", "one of the two ends")
    shown = bench.position()
    assert ([ply["text"] for ply in shown["plies"]], shown["notes"], shown["troubles"]) == (["take right"], [], [])
    assert bench.field("row")["state"] == row
    assert "one of the two ends" in bench.author.look_at(shown["table"]).table["prompt"]
    bench.edit("parts.py", 'end=["left", "right"]', 'end=["right", "left"]')  # other numbers, the same words
    assert [(ply["text"], ply["action"]) for ply in bench.position()["plies"]] == [("take right", 0)]
    bench.edit("parts.py", 'end=["right", "left"]', 'end=["left", "right"]')


def test_a_ply_that_is_not_legal_any_more_ends_it(bench: Workbench) -> None:
    bench.act("take left")
    bench.act("take right")
    only_left = "    if action != LEFT:\n        return Refusal.UNREADABLE\n"
    bench.edit("rules.py", RETURNS, only_left + RETURNS)
    shown = bench.position()
    assert [ply["text"] for ply in shown["plies"]] == ["take left"]
    [note] = shown["notes"]
    assert "before ply 2" in note
    assert "Type “take left” or “take right”." in note
    bench.edit("rules.py", only_left, "")


def test_another_setup_is_dealt_from_the_same_seed(bench: Workbench) -> None:
    bench.edit("parts.py", "SHELLS, WORTHS, OF_EACH, SEATS = 12", "SHELLS, WORTHS, OF_EACH, SEATS = 8")
    assert len(bench.field("row")["state"]) == 8
    assert "same seed" in bench.position()["notes"][0]
    bench.edit("parts.py", "SHELLS, WORTHS, OF_EACH, SEATS = 8", "SHELLS, WORTHS, OF_EACH, SEATS = 12")


def test_code_that_cannot_be_loaded_is_told_and_the_old_goes_on(bench: Workbench) -> None:
    bench.act("take left")
    bench.edit("rules.py", TAKE, f"{TAKE} (")
    shown = bench.position()
    assert "SyntaxError" in shown["troubles"][0]
    assert "rules.py" in shown["troubles"][0]
    assert "cannot be loaded" in shown["notes"][0]
    bench.act("take left")
    bench.edit("rules.py", f"{TAKE} (", TAKE)
    assert (bench.position()["troubles"], len(bench.position()["plies"])) == ([], 2)


def test_an_error_is_a_traceback_that_begins_in_the_game(bench: Workbench) -> None:
    bench.edit("rules.py", TAKE, f"{TAKE} // seat")
    failed = bench.author.http.post("/api/dev/act", json={"ply": 0, "seat": 0, "action": 1})
    assert failed.status_code == 500
    [trouble] = bench.position()["troubles"]
    assert trouble.splitlines()[1].strip().startswith(f'File "{bench.folder}/rules.py"')
    assert trouble.endswith("ZeroDivisionError: integer division or modulo by zero\n")
    bench.edit("rules.py", f"{TAKE} // seat", TAKE)
    bench.act("take left")
    assert bench.position()["troubles"] == []


def test_what_fails_leaves_the_rest_of_the_panel(bench: Workbench) -> None:
    own = '    """Pick the shell itself."""\n'
    bench.edit("scene.py", own, f"{own}    1 // 0\n")
    shown = bench.position()
    assert "in gesture" in shown["troubles"][0]
    [mover] = shown["panel"]["movers"]
    assert (len(mover["choices"]), mover["gestures"]) == (2, {})
    bench.edit("scene.py", f"{own}    1 // 0\n", own)


def test_a_rule_that_never_ends_is_replaced_too(bench: Workbench) -> None:
    endless = f"while seat == 0:\n        pass\n    {TAKE}"
    bench.edit("rules.py", TAKE, endless)
    before = bench.author.get("/api/dev/beat")
    with pytest.raises(httpx.ReadTimeout):
        bench.author.http.post("/api/dev/act", json={"ply": 0, "seat": 0, "action": 0}, timeout=0.5)
    (bench.folder / "rules.py").write_text((bench.folder / "rules.py").read_text().replace(endless, TAKE))
    bench.wait_for_news(before)
    bench.act("take left")
    assert len(bench.position()["plies"]) == 1


# Who may ask


def test_whoever_opens_the_page_plays_all_seats(bench: Workbench) -> None:
    bench.act("take left")
    with Guest(bench.address) as other:
        other.post("/api/dev/sit")
        shown = other.get("/api/dev/position")
        assert len(shown["plies"]) == 1
        assert other.look_at(shown["table"]).table["viewer_seats"] == [0, 1]


@pytest.mark.parametrize("path", sorted(route.path for route in routes.routes))
def test_a_server_that_people_play_on_lays_nothing_open(address: str, path: str) -> None:
    for method in ("GET", "POST"):
        answer = httpx.request(method, f"{address}{path}", json={"ply": 0}, trust_env=False)
        assert answer.status_code == 404
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


def test_only_this_machine_may_ask(running: Workbench) -> None:
    assert running.address.startswith("http://127.0.0.1:")
    assert httpx.get(f"{running.address}/dev", headers={"host": "evil.example"}, trust_env=False).status_code == 403
