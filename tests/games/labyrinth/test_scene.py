"""Master Labyrinth's picture: what lies where, what is said about it, how it moves, and the sprites
that it needs.
"""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from statistics import median
from time import thread_time
from typing import Any
from zlib import compress

import msgspec
import pytest

from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.core.rule import JIT
from ludotheque.core.words import ENGLISH
from ludotheque.games.labyrinth import scene as painter
from ludotheque.games.labyrinth import text
from ludotheque.games.labyrinth.components import CELL_NAMES, FORMULAS, SLOT_NAMES, VALUES
from ludotheque.games.labyrinth.lore import LORE
from ludotheque.games.labyrinth.rules import Refusal
from ludotheque.games.labyrinth.state import Phase
from ludotheque.scene.diff import diff
from ludotheque.scene.model import Panel, Piece, Scene
from ludotheque.scene.picture import gestures_of, scene_of
from ludotheque.scene.tally import tallies
from tests.games.effort import size
from tests.games.labyrinth.mazes import GAME, after, dealt, legal, mover, position, random_games

ART = GAME.folder / "art.svg"
TAG = "{http://www.w3.org/2000/svg}"


def seen(state: Any, seat: int) -> Scene:
    return scene_of(GAME, ENGLISH, GAME.view_of(state, seat), seat)


def piece(scene: Scene, name: str) -> Piece:
    (found,) = (piece for piece in scene.pieces if piece.id == name)
    return found


def trie(state: Any) -> dict[str, Any]:
    seat = mover(state)
    return gestures_of(GAME, ENGLISH, GAME.view_of(state, seat), seat, GAME.legal(state, seat))


def center(cell: str) -> tuple[float, float]:
    return painter.CENTERS[CELL_NAMES.index(cell)]


# One picture per phase


def test_the_picture_before_a_shift() -> None:
    state = dealt()
    scene = seen(state, 0)
    assert [place.id for place in scene.places] == [*CELL_NAMES, *(f"slot-{name}" for name in SLOT_NAMES)]
    labels = {place.id: place.label for place in scene.places}
    assert labels["b2"] == "b2, straight leading up and down, token 3 (oak leaf)"
    assert labels["slot-1"] == "slot 1, into column b"
    assert labels["slot-4"] == "slot 4, into row 2"
    spare = piece(scene, f"tile-{state.spare_tile}")
    assert (spare.sprite[:6], spare.turn, (spare.x, spare.y), scene.hand) == ("corner", 0, painter.LEDGE, spare.id)
    assert (piece(scene, "pawn-0").sprite, piece(scene, "pawn-1").sprite) == ("hat-brown", "hat-white")
    assert (piece(scene, "goal-light").x, piece(scene, "goal-light").y) == center("e6")
    assert "chain" not in {piece.id for piece in scene.pieces}
    has = tallies(ENGLISH, text.TALLIES, {"points": 9, "tokens": 0, "wands": 3})
    assert scene.panels == [
        Panel(0, "panel-brown", "9 points; tokens 0, wands 3", has, is_sign=True),
        Panel(1, "panel-white", "9 points; tokens 0, wands 3", has, is_sign=True),
    ]
    assert scene.text == GAME.text.board(ENGLISH, GAME.view_of(state, 0), 0)


def test_the_picture_after_a_shift_shows_what_slid_and_what_fell() -> None:
    state = position(pawns=["b7", "e5"], tokens={"b7": 3, "b2": 2, "c2": 1})
    before, later = seen(state, 0), seen(after(state, "shift 1 ES"), 0)
    went_in = piece(later, f"tile-{state.spare_tile}")
    assert ((went_in.x, went_in.y), went_in.turn, went_in.via, went_in.size) == (
        center("b1"),
        90,
        [painter.SLOT_CENTERS[0]],
        1,
    )
    came_out = piece(later, f"tile-{int(state.tile[CELL_NAMES.index('b7')])}")
    assert ((came_out.x, came_out.y), came_out.via) == (painter.LEDGE, [painter.SLOT_CENTERS[8]])
    slid = f"tile-{int(state.tile[CELL_NAMES.index('b3')])}"
    assert (piece(before, slid).y + 100, piece(before, slid).turn) == (piece(later, slid).y, piece(later, slid).turn)
    assert [piece(later, name).jump for name in ("token-3", "pawn-0", "token-2", "pawn-1")] == [
        True,
        True,
        False,
        False,
    ]
    assert piece(later, "token-3").place == piece(later, "pawn-0").place == "b1"
    chain = piece(later, "chain")
    assert ((chain.x, chain.y), later.hand) == (painter.SLOT_CENTERS[8], "")
    assert (
        next(place.label for place in later.places if place.id == "slot-9")
        == "slot 9, into column b, locked: the spare tile came out there"
    )


def test_the_picture_after_a_move_shows_the_way_along_the_corridors() -> None:
    state = after(dealt(), "shift 1 NE", "move e6")
    scene = seen(state, 0)
    assert piece(scene, "pawn-0").via == [center(cell) for cell in ("d3", "e3", "e4", "e5")]
    assert piece(scene, "pawn-0").place == "e6"
    token = piece(scene, "token-1")
    assert (token.place, token.y, token.size < 1) == ("", painter.SHELF, True)
    assert (piece(scene, "goal-light").x, piece(scene, "goal-light").y) == center("b7")
    assert piece(scene, "mark-0").sprite == "tick"  # 1 is on the own card
    assert piece(seen(after(state, "end", "shift 1 NS"), 0), "pawn-0").via == []


def test_the_picture_of_a_question_and_of_a_tip() -> None:
    state = after(position(3, advice="on", held=[[1], [2]], tokens={"c6": 4, "e6": 25}), "ask 1")
    asked = seen(state, 1)
    assert asked.hand == f"tile-{state.spare_tile}"
    assert piece(asked, "lamp").x == painter.shelf_center(3, 1)
    tipped = after(state, "tip 5 SW")
    scene = seen(tipped, 0)
    tip = piece(scene, "tip")
    assert (tip.sprite, tip.turn, (tip.x, tip.y), tip.label) == (
        "corner-0",
        180,
        painter.SLOT_CENTERS[4],
        "advice from seat 1: slot 5, leading down and left",
    )
    assert "tip" not in {piece.id for piece in seen(after(tipped, "shift 5 SW"), 0).pieces}


def test_the_price_goes_over_the_table_when_the_slot_shown_is_picked_however_the_spare_is_turned() -> None:
    state = after(position(3, advice="on", held=[[1], [2]], tokens={"c6": 4, "e6": 25}), "ask 1", "tip 5 SW")
    for turn in ("0", "90", "180", "270"):
        for slot, holder in (("slot-5", 1), ("slot-11", 0)):
            later = copy(state)
            GAME.apply(later, 0, trie(state)["turn"][turn]["pick"][slot])
            assert (
                painter.shelf_left(3, holder) < piece(seen(later, 2), "token-1").x < painter.shelf_left(3, holder + 1)
            )


@pytest.mark.parametrize("starts", [["c5", "e3"], ["e5", "c3", "c5"], ["e3", "c5", "c3", "e5"]])
def test_pawns_hats_and_panels_have_the_colour_of_their_start_cell(starts: list[str]) -> None:
    colors = {"c3": "brown", "e3": "blue", "e5": "white", "c5": "red"}
    state = dealt(len(starts))
    GAME.notation.deal(state, GAME.notation.setup_of(state) | {"starts": starts})
    scene = seen(state, 0)
    for seat, start in enumerate(starts):
        color = colors[start]
        pawn = piece(scene, f"pawn-{seat}")
        assert (pawn.sprite, pawn.place, pawn.label) == (f"hat-{color}", start, f"{color} wizard, seat {seat}")
        assert piece(scene, f"hat-{seat}").sprite == f"hat-{color}"
        assert scene.panels[seat].sprite == f"panel-{color}"
        assert f"{'BLWR'[list(colors).index(start)]} seat {seat}, {color}:" in scene.text
    assert piece(scene, "candle-light").place == ""
    assert (piece(scene, "candle-light").x, piece(scene, "candle-light").y) == center(starts[0])


def test_a_pawn_that_can_be_chosen_is_drawn_and_named() -> None:
    assert GAME.pawns is not None
    assert GAME.pawns.values == {"brown": "c3", "blue": "e3", "white": "e5", "red": "c5"}
    for name in GAME.pawns.values:
        assert GAME.pawns.sprite.format(name) in symbols()
        assert GAME.label(GAME.words("fr"), name) != name


def test_who_points_at_a_token_reads_what_people_believed_about_it() -> None:
    """On the board, and in front of a player.

    The first line is the name alone, and cells, which screen readers and hints name, stay short.
    """
    scene = seen(position(held=[[7], []], tokens={"b2": 3, "c2": 25}), 1)
    assert piece(scene, "token-3").label.splitlines() == ["token 3, oak leaf", LORE["oak leaf"]]
    assert piece(scene, "token-7").label.splitlines() == ["token 7, raven feather", LORE["raven feather"]]
    assert not [place.id for place in scene.places if "\n" in place.label]


def test_the_picture_at_the_end_shows_every_formula_to_everybody() -> None:
    over = after(position(3, tokens={"e6": 25}, pawns=["e5"], phase=Phase.MOVE), "move e6")
    for seat in (0, 1, 2, NONE):
        shown = [piece.sprite for piece in seen(over, seat).pieces if piece.id.startswith("shown-")]
        assert shown == [f"token-{value}" for card in over.card[:3] for value in FORMULAS[card]]
        assert not {"goal-light", "candle-light", "lamp"} & {piece.id for piece in seen(over, seat).pieces}
    assert seen(over, 0).panels[0].label == "34 points; tokens 1, wands 3"


def test_the_corridors_that_may_be_walked_are_lit_for_the_one_who_walks() -> None:
    state = after(dealt(), "shift 1 NE")
    lit = {piece.id[4:] for piece in seen(state, 0).pieces if piece.id.startswith("lit-")}
    assert lit == {"c3", *(text.split()[1] for text in legal(state, "move"))}
    for other, viewer in ((state, 1), (state, NONE), (dealt(), 0), (after(state, "stay"), 0)):
        assert not [piece for piece in seen(other, viewer).pieces if piece.id.startswith("lit-")]


# The formula


def test_only_the_own_formula_is_drawn() -> None:
    state = dealt(3)
    assert [piece(seen(state, 0), f"formula-{place}").sprite for place in range(3)] == [
        "formula-1",
        "formula-10",
        "formula-13",
    ]
    assert [piece(seen(state, 1), f"formula-{place}").sprite for place in range(3)] == [
        "formula-25",
        "formula-16",
        "formula-2",
    ]
    assert piece(seen(state, NONE), "parchment").sprite == "parchment-sealed"
    assert not [piece for piece in seen(state, NONE).pieces if piece.id.startswith("formula-")]


def test_a_formula_ticks_off_what_is_won_and_crosses_out_what_is_lost() -> None:
    scene = seen(position(formulas=[[1, 10, 13]], held=[[1], [10]]), 0)
    assert [(name, piece(scene, name).sprite) for name in ("mark-0", "mark-1")] == [
        ("mark-0", "tick"),
        ("mark-1", "lost"),
    ]
    assert "mark-2" not in {piece.id for piece in scene.pieces}


def test_a_card_would_show_if_it_were_in_the_view() -> None:
    """So that the test of all games, which compares two states that differ in it, can fail."""
    view = GAME.view_of(dealt(), 0)
    hidden = scene_of(GAME, ENGLISH, view, 0)
    view.card[0] = 5
    assert scene_of(GAME, ENGLISH, view, 0) != hidden


# Pieces


def test_tiles_tokens_and_pawns_keep_their_ids_through_whole_games() -> None:
    ids = {*(f"tile-{number}" for number in range(34)), *(f"token-{value}" for value in VALUES)}
    for states in random_games(size(8, python=1)):
        for state in states[:: size(1, python=9)]:
            scene = seen(state, 0)
            assert ids | {f"pawn-{seat}" for seat in range(state.seats)} <= {piece.id for piece in scene.pieces}
            tiles = [(piece.x, piece.y) for piece in scene.pieces if piece.id.startswith(("tile-", "glued-"))]
            assert len(set(tiles)) == len(tiles) == 50


def test_everything_lies_within_the_picture_and_no_two_held_tokens_on_one_spot() -> None:
    for seats in (2, 3, 4):
        for count in range(22):
            scene = seen(position(seats, held=[VALUES[:count], VALUES[count:]], tokens=None), 0)
            lying = [piece for piece in scene.pieces if piece.id.startswith("token-") and piece.place == ""]
            assert len({(piece.x, piece.y) for piece in lying}) == len(lying) == 21
            for token in lying:
                seat = 0 if VALUES.index(int(token.id[6:])) < count else 1
                left = painter.shelf_left(seats, seat)
                radius = 34 * token.size
                assert left <= token.x - radius
                assert token.x + radius <= left + painter.SHELVES[seats]
                assert abs(token.y - painter.SHELF) + radius <= 54


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_pawns_that_share_a_cell_stand_apart(count: int) -> None:
    scene = seen(position(4, pawns=["d4"] * count + ["a1", "g1", "a7", "g7"][: 4 - count]), 0)
    spots = [(piece.x, piece.y) for piece in scene.pieces if piece.id.startswith("pawn-") and piece.place == "d4"]
    assert len(set(spots)) == count


def test_the_candle_burns_down() -> None:
    assert [piece(seen(position(drought=100, dry=dry), 0), "candle").sprite for dry in (0, 12, 13, 50, 99)] == [
        "candle-8",
        "candle-8",
        "candle-7",
        "candle-4",
        "candle-1",
    ]
    assert "candle" not in {piece.id for piece in seen(position(drought=0), 0).pieces}
    assert piece(seen(position(drought=100, dry=7), 0), "candle").label == "7 of 100 actions without a token"


def test_more_than_three_wands_fit_before_a_seat() -> None:
    scene = seen(position(2, wands=[0, 6]), 0)
    wands = [piece.x for piece in scene.pieces if piece.id.startswith("wand-1-")]
    assert len(set(wands)) == 6
    assert wands == sorted(wands)


# Gestures


def test_a_shift_is_the_spare_turned_in_the_hand_and_a_slot_picked() -> None:
    for spare, turns in (("NS", {"0", "90"}), ("NE", {"0", "90", "180", "270"}), ("NES", {"0", "90", "180", "270"})):
        state = position(spare=spare, forbidden=2)
        ways = trie(state)
        assert set(ways) == {"turn"}
        assert set(ways["turn"]) == turns
        assert set(ways["turn"]["90"]["pick"]) == {f"slot-{slot}" for slot in range(1, 13) if slot != 3}
    action = trie(dealt())["turn"]["90"]["pick"]["slot-4"]
    assert GAME.notation.text(dealt(), 0, action) == "shift 4 ES"


def test_a_walk_is_one_pick_and_staying_a_button() -> None:
    state = after(dealt(), "shift 1 NE")
    ways = trie(state)
    assert set(ways["pick"]) == {text.split()[1] for text in legal(state, "move")}
    assert set(ways["button"]) == {"Stay here"}
    assert set(trie(after(state, "stay"))["button"]) == {"Spend a wand", "End the turn"}


def test_the_deal_is_a_small_dialogue() -> None:
    state = position(3, advice="on", held=[[1], [2]], tokens={"c6": 4, "e6": 25})
    ways = trie(state)
    assert set(ways) == {"turn", "button"}
    assert set(ways["button"]["Ask for advice"]["button"]) == {"Offer token 1 (horse droppings)", "Offer a wand"}
    asked = after(state, "ask 1")
    assert set(trie(asked)) == {"turn", "button"}
    assert set(trie(asked)["button"]) == {"Decline"}


WHY = [
    (Phase.SHIFT, "slot-3", Refusal.FORBIDDEN_SLOT),
    (Phase.SHIFT, "e6", Refusal.MUST_SHIFT),
    (Phase.ANSWER, "slot-3", Refusal.FORBIDDEN_SLOT),
    (Phase.ANSWER, "e6", Refusal.MUST_ANSWER),
    (Phase.MOVE, "slot-1", Refusal.MUST_MOVE),
    (Phase.MOVE, "c3", Refusal.SAME_CELL),
    (Phase.MOVE, "a1", Refusal.OUT_OF_REACH),
    (Phase.WAND, "a1", Refusal.MUST_END),
    (Phase.OVER, "slot-1", Refusal.GAME_OVER),
]


@pytest.mark.parametrize(("phase", "what", "code"), WHY)
def test_a_pick_that_leads_nowhere_says_why(phase: Phase, what: str, code: Refusal) -> None:
    view = GAME.view_of(position(phase=phase, forbidden=2), 0)
    assert painter.why_not(ENGLISH, view, 0, (("turn", "0"), ("pick", what))) == code


# The art


def symbols() -> dict[str, ET.Element]:
    return {str(symbol.get("id")): symbol for symbol in ET.parse(ART).getroot().iter(f"{TAG}symbol")}


def test_every_sprite_that_is_ever_used_is_drawn() -> None:
    names = {f"{shape}-{number}" for shape in ("straight", "corner", "tee") for number in range(3)} | {
        f"glued-{shape}" for shape in ("straight", "corner", "tee")
    }
    names |= {f"{kind}-{value}" for kind in ("token", "formula") for value in VALUES} | {
        f"{kind}-{hat}" for kind in ("hat", "panel") for hat in painter.HATS
    }
    names |= (
        {f"candle-{wax}" for wax in range(painter.WAXES + 1)}
        | {f"{kind}-{seats}" for kind in ("shelf", "lamp") for seats in (2, 3, 4)}
        | {f"slot-{slot}" for slot in SLOT_NAMES}
    )
    names |= {f"lit-{shape}" for shape in ("straight", "corner", "tee")}
    names |= {
        "ground",
        "cover",
        "chain",
        "wand",
        "goal-light",
        "candle-light",
        "tip-glow",
        "parchment",
        "parchment-sealed",
        "tick",
        "lost",
    }
    assert names <= set(symbols())
    for states in random_games(size(8, python=1)):
        assert {piece.sprite for state in states for piece in seen(state, 0).pieces} <= names


def test_no_two_hats_have_the_same_shape() -> None:
    """Never colour alone: a hat is known by its brim, its tip and its sign too."""
    shapes = [
        re.sub(r"#[0-9A-Fa-f]{3,6}", "", ET.tostring(symbols()[f"hat-{hat}"], encoding="unicode").split(">", 1)[1])
        for hat in painter.HATS
    ]
    assert len(set(shapes)) == 4


# Size and speed


def test_an_update_is_at_most_4_kb_and_takes_less_than_a_millisecond() -> None:
    times = []
    for states in random_games(size(4, python=1)):
        for before, state in pairwise(states[: size(200, python=12)]):
            seat = next(iter(GAME.movers(state)), 0)
            began = thread_time()
            view = GAME.view_of(state, seat)
            scene, ways = (
                scene_of(GAME, ENGLISH, view, seat),
                gestures_of(GAME, ENGLISH, view, seat, GAME.legal(view, seat)),
            )
            times.append(thread_time() - began)
            old = seen(before, seat)
            assert len(compress(msgspec.json.encode((diff(old, scene), ways)))) <= 4096
    assert median(times) < 0.001 or not JIT


def test_labels_come_in_the_language_of_the_reader() -> None:
    assert text.slot_label(ENGLISH, 0, False) == "slot 1, into column b"
    assert text.holdings_label(ENGLISH, **text.holdings(2, 0b11, NONE)) == "9 points; tokens 2, wands 2"
