"""The compiled rules against the naive ones, ply by ply."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core.chance import seed_key
from ludotheque.core.record import Recorder, check, final
from ludotheque.games.labyrinth import naive
from ludotheque.games.labyrinth.actions import ASK, MOVE
from ludotheque.games.labyrinth.components import LOOKS
from ludotheque.games.labyrinth.state import Phase
from tests.games.labyrinth.mazes import GAME, facts, legal, tile, tokens

GAMES = {
    "seats": st.sampled_from([2, 3, 4]),
    "options": st.fixed_dictionaries(
        {"advice": st.sampled_from(["off", "on"]), "drought": st.sampled_from([0, 1, 7, 100])}
    ),
    "seed": st.integers(0, 2**32),
    "choices": st.lists(st.integers(0, 10_000), min_size=60, max_size=60),
}


def play(recorder: Recorder, choice: int) -> None:
    """The seat that decides takes one of its legal actions: now and then, where it can be done, the
    goal, a question, or a shift at the slot that was shown.
    """
    state = recorder.state
    (seat,) = GAME.movers(state)
    actions = GAME.legal(state, seat)
    action = actions[choice // 4 % len(actions)]
    wanted = MOVE + int(state.goal_cell) if state.phase == Phase.MOVE else ASK + (choice % 22)
    if state.tip >= 0:
        advised = [action for action in actions if action // LOOKS == int(state.tip) // LOOKS]
        wanted = advised[choice // 16 % len(advised)]
    recorder.act(seat, wanted if choice % 4 > 0 and wanted in actions else action)


@given(**GAMES)
def test_both_agree_at_every_ply(seats: int, options: dict[str, Any], seed: int, choices: list[int]) -> None:
    recorder = Recorder(GAME, seats, options, seed_key(seed))
    table = naive.deal(recorder.record())
    for choice in choices:
        state = recorder.state
        assert sorted(legal(state)) == sorted(naive.legal(table))
        assert {cell: tile(state, cell) for cell in naive.CELLS} == table.tiles
        assert tokens(state) == table.tokens
        assert facts(state) == {
            "spare": naive.shape_of(table.spare),
            "forbidden": table.forbidden,
            "pawns": table.pawns,
            "held": [sorted(values) for values in table.held],
            "wands": table.wands,
            "goal": table.goal,
            "goal_cell": next((cell for cell, value in table.tokens.items() if value == table.goal), None),
            "phase": table.phase,
            "decides": table.decides,
        }
        # counted before the end too
        assert final(GAME, state, seats) == naive.final(table.held, table.formulas, table.wands)
        if table.phase == "over":
            break
        play(recorder, choice)
        table = naive.act(table, recorder.written(-1)["action"])


@given(**GAMES)
def test_the_naive_checker_finds_no_fault_in_a_record(
    seats: int, options: dict[str, Any], seed: int, choices: list[int]
) -> None:
    recorder = Recorder(GAME, seats, options, seed_key(seed))
    assert naive.check_record(recorder.record()) == []
    for choice in choices:
        if not GAME.is_over(recorder.state):
            play(recorder, choice)
    data = recorder.record()
    assert naive.check_record(data) == []
    assert check(data) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_greedy_game_is_followed_to_the_mistletoe(seats: int) -> None:
    recorder = Recorder(GAME, seats, {"drought": 0, "advice": "on"}, seed_key(seats))
    number = 0
    while not GAME.is_over(recorder.state):
        play(recorder, 4 * (7919 * number % 10_007) + 3)
        number += 1
    assert recorder.state.goal == 21
    data = recorder.record()
    assert naive.check_record(data) == []
    assert sum(row["tokens"] for row in data["final"]["breakdown"]) == 235


DAMAGES = ["seat", "action", "legal", "cut", "breakdown", "scores", "ranks", "tile", "token"]


@given(damage=st.sampled_from(DAMAGES), where=st.integers(0, 10_000), seed=st.integers(0, 100))
def test_the_naive_checker_finds_every_damage(damage: str, where: int, seed: int) -> None:
    recorder = Recorder(GAME, 3, {"drought": 4}, seed_key(seed))
    while not GAME.is_over(recorder.state):
        play(recorder, 4 * where)
    data = recorder.record()
    assert naive.check_record(data) == []
    spoil(data, damage, where)
    assert naive.check_record(data) != []
    assert check(data) != []


def spoil(data: dict[str, Any], damage: str, where: int) -> None:
    ply = data["plies"][where % len(data["plies"])]
    if damage == "seat":
        ply["seat"] = (ply["seat"] + 1) % data["seats"]
    elif damage == "action":
        ply["action"] = "shift 13 NS"
    elif damage == "legal":
        ply["legal"] += 1
    elif damage == "cut":
        del data["plies"][-1]
    elif damage == "breakdown":
        data["final"]["breakdown"][where % 3]["wands"] += 1
    elif damage == "tile":
        data["setup"]["tiles"][0] = "SW"
    elif damage == "token":
        data["setup"]["tokens"]["b2"] = 21
    else:
        data["final"][damage][where % 3] += 1
