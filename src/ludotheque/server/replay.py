"""The replay of a game as one seat saw it: the first picture, then each action's changes."""

from functools import partial

from msgspec import Struct

from ludotheque.core.constants import TABLE
from ludotheque.core.naming import begins_with
from ludotheque.scene.diff import apart, diff
from ludotheque.scene.model import Changes, Scene
from ludotheque.scene.picture import scene_of, stages_of
from ludotheque.table.events import BOT
from ludotheque.table.log import told
from ludotheque.table.protocol import Beat, Result
from ludotheque.table.recording import transcript_of
from ludotheque.table.showing import beats
from ludotheque.table.table import Table


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


class Tape:
    """A game so far as one seat saw it. Threads make the replay of it while the game goes on."""

    def __init__(self, table: Table, eyes: int, allowed: list[int], language: str) -> None:
        self.eyes, self.words, self.transcript = eyes, table.words(language), transcript_of(table)
        self.about = partial(
            Replay,
            game=table.game.id,
            title=table.game.title,
            names=[*table.showing.names(language).names],
            seat=eyes,
            eyes=allowed,
            bots=[chair.level if chair.kind == BOT else "" for chair in table.chairs],
            can_play_on=table.is_revealed,
            is_rated=table.config.is_rated,
            resigned=[*table.seating.resigned],
            result=table.showing.at(table.clocks.now_ms).result(language),
        )

    def replay(self) -> Replay:
        """Return the game step by step, made only from that seat's views."""
        game, words, eyes = self.transcript.game, self.words, self.eyes
        view = game.view_of(self.transcript.dealt, eyes)
        first = shown = scene_of(game, words, view, eyes)
        steps = []
        for ply in self.transcript.plies:
            played, _ = beats(shown, stages_of(game, words, view, eyes, ply.rows))
            view = game.view_of(ply.after, eyes)
            before, shown = shown, scene_of(game, words, view, eyes)
            said, *more = told(game, words, view, ply.seat, ply.rows)
            steps.append(
                Step(
                    None if ply.seat == TABLE else ply.seat,
                    said,
                    begins_with(said, ply.seat),
                    self.transcript.told_chance(ply, eyes),
                    more,
                    diff(before, shown),
                    apart(before, shown).touched,
                    played,
                )
            )
        return self.about(first=first, steps=steps)
