"""R7 Shops, and the extra tiles they earn."""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.viva_catrina.components import EXTRA_TILE_AT, SHOP, SHOPS
from ludotheque.games.viva_catrina.rules.codes import Chance, Event
from ludotheque.games.viva_catrina.rules.start import draw_tile


@rule
def count_pairs(state: Any, seat: int, story: Any) -> None:
    """R7.1 A second linked shop of a kind earns one extra tile, R7.2 once.

    R7.4 Several kinds may earn theirs at the same time.
    """
    for shop in range(SHOPS):
        bit = 1 << shop
        if state.linked[seat, SHOP + shop] >= EXTRA_TILE_AT and widen(state.earned[seat]) & bit == 0:
            state.earned[seat] |= bit
            state.owed += 1
            tell(story, Event.PAIR, seat, shop, NONE, 0)


@rule
def draw_extra(state: Any, seat: int, story: Any) -> None:
    """R7.5 Draw one extra tile, which is placed before the next is drawn.

    R7.6 If the bag is empty, everything still owed is lost.
    """
    if state.bag_size == 0:
        state.owed = 0
        tell(story, Event.LAPSED, seat, NONE, NONE, 0)
    else:
        state.owed -= 1
        state.hand = draw_tile(state, Chance.DRAW, story)
        tell(story, Event.DREW, seat, state.hand, NONE, 0)
