"""The compiled rules against the naive ones, ply by ply."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core.chance import seed_key
from ludotheque.core.record import Recorder, check, final
from ludotheque.games.sarena import naive
from tests.games.sarena.boards import GAME, legal, stacks_of

GAMES = {
    "seats": st.sampled_from([2, 3, 4]),
    "deal": st.sampled_from(["free", "fair"]),
    "seed": st.integers(0, 2**32),
    "choices": st.lists(st.integers(0, 119), min_size=45, max_size=45),
}


def play(recorder: Recorder, choice: int) -> None:
    """The seat on turn takes one of its legal actions."""
    (seat,) = GAME.movers(recorder.state)
    actions = GAME.legal(recorder.state, seat)
    recorder.act(seat, actions[choice % len(actions)])


def as_stacks(board: naive.Board) -> dict[str, list[str]]:
    return {circle: ["/".join(chip) for chip in chips] for circle, chips in board.items()}


@given(**GAMES)
def test_both_agree_at_every_ply(seats: int, deal: str, seed: int, choices: list[int]) -> None:
    recorder = Recorder(GAME, seats, {"deal": deal}, seed_key(seed))
    setup = recorder.record()["setup"]
    board = naive.deal(setup["chips"])
    for choice in choices:
        assert legal(recorder.state) == naive.legal(board)
        assert stacks_of(recorder.state) == as_stacks(board)
        assert final(GAME, recorder.state, seats) == naive.final(board, setup["secret"])  # counted before the end too
        assert GAME.is_over(recorder.state) == (naive.legal(board) == [])
        if GAME.is_over(recorder.state):
            break
        play(recorder, choice)
        board = naive.move(board, recorder.written(-1)["action"])
    assert GAME.is_over(recorder.state)
    assert naive.legal(board) == []


@given(**GAMES)
def test_the_naive_checker_finds_no_fault_in_a_record(seats: int, deal: str, seed: int, choices: list[int]) -> None:
    recorder = Recorder(GAME, seats, {"deal": deal}, seed_key(seed))
    assert naive.check_record(recorder.record()) == []
    for choice in choices:
        if not GAME.is_over(recorder.state):
            play(recorder, choice)
    data = recorder.record()
    assert naive.check_record(data) == []
    assert check(data) == []


@given(
    **GAMES,
    where=st.integers(0, 10**6),
    damage=st.sampled_from(["seat", "action", "legal", "cut", "scores", "ranks", "breakdown"]),
)
def test_both_checkers_find_the_same_damage(
    seats: int, deal: str, seed: int, choices: list[int], where: int, damage: str
) -> None:
    recorder = Recorder(GAME, seats, {"deal": deal}, seed_key(seed))
    for choice in choices:
        if not GAME.is_over(recorder.state):
            play(recorder, choice)
    data = recorder.record()
    spoil(data, where, damage)
    assert naive.check_record(data) != []
    assert check(data) != []


def spoil(data: dict[str, Any], where: int, damage: str) -> None:
    """Change one thing in a record so that it is wrong."""
    ply = data["plies"][where % len(data["plies"])]
    if damage == "seat":
        ply["seat"] = (ply["seat"] + 1) % data["seats"]
    elif damage == "action":
        ply["action"] = ply["action"][:3] + ply["action"][:2]  # stays where it is
    elif damage == "legal":
        ply["legal"] += 1
    elif damage == "cut":
        del data["plies"][-1]
    elif damage == "breakdown":
        data["final"]["breakdown"][where % data["seats"]]["own_colour"] += 1
    else:
        data["final"][damage][where % data["seats"]] += 1
