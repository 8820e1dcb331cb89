"""What a bot knows about a game beyond its rules.

A game may define any of these names in its `evaluate.py`.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Protocol, cast

from ludotheque.bots.history import History
from ludotheque.core.bits import widen
from ludotheque.core.game import Game, State
from ludotheque.core.plugin import completed
from ludotheque.core.rule import rule

Policy = Callable[[Game, State, int, History, bytes], int]  # (game, view, seat, history, seed) → action


class Evaluate(Protocol):
    """What a game's `evaluate` module may offer to its players; the search reads the rest."""

    @property
    def ITERATIONS(self) -> Mapping[str, int]:  # noqa: N802
        """The number of iterations of a level, if it differs from the default."""
        ...

    @property
    def LEARNED(self) -> Mapping[str, Any]:  # noqa: N802
        """What differs in a search that judges by a network."""
        ...

    @property
    def BY_HAND(self) -> Any:  # noqa: N802
        """The weights of a judgement that trials begin with, made by hand; None: there are none."""
        ...

    @property
    def POLICIES(self) -> Mapping[str, Policy]:  # noqa: N802
        """The game's own players, by name; records can be made with them."""
        ...

    def habit(self, game: Game, view: State, seat: int) -> int | None:
        """Return the action that every level above random takes here without thinking, or None."""
        ...

    def favorite(self, view: State, seat: int) -> int | None:
        """Return the action that an experienced player takes here without any search, or None."""
        ...

    def foresee(
        self, game: Game, view: State, seat: int, seed: bytes, iterations: int, seconds: float, guide: Any
    ) -> int | None:
        """Return the best action found by a short look into imagined worlds, within a budget, or
        None.
        """
        ...


def no_habit(game: Game, view: State, seat: int) -> int | None:
    return None


def no_favorite(view: State, seat: int) -> int | None:
    return None


def no_foresight(
    game: Game, view: State, seat: int, seed: bytes, iterations: int, seconds: float, guide: Any
) -> int | None:
    return None


UNKNOWING: Mapping[str, Any] = {
    "ITERATIONS": {},
    "LEARNED": {},
    "BY_HAND": None,
    "POLICIES": {},
    "habit": no_habit,
    "favorite": no_favorite,
    "foresee": no_foresight,
}


@cache
def evaluate_of(game: Game) -> Evaluate:
    """Return what a game's `evaluate` module offers, with defaults for the rest."""
    return cast(Evaluate, completed(game.evaluate, (), UNKNOWING))


# What a search reads. These names are compiled into it.

EXPLORE = 0.5  # how strongly a search prefers actions that it has rarely tried
EXPAND_AT = 2  # visits until a node gets children
# does a new node in the middle of a turn get children immediately, so that nothing is evaluated
# before the turn is over?
WHOLE_TURNS = False
GUESSES = 1.0  # how many visits a first guess counts for
WIDTH = 1 << 20  # the most children of a node below the root: those that look best
LOOKS_AHEAD = False  # is the first guess the value after the action, or always a half?
MARGIN = 10.0  # a lead of this many points matters
CUTOFF = 1 << 20  # plies of random play before `value` is called
EARLY = 0.0  # how much the judgement before random play counts, beside the one after it

# if several seats act at once: is a choice drawn at random, so that nobody can predict it, or is it
# always the best one?
MIXES = False

BELIEFS = 1  # things that each seat may hide and that its actions may betray


@rule
def learn(before: Any, after: Any, room: Any, notes: Any, actions: Any, belief: Any, story: Any) -> None:
    """Add what a ply reveals to belief[seat, thing], as log-likelihoods.

    `before` and `after` are views of the seat that is thinking. `room`, an array of one state, and
    `notes`, three numbers per thing, are scratch space.
    """


@rule
def suppose(state: Any, view: Any, belief: Any, story: Any) -> None:
    """Change an imagined world so that likely things occur more often."""


# For a champion that has an instinct. These count only with its weights.

SIGN_KINDS = 0  # how many different signs there are; 0: the game lists none
SIGNS = 1  # how many of them every action has
LEAN = 1.5  # how strongly a search prefers tempting actions
TRIES = 3  # a playout takes the most tempting of this many random actions
CREDIT = 0.8  # how far an action is taken as evidence of what its seat hides; 1: all the way


@rule
def signs(state: Any, seat: int, thing: int, action: int, out: Any) -> None:
    """Write the signs of an action into `out`, for a seat that hides this thing."""


@rule
def thing_of(state: Any, seat: int) -> int:
    """Return which thing a seat hides in this world: a number below BELIEFS."""
    return 0


# For a champion that has a judgement

MARKS = 0  # how many marks of a position there are for each seat; 0: the game lists none
SURE = 0  # the first ones that are points which nobody can lose: their weight is 1


@rule
def marks(state: Any, out: Any) -> None:
    """Write the marks of a position into out[seat, mark]: what points at the end follow from."""


OWN_MARKS = False  # do a seat's actions hardly change any marks but its own? Then there is also:


@rule
def marks_of(state: Any, seat: int, out: Any) -> None:
    """Write one seat's marks into out[mark]."""


# Games do not set these: they follow from `Game` and the state's layout.

SIMULTANEOUS = False  # do several seats ever act at once?


@rule
def phase_of(state: Any) -> int:
    """Return the game's number for the current phase."""
    return widen(state.phase)


@rule
def no_phase(state: Any) -> int:
    """Return 0: the state has no phase field."""
    return 0


def value(state: Any, out: Any) -> None:
    """Write the points that each seat can expect at the end into `out`.

    A game without this function is judged by its score so far.
    """


# What differs in a search that judges by what it learned, unless a game's `evaluate.py` defines
# LEARNED
LEARNED: Mapping[str, Any] = {"CUTOFF": 0}

SEARCH: Mapping[str, Any] = {
    "EXPLORE": EXPLORE,
    "EXPAND_AT": EXPAND_AT,
    "WHOLE_TURNS": WHOLE_TURNS,
    "GUESSES": GUESSES,
    "WIDTH": WIDTH,
    "LOOKS_AHEAD": LOOKS_AHEAD,
    "MARGIN": MARGIN,
    "CUTOFF": CUTOFF,
    "EARLY": EARLY,
    "MIXES": MIXES,
    "BELIEFS": BELIEFS,
    "learn": learn,
    "suppose": suppose,
    "SIGN_KINDS": SIGN_KINDS,
    "SIGNS": SIGNS,
    "LEAN": LEAN,
    "TRIES": TRIES,
    "CREDIT": CREDIT,
    "signs": signs,
    "thing_of": thing_of,
    "MARKS": MARKS,
    "SURE": SURE,
    "marks": marks,
    "OWN_MARKS": OWN_MARKS,
    "marks_of": marks_of,
}


def knowledge(game: Game, is_plain: bool = False, is_learned: bool = False) -> dict[str, Any]:
    """Return the names that the search is written against, with the game's own values.

    In a plain search, and for names the game does not define, these are the defaults above.
    """
    defaults = {**SEARCH, "value": game.rules.scores}
    names: dict[str, Any] = vars(completed(None if is_plain else game.evaluate, (), defaults))
    if is_learned:
        names |= {**LEARNED, **evaluate_of(game).LEARNED}
    has_phase = "phase" in (game.state.names or ())
    names["MIXES"] = names["MIXES"] and game.simultaneous
    return names | {"SIMULTANEOUS": game.simultaneous, "phase_of": phase_of if has_phase else no_phase}
