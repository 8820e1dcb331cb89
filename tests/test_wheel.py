"""The wheel, installed into an empty environment and used from there.

It is one test, so that the wheel is built and installed once, however many processes run the suite.
"""

import json
import os
import re
import subprocess
import sys
import sysconfig
import urllib.request
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import NotebookNode

from ludotheque.core.version import VERSION

ROOT = Path(__file__).parents[1]
BIN = "Scripts" if os.name == "nt" else "bin"
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
GAMES = ["dream_runners", "labyrinth", "meandres", "sarena", "viva_catrina"]
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
PYTHON_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NOTEBOOK = ROOT / "examples/first_look.ipynb"
READ: Callable[..., NotebookNode] = nbformat.read  # it has no types of its own
FROM_HERE = ("PYTHONPATH", "LUDOTHEQUE_GAMES", "LUDOTHEQUE_JIT")


def build(folder: Path) -> Path:
    subprocess.run([*PIP, "wheel", "--no-deps", "--wheel-dir", folder, ROOT], check=True)
    [wheel] = folder.glob("*.whl")
    return wheel


class Installed:
    """An environment with the wheel and its dependencies, and nothing of this checkout."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        venv.create(folder / "empty")
        self.folder, self.bin = folder, folder / "empty" / BIN
        kept = {name: value for name, value in os.environ.items() if name not in FROM_HERE}
        self.environment = kept | {"LUDOTHEQUE_CACHE": str(folder / "cache")}
        into = ["--python", str(self.bin / "python"), "install", "--no-compile"]
        subprocess.run([*PIP, *into, "--constraint", ROOT / "constraints.txt", wheel], check=True)

    def run(self, command: str, *arguments: str, typed: str = "") -> str:
        """Run a command of the environment; return what it prints."""
        done = subprocess.run(
            [self.bin / command, *arguments],
            cwd=self.folder,
            env=self.environment,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    @contextmanager
    def serving(self) -> Iterator[str]:
        """Run `ludotheque serve`; yield its address."""
        with subprocess.Popen(
            [self.bin / "ludotheque", "serve", "--port", "0", "--database", f"sqlite:///{self.folder}/tables.db"],
            cwd=self.folder,
            env=self.environment | {"LUDOTHEQUE_JIT": "0"},
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            try:
                yield next(filter(None, map(ADDRESS.search, process.stdout)))[0]
            finally:
                process.terminate()

    def play_notebook(self, monkeypatch: pytest.MonkeyPatch) -> NotebookNode:
        """Run the example notebook here. Jupyter itself and the plots come from this checkout's
        packages, which do not include ludotheque.
        """
        kernel = self.folder / "kernels/empty/kernel.json"
        kernel.parent.mkdir(parents=True)
        start = [str(self.bin / "python"), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        kernel.write_text(json.dumps({"argv": start, "display_name": "empty", "language": "python"}))
        monkeypatch.setenv("JUPYTER_PATH", str(self.folder))
        notebook = READ(NOTEBOOK, as_version=4)
        notebook.cells.append(nbformat.v4.new_code_cell("lt.__file__"))  # type: ignore[no-untyped-call]
        environment = self.environment | {"PYTHONPATH": sysconfig.get_path("purelib")}
        client = NotebookClient(notebook, kernel_name="empty", timeout=300)
        return client.execute(cwd=str(self.folder), env=environment)


def example() -> str:
    """Return the five lines of Python in the README."""
    found: str = PYTHON_BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))[0]
    assert len(found.splitlines()) == 5
    return found


def kinds(outputs: list[NotebookNode]) -> list[str]:
    """Return what a cell shows: a picture, a table or text."""
    rich = ("image/svg+xml", "text/html", "image/png", "text/plain")
    return [
        next((kind for kind in rich if kind in output.get("data", {})), output["output_type"]) for output in outputs
    ]


def test_the_wheel_is_built_installed_and_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = build(tmp_path)
    assert wheel.name == f"ludotheque-{VERSION}-py3-none-any.whl"
    folders = {name.partition("/")[0] for name in ZipFile(wheel).namelist()}
    assert folders == {"ludotheque", f"ludotheque-{VERSION}.dist-info"}

    installed = Installed(tmp_path, wheel)
    listed = installed.run("ludotheque", "games")
    assert [line.split()[0] for line in listed.splitlines()] == GAMES

    playing = ("play", "sarena", "--seed", "3", "--bots", "random", "--out", "played.json")
    assert "place  seat  score" in installed.run("ludotheque", *playing, typed="1\n" * 60)
    installed.run("ludotheque", "record", "check", "played.json")

    assert "<Record of Sarena" in installed.run("python", "-c", example())
    installed.run("ludotheque", "record", "check", "game.json")

    *shown, where = (cell.outputs for cell in installed.play_notebook(monkeypatch).cells if cell.cell_type == "code")
    assert str(installed.bin.parent) in where[0]["data"]["text/plain"]
    stored = [cell.outputs for cell in READ(NOTEBOOK, as_version=4).cells if cell.cell_type == "code"]
    assert [kinds(outputs) for outputs in shown] == [kinds(outputs) for outputs in stored]

    with installed.serving() as address, urllib.request.urlopen(f"{address}/") as answer:
        assert "Sarena" in answer.read().decode()
