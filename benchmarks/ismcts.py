"""Our `expert` against OpenSpiel's search for games with hidden information.

    python benchmarks/ismcts.py [--games sarena,labyrinth] [--count 20] [--iterations 200]

The opponent is OpenSpiel's `ISMCTSBot` in Python: UCT with c = 1.4, one random rollout for each
iteration, worlds drawn by our `imagine`. OpenSpiel's C++ bots cannot search games in Python. Every
deal is played from both seats, twice over: with equal iterations, and with equal time, where our
bot gets as many seconds as the opponent took for its last decision. It prints a table: the share of
the points that our bot won, with Wilson's 95 % interval, and what a decision cost each of them.
"""

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from statistics import mean
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
from ludotheque.core.game import Game
from ludotheque.core.record import Recorder
from ludotheque.envs.openspiel import PREFIX, Moment

SEATS = 2
UCT = 1.4
UNBOUNDED = 10**9  # iterations that no decision reaches


@dataclass
class Side:
    """A player, and the seconds that each of its decisions took."""

    choose: Callable[[Recorder, int], int]
    seconds: list[float] = field(default_factory=list)

    def act(self, recorder: Recorder, seat: int) -> None:
        is_choice = len(recorder.game.legal(recorder.state, seat)) > 1
        began = time.perf_counter()
        action = self.choose(recorder, seat)
        if is_choice:
            self.seconds.append(time.perf_counter() - began)
        recorder.act(seat, action)


def theirs(game: Game, iterations: int, seed: int) -> Side:
    """Return OpenSpiel's bot."""
    spiel, chance, numbers = pyspiel.load_game(PREFIX + game.id), random.Random(seed), np.random.RandomState(seed)
    bot = ISMCTSBot(spiel, RandomRolloutEvaluator(1, numbers), UCT, iterations, random_state=numbers)
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


def first_position(game: Game, seed: int) -> Recorder:
    return Recorder(game, SEATS, {}, seed_key(seed))


def match(game: Game, count: int, iterations: int, seed: int, by_time: bool) -> str:
    """Play `count` games, two from each deal; return a row of the table."""
    opponent = theirs(game, iterations, seed)

    def spend() -> Budget:
        if not by_time:
            return Budget(iterations, seconds=inf)
        return Budget(UNBOUNDED, seconds=opponent.seconds[-1])

    bot, results = ours(game, spend), list[float]()
    for side in (opponent, bot, opponent):  # compiles what they need; then this is the opponent's time
        start = first_position(game, seed)
        side.act(start, game.movers(start.state)[0])
    bot.seconds, opponent.seconds = [], opponent.seconds[-1:]
    for number in range(count):
        recorder, own = first_position(game, seed + number // SEATS), number % SEATS
        for seat in turns(recorder):
            (bot if seat == own else opponent).act(recorder, seat)
        places = game.ranks(recorder.state, SEATS)
        results.append((1 + (places[1 - own] > places[own]) - (places[1 - own] < places[own])) / 2)
    share, low, high = score_interval(results)
    kind = "time" if by_time else f"{iterations} iterations"
    costs = f"{1000 * mean(bot.seconds):.1f} ms | {1000 * mean(opponent.seconds):.1f} ms"
    return f"| {game.title} | {kind} | {count} | {share:.0%} ({low:.0%} to {high:.0%}) | {costs} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="Let our expert play OpenSpiel's ISMCTSBot.")
    encoded = [name for name in registry.names() if registry.load(name).encode is not None]
    parser.add_argument("--games", default=",".join(encoded), help="which, with commas (default: all)")
    parser.add_argument("--count", type=int, default=20, help="games of each kind (default: 20)")
    parser.add_argument("--iterations", type=int, default=200, help="of OpenSpiel's bot (default: 200)")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    print("| game | equal | games | won by ours (95 %) | our decision | theirs |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for name in wanted.games.split(","):
        for by_time in (False, True):
            row = match(registry.load(name), wanted.count, wanted.iterations, wanted.seed, by_time)
            print(row, flush=True)


if __name__ == "__main__":
    main()
