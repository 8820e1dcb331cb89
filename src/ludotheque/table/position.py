"""The position of a game: its state, the plies that led there, and who is to move.

It changes only through events of the journal.
"""

from typing import Any

from msgspec import Struct

from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, State
from ludotheque.core.layout import copy
from ludotheque.core.secrecy import everybody, secrets_of
from ludotheque.core.story import chance_of, new_story, rows_of
from ludotheque.scene.model import Gesture
from ludotheque.table import events as ev
from ludotheque.table.plies import Ply


class Laid(Struct):
    """The worlds of a seat's last draft, cached since the next draft usually begins like it."""

    actions: list[int]  # one fewer than there are worlds
    worlds: list[State]
    view: State | None = None  # the seat's view of the last world, once it has been requested


class Deed(Struct):
    """An action carried out on a copy of a state: what it led to."""

    state: State
    chance: list[tuple[int, int]]  # what chance decided, as (kind, outcome)
    rows: list[tuple[int, int, int, int, int]]  # what happened: see `story`
    is_faulty: bool  # the script asked for an outcome that is impossible here


class Kept(Struct):
    """What has been computed about one state; discarded when the state changes."""

    views: dict[int, State] = {}  # by seat, NONE for a spectator
    legal: dict[int, list[int]] = {}  # by seat
    laid: dict[int, Laid] = {}  # by seat
    tried: dict[tuple[int, int], Deed] = {}  # by seat and action
    # by seat and language: the gestures of all actions, and the view they were computed for
    gestures: dict[tuple[int, str], tuple[State, list[Gesture]]] = {}


class Position:
    def __init__(self, game: Game, seats: int, options: dict[str, Any], key: bytes) -> None:
        self.game, self.seats, self.options, self.key = game, seats, options, key
        self.dealt = game.new(seats, options, key)
        self.go_to(self.dealt)
        self.movers = game.movers(self.state)
        self.plies: list[Ply] = []  # those that count
        self.undone = 0  # how many were taken back
        self.last_undone = 0  # the event that last took something back
        self.chosen_anew = [0] * seats  # the event that last changed each seat's choices
        self.acted = [0] * seats  # the event in which each seat last acted
        self.last_acted = 0  # … and in which anybody did, or took back
        self._told: dict[Ply, bool] = {}
        self._moving = self.state, self.movers

    # Queries

    def view(self, seat: int) -> State:
        """Return what a seat sees; NONE and TABLE see what a spectator does.

        Views are cached and shared, so nobody may change them.
        """
        views, eyes = self.kept.views, NONE if seat == TABLE else seat
        if eyes not in views:
            views[eyes] = self.game.view_of(self.state, eyes)
        return views[eyes]

    def legal(self, seat: int) -> list[int]:
        """Return a seat's legal actions, found in its own view; nobody may change the list."""
        legal = self.kept.legal
        if seat not in legal:
            legal[seat] = self.game.legal(self.view(seat), seat)
        return legal[seat]

    def after(self, seat: int, action: int) -> Deed:
        """Carry an action out on a copy of the state.

        It is kept, since most actions that are tried are played next; nobody may change it.
        """
        tried = self.kept.tried
        if (seat, action) not in tried:
            tried[seat, action] = carried_out(self.game, self.state, seat, action, [])
        return tried[seat, action]

    def movers_in(self, state: State) -> list[int]:
        """List the seats that may act in a state; after an act, this is asked twice."""
        if self._moving[0] is not state:
            self._moving = state, self.game.movers(state)
        return self._moving[1]

    def is_told(self, ply: Ply) -> bool:
        """Return whether chance decided something in a ply, or hidden information was revealed."""
        if ply not in self._told:
            self._told[ply] = secrets_of(self.game).is_told(
                ply.before, ply.after, ply.seat, ply.action, everybody(self.seats)
            )
        return self._told[ply]

    def forget_what_was_told(self) -> None:
        """Clear the cache of what plies revealed; it is recomputed once a game is compiled."""
        self._told.clear()

    # Applying events

    def prepare(self, prepared: ev.Prepared) -> None:
        """Set up the position of another game.

        Its plies come before the first event in the record and cannot be taken back.
        """
        self.dealt = copy(self.dealt)
        self.game.notation.deal(self.dealt, prepared.setup)
        self.dealt.cursor = 0
        self.go_to(self.dealt)
        for number, (seat, action, chance) in enumerate(prepared.plies):
            self._apply(number - len(prepared.plies), seat, action, ev.BEFORE, chance)
        self.state.cursor = 0  # the new key is read from its beginning
        self.movers = self.game.movers(self.state)

    def deal(self, setup: dict[str, Any], chosen: list[str | None], seq: int) -> None:
        """Deal what the journal says, even if this version of the generator deals differently."""
        if any(chosen):
            self.dealt = self.game.new(self.seats, self.options, self.key, chosen)
            self._stand(self.dealt, seq)
        if self.game.notation.setup_of(self.dealt) != setup:
            self.dealt = copy(self.dealt)
            self.game.notation.deal(self.dealt, setup)
            self._stand(self.dealt, seq)

    def act(self, event: ev.Acted) -> None:
        before, choices = set(self.movers), self._choices()
        for action, chance in zip(event.actions, event.chance, strict=True):
            self._apply(event.seq, event.seat, action, event.by, chance)
        # a scripted outcome does not advance the generator, and the next outcome must not be drawn
        # from the same random words
        if self.state["cursor"] != event.cursor:
            self.state.cursor = event.cursor
        self.movers = self.movers_in(self.state)
        self._note_choices(event, before, choices)
        if event.seat != TABLE:
            self.acted[event.seat] = event.seq
        self.last_acted = event.seq

    def undo(self, event: ev.Undone) -> None:
        kept = [ply for ply in self.plies if ply.seq < event.to]
        taken_back = self.plies[len(kept) :]
        self.undone += len(taken_back)
        self.plies = kept
        self._stand(taken_back[0].before, event.seq)
        self.last_acted = self.last_undone = event.seq

    def show_anew(self, seq: int) -> None:
        """Make it a new position for all viewers, since earlier pictures of it were veiled."""
        self._stand(copy(self.state), seq)

    def go_to(self, state: State) -> None:
        """Stand in another state, of which nothing has been computed yet."""
        self.state, self.kept = state, Kept()

    def _stand(self, state: State, seq: int) -> None:
        """Go to a position in which every seat chooses again."""
        self.go_to(state)
        self.movers = self.game.movers(state)
        self.chosen_anew = [seq] * self.seats

    def _apply(self, seq: int, seat: int, action: int, by: str, chance: list[str]) -> None:
        """Carry out one action with its chance outcomes from the journal."""
        script = [self._outcome(seq, text) for text in chance]
        before = self.state
        # without chance, what was tried is what happens
        deed = carried_out(self.game, before, seat, action, script) if script else self.after(seat, action)
        if deed.is_faulty or len(deed.chance) != len(script):
            raise LudothequeError(
                "event {seq}: {chance} cannot be the chance outcomes of action {action} in {title}",
                seq=seq,
                chance=chance,
                action=action,
                title=self.game.title,
            )
        self.plies.append(
            Ply(
                seq=seq,
                seat=seat,
                action=action,
                by=by,
                before=before,
                after=deed.state,
                chance=chance,
                script=script,
                rows=deed.rows,
            )
        )
        self.go_to(deed.state)

    def _outcome(self, seq: int, text: str) -> int:
        parsed = self.game.notation.parse_chance(text)
        if parsed is None:
            raise LudothequeError(
                "event {seq}: {text!r} is not a chance outcome in {title}",
                seq=seq,
                text=text,
                title=self.game.title,
            )
        return parsed[1]

    def _choices(self) -> list[list[int]]:
        """List each seat's legal actions in a simultaneous phase; elsewhere they do not matter."""
        if len(self.movers) < 2 or sum(seat != TABLE for seat in self.movers) < 2:
            return [[]] * self.seats
        return [self.game.legal(self.state, seat) if seat in self.movers else [] for seat in range(self.seats)]

    def _note_choices(self, event: ev.Acted, before: set[int], choices: list[list[int]]) -> None:
        """Note the seats whose choices changed.

        A seat that was choosing at the same time, and still is with the same choices, is not noted
        unless another seat has started choosing.
        """
        goes_on = event.seat != TABLE and not set(self.movers) - before - {TABLE}
        now = self._choices() if goes_on else []
        for seat in range(self.seats):
            was_choosing = goes_on and seat != event.seat and seat in before and seat in self.movers
            if not was_choosing or choices[seat] != (now[seat] or self.game.legal(self.state, seat)):
                self.chosen_anew[seat] = event.seq


def carried_out(game: Game, state: State, seat: int, action: int, script: list[int]) -> Deed:
    """Carry an action out on a copy of a state, with these outcomes of chance."""
    after, story = copy(state), new_story(script)
    game.apply(after, seat, action, story)
    return Deed(after, chance_of(story), rows_of(story), bool(story["fault"]))
