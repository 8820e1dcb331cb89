"""A game looked at again: the first picture, then what each action changed in it, through one pair of eyes."""

from msgspec import Struct

from ludotheque.core.constants import NONE, TABLE
from ludotheque.scene.diff import Changes, apart, diff
from ludotheque.scene.model import Scene
from ludotheque.scene.picture import scene_of, stages_of
from ludotheque.table.events import OVER
from ludotheque.table.protocol import Beat
from ludotheque.table.showing import beats
from ludotheque.table.table import Table
from ludotheque.table.viewer import Viewer


class Step(Struct, omit_defaults=True):
    """One action: who did it, what the log says about it, and what it changed in the picture."""

    seat: int | None  # None: the table itself
    text: str
    chance: list[str]
    changes: Changes
    last: list[str]  # ids of places and pieces that it touched
    beats: list[Beat] = []  # what can be seen on the way, where it plays out


class Replay(Struct):
    game: str
    title: str
    names: list[str]
    seat: int  # whose eyes; NONE (-1): a spectator's
    eyes: list[int]  # those that this visitor may choose
    first: Scene
    steps: list[Step]
    can_play_on: bool  # from any position but the last: the game is over, and hides nothing any more


def replay_of(table: Table, eyes: int, allowed: list[int], language: str) -> Replay:
    """Made from that seat's views alone."""
    words = table.game.words(language)
    viewer = Viewer(() if eyes == NONE else (eyes,), language=language)
    counted = {ply.seq for ply in table.plies}
    lines = [line for line in table.showing.lines(viewer) if line.kind == "act" and line.seq in counted]
    view = table.game.view_of(table.dealt, eyes)
    first = shown = scene_of(table.game, words, view, eyes)
    steps = []
    for ply, line in zip(table.plies, lines, strict=True):
        played, _ = beats(shown, stages_of(table.game, words, view, eyes, ply.rows))
        view = table.game.view_of(ply.after, eyes)
        before, shown = shown, scene_of(table.game, words, view, eyes)
        steps.append(Step(None if ply.seat == TABLE else ply.seat, line.text, line.chance, diff(before, shown), apart(before, shown).touched, played))
    names = [table.showing.name(seat, language) for seat in range(table.seats)]
    return Replay(table.game.id, table.game.title, names, eyes, allowed, first, steps, table.status == OVER)
