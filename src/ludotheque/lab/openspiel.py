"""OpenSpiel's own random play, for comparison. It is an optional extra: `ludotheque[lab]`."""

import random
from collections.abc import Callable
from time import thread_time
from typing import Any

GAMES = ("othello", "checkers", "go(board_size=9)", "backgammon", "chess")
SIMULATIONS = 2  # the fewest with which MCTSBot can return a move
ROLLOUTS = 100  # per simulation


def is_installed() -> bool:
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        return False
    return True


class Rollouts:
    """Random games of OpenSpiel, played in C++ by its MCTSBot.

    OpenSpiel has no entry point that plays random games, but its search plays them to evaluate a
    node. With two simulations of a hundred rollouts each, a search is little else than rollouts:
    the first hundred start from the root; then one of the root's moves is made at random, and the
    second hundred start after it. If a random game from the root has L moves, that makes 100 · L +
    100 · (L − 1), divided by the thread's time for the whole search. L is the mean over many random
    games, counted outside the timing.

    A move is a decision of a player. A roll of dice belongs to the move that follows it, as a draw
    does in our rules.
    """

    def __init__(self, name: str, games: int, seed: int = 1) -> None:
        import pyspiel

        self.name = name
        self.chooser = random.Random(seed)
        self.game = pyspiel.load_game(name)
        self.root = self.game.new_initial_state()
        while self.root.is_chance_node():
            self.draw(self.root)
        self.mean_length = sum(self.random_game() for _ in range(games)) / games
        self.bot = pyspiel.MCTSBot(
            self.game, pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed), 1.4, SIMULATIONS, 100, False, seed, False
        )

    def draw(self, state: Any) -> None:
        """Draw an outcome of chance and apply it."""
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(self.chooser.choices(outcomes, weights)[0])

    def random_game(self) -> int:
        """Play one random game from the root and return its number of moves."""
        state, moves = self.root.clone(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                self.draw(state)
            else:
                state.apply_action(self.chooser.choice(state.legal_actions()))
                moves += 1
        return moves

    def measures(self, seconds: float) -> dict[str, Callable[[], float]]:
        return {"moves_per_second": lambda: self.moves_per_second(seconds)}

    def moves_per_second(self, seconds: float) -> float:
        """Search again and again for about `seconds`; return moves per second."""
        moves, began = 0.0, thread_time()
        while (spent := thread_time() - began) < seconds or moves == 0:
            self.bot.step(self.root)
            moves += ROLLOUTS * (2 * self.mean_length - 1)
        return moves / spent
