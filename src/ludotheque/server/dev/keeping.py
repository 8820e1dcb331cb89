"""What survives an edit: the deal and the plies of a game, replayed under the new rules.

The state is not kept, since an edit may change its layout.
"""

import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import Game
from ludotheque.core.options import Value
from ludotheque.core.words import N_
from ludotheque.server.text import words_in
from ludotheque.table import course
from ludotheque.table.events import BOT, PERSON, AnyEvent, Chair, Config
from ludotheque.table.made import Fault
from ludotheque.table.table import Table

OTHER_DEAL = N_("The old deal no longer fits, so this one was dealt again from the same seed.")
STOPPED = N_("Stopped before ply {ply}: “{text}” by seat {seat} can no longer be played. {reason}")
NOT_LEGAL = N_("It is not a legal action.")
FAILED = N_("Something went wrong.")

Note = Callable[[str], str]  # language → sentence


class Played(Struct, frozen=True):
    """A ply. It is identified by its text, since an edit may change the action's number."""

    seat: int
    action: int
    text: str  # empty if the game's notation failed


class Kept(Struct, frozen=True):
    """A game so far, in a form that survives an edit."""

    seats: int
    options: dict[str, Value]
    key: bytes
    setup: dict[str, Any] | None = None  # None: dealt from the key
    plies: tuple[Played, ...] = ()
    person: str = ""  # who plays all seats; empty: nobody yet
    language: str = "en"  # of that person


@dataclass
class Rebuilt:
    """A replayed game: its journal, and notes for its author."""

    config: Config
    events: list[AnyEvent] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    trouble: str = ""  # a traceback


def kept_of(table: Table, before: Kept) -> Kept:
    """Return the current game at the table."""
    game, position = table.game, table.position
    plies = tuple(
        Played(ply.seat, ply.action, text_of(game, ply.before, ply.seat, ply.action)) for ply in position.plies
    )
    return structs.replace(before, setup=game.notation.setup_of(position.dealt), plies=plies)


def text_of(game: Game, state: Any, seat: int, action: int) -> str:
    try:
        return game.notation.text(state, seat, action)
    except Exception:  # an author's notation may raise anything
        return ""


def rebuild(game: Game, kept: Kept, chairs: list[Chair], now_ms: int) -> Rebuilt:
    """Replay a game as far as the rules allow."""
    rebuilt = Rebuilt(Config(game.id, chairs, kept.options, rules_version=game.rules_version))
    table = _dealt(rebuilt, kept, now_ms)
    for number, ply in enumerate(kept.plies):
        stopped = partial(_stopped, game, number, ply)
        try:
            trial = course.tried(table, ply.seat, [_action_of(table, ply)], table.state)
            if isinstance(trial, Fault):
                rebuilt.notes.append(partial(stopped, trial.rule))
                break
            happened = course.acted(table, ply.seat, trial, BOT if ply.seat == TABLE else PERSON, "", now_ms)
            table.commit(happened)
        except Exception as error:  # an author's rules may raise anything
            rebuilt.notes.append(partial(stopped, NONE))
            rebuilt.trouble = readable(error, game.folder)
            break
        rebuilt.events += happened
    return rebuilt


def _dealt(rebuilt: Rebuilt, kept: Kept, now_ms: int) -> Table:
    """Return a table with the earlier deal or, if that is impossible, one dealt from the key."""
    table = Table(rebuilt.config, kept.key)
    rebuilt.events = table.start(now_ms)
    if kept.setup is not None:
        again = [structs.replace(event, setup=kept.setup) for event in rebuilt.events]
        try:
            table.commit(again)
            rebuilt.events = again
            return table
        except Exception:  # the setup has changed in some way
            rebuilt.notes.append(lambda language: words_in(language)(OTHER_DEAL))
            table = Table(rebuilt.config, kept.key)
    table.commit(rebuilt.events)
    return table


def _action_of(table: Table, ply: Played) -> int:
    parsed = table.game.notation.parse(table.state, ply.seat, ply.text) if ply.text else None
    return ply.action if parsed is None or parsed.action == NONE else int(parsed.action)


def _stopped(game: Game, number: int, ply: Played, code: int, language: str) -> str:
    words = words_in(language)
    reason = words(FAILED if code == NONE else NOT_LEGAL)
    if code in game.text.REFUSALS:
        reason = game.reason(code, game.words(language))
    return words(STOPPED, ply=number + 1, text=ply.text or ply.action, seat=ply.seat, reason=reason)


def readable(error: BaseException, folder: Path) -> str:
    """Return a traceback that begins in the author's own files, if it passes through them."""
    told = traceback.TracebackException.from_exception(error.__cause__ or error)
    frames = [frame for frame in told.stack if not frame.filename.startswith("<frozen")]
    first = next((number for number, frame in enumerate(frames) if Path(frame.filename).is_relative_to(folder)), 0)
    told.stack = traceback.StackSummary.from_list(frames[first:])
    return "".join(told.format())
