"""What every game promises in the browser: check/test_browser.py, with the browser of this folder,
since there can be only one in a process.
"""

import pytest

from ludotheque.check.test_browser import *  # noqa: F403 (its tests run here)
from ludotheque.core import registry


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", registry.names())
