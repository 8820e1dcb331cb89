"""From a view to a picture: its scene, and the trie of gestures that lead to the legal actions.

Both are made from a view alone. A game draws itself by a module `scene` with two functions; one that has none is drawn by `plain`.
"""

from typing import Any, Protocol, cast

from ludotheque.core.game import Game
from ludotheque.core.words import Words
from ludotheque.scene import plain
from ludotheque.scene.model import Gesture, Scene, Stage

Trie = dict[str, Any]  # {"pick": {"c3": {"pick": {"c4": 17}}}}: kind of step, what it takes, and so on; the leaves are action numbers


class Painter(Protocol):
    """What a game's `scene` module offers."""

    def scene(self, words: Words, view: Any, seat: int) -> Scene: ...
    def gesture(self, words: Words, view: Any, seat: int, action: int) -> Gesture: ...


def painter(game: Game) -> Painter:
    """The game's own, or the plain one."""
    return cast(Painter, game.scene) if game.scene is not None else plain.Plain(game)


def scene_of(game: Game, words: Words, view: Any, seat: int) -> Scene:
    """What the seat sees; seat NONE is a spectator."""
    return painter(game).scene(words, view, seat)


def plays_out(game: Game) -> bool:
    """Is there anything to see between two positions?"""
    return hasattr(game.scene, "stages")


def stages_of(game: Game, words: Words, view: Any, seat: int, rows: list[tuple[int, int, int, int, int]]) -> list[Stage]:
    """The moments to be shown one after the other between this view and what an action led to, from the rows of its story; none where a game's `scene` has no `stages`."""
    return cast(Any, game.scene).stages(words, view, seat, rows) if plays_out(game) else []


def gestures_of(game: Game, words: Words, view: Any, seat: int, actions: list[int]) -> Trie:
    """The steps that lead to these actions, and to nothing else.

    No gesture may be the beginning of another one: a `set`, of which a smaller choice is legal too, ends with a button.
    """
    gesture = painter(game).gesture
    trie: Trie = {}
    branch: Trie = trie
    way: Gesture = ()
    for action in actions:
        steps = gesture(words, view, seat, action)
        if steps[:-1] != way:  # most of them begin like the one before
            way, branch = steps[:-1], trie
            for kind, what in way:
                branch = branch.setdefault(kind, {}).setdefault(what, {})
        kind, what = steps[-1]
        branch.setdefault(kind, {})[what] = action
    return trie
