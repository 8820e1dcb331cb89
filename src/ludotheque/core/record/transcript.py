"""A game so far, as plies, and its records: the full one, or one viewer's."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.core.chance import GENERATOR, commitment
from ludotheque.core.constants import TABLE
from ludotheque.core.game import Game, State
from ludotheque.core.onlooker import Onlooker
from ludotheque.core.ply import Ply
from ludotheque.core.record.format import FORMAT, HIDDEN, TABLE_SEAT, Data, final


class Transcript:
    """The plies of a game that count, from the deal on.

    Whether they are played directly (`Recorder`) or come from a journal, this class provides the
    record and the bots' history.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, Any],
        key: bytes,
        chosen: Sequence[str | None],
        dealt: State,
        plies: Sequence[Ply] = (),
        is_veiled: bool = False,
        is_sealed: bool = False,
    ) -> None:
        self.game, self.seats, self.key, self.chosen = game, seats, key, chosen
        self.options = game.complete_options(options)
        self.dealt, self.plies = dealt, plies
        self.state = plies[-1].after if plies else dealt
        self.is_veiled = is_veiled  # is the result of the last ply still hidden from everyone?
        self.is_sealed = is_sealed  # is this deal still played elsewhere?

    @property
    def is_open(self) -> bool:
        """Whether everybody may read everything."""
        return self.game.is_over(self.state) and not self.is_sealed

    # All of it

    def written(self, number: int) -> Data:
        """Return a ply as a record writes it, with nothing hidden."""
        ply = self.plies[number]
        data: Data = {
            "seat": TABLE_SEAT if ply.seat == TABLE else ply.seat,
            "action": self.game.notation.text(ply.before, ply.seat, ply.action),
            "legal": len(self.game.legal(ply.before, ply.seat)),
        }
        return data | ({"chance": ply.chance} if ply.chance else {})

    def record(self, seat: int | None = None) -> Data:
        """Return the record so far.

        With a seat, return it as that seat may see an unfinished game (NONE: a spectator).
        """
        is_over = self.game.is_over(self.state) if seat is None else self.is_open
        if seat is None or is_over:
            setup, plies = self.game.notation.setup_of(self.dealt), [*map(self.written, range(len(self.plies)))]
        else:
            setup, plies = self.told_setup(seat), self.told_plies(seat)
        data: Data = {
            "format": FORMAT,
            "game": self.game.id,
            "rules_version": self.game.rules_version,
            "seats": self.seats,
            "components": self.game.components.digest,
            "generator": GENERATOR,
            "commitment": commitment(self.key),
        }
        if is_over:
            data["seed"] = self.key.hex()
        if any(self.chosen):
            data["chosen"] = list(self.chosen)
        data |= {"options": self.options, "setup": setup, "plies": plies}
        if is_over:
            data["final"] = final(self.game, self.state, self.seats)
        return data

    # What a viewer (a seat, or NONE) is told

    def views(self, viewer: int) -> list[State]:
        """Return everything that a viewer has seen: after the deal, and after every ply."""
        return [self.game.view_of(state, viewer) for state in (self.dealt, *(ply.after for ply in self.plies))]

    def told_setup(self, viewer: int) -> Data:
        """Return the setup as a viewer may read it.

        That is what it saw when the game was dealt, plus what has been revealed since.
        """
        setup = self.game.notation.setup_of(self.game.view_of(self.dealt, viewer))
        if self.game.turned_up is None:
            return setup
        view = self.game.view_of(self.state, viewer)
        return self.game.turned_up(setup, self.game.veil(view) if self.is_veiled and self.game.veil else view)

    def told_plies(self, viewer: int) -> list[Data]:
        """Return the plies as a viewer may read them; in full once the game is over."""
        if self.is_open:
            return [*map(self.written, range(len(self.plies)))]
        onlooker = Onlooker(self.game, self.plies, viewer)
        return [self._told(number, onlooker) for number in range(len(self.plies))]

    def told(self, number: int, viewer: int) -> Data:
        """Return one ply as a viewer may read it."""
        if self.is_open:
            return self.written(number)
        return self._told(number, Onlooker(self.game, self.plies, viewer))

    def _told(self, number: int, onlooker: Onlooker) -> Data:
        """Return a ply as an onlooker may read it.

        A secret action hides how many choices its seat had, at that ply and from then on.
        """
        told, ply = self.written(number), self.plies[number]
        if not onlooker.knows_action(number):
            told["action"] = HIDDEN
        if not onlooker.knows_count(number) or any(
            not onlooker.knows_action(earlier) for earlier in range(number + 1) if self.plies[earlier].seat == ply.seat
        ):
            told["legal"] = HIDDEN
        if ply.chance:
            told["chance"] = self.told_chance(ply, onlooker.viewer)
        return told

    def told_chance(self, ply: Ply, viewer: int) -> list[str]:
        """Return the outcomes of chance at a ply, as a viewer may read them when they happen."""
        if self.is_veiled and self.plies and ply is self.plies[-1]:
            return [HIDDEN] * len(ply.chance)
        hidden = Onlooker(self.game, self.plies, viewer).hidden(ply)
        return [HIDDEN if is_hidden else said for said, is_hidden in zip(ply.chance, hidden, strict=True)]
