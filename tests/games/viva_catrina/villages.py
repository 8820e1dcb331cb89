"""Positions of Viva Catrina as tests write them: lines and hands as tile ids, villages as tiles
placed one after the other, `("S1-bread", "0,-1 0")`.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.layout import copy
from ludotheque.core.story import chance_of, new_story, rows_of
from ludotheque.games.viva_catrina.components import (
    COLOR_NAMES,
    KIND_COUNT,
    KIND_FIRST,
    KIND_NAMES,
    SHOP,
    SHOPS,
    START_AROUND,
    START_FIRST,
    START_NAMES,
    TILE_NAMES,
)
from ludotheque.games.viva_catrina.components import ELEMENT_NAMES as ELEMENTS
from ludotheque.games.viva_catrina.notation import xy
from ludotheque.games.viva_catrina.rules import Refusal
from ludotheque.games.viva_catrina.rules.balloons import balloon_value
from ludotheque.games.viva_catrina.state import Phase

GAME = registry.load("viva_catrina")
Tile = tuple[str, str]  # id, "x,y turn"


# Positions


def dealt(seats: int = 3, seed: int = 0, base_link: str = "any_tile") -> Any:
    return GAME.new(seats, {"base_link": base_link}, seed_key(seed))


def from_bag(state: Any, name: str) -> int:
    """Take a tile of that kind out of the bag."""
    kind = KIND_NAMES.index(name)
    assert state.bag[kind] > 0, f"no {name} in the bag"
    state.bag[kind] -= 1
    state.bag_size -= 1
    return int(KIND_FIRST[kind]) + int(KIND_COUNT[kind]) - int(state.bag[kind]) - 1


def into_bag(state: Any, tile: int) -> None:
    state.bag[KIND_NAMES.index(TILE_NAMES[tile])] += 1
    state.bag_size += 1


def lay_lines(state: Any, line1: Sequence[str], line2: Sequence[str]) -> Any:
    """Lay these tiles out instead of those that lie there."""
    for tile in filter(None, state.line.flatten().tolist()):
        into_bag(state, tile)
    state.line[:] = 0
    for number, names in enumerate((line1, line2)):
        state.line[number, : len(names)] = [from_bag(state, name) for name in names]
        state.left[number], state.right[number] = 0, len(names)
    return state


def village(*tiles: Tile, start: str = "ST1", seats: int = 3, base_link: str = "any_tile") -> Any:
    """A game in which seat 0 has placed these tiles beside its start tile and is on turn.

    One N1 waits in line 2; all else is in the bag.
    """
    state = lay_lines(dealt(seats, base_link=base_link), [], ["N1"])
    own, wanted = int(state.placed[0, 1]), 4 * (START_FIRST + START_NAMES.index(start))
    # the player who has it gets ours
    state.placed[:, 1] = [own if placed == wanted else placed for placed in state.placed[:, 1].tolist()]
    state.placed[0, 1] = wanted
    state.around[:seats, :4] = [START_AROUND[placed // 4 - START_FIRST] for placed in state.placed[:seats, 1].tolist()]
    state.box[own // 4 - START_FIRST], state.box[wanted // 4 - START_FIRST] = int(own not in state.placed[:, 1]), 0
    for name, where in tiles:
        put(state, name, where)
    return state


def put(state: Any, name: str, where: str, seat: int = 0) -> list[tuple[int, int, int, int, int]]:
    """Place a tile in a village and say what happened.

    It is the seat's turn again afterwards, and extra tiles that it has earned are not drawn.
    """
    give(state, name, seat)
    rows = play(state, f"place {where}")
    if state.hand:
        into_bag(state, int(state.hand))
    state.hand, state.owed, state.phase, state.seat = 0, 0, Phase.TAKE, seat
    return rows


def give(state: Any, name: str, seat: int = 0) -> Any:
    """Put a tile into the hand of a seat, whose turn it then is."""
    state.hand, state.phase, state.seat = from_bag(state, name), Phase.PLACE, seat
    return state


# Actions by their text, for the player whose turn it is


def mover(state: Any) -> int:
    (seat,) = GAME.movers(state)
    return seat


def legal(state: Any) -> list[str]:
    """The whole legal list, nothing when the game is over."""
    return [
        GAME.notation.text(state, seat, action) for seat in GAME.movers(state) for action in GAME.legal(state, seat)
    ]


def refusal(state: Any, text: str, seat: int | None = None) -> Refusal:
    """What a seat, by default the one on turn, is told about an action that it writes down."""
    who = int(state.seat) if seat is None else seat
    parsed = GAME.notation.parse(state, who, text)
    return Refusal(parsed.refusal or GAME.refusal(state, who, parsed.action))


def play(state: Any, text: str, *drawn: str) -> list[tuple[int, int, int, int, int]]:
    """Carry an action out and say what happened; `drawn` are tiles that chance is to draw."""
    return told(state, text, *drawn)[0]


def told(state: Any, text: str, *drawn: str) -> tuple[list[tuple[int, int, int, int, int]], list[str]]:
    """The same, with what chance decided."""
    assert refusal(state, text) == Refusal.LEGAL, GAME.reason(refusal(state, text))
    story = new_story([KIND_NAMES.index(name) for name in drawn])
    GAME.apply(state, mover(state), GAME.notation.parse(state, mover(state), text).action, story)
    assert not story.fault
    return rows_of(story), [GAME.notation.chance_text(kind, outcome) for kind, outcome in chance_of(story)]


def take_turn(state: Any, take: str = "take 1 left") -> None:
    """The seat on turn takes a tile, this one if it can, and places it and whatever it earns on the
    first free spots.
    """
    seat, choices = mover(state), legal(state)
    play(state, take if take in choices else choices[0])
    while state.phase == Phase.PLACE:
        assert mover(state) == seat
        play(state, legal(state)[0])


# What is in a village


def tiles_of(state: Any, seat: int) -> dict[tuple[int, int], tuple[str, int]]:
    """Every tile of a village: x,y → id, quarter turns."""
    return {
        xy(spot): (TILE_NAMES[placed // 4], placed % 4)
        for spot, placed in zip(state.spot[seat].tolist(), state.placed[seat].tolist(), strict=True)
        if placed
    }


def linked(state: Any, element: str, seat: int = 0) -> int:
    return int(state.linked[seat, ELEMENTS.index(element)])


def shops(state: Any, seat: int = 0) -> list[int]:
    return [int(count) for count in state.linked[seat, SHOP : SHOP + SHOPS]]


def balloon_tile(state: Any, color: str, seat: int = 0) -> int:
    """The value that shows on a seat's balloon tile."""
    return int(balloon_value(state, seat, COLOR_NAMES.index(color)))


def chimeras(state: Any, seat: int = 0) -> dict[tuple[int, int], str]:
    """The first grid corner of every base with a chimera, and its size."""
    spots = state.spot[seat].tolist()
    return {
        xy(spots[number]): name
        for word, name in enumerate(("small", "large"))
        for number in range(len(spots))
        if int(state.chimera[seat, word]) >> number & 1
    }


def sheet(state: Any, seat: int = 0) -> dict[str, int]:
    return GAME.breakdown(state, int(state.seats))[seat]


# Whole games

Policy = Callable[[Any, int, list[int], Random], int]


def at_random(state: Any, seat: int, actions: list[int], rng: Random) -> int:
    return rng.choice(actions)


def linking(state: Any, seat: int, actions: list[int], rng: Random) -> int:
    """Whatever gives the best score at once, ties at random: games in which much is linked."""
    best: list[int] = []
    most = -1
    for action in actions if len(actions) <= 12 else rng.sample(actions, 12):
        after = copy(state)
        GAME.apply(after, seat, action)
        score = 100 * GAME.scores(after, int(state.seats))[seat] + sum(
            bin(int(mask)).count("1") for mask in after.reached[seat]
        )
        if score > most:
            best, most = [], score
        if score == most:
            best.append(action)
    return rng.choice(best)


def games(
    count: int, policy: Policy = at_random, seats: int | None = None, base_link: str = "any_tile"
) -> Iterator[Iterator[Any]]:
    """The states of some games, one after the other, from the deal to the end."""
    for seed in range(count):
        yield one_game(dealt(seats or 2 + seed % 5, seed, base_link), policy, Random(seed))


def one_game(state: Any, policy: Policy, rng: Random) -> Iterator[Any]:
    while movers := GAME.movers(state):
        yield copy(state)
        GAME.apply(state, movers[0], policy(state, movers[0], GAME.legal(state, movers[0]), rng))
    yield copy(state)
