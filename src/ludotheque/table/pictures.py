"""Pictures of a table: the scene, drafts, available gestures, and actions that play out.

They are drawn from one seat's view in one language and cached until the next event; spectators
share them.
"""

from itertools import pairwise, takewhile
from typing import Any

from ludotheque.core.game import State
from ludotheque.scene.diff import apart
from ludotheque.scene.model import Scene, Stage
from ludotheque.scene.picture import gestures_of, painter, plays_out, scene_of
from ludotheque.table.drafts import is_ready, kinds_of
from ludotheque.table.made import Layout, Picture
from ludotheque.table.plies import Ply
from ludotheque.table.position import Laid
from ludotheque.table.protocol import DraftInfo
from ludotheque.table.scenes import Scenes
from ludotheque.table.standing import Standing

MOST_BEATS = 40  # in one update

Key = tuple[int, str]  # the seat whose view it is, and the language


class Pictures:
    def __init__(self, standing: Standing, scenes: Scenes) -> None:
        self.standing, self.scenes = standing, scenes
        self._pictures: dict[Key, Picture] = {}
        self._layouts: dict[Key, Layout] = {}
        self._stages: dict[Key, tuple[Ply, list[Stage]]] = {}  # of the last ply
        self._gestures: dict[Key, tuple[State, dict[str, Any]]] = {}  # and the view that they were made for

    def picture(self, eyes: int, language: str) -> Picture:
        """Draw the table."""
        standing, held = self.standing, self._pictures.get((eyes, language))
        state = standing.position.state
        if held is not None and held.state is state:
            return held
        view, before = standing.sight(eyes), self._before()
        if before is None:
            scene, last = self.scenes.of(state, eyes, language, view), []
        else:
            step = self.scenes.step(before, state, eyes, language, view)
            scene, last = step.scene, step.pieces.touched
        picture = self._pictures[eyes, language] = Picture(state, view, scene, last)
        return picture

    def _drawn(self, view: State, eyes: int, language: str) -> Scene:
        return scene_of(self.standing.game, self.standing.words(language), view, eyes)

    def _seen(self, state: State, eyes: int) -> State:
        return self.standing.game.view_of(state, eyes)

    def _before(self) -> State | None:
        """Return the state before the last act."""
        plies = self.standing.plies
        first = len(plies) - 1
        while first > 0 and plies[first - 1].seq == plies[first].seq:
            first -= 1
        return plies[first].before if plies else None

    def layout(self, eyes: int, language: str, picture: Picture) -> Layout | None:
        """Draw the table with a seat's draft; None if nothing can be laid out now."""
        standing, actions = self.standing, self.standing.drafts.get(eyes, [])
        laid, held = standing.laid(eyes), self._layouts.get((eyes, language))
        if laid is None or (held is not None and held.state is standing.state and held.actions == actions):
            return None if laid is None else held
        scenes = self._scenes(laid, held, eyes, language, picture)
        moved = [apart(old, new).moved for old, new in pairwise(scenes)]
        is_early, game = not standing.is_to_act(eyes), standing.game
        info = DraftInfo(actions, moved, kinds_of(game), is_early, is_ready(game, actions))
        layout = Layout(standing.state, actions, laid.worlds, scenes, standing.laid_view(eyes), info)
        self._layouts[eyes, language] = layout
        return layout

    def _scenes(self, laid: Laid, held: Layout | None, eyes: int, language: str, picture: Picture) -> list[Scene]:
        """Draw each of a draft's worlds that has not been drawn yet."""
        known = zip(laid.worlds, held.worlds, held.scenes, strict=False) if held is not None else []
        scenes = [scene for _, _, scene in takewhile(lambda same: same[0] is same[1], known)]
        for world in laid.worlds[len(scenes) :]:
            is_last = world is laid.worlds[-1]
            seen = self.standing.laid_view(eyes) if is_last else self._seen(world, eyes)
            scenes.append(picture.scene if seen is picture.view else self._drawn(seen, eyes, language))
        return scenes

    def gestures(self, view: State, eyes: int, language: str) -> dict[str, Any]:
        """Return the available gestures. The drafts of other seats do not affect them."""
        held = self._gestures.get((eyes, language))
        if held is None or held[0] is not view:
            standing, game, position = self.standing, self.standing.game, self.standing.position
            draft = standing.drafts.get(eyes, [])
            legal = position.legal(eyes) if view is position.view(eyes) else game.legal(view, eyes)
            actions = standing.guiding.offered(view, eyes, legal, draft)
            held = self._gestures[eyes, language] = (
                view,
                gestures_of(game, standing.words(language), view, eyes, actions),
            )
        return held[1]

    def stages(self, eyes: int, since: int, language: str) -> list[Stage]:
        """Draw what has happened since an event, stage by stage."""
        if not plays_out(self.standing.game):
            return []
        news = [*takewhile(lambda ply: ply.seq > since, reversed(self.standing.plies))]
        return [stage for ply in reversed(news) for stage in self._stages_of(ply, eyes, language)][-MOST_BEATS:]

    def _stages_of(self, ply: Ply, eyes: int, language: str) -> list[Stage]:
        held = self._stages.get((eyes, language))
        if held is None or held[0] is not ply:
            words, seen = self.standing.words(language), self._seen(ply.before, eyes)
            found = painter(self.standing.game).stages(words, seen, eyes, ply.rows)
            held = self._stages[eyes, language] = ply, found
        return held[1]
