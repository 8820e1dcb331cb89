"""Positions of Méandres as tests write them, in the words of the worked examples.

`board` has the tiles of each cell from bottom to top, with ` grey` after one that lies grey side
up; whatever is left out is as at the start.
"""

import itertools
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.core.story import new_story
from ludotheque.games.meandres import naive
from ludotheque.games.meandres.components import (
    DANCES,
    FORGOTTEN,
    HAZY,
    HUES,
    LEGEND_NAMES,
    RING_ROWS,
    SEA,
    STEPS,
    TILE_COLOR,
    TILE_KIND,
    TILE_NAMES,
)
from ludotheque.games.meandres.notation import cells_of, parse_chance
from ludotheque.games.meandres.rules.codes import Refusal
from ludotheque.games.meandres.state import Phase

GAME = registry.load("meandres")
START = {f"{row['q']},{row['r']}": [row["tile"]] for row in RING_ROWS}
Cell = tuple[int, int]


def cell(text: str) -> Cell:
    q, r = text.split(",")
    return int(q), int(r)


# Examples to states


def state_of(**given: Any) -> Any:
    """A position in which the turn of a seat begins."""
    seats = given.get("seats", 2)
    state = GAME.new(seats, given.get("options", {}), seed_key(0))
    lay_board(state, given.get("board", START))
    for hue, count in given.get("piles", {}).items():
        state.left[HUES.index(hue)] = count
    deal_cards(state, given)
    state.seat = given.get("turn", 0)
    for seat in range(seats):
        give(state, seat, given)
    state.phase = Phase.ENTER if state.fiend[state.seat] == NONE else Phase.BEFORE
    return state


def lay_board(state: Any, board: Mapping[str, list[str]]) -> None:
    """The dreams, in the order in which they are named."""
    cells = [cell(text) for text in board]
    state.dreams, state.hazy, state.grey, state.rows = len(cells), 0, 0, 0
    for field in ("sea", "near", "shows", "q", "r", "top", "levels", "spawn"):
        state[field] = 0
    state.below[:] = NONE
    for dream, ((q, r), tiles) in enumerate(zip(cells, board.values(), strict=True)):
        state.q[dream], state.r[dream], state.levels[dream] = q, r, len(tiles)
        state.sea[r % SEA] |= 1 << q % SEA
        state.rows |= 1 << r % SEA
        state.near[dream] = sum(
            1 << cells.index(beside) for east, south in STEPS if (beside := (q + east, r + south)) in cells
        )
        under = NONE
        for name in tiles:
            tile = TILE_NAMES.index(name.removesuffix(" grey"))
            state.grey |= name.endswith(" grey") << tile
            state.below[tile], under = under, tile
        state.top[dream] = under
        state.shows[FORGOTTEN if tiles[-1].endswith(" grey") else TILE_COLOR[under]] |= 1 << dream
        state.hazy |= int(TILE_KIND[under] == HAZY) << dream


def deal_cards(state: Any, given: Mapping[str, Any]) -> None:
    """The row, the open legends and the decks; a legend that is held is in neither."""
    row = [card - 1 for card in given.get("row", [1, 2, 3, 4])]
    held = [name for name in given.get("legend", []) if name]
    shown = given.get("legends", [name for name in LEGEND_NAMES if name not in held][:4])
    state.row[:], state.deck[:] = row, [card not in row for card in range(DANCES)]
    state.open = sum(1 << LEGEND_NAMES.index(name) for name in shown)
    state.legend_deck[:] = [name not in (*shown, *held, *given.get("gone", [])) for name in LEGEND_NAMES]
    state.gone = sum(1 << LEGEND_NAMES.index(name) for name in given.get("gone", []))


def give(state: Any, seat: int, given: Mapping[str, Any]) -> None:
    """What a seat has: fiend, colour, marker, legend, spawn, supply."""
    cells = [f"{q},{r}" for q, r in cells_of(state)]
    fiend = given["fiends"][seat] if "fiends" in given else None
    state.fiend[seat] = NONE if fiend is None else cells.index(fiend)
    state.influence[seat] = HUES.index(given.get("influence", ["epic", "happy", "passionate", "epic"])[seat])
    state.marker[seat] = given.get("track", [0] * 4)[seat]
    name = given.get("legend", [None] * 4)[seat]
    state.legend[seat] = LEGEND_NAMES.index(name) if name else NONE
    state.mark[seat] = name in ("baba_yaga", "killer_clown", "bloody_mary")
    for text, counts in given.get("spawn", {}).items():
        state.spawn[seat, cells.index(text)] = counts[seat]
    state.supply[seat] = (
        given["supply"][seat] if "supply" in given else 24 - int(state.spawn[seat].sum()) - int(state.mark[seat])
    )


def table_of(**given: Any) -> naive.Table:
    """The same position for the naive implementation, read off the state."""
    state = state_of(**given)
    options = GAME.complete_options(given.get("options", {}))
    influence = [HUES[color] for color in state.influence[: state.seats].tolist()]
    table = naive.deal({"options": options, "setup": {"row": row_of(state), "legends": [], "influence": influence}})
    table.open = [name for legend, name in enumerate(LEGEND_NAMES) if int(state.open) >> legend & 1]
    table.legend_deck = [name for legend, name in enumerate(LEGEND_NAMES) if state.legend_deck[legend]]
    table.turn, table.phase = int(state.seat), "enter" if state.phase == Phase.ENTER else "before"
    table.board = {
        at: naive.Dream(
            [
                (tile.removesuffix(" grey"), "grey" if tile.endswith(" grey") else "colour")
                for tile in tiles_on(state, f"{at[0]},{at[1]}")
            ],
            [],
        )
        for at in cells_of(state)
    }
    for text, counts in spawn_of(state).items():
        table.board[cell(text)].spawn = [seat for seat, count in enumerate(counts) for _ in range(count)]
    for seat, (fiend, legend) in enumerate(zip(fiends_of(state), legends_of(state), strict=True)):
        table.seats[seat] = naive.Seat(
            influence[seat],
            cell(fiend) if fiend else None,
            int(state.marker[seat]),
            legend,
            int(state.supply[seat]),
            bool(state.mark[seat]),
        )
    table.piles = {
        hue: table.piles[hue][len(table.piles[hue]) - int(left) :] for hue, left in zip(HUES, state.left, strict=True)
    }
    return table


# States to examples


def tiles_on(state: Any, text: str) -> list[str]:
    """The tiles of a cell from bottom to top, nothing if it is empty."""
    cells = cells_of(state)
    if cell(text) not in cells:
        return []
    tile, tiles = int(state.top[cells.index(cell(text))]), []
    while tile != NONE:
        tiles.append(TILE_NAMES[tile] + (" grey" if int(state.grey) >> tile & 1 else ""))
        tile = int(state.below[tile])
    return tiles[::-1]


def spawn_of(state: Any) -> dict[str, list[int]]:
    """The spawn on each dream that has any, by seat."""
    counts = {f"{q},{r}": state.spawn[: state.seats, dream].tolist() for dream, (q, r) in enumerate(cells_of(state))}
    return {text: row for text, row in counts.items() if any(row)}


def fiends_of(state: Any) -> list[str | None]:
    cells = [f"{q},{r}" for q, r in cells_of(state)]
    return [None if dream == NONE else cells[dream] for dream in state.fiend[: state.seats].tolist()]


def legends_of(state: Any) -> list[str | None]:
    return [None if legend == NONE else LEGEND_NAMES[legend] for legend in state.legend[: state.seats].tolist()]


def row_of(state: Any) -> list[int]:
    return [card + 1 for card in state.row.tolist() if card != NONE]


def discards_of(state: Any) -> list[int]:
    return [card + 1 for card in range(DANCES) if int(state.discards) >> card & 1]


# Actions by their text, for the player whose turn it is


def legal(state: Any) -> list[str]:
    """The whole legal list, nothing when the game is over."""
    return [
        GAME.notation.text(state, seat, action) for seat in GAME.movers(state) for action in GAME.legal(state, seat)
    ]


def refusal(state: Any, text: str) -> Refusal:
    """What the seat on turn is told about an action that it writes down."""
    seat = int(state.seat)
    parsed = GAME.notation.parse(state, seat, text)
    return Refusal(parsed.refusal or GAME.refusal(state, seat, parsed.action))


def after(state: Any, *texts: str, chance: tuple[str, ...] = ()) -> Any:
    """The state after legal actions, the last of which meets this chance; the one that is given
    stays as it is.
    """
    state = copy(state)
    for number, text in enumerate(texts, 1):
        assert refusal(state, text) == Refusal.LEGAL, f"{text} is refused; legal: {legal(state)}"
        outcomes = [parse_chance(word) for word in chance] if number == len(texts) else []
        story = new_story([outcome[1] for outcome in outcomes if outcome])
        GAME.apply(state, int(state.seat), GAME.notation.parse(state, int(state.seat), text).action, story)
        assert story.fault == 0
    return state


# Random games


@cache
def random_game(seed: int) -> tuple[Any, ...]:
    """A random game of any number of seats and any options, as its states from the deal to the
    end.
    """
    lengths, endings = ("short", "long"), ("finish_round", "extra_round")
    seats, length, ending = list(itertools.product((2, 3, 4), lengths, endings))[seed % 12]
    state = GAME.new(seats, {"length": length, "ending": ending}, seed_key(seed))
    states, rng = [copy(state)], Random(seed)
    while movers := GAME.movers(state):
        GAME.apply(state, movers[0], rng.choice(GAME.legal(state, movers[0])))
        states.append(copy(state))
    return tuple(states)


def random_games(count: int) -> Iterator[tuple[Any, ...]]:
    for seed in range(count):
        yield random_game(seed)
