"""Games are compiled before somebody clicks, once, by one process."""

import asyncio
import fcntl
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.bots.simple import choose_at_random
from ludotheque.bots.thinker import SEARCH
from ludotheque.check.guests import PATIENCE_S, Guest, serving
from ludotheque.core import registry
from ludotheque.core.files import seal
from ludotheque.core.game import ENGINE
from ludotheque.core.rule import JIT
from ludotheque.core.secrecy import FLOW, secrets_of
from ludotheque.server import warm
from ludotheque.server.settings import Settings

FLOWS = {"is_told", "is_outcome_hidden", "outlooks", "is_count_the_same"}


def test_one_process_works_while_the_others_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path / "cache"))
    with warm.alone("toy"), (tmp_path / "cache" / "toy.lock").open() as other, pytest.raises(BlockingIOError):
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with (tmp_path / "cache" / "toy.lock").open() as other:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_another_copy_of_the_program_and_a_newer_one_are_not_warm_yet(tmp_path: Path) -> None:
    """numba looks at where a file lies and how old it is: the mark must not promise more."""
    one, other = tmp_path / "engine.py", tmp_path / "copied.py"
    one.write_text("rules")
    other.write_text("rules")
    first = warm.stamp(one)
    assert warm.stamp(one) == first
    assert warm.stamp(other) != first
    os.utime(one, (1, 1))
    assert warm.stamp(one) != first
    assert warm.stamp(ENGINE, FLOW, SEARCH) in warm.mark("sarena").name


def test_a_game_is_compiled_once_and_again_when_a_template_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[str] = []
    marks = [tmp_path / "as it was", tmp_path / "as it is"]
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    monkeypatch.setattr(warm, "warm", compiled.append)
    for mark in (marks[0], marks[0], marks[1], marks[0]):
        monkeypatch.setattr(warm, "mark", lambda _, mark=mark: mark)
        warm.compile_once("toy")
    assert compiled == ["toy", "toy"]


def test_a_game_whose_machine_code_is_damaged_is_not_warm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    monkeypatch.setattr(warm, "warm", compiled.append)
    other = tmp_path / "sarena-search-0123" / "source" / "search.sealed.1.nbc"
    for file in (warm.mark("toy"), other):
        file.parent.mkdir(parents=True)
    code = warm.mark("toy").with_name("engine.sealed.nbi")
    for content in (seal(b"code"), seal(b"code")[:-1], b"", b"noise"):
        for file in (code, other):
            file.write_bytes(content)
        warm.compile_once("toy")
        assert warm.is_warm("toy")
    assert compiled == ["toy"] * 4  # once without a mark, and once for each damage
    assert not code.exists()
    assert other.read_bytes() == b"noise"  # of another game


def test_the_mark_names_every_template(monkeypatch: pytest.MonkeyPatch) -> None:
    before = warm.mark("toy")
    for changed in ("FLOW", "SEARCH"):
        with monkeypatch.context() as patch:
            patch.setattr(
                warm,
                "digest",
                lambda _, template, changed=changed: "new" if template == getattr(warm, changed) else "old",
            )
            assert warm.mark("toy").parent == before.parent
            assert warm.mark("toy").name.startswith({"FLOW": "warm-new-old-", "SEARCH": "warm-old-new-"}[changed])


def test_nothing_is_left_to_compile_for_the_first_question_who_learns_what() -> None:
    warm.warm("toy")
    flow = secrets_of(registry.load("toy")).flow
    assert {name for name in FLOWS if not JIT or getattr(flow, name).signatures} == FLOWS


def test_the_searches_behind_hints_are_compiled_even_if_every_bot_knows_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    guides: list[Any] = []
    monkeypatch.setattr(warm, "think", lambda *asked: guides.append(asked[4].guide))
    monkeypatch.setattr(warm, "champion_of", lambda _: "champion")
    monkeypatch.setattr(warm, "bot", lambda *_: choose_at_random)
    warm.warm("toy")
    assert guides == [None, "champion"]


def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").write_text("not a folder")
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path / "cache"))
    done: list[str] = []
    monkeypatch.setattr(warm, "warm", done.append)
    warm.compile_once("toy")
    assert done == ["toy"]


def test_no_game_is_warm_in_a_cache_that_may_not_be_entered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, *_: object) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    warm.mark("toy").parent.mkdir()
    warm.mark("toy").touch()
    assert warm.is_warm("toy")
    for question in ("exists", "glob"):
        with monkeypatch.context() as patch:
            patch.setattr(Path, question, refuse)
            assert not warm.is_warm("toy")
            assert warm.share_done("toy", 0) == 0


# A game that is not compiled yet


class Slow:
    """A compiler that has finished when it is told so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun: list[str] = []
        self.loaded: list[tuple[str, int]] = []  # and how many had been begun by then
        self.may_end = threading.Event()
        monkeypatch.setattr(warm.Warmth, "compile", self.compile)
        monkeypatch.setattr(warm.Warmth, "load", lambda warmth, name: self.load(warmth, name))
        monkeypatch.setattr(warm, "is_warm", lambda _: False)
        monkeypatch.setattr(warm, "share_done", lambda *_: 0.25)

    async def compile(self, name: str) -> None:
        self.begun.append(name)
        await asyncio.to_thread(self.may_end.wait, PATIENCE_S)

    async def load(self, warmth: warm.Warmth, name: str) -> None:
        self.loaded.append((name, len(self.begun)))
        registry.load(name).run_compiled()
        warmth.ready.add(name)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    if not JIT:
        monkeypatch.setattr(warm, "JIT", True)
    found = Slow(monkeypatch)
    yield found
    found.may_end.set()
    registry.load("sarena").run_compiled()


def test_it_is_played_at_once_and_bars_say_how_far_it_is(empty: str, slow: Slow) -> None:
    with serving(Settings(database=empty, bot_pause_s=0, at_once=True)) as address, Guest(address) as ann:
        table = ann.open("you", "expert")["table"]
        line = ann.look_at(table)
        assert registry.load("sarena").is_plain
        for _ in range(2):
            assert line.wait_for_turn()
            line.act()
        assert {"game": "sarena", "title": "Sarena", "done": 0.25} in ann.get("/api/warmth")
        assert not line.table["can_undo"]  # that would take too long
        slow.may_end.set()
        while "sarena" in [game["game"] for game in ann.get("/api/warmth")]:
            pass
        assert not registry.load("sarena").is_plain
        assert line.wait_for_turn()
        line.act()
    assert set(slow.begun) == set(registry.names())  # one after the other, asked for or not


def test_what_nobody_plays_is_loaded_only_when_the_compiler_needs_no_more_memory(slow: Slow) -> None:
    names = registry.names()

    async def start_and_ask(asked: str) -> None:
        warmth = warm.Warmth(is_waited_for=False)
        all_games = asyncio.create_task(warmth.want_all())
        while not slow.begun:
            await asyncio.sleep(0)
        await warmth.want(asked)
        slow.may_end.set()
        await all_games

    asyncio.run(start_and_ask(names[0]))
    assert slow.begun == names
    assert slow.loaded[0] == (names[0], 1)
    assert {begun for _, begun in slow.loaded[1:]} == {len(names)}


def test_a_server_that_has_to_wait_waits(empty: str, slow: Slow) -> None:
    slow.may_end.set()
    with serving(Settings(database=empty, bot_pause_s=0)) as address, Guest(address) as ann:
        ann.open("you", "random")
        assert ann.get("/api/warmth") == []
    assert set(slow.begun) == {"sarena"}


def test_a_bar_grows_with_the_files_that_are_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    folder = tmp_path / "sarena-engine-0123" / "source"
    folder.mkdir(parents=True)
    begun, shares = time.time() - 1, []
    for part in range(warm.PARTS + warm.PARTS_OF_SECRETS + 1):
        shares.append(warm.share_done("sarena", begun))
        (folder / f"{part}.nbi").touch()
    assert shares[0] == 0
    assert shares == sorted(set(shares))
    assert shares[-1] == 1
    assert warm.share_done("sarena", time.time() + 60) == 0  # those were there before
