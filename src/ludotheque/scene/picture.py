"""From a view to a picture: its scene, and the trie of gestures that lead to the legal actions.

Both are made from a view only. A game draws itself with a `scene` module that has two functions; a
game without one is drawn by `plain`.
"""

from functools import cache
from typing import Any, Protocol, cast

from ludotheque.core.game import Game
from ludotheque.core.plugin import completed
from ludotheque.core.words import Words
from ludotheque.scene import plain
from ludotheque.scene.model import Gesture, Scene, Stage

# {"pick": {"c3": {"pick": {"c4": 17}}}}: kind of step, its object, and so on; the leaves are action
# numbers
Trie = dict[str, Any]


Rows = list[tuple[int, int, int, int, int]]  # of a story


class Painter(Protocol):
    """What a game's `scene` module offers. Only `scene` and `gesture` are required."""

    def scene(self, words: Words, view: Any, seat: int) -> Scene:
        """Draw what the seat sees; seat NONE is a spectator."""
        ...

    def gesture(self, words: Words, view: Any, seat: int, action: int) -> Gesture:
        """Return the steps of the gesture for an action."""
        ...

    def trie(self, words: Words, view: Any, seat: int, actions: list[int]) -> Trie | None:
        """Return the trie of these actions; None: it is made of their gestures.

        A game writes its own where many actions have simple gestures, to save time.
        """
        ...

    def stages(self, words: Words, view: Any, seat: int, rows: Rows) -> list[Stage]:
        """Draw the moments between this view and the result of an action, in order.

        `rows` come from the action's story.
        """
        ...

    def why_not(self, words: Words, view: Any, seat: int, steps: Gesture) -> int:
        """Return the refusal code for steps that lead to no action, or 0.

        0 means that the game does not know what is wrong with them.
        """
        ...


def no_trie(words: Words, view: Any, seat: int, actions: list[int]) -> Trie | None:
    return None


def no_stages(words: Words, view: Any, seat: int, rows: Rows) -> list[Stage]:
    return []


def no_reason(words: Words, view: Any, seat: int, steps: Gesture) -> int:
    return 0


DEFAULTS = {"trie": no_trie, "stages": no_stages, "why_not": no_reason}


@cache
def painter(game: Game) -> Painter:
    """Return the game's own painter, or the plain one, with defaults for what it leaves out."""
    own = plain.Plain(game) if game.scene is None else game.scene
    return cast(Painter, completed(own, ("scene", "gesture"), DEFAULTS))


def scene_of(game: Game, words: Words, view: Any, seat: int) -> Scene:
    """Draw what the seat sees; seat NONE is a spectator."""
    return painter(game).scene(words, view, seat)


def plays_out(game: Game) -> bool:
    """Say whether the game draws stages between two positions."""
    return painter(game).stages is not no_stages


def stages_of(game: Game, words: Words, view: Any, seat: int, rows: Rows) -> list[Stage]:
    """Draw the moments between this view and the result of an action."""
    return painter(game).stages(words, view, seat, rows)


def gestures_of(game: Game, words: Words, view: Any, seat: int, actions: list[int]) -> Trie:
    """Return the trie of the gestures that lead to these actions, and to nothing else.

    No gesture may be the beginning of another one: a `set` for which a smaller choice is legal too
    ends with a button.
    """
    own = painter(game).trie(words, view, seat, actions)
    return _trie(game, words, view, seat, actions) if own is None else own


def _trie(game: Game, words: Words, view: Any, seat: int, actions: list[int]) -> Trie:
    gesture = painter(game).gesture
    trie: Trie = {}
    branch: Trie = trie
    way: Gesture = ()
    for action in actions:
        steps = gesture(words, view, seat, action)
        if steps[:-1] != way:  # most gestures begin like the previous one
            way, branch = steps[:-1], trie
            for kind, what in way:
                branch = branch.setdefault(kind, {}).setdefault(what, {})
        kind, what = steps[-1]
        branch.setdefault(kind, {})[what] = action
    return trie
