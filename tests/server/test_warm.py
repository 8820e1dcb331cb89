"""Games are compiled before somebody clicks, once, by one process."""

import fcntl
from pathlib import Path

import pytest

from ludotheque.core import registry
from ludotheque.core.rule import JIT
from ludotheque.server import warm
from ludotheque.table.secrecy import secrets_of

FLOWS = {"is_told", "twins", "is_outcome_hidden"}


def test_one_process_works_while_the_others_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path / "cache"))
    with warm.alone("toy"), (tmp_path / "cache" / "toy.lock").open() as other, pytest.raises(BlockingIOError):
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with (tmp_path / "cache" / "toy.lock").open() as other:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_a_game_is_compiled_once_and_again_when_a_template_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    marks = [tmp_path / "as it was", tmp_path / "as it is"]
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    monkeypatch.setattr(warm, "warm", compiled.append)
    for mark in (marks[0], marks[0], marks[1], marks[0]):
        monkeypatch.setattr(warm, "mark", lambda _, mark=mark: mark)
        warm.compile_once("toy")
    assert compiled == ["toy", "toy"]


def test_the_mark_names_every_template(monkeypatch: pytest.MonkeyPatch) -> None:
    before = warm.mark("toy")
    for changed in ("FLOW", "SEARCH"):
        with monkeypatch.context() as patch:
            patch.setattr(warm, "digest", lambda _, template, changed=changed: "new" if template == getattr(warm, changed) else "old")
            assert warm.mark("toy").parent == before.parent
            assert warm.mark("toy").name == {"FLOW": "warm-new-old", "SEARCH": "warm-old-new"}[changed]


def test_nothing_is_left_to_compile_for_the_first_question_who_learns_what() -> None:
    warm.warm("toy")
    flow = secrets_of(registry.load("toy")).flow
    assert {name for name in FLOWS if not JIT or getattr(flow, name).signatures} == FLOWS


def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").write_text("not a folder")
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path / "cache"))
    done: list[str] = []
    monkeypatch.setattr(warm, "warm", done.append)
    warm.compile_once("toy")
    assert done == ["toy"]
