"""The compiled rules against the naive ones, ply by ply, in games by chance and in games in which
much is linked.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core.chance import seed_key
from ludotheque.core.record import Recorder, check, final
from ludotheque.games.viva_catrina import naive
from ludotheque.games.viva_catrina.components import COLOR_NAMES, KIND_NAMES, SHOP_NAMES
from tests.games.effort import size
from tests.games.viva_catrina.villages import (
    GAME,
    Policy,
    at_random,
    balloon_tile,
    chimeras,
    legal,
    linked,
    linking,
    tiles_of,
)

GAMES = {
    "seats": st.sampled_from([2, 3, 4, 5, 6]),
    "base_link": st.sampled_from(["any_tile", "none"]),
    "seed": st.integers(0, 2**32),
}


def played(seats: int, base_link: str, seed: int, policy: Policy, plies: int = 1000) -> Recorder:
    """A game to its end, or so many plies of it."""
    recorder, rng = Recorder(GAME, seats, {"base_link": base_link}, seed_key(seed)), Random(seed)
    while len(recorder.plies) < plies and (movers := GAME.movers(recorder.state)):
        recorder.act(movers[0], policy(recorder.state, movers[0], GAME.legal(recorder.state, movers[0]), rng))
    return recorder


def agree(state: Any, table: naive.Table) -> None:
    """Everything that both know about a position."""
    assert legal(state) == table.legal()
    assert final(GAME, state, len(table.seats)) == table.final()  # counted before the end too
    assert {name: int(state.bag[kind]) for kind, name in enumerate(KIND_NAMES)} == {
        name: table.bag[name] for name in KIND_NAMES
    }
    assert dict(zip(("small", "large"), state.chimeras_left.tolist(), strict=True)) == table.chimeras_left
    for number, seat in enumerate(table.seats):
        assert {
            cell: naive.TILES[name].turned(turn)
            for cell, (name, turn) in tiles_of(state, number).items()
            if cell != (0, 0)
        } == {cell: face for cell, face in seat.village.items() if cell != (0, 0)}
        assert chimeras(state, number) == seat.chimeras
        assert {SHOP_NAMES[kind] for kind in range(6) if state.earned[number] >> kind & 1} == seat.earned
        for color in COLOR_NAMES:
            assert balloon_tile(state, color, number) == seat.balloon_tiles.get(color, (0, 0))[color in seat.golden]
        counted = naive.linked(seat.village)
        assert all(
            linked(state, element, number) == counted[element]
            for element in ("visitor", "butterfly", "balloon:red", "shop:bread", "altar:shop")
        )


def follow(recorder: Recorder) -> naive.Table:
    """The naive game after all plies of a recorder."""
    data = recorder.record()
    table = naive.Table(recorder.seats, data["options"]["base_link"], data["setup"])
    for ply in data["plies"]:
        assert table.act(ply["action"], ply.get("chance", [])) == []
    return table


@pytest.mark.parametrize("policy", [at_random, linking])
def test_both_agree_at_every_ply(policy: Policy) -> None:
    for number in range(size(10, 1)):
        seats, base_link = 2 + number % 5, ("any_tile", "none")[number % 2]
        recorder, rng = Recorder(GAME, seats, {"base_link": base_link}, seed_key(number)), Random(number)
        table = follow(recorder)
        agree(recorder.state, table)
        while movers := GAME.movers(recorder.state):
            recorder.act(movers[0], policy(recorder.state, movers[0], GAME.legal(recorder.state, movers[0]), rng))
            assert table.turn == recorder.plies[-1].seat
            assert table.act(recorder.written(-1)["action"], recorder.plies[-1].chance) == []
            agree(recorder.state, table)
        assert table.is_over


def test_games_that_link_reach_everything_that_can_happen() -> None:
    """So that the comparison above means something."""
    happened: set[str] = set()
    for number in range(size(14, 0)):
        recorder = played(4, "none", number, linking)
        table = follow(recorder)
        happened |= {name for seat in table.seats for name in seat.chimeras.values()}
        happened |= {"golden" for seat in table.seats if seat.golden} | {
            "tile" for seat in table.seats if seat.balloon_tiles
        }
        happened |= {"draw" for ply in recorder.plies if ply.chance and ply.chance[0].startswith("draw")}
        happened |= {"altar" for seat in table.seats if seat.sheet()["altars"]}
    assert happened >= {"small", "tile", "draw", "altar"} or size(1, 0) == 0


@given(**GAMES, plies=st.integers(0, 220), links=st.booleans())
def test_the_naive_checker_finds_no_fault_in_a_record(
    seats: int, base_link: str, seed: int, plies: int, links: bool
) -> None:
    data = played(seats, base_link, seed, linking if links and size(1, 0) else at_random, plies).record()
    assert naive.check_record(data) == []
    assert check(data) == []


@given(
    **GAMES,
    where=st.integers(0, 10**6),
    damage=st.sampled_from(
        ["seat", "action", "legal", "cut", "chance", "bag", "scores", "ranks", "breakdown", "line", "start"]
    ),
)
def test_both_checkers_find_the_same_damage(seats: int, base_link: str, seed: int, where: int, damage: str) -> None:
    data = played(seats, base_link, seed, at_random).record()
    spoil(data, where, damage)
    assert naive.check_record(data) != []
    assert check(data) != []


def spoil(data: dict[str, Any], where: int, damage: str) -> None:
    """Change one thing in a record so that it is wrong."""
    ply = data["plies"][where % len(data["plies"])]
    if damage == "seat":
        ply["seat"] = (ply["seat"] + 1) % data["seats"]
    elif damage == "action":
        ply["action"] = "place 0,0 0"  # where the start tile lies
    elif damage == "legal":
        ply["legal"] += 1
    elif damage == "cut":
        del data["plies"][-1]
    elif damage == "chance":
        drawn = next(ply for ply in data["plies"] if "chance" in ply)["chance"]
        drawn[-1] = drawn[-1].split()[0]  # a draw without a tile
    elif damage == "bag":
        drawn = next(ply for ply in data["plies"] if len(ply.get("chance", [])) > 1)["chance"]
        # more of a kind than there are
        drawn[:] = [entry.split()[0] + " " + data["setup"]["line1"][0] for entry in drawn]
    elif damage == "line":
        data["setup"]["line1"][0] = data["setup"]["line2"][0] = "B4-red"
    elif damage == "start":
        data["setup"]["starts"][0] = data["setup"]["starts"][1]
    elif damage == "breakdown":
        data["final"]["breakdown"][where % data["seats"]]["shops"] += 1
    else:
        data["final"][damage][where % data["seats"]] += 1
