"""Plays a game and records it."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.core.game import Game
from ludotheque.core.layout import copy
from ludotheque.core.ply import Ply
from ludotheque.core.record.transcript import Transcript
from ludotheque.core.story import chance_of, new_story, rows_of


class Recorder(Transcript):
    """Plays a game from its deal, draws chance from its key, and records everything."""

    plies: list[Ply]

    def __init__(
        self, game: Game, seats: int, options: Mapping[str, Any], key: bytes, chosen: Sequence[str | None] = ()
    ) -> None:
        super().__init__(game, seats, options, key, chosen, game.new(seats, options, key, chosen), [])

    def act(self, seat: int, action: int) -> Any:
        """Carry out a legal action and return its story."""
        story, before, after = new_story(), self.state, copy(self.state)
        self.game.apply(after, seat, action, story)
        drawn = chance_of(story)
        self.plies.append(
            Ply(
                seat=seat,
                action=action,
                before=before,
                after=after,
                chance=[self.game.notation.chance_text(kind, outcome) for kind, outcome in drawn],
                script=[outcome for _, outcome in drawn],
                rows=rows_of(story),
            )
        )
        self.state = after
        return story
