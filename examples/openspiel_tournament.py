"""A tournament in OpenSpiel: its own bots and ours meet in our games, everybody against everybody.

    pip install 'ludotheque[lab]'
    python examples/openspiel_tournament.py --games sarena,labyrinth --count 20

Two seats, every deal from both. All bots are bots of OpenSpiel, so yours can join: add it to
`entrants`. Prints a table for each game: the share that the row won against the column, with its
95 % interval.
"""

import argparse
import random
from itertools import combinations
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from ludotheque.bots.history import UNKNOWN
from ludotheque.bots.levels import player
from ludotheque.bots.rating import score_interval
from ludotheque.envs.openspiel import PREFIX


class OurBot(pyspiel.Bot):  # type: ignore[misc]  # it has no types of its own
    """A bot of a level. It is given what its seat sees, and no memory of the game."""

    def __init__(self, level: str, chance: random.Random) -> None:
        super().__init__()
        self.level, self.chance = level, chance

    def step(self, state: Any) -> int:
        game, seat = state.spiel.game, state.current_player()
        view = game.view_of(state.moment.state, seat)
        return player(game, self.level)(game, view, seat, UNKNOWN, self.chance.randbytes(32))


class RandomBot(pyspiel.Bot):  # type: ignore[misc]
    """OpenSpiel's uniform player, which wants to know its seat, for any seat."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.bots = [pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in range(2)]

    def step(self, state: Any) -> int:
        return int(self.bots[state.current_player()].step(state))


def entrants(game: Any, iterations: int, levels: list[str], seed: int) -> dict[str, Any]:
    """Return the bots by name."""
    chance, numbers = random.Random(seed), np.random.RandomState(seed)
    search = ISMCTSBot(game, RandomRolloutEvaluator(1, numbers), 1.4, iterations, random_state=numbers)
    search.set_resampler(lambda state, seat: state.resample_from_infostate(seat, chance.random))
    ours = {level: OurBot(level, chance) for level in levels}
    return {"uniform": RandomBot(seed), f"ismcts {iterations}": search} | ours


def play(game: Any, bots: list[Any], deal: random.Random) -> float:
    """Play a game; return the result of the first bot: 1, ½ or 0."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(deal.choices(outcomes, odds)[0])
        else:
            state.apply_action(bots[state.current_player()].step(state))
    return float(1 + state.returns()[0]) / 2


def tournament(name: str, count: int, iterations: int, levels: list[str], seed: int) -> str:
    """Return the table of a game."""
    game = pyspiel.load_game(f"{PREFIX}{name}(seats=2)")
    bots = entrants(game, iterations, levels, seed)
    cells = {(one, one): "" for one in bots}
    for one, other in combinations(bots, 2):
        results = []
        for number in range(count):
            pair, deal = [bots[one], bots[other]], random.Random(seed + number // 2)
            results.append(1 - play(game, pair[::-1], deal) if number % 2 else play(game, pair, deal))
        for pairing, won in (((one, other), results), ((other, one), [1 - result for result in results])):
            share, low, high = score_interval(won)
            cells[pairing] = f"{share:.0%} ({low:.0%} to {high:.0%})"
    head = [f"| {name}, {count} games each | {' | '.join(bots)} |", "| --- |" + " ---: |" * len(bots)]
    return "\n".join([*head, *(f"| {row} | {' | '.join(cells[row, column] for column in bots)} |" for row in bots)])


def main() -> None:
    asked = argparse.ArgumentParser(description="A tournament in OpenSpiel.")
    asked.add_argument("--games", default="sarena", help="which, with commas")
    asked.add_argument("--count", type=int, default=20, help="games of each pair")
    asked.add_argument("--iterations", type=int, default=100, help="of OpenSpiel's search")
    asked.add_argument("--levels", default="novice,regular", help="our bots, with commas")
    asked.add_argument("--seed", type=int, default=1)
    wish = asked.parse_args()
    for name in wish.games.split(","):
        print(tournament(name, wish.count, wish.iterations, wish.levels.split(","), wish.seed), flush=True)


if __name__ == "__main__":
    main()
