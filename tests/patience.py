"""Wait for what happens a little later, in another thread or process."""

import time
from collections.abc import Callable
from typing import Any

PATIENCE_S = 60.0
PAUSE_S = 0.05


def until(is_so: Callable[[], Any]) -> None:
    """Wait until something is so; fail if that takes a minute."""
    late = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < late, "it does not happen"
        time.sleep(PAUSE_S)
