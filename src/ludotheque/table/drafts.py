"""Drafts: actions that a seat lays out and takes up again as it likes, and that are carried out together in one commit.

A game says which kinds of action are laid out (`Game.drafts`); any other action confirms them. A draft is tried in a world that its seat imagines, so that it shows nothing
that the seat may not know. Where a game lets a seat lay out before its turn (`Game.early`), a confirmed draft waits for that turn and is played with the action that brings it.
"""

from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import Game, State
from ludotheque.core.layout import copy
from ludotheque.table import events as ev
from ludotheque.table.events import BOT, PERSON, PLAYING, AnyEvent
from ludotheque.table.trying import Fault, Trial, carry_out, forbidden, is_told_to

if TYPE_CHECKING:
    from ludotheque.table.table import Table

DREAM = seed_key(0)  # a draft is tried out in a world that the seat imagines: any will do, since nothing hidden may come of it
GRACE_MS = 250  # for what is on its way when the sand has run out


def kinds_of(game: Game) -> list[tuple[int, int]]:
    """The first and the last number of the actions that are laid out."""
    return [(game.actions.first[name], game.actions.first[name] + game.actions.kinds[name].count - 1) for name in game.drafts]


def is_ready(game: Game, actions: list[int]) -> bool:
    """Does the draft end with the action that confirms it?"""
    return bool(actions) and not game.is_drafted(actions[-1])


def laid_out(game: Game, actions: list[int]) -> list[int]:
    """A draft without the action that confirms it."""
    return [action for action in actions if game.is_drafted(action)]


@dataclass(frozen=True)
class Laid:
    """The worlds of a seat's last draft, for the next one mostly begins like it."""

    state: State  # of the table: in another one they count for nothing
    actions: list[int]  # one less than there are worlds
    worlds: list[State]


def worlds(table: "Table", seat: int, actions: list[int]) -> list[State] | Fault:
    """The world in which the seat lays out, and the world after each action. What confirms a draft is not carried out: it may show something new."""
    found = _begun(table, seat, actions) if _may_lay_out(table, seat) else []
    if not found:
        return Fault("draft/off")
    for number in range(len(found) - 1, len(actions)):
        before, action = found[-1], actions[number]
        if fault := forbidden(table, before, seat, action):
            return fault
        if not table.game.is_drafted(action):
            if number < len(actions) - 1:
                return Fault("draft/confirmed")
            break
        world = copy(before)
        table.game.apply(world, seat, action)
        if is_told_to(table, before, world, seat, action):
            return Fault("action/reveals")
        found.append(world)
    table.laid[seat] = Laid(table.state, actions[: len(found) - 1], found)
    return found


def _may_lay_out(table: "Table", seat: int) -> bool:
    if not table.game.drafts or table.status != PLAYING or table.has_left(seat):
        return False
    return not table.guiding.is_on or bool(table.guiding.run(seat))


def _begun(table: "Table", seat: int, actions: list[int]) -> list[State]:
    """The worlds as far as they are known from the draft before, at least the first; nothing if there is none."""
    known = table.laid.get(seat)
    if known is None or known.state is not table.state:
        first = _first(table, seat)
        return [] if first is None else [first]
    same = list(takewhile(lambda pair: pair[0] == pair[1], zip(known.actions, actions, strict=False)))
    return known.worlds[: len(same) + 1]


def _first(table: "Table", seat: int) -> State | None:
    """A world as the seat imagines it, at its turn."""
    game, view = table.game, table.view(seat)
    if seat in table.movers:
        return game.imagine(view, seat, DREAM)
    if game.early is None or game.early(view, seat) is None:
        return None
    return game.early(game.imagine(view, seat, DREAM), seat)


def review(table: "Table") -> None:
    """Something has happened: a draft that could not be carried out any more is forgotten."""
    for seat, actions in list(table.drafts.items()):
        if isinstance(worlds(table, seat, actions), Fault):
            del table.drafts[seat]


# What drafts lead to


@dataclass
class Course:
    """Events that follow each other in one commit, and the state that they lead to."""

    table: "Table"
    now_ms: int
    events: list[AnyEvent]
    state: State
    drafts: dict[int, list[int]]

    def act(self, seat: int, trial: Trial, by: str, request: str = "") -> None:
        stamp = self.table.stamp(self.now_ms, len(self.events))
        self.events.append(ev.Acted(**stamp, seat=seat, actions=trial.actions, chance=trial.chance, cursor=int(trial.state["cursor"]), by=by, id=request))
        self.state = trial.state
        self.drafts.pop(seat, None)

    def play(self, seat: int, actions: list[int], by: str = PERSON) -> None:
        """Carry a draft out, if it still can be."""
        trial = carry_out(self.table, seat, actions, self.state)
        self.drafts.pop(seat, None)
        if not isinstance(trial, Fault):
            self.act(seat, trial, by)

    def is_due(self, seat: int) -> bool:
        return is_ready(self.table.game, self.drafts[seat]) and seat in self.table.game.movers(self.state)

    def go_on(self) -> list[AnyEvent]:
        """Confirmed drafts are played as the turns of their seats come; then the game may be over."""
        while (seat := next(filter(self.is_due, sorted(self.drafts)), None)) is not None:
            self.play(seat, self.drafts[seat])
        if self.table.game.is_over(self.state):
            self.events.append(ev.Ended(**self.table.stamp(self.now_ms, len(self.events))))
        return self.events


def course(table: "Table", now_ms: int, events: list[AnyEvent] | None = None) -> Course:
    return Course(table, now_ms, events or [], table.state, dict(table.drafts))


def sand_runs_out(table: "Table", now_ms: int) -> list[AnyEvent]:
    """The time is over, the grace too: what lies is played for everybody, then the table's own ply."""
    sand = table.clocks.sand_at(now_ms)
    if sand is None or sand + GRACE_MS > 0:
        return []
    follows = course(table, now_ms)
    for seat in table.movers:
        if actions := laid_out(table.game, table.drafts.get(seat, [])):
            follows.play(seat, actions)
    if TABLE in table.game.movers(follows.state):
        follows.play(TABLE, table.game.legal(table.game.view_of(follows.state, NONE), TABLE)[:1], BOT)
    return follows.go_on()
