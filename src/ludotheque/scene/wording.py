"""Actions in words that people read: the things that a gesture picks, by their labels."""

from functools import cache
from pathlib import Path

from ludotheque.core.game import Game, State
from ludotheque.core.words import N_, Words
from ludotheque.scene.model import Gesture, Piece, Scene
from ludotheque.scene.picture import painter, scene_of

THEN = " → "
FULL_TURN = 360
FOLDER = Path(__file__).parent
TURNS = {90: N_("a quarter turn to the right"), 180: N_("half a turn"), 270: N_("a quarter turn to the left")}
TURNED = N_("turned")
TURNED_OVER = N_("turned over")

# Instructions beside a picture with a ring around what to take, an arrow to where it goes, and a
# ghost that shows how it lies there
PUT = N_("Put the circled piece where the arrow points")
PUT_TURNED = N_("Put the piece where the arrow points, turned as shown")
CHOOSE = N_("Choose what is circled")
PRESS = N_("Press “{button}”")
CHOOSE_AND_PRESS = N_("Choose what is circled, then press “{button}”")
COUNT = N_("Choose {number}")


@cache
def words_in(language: str) -> Words:
    return Words(language, FOLDER)


def in_words(game: Game, words: Words, view: State, seat: int, action: int) -> str:
    """Return an action as the steps of its gesture.

    For example "c3, 1 chip, teal on top → c4, 2 chips, amber on top".
    """
    scene, gesture = scene_of(game, words, view, seat), painter(game).gesture(words, view, seat, action)
    names = {thing.id: thing.label for things in (scene.pieces, scene.places) for thing in things if thing.label}
    own, held = words_in(words.language), _held(scene, gesture)
    return THEN.join(
        filter(None, (_turn(own, held, what) if kind == "turn" else names.get(what, what) for kind, what in gesture))
    )


def _held(scene: Scene, gesture: Gesture) -> Piece | None:
    """Return the piece that a gesture turns: the one picked before, else the one in the hand."""
    names = [scene.hand, *(what for kind, what in gesture[: _turning(gesture)] if kind == "pick")]
    return next((piece for name in reversed(names) for piece in scene.pieces if piece.id == name), None)


def _turning(gesture: Gesture) -> int:
    """Return the index of a gesture's last turn; 0 if it has none."""
    return max((place for place, (kind, _) in enumerate(gesture) if kind == "turn"), default=0)


def _turn(words: Words, held: Piece | None, what: str) -> str:
    """Describe how a piece is turned from its present position; empty if it is not turned."""
    sprite, _, degrees = what.rpartition("@")
    if sprite and held and sprite != held.sprite:
        return words(TURNED_OVER)
    by = (float(degrees) - (held.turn if held else 0)) % FULL_TURN
    return words(TURNS.get(int(by), TURNED)) if by else ""


def what_to_do(language: str, gesture: Gesture) -> str:
    """Return instructions for a gesture, without a full stop, beside a picture that shows where."""
    words, kinds = words_in(language), [kind for kind, _ in gesture]
    is_put = kinds.count("pick") > 1 or ("turn" in kinds and "pick" in kinds)
    if kinds[-1] == "button":
        return words(CHOOSE_AND_PRESS if {"pick", "set"} & {*kinds} else PRESS, button=gesture[-1][1])
    if kinds[-1] == "number":
        return words(COUNT, number=gesture[-1][1])
    return words((PUT_TURNED if "turn" in kinds else PUT) if is_put else CHOOSE)


def without_turns(gesture: Gesture) -> Gesture:
    return tuple(step for step in gesture if step[0] != "turn")


def turn_of(gesture: Gesture) -> tuple[str, float]:
    """Return how a gesture leaves its piece, as sprite and angle; gestures are sorted by it."""
    turns = [what for kind, what in gesture if kind == "turn"]
    sprite, _, degrees = turns[-1].rpartition("@") if turns else ("", "", "0")
    return sprite, float(degrees)
