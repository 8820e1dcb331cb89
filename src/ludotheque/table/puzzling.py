"""A puzzle at a table: the position is prepared, and only its answer can be played.

No other seat acts. The table stands still once the answer was found.
"""

from functools import cache

from ludotheque.core.game import Game, State
from ludotheque.core.puzzle import Puzzle, puzzles_of
from ludotheque.scene.model import Gesture
from ludotheque.scene.picture import painter
from ludotheque.scene.wording import in_words
from ludotheque.table import text
from ludotheque.table.events import Prepared
from ludotheque.table.position import Position
from ludotheque.table.protocol import Guide
from ludotheque.table.text import words_in


@cache
def puzzle(game: Game, name: str) -> Puzzle | None:
    """Return the puzzle of a game with this id."""
    return next((one for one in puzzles_of(game) if one.notes.id == name), None)


def prepared(one: Puzzle) -> Prepared:
    """Return the position of a puzzle, for a table to continue from."""
    plies = [(ply.seat, ply.action, ply.chance) for ply in one.follow().plies]
    return Prepared(str(one.data["commitment"]), one.data["setup"], plies)


class Puzzling:
    """The puzzle at a table, if there is one."""

    def __init__(self, position: Position, one: Puzzle | None) -> None:
        self.position, self.puzzle = position, one
        self.first = len(position.plies)  # the ply that answers

    @property
    def is_solved(self) -> bool:
        return self.puzzle is not None and len(self.position.plies) > self.first

    def is_right(self, seat: int, actions: list[int]) -> bool:
        """Return whether these actions answer the puzzle, or there is none."""
        if self.puzzle is None:
            return True
        best, game = self.puzzle.best, self.position.game
        given = [action for action in actions if game.is_drafted(action)] if len(best) > 1 else actions[:1]
        return seat == self.puzzle.notes.seat and sorted(given) == sorted(best)

    # What is said

    def guide(self, language: str) -> Guide | None:
        """Return the question, or what makes the answer right."""
        if self.puzzle is None:
            return None
        words, notes = words_in(language), self.puzzle.notes
        if not self.is_solved:
            return Guide(0, 1, [], words(text.FIND_ALL if len(notes.best) > 1 else text.FIND))
        return Guide(1, 1, [words(text.RIGHT), *self._theme(language)], self.reason(language), is_solved=True)

    def _theme(self, language: str) -> list[str]:
        assert self.puzzle is not None
        game, theme = self.position.game, self.puzzle.notes.theme
        return [game.words(language)(game.said.THEMES[theme]) + "."] if theme else []

    def reason(self, language: str) -> str:
        """Say how much better the answer is than anything else, and how we know."""
        assert self.puzzle is not None
        words, notes, view, game = words_in(language), self.puzzle.notes, self.puzzle.view, self.position.game
        said = []
        if notes.points is not None:
            said.append(words(text.EXACTLY, points=words.number(notes.points, "g")))
        if (proof := notes.proof) is not None:
            second = game.notation.parse(view, notes.seat, proof.second).action
            said.append(
                words(
                    text.PROVED,
                    agree=proof.agree[1],
                    worlds=proof.worlds,
                    second=in_words(game, game.words(language, slots=True), view, notes.seat, second),
                    margin=round(100 * proof.margin[1]),
                )
            )
        return " ".join(said)

    def answer(self, view: State, language: str, draft: list[int]) -> Gesture:
        """Return the gesture of the answer, or of the part of it that is not laid out yet."""
        assert self.puzzle is not None
        seat, words = self.puzzle.notes.seat, self.position.game.words(language, slots=True)
        missing = [action for action in self.puzzle.best if action not in draft]
        legal = self.position.game.legal(view, seat)
        action = next((one for one in missing if one in legal), legal[-1])
        return painter(self.position.game).gesture(words, view, seat, action)
