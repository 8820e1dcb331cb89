"""The compile cache: stale or foreign machine code can never run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.core import registry, template
from ludotheque.core.files import is_whole

PROGRAM = """
import sys
from ludotheque.core import registry
from ludotheque.core.chance import seed_key
for name in sys.argv[1:]:
    game = registry.load(name)
    state = game.new(2, {}, seed_key(1))
    legal = game.legal(state, 0)
    game.apply(state, 0, legal[0])
    print(name, len(legal), game.movers(state), game.scores(state, 2))
"""


class Workshop:
    """Copies of Sarena that can be edited, and processes that play them through one cache."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"

    def copy(self, name: str) -> None:
        package = self.folder / name
        package.mkdir()
        for file in registry.load("sarena").folder.glob("*"):
            if file.suffix in (".py", ".toml"):
                (package / file.name).write_text(file.read_text().replace("ludotheque.games.sarena", name))

    def edit(self, name: str, file: str, old: str, new: str) -> None:
        path = self.folder / name / file
        source = path.read_text()
        assert source.count(old) == 1
        path.write_text(source.replace(old, new))

    def run(self, *names: str, program: str = PROGRAM) -> dict[str, str]:
        environment = os.environ | {
            "PYTHONPATH": str(self.folder),
            "LUDOTHEQUE_GAMES": ",".join(names),
            "LUDOTHEQUE_CACHE": str(self.cache),
            "LUDOTHEQUE_JIT": "1",
        }
        done = subprocess.run(
            [sys.executable, "-c", program, *names], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return dict(line.split(maxsplit=1) for line in done.stdout.splitlines())

    def builds(self) -> list[str]:
        return sorted(path.name for path in self.cache.iterdir())


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def test_an_edited_rule_and_an_edited_component_are_seen_at_once(workshop: Workshop) -> None:
    workshop.copy("copied")
    first = workshop.run("copied")
    assert first["copied"].startswith("120 [1]")
    assert workshop.run("copied") == first
    assert len(workshop.builds()) == 1  # the second run compiled nothing
    workshop.edit(
        "copied",
        "rules.py",
        "state.seat = (state.seat + 1) % state.seats",
        "state.seat = (state.seat + 2) % state.seats",
    )
    assert workshop.run("copied")["copied"].startswith("120 [0]")
    workshop.edit("copied", "components.toml", "missing_lines = []", 'missing_lines = ["c3-c4"]')
    assert workshop.run("copied")["copied"].startswith("118 [0]")
    assert len(workshop.builds()) == 3


def test_an_edited_word_compiles_nothing(workshop: Workshop) -> None:
    workshop.copy("copied")
    first = workshop.run("copied")
    words = workshop.folder / "copied" / "text.py"
    words.write_text(words.read_text() + "\nNEW = 'words'\n")
    assert workshop.run("copied") == first
    assert len(workshop.builds()) == 1


@pytest.mark.parametrize(("edited", "is_same"), [("scene.py", True), ("evaluate.py", False)])
def test_a_template_in_the_folder_of_a_game_does_not_depend_on_its_pictures(
    edited: str, is_same: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, read = registry.load("dream_runners"), Path.read_bytes
    before = template.digest(game, game.folder / "solver.py")
    monkeypatch.setattr(Path, "read_bytes", lambda path: b"" if path.name == edited else read(path))
    assert (template.digest(game, game.folder / "solver.py") == before) == is_same


IN_THREADS = """
import sys, threading
from ludotheque.core import registry, template
from ludotheque.core.files import is_whole
engine = template.CORE / "engine.py"
games = [registry.load(name) for name in sys.argv[1:]]
def kept(game):
    functions = [value for value in vars(template.instantiate(game, engine)).values() if hasattr(value, "stats")]
    folder = str(template.cache_directory(game, engine))
    return sum(str(function.stats.cache_path).startswith(folder) for function in functions)
wanted, found = [kept(game) for game in games], []
def load(game):
    found.extend(kept(game) for _ in range(40))
threads = [threading.Thread(target=load, args=(game,)) for game in games]
sys.setswitchinterval(1e-5)
for thread in threads: thread.start()
for thread in threads: thread.join()
print("kept", set(found) == set(wanted) != {0})
"""


def test_games_that_are_loaded_at_once_keep_their_machine_code_apart(workshop: Workshop) -> None:
    """A server loads games in threads."""
    workshop.copy("one")
    workshop.copy("two")
    assert workshop.run("one", "two", program=IN_THREADS) == {"kept": "True"}


def test_a_build_that_another_process_deletes_meanwhile_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    for number in range(template.BUILDS_KEPT + 2):
        (tmp_path / f"sarena-engine-{number}").mkdir()
    (tmp_path / "sarena-engine-gone").symlink_to(tmp_path / "nowhere")  # as if deleted after it was listed
    template.prune("sarena-engine")
    assert len([path for path in tmp_path.iterdir() if path.is_dir()]) == template.BUILDS_KEPT


def test_a_rule_outside_the_games_folder_counts_too(workshop: Workshop) -> None:
    workshop.copy("copied")
    (workshop.folder / "elsewhere.py").write_text(
        "from ludotheque.core.rule import rule\nSTEP = 1\n@rule\ndef step():\n    return STEP\n"
    )
    workshop.edit(
        "copied", "rules.py", "from enum import IntEnum\n", "from enum import IntEnum\nfrom elsewhere import step\n"
    )
    workshop.edit(
        "copied",
        "rules.py",
        "state.seat = (state.seat + 1) % state.seats",
        "state.seat = (state.seat + step()) % state.seats",
    )
    assert workshop.run("copied")["copied"].startswith("120 [1]")
    (workshop.folder / "elsewhere.py").write_text(
        "from ludotheque.core.rule import rule\nSTEP = 2\n@rule\ndef step():\n    return STEP\n"
    )
    assert workshop.run("copied")["copied"].startswith("120 [0]")


def test_two_games_of_equal_layout_do_not_mix(workshop: Workshop) -> None:
    workshop.copy("one")
    workshop.copy("two")
    workshop.edit(
        "two",
        "rules.py",
        "        out[seat] = taken(state, total, seat) // 256\n",
        "        out[seat] = taken(state, total, seat) // 256 + 100\n",
    )
    together = workshop.run("one", "two")
    scores = [int(text) for text in together["one"].rpartition("[")[2].rstrip("]").split(",")]
    assert together["two"].endswith(str([score + 100 for score in scores]))
    assert workshop.run("two", "one") == {"two": together["two"], "one": together["one"]}
    assert len(workshop.builds()) == 2


def test_a_cache_that_cannot_be_written_only_costs_time(workshop: Workshop) -> None:
    workshop.copy("copied")
    workshop.cache.write_text("a file stands where the directory should be")
    assert workshop.run("copied")["copied"].startswith("120 [1]")


def test_a_cache_that_a_power_failure_has_emptied_only_costs_time(workshop: Workshop) -> None:
    workshop.copy("copied")
    first = workshop.run("copied")
    files = list(workshop.cache.rglob("*.nb?"))
    assert files
    for file in files:
        file.write_bytes(b"")
    assert workshop.run("copied") == first
    assert all(is_whole(file) for file in files)


def test_a_cache_that_may_not_be_entered_only_costs_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    monkeypatch.setattr(Path, "exists", refuse)
    assert template.instantiate(registry.load("toy"), template.CORE / "engine.py").run_setup


def test_a_user_without_a_home_has_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("LUDOTHEQUE_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", fail)
    with pytest.raises(OSError, match=os.devnull):
        template.cache_root().mkdir(parents=True, exist_ok=True)
