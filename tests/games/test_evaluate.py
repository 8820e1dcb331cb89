"""What a game knows beyond its rules: points that a seat can expect, for every position of the
recorded games.
"""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludotheque.core import record, registry
from ludotheque.core.layout import copy

CORPUS = Path(__file__).parents[1] / "corpus"
VALUES: dict[str, Any] = {name: getattr(registry.load(name).evaluate, "value", None) for name in registry.names()}


@pytest.mark.parametrize("name", [name for name, value in VALUES.items() if value is not None])
def test_the_expected_points_say_something_about_who_wins(name: str) -> None:
    """Finite in every position, the state left alone, and, over all games, the seat that is valued
    highest shortly before the end often wins.
    """
    game, right, games = registry.load(name), 0, 0
    out = np.zeros(game.seats[-1])
    for file in sorted(CORPUS.glob(f"{name}-*.json")):
        follower = record.Follower(record.load_file(file))
        seats, favourites = follower.seats, []
        for number, step in enumerate(follower.steps()):
            if number % 7 == 0:
                before = copy(step.state)
                out[:] = 0.0
                VALUES[name](step.state, out)
                assert np.isfinite(out[:seats]).all(), number
                assert step.state.tobytes() == before.tobytes()
                favourites.append(int(np.argmax(out[:seats])))
        winners = [seat for seat, rank in enumerate(game.ranks(follower.state, seats)) if rank == 1]
        right += favourites[-1] in winners
        games += 1
    assert right * 2 > games
