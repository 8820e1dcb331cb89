"""Pieces and places: a view of a game as a list of things that lie somewhere, and the steps by which a hand reaches for them.

A scene is made from a view alone, so it cannot show what the view does not hold. The client knows nothing but these structures. They never lead back to themselves, so that Python
need not look for cycles in them (`gc=False`).
"""

from msgspec import Struct


class Piece(Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that lies on the table. It keeps its id for the whole game, so that the eye can follow it; the id of a hidden piece does not name it."""

    id: str
    sprite: str  # the symbol in the game's art.svg
    x: float  # of its centre, in the scene's own units
    y: float
    turn: float = 0  # degrees clockwise; not wrapped at 360, so that it turns the short way
    layer: int = 0  # higher lies on top
    size: float = 1  # times the symbol's own size
    label: str = ""  # what a screen reader says
    place: str = ""  # the place it lies on: whoever taps the piece means the place
    via: list[tuple[float, float]] = []  # points on its way here; a new piece comes from the first of them
    jump: bool = False  # it reappears here instead of gliding


class Place(Struct, frozen=True, omit_defaults=True, gc=False):
    """Somewhere that can be picked or put on."""

    id: str
    x: float  # of its centre
    y: float
    width: float
    height: float
    label: str = ""
    is_round: bool = False
    size: float = 0  # how large what is put here lies, times its symbol's own size; 0: as large as it is in the hand


class Panel(Struct, frozen=True, omit_defaults=True, gc=False):
    """What lies before a seat, beside its name and clock."""

    seat: int
    sprite: str = ""  # the seat's figure or card, in its own words of art
    label: str = ""  # one line: "secret colour: ivory", "3 wands, 14 points"
    color: str = ""  # a name of the game's palette; never the only cue


class Area(Struct, frozen=True, omit_defaults=True, gc=False):
    """A part of the picture that one may look at closely: a village, a hand, the display."""

    id: str
    label: str  # what the button says that leads there
    x: float  # of its left upper corner
    y: float
    width: float
    height: float
    seat: int | None = None  # whose it is
    is_home: bool = False  # what a small screen shows first


class Scene(Struct, frozen=True, omit_defaults=True, gc=False):
    """One picture of a game, as one viewer may see it. A board that grows gets other bounds; what lies on it keeps its coordinates."""

    width: float
    height: float
    ground: str  # the symbol that is drawn first, in the scene's own coordinates; what of it lies outside the scene is cut off
    pieces: list[Piece]
    places: list[Place]
    panels: list[Panel] = []
    text: str = ""  # the text board, for screen readers and terminals
    left: float = 0  # of the left upper corner
    top: float = 0
    areas: list[Area] = []
    hand: str = ""  # the id of a piece that is in the hand before anything is picked: turns and ghosts mean it


class Stage(Struct, frozen=True, omit_defaults=True, gc=False):
    """A moment while an action plays out: what lies where, and what happens, in words. All else is as it was before the action."""

    pieces: list[Piece]
    panels: list[Panel] = []
    said: str = ""


# Gestures. A step is (kind, what):
#   pick    the id of a place or piece
#   turn    how the piece in hand lies: "90" degrees, or "tile-7-back@90" with another sprite. In hand is what was picked last; before any pick, the scene's `hand`
#   set     an id of which any number are chosen in any order, then confirmed
#   button  a named choice; what is shown is its label in the viewer's language
#   number  a number chosen on a scale
Step = tuple[str, str]
Gesture = tuple[Step, ...]  # the steps that lead to one action
