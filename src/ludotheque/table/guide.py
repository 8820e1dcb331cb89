"""A guided first game at a table.

The learner plays one seat of a lesson and is told before each ply what to do and why, and after
it what happened. The other seats' plies and all chance outcomes come from the lesson's record. The
lesson's progress is the number of plies that follow it; no other state is needed, and after its
last ply the game simply continues.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from ludotheque.core.constants import TABLE
from ludotheque.core.game import State
from ludotheque.scene.model import Gesture, Step
from ludotheque.scene.picture import painter
from ludotheque.scene.wording import turn_of, without_turns
from ludotheque.table.lesson import Lesson, Note, Taught
from ludotheque.table.made import Fault
from ludotheque.table.position import Position
from ludotheque.table.protocol import Guide


class Guiding:
    """The lesson at a table, if there is one."""

    def __init__(self, position: Position, lesson: Lesson | None) -> None:
        self.position, self.lesson = position, lesson

    @property
    def followed(self) -> int:
        """The number of the game's plies that follow the lesson.

        A ply that the lesson leaves open does not count: it is the player's own choice.
        """
        done = 0
        for ply, taught in zip(self.position.plies, self.lesson.plies if self.lesson else [], strict=False):
            if self._is_open(done) or (ply.seat, ply.action) != (taught.seat, taught.action):
                break
            done += 1
        return done

    def _is_open(self, ply: int) -> bool:
        return self.lesson is not None and ply in self.lesson.notes and self.lesson.notes[ply].any

    @property
    def ahead(self) -> list[Taught]:
        """The lesson's remaining plies except open ones; none once the game has left the lesson."""
        if self.lesson is None or (done := self.followed) != len(self.position.plies):
            return []
        return [taught for ply, taught in enumerate(self.lesson.plies[done:], done) if not self._is_open(ply)]

    def run(self, seat: int) -> list[Taught]:
        """List what this seat is to do next, before any other seat acts."""
        return list(takewhile(lambda taught: taught.seat == seat, self.ahead))

    # What may be done

    @property
    def is_on(self) -> bool:
        """Whether the lesson prescribes the next ply."""
        return bool(self.ahead)

    def action_of(self, seat: int) -> int | None:
        """Return the next action of a seat without a player; None if the lesson does not say."""
        return self.ahead[0].action if self.is_on and self.ahead[0].seat == seat else None

    def script(self, place: int, seat: int, action: int) -> list[int]:
        """Return the chance outcomes of the action that comes `place` plies from now."""
        ahead = self.ahead
        is_taught = place < len(ahead) and (ahead[place].seat, ahead[place].action) == (seat, action)
        return ahead[place].script if is_taught else []

    def offered(self, view: State, seat: int, legal: Sequence[int], draft: list[int]) -> list[int]:
        """Return the legal actions that the lesson asks for now, whether played or laid out.

        Besides the prescribed action, these are the same move with its piece turned other ways.
        """
        if not self.is_on:
            return list(legal)
        wished = self._wished(view, seat, draft)
        return [action for action in legal if self._grasp(view, seat, action) in wished]

    def _wished(self, view: State, seat: int, draft: list[int]) -> list[Gesture]:
        """Return the gesture that a seat should make next, or nothing if it is not its turn."""
        return [self._grasp(view, seat, action) for action in self._wanted(seat, draft)]

    def _wanted(self, seat: int, draft: list[int]) -> list[int]:
        """Return the action that a seat should take next, or nothing if it is not its turn."""
        return [taught.action for taught in self.run(seat)[self._laid(seat, draft) :][:1]]

    def _grasp(self, view: State, seat: int, action: int) -> Gesture:
        """Return the gesture of an action without its turns."""
        return without_turns(self._gesture(view, seat, action))

    def _gesture(self, view: State, seat: int, action: int, language: str = "en") -> Gesture:
        game = self.position.game
        return painter(game).gesture(game.words(language, slots=True), view, seat, action)

    def why_not(self, view: State, seat: int, actions: list[int], draft: list[int]) -> Fault:
        """Return what is wrong with actions that the lesson does not ask for.

        Sometimes a piece is only turned the wrong way.
        """
        wished = self._wished(view, seat, draft)
        nearly = [action for action in actions if self._grasp(view, seat, action) in wished]
        return (
            Fault("lesson/turn", turns=self._turns_left(view, seat, nearly[0], draft))
            if nearly
            else Fault("lesson/other")
        )

    def _turns_left(self, view: State, seat: int, action: int, draft: list[int]) -> int:
        """Return how many more times the piece has to be turned."""
        offered = self.offered(view, seat, self.position.game.legal(view, seat), draft)
        turns = sorted({turn_of(self._gesture(view, seat, one)) for one in offered})
        lying, wanted = (turn_of(self._gesture(view, seat, one)) for one in (action, *self._wanted(seat, draft)))
        return (turns.index(wanted) - turns.index(lying)) % len(turns) if {lying, wanted} <= {*turns} else 0

    def _laid(self, seat: int, draft: list[int]) -> int:
        """Return how many of a seat's next plies are already in its draft."""
        laid = Counter(draft)
        actions = [taught.action for taught in self.run(seat)]
        return sum(
            1
            for _ in takewhile(
                lambda place: laid[actions[place]] >= actions[: place + 1].count(actions[place]), range(len(actions))
            )
        )

    def in_order(self, seat: int, actions: list[int]) -> list[int] | None:
        """Return the actions in the lesson's order; None if it asks for other actions."""
        if not self.is_on:
            return actions
        wished = [taught.action for taught in self.run(seat)][: len(actions)]
        return wished if sorted(wished) == sorted(actions) else None

    def may_draft(self, seat: int, actions: list[int]) -> bool:
        return not self.is_on or not Counter(actions) - Counter(taught.action for taught in self.run(seat))

    # What is said

    def guide(self, view: State, language: str, draft: list[int]) -> Guide | None:
        """Return what the learner should do now, from their view; None once the lesson is over."""
        if self.lesson is None:
            return None
        words, lesson, steps = self.position.game.words(language, slots=True), self.lesson, len(self.lesson.steps)
        if len(self.position.plies) >= len(lesson.plies) == self.followed + self._is_open(self.followed):
            is_left = any(ply.seat == lesson.seat for ply in self.position.plies[len(lesson.plies) :])
            return None if is_left else Guide(steps, steps, self._said(len(lesson.plies), language), words(lesson.end))
        if self.followed != len(self.position.plies):
            return None
        now = self.followed + self._laid(lesson.seat, draft)
        said, note, step = self._said(now, language), self._note(now), sum(ply <= now for ply in lesson.steps)
        if note is None or lesson.plies[now].seat != lesson.seat:
            return Guide(step, steps, said, "")
        return Guide(
            step, steps, said, words(note.say), note.rule, list(note.light), self._shown(now, note, view, language)
        )

    def _said(self, now: int, language: str) -> list[str]:
        """Return what came of the learner's last ply and of all plies since."""
        words = self.position.game.words(language, slots=True)
        return [words(note.after) for note in self._since(now) if note.after]

    def _shown(self, ply: int, note: Note, view: State, language: str) -> list[Step]:
        """Return a ply's steps to show on the board; none if any action will do."""
        assert self.lesson is not None
        return [] if note.any else list(self._gesture(view, self.lesson.seat, self.lesson.plies[ply].action, language))

    def _since(self, done: int) -> list[Note]:
        """Return the notes on the learner's last ply and on all plies after it."""
        assert self.lesson is not None
        own = [ply for ply in range(done) if self.lesson.plies[ply].seat == self.lesson.seat]
        return [self.lesson.notes[ply] for ply in range(own[-1] if own else 0, done) if ply in self.lesson.notes]

    def _note(self, done: int) -> Note | None:
        """Return the note on this ply, or on an earlier one of the same seat's run of plies."""
        assert self.lesson is not None
        for ply in range(done, -1, -1):
            if self.lesson.plies[ply].seat not in (self.lesson.seat, TABLE):
                return None
            if ply in self.lesson.notes and self.lesson.notes[ply].say:
                return self.lesson.notes[ply]
        return None
