"""What one viewer may be told about each ply of a game: the action, the outcomes of chance, and the
number of choices. Computed from views, not marked by hand, unless the game says how long a
choice stays secret (`conceals`).

This is the only place that decides it. Records, bots' histories and the table's log all use it.

Something is told only if the viewer knows it. The viewer does not know what a seat did if, in the
true world or in one that it can imagine, something else would have looked the same to it then and
ever since. Nor does it know what chance decided, or how many choices there were, if that could have
been different. Worlds are sampled; in case of doubt nothing is told.
"""

from collections.abc import Sequence
from functools import cached_property

from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import Game
from ludotheque.core.ply import Doubt, Ply
from ludotheque.core.secrecy import FEW_WORLDS, TRUTH, Course, Secrets, secrets_of

DOUBTS = 16  # how many are examined in each imagined world


# docs/decisions.md: What a seat is told of a ply is decided in one place
class Onlooker:
    """One viewer of a game: a seat, or NONE for a spectator."""

    def __init__(self, game: Game, plies: Sequence[Ply], viewer: int) -> None:
        self.game, self.plies, self.viewer = game, plies, viewer
        self.is_blind = game.is_plain  # plain Python is too slow to find out, so tell too little

    @cached_property
    def secrets(self) -> Secrets:
        return secrets_of(self.game)

    @cached_property
    def course(self) -> Course:
        return self.secrets.course(self.plies, self.viewer)

    def _is_open(self, ply: Ply) -> bool:
        """Say whether the viewer always knows who did what at a ply."""
        return not self.game.hides or ply.seat in (self.viewer, TABLE)

    # The action

    def knows_action(self, number: int) -> bool:
        """Say whether the viewer knows by now what was done at a ply."""
        ply = self.plies[number]
        if self._is_open(ply):
            return True
        if self.game.conceals is not None:
            return not self.game.conceals(ply.before, self.plies[-1].after, ply.action)
        if self.is_blind:
            return False
        known = ply.known_to(self.viewer)
        if not known.has_action:
            doubts = self.doubts(ply)
            known.has_action = not doubts or self._is_settled(number, doubts)
        return known.has_action

    def doubts(self, ply: Ply) -> list[Doubt]:
        """Return what else the seat could have done, judging by what the viewer saw at the time."""
        if self._is_open(ply):
            return []
        known = ply.known_to(self.viewer)
        if known.doubts is None:
            alone = self.secrets.course([ply], self.viewer)
            worlds = (self._doubt_in(world, alone) for world in range(FEW_WORLDS + 1))
            known.doubts = [doubt for doubt in worlds if doubt.actions]
        return known.doubts

    def _doubt_in(self, world: int, alone: Course) -> Doubt:
        ply = alone.plies[0]
        alike = [action for action, end in self.secrets.outlooks(alone, 0, world) if end == 1]
        others = [action for action in alike if action != ply.action]
        has_truth = ply.action in alike
        if world != TRUTH:
            others = others[:: 1 + len(others) // DOUBTS]
            if has_truth and not self._reads_the_same(world, ply):
                others, has_truth = [*others, ply.action], False
        return Doubt(world, others, has_truth)

    def _reads_the_same(self, world: int, ply: Ply) -> bool:
        """Say whether the action has the same text in that world as in the true one."""
        text, imagined = self.game.notation.text, self.secrets.imagined(ply, self.viewer, world)
        return text(imagined, ply.seat, ply.action) == text(ply.before, ply.seat, ply.action)

    def _is_settled(self, number: int, doubts: list[Doubt]) -> bool:
        """Say whether some alternative has been refuted by what was seen, and none remains.

        A world that cannot continue, or that differs for another reason, proves nothing.
        """
        is_refuted = False
        for doubt in doubts:
            found = self.secrets.outlooks(self.course, number, doubt.world, doubt.actions, stops=True)
            ends = [end for _, end in found if end >= 0]
            if len(self.plies) in ends:
                return False
            is_refuted = is_refuted or (bool(ends) and min(ends) < self._lasts(number, doubt))
        return is_refuted

    def _lasts(self, number: int, doubt: Doubt) -> int:
        """Return the ply up to which a world looks right to the viewer.

        In that world, the true action is carried out.
        """
        if doubt.world == TRUTH:
            return len(self.plies)
        if not doubt.has_truth:
            return number
        ((_, end),) = self.secrets.outlooks(self.course, number, doubt.world, [self.plies[number].action])
        return end if end >= 0 else -1 - end

    # The number of choices

    def knows_count(self, number: int) -> bool:
        """Say whether the viewer knows by now how many choices the seat had at a ply."""
        ply = self.plies[number]
        if self._is_open(ply):
            return True
        if self.game.conceals is not None:
            return not self.game.conceals(ply.before, self.plies[-1].after, NONE)
        if self.is_blind:
            return False
        known = ply.known_to(self.viewer)
        if known.is_count_open is None:
            known.is_count_open = self.secrets.is_count_open(self.secrets.course([ply], self.viewer), 0, 0)
        known.has_count = known.has_count or known.is_count_open or self._can_count(number)
        return known.has_count

    def _can_count(self, number: int) -> bool:
        """Say whether the viewer can work out the number of choices from an earlier moment.

        It must by now know everything that was done and drawn since.
        """
        for first in range(number - 1, -1, -1):
            if not self.knows_action(first) or any(self.hidden(self.plies[first])):
                return False
            if self.doubts(self.plies[first]) and self.secrets.is_count_open(self.course, first, number):
                return True
        return False

    # What chance decided

    def hidden(self, ply: Ply) -> list[bool]:
        """Return, for each outcome of chance, whether it is hidden from the viewer.

        Whatever is drawn after a secret action is secret too.
        """
        if not self.game.hides or not ply.script:
            return [False] * len(ply.script)
        if self.is_blind:
            return [True] * len(ply.script)
        known = ply.known_to(self.viewer)
        if known.hidden is None:
            known.hidden = (
                [True] * len(ply.script)
                if self.doubts(ply)
                else self.secrets.hidden_outcomes(ply.before, ply.after, ply.seat, ply.action, ply.script, self.viewer)
            )
        return known.hidden
