"""What an action gives away, asked from Python: see `flow` for how it is found out."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core.chance import key_words
from ludotheque.core.constants import NONE
from ludotheque.core.game import Game, State
from ludotheque.core.plain import plain
from ludotheque.core.story import new_story, silent_story
from ludotheque.core.template import instantiate

FLOW = Path(__file__).parent / "flow.py"
WORLDS = 16  # imagined ones for each viewer: what shows itself in half of them is missed once in 65,536 times
FEW_WORLDS = 4
OUTCOMES = 64  # of one draw that are tried
KEYS = np.array([key_words(hashlib.sha256(b"ludotheque world %d" % world).digest()) for world in range(WORLDS)])


class Secrets:
    """The information flow of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.compiled: Any = instantiate(game, FLOW)
        self.blank = _one(game.blank)
        self.free: list[tuple[Any, Any, Any]] = []  # rooms to try in that nobody is in, with a story that nobody reads

    @property
    def flow(self) -> Any:
        return plain(self.game, FLOW) if self.game.is_plain else self.compiled

    def _room(self) -> tuple[Any, Any]:
        pool = np.zeros(4, self.game.state)
        return pool, pool.view(np.uint8).reshape(4, -1)

    def is_told(self, before: State, after: State, seat: int, action: int, viewers: range) -> bool:
        """Did chance speak, or did the action show any of these viewers (seats, NONE for a spectator) something hidden?"""
        if before["cursor"] != after["cursor"]:
            return True
        if self.game.is_plain and len(viewers) > 1:  # to ask for all of them takes too long now: so nothing is taken back, until the game is compiled
            return True
        return self.game.hides and self.is_shown(before, after, seat, action, viewers)

    def is_shown(self, before: State, after: State, seat: int, action: int, viewers: range) -> bool:
        """Did any of the viewers see something that it could not have foreseen?"""
        room = self.free.pop() if self.free else (*self._room(), silent_story())
        found = bool(self.flow.is_told(before, after, seat, action, viewers[0], viewers[-1], KEYS, self.blank, *room))
        self.free.append(room)
        return found

    def twins(self, before: State, after: State, seat: int, action: int, script: list[int], viewer: int) -> list[int]:
        """What else the seat could have done with the viewer none the wiser."""
        pool, raw = self._room()
        actions = np.empty(self.game.max_legal, np.int32)
        count = self.flow.twins(_one(before), _one(after), seat, action, viewer, actions, self.blank, pool, raw, _silent(script))
        return [int(other) for other in actions[:count]]

    def hidden_outcomes(self, before: State, after: State, seat: int, action: int, script: list[int], viewer: int) -> list[bool]:
        """For each thing that chance decided: is it hidden from the viewer?"""
        if not self.game.hides:
            return [False] * len(script)
        if self.game.is_plain:  # the same: rather say too little
            return [True] * len(script)
        pool, raw = self._room()
        story, ends = _silent(script), (_one(before), _one(after))
        return [bool(self.flow.is_outcome_hidden(*ends, seat, action, viewer, draw, OUTCOMES, KEYS[:FEW_WORLDS], self.blank, pool, raw, story)) for draw in range(len(script))]


def everybody(seats: int) -> range:
    """All who can look at a table: a spectator, and each seat."""
    return range(NONE, seats)


def _silent(script: list[int]) -> Any:
    """A story that follows a script and writes nothing."""
    story = new_story(script)
    story.on = 0
    return story


def _one(record: Any) -> Any:
    """A record as an array of one, which compiled code can copy from."""
    array = np.empty(1, record.dtype)
    array[0] = record
    return array


@cache
def secrets_of(game: Game) -> Secrets:
    return Secrets(game)
