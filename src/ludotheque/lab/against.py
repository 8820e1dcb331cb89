"""A run of the speed table beside an earlier one.

Machines differ, so only ratios are compared: our moves per second to OpenSpiel's in the same run.
"""

import json
from pathlib import Path
from typing import Any, NamedTuple

from ludotheque.core.errors import LudothequeError
from ludotheque.core.words import reason
from ludotheque.lab import openspiel

MOST_FALL = 0.15  # of a ratio: a larger one is a failure


class Change(NamedTuple):
    """The ratio of one of our games to one of OpenSpiel's, then and now."""

    game: str
    other: str
    before: float
    now: float

    @property
    def share(self) -> float:
        """Return the change as a share of what it was: −0.2 is a fall by a fifth."""
        return self.now / self.before - 1

    @property
    def has_fallen(self) -> bool:
        return self.now < self.before * (1 - MOST_FALL)


Ratios = dict[tuple[str, str], float]


def read(path: Path) -> Ratios:
    """Return the ratios in a results file; say in one sentence why there are none."""
    if not openspiel.is_installed():
        raise LudothequeError("a comparison needs OpenSpiel, an extra: ludotheque[lab]")
    try:
        found = ratios(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise LudothequeError("{path}: cannot be read: {error}", path=path, error=reason(error)) from error
    except (ValueError, TypeError, KeyError, AttributeError):
        found = {}
    if not found:
        raise LudothequeError("{path}: holds no ratios to OpenSpiel", path=path)
    return found


def ratios(results: dict[str, Any]) -> Ratios:
    """Return our speed as a multiple of OpenSpiel's, for each pair of games."""
    return {
        (row["game"], other): float(ratio) for row in results["games"] for other, ratio in row["times"].items() if ratio
    }


def changes(before: Ratios, now: Ratios) -> list[Change]:
    """Return what was measured both times, our games in the order of the new run."""
    return [Change(*pair, before[pair], ratio) for pair, ratio in now.items() if pair in before]
