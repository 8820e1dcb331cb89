"""Our `expert` against OpenSpiel's search for games with hidden information.

    python benchmarks/ismcts.py [--games sarena,labyrinth] [--count 20] [--iterations 200]
        [--out games.jsonl]

The opponent is OpenSpiel's `ISMCTSBot` in Python: UCT with c = 1.4, one random rollout for each
iteration, worlds drawn by our `imagine`. OpenSpiel's C++ bots cannot search games in Python. Its
rollouts run in compiled code (`CompiledRollout`), as ours do: they are the same random play as
OpenSpiel's own `RandomRolloutEvaluator`, but up to 140 times faster, so the opponent is faster here
than anybody would find it.

Every deal is played from both seats, twice over: with equal iterations, and with equal time, where
our bot gets as many seconds as the opponent took for its last decision; if it needs longer, it
makes up for it later. It prints a table: the share of the points that our bot won, with Wilson's
95 % interval, and what a decision cost each of them. With `--out` every game is written to a file
as soon as it is over, games that are in the file already are not played again, and the table counts
all of them.
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from ludotheque.bots.history import history_of
from ludotheque.bots.levels import known
from ludotheque.bots.play import seed_for, turns
from ludotheque.bots.rating import score_interval
from ludotheque.bots.thinker import Budget, choose
from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.game import Game
from ludotheque.core.layout import copy
from ludotheque.core.record import Recorder
from ludotheque.core.story import silent_story
from ludotheque.envs.openspiel import PREFIX, Moment

SEATS = 2
UCT = 1.4
UNBOUNDED = 10**9  # iterations that no decision reaches
COMPILING = 4  # iterations of a game that is only played to compile everything
ITERATIONS, TIME = "iterations", "time"  # what may be equal


class CompiledRollout(RandomRolloutEvaluator):  # type: ignore[misc]
    """One random rollout, the same as OpenSpiel's own, but played by the game's compiled engine.

    If chance has already drawn who acts, that player begins. After that, all who may act are
    equally likely to be next, and so are all of their actions.
    """

    def evaluate(self, state: Any) -> Any:
        end = state.clone()
        if end.turn != NONE:
            end.apply_action(self._random_state.choice(end.legal_actions()))
        game, world = end.moment.game, copy(end.moment.state)
        words = self._random_state.randint(2**32, size=3, dtype=np.uint32)
        plies = game.engine.playout(world, words, silent_story())
        game.check_bounds(too_long=plies < 0)
        end.moment = Moment(game, world)
        return np.array(end.returns())


@dataclass
class Side:
    """A player, and the seconds that each of its decisions took (among two actions or more)."""

    choose: Callable[[Recorder, int], int]
    seconds: list[float] = field(default_factory=list)

    def act(self, recorder: Recorder, seat: int) -> None:
        action, *others = recorder.game.legal(recorder.state, seat)
        if others:
            began = time.perf_counter()
            action = self.choose(recorder, seat)
            self.seconds.append(time.perf_counter() - began)
        recorder.act(seat, action)


def theirs(game: Game, iterations: int, seed: int) -> Side:
    """Return OpenSpiel's bot."""
    spiel, chance, numbers = pyspiel.load_game(PREFIX + game.id), random.Random(seed), np.random.RandomState(seed)
    bot = ISMCTSBot(spiel, CompiledRollout(1, numbers), UCT, iterations, random_state=numbers)
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, chance.random))

    def chosen(recorder: Recorder, seat: int) -> int:
        state: Any = spiel.new_initial_state()
        state.moment, state.turn = Moment(game, recorder.state), seat
        return int(bot.step(state))

    return Side(chosen)


def ours(game: Game, spend: Callable[[], Budget]) -> Side:
    """Return our expert with another budget."""

    def chosen(recorder: Recorder, seat: int) -> int:
        budget, view = spend(), game.view_of(recorder.state, seat)
        seed = seed_for(recorder.key, len(recorder.plies))
        found = known(game, "expert", view, seat, seed, budget)
        return choose(game, view, seat, seed, budget, history_of(recorder, seat)) if found is None else found

    return Side(chosen)


def first_position(game: Game, deal: int) -> Recorder:
    return Recorder(game, SEATS, {}, seed_key(deal))


def play(game: Game, equal: str, iterations: int, deal: int, own: int) -> dict[str, Any]:
    """Play one game in which our bot has the seat `own`; return what it won and what it cost."""
    opponent, allowed = theirs(game, iterations, SEATS * deal + own), list[float]()

    def spend() -> Budget:
        if equal == ITERATIONS:
            return Budget(iterations, seconds=inf)
        allowed.append(opponent.seconds[-1])
        left = sum(allowed) - sum(bot.seconds)  # what a decision took too long, the next ones make up for
        return Budget(UNBOUNDED, seconds=max(0.0, min(allowed[-1], left)))

    bot, recorder, start = ours(game, spend), first_position(game, deal), first_position(game, deal)
    while not opponent.seconds:  # a first time to go by, if our bot begins
        opponent.act(start, game.movers(start.state)[0])
    for seat in turns(recorder):
        (bot if seat == own else opponent).act(recorder, seat)
    places = game.ranks(recorder.state, SEATS)
    return {
        "game": game.id,
        "equal": equal,
        "iterations": iterations,
        "deal": deal,
        "seat": own,
        "result": (1 + (places[1 - own] > places[own]) - (places[1 - own] < places[own])) / 2,
        "decisions": [len(bot.seconds), len(opponent.seconds[1:])],  # with a choice; ours, theirs
        "seconds": [round(sum(bot.seconds), 4), round(sum(opponent.seconds[1:]), 4)],
    }


def row(game: Game, played: list[dict[str, Any]]) -> str:
    """Return a row of the table."""
    share, low, high = score_interval([one["result"] for one in played])
    costs = [
        1000 * sum(one["seconds"][side] for one in played) / max(1, sum(one["decisions"][side] for one in played))
        for side in (0, 1)
    ]
    equal, iterations = played[0]["equal"], played[0]["iterations"]
    return (
        f"| {game.title} | {equal} | {iterations:,} | {len(played)} | {share:.0%} ({low:.0%} to {high:.0%}) "
        f"| {costs[0]:.1f} ms | {costs[1]:.1f} ms |"
    )


def match(game: Game, equal: str, iterations: int, deals: range, out: Path | None) -> str:
    """Play two games from each deal, unless they are in the file; return a row of the table."""
    lines = out.read_text().splitlines() if out and out.exists() else []
    kind = {"game": game.id, "equal": equal, "iterations": iterations}
    played = [one for line in lines if kind.items() <= (one := json.loads(line)).items()]
    if deals:
        play(game, equal, COMPILING, deals[0], 0)  # so that compiling takes nobody's time
    known_games = {(one["deal"], one["seat"]) for one in played}
    for deal in deals:
        for own in range(SEATS):
            if (deal, own) not in known_games:
                played.append(play(game, equal, iterations, deal, own))
                if out:
                    with out.open("a") as file:
                        file.write(json.dumps(played[-1]) + "\n")
    return row(game, played)


def main() -> None:
    parser = argparse.ArgumentParser(description="Let our expert play OpenSpiel's ISMCTSBot.")
    encoded = [name for name in registry.names() if registry.load(name).encode is not None]
    parser.add_argument("--games", default=",".join(encoded), help="which, with commas (default: all)")
    parser.add_argument("--equal", default=f"{ITERATIONS},{TIME}", help="what is equal (default: both, in turn)")
    parser.add_argument("--count", type=int, default=20, help="games of each kind (default: 20)")
    parser.add_argument("--iterations", type=int, default=200, help="of OpenSpiel's bot (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="of the first deal (default: 1)")
    parser.add_argument("--out", type=Path, help="a file for every game played, to stop and continue")
    wanted = parser.parse_args()
    deals = range(wanted.seed, wanted.seed + wanted.count // SEATS)
    print("| game | equal | iterations | games | won by ours (95 %) | our decision | theirs |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for name in wanted.games.split(","):
        for equal in wanted.equal.split(","):
            print(match(registry.load(name), equal, wanted.iterations, deals, wanted.out), flush=True)


if __name__ == "__main__":
    main()
