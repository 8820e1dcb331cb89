"""A live game: its state, rebuilt from its journal, and what each request and each tick of the clock makes of it. No I/O.

Nothing changes but by `commit`, and only events are committed: `judge`, `tick` and the others propose them, the server journals them, and then they count. So live play and replay
are the same code.
"""

import hashlib
from collections.abc import Iterable

from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, State
from ludotheque.core.layout import copy
from ludotheque.core.record import Data
from ludotheque.core.registry import load
from ludotheque.core.story import chance_of, new_story, rows_of
from ludotheque.table import drafts
from ludotheque.table import events as ev
from ludotheque.table import judge as judging
from ludotheque.table.clocks import Clocks, turns_ended
from ludotheque.table.events import BOT, OPEN, OVER, PERSON, PLAYING, WAITING, AnyEvent, Chair, Config
from ludotheque.table.guide import Guiding
from ludotheque.table.plies import Ply, Writer
from ludotheque.table.protocol import Request, Snapshot, Update
from ludotheque.table.secrecy import everybody, secrets_of
from ludotheque.table.showing import Showing, changes
from ludotheque.table.trying import Fault, carry_out
from ludotheque.table.viewer import Viewer

BOT_SHARES = {"random": 0.8, "novice": 0.7, "greedy": 0.6, "regular": 0.6, "master": 0.4}  # of the hourglass, from the beginning of a phase: then a bot of this level is done
BOT_SHARE = 0.5
Outcome = judging.Outcome


class Table:
    def __init__(self, config: Config, key: bytes) -> None:
        self.config, self.key = config, key
        self.game: Game = load(config.game)
        self.options = self.game.complete_options(config.options)
        self.chairs: list[Chair] = list(config.seats)
        self.seats = len(self.chairs)
        self.dealt = self.game.new(self.seats, self.options, key)
        self.state = self.dealt
        self.movers = self.game.movers(self.state)
        self.status = WAITING
        self.seq = 0
        self.plies: list[Ply] = []  # those that count
        self.undone = 0  # how many do not count any more
        self.log: list[Ply | AnyEvent] = []  # all that people may read about, in order
        self.answers: dict[tuple[int, str], int] = {}  # (seat, request id) → the event that answered it
        self.stand_ins: dict[int, str] = {}  # seats that a bot plays for a person, and its level
        self.resigned: list[int] = []  # in the order in which they did
        self.flagged: set[int] = set()
        self.drafts: dict[int, list[int]] = {}
        self.laid: dict[int, drafts.Laid] = {}
        self.chosen_anew = [0] * self.seats  # the event that last changed each seat's choices
        self.acted = [0] * self.seats  # the event in which each seat last acted
        self.last_acted = 0  # … and in which anybody did, or took back
        self.began_ms = 0  # when somebody last came to choose who was not choosing before
        self.clocks = Clocks(config.clock, self.seats)
        self.sand_ms = self.game.sand_ms(self.options)  # how long the hourglass runs; 0: there is none
        self.online: set[str] = set()  # persons who are here now; the server says who
        self.rematch = ""  # the id of the table at which they play again
        self.showing = Showing(self)
        self.guiding = Guiding(self)
        self._told: dict[Ply, bool] = {}
        self._seen: tuple[State, dict[int, State]] = self.state, {}  # a state, and its views
        if config.prepared is not None:
            self._prepare(config.prepared)

    # Opening

    @classmethod
    def open(cls, config: Config, key: bytes) -> "Table":
        """A table at which nothing has happened yet."""
        return cls(config, key)

    @classmethod
    def replay(cls, config: Config, key: bytes, events: Iterable[AnyEvent]) -> "Table":
        """The table as its journal leaves it."""
        table = cls(config, key)
        table.commit(events)
        return table

    # What may be asked

    def is_free(self, seat: int) -> bool:
        chair = self.chairs[seat]
        return chair.kind == OPEN or (chair.kind == PERSON and not chair.person)

    def is_bot(self, seat: int) -> bool:
        return self.chairs[seat].kind == BOT

    def has_left(self, seat: int) -> bool:
        """A bot plays this seat for good."""
        return seat in self.resigned or seat in self.flagged

    def is_to_act(self, seat: int) -> bool:
        return self.status == PLAYING and seat in self.movers

    def is_clock_running(self, seat: int) -> bool:
        return self.clocks.is_on and self.is_to_act(seat) and not self.is_bot(seat) and seat not in self.stand_ins

    @property
    def is_time_running(self) -> bool:
        return self.clocks.sand is not None or any(map(self.is_clock_running, range(self.seats)))

    @property
    def persons(self) -> list[int]:
        """The seats that were never a bot's."""
        return [seat for seat in range(self.seats) if not self.is_bot(seat)]

    @property
    def has_hints(self) -> bool:
        """May people ask a bot? Not where several of them play against each other, unless they have agreed on it."""
        return self.config.allow_hints or len({chair.person for chair in self.chairs if chair.kind != BOT}) < 2

    def view(self, seat: int) -> State:
        """What a seat sees; NONE and TABLE see what a spectator does. Nobody writes to it: all who look share it."""
        if self._seen[0] is not self.state:
            self._seen = self.state, {}
        views, eyes = self._seen[1], NONE if seat == TABLE else seat
        if eyes not in views:
            views[eyes] = self.game.view_of(self.state, eyes)
        return views[eyes]

    def views(self, seat: int) -> list[State]:
        """All that a seat has seen: after the deal, and after every ply that counts."""
        return [self.game.view_of(state, seat) for state in (self.dealt, *(ply.after for ply in self.plies))]

    def is_told(self, ply: Ply) -> bool:
        """Did chance speak, or did anybody see something hidden?"""
        if ply not in self._told:
            self._told[ply] = secrets_of(self.game).is_told(ply.before, ply.after, ply.seat, ply.action, everybody(self.seats))
        return self._told[ply]

    def judge(self, viewer: Viewer, request: Request, now_ms: int) -> Outcome:
        """Answer a request. What it asks for has happened once the events are committed."""
        return judging.judge(self, viewer, request, now_ms)

    # What viewers are told

    def snapshot(self, viewer: Viewer, now_ms: int | None = None) -> Snapshot:
        """The whole table."""
        viewer.shown = self.showing.snapshot(viewer, self.clocks.now_ms if now_ms is None else now_ms)
        return viewer.shown

    def update(self, viewer: Viewer, now_ms: int | None = None) -> Update | Snapshot:
        """What has changed since this viewer was last told something; everything, if it has seen nothing yet or the picture has another size."""
        old, new = viewer.shown, self.snapshot(viewer, now_ms)
        return new if old is None else changes(old, new, self.showing.stages(new, old.seq, viewer.language))

    def record(self, seat: int | None = None) -> Data:
        """The game as a record; with a seat, as that seat may see a game still going on (NONE: a spectator)."""
        marks = {"undone": self.undone or None, "prepared": len(self.config.prepared.plies) + self.guiding.followed if self.config.prepared else None}
        return Writer(self).record(seat) | {name: value for name, value in marks.items() if value is not None}

    def work_out_anew(self) -> None:
        """All that was worked out about this table and kept."""
        self.showing, self._told = Showing(self), {}

    # Proposing events

    def stamp(self, now_ms: int, ahead: int = 0) -> dict[str, int]:
        """Number and time of the next event, or of one that comes `ahead` after it."""
        return {"seq": self.seq + 1 + ahead, "at_ms": now_ms}

    def start(self, now_ms: int, ahead: int = 0) -> list[AnyEvent]:
        """Begin, if everybody is there, or will be after so many events that seat one each."""
        waits_for = [seat for seat in range(self.seats) if self.is_free(seat)]
        if self.status != WAITING or len(waits_for) > ahead:
            return []
        return [ev.Started(**self.stamp(now_ms, ahead), setup=self.game.notation.setup_of(self.dealt))]

    def sit(self, seat: int, person: str, name: str, now_ms: int) -> Outcome:
        """Somebody wants to take a chair."""
        return judging.sit(self, seat, person, name, now_ms)

    def bots_to_act(self) -> list[tuple[int, str]]:
        """The seats that a bot should play now, with its level. The table itself acts when nobody else can."""
        if self.status != PLAYING:
            return []
        if self.movers == [TABLE]:
            return [(TABLE, "")]
        levels = {seat: self.chairs[seat].level for seat in range(self.seats) if self.is_bot(seat)} | self.stand_ins
        movers = [taught.seat for taught in self.guiding.ahead[:1]] or self.movers
        return [(seat, levels[seat]) for seat in movers if seat in levels]

    def bot_seed(self, seat: int) -> bytes:
        """A bot's random seed for its next action: bound to the game, apart from its chance."""
        return hashlib.sha256(b"ludotheque table bot %d %d " % (self.seq, seat) + self.key).digest()

    def table_action(self) -> int:
        """What the table itself does next: its only choice is when."""
        return self.game.legal(self.state, TABLE)[0]

    def bot_acts(self, seat: int, action: int, now_ms: int) -> list[AnyEvent]:
        """A bot has chosen. Nothing happens if the seat is no bot's any more: it was handed back meanwhile."""
        if seat not in [waiting for waiting, _ in self.bots_to_act()]:
            return []
        trial = carry_out(self, seat, [action], self.state)
        if isinstance(trial, Fault):
            raise LudothequeError("a bot chose action {action} for seat {seat}, which is not legal: {code}", action=action, seat=seat, code=trial.code)
        return judging.acted(self, seat, trial, BOT, "", now_ms)

    def take_over(self, seat: int, now_ms: int) -> list[AnyEvent]:
        """A bot plays for a person who stays away."""
        if self.status != PLAYING or self.is_bot(seat) or seat in self.stand_ins:
            return []
        return [ev.TookOver(**self.stamp(now_ms), seat=seat, level=self.config.stand_in)]

    def hand_back(self, seat: int, now_ms: int) -> list[AnyEvent]:
        """The person is back."""
        if self.status != PLAYING or seat not in self.stand_ins or self.has_left(seat):
            return []
        return [ev.HandedBack(**self.stamp(now_ms), seat=seat)]

    def rematched(self, table: str, now_ms: int) -> list[AnyEvent]:
        """They play again, at that table."""
        return [] if self.rematch == table else [ev.Rematched(**self.stamp(now_ms), table=table)]

    # Time

    def tick(self, now_ms: int) -> list[AnyEvent]:
        """Seats whose time is over: a bot plays on. After the server was down, `resume` comes first."""
        found: list[AnyEvent] = []
        for seat in range(self.seats):
            if self.is_clock_running(seat) and self.clocks.left_at(seat, True, now_ms) <= 0:
                found.append(ev.Flagged(**self.stamp(now_ms, len(found)), seat=seat))
                found.append(ev.TookOver(**self.stamp(now_ms, len(found)), seat=seat, level=self.config.stand_in))
        return found

    def beat(self, now_ms: int) -> list[AnyEvent]:
        """A sign of life to journal now and then while a clock runs: what has passed until here has passed."""
        return [ev.Beat(**self.stamp(now_ms))] if self.is_time_running else []

    def resume(self, now_ms: int) -> list[AnyEvent]:
        """The server is up again: clocks go on from the last sign of life."""
        return [ev.Resumed(**self.stamp(now_ms))] if self.is_time_running else []

    def sand_runs_out(self, now_ms: int) -> list[AnyEvent]:
        """What happens when the hourglass is empty; nothing before."""
        return drafts.sand_runs_out(self, now_ms)

    def bot_waits_ms(self, level: str, action: int, now_ms: int) -> float:
        """How long a bot waits at a table with an hourglass before it says that it is done, so that people can keep up with it."""
        is_hurried = self.sand_ms and len(self.movers) > 1 and not self.game.is_drafted(action)
        return max(0, self.began_ms + BOT_SHARES.get(level, BOT_SHARE) * self.sand_ms - now_ms) if is_hurried else 0

    # Events take effect

    def commit(self, events: Iterable[AnyEvent]) -> None:
        """Events that are in the journal take effect."""
        for event in events:
            if event.seq != self.seq + 1:
                raise LudothequeError("event {seq} cannot follow event {last}", seq=event.seq, last=self.seq)
            if isinstance(event, ev.Resumed):
                self.clocks.stand(event.at_ms)
            else:
                self.clocks.run([seat for seat in range(self.seats) if self.is_clock_running(seat)], event.at_ms)
            self._take_effect(event)
            self.seq = event.seq

    def _take_effect(self, event: AnyEvent) -> None:
        match event:
            case ev.Acted():
                self._act(event)
                return
            case ev.Undone():
                self._undo(event)
            case ev.Sat():
                self.chairs[event.seat] = Chair(PERSON, event.name, "", event.person)
                self.showing.somebody_sat()
            case ev.Started():
                self._start(event)
            case ev.Drafted():
                self.drafts[event.seat] = event.actions
            case ev.TookOver():
                self.stand_ins[event.seat] = event.level
            case ev.HandedBack():
                del self.stand_ins[event.seat]
            case ev.Resigned():
                self.resigned.append(event.seat)
                self.drafts.pop(event.seat, None)
                self.stand_ins[event.seat] = self.config.stand_in
                self._answer(event.seat, event.id, event.seq)
            case ev.Flagged():
                self.flagged.add(event.seat)
                self.drafts.pop(event.seat, None)
            case ev.Rematched():
                self.rematch = event.table
            case ev.Ended():
                self.status = OVER
                self.drafts.clear()
                self._turn_glass()
        if not isinstance(event, ev.Beat | ev.Resumed | ev.Drafted):
            self.log.append(event)

    def _answer(self, seat: int, request: str, seq: int) -> None:
        if request:
            self.answers[seat, request] = seq

    def _start(self, event: ev.Started) -> None:
        """The deal is what the journal says, even where another version of the generator would deal otherwise."""
        self.status, self.began_ms = PLAYING, event.at_ms
        if self.game.notation.setup_of(self.dealt) != event.setup:
            dealt = copy(self.dealt)
            self.game.notation.deal(dealt, event.setup)
            self.dealt = dealt
            self._set_state(dealt, event.seq)

    def _set_state(self, state: State, seq: int) -> None:
        """A new position in which every seat chooses anew."""
        self.state, self.movers = state, self.game.movers(state)
        self.chosen_anew = [seq] * self.seats
        drafts.review(self)
        self._turn_glass()

    def _turn_glass(self) -> None:
        """The hourglass runs as long as the table itself may act."""
        self.clocks.turn_glass(self.sand_ms if self.is_to_act(TABLE) else 0)

    def _act(self, event: ev.Acted) -> None:
        before, choices = set(self.movers), self._choices()
        for action, chance in zip(event.actions, event.chance, strict=True):
            self._apply(event.seq, event.seat, action, event.by, chance)
        if self.state["cursor"] != event.cursor:  # a scripted outcome does not move the generator, and the next one must not be drawn from the same words
            self.state.cursor = event.cursor
        self.movers = self.game.movers(self.state)
        if set(self.movers) - before - {TABLE}:
            self.began_ms = event.at_ms
        self._note_changes(event, before, choices)
        for seat in turns_ended(before, set(self.movers), event.seat) - {TABLE}:
            self.clocks.turn_ended(seat)
        if event.seat != TABLE:
            self.acted[event.seat] = event.seq
        self.last_acted = event.seq
        self.drafts.pop(event.seat, None)
        drafts.review(self)
        self._turn_glass()
        self._answer(event.seat, event.id, event.seq)

    def _prepare(self, prepared: ev.Prepared) -> None:
        """Lay another game's position out. Its plies stand in the record, before the first event; nobody takes them back."""
        self.dealt = copy(self.dealt)
        self.game.notation.deal(self.dealt, prepared.setup)
        self.dealt.cursor = 0
        self.state = self.dealt
        for number, (seat, action, chance) in enumerate(prepared.plies):
            self._apply(number - len(prepared.plies), seat, action, ev.BEFORE, chance)
        self.state.cursor = 0  # the new key is read from its beginning
        self.movers = self.game.movers(self.state)

    def _apply(self, seq: int, seat: int, action: int, by: str, chance: list[str]) -> None:
        """One action, its chance outcomes taken from the journal."""
        script = [self._outcome(seq, text) for text in chance]
        story, before, after = new_story(script), self.state, copy(self.state)
        self.game.apply(after, seat, action, story)
        if story["fault"] or len(chance_of(story)) != len(script):
            raise LudothequeError("event {seq}: chance cannot have decided {chance} in action {action} of {title}", seq=seq, chance=chance, action=action, title=self.game.title)
        ply = Ply(seq, seat, action, by, chance, script, rows_of(story), before, after)
        self.plies.append(ply)
        self.log.append(ply)
        self.state = after

    def _outcome(self, seq: int, text: str) -> int:
        parsed = self.game.notation.parse_chance(text)
        if parsed is None:
            raise LudothequeError("event {seq}: {text!r} is nothing that chance decides in {title}", seq=seq, text=text, title=self.game.title)
        return parsed[1]

    def _choices(self) -> list[list[int]]:
        """What each seat may do now; in a simultaneous phase only, where it matters."""
        several = sum(seat != TABLE for seat in self.movers) > 1
        return [self.game.legal(self.state, seat) if several and seat in self.movers else [] for seat in range(self.seats)]

    def _note_changes(self, event: ev.Acted, before: set[int], choices: list[list[int]]) -> None:
        """Whose choices are others than before? Not those of a seat that was choosing at the same time and still is, with the same choices, while nobody new has come to choose."""
        goes_on = event.seat != TABLE and not set(self.movers) - before - {TABLE}
        now = self._choices() if goes_on else []
        for seat in range(self.seats):
            is_same = goes_on and seat != event.seat and seat in before and seat in self.movers and self._same(seat, choices, now)
            if not is_same:
                self.chosen_anew[seat] = event.seq

    def _same(self, seat: int, choices: list[list[int]], now: list[list[int]]) -> bool:
        return choices[seat] == (now[seat] or self.game.legal(self.state, seat))

    def _undo(self, event: ev.Undone) -> None:
        kept = [ply for ply in self.plies if ply.seq < event.to]
        taken_back = self.plies[len(kept) :]
        self.undone += len(taken_back)
        self.plies = kept
        self._set_state(taken_back[0].before, event.seq)
        self.last_acted = event.seq
        self._answer(event.seat, event.id, event.seq)
