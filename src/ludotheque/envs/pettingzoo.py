"""The games as PettingZoo environments.

from ludotheque.envs.pettingzoo import env, parallel_env, sarena_v1

env(game="sarena", seats=3)        # one seat after the other (AEC)
parallel_env(game="toy")           # all who may act choose at once
sarena_v1.env(), sarena_v1.parallel_env()
"""

import random
import secrets
from collections.abc import Mapping
from functools import partial
from operator import index
from types import SimpleNamespace
from typing import Any

import numpy as np

from ludotheque.bots.play import seed_for
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.layout import array_of
from ludotheque.envs.course import COURSE
from ludotheque.envs.desk import Desk
from ludotheque.envs.kit import (
    ILLEGAL,
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
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise LudothequeError("this needs PettingZoo: pip install 'ludotheque[train]'") from error


class Table:
    """One game with named seats: what both interfaces have in common."""

    agents: list[str]
    waiting = 0  # 1: there is an action more, to wait

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str = "end",
    ) -> None:
        """Set up a table; `reset` deals a game.

        Args:
            game: the name of a game, or the game itself.
            seats: how many play; by default as few as possible.
            options: the game's own options.
            render_mode: `human` prints the text board, `ansi` returns it; `svg` and `rgb_array`
                return the picture.
            max_cycles: after so many cycles the game is truncated; a cycle has an action for each
                seat.
            illegal: what an illegal action does: `end` the game, with −1 for the seat that chose
                it, or be replaced by a `random` legal one.
        """
        check_one_of("render_mode", render_mode, (None, *RENDER_MODES))
        check_one_of("illegal", illegal, ILLEGAL)
        self.made_of = (game, seats, options, render_mode, max_cycles, illegal)
        self.game = load(game)
        self.batch = Desk(self.game, seats, options, secrets.randbits(63))
        self.state_record = self.batch.states[0]
        self.row, self.mask_row = self.batch.observation[0], self.batch.mask[0].view(np.int8)
        self.render_mode, self.max_cycles, self.is_forgiving = render_mode, max_cycles, illegal == "random"
        self.metadata = metadata_of(self.game)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.batch.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.actions = self.game.actions.count + self.waiting
        self.action_spaces = {agent: spaces.Discrete(self.actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: observation_space(self.game, self.actions) for agent in self.possible_agents}
        self.agents = []
        self.cycles = 0
        self.memory = np.zeros(1, self.memory_type())

    def memory_type(self) -> list[Any]:
        """Return the fields of `get_state`."""
        return [("state", self.game.state), ("course", COURSE), ("cycles", np.int64)]

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def close(self) -> None:
        """Do nothing: there is no window to close."""

    def deal(self, seed: int | None) -> None:
        self.batch.reset(seed)
        self.agents, self.cycles = self.possible_agents[:], 0

    def check_is_on(self) -> None:
        if not self.agents:
            raise LudothequeError("no game is on: call reset() first")

    def get_state(self) -> bytes:
        """Return all of the game as bytes; `set_state` goes on from there, as often as you like."""
        self.memory["state"], self.memory["course"] = self.batch.states, self.batch.courses
        self.memory["cycles"] = self.cycles
        self.remember(self.memory[0])
        return bytes(self.memory.tobytes())

    def set_state(self, data: bytes) -> None:
        """Continue a game that `get_state` returned."""
        if len(data) != self.memory.nbytes:
            raise LudothequeError(
                "a state of {title} with {seats} seats has {size} bytes, not {given}",
                title=self.game.title,
                seats=self.batch.seats,
                size=self.memory.nbytes,
                given=len(data),
            )
        self.memory[:] = np.frombuffer(data, self.memory.dtype)
        self.batch.states[:], self.batch.courses[:] = self.memory["state"], self.memory["course"]
        self.cycles = int(self.memory["cycles"][0])
        self.batch.refresh()
        self.recall(self.memory[0])

    def remember(self, memory: Any) -> None:
        """Write down what is not in the game itself."""
        raise NotImplementedError

    def recall(self, memory: Any) -> None:
        raise NotImplementedError

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies, and pickled environments, continue the same game."""
        return _restored, (type(self), self.made_of, self.get_state())


def _restored(kind: type[Table], made_of: tuple[Any, ...], data: bytes) -> Table:
    table = kind(*made_of)
    table.set_state(data)
    return table


class Turns(Table, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One seat acts after the other; a seat that decides several times in its turn acts again.

    Where several may act at once, each of them is equally likely to be next.
    """

    def memory_type(self) -> list[Any]:
        seats = (self.batch.seats,)
        return [
            *super().memory_type(),
            *((name, np.float32, seats) for name in ("reward", "total")),
            *((name, np.bool_, seats) for name in ("is_here", "is_terminated", "is_truncated")),
            ("selection", np.int8),
        ]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a game: that of the seed, or another one.

        `options` has no effect: the options of a game are chosen when the environment is made.
        """
        self.deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._show()
        if self.render_mode == "human":
            self.render()

    def _show(self) -> None:
        """Hand the turn to the seat that has to decide. Only that seat has anything in its mask."""
        self.nothing = np.zeros(self.actions, np.int8)
        self.infos = {agent: {"action_mask": self.nothing} for agent in self.agents}
        self._skip_agent_selection = None
        self._hand_over()

    def _hand_over(self) -> None:
        self.agent_selection = agent = self.possible_agents[self.batch.seat.item(0)]
        self.infos[agent] = {"action_mask": self.mask_row.copy()}

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees. If it is not its turn, that is worked out only now."""
        seat = self.seat_of[agent]
        is_next = seat == self.batch.seat.item(0)
        observation = self.row.copy() if is_next else seen(self.game, self.state_record, seat)
        return masked(observation, self.infos.get(agent, {"action_mask": self.nothing}))

    def step(self, action: Any) -> None:
        self.check_is_on()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.batch.step(self._checked(agent, index(action)))
        self.cycles += 1
        self.infos[agent] = {"action_mask": self.nothing}
        self._cumulative_rewards[agent] = 0.0
        self._hand_over()
        if self.batch.done.item(0):
            self.rewards = dict(zip(self.agents, self.batch.reward[0].tolist(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        elif self.max_cycles is not None and self.cycles >= self.max_cycles * self.batch.seats:
            self.truncations = dict.fromkeys(self.agents, True)
        if self.render_mode == "human":
            self.render()

    def _checked(self, agent: str, action: int) -> int:
        """Return the action that is carried out; −1 is always illegal."""
        is_action = 0 <= action < self.actions
        if self.is_forgiving and not (is_action and self.infos[agent]["action_mask"][action]):
            return int(self.batch.random()[0])
        return action if is_action else -1

    def render(self) -> Any:
        """Draw the game as the agent that is to act sees it."""
        return render(self.game, self.render_mode, self.state_record, int(self.batch.seat[0]))

    def remember(self, memory: Any) -> None:
        for agent, seat in self.seat_of.items():
            is_here = agent in self.agents
            memory["is_here"][seat] = is_here
            memory["reward"][seat] = self.rewards[agent] if is_here else 0
            memory["total"][seat] = self._cumulative_rewards[agent] if is_here else 0
            memory["is_terminated"][seat] = is_here and self.terminations[agent]
            memory["is_truncated"][seat] = is_here and self.truncations[agent]
        memory["selection"] = self.seat_of[self.agent_selection] if self.agents else NONE

    def recall(self, memory: Any) -> None:
        self.agents = [agent for agent, seat in self.seat_of.items() if memory["is_here"][seat]]

        def each(name: str) -> dict[str, Any]:
            return {agent: memory[name][self.seat_of[agent]].item() for agent in self.agents}

        self.rewards, self._cumulative_rewards = each("reward"), each("total")
        self.terminations, self.truncations = each("is_terminated"), each("is_truncated")
        self._show()
        self.infos = {agent: self.infos[agent] for agent in self.agents}
        if self.agents:
            self.agent_selection = self.possible_agents[int(memory["selection"])]


class Together(Table, ParallelEnv):  # type: ignore[misc]
    """All who may act choose at once, and the others wait.

    A seat that has nothing to decide has one legal action, to wait: the number after the last
    action. Within a cycle the order is random, the table included; a choice that another one has
    made impossible is passed over.
    """

    waiting = 1

    def memory_type(self) -> list[Any]:
        return [*super().memory_type(), ("is_on", np.bool_)]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a game: that of the seed, or another one.

        `options` has no effect: the options of a game are chosen when the environment is made.
        """
        self.deal(seed)
        if self.render_mode == "human":
            self.render()
        return self._seen()

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the observations and the infos of all agents."""
        movers = self.game.movers(self.state_record)
        observations, self.infos = {}, {}
        for agent, seat in self.seat_of.items():
            mask = np.zeros(self.actions, np.int8)
            mask[self.game.legal(self.state_record, seat) if seat in movers else self.actions - 1] = 1
            self.infos[agent] = {"action_mask": mask}
            observations[agent] = masked(seen(self.game, self.state_record, seat), self.infos[agent])
        return observations, self.infos

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        self.check_is_on()
        if set(actions) != set(self.agents):
            raise LudothequeError("every agent chooses an action: {names}", names=", ".join(self.agents))
        turn = random.Random(seed_for(self.state_record.key.tobytes(), self.cycles))
        reward = np.zeros(self.batch.seats, np.float32)
        chosen = self._checked({self.seat_of[agent]: index(action) for agent, action in actions.items()}, reward, turn)
        is_over = bool(reward.any())
        if not is_over:
            is_over = self._carry_out(chosen, turn)
            if is_over:
                self.batch.steps.run_settle(array_of(self.state_record), self.batch.seats, reward)
        self.cycles += 1
        is_truncated = not is_over and self.max_cycles is not None and self.cycles >= self.max_cycles
        observations, infos = self._seen()
        if self.render_mode == "human":
            self.render()
        agents, self.agents = self.agents, [] if is_over or is_truncated else self.agents
        return (
            observations,
            dict(zip(agents, reward.tolist(), strict=True)),
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, is_truncated),
            infos,
        )

    def _checked(self, chosen: dict[int, int], reward: Any, turn: random.Random) -> dict[int, int]:
        """Return what each seat does; a seat that chose an illegal action is punished in `reward`,
        unless another one is chosen for it.
        """
        for agent, seat in self.seat_of.items():
            mask = self.infos[agent]["action_mask"]
            if not (0 <= chosen[seat] < self.actions and mask[chosen[seat]]):
                if self.is_forgiving:
                    chosen[seat] = turn.choice(np.flatnonzero(mask).tolist())
                else:
                    reward[seat] = -1.0
        return chosen

    def _carry_out(self, chosen: dict[int, int], turn: random.Random) -> bool:
        """Carry out what the seats chose, and return whether the game is over."""
        game, state = self.game, self.state_record
        movers = game.movers(state)
        turn.shuffle(movers)
        for seat in movers:
            if seat == TABLE and seat in game.movers(state):
                game.apply(state, seat, game.legal(state, seat)[0])
            elif seat != TABLE and game.refusal(state, seat, chosen[seat]) == 0:
                game.apply(state, seat, chosen[seat])
        while (movers := game.movers(state)) == [TABLE]:
            game.apply(state, TABLE, game.legal(state, TABLE)[0])
        return not movers

    def render(self) -> Any:
        """Draw the game as a spectator sees it."""
        return render(self.game, self.render_mode, self.state_record)

    def remember(self, memory: Any) -> None:
        memory["is_on"] = bool(self.agents)

    def recall(self, memory: Any) -> None:
        self.agents = self.possible_agents[:] if memory["is_on"] else []
        self._seen()


def env(game: str | Game, **given: Any) -> Turns:
    """Return a game as an AEC environment; for the arguments see `Table`."""
    return Turns(game, **given)


def parallel_env(game: str | Game, **given: Any) -> Together:
    """Return a game as a parallel environment; for the arguments see `Table`."""
    return Together(game, **given)


raw_env = env


def __getattr__(name: str) -> Any:
    """Return `sarena_v1` and the like: a game under the rules of that version, as a module of
    PettingZoo has it.
    """
    game, _, version = name.rpartition("_v")
    if not game or not version.isdecimal():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    versions = load(game).versions
    if int(version) not in versions:
        raise AttributeError(f"{game} has no rules of version {version}")
    chosen = versions[int(version)]
    return SimpleNamespace(
        env=partial(env, chosen), raw_env=partial(env, chosen), parallel_env=partial(parallel_env, chosen)
    )
