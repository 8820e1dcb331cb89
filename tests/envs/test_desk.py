"""A desk plays the same game as a batch of one, to the byte."""

import pytest

from ludotheque.core.rule import JIT
from ludotheque.envs.batch import Batch
from ludotheque.envs.desk import Desk

# in Sarena `encode` is given a view, in Dream Runners the state
NAMES = ["sarena", "dream_runners"]


@pytest.mark.parametrize("name", NAMES)
def test_a_desk_plays_the_same_game_as_a_batch_of_one(name: str) -> None:
    desk, batch = Desk(name, None, None, 5), Batch(name, 1, seed=5, autoreset="off")
    for _ in range(200 if JIT else 5):
        action = int(batch.random()[0])
        for each in (desk, batch):
            each.step(action)
        assert desk.states.tobytes() == batch.states.tobytes()
        for ours, theirs in zip(desk.out, batch.out, strict=True):
            assert (ours.dtype, ours.shape, ours.tobytes()) == (theirs.dtype, theirs.shape, theirs.tobytes())
        if batch.done[0]:
            desk.reset()
            batch.reset()


def test_an_illegal_action_ends_the_game_at_a_desk() -> None:
    desk = Desk("sarena", 2, None, 5)
    actor = int(desk.seat[0])
    desk.step(-1)
    assert desk.done[0]
    assert desk.gain[0] == desk.reward[0, actor] == -1
    assert not desk.mask.any()
