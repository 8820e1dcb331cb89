"""Every command that the documentation shows is run, and its Python too."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "benchmarks/README.md"]
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
# the full table takes minutes and is never a test
QUICKLY = {"ludotheque bench": "ludotheque bench --quick --games sarena"}


def commands(page: Path) -> list[str]:
    lines = [line.split("  #")[0].strip() for block in BLOCK.findall(page.read_text()) for line in block.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


def is_ours(command: str) -> bool:
    return command.startswith("mkdir ") or any(word == "ludotheque" for word in shlex.split(command))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_commands_of_a_page_run(page: Path, tmp_path: Path) -> None:
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    for command in filter(is_ours, commands(page)):
        for long, quick in QUICKLY.items():
            command = command.replace(long, quick)
        done = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env=environment,
            input="quit\n",
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_make_target_that_is_named_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for command in commands(page):
        if command.startswith("make "):
            assert set(command.split()[1:]) <= targets, command


def test_the_readme_names_exactly_two_commands_to_begin_with() -> None:
    first = BLOCK.findall((ROOT / "README.md").read_text())[0]
    assert [line.split("#")[0].strip() for line in first.splitlines()] == ["make play", "make test"]


@pytest.mark.parametrize("page", [page for page in PAGES if ">>> " in page.read_text()], ids=lambda page: page.name)
def test_the_python_sessions_of_a_page_run(page: Path) -> None:
    failures, tests = doctest.testfile(str(page), module_relative=False)
    assert tests > 4
    assert failures == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
        assert (page.parent / target).exists(), target
