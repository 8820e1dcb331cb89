"""Damaged machine code is never run: it is compiled again, whatever has happened to its files."""

import logging
import os
from collections.abc import Callable
from pathlib import Path

import numba
import pytest

from ludotheque.core.files import is_whole
from ludotheque.core.sealed import SealedCache

DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut off": lambda content: content[: len(content) // 2],
    "cut off by one": lambda content: content[:-1],
    "zeros": lambda content: bytes(len(content)),
    "zeros behind": lambda content: content[:-100] + bytes(100),
    "noise": lambda content: os.urandom(len(content)),
    "one bit": lambda content: content[:200] + bytes([content[200] ^ 1]) + content[201:],
}


def step(number: int) -> int:
    return number + 1


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    return tmp_path


def has_to_compile() -> bool:
    """Call an entry point as another process would; return whether its machine code was missing."""
    entry = numba.njit(step)
    entry._cache = SealedCache(step)
    assert entry(1) == 2
    return not entry.stats.cache_hits


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_compiled_again_once(
    damage: str, ending: str, cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert [has_to_compile(), has_to_compile()] == [True, False]
    (file,) = cache.rglob(f"*.{ending}")
    file.write_bytes(DAMAGES[damage](file.read_bytes()))
    with caplog.at_level(logging.WARNING):
        assert [has_to_compile(), has_to_compile()] == [True, False]
    assert [record.getMessage() for record in caplog.records] == [f"{file} was damaged: it is compiled again"]
    assert all(is_whole(file) for file in cache.rglob("*.nb?"))


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_a_deleted_file_is_compiled_again_once(ending: str, cache: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert has_to_compile()
    (file,) = cache.rglob(f"*.{ending}")
    file.unlink()
    assert [has_to_compile(), has_to_compile()] == [True, False]
    assert not caplog.records


def test_a_full_disk_only_costs_time(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fail)
        assert [has_to_compile(), has_to_compile()] == [True, True]
    assert list(cache.rglob("*.nb?")) == []
    assert [has_to_compile(), has_to_compile()] == [True, False]
