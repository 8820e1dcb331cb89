"""The cache of a table's scenes, shared by pictures and logs."""

from ludotheque.core.game import State
from ludotheque.scene.model import Scene
from ludotheque.scene.picture import scene_of
from ludotheque.table.standing import Standing

KEPT = 3  # per seat and language: before the last act, in the middle of it, and now


class Scenes:
    """Draws states, and keeps the last few scenes."""

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        self._kept: dict[tuple[int, str], list[tuple[State, Scene]]] = {}

    def of(self, state: State, eyes: int, language: str, sight: State | None = None) -> Scene:
        """Draw a state as a seat sees it. `sight` is that seat's view, if already known."""
        kept = self._kept.get((eyes, language), [])
        for drawn, scene in kept:
            if drawn is state:
                return scene
        game = self.standing.game
        view = game.view_of(state, eyes) if sight is None else sight
        scene = scene_of(game, self.standing.words(language), view, eyes)
        self._kept[eyes, language] = [(state, scene), *kept[: KEPT - 1]]
        return scene
