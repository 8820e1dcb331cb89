"""How strong the levels have proved to be in each game, and how long they think."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

FILE = Path(__file__).parent / "measured.toml"
SECONDS = "seconds"  # the table of thinking times; the others are games


class Measured(NamedTuple):
    """The strength of one level in one game."""

    points: int  # above `random`
    doubt: int  # the half width of the 95 % interval
    seconds: float  # that a decision takes, about


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def thinking_times() -> dict[str, float]:
    """Return how many seconds each level thinks, about."""
    return dict(_file()[SECONDS])


def measured(game: str) -> dict[str, Measured]:
    """Return the strength of each level that was measured in a game; a new game has none."""
    times = thinking_times()
    return {level: Measured(points, doubt, times[level]) for level, (points, doubt) in _file().get(game, {}).items()}
