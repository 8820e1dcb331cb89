"""A plugin of pytest: the tests run with the server's machine code, which lies in $MACHINE_CODE.

MACHINE_CODE=FOLDER pytest -p tests.server.as_machine_code tests/table
"""

import os
import sys
from importlib import import_module
from pathlib import Path

from ludotheque.server.compiled import MODULES, Finder

sys.meta_path.insert(0, Finder(Path(os.environ["MACHINE_CODE"])))


def pytest_configure() -> None:
    """See that every module is machine code."""
    assert [name for name in MODULES if str(import_module(name).__file__).endswith(".py")] == []
