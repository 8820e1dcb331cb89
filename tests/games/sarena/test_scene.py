"""Sarena's picture: what lies where, what is said about it, and the sprites that it needs."""

import re
import xml.etree.ElementTree as ET
from collections import Counter

import msgspec
import pytest

from ludotheque.core.constants import NONE
from ludotheque.core.words import ENGLISH
from ludotheque.games.sarena import scene as painter
from ludotheque.games.sarena.components import CIRCLE_NAMES, LINES
from ludotheque.games.sarena.state import Phase
from ludotheque.scene.model import Panel, Piece, Scene
from ludotheque.scene.picture import gestures_of, scene_of
from tests.games.effort import size
from tests.games.sarena.boards import GAME, after, legal, mover, random_games, state_of

ART = GAME.folder / "art.svg"
TAG = "{http://www.w3.org/2000/svg}"
STACKS = {"a1": ["amber/teal", "crimson/ivory"], "b1": ["teal/ivory"], "f6": ["ivory/amber"]}


def seen(state: object, seat: int) -> Scene:
    return scene_of(GAME, ENGLISH, GAME.view_of(state, seat), seat)


def chips(scene: Scene) -> list[Piece]:
    return [piece for piece in scene.pieces if piece.id.startswith("chip-")]


# One picture per phase


def test_the_picture_while_stacks_are_moved() -> None:
    scene = seen(state_of(STACKS), 0)
    assert [
        (piece.id, piece.sprite, piece.x, piece.y, piece.layer, piece.label, piece.place) for piece in chips(scene)
    ] == [
        ("chip-0", "chip-amber-teal", 99, 120, 1, "amber over teal", "a1"),
        ("chip-30", "chip-crimson-ivory", 99, 103, 2, "crimson over ivory", "a1"),
        ("chip-24", "chip-teal-ivory", 204, 120, 1, "teal over ivory", "b1"),
        ("chip-12", "chip-ivory-amber", 624, 730, 21, "ivory over amber", "f6"),
    ]
    assert [place.id for place in scene.places] == list(CIRCLE_NAMES)
    assert [place.label for place in scene.places[:3]] == [
        "a1, 2 chips, crimson on top",
        "b1, 1 chip, teal on top, arrows",
        "c1, empty",
    ]
    assert scene.panels == [
        Panel(0, "pawn-amber", "secret colour: amber"),
        Panel(1, "pawn-hidden", "secret colour hidden"),
    ]
    assert scene.text == GAME.text.board(ENGLISH, GAME.view_of(state_of(STACKS), 0), 0)
    assert (scene.ground, Counter(piece.sprite for piece in scene.pieces if piece.layer == 0)) == (
        "ground",
        {"bowl": 18, "arrows": 18},
    )


def test_the_picture_at_the_end_shows_every_pawn_to_everybody() -> None:
    state = state_of({"b1": ["amber/teal", "ivory/teal"]})  # alone among empty circles without arrows: nothing can move
    assert state.phase == Phase.OVER
    for seat in (0, 1, NONE):
        scene = seen(state, seat)
        assert scene.panels == [
            Panel(0, "pawn-amber", "secret colour: amber"),
            Panel(1, "pawn-teal", "secret colour: teal"),
        ]
        assert [piece.place for piece in chips(scene)] == ["b1", "b1"]


def test_a_spectator_sees_no_pawn() -> None:
    assert {panel.sprite for panel in seen(state_of(STACKS), NONE).panels} == {"pawn-hidden"}


def test_a_secret_would_show_if_it_were_in_the_view() -> None:
    """So that the test of all games, which compares two states that differ in it, can fail."""
    one, other = (GAME.view_of(state_of(STACKS, secret), NONE) for secret in (("amber", "teal"), ("ivory", "teal")))
    assert scene_of(GAME, ENGLISH, one, NONE) == scene_of(GAME, ENGLISH, other, NONE)
    one.secret[0], other.secret[0] = 0, 3
    assert scene_of(GAME, ENGLISH, one, NONE) != scene_of(GAME, ENGLISH, other, NONE)


# Chips


def test_every_chip_keeps_its_id_through_whole_games_and_lies_on_one_circle() -> None:
    ids = {f"chip-{number}" for number in range(36)}
    for states in random_games(size(20, 1)):
        for state in states:
            lying = chips(seen(state, 0))
            assert {piece.id for piece in lying} == ids
            assert len({(piece.x, piece.y) for piece in lying}) == len(lying) == 36


def test_a_stack_that_is_turned_over_keeps_its_chips_in_reversed_order() -> None:
    before = state_of({"a1": ["amber/teal", "crimson/ivory"]})
    old, new = chips(seen(before, 0)), chips(seen(after(before, "a1-b1"), 0))
    assert [piece.id for piece in new] == [piece.id for piece in reversed(old)]
    assert [piece.sprite for piece in new] == ["chip-ivory-crimson", "chip-teal-amber"]
    assert [piece.label for piece in new] == ["ivory over crimson", "teal over amber"]


def test_a_chip_lies_above_those_beneath_it_and_before_the_rows_behind() -> None:
    tower = ["amber/teal", "teal/amber", "amber/ivory", "ivory/teal"]
    lying = chips(seen(state_of({"c1": tower, "c2": tower}), 0))
    assert [piece.layer for piece in lying] == sorted({piece.layer for piece in lying})
    assert [piece.y for piece in lying[:4]] == sorted((piece.y for piece in lying[:4]), reverse=True)


def test_the_area_of_a_circle_covers_its_stack() -> None:
    tower = ["amber/teal", "teal/amber", "amber/ivory", "ivory/teal"]
    for height in range(1, 5):
        scene = seen(state_of({"c2": tower[:height], "f6": ["amber/crimson"]}), 0)
        (place,) = (place for place in scene.places if place.id == "c2")
        for piece in chips(scene)[:height]:
            assert abs(piece.x - place.x) < place.width / 2
            assert abs(piece.y - place.y) < place.height / 2


# Gestures


def test_a_move_is_a_stack_picked_and_a_circle_picked() -> None:
    state = state_of(STACKS)
    trie = gestures_of(GAME, ENGLISH, GAME.view_of(state, 0), 0, GAME.legal(state, 0))
    moves = {
        f"{origin}-{target}": action for origin, then in trie["pick"].items() for target, action in then["pick"].items()
    }
    assert sorted(moves) == sorted(legal(state))
    assert all(GAME.notation.text(state, mover(state), action) == text for text, action in moves.items())


# The art


def symbols() -> dict[str, ET.Element]:
    return {str(symbol.get("id")): symbol for symbol in ET.parse(ART).getroot().iter(f"{TAG}symbol")}


def test_every_sprite_that_is_ever_used_is_drawn() -> None:
    all_chips = {piece.sprite for levels in painter.all_chips(ENGLISH) for level in levels for piece in level.values()}
    assert len(all_chips) == 12
    pawns = {painter.pawn(ENGLISH, 0, secret).sprite for secret in (NONE, 0, 1, 2, 3)}
    assert all_chips | pawns | {"ground", "bowl", "arrows", "filled-across", "filled-down"} <= set(symbols())


def test_no_two_colors_share_a_mark_or_an_edge() -> None:
    """Never colour alone: whatever tells two faces or two edges apart is there without the colour
    too.
    """
    drawn = symbols()
    for part in ("mark", "band"):
        shapes = [
            re.sub(r"#[0-9A-Fa-f]{3,6}", "", ET.tostring(drawn[f"{part}-{color}"], encoding="unicode").split(">", 1)[1])
            for color in painter.COLOR_SPRITES
        ]
        assert len(set(shapes)) == 4


def test_the_ground_has_its_grooves_where_the_circles_are() -> None:
    grooves = next(
        path.get("d", "") for path in symbols()["ground"].iter(f"{TAG}path") if path.get("stroke-width") == "6.5"
    )
    rows = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)H624", grooves)}
    columns = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)V726", grooves)}
    assert rows == {painter.CENTERS[circle] for circle in range(0, 36, 6)}
    assert columns == {painter.CENTERS[circle] for circle in range(6)}


def test_a_line_that_is_missing_in_the_components_is_filled_on_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    assert painter.filled_grooves() == []
    missing = {(14, 15), (15, 14), (14, 20), (20, 14)}
    monkeypatch.setattr(painter, "LINES", [line for line in LINES if line not in missing])
    assert [(piece.id, piece.sprite, (piece.x, piece.y)) for piece in painter.filled_grooves()] == [
        ("filled-c3-d3", "filled-across", painter.CENTERS[14]),
        ("filled-c3-c4", "filled-down", painter.CENTERS[14]),
    ]


def test_a_whole_update_is_small() -> None:
    assert len(msgspec.json.encode(seen(state_of(STACKS), 0))) < 16_000
