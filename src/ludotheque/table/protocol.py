"""What a table and a browser say to each other: JSON, one object a message, its `type` first. docs/protocol.md explains it.

Every message of a client is answered, malformed ones too. Every message to a viewer is made from that viewer's view.
"""

from typing import Any

from msgspec import Struct

from ludotheque.scene.diff import Frame
from ludotheque.scene.model import Area, Panel, Piece, Place, Scene

VERSION = 1
SCREEN = "screen"  # a hot seat: a person who shares somebody's screen

# From the client


class Act(Struct, tag_field="type", tag="act", frozen=True):
    """Carry actions out, all or none. A repeated id is answered with the first answer."""

    id: str
    seen: int  # the last `seq` that was shown
    seat: int
    actions: list[int]


class Draft(Struct, tag_field="type", tag="draft", frozen=True):
    """Lay actions out without carrying them out: the latest draft of a seat wins. One that ends with an action that is no draft is played as soon as the seat may act."""

    seat: int
    actions: list[int]
    id: str = ""


class Why(Struct, tag_field="type", tag="why", frozen=True):
    """Why can these steps not be taken now?"""

    seat: int
    steps: list[tuple[str, str]]


class Look(Struct, tag_field="type", tag="look", frozen=True):
    """Lift the curtain of a hot seat."""

    seat: int


class Hint(Struct, tag_field="type", tag="hint", frozen=True):
    """What would a bot do in my place?"""

    seat: int


class Undo(Struct, tag_field="type", tag="undo", frozen=True):
    id: str
    seat: int


class Resign(Struct, tag_field="type", tag="resign", frozen=True):
    id: str
    seat: int


class Say(Struct, tag_field="type", tag="say", frozen=True):
    """Chat."""

    text: str


class Sync(Struct, tag_field="type", tag="sync", frozen=True):
    """Send me the whole table again: the first message of a connection, and the answer to a gap in `seq`."""


Request = Act | Draft | Why | Look | Hint | Undo | Resign | Say | Sync


# To the client


class SeatInfo(Struct, frozen=True, omit_defaults=True, gc=False):
    """One chair at the table."""

    seat: int
    name: str
    kind: str  # "person", "bot", SCREEN, "open": nobody sits there yet
    level: str = ""  # of a bot
    is_online: bool = False
    is_yours: bool = False
    is_to_act: bool = False
    has_resigned: bool = False
    clock_ms: int | None = None  # left, at the moment of the message; runs if is_to_act
    drafted: int = 0  # how many actions it has laid out, and nobody else may see yet
    is_ready: bool = False  # its draft will be played when its turn comes


class LogLine(Struct, frozen=True, omit_defaults=True, gc=False):
    """One line of the log, or of the chat, in the viewer's language."""

    seq: int
    seat: int | None
    text: str
    chance: list[str] = []
    kind: str = "act"  # act, chat, event


class Result(Struct, frozen=True):
    """The score sheet."""

    columns: list[str]
    labels: list[str]  # the columns in the viewer's language
    scores: list[int]
    ranks: list[int]
    breakdown: list[dict[str, int]]


class DraftInfo(Struct, frozen=True):
    """What the seat that looks has laid out: the scene and the gestures are those after it."""

    actions: list[int]
    laid: list[list[str]]  # the pieces that each of them has moved: who picks one up again takes that action out
    kinds: list[tuple[int, int]]  # the first and the last number of the actions that are laid out; any other one confirms
    is_early: bool  # the seat may lay out, but not act yet
    is_ready: bool  # it is confirmed, and waits for the seat's turn


class Sand(Struct, frozen=True):
    """The hourglass, at the moment of the message. It runs."""

    left_ms: int
    whole_ms: int


class Guide(Struct, frozen=True):
    """A guided first game: what whoever learns is told now."""

    step: int
    steps: int  # in all
    said: list[str]  # what came of the last ply, and of those after it
    say: str  # what to do, and why; empty while others act
    rule: str = ""  # the sentence of the rules to open
    light: list[str] = []  # ids of what it speaks of


class Snapshot(Struct, tag_field="type", tag="table", frozen=True, gc=False):
    """The whole table as this viewer may see it."""

    version: int
    seq: int
    game: str
    title: str
    options: dict[str, Any]
    status: str  # "waiting" for people, "playing", "over"
    seats: list[SeatInfo]
    viewer_seats: list[int]  # those whose actions this viewer may send
    seat: int | None  # through whose eyes the scene is seen; None: a spectator, or a curtain is down
    is_curtain: bool  # somebody at this screen is to act, and has not lifted the curtain yet
    prompt: str
    scene: Scene
    gestures: dict[str, Any] | None  # the trie of the seat's legal actions, if it may act now
    can_undo: bool
    log: list[LogLine]
    commitment: str
    seed: str | None = None  # once the game is over
    result: Result | None = None
    last: list[str] = []  # ids of places and pieces that the last action touched
    draft: DraftInfo | None = None  # if the seat may lay something out now
    sand: Sand | None = None  # while it runs
    rematch: str = ""  # the id of the table at which they play again
    guide: Guide | None = None  # in a guided first game
    can_hint: bool = False  # the seat may ask for advice now


class Beat(Struct, frozen=True, omit_defaults=True, gc=False):
    """One moment of an action that plays out, to be shown for a while: what has changed since the moment before."""

    said: str = ""  # what happens, in the viewer's language
    pieces: list[Piece] = []
    gone: list[str] = []
    panels: list[Panel] | None = None


class Update(Struct, tag_field="type", tag="update", frozen=True, omit_defaults=True, gc=False):
    """What has changed since the message before. A client that finds `from_seq` not to be its own asks for a Sync."""

    from_seq: int
    seq: int
    status: str
    seats: list[SeatInfo]
    seat: int | None
    is_curtain: bool
    prompt: str
    gestures: dict[str, Any] | None
    can_undo: bool
    beats: list[Beat] = []  # comes first; the rest is what has changed since the last of them
    pieces: list[Piece] = []  # new, or changed
    gone: list[str] = []  # pieces and places
    places: list[Place] = []  # new, or changed
    panels: list[Panel] | None = None
    text: str | None = None
    frame: Frame | None = None
    areas: list[Area] | None = None
    hand: str | None = None
    log: list[LogLine] = []
    seed: str | None = None
    result: Result | None = None
    last: list[str] = []
    draft: DraftInfo | None = None
    sand: Sand | None = None
    rematch: str = ""
    guide: Guide | None = None
    can_hint: bool = False


class Done(Struct, tag_field="type", tag="done", frozen=True, gc=False):
    """The request with this id was carried out."""

    id: str
    seq: int


class Refused(Struct, tag_field="type", tag="refused", frozen=True):
    """One shape for everything that is not done. Codes are namespaced: `action/illegal`, `action/stale`, `seat/not_yours`, `message/malformed`."""

    code: str
    message: str
    rule: str | None = None
    id: str | None = None


class Because(Struct, tag_field="type", tag="because", frozen=True):
    """The answer to Why."""

    message: str
    rule: str


class Advice(Struct, tag_field="type", tag="advice", frozen=True):
    """The answer to Hint: the best few actions, the best one first, a sentence each; and what the hand does for the first of them."""

    seat: int
    sentences: list[str]
    light: list[str]  # ids


class Drafted(Struct, tag_field="type", tag="drafted", frozen=True):
    """The answer to Draft: it is kept. The update that follows shows what has changed by it."""

    id: str
    seat: int
    actions: list[int]


Reply = Snapshot | Update | Done | Refused | Because | Advice | Drafted
