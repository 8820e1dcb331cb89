"""What a search knows about a game. A game may say more in its `evaluate.py`: any of these names."""

from typing import Any

from ludotheque.core.game import Game
from ludotheque.core.rule import rule

NAMES = ("EXPLORE", "EXPAND_AT", "WHOLE_TURNS", "GUESSES", "WIDTH", "LOOKS_AHEAD", "MARGIN", "CUTOFF", "BELIEFS", "learn", "suppose")
EXPLORE = 0.5  # how much a search is drawn to what it has seldom tried
EXPAND_AT = 2  # visits until a node gets children
WHOLE_TURNS = False  # is a new node that lies in the middle of a turn given children at once, so that nothing is judged before the turn is over?
GUESSES = 1.0  # how many visits a first guess counts like
WIDTH = 1 << 20  # children of a node below the first, those that look best
LOOKS_AHEAD = False  # is the first guess the value after the action, or always a half?
MARGIN = 10.0  # points that matter
CUTOFF = 1 << 20  # plies of random play before `value` is asked

BELIEFS = 1  # things that each seat may hide and that can be told from what it does


@rule
def learn(before: Any, after: Any, room: Any, notes: Any, actions: Any, belief: Any, story: Any) -> None:
    """What a ply gives away: add to belief[seat, thing], logarithms of likelihoods. `before` and `after` are views of the seat that thinks. To reckon with: `room` is an array of
    one state, `notes` of three numbers a thing.
    """


@rule
def suppose(state: Any, view: Any, belief: Any, story: Any) -> None:
    """Change an imagined world so that what is likely is met more often."""


def value(state: Any, out: Any) -> None:
    """The points that each seat can expect at the end. A game that says nothing is judged by its score so far."""


def knowledge(game: Game, is_plain: bool = False) -> dict[str, Any]:
    """The names that the search is written against: the game's own, or, in a plain search and where it has none, those above."""
    default = {name: globals()[name] for name in NAMES} | {"value": game.rules.scores}
    return default if is_plain else {name: getattr(game.evaluate, name, default[name]) for name in default}
