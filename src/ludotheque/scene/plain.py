"""The picture of a game that does not draw itself yet, so that it can be played from its first day.

It shows the text board and a card for every word of the legal actions. An action is written in a
few words, such as `lay tower c2`. The first words of all legal actions are the first row of cards,
the second words the second row, and so on: a player picks one card after another. That turns six
hundred actions into about forty cards. A word that all actions share has no card.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core.constants import NONE
from ludotheque.core.game import Game
from ludotheque.core.words import N_, Words
from ludotheque.scene.model import Gesture, Place, Scene

# about the size of a phone's screen; the height matters only if there are cards
WIDTH, HEIGHT = 480, 360
CARD, GAP = 60, 12  # the height of a card, and the space between two
MARGIN, LETTER, NARROWEST = 28, 11, 64  # a card is as wide as its word
ENOUGH = N_("Done")
FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Plain:
    """Draws any game as text."""

    game: Game

    def scene(self, words: Words, view: Any, seat: int) -> Scene:
        places = (
            laid_out(rows_of(self.game, view.tobytes(), seat), shared_rows(self.game, view.tobytes(), seat))
            if seat != NONE
            else []
        )
        height = max((place.y + CARD / 2 + GAP for place in places), default=HEIGHT)
        return Scene(WIDTH, height, ground="", pieces=[], places=places, text=self.game.text.board(words, view, seat))

    def gesture(self, words: Words, view: Any, seat: int, action: int) -> Gesture:
        """Return a gesture that picks one card for each word.

        If a longer action begins with the same words, a button says that this one ends here.
        """
        said, seen = tuple(self.game.notation.text(view, seat, action).split()), view.tobytes()
        silent = shared_rows(self.game, seen, seat)
        picks = tuple(("pick", card(row, word)) for row, word in enumerate(said) if row not in silent)
        is_begun = any(
            other[: len(said)] == said and len(other) > len(said) for other in texts_of(self.game, seen, seat)
        )
        return (*picks, ("button", Words(words.language, FOLDER)(ENOUGH))) if is_begun else picks


def card(row: int, word: str) -> str:
    """Return the id of a card."""
    return f"{row + 1}:{word}"


@lru_cache(maxsize=64)
def texts_of(game: Game, view: bytes, seat: int) -> tuple[tuple[str, ...], ...]:
    """Return the words of every legal action."""
    state = _state(game, view)
    legal = game.legal(state, seat) if seat in game.movers(state) else []
    return tuple(tuple(game.notation.text(state, seat, action).split()) for action in legal)


def _state(game: Game, view: bytes) -> Any:
    return np.frombuffer(bytearray(view), game.state)[0]


@lru_cache(maxsize=64)
def rows_of(game: Game, view: bytes, seat: int) -> tuple[tuple[str, ...], ...]:
    """Return the different words at each position in the actions' texts, in order of appearance."""
    texts = texts_of(game, view, seat)
    return tuple(
        tuple(dict.fromkeys(text[row] for text in texts if len(text) > row))
        for row in range(max(map(len, texts), default=0))
    )


@lru_cache(maxsize=64)
def shared_rows(game: Game, view: bytes, seat: int) -> frozenset[int]:
    """Return the rows in which all actions have the same word, but never all rows."""
    texts = texts_of(game, view, seat)
    shared = [row for row in range(min(map(len, texts), default=0)) if len({text[row] for text in texts}) == 1]
    is_all = len(shared) == max(map(len, texts), default=0)
    return frozenset(shared[:-1] if is_all else shared)


def laid_out(rows: tuple[tuple[str, ...], ...], silent: frozenset[int]) -> list[Place]:
    """Lay out cards side by side, as many as fit; every row of words begins a new line."""
    places: list[Place] = []
    x, y = 0.0, GAP / 2 + CARD / 2
    for row, words in enumerate(rows):
        if row in silent:
            continue
        if places:
            x, y = 0.0, y + CARD + 2 * GAP
        for word in words:
            width = min(max(NARROWEST, MARGIN + LETTER * len(word)), WIDTH)
            if x and x + width > WIDTH:
                x, y = 0.0, y + CARD + GAP
            places.append(Place(card(row, word), x + width / 2, y, width, CARD, word))
            x += width + GAP
    return places
