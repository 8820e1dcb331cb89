"""Every `ludotheque serve` that docs/hosting.md shows, and those of the unit and the container,
start a server that is well; and what strangers need to run it fits together.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import yaml

from ludotheque.cli.serve import serve
from ludotheque.server.limits import Limits
from tests.server import databases

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/hosting.md").read_text()
UNIT, CONTAINER = (ROOT / "deploy/ludotheque.service").read_text(), (ROOT / "Dockerfile").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
BLOCK = re.compile(r"^```(?:console|text)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    """As a shell would read them; the container's is a list in JSON."""
    texts = [*BLOCK.findall(PAGE), UNIT, CONTAINER]
    lines = [line.removeprefix("$ ") for text in texts for line in text.splitlines()]
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
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, text=True, cwd=tmp_path, env=os.environ | {"PYTHONUNBUFFERED": "1"}
    ) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            assert said.startswith("Ludothèque is running at http")
            if "--public-url" not in words:
                answer = httpx.get(f"{said.split()[4]}/health", trust_env=False, timeout=30)
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


def options() -> set[str]:
    return {f"LUDOTHEQUE_{name.upper()}" for name in serve.__annotations__ if name != "return"}


def test_variables_of_the_environment_are_options() -> None:
    texts = [UNIT, CONTAINER, *COMPOSE["services"]["app"]["environment"]]
    named = {name for text in texts for name in re.findall(r"LUDOTHEQUE_\w+", text)}
    assert named - {"LUDOTHEQUE_CACHE"} <= options()


def test_an_option_can_be_given_by_the_environment(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ludotheque", "serve"],
        env=os.environ | {"LUDOTHEQUE_DATABASE": "nonsense", "LUDOTHEQUE_PORT": "0", "LANG": "C"},
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 2
    assert "nonsense" in done.stderr


def test_the_unit_starts_the_server_and_systemd_understands_it(tmp_path: Path) -> None:
    """Without systemd we check only that the unit starts `serve`, not as root, and with limits."""
    lines = UNIT.splitlines()
    assert "DynamicUser=yes" in lines
    assert any(line.startswith("ExecStart=") and "ludotheque serve" in line for line in lines)
    assert "NoNewPrivileges=yes" in lines
    assert any(line.startswith("MemoryMax=") for line in lines)
    if shutil.which("systemd-analyze"):
        unit = tmp_path / "ludotheque.service"
        unit.write_text(UNIT.replace("/opt/ludotheque/.venv/bin/ludotheque", sys.executable))
        done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


def test_the_container_does_not_run_as_root() -> None:
    steps = CONTAINER.splitlines()
    assert steps.index("USER ludotheque") > max(number for number, step in enumerate(steps) if step.startswith("FROM"))
    assert "useradd --uid" in CONTAINER


def test_the_containers_health_check_says_what_is_so(address: str) -> None:
    (command,) = re.findall(r'"-c", "(import urllib[^"]*)"', CONTAINER)
    codes = [
        subprocess.run(
            [sys.executable, "-c", command.replace("http://127.0.0.1:8080", where)],
            stderr=subprocess.DEVNULL,
            check=False,
        ).returncode
        for where in (address, "http://127.0.0.1:1")
    ]
    assert codes == [0, 1]


def test_only_the_proxys_network_is_trusted_and_only_the_proxy_is_published() -> None:
    services, networks = COMPOSE["services"], COMPOSE["networks"]
    (front,) = networks["front"]["ipam"]["config"]
    assert services["app"]["environment"]["LUDOTHEQUE_TRUSTED_PROXIES"] == front["subnet"]
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]
    assert [name for name, service in services.items() if "front" in service["networks"]] == ["app", "caddy"]


LIMITS = PAGE.partition("## All limits")[2]
OWN = re.findall(r"^\| [^|]+ \| `([\d.]+)` \| `(\w+)` \|$", LIMITS, re.MULTILINE)
CONSTANT = re.findall(r"^\| [^|]+ \| `([\d.]+)` \| `server/([\w/]+)\.py` `(\w+)` \|$", LIMITS, re.MULTILINE)


def test_the_limits_of_the_page_are_those_of_the_code() -> None:
    assert {name: float(value) for value, name in OWN} == msgspec.structs.asdict(Limits())


@pytest.mark.parametrize(("value", "path", "name"), CONSTANT, ids=lambda part: str(part))
def test_a_constant_of_the_page_is_the_constant_of_the_code(value: str, path: str, name: str) -> None:
    assert float(value) == getattr(import_module(f"ludotheque.server.{path.replace('/', '.')}"), name)


def test_all_rows_of_limits_are_read() -> None:
    rows = [line for line in LIMITS.splitlines() if line.startswith("| ")]
    assert len(OWN) + len(CONSTANT) == len(rows) - 4
