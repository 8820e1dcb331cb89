"""Every kind of action of every game, done by hand: what the page sends is what was meant."""

from collections.abc import Iterator

import pytest

from ludotheque.check.hands import IN_SIGHT, PHONE, seq, wait_for_turn
from ludotheque.check.warmth import warm
from ludotheque.core import registry
from ludotheque.core.constants import TABLE
from tests.browser.conftest import Server, Visitor
from tests.browser.positions import House, follow, positions

LIKELY = {"meandres": (126, 11, 6, 5, 2)}  # games of random play in which something rare happens
MANY_ENOUGH = 4  # positions of a game


@pytest.fixture
def house(server: Server) -> Iterator[House]:
    house = House(server)
    yield house
    house.close()


@pytest.mark.parametrize("game", registry.names())
def test_every_kind_of_action_is_done_by_hand(visitor: Visitor, house: House, game: str) -> None:
    warm(game)
    found = positions(game, LIKELY.get(game, ()))
    kinds = registry.load(game).actions.kinds
    assert found.keys() == kinds.keys()
    for kind, where in found.items():
        if where.seat == TABLE:
            continue
        table, cookies = house.lay_out(where)
        page = visitor(f"/t/{table}", cookies)
        assert wait_for_turn(page), kind
        before = seq(page)
        follow(page, where.steps)
        page.wait_for_function("(before) => Number(document.body.dataset.seq) > before", arg=before)
        assert house.done(table) == [(where.seat, [where.action])], kind
        page.context.close()


@pytest.mark.parametrize("game", registry.names())
def test_a_small_screen_shows_something_that_can_be_picked(visitor: Visitor, house: House, game: str) -> None:
    warm(game)
    found = [
        where
        for where in positions(game, LIKELY.get(game, ())).values()
        if where.seat != TABLE and where.steps[0][0] == "pick"
    ]
    assert found
    for where in found[-MANY_ENOUGH:]:
        table, cookies = house.lay_out(where)
        page = visitor(f"/t/{table}", cookies, **PHONE)
        assert wait_for_turn(page)
        page.wait_for_function(f"[...document.querySelectorAll('.place.is-lit')].some({IN_SIGHT})")
        page.context.close()
