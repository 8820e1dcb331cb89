"""Méandres' picture: what lies where in each phase, what is said about it, the gestures of every
kind of action, and the sprites that it needs.
"""

import re
import xml.etree.ElementTree as ET
import zlib
from collections import Counter
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.core.story import new_story, rows_of
from ludotheque.core.words import ENGLISH
from ludotheque.games.meandres import scene as painter
from ludotheque.games.meandres.components import DANCES, FIENDS, LEGEND_NAMES, TILE_NAMES, TILES
from ludotheque.games.meandres.state import Phase
from ludotheque.scene.diff import diff
from ludotheque.scene.model import Piece, Scene
from ludotheque.scene.picture import gestures_of, scene_of
from tests.games.effort import size
from tests.games.meandres.boards import GAME, START, after, legal, random_games, spawn_of, state_of

ART = GAME.folder / "art.svg"
TAG = "{http://www.w3.org/2000/svg}"


def seen(state: Any, seat: int = NONE) -> Scene:
    return scene_of(GAME, ENGLISH, GAME.view_of(state, seat), seat)


def pieces(state: Any) -> dict[str, Piece]:
    return {piece.id: piece for piece in seen(state).pieces}


def gesture(state: Any, text: str) -> Any:
    seat = int(state.seat)
    return painter.gesture(ENGLISH, GAME.view_of(state, seat), seat, GAME.notation.parse(state, seat, text).action)


def trie(state: Any) -> dict[str, Any]:
    seat = int(state.seat)
    return gestures_of(GAME, ENGLISH, GAME.view_of(state, seat), seat, GAME.legal(state, seat))


# One picture per phase

DANCING = {"fiends": ["0,-1", "1,0"], "row": [16, 2, 3, 4], "influence": ["happy", "epic"]}


def test_a_fiend_waits_on_its_card_and_enters_by_one_pick() -> None:
    state = state_of()
    card, fiend = pieces(state)["influence-card-0"], pieces(state)["fiend-0"]
    assert (abs(fiend.x - card.x) < 106, abs(fiend.y - card.y) < 66, fiend.place) == (True, True, "")
    assert gesture(state, "enter 1,-1") == (("pick", "1,-1"),)
    entered = pieces(after(state, "enter 1,-1"))["fiend-0"]
    assert ((entered.x, entered.y), entered.place, entered.label) == ((54, -68), "1,-1", "Goat, fiend of seat 0")


def test_a_dance_is_picked_from_the_row_and_its_steps_light_up() -> None:
    state = state_of(**DANCING)
    assert gesture(state, "dance 16") == (("pick", "card-16"),)
    assert gesture(state, "despair") == (("pick", "despair-card"),)
    assert {piece.id for piece in seen(state).pieces if piece.id.startswith("dance-16")} == {
        "dance-16",
        "dance-16-0",
        "dance-16-1",
        "dance-16-limit",
    }
    assert [pieces(state)[f"dance-16-{place}"].sprite for place in range(2)] == ["step-epic", "step-grey"]
    dancing = pieces(after(state, "dance 16"))
    assert (dancing["light"].x, dancing["light"].y) == (dancing["dance-16-0"].x, dancing["dance-16-0"].y)
    assert dancing["dance-16"].x > dancing["dance-2"].x  # drawn forward
    second = pieces(after(state, "dance 16", "step -1,0"))
    assert (second["light"].x, second["done-0"].x) == (second["dance-16-1"].x, second["dance-16-0"].x)
    despair = pieces(after(state, "despair", "step -1,0"))
    assert (despair["light"].x, despair["done-0"].x) == (despair["despair-1"].x, despair["despair-0"].x)
    assert trie(after(state, "dance 16")) == {"pick": {"-1,0": GAME.legal(after(state, "dance 16"), 0)[0]}}


def test_bloody_mary_is_asked_which_way_round_and_the_light_goes_from_the_right() -> None:
    state = state_of(fiends=["-1,1", "1,-1"], row=[34, 31, 5, 4], legend=["bloody_mary", None])
    assert gesture(state, "dance 34 reversed") == (("pick", "card-34"), ("button", "Right to left"))
    assert gesture(state, "dance 31") == (("pick", "card-31"), ("button", "Left to right"))
    dancing = pieces(after(state, "dance 34 reversed"))
    assert dancing["light"].x == dancing["dance-34-3"].x


def test_two_fiends_on_one_dream_stand_side_by_side_while_one_crosses() -> None:
    crossing = pieces(after(state_of(fiends=["0,-1", "1,-1"], row=[3, 2, 1, 4]), "dance 1", "step 1,-1"))
    assert crossing["fiend-0"].place == crossing["fiend-1"].place == "1,-1"
    assert crossing["fiend-0"].x < crossing["fiend-1"].x


def test_the_white_lady_picks_another_card_or_invokes() -> None:
    state = state_of(
        fiends=["0,-1", "-1,0"], legend=["white_lady", None], row=[16, 4, 19, 2], influence=["passionate", "epic"]
    )
    state = after(state, "dance 16", "step -1,0", "step 0,0")
    assert set(trie(state)) == {"pick", "button"}
    assert set(trie(state)["pick"]) == {"card-19", "card-2"}
    assert set(trie(state)["button"]) == {"Invoke"}


PLACE = ("button", "Place spawn")


def test_dreams_for_spawn_are_a_set() -> None:
    state = after(
        state_of(**DANCING, board=START | {"0,1": ["passionate-02", "happy-05"]}), "dance 16", "step -1,0", "step 0,0"
    )
    assert gesture(state, "spawn -1,1 0,1") == (("set", "0,1"), ("set", "-1,1"), PLACE)
    assert set(trie(state)) == {"set"}
    placed = pieces(after(state, "spawn -1,1 0,1"))
    assert {name: piece.place for name, piece in placed.items() if name.startswith("spawn-0-")} == {
        "spawn-0-5-0": "-1,1",
        "spawn-0-4-0": "0,1",
    }


INFERNAL = ("dance 34", "step -1,0", "step 0,0", "step 0,-1", "step 0,0")
TO_THE_MIDDLE = {"fiends": ["-1,1", "0,1"], "row": [34, 2, 3, 4], "influence": ["happy", "epic"]}


def walk(state: Any, *steps: tuple[str, str]) -> Any:
    """The state after the action to which the steps of a gesture lead."""
    node: Any = trie(state)
    for kind, what in steps:
        node = node[kind][what]
    assert isinstance(node, int), node
    return after(state, GAME.notation.text(state, int(state.seat), node))


def test_after_an_infernal_dance_any_dreams_may_be_chosen_and_the_bonus_picked() -> None:
    state = after(state_of(**TO_THE_MIDDLE), *INFERNAL)
    assert set(trie(state)) == {"set", "button"}
    assert set(trie(state)["button"]) == {"No spawn"}
    assert spawn_of(walk(state, ("set", "1,-1"), PLACE)) == {"1,-1": [1, 0]}
    assert spawn_of(walk(state, ("set", "-1,1"), ("set", "1,-1"), PLACE)) == {"-1,1": [1, 0], "1,-1": [1, 0]}
    bonus = walk(state, ("button", "No spawn"))
    assert (bonus.phase, spawn_of(bonus)) == (Phase.BONUS, {})
    assert {kind: set(choices) for kind, choices in trie(bonus).items()} == {"pick": {"0,0"}, "button": {"No bonus"}}
    assert spawn_of(walk(bonus, ("pick", "0,0"))) == {"0,0": [1, 0]}
    assert walk(bonus, ("button", "No bonus")).marker[0] == 1
    assert "dance-34" in pieces(bonus)  # the card lies there until the bonus is decided


def test_jack_is_asked_one_or_two_and_the_dream_is_lit() -> None:
    state = after(
        state_of(fiends=["0,-1", "-1,0"], row=[12, 7, 33, 5], legend=["jack_o_lantern", None]),
        "despair",
        "step -1,0",
        "step 0,0",
    )
    assert {kind: set(choices) for kind, choices in trie(state).items()} == {"button": {"One spawn", "Two spawn"}}
    assert pieces(state)["asked"].place == "-1,0"
    assert spawn_of(walk(state, ("button", "One spawn"))) == {"-1,0": [1, 0]}
    assert spawn_of(walk(state, ("button", "Two spawn"))) == {"-1,0": [2, 0]}
    assert "asked" not in pieces(walk(state, ("button", "One spawn")))


def test_bathory_picks_the_dream_of_a_leap_or_does_without() -> None:
    state = state_of(fiends=["0,-1", "-1,0"], row=[12, 7, 33, 5], legend=["bathory", None], spawn={"-1,0": [1, 2]})
    state = after(state, "despair", "step -1,0", "step 0,0")
    assert {kind: set(choices) for kind, choices in trie(state).items()} == {"pick": {"-1,0"}, "button": {"No spawn"}}
    assert spawn_of(walk(state, ("pick", "-1,0"))) == {"-1,0": [2, 2]}
    assert spawn_of(walk(state, ("button", "No spawn"))) == {"-1,0": [1, 2]}


@pytest.mark.parametrize(
    ("given", "path", "asked"),
    [
        ({"legend": [None, None]}, INFERNAL, "Infernal Dance: choose the dreams to place spawn on, or none."),
        (
            {"legend": [None, None]},
            (*INFERNAL, "spawn none"),
            "Infernal Dance: place one more spawn under your fiend, or skip it.",
        ),
        (
            {"legend": ["jack_o_lantern", None], "fiends": ["-1,1", "-1,0"]},
            INFERNAL,
            "Jack O'Lantern: place one spawn or two where you crossed the other fiend.",
        ),
        (
            {"legend": ["bathory", None], "fiends": ["-1,1", "-1,0"], "spawn": {"-1,0": [0, 3]}},
            INFERNAL,
            "Élisabeth Báthory: place a fourth spawn where you crossed the other fiend, or skip it.",
        ),
    ],
)
def test_the_prompt_says_what_is_asked_about_spawn(given: dict[str, Any], path: tuple[str, ...], asked: str) -> None:
    state = after(state_of(**(TO_THE_MIDDLE | given)), *path)
    assert GAME.text.prompt(ENGLISH, GAME.view_of(state, 0), 0) == asked


def test_the_prompt_tells_bathory_what_she_may_leave_out() -> None:
    given = {
        "fiends": ["1,-1", "-1,1"],
        "row": [16, 1, 3, 4],
        "influence": ["passionate", "epic"],
        "legend": ["bathory", None],
        "spawn": {"0,-1": [2, 1]},
    }
    state = after(state_of(**given), "dance 16", "step 1,0", "step 0,0")
    assert (
        GAME.text.prompt(ENGLISH, GAME.view_of(state, 0), 0)
        == "Choose the dreams to place spawn on; you may leave out those that hold three."
    )


def said(state: Any, text: str) -> str:
    """The line of the log about an action."""
    story, seat, action = new_story(), int(state.seat), GAME.notation.parse(state, int(state.seat), text).action
    following = copy(state)
    GAME.apply(following, seat, action, story)
    return GAME.text.describe(ENGLISH, GAME.view_of(following, seat), seat, action, rows_of(story))


def test_the_log_tells_what_was_declined() -> None:
    state = after(state_of(**TO_THE_MIDDLE), *INFERNAL)
    assert said(state, "spawn none") == "places no spawn."
    assert said(state, "spawn 1,-1") == "invokes a spawn next to the fiend."
    bonus = after(state, "spawn none")
    assert said(bonus, "spawn none") == "skips the bonus.\nGains influence: now 1 point."
    assert said(bonus, "spawn 0,0") == "places a bonus spawn on a forgotten dream."


def test_all_that_belongs_to_a_seat_is_drawn_by_its_fiend() -> None:
    state = state_of(fiends=["-1,0", "1,0"], spawn={"-1,0": [1, 1]})
    state.figure[:2] = [3, 1]
    shown = pieces(state)
    for seat, name in ((0, "stag"), (1, "bat")):
        assert shown[f"fiend-{seat}"].sprite == f"fiend-{name}"
        assert shown[f"spawn-{seat}-2-0"].sprite == shown[f"supply-{seat}"].sprite == f"spawn-{name}"
        assert shown[f"marker-{seat}"].sprite == f"marker-{name}"
        assert shown[f"influence-card-{seat}"].sprite == f"card-{name}"
    assert [panel.sprite for panel in seen(state).panels] == ["seat-stag", "seat-bat"]
    state.phase = Phase.OVER
    assert [pieces(state)[f"points-{seat}-2-mark"].sprite for seat in range(2)] == ["mark-stag", "mark-bat"]
    waiting = state_of()
    waiting.figure[:2] = [2, 0]
    assert [pieces(waiting)[f"fiend-{seat}"].sprite for seat in range(2)] == ["fiend-beak", "fiend-goat"]


def test_baba_yaga_picks_a_dream_or_stays() -> None:
    state = state_of(**TO_THE_MIDDLE, legend=["baba_yaga", None])
    state = after(state, *INFERNAL, "spawn none", "spawn 0,0")
    assert gesture(state, "baba 1,0") == (("pick", "1,0"),)
    assert gesture(state, "stay") == (("button", "Stay"),)


def test_a_legend_is_taken_where_it_lies_and_comes_to_the_card() -> None:
    state = after(
        state_of(**DANCING, track=[1, 0], legends=["baba_yaga", "okiku", "krampus", "bogeyman"]),
        "despair",
        "step -1,0",
        "step 0,0",
    )
    assert gesture(state, "legend okiku") == (("pick", "legend-okiku"),)
    assert gesture(state, "legend top") == (("pick", "legend-deck"),)
    before, taken = pieces(state)["legend-okiku"], pieces(after(state, "legend okiku"))["legend-okiku"]
    assert (taken.size < before.size, taken.y > before.y) == (True, True)
    assert "no-legend-0" not in pieces(after(state, "legend okiku"))
    choosing = after(state, "legend baba_yaga")
    assert set(trie(choosing)["button"]) == {"epic", "passionate", "happy"}


def test_a_tile_is_taken_from_its_pile_turned_and_laid() -> None:
    state = after(state_of(fiends=["1,-1", "0,1"], row=[1, 2, 3, 4]), "dance 4", "step 0,0", "step 1,0")
    assert gesture(state, "extend happy grey 2,0") == (
        ("pick", "happy-05"),
        ("turn", "tile-grey-hazy@0"),
        ("pick", "2,0"),
    )
    assert set(trie(state)["pick"]) == {"passionate-05", "happy-05"}
    assert set(trie(state)["pick"]["happy-05"]["turn"]) == {"tile-happy-hazy@0", "tile-grey-hazy@0"}
    assert {place.id for place in seen(state).places} >= {"2,0", "-2,0"}
    laid = pieces(after(state, "extend happy grey 0,1"))["happy-05"]
    assert (laid.sprite, laid.place, laid.y) == ("tile-grey-hazy", "0,1", 72 - 14)
    forgotten = after(state_of(**DANCING), "despair", "step -1,0", "step 0,0")
    assert gesture(forgotten, "extend epic colour 2,0") == (("pick", "epic-05"), ("pick", "2,0"))


def test_powers_before_the_dance_have_their_gestures() -> None:
    board = START | {"2,0": ["passionate-05"], "2,1": ["happy-05"]}
    given = {"fiends": ["2,1", "-1,1"], "board": board, "spawn": {"1,0": [1, 1]}}
    assert gesture(state_of(**given, legend=["krampus", None]), "krampus 2,1 1,1") == (("pick", "2,1"), ("pick", "1,1"))
    assert "1,1" in {place.id for place in seen(state_of(**given, legend=["krampus", None])).places}
    assert gesture(state_of(**given, legend=["okiku", None]), "okiku 1,0 0,1") == (("pick", "1,0"), ("pick", "0,1"))
    assert gesture(state_of(**given, legend=["bogeyman", None]), "swap 1") == (
        ("pick", "-1,1"),
        ("button", "Swap places"),
    )
    assert gesture(state_of(**given, legend=["killer_clown", None]), "clown happy") == (
        ("button", "Killer Clown: happy"),
    )
    stuck = state_of(
        fiends=["3,0", "1,0"], board=START | {"2,0": ["passionate-05"], "3,0": ["happy-05"]}, row=[4, 5, 6, 16]
    )
    assert gesture(stuck, "rest") == (("button", "Rest"),)


def test_the_end_shows_what_each_dream_brings_and_which_are_isolated() -> None:
    state = state_of(fiends=["1,0", "0,1"], spawn={"-1,0": [3, 1], "1,-1": [1, 0]})
    assert "points-0-2" not in pieces(state)
    state.phase = Phase.OVER
    shown = pieces(state)
    assert {name for name in shown if name.startswith("lonely")} == {"lonely-2", "lonely-6"}
    assert shown["points-0-2"].label == "Seat 0: 10 points here"
    assert shown["points-1-2"].label == "Seat 1: 6 points here"
    for states in random_games(size(12, python=2)):
        end, totals = states[-1], Counter[int]()
        for name, piece in pieces(end).items():
            if re.fullmatch(r"points-\d-\d+", name):
                totals[int(name[7])] += int(re.findall(r"(\d+) points?", piece.label)[0])
        scores = GAME.breakdown(end, int(end.seats))
        assert [totals[seat] for seat in range(end.seats)] == [
            sum(sheet.values()) - sheet["influence"] for sheet in scores
        ]


# Pieces, places, bounds


def test_every_tile_keeps_its_id_on_a_pile_and_on_the_board() -> None:
    for states in random_games(size(24, python=2)):
        for state in states:
            shown = {piece.id for piece in seen(state).pieces}
            thrown = {TILE_NAMES[tile] for tile in range(TILES) if int(state.thrown) >> tile & 1}
            used = set(TILE_NAMES) if state.length else {name for name in TILE_NAMES if name[-2:] not in ("03", "04")}
            assert shown & set(TILE_NAMES) == used - thrown
            assert {f"fiend-{seat}" for seat in range(state.seats)} <= shown


def test_a_higher_stack_rises_and_rows_in_front_lie_above() -> None:
    state = state_of(
        board=START | {"-1,0": ["epic-02", "epic-05", "passionate-06 grey"]},
        fiends=["-1,0", "1,0"],
        spawn={"-1,0": [1, 0]},
        piles={"epic": 5, "passionate": 4},
    )
    shown = pieces(state)
    stack = [shown[name] for name in ("rock-2", "epic-02", "epic-05", "passionate-06", "fiend-0", "spawn-0-2-0")]
    assert [piece.layer for piece in stack] == sorted({piece.layer for piece in stack})
    assert [piece.y for piece in stack[1:4]] == [0, -14, -28]
    assert shown["passionate-02"].layer > stack[-1].layer > shown["passionate-01"].layer
    assert stack[3].label == "forgotten tile, passionate on its other side"


def test_everything_lies_within_the_bounds_and_they_grow_with_the_sea() -> None:
    widest = 0.0
    for states in random_games(size(24, python=2)):
        scenes = [seen(state) for state in states]
        for scene in scenes:
            spots = [(piece.x, piece.y) for piece in scene.pieces] + [(place.x, place.y) for place in scene.places]
            assert all(
                scene.left < x < scene.left + scene.width and scene.top < y < scene.top + scene.height for x, y in spots
            )
            (home,) = (area for area in scene.areas if area.is_home)
            assert home.id == "sea"
            cells = [place for place in scene.places if "card" not in place.id]
            assert all(home.x < cell.x < home.x + home.width for cell in cells)
            assert all(home.y < cell.y < home.y + home.height for cell in cells)
        for old, new in pairwise(scenes):  # what lies on the sea keeps its coordinates, whatever the bounds are
            here, there = (
                {piece.place: (piece.x, piece.y) for piece in scene.pieces if piece.id.startswith("rock-")}
                for scene in (old, new)
            )
            assert all(there[cell] == here[cell] for cell in here.keys() & there.keys())
        widest = max(widest, scenes[-1].height - scenes[0].height)
    assert widest > 0


def test_every_place_of_a_dream_says_what_is_there() -> None:
    state = state_of(board=START | {"-1,0": ["epic-02", "epic-09"]}, fiends=["-1,0", "1,0"], spawn={"-1,0": [1, 2]})
    labels = {place.id: place.label for place in seen(state).places}
    assert (
        labels["-1,0"]
        == "epic dream, sublime, 2 levels, fiend of seat 0, 1 spawn of seat 0, 2 spawn of seat 1; left of the middle"
    )
    assert labels["0,0"] == "Celestial Dream"
    assert labels["card-4"] == "dance: forgotten, then epic; up to 2 spawn"
    laying = after(state_of(**DANCING), "despair", "step -1,0", "step 0,0")
    assert {place.id: place.label for place in seen(laying).places}["2,0"] == "free spot; 2 right of the middle"


def test_every_number_of_an_action_has_a_gesture_and_illegal_ones_light_nothing_up() -> None:
    """The answer to why something cannot be done looks through all of them."""
    state = state_of(**DANCING)
    view, allowed = GAME.view_of(state, 0), GAME.legal(state, 0)
    ways = {action: painter.gesture(ENGLISH, view, 0, action) for action in range(GAME.actions.count)}
    assert all(ways.values())
    meant = [action for action, way in ways.items() if way[0] == ("pick", "1,0")]
    # not the powers of legends that nobody holds
    assert {GAME.notation.text(state, 0, action).split()[0] for action in meant} == {"enter", "step", "baba"}
    assert len({ways[action] for action in allowed}) == len(allowed)


def test_an_update_is_small() -> None:
    for states in random_games(size(12, python=1)):
        for old, new in pairwise(states):
            told = msgspec.json.encode(diff(seen(old), seen(new))) + msgspec.json.encode(
                trie(new) if GAME.movers(new) else {}
            )
            assert len(zlib.compress(told)) <= 4096, legal(new)[:3]


# The art


def symbols() -> dict[str, ET.Element]:
    return {str(symbol.get("id")): symbol for symbol in ET.parse(ART).getroot().iter(f"{TAG}symbol")}


def test_every_sprite_that_is_ever_used_is_drawn() -> None:
    used = {"ground", "cover", "asked"} | {f"legend-{name}" for name in LEGEND_NAMES}
    used |= {f"{kind}-{name}" for kind in ("spawn", "fiend", "seat", "card", "marker", "mark") for name in FIENDS}
    used |= (
        {painter.tile_sprite(tile, side) for tile in range(TILES) for side in range(2)}
        | {f"digit-{digit}" for digit in range(10)}
        | {f"ink-{digit}" for digit in range(10)}
    )
    used |= (
        {piece.sprite for card in range(DANCES) for piece in painter.dance_pieces(ENGLISH, card, 0, 0)}
        | {"space", "large"}
        | {f"limit-{count}" for count in range(7)}
    )
    for states in random_games(size(12, python=2)):
        for state in states[::7]:
            used |= {piece.sprite for piece in seen(state).pieces} | {panel.sprite for panel in seen(state).panels}
    assert used <= set(symbols())
    assert GAME.pawns is not None
    assert {GAME.pawns.sprite.format(name) for name in GAME.pawns.values} <= set(symbols())


@pytest.mark.parametrize(
    "family",
    [
        [f"spawn-{name}" for name in FIENDS],
        [f"mark-{name}" for name in FIENDS],
        ["step-epic", "step-passionate", "step-happy", "step-grey", "step-free"],
    ],
)
def test_no_two_of_a_family_differ_by_colour_alone(family: list[str]) -> None:
    drawn = symbols()
    shapes = [
        re.sub(r"#[0-9A-Fa-f]{3,6}|url\(#[a-z-]+\)", "", ET.tostring(drawn[name], encoding="unicode").split(">", 1)[1])
        for name in family
    ]
    assert len(set(shapes)) == len(family)
