"""The replay of a game as one seat saw it: the first picture, then each action's changes."""

from msgspec import Struct

from ludotheque.core.constants import NONE, TABLE
from ludotheque.scene.diff import apart, diff
from ludotheque.scene.model import Changes, Scene
from ludotheque.scene.picture import scene_of, stages_of
from ludotheque.table.events import BOT
from ludotheque.table.protocol import Beat, Result
from ludotheque.table.showing import beats
from ludotheque.table.table import Table
from ludotheque.table.viewer import Viewer


class Step(Struct, omit_defaults=True):
    """One action: who did it, what the log says about it, and what it changed in the picture."""

    seat: int | None  # None: the table itself
    text: str
    is_named: bool  # the text itself begins with the player's name
    chance: list[str]
    more: list[str]  # its consequences, one sentence each
    changes: Changes
    last: list[str]  # ids of places and pieces that it touched
    beats: list[Beat] = []  # its stages, if it plays out


class Replay(Struct):
    game: str
    title: str
    names: list[str]
    seat: int  # whose view; NONE (-1) for a spectator's
    eyes: list[int]  # the views that this visitor may choose from
    first: Scene
    steps: list[Step]
    bots: list[str]  # the level of the bot at each seat; empty for a person
    can_play_on: bool  # from any position but the last: the game is over, and nothing is hidden any more
    is_rated: bool
    resigned: list[int]  # seats
    result: Result | None  # once the game is over


def replay_of(table: Table, eyes: int, allowed: list[int], language: str) -> Replay:
    """Return a game step by step, built only from that seat's views."""
    words = table.words(language)
    viewer = Viewer(() if eyes == NONE else (eyes,), language=language)
    counted = {ply.seq for ply in table.plies}
    lines = [line for line in table.showing.log.lines(viewer) if line.kind == "act" and line.seq in counted]
    view = table.game.view_of(table.position.dealt, eyes)
    first = shown = scene_of(table.game, words, view, eyes)
    steps = []
    for ply, line in zip(table.plies, lines, strict=True):
        played, _ = beats(shown, stages_of(table.game, words, view, eyes, ply.rows))
        view = table.game.view_of(ply.after, eyes)
        before, shown = shown, scene_of(table.game, words, view, eyes)
        steps.append(
            Step(
                None if ply.seat == TABLE else ply.seat,
                line.text,
                line.is_named,
                line.chance,
                line.more,
                diff(before, shown),
                apart(before, shown).touched,
                played,
            )
        )
    names = list(table.showing.names(language).names)
    bots = [chair.level if chair.kind == BOT else "" for chair in table.chairs]
    return Replay(
        table.game.id,
        table.game.title,
        names,
        eyes,
        allowed,
        first,
        steps,
        bots,
        table.is_revealed,
        table.config.is_rated,
        table.seating.resigned,
        table.showing.at(table.clocks.now_ms).result(language),
    )
