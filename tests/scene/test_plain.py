"""A game without a picture: cards for the words of what may be done."""

from dataclasses import dataclass
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.check.playing import Play
from ludotheque.core import registry
from ludotheque.core.constants import NONE
from ludotheque.core.words import ENGLISH
from ludotheque.scene.picture import gestures_of
from ludotheque.scene.plain import GAP, WIDTH, Plain, card


def shown(*texts: str) -> tuple[list[str], dict[str, Any]]:
    """The cards that lie there, and the gestures, in a game of which only the texts of its actions
    matter.
    """
    toy, legal = registry.load("toy"), list(range(len(texts)))
    notation = SimpleNamespace(text=lambda _state, _seat, action: texts[action])
    text = SimpleNamespace(board=lambda *_: "board")
    game: Any = Said(
        state=toy.state, scene=None, notation=notation, text=text, movers=lambda _: [0], legal=lambda *_: legal
    )
    scene = Plain(game).scene(ENGLISH, toy.blank, 0)
    return [place.label for place in scene.places], gestures_of(game, ENGLISH, toy.blank, 0, legal)


@dataclass(eq=False)
class Said:
    """As much of a game as it takes."""

    state: Any
    scene: Any
    notation: Any
    text: Any
    movers: Any
    legal: Any


def test_every_word_is_a_card_and_one_card_after_the_other_is_an_action() -> None:
    cards, trie = shown("lay tower c1", "lay tower c2", "lay wall c1", "done")
    assert cards == ["lay", "done", "tower", "wall", "c1", "c2"]
    assert trie == {
        "pick": {
            "1:lay": {"pick": {"2:tower": {"pick": {"3:c1": 0, "3:c2": 1}}, "2:wall": {"pick": {"3:c1": 2}}}},
            "1:done": 3,
        }
    }


def test_what_all_actions_say_goes_without_saying() -> None:
    assert shown("reach 0", "reach 1") == (["0", "1"], {"pick": {"2:0": 0, "2:1": 1}})
    assert shown("pass on") == (["on"], {"pick": {"2:on": 0}})


def test_an_action_that_another_one_begins_with_is_ended_by_a_button() -> None:
    assert shown("take", "take two") == (["two"], {"button": {"Done": 0}, "pick": {"2:two": 1}})


def test_many_actions_are_few_cards_that_do_not_lie_on_each_other() -> None:
    cards, trie = shown(
        *(
            f"place p{piece} {turn} {x},{y}"
            for piece in range(6)
            for turn in (0, 90, 180, 270)
            for x in range(5)
            for y in range(5)
        )
    )
    assert len(cards) == 6 + 4 + 25
    assert len(trie["pick"]) == 6
    game = registry.load("toy")
    for state in Play(game, 3, {}, 3, [5, 12, 7]).states():
        for seat in (0, 1, 2, NONE):
            places = Plain(game).scene(ENGLISH, game.view_of(state, seat), seat).places
            assert bool(places) == (seat in game.movers(state))
            boxes = [(place.x - place.width / 2, place.y, place.x + place.width / 2) for place in places]
            assert all(left >= 0 and right <= WIDTH for left, _, right in boxes)
            assert all(one[1] != other[1] or one[2] + GAP <= other[0] + 0.01 for one, other in pairwise(boxes))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_card_has_its_place_in_the_sentence(seat: int) -> None:
    game = registry.load("toy")
    view = game.view_of(game.new(2, {}, bytes(32)), seat)
    assert [place.id for place in Plain(game).scene(ENGLISH, view, seat).places] == [
        card(1, str(reach)) for reach in range(4)
    ]
