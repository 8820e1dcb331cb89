"""Fixtures that all promises share."""

from collections.abc import Iterator

import numpy as np
import pytest

from ludotheque.check.plugin import why_not

if not why_not("test_browser.py"):
    from ludotheque.check.visits import chromium, server, visitor  # noqa: F401


@pytest.fixture(autouse=True)
def _overflow_is_an_error() -> Iterator[None]:
    """Make integer overflow an error in plain Python, where machine code would differ."""
    with np.errstate(over="raise"):
        yield
