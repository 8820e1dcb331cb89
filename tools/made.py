"""How weights were made: every command that led to a file, in order, and a core's seconds of each.

The tools that learn weights write this into the files that they make, stored games too (`about`,
`made`), so that anybody can make them again.
"""

import json
import shlex
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

UNKNOWN = "unknown"


def steps(tool: str, used: Iterable[Path]) -> list[dict[str, Any]]:
    """Return the steps that led to the files in use, then the one that is running."""
    found: dict[str, dict[str, Any]] = {}
    for file in used:
        for step in steps_of(file):
            found.setdefault(step["command"], step)
    command = shlex.join(["python", "-m", tool, *sys.argv[1:]])
    return [*found.values(), {"command": command, "seconds": round(time.process_time())}]


def steps_of(file: Path) -> list[dict[str, Any]]:
    """Return how a file was made, as far as it says so."""
    with np.load(file) as content:
        about = json.loads(str(content["about"])) if "about" in content else {}
    made = about.get("made", UNKNOWN)
    return made if isinstance(made, list) else [{"command": made}]
