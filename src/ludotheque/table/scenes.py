"""The cache of a table's scenes, shared by pictures and logs."""

from ludotheque.core.game import State
from ludotheque.scene.diff import apart
from ludotheque.scene.model import Scene
from ludotheque.scene.picture import scene_of
from ludotheque.table.made import Step
from ludotheque.table.standing import Standing

KEPT = 3  # per seat and language: before the last act, in the middle of it, and now


class Scenes:
    """Draws states, and keeps the last few scenes."""

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        self._kept: dict[tuple[int, str], list[tuple[State, Scene]]] = {}
        self._steps: dict[tuple[int, str], Step] = {}

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

    def step(self, before: State, after: State, eyes: int, language: str, sight: State) -> Step:
        """Compare two states as a seat sees them. `sight` is that seat's view of the later one."""
        step = self._steps.get((eyes, language))
        if step is None or step.after is not after or step.before is not before:
            was = step.scene if step is not None and step.after is before else self.of(before, eyes, language)
            scene = self.of(after, eyes, language, sight)
            step = self._steps[eyes, language] = Step(before, after, scene, apart(was, scene))
        return step
