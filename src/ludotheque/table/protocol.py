"""The messages between a table and a browser: JSON, one object per message, `type` first.

docs/protocol.md explains them.

Every message from a client is answered, even a malformed one. Every message to a viewer is built
from that viewer's view.
"""

from typing import Annotated, Any

from msgspec import Meta, Struct

from ludotheque.scene.model import Changes, Panel, Piece, Scene, Step

VERSION = 4
ID_LENGTH = 64  # characters; ids are stored in the journal

Id = Annotated[str, Meta(max_length=ID_LENGTH)]  # of a request, made by the client

# From the client


class Act(Struct, tag_field="type", tag="act", frozen=True):
    """Carry out actions, all or none. A repeated id gets the first answer again."""

    id: Id
    seen: int  # the last `seq` that was shown
    seat: int
    actions: list[int]


class Draft(Struct, tag_field="type", tag="draft", frozen=True):
    """Lay actions out without carrying them out; a seat's latest draft replaces earlier ones.

    A draft that ends with a confirming action is played as soon as the seat may act.
    """

    seat: int
    actions: list[int]
    id: Id = ""


class Why(Struct, tag_field="type", tag="why", frozen=True):
    """Ask why these steps cannot be taken now."""

    seat: int
    steps: list[tuple[str, str]]


class Look(Struct, tag_field="type", tag="look", frozen=True):
    """Lift the curtain of a seat on a shared screen."""

    seat: int


class Hint(Struct, tag_field="type", tag="hint", frozen=True):
    """Ask what a bot would do in this seat."""

    seat: int


class LookBack(Struct, tag_field="type", tag="look_back", frozen=True):
    """Ask to see a ply of the log again."""

    ply: int  # which of the log's acts: 1 is the first


class Undo(Struct, tag_field="type", tag="undo", frozen=True):
    """Take back the seat's last act, or ask the other players for permission."""

    id: Id
    seat: int
    seen: int | None = None  # the last `seq` that was shown; if left out, newer events do not matter


class AnswerUndo(Struct, tag_field="type", tag="answer_undo", frozen=True):
    """Allow or refuse another player's request to take a move back."""

    seat: int
    asked: int  # the `seq` of the request
    allows: bool


class Resign(Struct, tag_field="type", tag="resign", frozen=True):
    id: Id
    seat: int


class Signal(Struct, tag_field="type", tag="signal", frozen=True):
    """Give the game's signal, such as "I see a way"."""

    seat: int


class Ready(Struct, tag_field="type", tag="ready", frozen=True):
    """Declare the seat ready for what comes next."""

    seat: int


class Say(Struct, tag_field="type", tag="say", frozen=True):
    """Chat."""

    text: str


class Sync(Struct, tag_field="type", tag="sync", frozen=True):
    """Ask for the whole table again.

    A client sends it first on every connection, and whenever it finds a gap in `seq`.
    """


Request = Act | Draft | Why | Look | Hint | LookBack | Undo | AnswerUndo | Resign | Signal | Ready | Say | Sync


# To the client


class SeatInfo(Struct, frozen=True, omit_defaults=True, gc=False):
    """One seat at the table."""

    seat: int
    name: str
    kind: str  # "person", "bot", "screen", or "open" if nobody sits there yet
    level: str = ""  # of a bot
    is_online: bool = False
    is_yours: bool = False
    is_to_act: bool = False
    has_resigned: bool = False
    clock_ms: int | None = None  # time left when the message was sent; runs if is_to_act
    drafted: int = 0  # how many actions it has laid out that nobody else may see yet
    is_ready: bool = False  # its draft will be played when its turn comes; or it is ready for what comes next
    signal: str = ""  # what it has signalled, in the viewer's language
    pawn: str = ""  # the pawn it chose


class LogLine(Struct, frozen=True, omit_defaults=True, gc=False):
    """One line of the log, or of the chat, in the viewer's language."""

    seq: int
    seat: int | None
    text: str
    chance: list[str] = []
    kind: str = "act"  # act, chat, event
    is_named: bool = False  # the text itself begins with the player's name
    more: list[str] = []  # its consequences, one sentence each
    places: list[str] = []  # ids of the places and pieces that it touched
    pictures: list[str] = []  # sprites of the pieces involved, a rotated one as "corner-1@90"
    by: str = ""  # the name of the speaker, if it is a spectator


class Result(Struct, frozen=True):
    """The score sheet."""

    columns: list[str]
    labels: list[str]  # the columns in the viewer's language
    scores: list[int]
    ranks: list[int]
    breakdown: list[dict[str, int]]


class DraftInfo(Struct, frozen=True):
    """What the viewing seat has laid out; the scene and the gestures already include it."""

    actions: list[int]
    laid: list[list[str]]  # the pieces that each action moved: picking one up again removes that action
    # the first and last numbers of the actions that can be laid out; any other action confirms
    kinds: list[tuple[int, int]]
    is_early: bool  # the seat may lay actions out, but not act yet
    is_ready: bool  # the draft is confirmed and waits for the seat's turn


class Sand(Struct, frozen=True):
    """The running hourglass, as it was when the message was sent."""

    left_ms: int
    whole_ms: int


class Guide(Struct, frozen=True):
    """A guided first game: what the learner is told now."""

    step: int
    steps: int  # in total
    said: list[str]  # the consequences of the learner's last ply and of those after it
    say: str  # what to do, and why; empty while others act
    rule: str = ""  # the number of the rule to open
    light: list[str] = []  # ids of what to highlight
    show: list[Step] = []  # the gesture to make, step by step
    is_solved: bool = False  # a puzzle whose answer was found


class UndoAsk(Struct, frozen=True):
    """A player's open request to take back a move."""

    seq: int  # of the request's event; an answer refers to it
    said: str  # who asks, or whose answer is missing
    can_answer: bool  # this viewer has to answer


class Snapshot(Struct, tag_field="type", tag="table", frozen=True, gc=False):
    """The whole table as this viewer may see it."""

    version: int
    seq: int
    game: str
    title: str
    options: dict[str, Any]
    status: str  # "waiting" for people, "playing", "over"
    seats: list[SeatInfo]
    viewer_seats: list[int]  # the seats that this viewer may play
    seat: int | None  # whose view the scene shows; None for a spectator or behind a curtain
    is_curtain: bool  # a player at this screen is to act and has not lifted the curtain yet
    prompt: str
    scene: Scene
    gestures: dict[str, Any] | None  # the trie of the seat's legal actions, if it may act now
    can_undo: bool
    log: list[LogLine]
    commitment: str
    seed: str | None = None  # once the game is over
    result: Result | None = None
    last: list[str] = []  # ids of places and pieces that the last action touched
    draft: DraftInfo | None = None  # if the seat may lay actions out now
    sand: Sand | None = None  # while it runs
    rematch: str = ""  # the id of the rematch's table
    guide: Guide | None = None  # in a guided first game
    can_hint: bool = False  # the seat may ask for a hint now
    signal: str = ""  # what the seat may signal now, in the viewer's language
    is_held: bool = False  # the game waits until everyone is ready
    can_ready: bool = False  # … and this seat has not said so yet
    undo_why: str = ""  # why nothing can be taken back now, in the viewer's language
    undo_asked: UndoAsk | None = None  # until it is answered or someone acts
    watchers: int = 0  # people who are present without a seat
    can_sit: bool = False  # this viewer has no seat and may take a free one
    is_host: bool = False  # this viewer opened the table, may close it, and may remove messages
    is_rated: bool = False  # the result counts for the players' ratings
    tournament: str = ""  # the id of the tournament that this table belongs to


class Beat(Struct, frozen=True, omit_defaults=True, gc=False):
    """One stage of an action that plays out, shown for a moment.

    It holds what has changed since the stage before.
    """

    said: str = ""  # what happens, in the viewer's language
    pieces: list[Piece] = []
    gone: list[str] = []
    panels: list[Panel] | None = None


class Update(Struct, tag_field="type", tag="update", frozen=True, omit_defaults=True, gc=False):
    """What has changed since the previous message.

    A client whose own `seq` differs from `from_seq` sends a Sync.
    """

    from_seq: int
    seq: int
    set: dict[str, Any]  # the fields of Snapshot that changed, with their new values
    log: list[LogLine] = []  # new lines
    beats: list[Beat] = []  # shown before the rest
    scene: Changes | None = None  # since the last of the beats


# the fields of Snapshot that never appear in an update's `set`: `version` never changes, and the
# others have their own fields in Update
TOLD_APART = {"version", "seq", "scene", "log"}


class Done(Struct, tag_field="type", tag="done", frozen=True, gc=False):
    """The request with this id was carried out."""

    id: str
    seq: int


class Refused(Struct, tag_field="type", tag="refused", frozen=True):
    """A refusal: the one shape for every request that is not carried out.

    Codes are namespaced: `action/illegal`, `action/stale`, `seat/not_yours`, `message/malformed`.
    """

    code: str
    message: str
    rule: str | None = None
    id: str | None = None


class Because(Struct, tag_field="type", tag="because", frozen=True):
    """The answer to Why."""

    message: str
    rule: str


class Advice(Struct, tag_field="type", tag="advice", frozen=True):
    """The answer to Hint: what to do, why, and with which gesture."""

    seat: int
    say: str  # one sentence
    figures: list[str]  # what the best few actions are expected to bring, best first
    show: list[Step]  # the steps of the gesture


class Moment(Struct, tag_field="type", tag="moment", frozen=True, gc=False):
    """The answer to LookBack: what this viewer saw before the ply, and what the ply changed."""

    ply: int
    scene: Scene
    beats: list[Beat]
    changes: Changes  # since the last of the beats
    places: list[str]  # ids of the places and pieces that it touched


class DraftKept(Struct, tag_field="type", tag="drafted", frozen=True):
    """The answer to Draft: it was stored. The update that follows shows what it changed."""

    id: str
    seat: int
    actions: list[int]


Reply = Snapshot | Update | Done | Refused | Because | Advice | Moment | DraftKept
