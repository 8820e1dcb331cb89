"""How a report speaks: sentences, names and numbers in the reader's language."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, isnan
from pathlib import Path

from ludotheque.bots.rating import Interval
from ludotheque.core.words import N_, Words

FOLDER = Path(__file__).parents[1]
LEVELS = {
    "random": N_("random"),
    "greedy": N_("greedy"),
    "novice": N_("novice"),
    "regular": N_("regular"),
    "expert": N_("expert"),
    "master": N_("master"),
}


class Voice:
    """Says things in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.words = Words(language, FOLDER)

    def say(self, message: str, **values: object) -> str:
        return self.words(message, **values)

    def level(self, name: str) -> str:
        return self.words(LEVELS.get(name, name))

    def seat(self, number: int) -> str:
        return str(self.words.seat(number))

    def number(self, value: float, form: str = ",.1f") -> str:
        if isnan(value) or abs(value) == inf:
            return "–" if isnan(value) else "∞" if value > 0 else "−∞"
        return self.words.number(value, form).replace("-", "−")

    def whole(self, value: float) -> str:
        return self.number(value, ",.0f")

    def figure(self, value: float) -> str:
        """Write a number with as many digits as it deserves."""
        return self.number(value, ",.0f" if abs(value) >= 100 else ",.1f" if abs(value) >= 10 else ",.2f")

    def tick(self, value: float) -> str:
        """Write a round number without more digits than it has."""
        return self.number(value, ",.10g")

    def percent(self, value: float) -> str:
        return self.number(value, ".0%")

    def exact(self, value: float) -> str:
        return self.number(value, ".1%")

    def span(self, one: Interval, form: str = ",.1f") -> str:
        return f"{self.number(one.low, form)} – {self.number(one.high, form)}"

    def cells(self, one: Interval, form: str = ",.1f") -> list[str]:
        """Return a figure and its interval as two cells of a table."""
        return [self.number(one.value, form), self.span(one, form)]


@dataclass(frozen=True)
class Figure:
    """A plot, what it shows, and its numbers."""

    title: str
    note: str
    drawing: str  # SVG
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    legend: Sequence[tuple[int, str]] = ()  # the number of a series, and its name
    is_wide: bool = False


@dataclass(frozen=True)
class Section:
    """A chapter of a report: a few sentences, then figures."""

    name: str
    title: str
    says: Sequence[str]
    figures: Sequence[Figure] = field(default_factory=list)
