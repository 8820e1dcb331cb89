"""Every `ludotheque serve` that docs/hosting.md shows, in a console, a unit or a container, starts a server that is well."""

import os
import re
import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import httpx
import pytest

from ludotheque.cli.serve import serve
from tests.server import databases

PAGE = (Path(__file__).parents[2] / "docs/hosting.md").read_text()
BLOCK = re.compile(r"^```(?:console|text)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    """As a shell would read them; the container's is a list in JSON."""
    lines = [line.removeprefix("$ ") for block in BLOCK.findall(PAGE) for line in block.splitlines()]
    found = [line.removeprefix("ExecStart=/opt/ludotheque/.venv/bin/") for line in lines]
    found += [shlex.join(re.findall(r'"([^"]*)"', line)) for line in lines if line.startswith("CMD")]
    return [line for line in found if line.startswith("ludotheque serve")]


def fitted(words: list[str], folder: Path, request: pytest.FixtureRequest) -> list[str]:
    """On a free port, with a database of ours, without a browser; all else as it stands there."""
    fitted = [word for word in words[1:] if word != "--open"]
    for option, value in pairwise(words):
        if option == "--database" and value.startswith("postgresql"):
            fitted[fitted.index(value)] = databases.new_postgresql(request.getfixturevalue("postgresql"))
        elif option == "--database":
            fitted[fitted.index(value)] = f"sqlite:///{folder}/tables.db"
        elif option == "--redis":
            fitted[fitted.index(value)] = request.getfixturevalue("redis")
    return [*fitted, "--port", "0"]


@pytest.mark.parametrize("command", commands())
def test_a_command_of_the_page_starts_a_server(command: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    words = [sys.executable, "-m", "ludotheque", *fitted(shlex.split(command), tmp_path, request)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=tmp_path, env=os.environ | {"PYTHONUNBUFFERED": "1"}) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            assert said.startswith("Ludothèque is at http")
            if "--public-url" not in words:
                answer = httpx.get(f"{said.split()[3]}/health", trust_env=False, timeout=30)
                assert (answer.status_code, answer.json()["status"]) == (200, "ok")
        finally:
            process.kill()


def test_the_page_shows_what_it_should() -> None:
    assert len(commands()) >= 6


def test_every_option_of_the_command_is_explained() -> None:
    names = {"open_browser": "open"}
    options = {f"--{names.get(name, name).replace('_', '-')}" for name in serve.__annotations__ if name != "return"}
    rows = " ".join(line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| `--"))
    assert options == set(re.findall(r"--[a-z-]+", rows))
