"""The games as Gymnasium environments: one seat is yours, and bots play the others.

import gymnasium
import ludotheque.envs.gymnasium  # registers the games

env = gymnasium.make("ludotheque/Sarena-v1", opponents="novice")
envs = gymnasium.make_vec("ludotheque/Sarena-v1", 1024, vectorization_mode="vector_entry_point")
"""

import secrets
from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

import numpy as np

from ludotheque.bots.levels import Bot, bot
from ludotheque.bots.play import bot_acts, turns
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.layout import array_of
from ludotheque.core.record import Recorder
from ludotheque.envs.batch import Batch, stepping
from ludotheque.envs.kit import (
    ILLEGAL,
    METADATA,
    RENDER_MODES,
    check_one_of,
    load,
    masked,
    metadata_of,
    observation_space,
    render,
    seen,
)

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise LudothequeError("this needs Gymnasium: pip install 'ludotheque[train]'") from error

TURNS = "turns"  # another seat in each game
AUTORESET = {AutoresetMode.NEXT_STEP: "next_step", AutoresetMode.SAME_STEP: "same_step"}
Opponent = str | Bot


def own_seat(seat: int | str, seats: int) -> int | str:
    """Check which seat is yours."""
    check_one_of("seat", seat, (*range(seats), TURNS))
    return seat


class SeatEnv(gymnasium.Env[dict[str, Any], Any]):
    """One seat of a game. A step is your decision, and all that others do until your next one."""

    metadata = METADATA

    def __init__(
        self,
        game: str | Game,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | str = 0,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        illegal: str = "end",
        scale: float = 1.0,
    ) -> None:
        """Seat the opponents; `reset` deals a game.

        Args:
            game: the name of a game, or the game itself.
            opponents: the level of all bots, or one for each, in turn order after you. A bot can
                also be a function: see `ludotheque.bots.knowledge.Policy`.
            seat: yours, or `turns` for another one in each game.
            seats: how many play; by default as few as possible.
            options: the game's own options.
            render_mode: `human` prints the text board, `ansi` returns it; `svg` and `rgb_array`
                return the picture.
            illegal: what an illegal action does: `end` the game, with a reward of −1, or be
                replaced by a `random` legal one.
            scale: multiplies the iterations of the bots.
        """
        check_one_of("render_mode", render_mode, (None, *RENDER_MODES))
        check_one_of("illegal", illegal, ILLEGAL)
        self.game = load(game)
        self.seats = self.game.seats[0] if seats is None else seats
        self.game.check_seats(self.seats)
        self.own = own_seat(seat, self.seats)
        named = [opponents] * (self.seats - 1) if isinstance(opponents, str) or callable(opponents) else opponents
        if len(named) != self.seats - 1:
            raise LudothequeError(
                "there are {count} opponents to name, not {given}", count=self.seats - 1, given=len(named)
            )
        self.bots = [one if callable(one) else bot(one, scale, is_hurried=False) for one in named]
        self.options = self.game.complete_options(options or {})
        self.metadata = metadata_of(self.game)
        self.render_mode, self.is_forgiving = render_mode, illegal == "random"
        self.actions = self.game.actions.count
        self.action_space = gymnasium.spaces.Discrete(self.actions)
        self.observation_space = observation_space(self.game, self.actions)
        self.number, self.seat, self.is_on = 0, 0, False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a game: that of the seed, or another one.

        `options` has no effect: the options of a game are chosen when the environment is made.
        """
        super().reset(seed=seed, options=options)
        self.number = 0 if seed is not None else self.number
        self.is_on = False
        while not self.is_on:  # a game in which you never decide is not shown
            self.seat = self.number % self.seats if isinstance(self.own, str) else self.own
            self.number += 1
            self.recorder = Recorder(self.game, self.seats, self.options, self.np_random.bytes(32))
            self.turns = turns(self.recorder)
            self.go_on()
        return self.shown()

    def go_on(self) -> None:
        """Let the others act until you have to decide, or the game is over."""
        for seat in self.turns:
            if seat == self.seat:
                self.is_on = True
                return
            bot_acts(self.recorder, seat, self.bots[(seat - self.seat) % self.seats - 1])
        self.is_on = False

    def shown(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the observation and the info."""
        state, mask = self.recorder.state, np.zeros(self.actions, np.int8)
        if self.is_on:
            mask[self.game.legal(state, self.seat)] = 1
        self.mask = mask
        if self.render_mode == "human":
            self.render()
        info = {"action_mask": mask.copy(), "seat": self.seat}
        return masked(seen(self.game, state, self.seat), info), info

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if not self.is_on:
            raise LudothequeError("no game is on: call reset() first")
        action = index(action)
        is_legal = 0 <= action < self.actions and self.mask[action]
        if not is_legal and self.is_forgiving:
            action, is_legal = self.np_random.choice(np.flatnonzero(self.mask)), True
        reward = np.zeros(self.seats, np.float32)
        if is_legal:
            self.recorder.act(self.seat, int(action))
            self.go_on()
            if not self.is_on:
                stepping(self.game).run_settle(array_of(self.recorder.state), self.seats, reward)
        else:
            reward[self.seat], self.is_on = -1.0, False
        observation, info = self.shown()
        return observation, float(reward[self.seat]), not self.is_on, False, info

    def render(self) -> Any:
        """Draw the game as your seat sees it."""
        return render(self.game, self.render_mode, self.recorder.state, self.seat)


class SeatVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """One seat in each of many games, played in compiled code. The others play at random.

    The arrays are created once and filled again at every step: copy what you keep.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        opponents: str = "random",
        seat: int | str = 0,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
    ) -> None:
        """Seat the players; `reset` deals the games.

        Args:
            game: the name of a game, or the game itself.
            num_envs: how many games are played at once.
            opponents: `random`, no other bot plays in compiled code.
            seat: yours, or `turns` for another one in each game.
            seats: how many play; by default as few as possible.
            options: the game's own options.
            autoreset_mode: when the next game of a row begins: `NEXT_STEP` or `SAME_STEP`.
            threads: how many of them play the games.
        """
        if opponents != "random":
            raise LudothequeError(
                "opponents of a batch play at random: opponents must be 'random', not {given!r}", given=opponents
            )
        check_one_of("autoreset_mode", autoreset_mode, (*AUTORESET, *(mode.value for mode in AUTORESET)))
        mode = AutoresetMode(autoreset_mode)
        chosen = load(game)
        own = own_seat(seat, chosen.seats[0] if seats is None else seats)
        self.batch = batch = Batch(
            chosen,
            num_envs,
            seats,
            options,
            seed=secrets.randbits(63),
            threads=threads,
            autoreset=AUTORESET[mode],
            own=own,
            keeps_last=mode == AutoresetMode.SAME_STEP,
        )
        self.num_envs, self.metadata = num_envs, metadata_of(chosen) | {"autoreset_mode": mode}
        self.single_action_space = gymnasium.spaces.Discrete(chosen.actions.count)
        self.single_observation_space = observation_space(chosen, chosen.actions.count)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        everywhere = np.ones(num_envs, np.bool_)
        mask = batch.mask.view(np.int8)
        self.info = {"action_mask": mask, "_action_mask": everywhere, "seat": batch.seat, "_seat": everywhere}
        self.observation = masked(batch.observation, self.info)
        self.truncations = np.zeros(num_envs, np.bool_)
        self.nothing = np.zeros(chosen.actions.count, np.int8)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal games: those of the seed, or others."""
        self.batch.reset(seed)
        return self.observation, dict(self.info)

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Carry out an action in each game. After `SAME_STEP` the info has the last observation of
        each game that is over.
        """
        batch = self.batch
        batch.step(actions)
        info: dict[str, Any] = dict(self.info)
        if len(batch.last) and batch.done.any():
            final = np.full(self.num_envs, None, object)
            for row in np.flatnonzero(batch.done):
                final[row] = {"observation": batch.last[row], "action_mask": self.nothing}
            info |= {"final_obs": final, "_final_obs": batch.done, "final_info": {}, "_final_info": batch.done}
        return self.observation, batch.gain, batch.done, self.truncations, info


def register() -> None:
    """Register each game that can be trained on; its version is that of its rules."""
    for name in registry.names():
        game = registry.load(name)
        if game.encode is not None:
            title = "".join(word.capitalize() for word in name.split("_"))
            gymnasium.register(
                f"ludotheque/{title}-v{game.rules_version}",
                entry_point=f"{__name__}:SeatEnv",
                vector_entry_point=f"{__name__}:SeatVectorEnv",
                kwargs={"game": name},
            )


register()
