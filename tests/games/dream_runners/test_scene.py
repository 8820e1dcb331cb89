"""Dream Runners' picture: what lies where, what is said about it, and the sprites that it needs."""

import json
import xml.etree.ElementTree as ET
import zlib
from itertools import product
from time import perf_counter
from typing import Any

import msgspec
import pytest

from ludotheque.core.constants import NONE
from ludotheque.core.record import Follower, load_file
from ludotheque.core.rule import JIT
from ludotheque.core.story import rows_of
from ludotheque.core.words import ENGLISH
from ludotheque.games.dream_runners import scene as painter
from ludotheque.games.dream_runners.components import DREAM_NAMES
from ludotheque.games.dream_runners.rules import Refusal
from ludotheque.games.dream_runners.segments import SEGMENT_NAMES
from ludotheque.games.dream_runners.state import Phase
from ludotheque.games.dream_runners.text import LABELS
from ludotheque.scene.diff import diff
from ludotheque.scene.model import Piece, Scene, Stage
from ludotheque.scene.picture import gestures_of, scene_of, stages_of
from tests.games.dream_runners.boards import CORPUS, GAME, act, at_round, legal, names_of, play
from tests.games.effort import size

ART = GAME.folder / "art.svg"
TAG = "{http://www.w3.org/2000/svg}"
GREEN = ["green-i1", "green-i2", "green-i3", "green-l3"]


def seen(state: Any, seat: int) -> Scene:
    return scene_of(GAME, ENGLISH, GAME.view_of(state, seat), seat)


def pieces(scene: Scene | Stage) -> dict[str, Piece]:
    found = {piece.id: piece for piece in scene.pieces}
    assert len(found) == len(scene.pieces)
    return found


def segment(scene: Scene | Stage, name: str) -> Piece:
    return pieces(scene)[f"seg-{SEGMENT_NAMES.index(name)}"]


def recorded_states() -> list[Any]:
    """Positions of recorded games, of every phase."""
    states = []
    for file in CORPUS[:: 1 if JIT else 4]:
        follower = Follower(load_file(file))
        states += [step.before for step in follower.steps()]
        states.append(follower.state)
    return states


# One picture per phase


def test_the_picture_while_one_composes() -> None:
    state = play(at_round(2, "d1-1", 1), (0, "place green-l3 1,0 0,0 0,1"), (0, "place green-i3 2,2 2,1 2,0"))
    scene = seen(state, 0)
    assert (scene.ground, scene.width, scene.height) == ("dusk-1", 1200, 860)
    assert [pieces(scene)[f"cell-{number}"].sprite for number in range(9)] == [
        "bonus",
        "bonus",
        "nightmare-2",
        "bonus",
        "bonus",
        "bonus",
        "nightmare-1",
        "bonus",
        "bonus",
    ]
    assert [(pieces(scene)[f"cell-{number}-0"].sprite) for number in (0, 1, 4, 5)] == [
        "key",
        "fragment-blue",
        "coin-2",
        "calm-1",
    ]
    corner, middle = segment(scene, "green-l3"), segment(scene, "green-i3")
    cells = {place.id: place for place in scene.places}
    # the anchor is its corner
    assert (corner.sprite, corner.turn, corner.x, corner.y) == ("l3-oFC", 0, cells["0,0"].x, cells["0,0"].y)
    assert (middle.sprite, middle.turn, middle.x, middle.y) == ("i3-ooC", 180, cells["2,1"].x, cells["2,1"].y)
    assert segment(scene, "green-i1").y > cells["4,0"].y  # still in the hand
    assert len(cells) == 49 - 12 + 1  # without the corners that no segment reaches, and with the tray
    assert cells["0,0"].label == "top left: 1 key"
    assert cells["-1,0"].label == "outside the frame: row above, left column"
    assert [panel.label for panel in scene.panels] == ["calm 20, star 0, coins 2, keys 0"] * 2
    assert scene.text == GAME.text.board(ENGLISH, GAME.view_of(state, 0), 0)
    assert [area.id for area in scene.areas if area.is_home] == ["dream"]


@pytest.mark.parametrize("pace", ["calm", "sand"])
def test_another_canvas_is_veiled_until_the_phase_ends(pace: str) -> None:
    quiet = {"coins": 0, "calm": 30, "segments": ["i1-5", "i1-6"]}
    state = play(
        at_round(2, "d3-2", 5, {0: quiet | {"segments": ["green-i1", "green-i2"]}, 1: quiet}, pace=pace),
        (0, "place green-i1 0,0"),
    )
    scene = pieces(seen(state, 1))
    assert (scene["veil-0"].sprite, scene["veiled-0"].sprite) == ("veil", "num-1")
    assert "veil-0" not in pieces(seen(state, 0))
    state = play(state, (0, "done"))
    assert "done-0" in pieces(seen(state, 1))
    shown = seen(play(state, (1, "done", ["first 1"] if pace == "calm" else [])), 1)
    assert "veil-0" not in pieces(shown)  # and a bat asks
    assert segment(shown, "green-i1").size == pytest.approx(20 / 84, abs=0.001)


def test_the_hourglass_stands_there_only_where_it_is_used() -> None:
    state = at_round(2, pace="sand")
    assert pieces(seen(state, 1))["hourglass"].sprite == "hourglass"
    running = pieces(seen(play(state, (0, "done")), 1))
    assert running["hourglass"].sprite == "hourglass-running"
    assert {"done-0", "first"} <= set(running)
    assert "hourglass" not in pieces(seen(at_round(2), 1))


def test_what_lies_wholly_outside_lies_in_the_tray() -> None:
    names = [*GREEN, "i1-2", "i3-2", "l3-2"]
    state = play(
        at_round(
            2,
            "d3-2",
            5,
            {0: {"segments": names, "coins": 0, "calm": 30}, 1: {"segments": ["i1-5", "i1-6"], "coins": 0, "calm": 30}},
        ),
        (0, "place green-i1 1,1"),
    )
    for number, name in enumerate(names[1:]):
        state = play(state, (0, f"place {name} outside"))
        scene = seen(state, 0)
        (tray,) = (place for place in scene.places if place.id == "outside")
        assert "1 calm per cell" in tray.label
        assert "safe from bats" in tray.label
        for laid in names[1 : number + 2]:
            piece = segment(scene, laid)
            assert abs(piece.x - tray.x) < tray.width / 2
            assert abs(piece.y - tray.y) < tray.height / 2
            assert piece.size < 0.3
    assert "Seat 0, entirely outside the frame: green-i2, green-i3" in scene.text
    others = seen(play(state, (0, "done"), (1, "done", ["first 1"])), 1)  # a bat asks seat 1
    canvas = segment(others, "green-i1")
    assert all(segment(others, name).size < 0.08 for name in names[1:])
    assert all(segment(others, name).y > canvas.y for name in names[1:])


def test_the_tray_is_where_no_segment_can_lie() -> None:
    (tray,) = (place for place in seen(at_round(), 0).places if place.id == "outside")
    for place in seen(at_round(), 0).places:
        if place.id != "outside":
            is_apart = (
                abs(place.x - tray.x) >= (place.width + tray.width) / 2
                or abs(place.y - tray.y) >= (place.height + tray.height) / 2
            )
            assert is_apart, place.id


def test_a_dream_that_lies_face_down_shows_nothing() -> None:
    state = at_round(2, "d3-3", 5, pace="sand")
    one, other = (GAME.view_of(at_round(2, dream, 5, pace="sand"), 0) for dream in ("d3-3", "d3-5"))
    assert GAME.veil is not None
    veiled = seen_view(GAME.veil(one), 0)
    assert veiled == seen_view(GAME.veil(other), 0)
    assert seen_view(one, 0) != seen_view(other, 0)
    assert [pieces(veiled)[f"cell-{number}"].sprite for number in range(9)] == ["face-down"] * 9
    assert veiled.ground == "dusk-3"
    assert "middle: face down" in {place.label for place in veiled.places}
    assert veiled.text.startswith("Round 5 of 8, level 3: the dream lies face down")
    for seat in (0, NONE):
        assert GAME.text.prompt(ENGLISH, GAME.veil(one), seat).startswith("Ready?")
        assert not GAME.text.prompt(ENGLISH, one, seat).startswith("Ready?")
    trie = gestures_of(GAME, ENGLISH, GAME.veil(one), 0, GAME.legal(state, 0))
    assert set(trie) == {"pick", "button"}


def test_the_log_does_not_name_a_dream_that_lies_face_down() -> None:
    quiet = {"coins": 0, "calm": 30}
    state = play(at_round(2, "d1-1", 2, {0: quiet, 1: quiet}, pace="sand", following="d2-3"), (0, "done"))
    rows = rows_of(act(state, 1, "done"))
    view = GAME.view_of(state, 0)
    assert GAME.veil is not None
    assert "Round 3: a new dream is turned up." in GAME.text.describe(ENGLISH, view, 1, NONE, rows)
    told = GAME.text.describe(ENGLISH, GAME.veil(view), 1, NONE, rows)
    assert "Round 3." in told


def test_a_confluence_shows_what_is_left_and_a_chest_what_is_in_it() -> None:
    quiet = {"coins": 0, "calm": 30}
    state = at_round(2, "d3-3", 5, {0: quiet, 1: quiet})
    state = play(
        state, (0, "place green-i1 1,2"), (0, "done"), (1, "place purple-i2 1,2 1,1"), (1, "done", ["first 0"])
    )
    assert state.phase == Phase.PICK
    before = pieces(seen(state, 0))
    assert {"cell-5-0", "cell-5-1", "cell-5-2", "cell-5-3", "glow"} <= set(before)
    after = pieces(seen(play(state, (0, "pick frag:white")), 0))
    assert "cell-5-1" not in after
    assert "cell-5-2" in after
    asked = at_round(2, "d1-4", 2, {0: {**quiet, "keys": 1}, 1: quiet})
    asked = play(asked, (0, "place green-i1 1,2"), (0, "done"), (1, "done", ["first 0", "chest c1-1"]))
    assert asked.phase == Phase.COLOR
    assert [pieces(seen(asked, 0))[name].sprite for name in ("cell-5", "cell-5-0", "cell-5-1")] == [
        "chest-1",
        "fragment-any",
        "coin-1",
    ]


def test_the_picture_at_the_end_and_of_a_woken_seat() -> None:
    state = play(at_round(2, "d1-1", 1, {0: {"calm": 1}}), (0, "done"), (1, "done"))
    assert state.phase == Phase.OVER
    for seat in (0, 1, NONE):
        assert pieces(seen(state, seat))["woke-0"].sprite == "awake"
    assert seen(state, 1).panels[0].label == "woke up in round 1"


# The resolving, cell by cell


def test_the_stages_lead_from_the_veiled_canvases_to_what_was_won_and_lost() -> None:
    state = at_round(2, "d1-1", 1, {0: {"coins": 0, "calm": 20}, 1: {"coins": 0, "calm": 30}}, following="d1-2")
    state = play(state, (0, "place green-i1 0,0"), (0, "done"), (1, "place purple-i2 1,1 0,1"))
    before = GAME.view_of(state, 1)
    rows = rows_of(act(state, 1, "done", ["first 1", "dream d1-2"]))
    found = stages_of(GAME, ENGLISH, before, 1, rows)
    assert "veil-0" in pieces(seen_view(before, 1))
    assert all("veil-0" not in pieces(scene) for scene in found)
    assert segment(found[0], "green-i1").size < 1
    said = [stage.said for stage in found]
    assert said[0] == "Seat 1 is the first dreamer and takes a coin."
    assert "Seat 1 does not fight a nightmare: −2 calm." in said
    assert "Seat 0 gets 1 key." in said
    last = pieces(found[-1])
    assert "Seat 0 loses 11 calm, now 9." in said
    assert (last["count-0-1"].sprite, last["count-1-0"].sprite) == ("num-1", f"num-{1 + 2}")
    assert last["calm-marker-0"].label == f"Seat 0: calm {20 - 11}"
    assert "veil-0" in pieces(seen_view(before, 1))  # the view itself is as it was


def test_calm_moves_once_when_it_is_settled() -> None:
    state = at_round(
        2, "d4-2", 7, {0: {"segments": ["i1-3"], "coins": 0, "calm": 28}, 1: {"coins": 0, "calm": 30}}, following="d4-1"
    )
    state = play(state, (0, "place i1-3 2,2"), (0, "done"))
    before = GAME.view_of(state, 0)
    found = stages_of(GAME, ENGLISH, before, 0, rows_of(act(state, 1, "done", ["first 1"])))
    said = [stage.said for stage in found]
    settled = said.index("Seat 0 gains 4 and loses 18 calm, now 14.")
    labels = [pieces(stage)["calm-marker-0"].label for stage in found]
    assert labels == ["Seat 0: calm 28"] * settled + ["Seat 0: calm 14"] * (len(found) - settled)
    gained = said.index("Seat 0 gets 4 calm.")
    assert gained < settled
    assert found[gained].panels[0].label.startswith("calm 28 + 4,")
    assert found[settled].panels[0].label.startswith("calm 14,")


def test_what_is_gained_flies_from_its_cell_to_where_it_counts() -> None:
    state = at_round(2, "d1-1", 1, {0: {"coins": 0, "calm": 20}, 1: {"coins": 0, "calm": 30}}, following="d1-2")
    state = play(state, (0, "place green-i1 0,0"), (0, "done"), (1, "place purple-i2 1,1 0,1"))
    before = GAME.view_of(state, 1)
    found = stages_of(GAME, ENGLISH, before, 1, rows_of(act(state, 1, "done", ["first 1", "dream d1-2"])))
    number = next(number for number, stage in enumerate(found) if stage.said == "Seat 0 gets 1 key.")
    lying = pieces(found[number])
    key, sign, cell = lying[f"gain-{number}"], lying["sign-0-1"], lying["cell-0"]
    assert (key.sprite, key.x, key.y, key.via) == ("key", sign.x, sign.y, [(cell.x, cell.y)])
    assert not any(f"gain-{number}" in pieces(stage) for other, stage in enumerate(found) if other != number)


def test_the_last_stage_shows_what_the_next_view_has() -> None:
    for file in CORPUS[:: 1 if JIT else 4]:
        for step in Follower(load_file(file)).steps():
            rows = rows_of(step.story)
            is_resolving = step.before.phase <= Phase.LOSE and any(row[0] in painter.STAGED for row in rows)
            if not is_resolving or any(row[0] in painter.LATER for row in rows):
                continue
            found = painter.stages(ENGLISH, GAME.view_of(step.before, 0), 0, rows)
            last, now = pieces(found[-1]), pieces(seen(step.state, 0))
            for name in now:
                if name.startswith(("count-", "calm-marker-", "star-marker-")):
                    assert last[name].label == now[name].label, (file.stem, step.number)


def seen_view(view: Any, seat: int) -> Scene:
    return scene_of(GAME, ENGLISH, view, seat)


# Pieces


def test_every_segment_in_play_lies_in_one_place_and_keeps_its_id() -> None:
    for state in recorded_states()[:: size(7, python=29)]:
        for seat in (0, NONE):
            shown = {name for name in SEGMENT_NAMES if f"seg-{SEGMENT_NAMES.index(name)}" in pieces(seen(state, seat))}
            owned = {
                name
                for other in range(state.seats)
                for name in names_of(int(state.owned[other]) | int(state.laid[other]))
            }
            assert shown == owned | set(names_of(state.market))


def test_what_can_be_seen_lies_inside_the_picture() -> None:
    for state in recorded_states()[:: size(11, python=37)]:
        scene = seen(state, 1)
        assert all(0 <= piece.x <= scene.width and 0 <= piece.y <= scene.height for piece in scene.pieces)


def test_a_large_hand_fits() -> None:
    names = [*GREEN, "i3-1", "i3-2", "i3-3", "i3-4", "l3-1", "l3-2", "l3-3", "l3-4"]
    scene = seen(at_round(2, before={0: {"segments": names}}, market=[]), 0)
    for name in names:
        piece = segment(scene, name)
        assert piece.x - 84 * piece.size * (name[:2] == "i3") >= 306
        assert piece.x + 126 * piece.size <= 900


def test_a_secret_would_show_if_it_were_in_the_view() -> None:
    """So that the test of all games, which compares two states that differ in it, can fail."""
    one, other = (play(at_round(2), (0, f"place {words}")) for words in ("green-i1 0,0", "green-i1 1,1"))
    assert seen(one, 1) == seen(other, 1)
    assert seen(one, 0) != seen(other, 0)


# Gestures


def test_a_segment_is_picked_turned_and_put_on_a_cell() -> None:
    state = at_round()
    trie = gestures_of(GAME, ENGLISH, GAME.view_of(state, 0), 0, GAME.legal(state, 0))
    assert GAME.actions.text(trie["pick"]["seg-0"]["pick"]["1,2"]) == "place green-i1 1,2"
    assert GAME.actions.text(trie["pick"]["seg-0"]["pick"]["outside"]) == "place green-i1 outside"
    held = trie["pick"][f"seg-{SEGMENT_NAMES.index('green-l3')}"]
    assert GAME.actions.text(held["pick"]["outside"]) == "place green-l3 outside"  # however it is turned
    corner = held["turn"]
    assert {turn: GAME.actions.text(ways["pick"]["0,0"]) for turn, ways in corner.items()} == {
        "0": "place green-l3 1,0 0,0 0,1",
        "90": "place green-l3 0,-1 0,0 1,0",
        "180": "place green-l3 -1,0 0,0 0,-1",
        "270": "place green-l3 0,1 0,0 -1,0",
    }
    assert GAME.actions.text(trie["button"]["Done"]) == "done"


def test_a_segment_that_reads_the_same_both_ways_is_turned_once() -> None:
    state = at_round(before={0: {"segments": ["i3-1"]}})
    trie = gestures_of(GAME, ENGLISH, GAME.view_of(state, 0), 0, GAME.legal(state, 0))
    (ways,) = (then["turn"] for then in trie["pick"].values())
    assert set(ways) == {"0", "90"}


def test_a_laid_segment_lies_where_the_gesture_put_it() -> None:
    state = at_round()
    for text in legal(state, 0)[:: size(1, python=9)]:
        if text != "done" and "outside" not in text:
            action = GAME.notation.parse(state, 0, text).action
            *_, (_, cell) = painter.gesture(ENGLISH, state, 0, action)
            scene = seen(play(state, (0, text)), 0)
            (place,) = (place for place in scene.places if place.id == cell)
            piece = segment(scene, text.split()[1])
            assert (piece.x, piece.y) == (place.x, place.y)


def test_wrong_steps_are_told_why() -> None:
    view = GAME.view_of(play(at_round(), (0, "place green-i1 0,0")), 0)
    straight = f"seg-{SEGMENT_NAMES.index('green-i3')}"
    assert painter.why_not(ENGLISH, view, 0, (("pick", straight), ("turn", "0"), ("pick", "0,1"))) == Refusal.OVERLAPS
    assert painter.why_not(ENGLISH, view, 0, (("pick", straight), ("turn", "0"), ("pick", "0,4"))) == Refusal.OUTSIDE
    assert painter.why_not(ENGLISH, view, 0, (("pick", straight), ("turn", "0"), ("pick", "1,1"))) == Refusal.LEGAL
    assert painter.why_not(ENGLISH, view, 0, (("pick", straight),)) == Refusal.LEGAL
    assert painter.why_not(ENGLISH, view, 0, (("pick", "0,1"),)) == Refusal.LEGAL  # nothing is in the hand
    assert painter.why_not(ENGLISH, view, 0, (("pick", straight), ("pick", "outside"))) == Refusal.LEGAL


# The art


def symbols() -> set[str]:
    return {str(symbol.get("id")) for symbol in ET.parse(ART).getroot().iter(f"{TAG}symbol")}


def test_every_sprite_that_is_ever_used_is_drawn() -> None:
    drawn, used = symbols(), set()
    for state in recorded_states()[:: size(5, python=23)]:
        for seat in (0, NONE):
            scene = seen(state, seat)
            used |= {scene.ground, *(piece.sprite for piece in scene.pieces), *(panel.sprite for panel in scene.panels)}
    assert used <= drawn
    assert {
        f"{shape}-{''.join(symbols)}"
        for shape, count in (("i1", 1), ("i2", 2), ("i3", 3), ("l3", 3))
        for symbols in product("CFBDo", repeat=count)
    } <= drawn
    assert {
        f"{name}-{number}" for name in ("nightmare", "chest", "coin", "calm", "point") for number in range(1, 10)
    } <= drawn
    assert {f"num-{number}" for number in range(painter.GONE + 1)} | {
        "cover",
        "hourglass",
        "hourglass-running",
        "tray",
        "face-down",
    } <= drawn
    for tile in range(len(DREAM_NAMES)):
        assert {piece.sprite for piece in painter.dream(ENGLISH, tile, NONE, 0, NONE)} <= drawn


def test_every_starting_set_is_drawn_as_it_is() -> None:
    assert GAME.pawns is not None
    drawn = {str(symbol.get("id")): symbol for symbol in ET.parse(ART).getroot().iter(f"{TAG}symbol")}
    for name in GAME.pawns.values:
        used = {use.get("href") for use in drawn[GAME.pawns.sprite.format(name)].iter(f"{TAG}use")}
        assert used == {
            f"#{painter.segment_sprite(SEGMENT_NAMES.index(f'{name}-{shape}'))}" for shape in ("i1", "i2", "i3", "l3")
        }
        assert name in LABELS


def test_an_update_is_small_and_quick() -> None:
    largest, times = 0, []
    for file in CORPUS[:: 1 if JIT else 6]:
        old: Scene | None = None
        for step in Follower(load_file(file)).steps():
            start = perf_counter()
            view = GAME.view_of(step.state, 0)
            scene = scene_of(GAME, ENGLISH, view, 0)
            actions = GAME.legal(view, 0) if 0 in GAME.movers(view) else []
            trie = gestures_of(GAME, ENGLISH, view, 0, actions)
            times.append(perf_counter() - start)
            if old is not None:
                largest = max(
                    largest,
                    len(
                        zlib.compress(
                            msgspec.json.encode(diff(old, scene)) + json.dumps(trie, separators=(",", ":")).encode()
                        )
                    ),
                )
            old = scene
    assert largest < 4096
    assert sorted(times)[len(times) // 2] < (0.001 if JIT else 1)
