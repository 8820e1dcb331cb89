"""Only what has changed is told."""

from msgspec.structs import replace

from ludotheque.scene.diff import diff
from ludotheque.scene.model import Changes, Panel, Piece, Place, Scene

PAWN, CARD = Piece("pawn", "pawn", 1, 2), Piece("card", "back", 3, 4)
SCENE = Scene(10, 10, "ground", [PAWN, CARD], [Place("a1", 1, 2, 1, 1, "a1, empty")], [Panel(0, "hat")], "text")
NOTHING = Changes([], [])


def test_nothing_has_changed() -> None:
    assert diff(SCENE, replace(SCENE, pieces=[CARD, PAWN])) == NOTHING


def test_a_piece_that_moved_and_one_that_is_new_are_told_whole() -> None:
    moved, new = replace(PAWN, x=5), Piece("coin", "coin", 0, 0)
    assert diff(SCENE, replace(SCENE, pieces=[moved, CARD, new])) == replace(NOTHING, pieces=[new, moved])


def test_a_piece_that_is_gone_is_told_by_its_id() -> None:
    assert diff(SCENE, replace(SCENE, pieces=[PAWN])) == replace(NOTHING, gone=["card"])


def test_a_place_that_is_new_or_otherwise_is_told_whole_and_one_that_is_gone_by_its_id() -> None:
    other, new = replace(SCENE.places[0], label="a1, a chip"), Place("a2", 2, 2, 1, 1, "a2, empty")
    assert diff(SCENE, replace(SCENE, places=[other, new])) == replace(NOTHING, places=[other, new])
    assert diff(SCENE, replace(SCENE, places=[replace(SCENE.places[0])])) == NOTHING
    assert diff(SCENE, replace(SCENE, pieces=[PAWN], places=[new])) == replace(
        NOTHING, gone=["card", "a1"], places=[new]
    )


def test_panels_and_text_are_told_if_anything_in_them_changed() -> None:
    panels = [replace(SCENE.panels[0], label="3 points")]
    assert diff(SCENE, replace(SCENE, panels=panels, text="other")) == replace(NOTHING, panels=panels, text="other")
    assert diff(SCENE, replace(SCENE, panels=[], text="")) == replace(NOTHING, panels=[], text="")
