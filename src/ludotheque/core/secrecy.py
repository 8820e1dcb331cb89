"""What an action reveals, for callers in Python; `flow` explains how it is worked out."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ludotheque.core.chance import key_words
from ludotheque.core.constants import NONE
from ludotheque.core.game import Game, State
from ludotheque.core.layout import array_of
from ludotheque.core.plain import plain
from ludotheque.core.ply import Ply
from ludotheque.core.story import SCRIPT, new_story, silent_story
from ludotheque.core.template import CORE, instantiate

FLOW = CORE / "flow.py"
# imagined worlds per viewer; what shows in half of all worlds is missed by 16 once in 65,536 times
# docs/decisions.md: Whether something was revealed is found by trying
FEW_WORLDS, WORLDS, MANY_WORLDS = 4, 16, 64
OUTCOMES = 64  # how many outcomes of a draw are tried
ROOM = 5  # how many states the template needs
TRUTH = 0  # the number of the true world; the imagined ones come after it
WORLD_KEYS = [hashlib.sha256(b"ludotheque world %d" % world).digest() for world in range(MANY_WORLDS)]
MANY_KEYS = np.array([key_words(key) for key in WORLD_KEYS])
KEYS = MANY_KEYS[:WORLDS]


@dataclass(frozen=True)
class Course:
    """The plies of a game as arrays for compiled code, with what one viewer saw after each."""

    plies: Sequence[Ply]
    viewer: int
    arrays: tuple[Any, ...]  # seats, actions, scripts, their lengths, sights


class Secrets:
    """The information flow of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.compiled: Any = instantiate(game, FLOW)
        self.blank = _one(game.blank)
        self.free: list[tuple[Any, Any, Any]] = []  # unused scratch memory: pool, raw, story

    @property
    def flow(self) -> Any:
        return plain(self.game, FLOW) if self.game.is_plain else self.compiled

    def _room(self) -> tuple[Any, Any]:
        pool = np.zeros(ROOM, self.game.state)
        return pool, pool.view(np.uint8).reshape(ROOM, -1)

    # What an action revealed, for undo

    def is_told(self, before: State, after: State, seat: int, action: int, viewers: range) -> bool:
        """Say whether chance decided something, or the action showed a viewer something hidden.

        Viewers are seats, or NONE for a spectator.
        """
        if before["cursor"] != after["cursor"]:
            return True
        # in plain Python this takes too long for all viewers, so nothing can be undone until the
        # game is compiled
        if self.game.is_plain and len(viewers) > 1:
            return True
        return self.game.hides and self.is_shown(before, after, seat, action, viewers)

    def is_shown(self, before: State, after: State, seat: int, action: int, viewers: range) -> bool:
        """Say whether any of the viewers saw something that it could not have predicted."""
        room = self.free.pop() if self.free else (*self._room(), array_of(silent_story()))
        ends, asked = (array_of(before), array_of(after)), (viewers[0], viewers[-1])
        found = bool(self.flow.is_told(*ends, seat, action, *asked, KEYS, self.blank, *room))
        self.free.append(room)
        return found

    # What a viewer cannot know about it

    def imagined(self, ply: Ply, viewer: int, world: int) -> State:
        """Return the world with this number, as the viewer imagines it before the ply."""
        return self.game.imagine(self.game.view_of(ply.before, viewer), viewer, WORLD_KEYS[world - 1])

    def hidden_outcomes(
        self, before: State, after: State, seat: int, action: int, script: list[int], viewer: int
    ) -> list[bool]:
        """Return, for each outcome of chance, whether it is hidden from the viewer."""
        pool, raw = self._room()
        story, ends = new_story(script), (_one(before), _one(after))
        return [
            bool(
                self.flow.is_outcome_hidden(
                    *ends, seat, action, viewer, draw, OUTCOMES, MANY_KEYS, self.blank, pool, raw, story
                )
            )
            for draw in range(len(script))
        ]

    def course(self, plies: Sequence[Ply], viewer: int) -> Course:
        """Return the plies as arrays, with what the viewer saw after each."""
        scripts, sights = np.zeros((len(plies), SCRIPT), np.int16), np.zeros(len(plies), self.game.state)
        for number, ply in enumerate(plies):
            scripts[number, : len(ply.script)] = ply.script
            sights[number] = self.game.view_of(ply.after, viewer)
        seats, done, lengths = (
            np.array(numbers, np.int64)
            for numbers in zip(*((ply.seat, ply.action, len(ply.script)) for ply in plies), strict=True)
        )
        return Course(plies, viewer, (seats, done, scripts, lengths, sights))

    def outlooks(
        self, course: Course, number: int, world: int, actions: Sequence[int] | None = None, stops: bool = False
    ) -> list[tuple[int, int]]:
        """Try each of these actions, or all legal ones, at ply `number` in a world.

        Returns each action with the first ply after which the viewer would have seen something
        else; the number of plies if there is none (with `stops`, no more actions are tried after
        that); or −1 − ply if the world cannot continue.
        """
        asked, ends = np.empty(self.game.max_legal, np.int32), np.empty(self.game.max_legal, np.int64)
        asked[: len(actions or ())] = actions or ()
        count = self.flow.outlooks(
            world,
            _one(course.plies[number].before),
            number,
            course.viewer,
            KEYS,
            *course.arrays,
            asked,
            NONE if actions is None else len(actions),
            ends,
            len(course.plies) + (not stops),
            self.blank,
            *self._room(),
            new_story(),
        )
        return list(zip(asked[:count].tolist(), ends[:count].tolist(), strict=True))

    def is_count_open(self, course: Course, first: int, last: int) -> bool:
        """Say whether the viewer could tell how many choices there were at ply `last`.

        It can use what it saw before ply `first`, and knows everything that was done in between.
        """
        ply, actions = course.plies[last], np.empty(self.game.max_legal, np.int32)
        return bool(
            self.flow.is_count_the_same(
                _one(course.plies[first].before),
                first,
                last,
                len(self.game.legal(ply.before, ply.seat)),
                course.viewer,
                KEYS,
                *course.arrays,
                actions,
                self.blank,
                *self._room(),
                new_story(),
            )
        )


def everybody(seats: int) -> range:
    """Return everyone who can look at a table: a spectator, and each seat."""
    return range(NONE, seats)


def _one(state: State) -> Any:
    """Return a state as an array of length one, which compiled code can copy from."""
    array = np.empty(1, state.dtype)
    array[0] = state
    return array


@cache
def secrets_of(game: Game) -> Secrets:
    return Secrets(game)
