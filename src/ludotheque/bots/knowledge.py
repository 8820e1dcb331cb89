"""What a search knows about a game. A game may say more in its `evaluate.py`: any of these names."""

from typing import Any

from ludotheque.core.game import Game

EXPLORE = 0.5  # how much a search is drawn to what it has seldom tried
EXPAND_AT = 2  # visits until a node gets children
WHOLE_TURNS = False  # is a new node that lies in the middle of a turn given children at once, so that nothing is judged before the turn is over?
GUESSES = 1.0  # how many visits a first guess counts like
WIDTH = 1 << 20  # children of a node below the first, those that look best
LOOKS_AHEAD = False  # is the first guess the value after the action, or always a half?
MARGIN = 10.0  # points that matter
CUTOFF = 1 << 20  # plies of random play before `value` is asked


def value(state: Any, out: Any) -> None:
    """The points that each seat can expect at the end. A game that says nothing is judged by its score so far."""


def knowledge(game: Game) -> dict[str, Any]:
    """The names that the search is written against: the game's own, or those above."""
    default = {name: globals()[name] for name in ("EXPLORE", "EXPAND_AT", "GUESSES", "LOOKS_AHEAD", "MARGIN", "CUTOFF", "WHOLE_TURNS", "WIDTH")} | {"value": game.rules.scores}
    return {name: getattr(game.evaluate, name, default[name]) for name in default}
