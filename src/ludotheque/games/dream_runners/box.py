"""How the components of Dream Runners are drawn on the page of its box."""

from ludotheque.core.constants import NONE
from ludotheque.core.words import Words
from ludotheque.games.dream_runners import scene
from ludotheque.games.dream_runners.components import COMPONENTS as BOX
from ludotheque.games.dream_runners.components import CONTENTS, FRAME_CELLS
from ludotheque.games.dream_runners.segments import NEUTRAL, SEGMENT_COINS, SEGMENT_POINTS
from ludotheque.scene.model import Piece, around


def dream(words: Words, row: int) -> list[Piece]:
    return around(*scene.frame_spot(FRAME_CELLS // 2), scene.dream(words, row, NONE, NONE, NONE))


def segment(words: Words, number: int) -> list[Piece]:
    """Draw a segment with the coins and points printed on it."""
    printed = [("coin", int(SEGMENT_COINS[number])), ("point", int(SEGMENT_POINTS[number]))]
    return [
        scene.resting(words, number, 0, 0, 0.8),
        *(
            Piece(name, f"{name}-{count}", 130, 50 * place - 25, layer=4, size=0.7)
            for place, (name, count) in enumerate(printed)
            if count
        ),
    ]


def neutral(words: Words, row: int) -> list[Piece]:
    return segment(words, NEUTRAL + row)


def chest(words: Words, row: int) -> list[Piece]:
    inside = [int(element) for element in CONTENTS[row] if element != NONE]
    return [
        Piece("chest", f"chest-{BOX['chests.tiles'][row]['keys']}", 0, 0),
        *(
            Piece(f"inside-{place}", scene.element_sprite(element), 75 + 48 * place, 0, layer=1, size=0.8)
            for place, element in enumerate(inside)
        ),
    ]


def calm_track(words: Words, row: int) -> list[Piece]:
    return track(BOX["calm_track.values"])


def star_track(words: Words, row: int) -> list[Piece]:
    return track(BOX["star_track.values"])


def track(values: list[int]) -> list[Piece]:
    """Draw the values of a track side by side."""
    return [
        scene.figure(f"step-{step}", value, 48 * (step % 16), 34 * (step // 16), 1.2)
        for step, value in enumerate(values)
    ]


PICTURES = {
    "dreams.tiles": dream,
    "segments.start": segment,
    "segments.neutral": neutral,
    "chests.tiles": chest,
    "calm_track": calm_track,
    "star_track": star_track,
}
