"""Settings of the whole suite. The toy game is registered like any other, so that whatever holds for all games holds for it."""

import os
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

os.environ["LUDOTHEQUE_GAMES"] = ",".join(["tests.toy", *filter(None, [os.environ.get("LUDOTHEQUE_GAMES")])])  # beside games that are still being built
os.environ["LUDOTHEQUE_LANGUAGE"] = "en"  # whatever the machine speaks

from ludotheque.core.rule import JIT

# A draw is a whole game: few examples say much. Plain Python is some thousand times slower than machine code.
settings.register_profile("compiled", max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("python", max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("python" if not JIT else "ci" if os.environ.get("CI") else "compiled")


@pytest.fixture(autouse=True)
def _overflow_is_an_error() -> Iterator[None]:
    """Narrow integers must not wrap in plain Python: machine code would not agree."""
    with np.errstate(over="raise"):
        yield
