"""The picture of a game that has none of its own yet: its text board, and a button for every legal action. It can be played on its first day."""

from dataclasses import dataclass
from typing import Any

from ludotheque.core.game import Game
from ludotheque.core.words import Words
from ludotheque.scene.model import Gesture, Scene

WIDTH, HEIGHT = 800, 600


@dataclass(frozen=True)
class Plain:
    """Draws any game in words."""

    game: Game

    def scene(self, words: Words, view: Any, seat: int) -> Scene:
        return Scene(WIDTH, HEIGHT, ground="", pieces=[], places=[], text=self.game.text.board(words, view, seat))

    def gesture(self, words: Words, view: Any, seat: int, action: int) -> Gesture:  # noqa: ARG002 (a painter is always given its words)
        return (("button", self.game.notation.text(view, seat, action)),)
