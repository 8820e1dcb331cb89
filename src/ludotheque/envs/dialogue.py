"""A game told in words, for language models: text in, text out.

    env = Dialogue("sarena")
    env.reset(num_players=2, seed=7)
    done = False
    while not done:
        seat, observation = env.get_observation()
        done, info = env.step(agents[seat](observation))
    rewards, results = env.close()

The calls are those of TextArena, so its agents and its loops can be used. A seat is told what it
sees and nothing else. An action that the rules refuse is answered with the rule.
"""

import random
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from ludotheque.bots.levels import bot
from ludotheque.bots.play import bot_acts, turns
from ludotheque.core import registry, rulebook
from ludotheque.core.chance import secret_key, seed_key
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.record import Recorder
from ludotheque.core.words import ENGLISH

BRACKETS = re.compile(r"\[([^\[\]]+)\]")
HOW = "Answer with one action in square brackets, written like these: {examples}."


class Reading(NamedTuple):
    """What an answer means: the number of an action, or why it cannot be done."""

    text: str
    action: int
    refusal: str  # with the number of its rule; empty: the action is legal


class Dialogue:
    """One game after another, told to the seats that are played from outside."""

    def __init__(
        self,
        game: str | Game,
        *,
        options: Mapping[str, Any] | None = None,
        bots: Mapping[int, str] | None = None,
        lists: bool = True,
        allowance: int | None = 1,
    ) -> None:
        """Choose a game.

        Args:
            bots: the seats that bots play, and their levels.
            lists: tell a seat what it may do. Without it, the seat has to know the rules.
            allowance: so many refused answers in a row are forgiven; with the next one the seat
                loses. None: all are.
        """
        self.game = registry.load(game) if isinstance(game, str) else game
        self.options, self.lists, self.allowance = dict(options or {}), lists, allowance
        self.bots = {seat: bot(level) for seat, level in (bots or {}).items()}

    def reset(self, num_players: int | None = None, seed: int | None = None) -> None:
        """Deal a new game, with the fewest seats by default; without a seed, a secret shuffle."""
        seats = self.game.seats[0] if num_players is None else num_players
        self.recorder = Recorder(self.game, seats, self.options, secret_key() if seed is None else seed_key(seed))
        self.told: dict[int, int] = {}  # by seat: the plies it has been told
        self.refused: list[str] = []  # the refusals of the last answers
        self.loser = NONE  # the seat that was refused too often
        self._proceed()

    def _proceed(self) -> None:
        """Let bots and the table act until a seat has to answer or the game is over."""
        self.seat = NONE
        for seat in turns(self.recorder):
            if seat not in self.bots:
                self.seat = seat
                return
            bot_acts(self.recorder, seat, self.bots[seat])

    @property
    def is_over(self) -> bool:
        return self.seat == NONE

    # The loop

    def get_observation(self) -> tuple[int, str]:
        """Return the seat that has to answer, and what it is told.

        That is what has happened since it was last told, what it sees and what it is asked. At
        first it is also told the rules on one page.
        """
        seat = self._asked()
        if self.refused and seat in self.told:
            return seat, f"{self.refused[-1]} Choose again.\n\n{self.question(seat)}"
        parts = [] if seat in self.told else [introduction(self.recorder, seat)]
        parts += [self.news(seat), self.sight(seat), self.question(seat)]
        return seat, "\n\n".join(part for part in parts if part)

    def step(self, action: str) -> tuple[bool, dict[str, str]]:
        """Carry out the answer of the seat that has to act.

        Returns whether the game is over, and what was done (`action`) or why not (`refusal`).
        """
        read = self.read(action)
        if read.refusal:
            self.refused.append(read.refusal)
            if self.allowance is not None and len(self.refused) > self.allowance:
                self.loser, self.seat = self.seat, NONE
            return self.is_over, {"refusal": read.refusal}
        self.refused = []
        self.recorder.act(self.seat, read.action)
        self._proceed()
        return self.is_over, {"action": read.text}

    def close(self) -> tuple[dict[int, float], dict[int, dict[str, int]]]:
        """Return the rewards of the seats, and their places and scores.

        A reward is the share of the others left behind less the share of those that were better,
        from 1 to −1. If a seat was refused too often, it gets −1 and the others 0.
        """
        state, seats = self.recorder.state, range(self.recorder.seats)
        if self.loser != NONE:
            return {seat: -1.0 if seat == self.loser else 0.0 for seat in seats}, {}
        if not self.is_over:
            return dict.fromkeys(seats, 0.0), {}
        places, scores = self.game.ranks(state, len(seats)), self.game.scores(state, len(seats))
        rewards = {
            seat: sum((other > places[seat]) - (other < places[seat]) for other in places) / (len(seats) - 1)
            for seat in seats
        }
        return rewards, {seat: {"place": places[seat], "score": scores[seat]} for seat in seats}

    # What is asked and answered

    def _asked(self) -> int:
        if self.is_over:
            raise LudothequeError("the game is over, so nobody has to act")
        return self.seat

    def view(self, seat: int) -> Any:
        return self.game.view_of(self.recorder.state, seat)

    def choices(self) -> list[str]:
        """List what the seat that has to act may do."""
        seat, view = self._asked(), self.view(self.seat)
        return [self.game.notation.text(view, seat, action) for action in self.game.legal(view, seat)]

    def read(self, answer: str) -> Reading:
        """Read an answer: the last text in square brackets in it, or else all of it.

        Only what the seat sees decides whether it may be done.
        """
        seat, view = self._asked(), self.view(self.seat)
        text = (BRACKETS.findall(answer) or [answer])[-1].strip()
        parsed = self.game.notation.parse(view, seat, text)
        refusal = parsed.refusal or self.game.refusal(view, seat, parsed.action)
        return Reading(text, parsed.action, self.game.reason(refusal) if refusal else "")

    # What a seat is told

    def sight(self, seat: int) -> str:
        """Return the board as a seat sees it."""
        return self.game.text.board(ENGLISH, self.view(seat), seat)

    def question(self, seat: int) -> str:
        """Return what a seat is asked, with its choices if they are listed."""
        asked = self.game.text.prompt(ENGLISH, self.view(seat), seat)
        return f"{asked}\nYou may: {' '.join(f'[{choice}]' for choice in self.choices())}" if self.lists else asked

    def news(self, seat: int) -> str:
        """Return what has happened since the seat was last told, one line for each ply."""
        first, self.told[seat] = self.told.get(seat, 0), len(self.recorder.plies)
        return "\n".join(ply_line(self.recorder, number, seat) for number in range(first, self.told[seat]))

    def result(self) -> str:
        """Return how the game ended, one line for each seat."""
        _, results = self.close()
        if self.loser != NONE:
            return f"Seat {self.loser} was refused too often: {self.refused[-1]}"
        order = sorted(results, key=lambda seat: results[seat]["place"])
        return "\n".join(f"{results[seat]['place']}. seat {seat}: {results[seat]['score']} points" for seat in order)


def ply_line(recorder: Recorder, number: int, viewer: int) -> str:
    """Return what a viewer is told about a ply."""
    game, ply = recorder.game, recorder.plies[number]
    who = "The table" if ply.seat == TABLE else f"Seat {ply.seat}"
    said = " ".join(game.text.describe(ENGLISH, game.view_of(ply.after, viewer), ply.seat, NONE, ply.rows).splitlines())
    action = recorder.told(number, viewer)["action"]
    return f"{who} [{action}]: {said}".removesuffix(": ")


def introduction(recorder: Recorder, seat: int) -> str:
    """Return what a seat is told before its first action."""
    game, page = recorder.game, rulebook.summary_path(recorder.game)
    options = "".join(f", {name} {value}" for name, value in recorder.options.items())
    examples = ", ".join(f"[{text}]" for text in samples(game, recorder.seats))
    return "\n\n".join(
        [
            f"You play {game.title}{options}. You are seat {seat} of {recorder.seats}; the first is seat 0.",
            *([page.read_text(encoding="utf-8").strip()] if page.is_file() else []),
            HOW.format(examples=examples),
        ]
    )


@cache
def samples(game: Game, seats: int) -> list[str]:
    """Return one action of each kind, as it was written in some random game."""
    chance, found = random.Random(1), dict[str, str]()
    recorder = Recorder(game, seats, {}, seed_key(1))
    while movers := game.movers(recorder.state):
        seat = chance.choice(movers)
        action = chance.choice(game.legal(recorder.state, seat))
        if seat != TABLE:
            found.setdefault(game.actions.kind_of(action), game.notation.text(recorder.state, seat, action))
        recorder.act(seat, action)
    return list(found.values())
