"""An action in words that people read: the things that its gesture picks, by the names they have in the picture."""

from ludotheque.core.game import Game, State
from ludotheque.core.words import Words
from ludotheque.scene.model import Gesture
from ludotheque.scene.picture import painter, scene_of

THEN = " → "


def in_words(game: Game, words: Words, view: State, seat: int, action: int) -> str:
    """What a hand does to carry it out: "c3, 1 chip, teal on top → c4, 2 chips, amber on top"."""
    scene = scene_of(game, words, view, seat)
    names = {thing.id: thing.label for things in (scene.pieces, scene.places) for thing in things if thing.label}
    return THEN.join(filter(None, (_step(names, kind, what) for kind, what in painter(game).gesture(words, view, seat, action))))


def _step(names: dict[str, str], kind: str, what: str) -> str:
    """A turn is an angle, and none is not worth a word."""
    if kind == "turn":
        degrees = what.rpartition("@")[2]
        return "" if degrees == "0" else f"↻ {degrees}°"
    return names.get(what, what) if kind in ("pick", "set") else what


def lit_by(gesture: Gesture) -> list[str]:
    """The ids of what a gesture picks."""
    return [what for kind, what in gesture if kind in ("pick", "set")]
