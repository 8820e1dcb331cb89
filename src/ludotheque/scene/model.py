"""Pieces and places: a view of a game as a list of things at certain positions, and the gestures
with which a player reaches for them.

A scene is made from a view only, so it cannot show what the view does not hold. These structures
are all the client knows. They contain no cycles, so Python's garbage collector need not track them
(`gc=False`).
"""

from collections.abc import Iterable

from msgspec import Struct, structs


class Piece(Struct, frozen=True, omit_defaults=True, gc=False):
    """Something on the table.

    It keeps its id for the whole game, so that the eye can follow it; the id of a hidden piece does
    not reveal what it is.
    """

    id: str
    sprite: str  # the symbol in the game's art.svg
    x: float  # of its centre, in scene units
    y: float
    turn: float = 0  # degrees clockwise; not wrapped at 360, so that it turns the short way
    layer: int = 0  # higher layers are on top
    size: float = 1  # relative to the symbol's own size
    label: str = ""  # what a screen reader says
    place: str = ""  # the place it lies on: a tap on the piece means the place
    via: list[tuple[float, float]] = []  # points on its way here; a new piece starts at the first of them
    jump: bool = False  # it reappears here instead of gliding


class Place(Struct, frozen=True, omit_defaults=True, gc=False):
    """A spot that can be picked, or that pieces can be put on."""

    id: str
    x: float  # of its centre
    y: float
    width: float
    height: float
    label: str = ""
    is_round: bool = False
    size: float = 0  # the relative size of a piece put here; 0: as in the hand


class Tally(Struct, frozen=True, gc=False):
    """A number that a seat has, kept apart so that gains and losses can be shown."""

    id: str  # the same for every seat, in every language: "points"
    value: int
    gain: tuple[str, ...]  # how a gain is written, one text per plural form: "{number} point", "{number} points"


class Panel(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a seat has in front of it, shown beside its name and clock."""

    seat: int
    sprite: str = ""  # the seat's figure or card: a symbol in the game's art
    label: str = ""  # one line, shown as it is: "secret colour: ivory", "3 wands, 14 points"
    tallies: tuple[Tally, ...] = ()  # the numbers in the label that matter
    # does the seat keep this sprite for the whole game? Then it is shown wherever the seat is
    # named, instead of the client's own shape
    is_sign: bool = False


class Area(Struct, frozen=True, omit_defaults=True, gc=False):
    """A part of the picture that can be viewed up close: a village, a hand, the display."""

    id: str
    label: str  # on the button that leads there
    x: float  # of its top left corner
    y: float
    width: float
    height: float
    seat: int | None = None  # the seat it belongs to
    is_home: bool = False  # what a small screen shows first


class Scene(Struct, frozen=True, omit_defaults=True, gc=False):
    """One picture of a game, as one viewer may see it.

    If a board grows, the bounds change, but everything on it keeps its coordinates.
    """

    width: float
    height: float
    # the symbol that is drawn first, in the scene's own coordinates; anything outside the scene is
    # cut off
    ground: str
    pieces: list[Piece]
    places: list[Place]
    panels: list[Panel] = []
    text: str = ""  # the text board, for screen readers and terminals
    left: float = 0  # of the top left corner
    top: float = 0
    areas: list[Area] = []
    hand: str = ""  # the id of the piece that turns and ghosts refer to before anything is picked


class Stage(Struct, frozen=True, omit_defaults=True, gc=False):
    """A moment while an action plays out: where pieces are, and what is happening, in words.

    Everything else is as it was before the action.
    """

    pieces: list[Piece]
    panels: list[Panel] = []
    said: str = ""


# Gestures. A step is (kind, what):
#   pick    the id of a place or piece
#   turn    how the piece in hand lies: "90" degrees, or "tile-7-back@90" with another sprite. The
#           piece in hand is the last one picked; before any pick, the scene's `hand`
#   set     an id; any number of them are chosen in any order, then confirmed
#   button  a named choice, shown as its label in the viewer's language
#   number  a number chosen on a scale
Step = tuple[str, str]
Gesture = tuple[Step, ...]  # the steps that lead to one action


def around(x: float, y: float, pieces: Iterable[Piece]) -> list[Piece]:
    """Return pieces moved so that this point becomes the origin."""
    return [structs.replace(piece, x=piece.x - x, y=piece.y - y) for piece in pieces]


class Frame(Struct, frozen=True, gc=False):
    """The bounds of a scene, and the ground drawn within them."""

    left: float
    top: float
    width: float
    height: float
    ground: str


class Changes(Struct, frozen=True, omit_defaults=True, gc=False):
    """The changes that turn the old scene into the new one. None: unchanged."""

    pieces: list[Piece] = []  # new or changed
    gone: list[str] = []  # ids of pieces and places that are gone
    places: list[Place] = []  # new or changed
    panels: list[Panel] | None = None
    text: str | None = None
    frame: Frame | None = None
    areas: list[Area] | None = None
    hand: str | None = None
