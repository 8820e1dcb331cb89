"""What a table answers to a request: the events that it leads to, and a reply. Nothing is changed here.

Every refusal has a code, a sentence in the sender's language, and the number of the rule where a rule forbids it. It is made from the seat's own view.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ludotheque.core.game import State
from ludotheque.core.words import Words
from ludotheque.scene.picture import painter
from ludotheque.table import events as ev
from ludotheque.table.drafts import course, worlds
from ludotheque.table.events import BOT, OVER, PERSON, WAITING, AnyEvent
from ludotheque.table.protocol import Act, Because, Done, Draft, Drafted, Hint, Look, Refused, Reply, Request, Resign, Say, Undo, Why
from ludotheque.table.text import CAN_BE_DONE, NOTHING_HERE, REFUSALS, words_in
from ludotheque.table.trying import MOST_ACTIONS, Fault, Trial, carry_out
from ludotheque.table.viewer import Viewer

if TYPE_CHECKING:
    from ludotheque.table.plies import Ply
    from ludotheque.table.table import Table

MOST_CHARACTERS = 500  # in one line of chat


@dataclass(frozen=True)
class Outcome:
    """The events to journal, and the answer. A line of chat is answered by the update that shows it, a hint by whoever has the bots."""

    events: list[AnyEvent] = field(default_factory=list)
    reply: Reply | None = None


def judge(table: "Table", viewer: Viewer, request: Request, now_ms: int) -> Outcome:
    """Answer a request."""
    found: Outcome | Fault
    if isinstance(request, Act | Undo | Resign) and request.seat in viewer.seats and (done := answered(table, request.seat, request.id)):
        return done
    match request:
        case Act():
            found = act(table, viewer, request, now_ms)
        case Draft():
            found = draft(table, viewer, request, now_ms)
        case Why():
            found = why(table, viewer, request)
        case Look():
            found = look(table, viewer, request, now_ms)
        case Hint():
            found = hint(table, viewer, request.seat) or Outcome()
        case Undo():
            found = undo(table, viewer, request, now_ms)
        case Resign():
            found = resign(table, viewer, request, now_ms)
        case Say():
            found = say(table, viewer, request, now_ms)
        case _:
            found = Outcome(reply=table.snapshot(viewer, now_ms))
    return found if isinstance(found, Outcome) else Outcome(reply=refused(table, viewer, found, getattr(request, "id", None)))


def refused(table: "Table", viewer: Viewer, fault: Fault, request: str | None = None) -> Refused:
    """A fault in words."""
    if fault.rule:
        message, rule = because(table, viewer, fault.rule)
        return Refused(fault.code, message, rule, request)
    most = MOST_CHARACTERS if fault.code.startswith("chat") else MOST_ACTIONS
    return Refused(fault.code, words_in(viewer.language)(REFUSALS[fault.code], most=most), None, request)


def because(table: "Table", viewer: Viewer, code: int) -> tuple[str, str]:
    """A refusal of the game: its sentence and the number of its rule."""
    sentence = table.game.text.REFUSALS[code]
    return table.game.words(viewer.language)(sentence.message), sentence.rule


# Acting


def answered(table: "Table", seat: int, request: str) -> Outcome | None:
    """A request that was carried out already is answered as it was then."""
    seq = table.answers.get((seat, request))
    return None if seq is None else Outcome(reply=Done(request, seq))


def may_play(table: "Table", viewer: Viewer, seat: int) -> Fault | None:
    """Is the game on, and is this a seat that the sender plays?"""
    if seat not in viewer.seats:
        return Fault("seat/not_yours")
    if table.status == WAITING:
        return Fault("game/waiting")
    if table.status == OVER:
        return Fault("game/over")
    return Fault("seat/left") if table.has_left(seat) else None


def act(table: "Table", viewer: Viewer, request: Act, now_ms: int) -> Outcome | Fault:
    """Carry actions out, all or none."""
    if fault := may_play(table, viewer, request.seat):
        return fault
    if table.chosen_anew[request.seat] > request.seen:
        return Fault("action/stale")
    actions = table.guiding.in_order(request.seat, request.actions)
    if actions is None:
        return Fault(table.guiding.refusal(request.seat, request.actions))
    trial = carry_out(table, request.seat, actions, table.state)
    if isinstance(trial, Fault):
        return trial
    events = acted(table, request.seat, trial, PERSON, request.id, now_ms)
    return Outcome(events, Done(request.id, next(event.seq for event in events if isinstance(event, ev.Acted))))


def acted(table: "Table", seat: int, trial: Trial, by: str, request: str, now_ms: int) -> list[AnyEvent]:
    """The events of actions that were found to be legal, and what follows from them at once. A person who acts is back."""
    follows = course(table, now_ms, table.hand_back(seat, now_ms) if by == PERSON else [])
    follows.act(seat, trial, by, request)
    return follows.go_on()


# Trying, asking, looking


def draft(table: "Table", viewer: Viewer, request: Draft, now_ms: int) -> Outcome | Fault:
    """Lay actions out. What is confirmed is played, if it is the seat's turn."""
    seat, actions = request.seat, request.actions
    if fault := may_play(table, viewer, seat) or sees(table, viewer, seat):
        return fault
    if len(actions) > MOST_ACTIONS:
        return Fault("action/none")
    if isinstance(found := worlds(table, seat, actions), Fault):
        return found
    if not table.guiding.may_draft(seat, actions):
        return Fault(table.guiding.refusal(seat, actions))
    is_new = table.drafts.get(seat, []) != actions
    follows = course(table, now_ms, [ev.Drafted(**table.stamp(now_ms), seat=seat, actions=actions)] if is_new else [])
    follows.drafts[seat] = actions
    return Outcome(follows.go_on(), Drafted(request.id, seat, actions))


def sees(table: "Table", viewer: Viewer, seat: int) -> Fault | None:
    """Whoever shares a screen asks for a seat only while its curtain is lifted."""
    is_seen = not table.game.hides or table.showing.eyes(viewer) == seat
    return None if is_seen else Fault("seat/curtain")


def why(table: "Table", viewer: Viewer, request: Why) -> Outcome | Fault:
    """Why these steps lead to nothing: the refusal of an action that begins with them. Of several the last code, since codes stand in the order in which the rules check."""
    seat = request.seat
    if seat not in viewer.seats:
        return Fault("seat/not_yours")
    if table.status == WAITING:
        return Fault("game/waiting")
    if fault := sees(table, viewer, seat):
        return fault
    game, view, words = table.game, table.view(seat), table.game.words(viewer.language)
    steps = tuple((kind, what) for kind, what in request.steps)
    gesture = painter(game).gesture
    meant = [action for action in range(game.actions.count) if gesture(words, view, seat, action)[: len(steps)] == steps]
    codes = [game.refusal(view, seat, action) for action in meant]
    if 0 in codes and table.guiding.is_on:
        return Fault("lesson/other")
    if 0 in codes:
        return Outcome(reply=Because(words_in(viewer.language)(CAN_BE_DONE), ""))
    code = max(codes, default=0) or code_of_no_action(table, words, view, seat, steps)
    message, rule = because(table, viewer, code) if code else (words_in(viewer.language)(NOTHING_HERE), "")
    return Outcome(reply=Because(message, rule))


def code_of_no_action(table: "Table", words: Words, view: State, seat: int, steps: tuple[tuple[str, str], ...]) -> int:
    """Steps that belong to no action at all: it is not the seat's turn, or the game knows what is wrong with them; 0 if nobody does."""
    if seat not in table.movers:
        return table.game.refusal(view, seat, 0)
    ask = getattr(table.game.scene, "why", None)
    return int(ask(words, view, seat, steps)) if ask else 0


def hint(table: "Table", viewer: Viewer, seat: int) -> Fault | None:
    """Why a seat may not ask for advice now."""
    if fault := may_play(table, viewer, seat) or sees(table, viewer, seat):
        return fault
    if not table.has_hints:
        return Fault("hint/off")
    return Fault("hint/not_now") if not table.is_to_act(seat) or table.guiding.is_on else None


def look(table: "Table", viewer: Viewer, request: Look, now_ms: int) -> Outcome | Fault:
    """Lift a curtain: only this screen is changed, not the table."""
    if request.seat not in viewer.seats:
        return Fault("seat/not_yours")
    viewer.looked, viewer.looked_at = request.seat, table.seq
    return Outcome(reply=table.snapshot(viewer, now_ms))


# Taking back, giving up, talking, sitting down


def last_act(table: "Table", seats: tuple[int, ...]) -> list["Ply"]:
    """The plies from the last act of a person on one of these seats on."""
    own = next((ply.seq for ply in reversed(table.plies) if ply.seat in seats and ply.by == PERSON), None)
    first = len(table.plies)
    while own is not None and first > 0 and table.plies[first - 1].seq >= own:
        first -= 1
    return table.plies[first:]


def why_no_undo(table: "Table", viewer: Viewer) -> Fault | None:
    """Nothing is taken back once chance has spoken, something hidden was shown to anyone, or somebody else has acted: bots count as somebody where several people play."""
    if not table.config.allow_undo:
        return Fault("undo/off")
    if table.clocks.sand is not None:
        return Fault("undo/sand")
    plies = last_act(table, viewer.seats)
    if not plies:
        return Fault("undo/nothing")
    others = [ply for ply in plies if ply.seq != plies[0].seq]
    if any(ply.by != BOT for ply in others) or (others and len(table.persons) > 1):
        return Fault("undo/acted")
    return Fault("undo/shown") if any(map(table.is_told, plies)) else None


def undo(table: "Table", viewer: Viewer, request: Undo, now_ms: int) -> Outcome | Fault:
    """Take back the last act of the sender, with all that bots did since."""
    if fault := may_play(table, viewer, request.seat) or why_no_undo(table, viewer):
        return fault
    event = ev.Undone(**table.stamp(now_ms), seat=request.seat, to=last_act(table, viewer.seats)[0].seq, id=request.id)
    return Outcome([event], Done(request.id, event.seq))


def resign(table: "Table", viewer: Viewer, request: Resign, now_ms: int) -> Outcome | Fault:
    if fault := may_play(table, viewer, request.seat):
        return fault
    event = ev.Resigned(**table.stamp(now_ms), seat=request.seat, id=request.id)
    return Outcome([event], Done(request.id, event.seq))


def say(table: "Table", viewer: Viewer, request: Say, now_ms: int) -> Outcome | Fault:
    text = " ".join(request.text.split())
    if not text:
        return Fault("chat/empty")
    if len(text) > MOST_CHARACTERS:
        return Fault("chat/too_long")
    seat = viewer.seats[0] if viewer.seats else None
    return Outcome([ev.Said(**table.stamp(now_ms), seat=seat, person=viewer.person, name=viewer.name, text=text)])


def sit(table: "Table", seat: int, person: str, name: str, now_ms: int) -> Outcome:
    """Take a chair; the last to sit down begins the game."""
    if not 0 <= seat < table.seats or not table.is_free(seat):
        return Outcome(reply=refused(table, Viewer(), Fault("seat/taken")))
    sat = ev.Sat(**table.stamp(now_ms), seat=seat, person=person, name=name)
    return Outcome([sat, *table.start(now_ms, ahead=1)])
