"""A ply of the log shown again, as the viewer saw it at the time."""

from ludotheque.scene.diff import apart, diff
from ludotheque.scene.picture import scene_of, stages_of
from ludotheque.scene.touched import touched
from ludotheque.table.log import eyes_of_log
from ludotheque.table.plies import Ply
from ludotheque.table.protocol import Moment
from ludotheque.table.showing import beats
from ludotheque.table.standing import Standing
from ludotheque.table.viewer import Viewer


def moment(standing: Standing, viewer: Viewer, number: int) -> Moment:
    """Return a ply of the log, counted from 1, including those that were taken back."""
    ply = [entry for entry in standing.log if isinstance(entry, Ply)][number - 1]
    game, words, eyes = standing.game, standing.words(viewer.language), eyes_of_log(viewer)
    view = game.view_of(ply.before, eyes)
    before, after = (scene_of(game, words, seen, eyes) for seen in (view, standing.sight_after(ply, eyes)))
    played, shown = beats(before, stages_of(game, words, view, eyes, ply.rows))
    return Moment(number, before, played, diff(shown, after), touched(apart(before, after)).places)
