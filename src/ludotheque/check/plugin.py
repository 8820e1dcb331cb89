"""The pytest plug-in: `pytest --ludotheque mygame` adds the promises of the contract to a test
suite.

Nothing of ludotheque is imported before a game is named.
"""

import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

PROMISES = Path(__file__).parent
CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("ludotheque").addoption(
        "--ludotheque",
        metavar="GAME",
        action="append",
        default=[],
        help="Also run ludotheque's checks on this installed game.",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "sentence(number): the sentence of rulebook.md that this test pins")
    config.addinivalue_line("markers", "where(condition): a promise that applies only to games for which this holds")
    if config.getoption("ludotheque") and not any(arg.startswith(str(PROMISES)) for arg in config.args):
        config.args.append(str(PROMISES))


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Skip what cannot run on this machine; `ludotheque check` reports what that is."""
    return True if collection_path.parent == PROMISES and why_not(collection_path.name) else None


def why_not(file: str) -> str:
    """Return what is missing to run a file of promises; empty if nothing is."""
    if file == "test_browser.py" and not (find_spec("playwright") and find_spec("axe_playwright_python")):
        return "playwright or axe-playwright-python"
    if file == "test_browser.py" and not Path(CHROMIUM).exists():
        return "Chromium"
    if file == "test_gpu.py" and not find_spec("numba_cuda"):
        return "numba-cuda (the extra ludotheque[gpu])"
    return ""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__package__ != __package__ or "name" not in metafunc.fixturenames:
        return
    from ludotheque.core import registry

    names = metafunc.config.getoption("ludotheque") or registry.names()
    conditions = [mark.args[0] for mark in metafunc.definition.iter_markers("where")]
    metafunc.parametrize("name", [name for name in names if all(holds(registry.load(name)) for holds in conditions)])


CARRIED = pytest.StashKey[set[str]]()  # the numbers of the sentences that have a test


@pytest.hookimpl(trylast=True)  # after -k has selected tests
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    config.stash[CARRIED] = {number for item in items for mark in item.iter_markers("sentence") for number in mark.args}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """List the rulebook sentences without a test, if there are any with one."""
    if not (carried := config.stash.get(CARRIED, set())):
        return
    from ludotheque.core import registry, rulebook

    for name in config.getoption("ludotheque"):
        sentences = rulebook.sentences_of(rulebook.path(registry.load(name)).read_text(encoding="utf-8"))
        for number in [number for number in sentences if number not in carried]:
            terminalreporter.write_line(f"{name}: no test pins {number} {sentences[number]}")
