"""The state of a table: position, seating, clocks, drafts, log and chat. No I/O.

It changes only through `commit`, and only events are committed, so live play and replay run the
same code.
"""

from collections.abc import Iterable

from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, State
from ludotheque.core.registry import load
from ludotheque.core.words import Words
from ludotheque.table import drafts
from ludotheque.table import events as ev
from ludotheque.table.clocks import Clocks, turns_ended
from ludotheque.table.events import OVER, PLAYING, WAITING, AnyEvent, Chair, Config
from ludotheque.table.guide import Guiding
from ludotheque.table.lesson import lesson
from ludotheque.table.made import Fault
from ludotheque.table.plies import Ply
from ludotheque.table.position import Laid, Position
from ludotheque.table.puzzling import Puzzling, puzzle
from ludotheque.table.seating import Seating, pawns_of
from ludotheque.table.takeback import TakeBack

# the log has plies instead of acts
UNLOGGED = (ev.Acted, ev.Heartbeat, ev.Resumed, ev.Drafted, ev.Ready, ev.Revealed)


def is_logged(event: AnyEvent) -> bool:
    """Return whether an event appears in the log; a forgotten person's renaming does not."""
    return not isinstance(event, UNLOGGED) and not (isinstance(event, ev.Renamed) and not event.name)


class OtherRulesError(LudothequeError):
    """A table that was opened with rules or components that this program does not have."""


def rules_of(config: Config) -> Game:
    """Return the game with the box and the rules version that the table was opened with."""
    try:
        game, version = load(config.full_name), config.rules_version
    except LudothequeError as error:
        if config.box:
            raise OtherRulesError(
                "this table was opened with a corrected box of {game}, and its components are missing here",
                game=config.game,
            ) from error
        raise OtherRulesError(error.message, **error.values) from error
    if version not in game.versions:
        own = ", ".join(map(str, game.versions))
        raise OtherRulesError(
            "this table uses rules_version {version} of {title}; this program supports {own}",
            version=version,
            title=game.title,
            own=own,
        )
    return game.versions[version]


class Standing:
    def __init__(self, config: Config, key: bytes) -> None:
        self.config, self.key = config, key
        self.game = rules_of(config)
        self.options = self.game.complete_options(config.options)
        self.seats = len(config.seats)
        self.seating = Seating(config.seats, config.stand_in)
        self.takeback = TakeBack(self.seating, config.is_friendly)
        self.position = Position(self.game, self.seats, self.options, key)
        if config.prepared is not None:
            self.position.prepare(config.prepared)
        self.guiding = Guiding(self.position, lesson(self.game) if config.is_lesson else None)
        self.puzzling = Puzzling(self.position, puzzle(self.game, config.puzzle) if config.puzzle else None)
        self.clocks = Clocks(config.clock, self.seats)
        self.sand_ms = self.game.sand_ms(self.options)  # how long the hourglass runs; 0 if there is none
        self.status = WAITING
        self.is_revealed = False  # the game is over, and everyone may see everything about it
        self.seq = 0
        self.log: list[Ply | AnyEvent] = list(self.position.plies)  # everything people may read about, in order
        self.answers: dict[tuple[int, str], int] = {}  # (seat, request id) → the event that answered it
        self.drafts: dict[int, list[int]] = {}
        self.began_ms = 0  # when a seat last joined those that are choosing
        self.signals: set[int] = set()  # seats that have given the game's signal in this position
        self.ready: set[int] = set()  # seats of people who are ready for what comes next
        self.waits_here = False  # whether this position is shown only once everyone is ready
        self.rematch = ""  # the id of the rematch's table
        self._words: dict[str, Words] = {}  # by language
        self._note_position()

    # Shortcuts

    @property
    def chairs(self) -> list[Chair]:
        return self.seating.chairs

    @property
    def state(self) -> State:
        return self.position.state

    @property
    def movers(self) -> list[int]:
        return self.position.movers

    @property
    def plies(self) -> list[Ply]:
        return self.position.plies

    def words(self, language: str) -> Words:
        """Return the game's words, with slots for the players' names."""
        if language not in self._words:
            self._words[language] = self.game.words(language, slots=True)
        return self._words[language]

    # Whose turn it is

    def is_to_act(self, seat: int) -> bool:
        if self.puzzling.is_solved:
            return False
        return self.status == PLAYING and seat in self.position.movers and not self.is_held

    @property
    def unready(self) -> list[int]:
        """The seats of the people for whom the game is waiting before it continues."""
        if self.status != PLAYING or not self.waits_here:
            return []
        seating = self.seating
        return [seat for seat in seating.persons if seat not in self.ready and seat not in seating.stand_ins]

    @property
    def is_held(self) -> bool:
        """Whether the game is waiting until everyone is ready."""
        return self.waits_here and bool(self.unready)

    @property
    def is_veiled(self) -> bool:
        """Whether the position is still hidden from everyone."""
        return self.is_held or (self.status == WAITING and self.waits_here)

    def may_signal(self, seat: int) -> bool:
        """Return whether this seat may give the game's signal now; it may once per position."""
        asks = self.game.may_signal
        return asks is not None and self.status == PLAYING and seat not in self.signals and asks(self.state, seat)

    def said_signal(self, language: str) -> str:
        return self.game.signal(self.words(language))

    def is_clock_running(self, seat: int) -> bool:
        return self.clocks.is_on and self.is_to_act(seat) and not self.seating.is_played_by_bot(seat)

    @property
    def is_time_running(self) -> bool:
        return self.clocks.sand is not None or any(map(self.is_clock_running, range(self.seats)))

    @property
    def has_hints(self) -> bool:
        """Whether people may ask a bot for hints.

        They may not when several of them play against each other, unless the table allows it, and
        never in a rated game.
        """
        return not self.config.is_rated and (self.config.allow_hints or len(self.seating.people) < 2)

    @property
    def chosen(self) -> list[str | None]:
        """The pawn that each seat chose; empty if the position was prepared, which has its own."""
        return pawns_of(self.chairs) if self.config.prepared is None else []

    # What a seat sees

    def sight(self, seat: int) -> State:
        """Return what a seat is shown: its view, veiled until everyone is ready."""
        view = self.position.view(seat)
        veil = self.game.veil if self.waits_here and self.is_veiled else None
        return view if veil is None else veil(view)

    def sight_after(self, ply: Ply, seat: int) -> State:
        """Return what a seat was shown after a ply."""
        return self.sight(seat) if ply.after is self.state else self.game.view_of(ply.after, seat)

    def lay_out(self, seat: int, actions: list[int]) -> Laid | Fault:
        """Return the imagined worlds in which a seat lays out these actions."""
        if self.status != PLAYING or self.seating.has_left(seat) or self.puzzling.is_solved:
            return Fault("draft/off")
        return drafts.lay_out(self.position, self.guiding, seat, actions)

    def laid(self, seat: int) -> Laid | None:
        """Return what a seat has laid out; None if nothing can be laid out now."""
        game = self.game
        if seat == NONE or self.is_held or not game.drafts or not self._is_laying_out(seat):
            return None
        laid = self.lay_out(seat, self.drafts.get(seat, []))
        return None if isinstance(laid, Fault) else laid

    def _is_laying_out(self, seat: int) -> bool:
        if not self.is_to_act(seat) or self.drafts.get(seat):
            return True
        return any(map(self.game.is_drafted, self.position.legal(seat)))

    def laid_view(self, seat: int) -> State:
        """Return what a seat sees, including what it has laid out."""
        laid = self.laid(seat)
        if laid is None or (self.is_to_act(seat) and not self.drafts.get(seat)):
            return self.sight(seat)
        if laid.view is None:
            laid.view = self.game.view_of(laid.worlds[-1], seat)
        return laid.view

    # Applying events

    # docs/decisions.md: Tables live in memory, games in the journal
    def commit(self, events: Iterable[AnyEvent]) -> None:
        """Apply events that are in the journal."""
        for event in events:
            if event.seq != self.seq + 1:
                raise LudothequeError("event {seq} cannot follow event {last}", seq=event.seq, last=self.seq)
            self._pass_time(event)
            was_held = self.is_held
            self.seating.commit(event)
            self.takeback.commit(event)
            self._take_effect(event)
            if was_held and not self.is_held:  # everyone sees the position at this moment, and time starts
                self.position.show_anew(event.seq)
                self.began_ms = event.at_ms
            if is_logged(event):
                self.log.append(event)
            self.seq = event.seq

    def _pass_time(self, event: AnyEvent) -> None:
        if isinstance(event, ev.Resumed):
            self.clocks.stand(event.at_ms)
            self.began_ms = min(self.began_ms, event.at_ms)
        else:
            seats = range(self.seats) if self.clocks.is_on else ()
            self.clocks.run([seat for seat in seats if self.is_clock_running(seat)], event.at_ms)

    def _take_effect(self, event: AnyEvent) -> None:
        match event:
            case ev.Acted():
                self._act(event)
            case ev.UndoAsked():
                self._answer(event.seat, event.id, event.seq)
            case ev.Undone():
                self.position.undo(event)
                self._settle()
                self._answer(event.seat, event.id, event.seq)
            case ev.Started():
                self.status, self.began_ms = PLAYING, event.at_ms
                self.position.deal(event.setup, self.chosen, event.seq)
                self._settle()
            case ev.Signalled():
                self.signals.add(event.seat)
            case ev.Ready():
                self.ready.add(event.seat)
            case ev.Drafted():
                self.drafts[event.seat] = event.actions
            case ev.Resigned():
                self.drafts.pop(event.seat, None)
                self._answer(event.seat, event.id, event.seq)
            case ev.Rested():
                self.clocks.rest(event.seat, event.ms)
            case ev.Flagged():
                self.drafts.pop(event.seat, None)
            case ev.Revealed():
                self.is_revealed = True
            case ev.Rematched():
                self.rematch = event.table
            case ev.Ended():
                self.status, self.is_revealed = OVER, not self.config.is_sealed
                self.drafts.clear()
                self._turn_glass()

    def _answer(self, seat: int, request: str, seq: int) -> None:
        if request:
            self.answers[seat, request] = seq

    def _act(self, event: ev.Acted) -> None:
        before, known = set(self.movers), len(self.plies)
        self.position.act(event)
        self.log += self.plies[known:]
        after = set(self.movers)
        if after - before - {TABLE}:
            self.began_ms = event.at_ms
        for seat in turns_ended(before, after, event.seat) - {TABLE}:
            self.clocks.turn_ended(seat)
        self.drafts.pop(event.seat, None)
        self._settle()
        self._answer(event.seat, event.id, event.seq)

    def _settle(self) -> None:
        """Update signals, drafts and the hourglass for a new position."""
        self._note_position()
        for seat, actions in list(self.drafts.items()):
            if isinstance(self.lay_out(seat, actions), Fault):  # it can no longer be carried out
                del self.drafts[seat]
        self._turn_glass()

    def _note_position(self) -> None:
        """Clear signals and readiness, which belong to one position."""
        self.signals.clear()
        self.waits_here = self.game.waits is not None and not self.config.puzzle and self.game.waits(self.state)
        if not self.waits_here:
            self.ready.clear()

    def _turn_glass(self) -> None:
        """Run the hourglass while the table itself may act."""
        self.clocks.turn_glass(self.sand_ms if self.is_to_act(TABLE) else 0)
