"""Judges requests: returns the events that a request leads to, and a reply.

These functions change nothing.

Every refusal has a code, a sentence in the sender's language, and a rule number if a rule forbids
the request. It is based on the seat's own view.
"""

from unicodedata import category

from ludotheque.table import events as ev
from ludotheque.table.asking import last_act, why_not_hint, why_not_play, why_not_see, why_not_undo
from ludotheque.table.course import acted, course, stamp, start, tried
from ludotheque.table.drafts import is_ready
from ludotheque.table.events import PERSON
from ludotheque.table.made import Fault, Outcome, Sitter
from ludotheque.table.plies import Ply
from ludotheque.table.protocol import (
    Act,
    AnswerUndo,
    Done,
    Draft,
    DraftKept,
    Hint,
    Look,
    LookBack,
    Ready,
    Refused,
    Request,
    Resign,
    Say,
    Signal,
    Sync,
    Undo,
    Why,
)
from ludotheque.table.result import ended
from ludotheque.table.standing import Standing
from ludotheque.table.text import REFUSALS, TURN_MORE, words_in
from ludotheque.table.trying import MOST_ACTIONS
from ludotheque.table.viewer import Viewer
from ludotheque.table.why import because, explain

MOST_CHARACTERS = 500  # in one line of chat


def judge(standing: Standing, viewer: Viewer, request: Request, now_ms: int) -> Outcome:
    """Answer a request."""
    match request:
        case Act():
            found = answered(standing, viewer, request) or act(standing, viewer, request, now_ms)
        case Draft():
            found = draft(standing, viewer, request, now_ms)
        case Why():
            found = why(standing, viewer, request)
        case Look():
            is_own = request.seat in viewer.seats
            found = Outcome(shows_all=True, looks=request.seat) if is_own else Fault("seat/not_yours")
        case Hint():
            found = why_not_hint(standing, viewer, request.seat) or Outcome()
        case LookBack():
            is_known = 1 <= request.ply <= sum(isinstance(entry, Ply) for entry in standing.log)
            found = Outcome(looks_back=request.ply) if is_known else Fault("log/unknown")
        case Undo():
            found = answered(standing, viewer, request) or undo(standing, viewer, request, now_ms)
        case AnswerUndo():
            found = answer_undo(standing, viewer, request, now_ms)
        case Resign():
            found = answered(standing, viewer, request) or resign(standing, viewer, request, now_ms)
        case Signal():
            found = signal(standing, viewer, request.seat, now_ms)
        case Ready():
            found = ready(standing, viewer, request.seat, now_ms)
        case Say():
            found = say(standing, viewer, request, now_ms)
        case Sync():
            found = Outcome(shows_all=True)
    return found if isinstance(found, Outcome) else Outcome(reply=refused(standing, viewer, found, request_id(request)))


def request_id(request: Request) -> str | None:
    """Return the id that a client gave its request, if requests of its type have one."""
    return request.id if isinstance(request, Act | Draft | Undo | Resign) else None


def refused(standing: Standing, viewer: Viewer, fault: Fault, request: str | None = None) -> Refused:
    """Return a fault as a refusal, in the viewer's language."""
    if fault.rule:
        message, rule = because(standing, viewer, fault.rule)
        return Refused(fault.code, message, rule, request)
    if fault.turns:
        return Refused(fault.code, words_in(viewer.language).count(TURN_MORE, fault.turns), None, request)
    most = MOST_CHARACTERS if fault.code.startswith("chat") else MOST_ACTIONS
    return Refused(fault.code, words_in(viewer.language)(REFUSALS[fault.code], most=most), None, request)


# Acting


def answered(standing: Standing, viewer: Viewer, request: Act | Undo | Resign) -> Outcome | None:
    """Return the earlier answer to a request that was already carried out."""
    seq = standing.answers.get((request.seat, request.id)) if request.seat in viewer.seats else None
    return None if seq is None else Outcome(reply=Done(request.id, seq))


def act(standing: Standing, viewer: Viewer, request: Act, now_ms: int) -> Outcome | Fault:
    """Carry out actions, all or none."""
    seat, guiding = request.seat, standing.guiding
    if fault := why_not_play(standing, viewer, seat):
        return fault
    if standing.is_held:
        return Fault("game/held")
    if standing.position.chosen_anew[seat] > request.seen:
        return Fault("action/stale")
    if fault := why_not_answer(standing, seat, request.actions):
        return fault
    actions = guiding.in_order(seat, request.actions)
    if actions is None:
        return why_not_in_lesson(standing, seat, request.actions)
    trial = tried(standing, seat, actions, standing.state)
    if isinstance(trial, Fault):
        return trial
    events = acted(standing, seat, trial, PERSON, request.id, now_ms)
    return Outcome(events, Done(request.id, next(event.seq for event in events if isinstance(event, ev.Acted))))


def why_not_answer(standing: Standing, seat: int, actions: list[int]) -> Fault | None:
    """Return why these actions do not answer the puzzle; None if they do, or there is none."""
    if standing.puzzling.is_solved:
        return Fault("puzzle/solved")
    return None if standing.puzzling.is_right(seat, actions) else Fault("puzzle/other")


def why_not_in_lesson(standing: Standing, seat: int, actions: list[int]) -> Fault:
    return standing.guiding.why_not(standing.laid_view(seat), seat, actions, standing.drafts.get(seat, []))


# Drafts and questions


def draft(standing: Standing, viewer: Viewer, request: Draft, now_ms: int) -> Outcome | Fault:
    """Lay actions out. A confirmed draft is played if it is the seat's turn."""
    seat, actions = request.seat, request.actions
    if fault := why_not_play(standing, viewer, seat) or why_not_see(standing, viewer, seat):
        return fault
    if standing.is_held:
        return Fault("game/held")
    if len(actions) > MOST_ACTIONS:
        return Fault("action/none")
    if isinstance(laid := standing.lay_out(seat, actions), Fault):
        return laid
    if not standing.guiding.may_draft(seat, actions):
        return why_not_in_lesson(standing, seat, actions)
    if is_ready(standing.game, actions) and (fault := why_not_answer(standing, seat, actions)):
        return fault
    is_new = standing.drafts.get(seat, []) != actions
    drafted = [ev.Drafted(**stamp(standing, now_ms), seat=seat, actions=actions)] if is_new else []
    follows = course(standing, now_ms, [*drafted])
    follows.drafts[seat] = actions
    return Outcome(follows.go_on(), DraftKept(request.id, seat, actions))


def why(standing: Standing, viewer: Viewer, request: Why) -> Outcome | Fault:
    found = explain(standing, viewer, request.seat, tuple((kind, what) for kind, what in request.steps))
    return found if isinstance(found, Fault) else Outcome(reply=found)


# Taking back, resigning, chatting, sitting down


def undo(standing: Standing, viewer: Viewer, request: Undo, now_ms: int) -> Outcome | Fault:
    """Take back the sender's last act, with everything bots did since.

    If other people play, ask them first.
    """
    if fault := why_not_play(standing, viewer, request.seat) or why_not_undo(standing, viewer):
        return fault
    first = last_act(standing, viewer.seats)[0]
    if request.seen is not None and max(first.seq, standing.position.last_undone) > request.seen:
        return Fault("action/stale")
    kind = ev.UndoAsked if standing.takeback.waits_for(viewer.person) else ev.Undone
    event = kind(**stamp(standing, now_ms), seat=request.seat, to=first.seq, id=request.id)
    return Outcome([event], Done(request.id, event.seq))


def answer_undo(standing: Standing, viewer: Viewer, request: AnswerUndo, now_ms: int) -> Outcome | Fault:
    """Allow or refuse a request to take a move back; the update that shows it is the reply.

    When the last player allows it, the move is taken back.
    """
    seat, takeback = request.seat, standing.takeback
    if fault := why_not_play(standing, viewer, seat):
        return fault
    asked = takeback.asked
    if asked is None or asked.seq != request.asked or not takeback.is_asked(seat):
        return Fault("undo/not_asked")
    if not request.allows:
        return Outcome([ev.UndoRefused(**stamp(standing, now_ms), seat=seat)])
    allowed = ev.UndoAllowed(**stamp(standing, now_ms), seat=seat)
    waiting = [other for other in takeback.waits_for(standing.chairs[asked.seat].person) if other not in viewer.seats]
    undone = ev.Undone(**stamp(standing, now_ms, 1), seat=asked.seat, to=asked.to, id="")
    return Outcome([allowed] if waiting else [allowed, undone])


def resign(standing: Standing, viewer: Viewer, request: Resign, now_ms: int) -> Outcome | Fault:
    """Resign; with only one opponent left, that ends the game."""
    if fault := why_not_play(standing, viewer, request.seat):
        return fault
    event = ev.Resigned(**stamp(standing, now_ms), seat=request.seat, id=request.id)
    if standing.seating.rivals > 2:
        return Outcome([event], Done(request.id, event.seq))
    resigned = [*standing.seating.resigned, request.seat]
    end = ended(standing, stamp(standing, now_ms, 1), standing.state, resigned)
    return Outcome([event, end], Done(request.id, event.seq))


def signal(standing: Standing, viewer: Viewer, seat: int, now_ms: int) -> Outcome | Fault:
    """Give the game's signal; the update that shows it is the reply."""
    if fault := why_not_play(standing, viewer, seat):
        return fault
    if not standing.may_signal(seat):
        return Fault("signal/not_now")
    return Outcome([ev.Signalled(**stamp(standing, now_ms), seat=seat)])


def ready(standing: Standing, viewer: Viewer, seat: int, now_ms: int) -> Outcome | Fault:
    """Note that a seat is ready for what comes next; the update that shows it is the reply."""
    if fault := why_not_play(standing, viewer, seat):
        return fault
    if seat not in standing.unready:
        return Fault("ready/not_now")
    return Outcome([ev.Ready(**stamp(standing, now_ms), seat=seat)])


def say(standing: Standing, viewer: Viewer, request: Say, now_ms: int) -> Outcome | Fault:
    text = on_one_line(request.text)
    if not text:
        return Fault("chat/empty")
    if len(text) > MOST_CHARACTERS:
        return Fault("chat/too_long")
    if any(ev.is_silenced(entry, viewer.person) for entry in standing.log):
        return Fault("chat/silenced")
    seat = viewer.seats[0] if viewer.seats else None
    said = ev.Said(**stamp(standing, now_ms), seat=seat, person=viewer.person, name=viewer.name, text=text)
    return Outcome([said])


def on_one_line(text: str) -> str:
    """Return a text with single spaces instead of white space and control characters."""
    return " ".join("".join(" " if category(sign) == "Cc" else sign for sign in text).split())


def sit(standing: Standing, sitter: Sitter, now_ms: int) -> Outcome:
    """Take a chair; when the last one is taken, the game begins."""
    if fault := why_not_sit(standing, sitter.seat, sitter.pawn):
        return Outcome(reply=refused(standing, Viewer(), fault))
    stamped = stamp(standing, now_ms)
    sat = ev.Sat(**stamped, seat=sitter.seat, person=sitter.person, name=sitter.name, pawn=sitter.pawn)
    return Outcome([sat, *start(standing, now_ms, sat)])


def why_not_sit(standing: Standing, seat: int, pawn: str) -> Fault | None:
    if not 0 <= seat < standing.seats or not standing.seating.is_free(seat):
        return Fault("seat/taken")
    if pawn and (standing.game.pawns is None or pawn not in standing.game.pawns.values):
        return Fault("pawn/unknown")
    return Fault("pawn/taken") if pawn and pawn in standing.seating.pawns_taken else None
