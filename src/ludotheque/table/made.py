"""What is made on the way of a move: structures of msgspec.

They are apart from the code that makes them, which mypyc can compile; it would lose their options.
"""

from msgspec import Struct

from ludotheque.core.game import State
from ludotheque.scene.diff import PiecesApart
from ludotheque.scene.model import Scene
from ludotheque.table.events import AnyEvent
from ludotheque.table.protocol import DraftInfo, Reply


class Fault(Struct, frozen=True):
    """Why a request is refused; `rule` is a refusal code of the game."""

    code: str
    rule: int = 0
    turns: int = 0  # how many more times to turn the piece to make it right


class Trial(Struct, frozen=True):
    """Actions carried out on a copy."""

    actions: list[int]
    chance: list[list[str]]
    state: State


class Outcome(Struct, frozen=True):
    """The events to journal, and the reply.

    Without a reply here, a chat message is answered by the update that shows it, a hint by the
    bots, and a look at the table by a snapshot.
    """

    events: list[AnyEvent] = []
    reply: Reply | None = None
    shows_all: bool = False  # the reply is the whole table
    looks: int | None = None  # … as seen by this seat, whose curtain is lifted
    looks_back: int | None = None  # the reply is this ply of the log


class Sitter(Struct, frozen=True):
    """A person who wants to take a chair."""

    seat: int
    person: str
    name: str
    pawn: str = ""  # empty: assigned at random


class Step(Struct, frozen=True):
    """Two states as a seat sees them: the scene of the later one, and what is different."""

    before: State
    after: State
    scene: Scene
    pieces: PiecesApart


class Picture(Struct, frozen=True):
    """A state as one seat sees it, in one language."""

    state: State
    view: State
    scene: Scene
    last: list[str]  # ids of places and pieces that the last act touched


class Layout(Struct, frozen=True):
    """What a seat has laid out: a picture of it, and the draft itself."""

    state: State  # the table's
    actions: list[int]
    worlds: list[State]  # before the first action, and after each
    scenes: list[Scene]  # of them
    view: State  # of the last
    info: DraftInfo

    @property
    def scene(self) -> Scene:
        return self.scenes[-1]
