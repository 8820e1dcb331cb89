"""One game at once, for libraries that step one: `Desk` is a batch of one with quicker steps.

For each call numba looks at every array that it is given, which takes longer than a step. So all
arrays of a desk are fields of one record.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ludotheque.core.constants import MAX_SEATS
from ludotheque.core.game import Game
from ludotheque.core.layout import Record, array_of
from ludotheque.core.story import STORY, silent_story
from ludotheque.envs.batch import Batch
from ludotheque.envs.course import COURSE, ORDER, Arrays


class Desk(Batch):
    """A batch of one game, which is dealt again only by `reset`."""

    def __init__(self, game: str | Game, seats: int | None, options: Mapping[str, Any] | None, seed: int) -> None:
        super().__init__(game, 1, seats, options, seed, autoreset="off")

    def allocate(self, keeps_last: bool) -> Arrays:  # noqa: ARG002 (no game follows in the same step)
        state, entries = self.game.state, self.encoding.size
        fields = [
            # wide fields first, so that all are aligned
            *((name, state) for name in ("state", "seen", "blank")),
            ("story", STORY),
            ("course", COURSE),
            ("order", ORDER),
            ("reward", np.float32, (self.seats,)),
            ("gain", np.float32),
            ("action", np.int32),
            ("places", np.int32, (MAX_SEATS,)),
            ("choices", np.int32, (self.game.max_legal,)),
            ("observation", np.int8, (entries,)),
            ("mask", np.int8, (self.game.actions.count,)),
            ("seat", np.int8),
            ("done", np.int8),
        ]
        self.record = record = np.zeros(1, np.dtype((Record, fields)))
        record["blank"], record["story"] = self.game.blank, silent_story()
        self.states, self.courses, self.order = record["state"], record["course"], record["order"]
        return Arrays(
            actions=record["action"],
            mask=record["mask"].view(np.bool_),
            done=record["done"].view(np.bool_),
            blank=array_of(self.game.blank),
            last=np.zeros((0, entries), np.int8),
            **{name: record[name] for name in ("observation", "seat", "reward", "gain", "choices")},
        )

    def step(self, actions: Any) -> None:
        """Carry out an action."""
        self.arrays.actions[0] = actions
        self.steps.step_desk(self.record)
