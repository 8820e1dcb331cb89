"""The events of one commit, each built on the state that the earlier ones lead to.

These functions only propose events; they change nothing.
"""

from msgspec import Struct

from ludotheque.core.chance import lot
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import State
from ludotheque.table import events as ev
from ludotheque.table.drafts import is_ready, laid_out
from ludotheque.table.events import BOT, PERSON, PLAYING, WAITING, AnyEvent
from ludotheque.table.made import Fault, Trial
from ludotheque.table.result import ended
from ludotheque.table.seating import counted_from, is_empty, pawns_of
from ludotheque.table.standing import Standing
from ludotheque.table.trying import carry_out

GRACE_MS = 250  # for messages still on their way when the sand has run out


def stamp(standing: Standing, now_ms: int, ahead: int = 0) -> dict[str, int]:
    """Return the number and time of the next event, or of the one `ahead` places after it."""
    return {"seq": standing.seq + 1 + ahead, "at_ms": now_ms}


class Course(Struct):
    """The successive events of one commit, and the state they lead to."""

    standing: Standing
    now_ms: int
    events: list[AnyEvent]
    state: State
    drafts: dict[int, list[int]]

    def act(self, seat: int, trial: Trial, by: str, request: str = "") -> None:
        self.events.append(
            ev.Acted(
                **stamp(self.standing, self.now_ms, len(self.events)),
                seat=seat,
                actions=trial.actions,
                chance=trial.chance,
                cursor=int(trial.state["cursor"]),
                by=by,
                id=request,
            )
        )
        self.state = trial.state
        self.drafts.pop(seat, None)

    def play(self, seat: int, actions: list[int], by: str = PERSON) -> None:
        """Carry out a draft if it is still possible."""
        trial = tried(self.standing, seat, actions, self.state)
        self.drafts.pop(seat, None)
        if not isinstance(trial, Fault):
            self.act(seat, trial, by)

    def is_due(self, seat: int) -> bool:
        game = self.standing.game
        return is_ready(game, self.drafts[seat]) and seat in self.standing.position.movers_in(self.state)

    def go_on(self) -> list[AnyEvent]:
        """Play confirmed drafts as the turns of their seats come; end a game that is over."""
        while self.drafts and (seat := next(filter(self.is_due, sorted(self.drafts)), None)) is not None:
            self.play(seat, self.drafts[seat])
        if not self.standing.position.movers_in(self.state):
            stamped = stamp(self.standing, self.now_ms, len(self.events))
            self.events.append(ended(self.standing, stamped, self.state, self.standing.seating.resigned))
        return self.events


def course(standing: Standing, now_ms: int, events: list[AnyEvent] | None = None) -> Course:
    return Course(standing, now_ms, events or [], standing.state, dict(standing.drafts))


def tried(standing: Standing, seat: int, actions: list[int], state: State) -> Trial | Fault:
    """Try actions on a copy of a state, with the chance outcomes a lesson prescribes."""
    return carry_out(standing.position, seat, actions, state, standing.guiding.script)


def acted(standing: Standing, seat: int, trial: Trial, by: str, request: str, now_ms: int) -> list[AnyEvent]:
    """Return the events of legal actions, and those that follow immediately.

    A person who acts takes their seat back from the bot.
    """
    follows = course(standing, now_ms, hand_back(standing, seat, now_ms) if by == PERSON else [])
    follows.act(seat, trial, by, request)
    return follows.go_on()


def hand_back(standing: Standing, seat: int, now_ms: int) -> list[AnyEvent]:
    """Return the event that gives a returning person their seat back from the bot."""
    seating = standing.seating
    if standing.status != PLAYING or seat not in seating.stand_ins or seating.has_left(seat):
        return []
    return [ev.HandedBack(**stamp(standing, now_ms), seat=seat)]


def start(standing: Standing, now_ms: int, sits: ev.Sat | None = None) -> list[AnyEvent]:
    """Start the game if every seat is taken, counting a person who is about to sit down.

    The key decides who begins and who gets which pawn, as it decides the deal.
    """
    chairs = standing.chairs if sits is None else standing.seating.after([sits])
    if standing.status != WAITING or any(map(is_empty, chairs)):
        return []
    game, config, key = standing.game, standing.config, standing.key
    # docs/decisions.md: Who begins is drawn from the game's key
    first = lot(key, "first", standing.seats) if config.by_lot and config.prepared is None else 0
    chosen = pawns_of(counted_from(chairs, first)) if config.prepared is None else []
    dealt = game.new(standing.seats, standing.options, key, chosen) if any(chosen) else standing.position.dealt
    ahead = 0 if sits is None else 1
    events: list[AnyEvent] = [
        ev.Started(**stamp(standing, now_ms, ahead), setup=game.notation.setup_of(dealt), first=first)
    ]
    if config.prepared is not None and game.is_over(standing.state):  # a whole game, from a record
        events.append(ev.Ended(**stamp(standing, now_ms, ahead + 1), ranks=[], scores=[]))  # nobody's result here
    return events


def sand_runs_out(standing: Standing, now_ms: int) -> list[AnyEvent]:
    """Play everyone's draft once the sand and the grace have run out, then the table's own ply."""
    sand, game = standing.clocks.sand_at(now_ms), standing.game
    if sand is None or sand + GRACE_MS > 0:
        return []
    follows = course(standing, now_ms)
    for seat in standing.movers:
        if actions := laid_out(game, standing.drafts.get(seat, [])):
            follows.play(seat, actions)
    if TABLE in game.movers(follows.state):
        follows.play(TABLE, game.legal(game.view_of(follows.state, NONE), TABLE)[:1], BOT)
    return follows.go_on()
