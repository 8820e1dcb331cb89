"""The names of the people and bots at a table, in each language."""

from ludotheque.core.naming import Names
from ludotheque.table import text
from ludotheque.table.events import BOT, Chair
from ludotheque.table.seating import Seating
from ludotheque.table.text import words_in


class SeatNames:
    """The names of everyone at a table, cached until someone sits down or is renamed."""

    def __init__(self, seating: Seating) -> None:
        self.seating = seating
        self._chairs: list[Chair] = []
        self._names: dict[str, Names] = {}

    def __call__(self, language: str) -> Names:
        """Return all names. Bots with the same name are numbered from the second on."""
        chairs = self.seating.chairs
        if self._chairs is not chairs:
            self._chairs, self._names = chairs, {}
        if language not in self._names:
            names = [own_name(chair, seat, language) for seat, chair in enumerate(chairs)]
            again = [names[: seat + 1].count(name) for seat, name in enumerate(names)]
            told = [
                f"{name} {number}" if chair.kind == BOT and number > 1 else name
                for chair, name, number in zip(chairs, names, again, strict=True)
            ]
            self._names[language] = Names(language, tuple(told))
        return self._names[language]

    def together(self, seats: list[int], language: str) -> str:
        """Return the names of several seats as one list."""
        names = self(language).names
        return ", ".join([names[seat] for seat in seats])


def own_name(chair: Chair, seat: int, language: str) -> str:
    unnamed = text.BOTS.get(chair.level, text.BOT) if chair.kind == BOT else text.SEAT
    return chair.name or words_in(language)(unnamed, level=chair.level, number=seat + 1)
