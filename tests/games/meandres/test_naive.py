"""The compiled rules against the naive ones, ply by ply."""

from copy import deepcopy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core.chance import seed_key
from ludotheque.core.record import Recorder, check, final
from ludotheque.games.meandres import naive
from ludotheque.games.meandres.components import LEGEND_NAMES
from ludotheque.games.meandres.notation import cells_of
from tests.games.effort import size
from tests.games.meandres.boards import GAME, after, legal, random_game, spawn_of, state_of, table_of, tiles_on

GAMES = {
    "seats": st.sampled_from([2, 3, 4]),
    "length": st.sampled_from(["short", "long"]),
    "ending": st.sampled_from(["finish_round", "extra_round"]),
    "seed": st.integers(0, 2**32),
    "choices": st.lists(st.integers(0, 10_000), min_size=1, max_size=40),
}


def as_written(table: naive.Table) -> dict[str, list[str]]:
    return {
        naive.write(cell): [tile + (" grey" if side == "grey" else "") for tile, side in dream.tiles]
        for cell, dream in table.board.items()
    }


def counted(table: naive.Table) -> dict[str, list[int]]:
    return {
        naive.write(cell): [dream.spawn.count(seat) for seat in range(len(table.seats))]
        for cell, dream in table.board.items()
        if dream.spawn
    }


@given(**GAMES)
def test_both_agree_at_every_ply(seats: int, length: str, ending: str, seed: int, choices: list[int]) -> None:
    recorder = Recorder(GAME, seats, {"length": length, "ending": ending}, seed_key(seed))
    table = naive.deal(recorder.record())
    ply = 0
    while movers := GAME.movers(recorder.state):
        state = recorder.state
        assert sorted(legal(state)) == sorted(naive.legal(table))
        assert movers == [table.turn]
        actions = GAME.legal(state, movers[0])
        recorder.act(movers[0], actions[(choices[ply % len(choices)] + ply) % len(actions)])
        naive.play(table, recorder.written(-1)["action"], recorder.plies[-1].chance)
        assert {cell: tiles_on(recorder.state, cell) for cell in as_written(table)} == as_written(table)
        assert spawn_of(recorder.state) == counted(table)
        assert [seat.supply for seat in table.seats] == recorder.state.supply[:seats].tolist()
        ply += 1
    assert table.phase == "over"
    assert final(GAME, recorder.state, seats) == naive.final(table)
    assert naive.check_record(recorder.record()) == []


def test_the_naive_checker_finds_a_wrong_count_a_wrong_action_and_a_wrong_score() -> None:
    recorder = Recorder(GAME, 2, {}, seed_key(1))
    while movers := GAME.movers(recorder.state):
        recorder.act(movers[0], GAME.legal(recorder.state, movers[0])[0])
    data = recorder.record()
    assert naive.check_record(data) == check(data) == []
    for number, change in ((3, {"legal": 99}), (0, {"action": "enter 0,0"}), (1, {"seat": 1})):
        bad = data | {"plies": [ply | change if place == number else ply for place, ply in enumerate(data["plies"])]}
        assert naive.check_record(bad)
    assert naive.check_record(data | {"final": data["final"] | {"ranks": [2, 2]}})


# Powers are rare in random games: the first player holds each legend once, on boards that random
# games have grown


def crowded(spawn: dict[str, list[int]], cells: list[str], turn: int, seats: int) -> dict[str, list[int]]:
    """Three spawn on some dreams, one of the seat on turn and two of the next, for Báthory's
    fourth.
    """
    three = [int(seat == turn) + 2 * int(seat == (turn + 1) % seats) for seat in range(seats)]
    return {cell: counts for cell, counts in spawn.items() if cell not in cells[:14:2]} | dict.fromkeys(
        cells[:14:2], three
    )


def with_legend(state: Any, name: str, is_crowded: bool) -> tuple[Any, naive.Table]:
    """A position of a random game as both know it, in which the seat on turn holds a legend."""
    seats, turn = int(state.seats), int(state.seat)
    dreams = cells_of(state)
    board = {f"{q},{r}": tiles_on(state, f"{q},{r}") for q, r in dreams}
    given = {
        "seats": seats,
        "turn": turn,
        "board": board,
        "fiends": [f"{dreams[dream][0]},{dreams[dream][1]}" for dream in state.fiend[:seats].tolist()],
        "legend": [name if seat == turn else None for seat in range(seats)],
        "spawn": crowded(spawn_of(state), list(board), turn, seats) if is_crowded else spawn_of(state),
        "row": [card + 1 for card in state.row.tolist()],
        "influence": [naive.HUES[color] for color in state.influence[:seats].tolist()],
        "piles": dict(zip(naive.HUES, state.left.tolist(), strict=True)),
    }
    return state_of(**given), table_of(**given)


def play_on(own: Any, table: naive.Table, plies: int, choice: int) -> set[str]:
    """Both play the same actions and agree before each. What was asked of the holder of the
    legend.
    """
    holder, asked = table.turn, set()
    for ply in range(plies):
        found = sorted(legal(own))
        assert found == sorted(naive.legal(table))
        if not found:
            break
        if table.turn == holder:
            asked.add(table.phase)
        recorder = Recorder(GAME, int(own.seats), {}, seed_key(choice))
        recorder.state = own
        seat = int(own.seat)
        recorder.act(seat, GAME.notation.parse(own, seat, found[(choice + ply) % len(found)]).action)
        naive.play(table, recorder.written(0)["action"], recorder.plies[0].chance)
        own = recorder.state
        assert spawn_of(own) == counted(table)
        assert [seat.track for seat in table.seats] == own.marker[: own.seats].tolist()
    return asked


def test_both_agree_about_every_legend() -> None:
    met: dict[str, set[str]] = {name: set() for name in LEGEND_NAMES}
    for seed in range(size(18, python=2)):
        short = [
            state
            for state in random_game(12 * seed + 4 * (seed % 3))
            if state.phase == 1 and state.step == 0 and (state.fiend[: state.seats] >= 0).all()
        ]
        for number, state in enumerate(short[:: max(1, len(short) // 3)]):
            for legend, name in enumerate(LEGEND_NAMES):
                own, table = with_legend(state, name, is_crowded=name == "bathory")
                met[name] |= {text.split()[0] for text in legal(own)} | {
                    "reversed" for text in legal(own) if text.endswith("reversed")
                }
                for way in range(2):
                    met[name] |= play_on(after(own), deepcopy(table), 12, 31 * seed + 7 * number + 5 * legend + way)
    powers = {
        "killer_clown": "clown",
        "okiku": "okiku",
        "krampus": "krampus",
        "bogeyman": "swap",
        "bloody_mary": "reversed",
        "jack_o_lantern": "leap",
        "bathory": "leap",
    }
    assert all(power in met[name] for name, power in powers.items())
