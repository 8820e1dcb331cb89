"""Settings of the whole suite.

The toy game is registered like any other, so that whatever holds for all games holds for it.
"""

import os
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

# beside games that are still being built
os.environ["LUDOTHEQUE_GAMES"] = ",".join(["tests.toy", *filter(None, [os.environ.get("LUDOTHEQUE_GAMES")])])
os.environ["LUDOTHEQUE_LANGUAGE"] = "en"  # whatever the machine speaks

from ludotheque.check.playing import QUICK
from ludotheque.core.rule import JIT

# A draw is a whole game: few examples say much. Plain Python is some thousand times slower than
# machine code.
settings.register_profile("compiled", max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("python", max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
settings.register_profile("quick", max_examples=1, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile(
    "quick" if os.environ.get(QUICK) else "python" if not JIT else "ci" if os.environ.get("CI") else "compiled"
)


@pytest.fixture(autouse=True)
def _overflow_is_an_error() -> Iterator[None]:
    """Narrow integers must not wrap in plain Python: machine code would not agree."""
    with np.errstate(over="raise"):
        yield


def needs_databases(item: pytest.Item) -> bool:
    """Return whether a test needs a server of PostgreSQL or Redis."""
    callspec = getattr(item, "callspec", None)
    return (
        not {"postgresql", "redis"}.isdisjoint(getattr(item, "fixturenames", ()))
        or (callspec is not None and callspec.params.get("kind") == "postgresql")
        or item.path.name in ("test_processes.py", "test_hosting_page.py")
    )


def is_another_seed(item: pytest.Item) -> bool:
    callspec = getattr(item, "callspec", None)
    return callspec is not None and callspec.indices.get("seed", 0) > 0


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out all seeds but the first in `make check`, and what cannot run on this machine: the
    tools that start the suite say so.
    """
    left_out = [
        item
        for item in items
        if (os.environ.get(QUICK) and is_another_seed(item))
        or (os.environ.get("LUDOTHEQUE_WITHOUT_DATABASES") and needs_databases(item))
    ]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> str:
    """Install the game of secret draws beside the others, for a test of what a seat is told."""
    monkeypatch.setenv("LUDOTHEQUE_GAMES", f"{os.environ['LUDOTHEQUE_GAMES']},tests.hands")
    return "hands"
