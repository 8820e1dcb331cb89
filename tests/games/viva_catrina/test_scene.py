"""Viva Catrina's picture: what lies where, what is said about it, the steps that lead to each
action, and the sprites that it needs.
"""

import re
import xml.etree.ElementTree as ET
import zlib
from typing import Any

import msgspec
import pytest

from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.core.words import ENGLISH
from ludotheque.games.viva_catrina import scene as painter
from ludotheque.games.viva_catrina.components import MAX_TILES, PATH_ROWS, START_FIRST, TILE_NAMES, TILES
from ludotheque.games.viva_catrina.notation import spot_text
from ludotheque.games.viva_catrina.rules import Refusal
from ludotheque.scene.diff import diff
from ludotheque.scene.model import Piece, Scene
from ludotheque.scene.picture import gestures_of, scene_of
from tests.games.effort import size
from tests.games.viva_catrina.villages import (
    GAME,
    dealt,
    games,
    give,
    lay_lines,
    legal,
    linking,
    mover,
    play,
    put,
    village,
)

ART = GAME.folder / "art.svg"
TAG = "{http://www.w3.org/2000/svg}"
SMALL_BASE = (("S5-marigold", "1,0 1"), ("B10-green", "1,1 0"), ("S2-marigold", "2,0 0"), ("S1-marigold", "2,1 0"))
LARGE_BASE = (
    ("N4", "1,0 1"),
    ("B1-red", "1,1 0"),
    ("B9-blue", "2,0 0"),
    ("A3-shop", "2,1 1"),
    ("B10-red", "3,0 0"),
    ("B12-yellow", "3,1 1"),
)


def seen(state: Any, seat: int = 0) -> Scene:
    return scene_of(GAME, ENGLISH, GAME.view_of(state, seat), seat)


def piece(scene: Scene, name: str) -> Piece:
    (found,) = (each for each in scene.pieces if each.id == name)
    return found


def tile_id(name: str) -> str:
    return f"tile-{TILE_NAMES.index(name)}"


def ids(scene: Scene, prefix: str) -> set[str]:
    return {each.id for each in scene.pieces if each.id.startswith(prefix)}


# One picture per phase


def test_the_picture_while_a_tile_is_taken() -> None:
    scene = seen(lay_lines(dealt(2), ["S1-bread", "B4-red", "N2"], ["N5"]))
    assert [place.id for place in scene.places] == ["line-1-left", "line-1-1", "line-1-right", "line-2-left"]
    assert [place.label for place in scene.places[:2]] == [
        "line 1, left end: tile with a bread shop and a visitor on the paved path",
        "tile with a red balloon and a visitor on the paved path",
    ]
    hanging = piece(scene, tile_id("S1-bread"))
    assert (hanging.sprite, hanging.place, hanging.turn) == ("P-P-1010.sbrv.", "line-1-left", 0)
    assert scene.hand == ""
    assert scene.ground == "ground-2"
    assert scene.text == GAME.text.board(ENGLISH, lay_lines(dealt(2), ["S1-bread", "B4-red", "N2"], ["N5"]), 0)


def test_the_picture_while_a_tile_is_placed() -> None:
    state = give(village(("S3-bread", "0,-1 0")), "S1-fruit")
    scene = seen(state)
    assert scene.hand == tile_id("S1-fruit")
    assert 100 * piece(scene, scene.hand).size == scene.places[-1].width  # as large as it will lie
    free = [place for place in scene.places if place.id.startswith("free-")]
    assert [place.label for place in free] == [
        f"free spot {where}"
        for where in (
            "above the bread shop",
            "left of the bread shop",
            "right of the bread shop",
            "left of the fountain",
            "right of the fountain",
            "below the fountain",
        )
    ]
    for other in (1, 2, NONE):  # who looks on has nothing in hand
        assert seen(state, other).hand == ""
        assert not [place for place in seen(state, other).places if place.id.startswith("free-")]


def test_the_picture_at_the_end() -> None:
    state = lay_lines(village(("S3-bread", "0,-1 0")), [], [])
    state.rounds_over = 2
    play(give(state, "S1-fruit"), "place 0,1 0")
    scene = seen(state)
    assert GAME.is_over(state)
    assert scene.places == []
    assert ids(scene, "candle") == set()
    assert scene.panels[0].label == "2 points (shops 1, visitors 1)"


# Tiles


def test_every_tile_on_the_table_is_one_piece_with_its_own_number() -> None:
    for states in games(size(4, 1), linking):
        for state in list(states)[:: size(5, 40) or 1]:
            tiles = [each.id for each in seen(state).pieces if re.fullmatch(r"tile-\d+", each.id)]
            lying = (
                [tile for tile in state.line.flatten().tolist() if tile]
                + [placed // 4 for row in state.placed.tolist() for placed in row if placed]
                + [int(state.hand)] * int(state.hand > 0)
            )
            assert sorted(tiles) == sorted(f"tile-{tile}" for tile in lying)


def test_a_tile_keeps_its_id_from_the_line_to_the_village() -> None:
    state = lay_lines(dealt(2), ["S4-bread", "B4-red", "N2"], ["N5"])
    in_line = piece(seen(state), tile_id("S4-bread"))
    play(state, "take 1 left")
    in_hand = piece(seen(state), tile_id("S4-bread"))
    play(state, "place 0,-1 2")
    in_village = piece(seen(state), tile_id("S4-bread"))
    assert in_line.sprite == in_hand.sprite == in_village.sprite  # it is not turned over on the way
    assert (in_line.turn, in_hand.turn, in_village.turn) == (0, 0, 180)
    assert in_line.y < in_village.y < in_hand.y


def test_neighbours_touch_so_that_their_paths_meet() -> None:
    scene = seen(village(("S1-bread", "0,-1 0"), ("S3-fruit", "0,-2 0"), ("B4-red", "1,-2 0")))
    start, first, second, third = (
        piece(scene, each) for each in (start_of(scene), tile_id("S1-bread"), tile_id("S3-fruit"), tile_id("B4-red"))
    )
    cell = 100 * start.size
    assert [start.y - first.y, start.y - second.y, third.x - second.x] == pytest.approx([cell, 2 * cell, cell], abs=0.2)
    assert start.x == first.x == second.x


def start_of(scene: Scene) -> str:
    """The start tile of the large village."""
    starts = [each for each in scene.pieces if each.id in {f"tile-{tile}" for tile in range(START_FIRST, TILES)}]
    return max(starts, key=lambda each: each.size).id


def test_what_is_not_linked_is_dimmed() -> None:
    # the trail of the first is linked; its paved path and the second tile are not
    state = village(("B10-red", "1,0 0"), ("S2-bread", "2,0 2"))
    scene = seen(state)
    assert piece(scene, "veil" + tile_id("B10-red")[4:]).sprite == "veil-ne"
    assert piece(scene, "veil" + tile_id("S2-bread")[4:]).sprite == "veil"
    put(state, "S3-fruit", "0,-1 0")
    put(state, "B4-red", "1,-1 0")
    assert ids(seen(state), "veil-") == set()


def test_labels_say_what_is_linked_and_what_altars_and_shops_are_worth() -> None:
    scene = seen(
        village(
            ("S1-bread", "0,-1 0"),
            ("A1-red", "0,1 0"),
            ("B1-red", "0,2 0"),
            ("B10-blue", "1,0 0"),
            ("S3-fruit", "0,-2 0"),
            ("S4-skull", "0,3 1"),
        )
    )
    labels = {name: piece(scene, tile_id(name)).label for name in ("S1-bread", "A1-red", "B10-blue", "S4-skull")}
    assert labels == {
        "S1-bread": "tile with a bread shop and a visitor on the paved path; shops of 2 kinds give 1 point;"
        " above the fountain",
        "A1-red": "tile with an altar of red balloons on the paved path; the altar gives 2 points; below the fountain",
        "B10-blue": "tile with a blue balloon on the paved path, a butterfly on the trail; paved path not linked;"
        " right of the fountain",
        "S4-skull": "tile with a sugar skull shop and a visitor on the paved path; not linked;"
        " 3 down from the fountain",
    }


# Bases


def test_a_chimera_sits_in_the_middle_of_its_base() -> None:
    for tiles, grid_corner, sprite in ((SMALL_BASE, (1.5, 0.5), "chimera-"), (LARGE_BASE, (2, 0.5), "great-")):
        scene = seen(village(*tiles))
        (name,) = ids(scene, "chimera-0")
        chimera, start = piece(scene, name), piece(scene, start_of(scene))
        assert chimera.sprite.startswith(sprite)
        assert [chimera.x - start.x, chimera.y - start.y] == pytest.approx(
            [100 * start.size * far for far in grid_corner], abs=0.2
        )
        assert chimera.label == {"chimera-": "small chimera: 3 points", "great-": "large chimera: 5 points"}[sprite]


def test_bases_show_what_is_missing_in_the_own_village() -> None:
    state = village(*SMALL_BASE[:-1])
    hints = ids(seen(state), "missing-")
    assert "missing-2,1-0" in hints  # its north-west corner is the fourth part round 2,1
    assert ids(seen(state, 1), "missing-") == set()
    put(state, *SMALL_BASE[-1])
    assert not {
        hint
        for hint in ids(seen(state), "missing-")
        if hint in ("missing-2,1-0", "missing-1,0-2", "missing-2,0-3", "missing-1,1-1")
    }
    # round a corner of the start tile
    assert not [
        hint
        for hint in ids(seen(village(("S2-bread", "1,0 0"))), "missing-")
        if hint.startswith(("missing-0,1-", "missing-0,0-"))
    ]


def test_a_closed_base_that_is_not_linked_waits() -> None:
    loose = (("S2-bread", "1,0 1"), ("S2-fruit", "1,1 0"), ("S2-skull", "2,0 0"), ("S2-candle", "2,1 1"))
    assert ids(seen(village(*loose)), "waits-") == {"waits-2,1"}
    assert ids(seen(village(*SMALL_BASE)), "waits-") == set()
    assert ids(seen(village(*LARGE_BASE)), "waits-") == set()


# The table


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_village_is_there_at_once_the_own_one_large_and_each_one_click_away(seats: int) -> None:
    for own in range(seats):
        state = dealt(seats)
        scene = seen(state, own)
        sizes = {seat: piece(scene, f"tile-{int(state.placed[seat, 1]) // 4}").size for seat in range(seats)}
        assert all(sizes[own] > sizes[seat] for seat in range(seats) if seat != own)
        home, *others = scene.areas
        assert (home.is_home, home.seat, [area.seat for area in others[:-1]]) == (
            True,
            own,
            [seat for seat in range(seats) if seat != own],
        )
        for seat in range(seats):
            start = piece(scene, f"tile-{int(state.placed[seat, 1]) // 4}")
            area = home if seat == own else next(area for area in others if area.seat == seat)
            assert area.x < start.x < area.x + area.width
            assert area.y < start.y < area.y + area.height
    assert seen(dealt(seats), NONE).areas == seen(dealt(seats), 0).areas


def test_the_plots_are_where_the_grounds_draw_them() -> None:
    for seats in range(2, 7):
        frames = [rect for rect in symbols()[f"ground-{seats}"].iter(f"{TAG}rect") if rect.get("fill") == "url(#plot)"]
        drawn = [tuple(float(frame.get(key, "0")) for key in ("x", "y", "width", "height")) for frame in frames]
        assert drawn == [
            tuple(pytest.approx(value, abs=0.06) for value in plot[:4]) for plot in painter.plots(seats, 0)
        ]


def test_a_village_always_fits_into_its_plot() -> None:
    for is_own, plot in ((True, painter.plots(6, 0)[0]), (False, painter.plots(6, 0)[1])):
        for across in range(MAX_TILES):
            for far in (-across, 0):
                lies = painter.grid_of(plot, is_own, (far, far + across), (across - MAX_TILES + 1, 0))
                west, east = (lies.at(x, 0)[0] for x in (far - 0.5 - is_own, far + across + 0.5 + is_own))
                north, south = (lies.at(0, y)[1] for y in (across - MAX_TILES + 0.5 - is_own, 0.5 + is_own))
                assert plot.x <= west < east <= plot.x + plot.width
                assert plot.y <= north < south <= plot.y + plot.height - plot.strip


def test_supplies_and_what_was_earned_are_shown() -> None:
    state = village(("B2-red", "0,-1 1"), ("B4-red", "0,1 0"))
    scene = seen(state)
    earned, next_one = piece(scene, "balloon-0-0"), piece(scene, "balloon-0-1")
    assert (earned.sprite, earned.label) == ("card-red", "balloon tile for red balloons: 5 points, seat 0")
    assert (next_one.label, next_one.y < earned.y) == ("balloon tile for red balloons: 4 points, in the pile", True)
    assert piece(scene, "value-0-0-0").sprite == "digit-5"
    assert piece(scene, "pile-small").label == "15 small chimeras left"
    assert [piece(scene, f"left-small-{place}").sprite for place in range(2)] == ["count-1", "count-5"]
    for tile in (("B1-red", "0,2 0"), ("B6-red", "0,3 0")):
        put(state, *tile)
    assert (piece(seen(state), "balloon-0-0").sprite, piece(seen(state), "value-0-0-0").sprite) == (
        "gold-red",
        "digit-8",
    )
    state.chimeras_left[:] = 0
    assert not ids(seen(state), "pile-")


def test_the_catrina_and_the_candle_go_round() -> None:
    state = village()
    before = seen(state)
    state.seat, state.rounds_over = 1, 2
    after = seen(state)
    assert piece(before, "catrina").x < piece(after, "catrina").x
    assert piece(before, "candle").x < piece(after, "candle").x


# Gestures


def test_a_take_is_one_pick_and_a_placement_a_turn_and_a_pick() -> None:
    state = dealt(3)
    trie = gestures_of(GAME, ENGLISH, GAME.view_of(state, 0), 0, GAME.legal(state, 0))
    assert trie == {"pick": {"line-1-left": 0, "line-1-right": 1, "line-2-left": 2, "line-2-right": 3}}
    state = give(village(("S3-bread", "0,-1 0")), "S1-fruit")
    trie = gestures_of(GAME, ENGLISH, GAME.view_of(state, 0), 0, GAME.legal(state, 0))
    assert list(trie["turn"]) == ["0", "90"]
    cells = {f"free-{number}": spot_text(spot) for number, spot in enumerate(state.fringe[0].tolist())}
    ways = [f"place {cells[cell]} {int(turn) // 90}" for turn, then in trie["turn"].items() for cell in then["pick"]]
    assert sorted(ways) == sorted(legal(state))
    assert all(
        GAME.notation.text(state, mover(state), action).endswith(f" {int(turn) // 90}")
        for turn, then in trie["turn"].items()
        for action in then["pick"].values()
    )


def test_what_cannot_be_picked_says_why() -> None:
    inside, placed = (("pick", "line-1-4"),), (("turn", "0"), ("pick", "tile-3"))
    taking, placing = (GAME.view_of(state, 0) for state in (dealt(), give(village(), "S1-bread")))
    assert [painter.why_not(ENGLISH, taking, 0, steps) for steps in (inside, placed)] == [
        Refusal.NOT_AN_END,
        Refusal.TAKE_FIRST,
    ]
    assert [painter.why_not(ENGLISH, placing, 0, steps) for steps in (inside, placed)] == [
        Refusal.PLACE_FIRST,
        Refusal.OCCUPIED,
    ]


# The art


def symbols() -> dict[str, ET.Element]:
    return {str(symbol.get("id")): symbol for symbol in ET.parse(ART).getroot().iter(f"{TAG}symbol")}


def test_every_sprite_that_is_ever_used_is_drawn() -> None:
    tiles = {painter.sprite_of(tile) for tile in range(1, TILES)}
    assert len(tiles) == len(PATH_ROWS) + 2  # start tiles of two kinds
    veils = {
        painter.veil_of(tile, paved, trail)
        for tile in range(1, START_FIRST)
        for paved in (False, True)
        for trail in (False, True)
    } - {""}
    more = (
        {f"ground-{seats}" for seats in range(2, 7)}
        | {f"seat-{seat}" for seat in range(6)}
        | {f"{side}-{color}" for side in ("card", "gold") for color in painter.COLOR_SPRITES}
    )
    numbers = {f"{kind}-{digit}" for kind in ("digit", "count") for digit in range(10)}
    single = {
        "bag",
        "candle",
        "catrina",
        "missing",
        "waits",
        "cover",
        "soil",
        "corner",
        "side",
        "paved-arm",
        "trail-arm",
        "chimera-0",
        "chimera-1",
        "chimera-2",
        "great-0",
        "great-1",
    }
    assert tiles | veils | more | numbers | single <= set(symbols())
    for states in games(size(3, 1), linking):
        for state in list(states)[:: size(7, 60) or 1]:
            assert {each.sprite for each in seen(state).pieces} <= set(symbols())


def test_no_two_colors_shops_or_seats_differ_by_colour_alone() -> None:
    drawn = symbols()
    for names in (
        ["bre", "bbl", "bye", "bgr"],
        ["sbr", "sfr", "ssk", "sma", "sba", "sca"],
        [f"seat-{seat}" for seat in range(6)],
        [f"a{kind}" for kind in ("re", "bl", "ye", "gr", "sh", "vi", "bu", "ch")],
    ):
        shapes = {
            re.sub(r"#[0-9A-Fa-f]{3,6}", "", ET.tostring(drawn[name], encoding="unicode").split(">", 1)[1])
            for name in names
        }
        assert len(shapes) == len(names)


def test_a_face_that_is_not_drawn_is_put_together_from_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = painter.sprite_of(TILE_NAMES.index("S4-bread"))
    known = painter.drawn() - {whole}
    monkeypatch.setattr(painter, "drawn", lambda: known)
    found = painter.tile_pieces(
        TILE_NAMES.index("S4-bread"), Piece("", "", 500, 500, turn=90, layer=1, size=0.5, label="S4-bread")
    )
    assert [(each.sprite, each.turn) for each in found] == [
        ("soil", 90),
        ("corner", 270),
        ("corner", 360),
        ("paved-arm", 90),
        ("side", 270),
        ("sbr", 90),
        ("v", 90),
    ]
    assert len({each.id for each in found}) == len(found)
    assert (found[5].x, found[5].y) == (516, 500)  # on the exit that looked north before the turn


# How much is sent


def test_an_update_is_small() -> None:
    for states in games(size(4, 1), linking):
        old = None
        for state in states:
            new, actions = seen(state), GAME.legal(state, 0)
            trie = gestures_of(GAME, ENGLISH, GAME.view_of(state, 0), 0, actions)
            if old is not None:
                assert len(zlib.compress(msgspec.json.encode([diff(old, new), trie]))) <= 4096
            old = new
    state = copy(dealt(6))
    assert len(zlib.compress(msgspec.json.encode(seen(state)))) < 8192
