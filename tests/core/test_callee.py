"""Rules that compiled code calls: nothing is compiled twice, and nothing that never runs."""

import gc
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.core.codegen import JITCodeLibrary
from numba.core.event import Listener, install_listener

from ludotheque.core.callee import sparing
from ludotheque.core.rule import COMPILE_OPTIONS, rule


class Compiled(Listener):  # type: ignore[misc]
    """Notes the name of each function that numba compiles."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def on_start(self, event: Any) -> None:
        self.names.append(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event: Any) -> None: ...


def family() -> tuple[Any, Any]:
    """Return a rule that others call in many ways, and an entry point above them."""

    @rule
    def leaf(number: int) -> int:
        return number * 3

    @rule
    def branch(numbers: Any, k: int) -> int:
        return leaf(numbers[k]) + leaf(7) + leaf(k) + leaf(True)

    def root(numbers: Any) -> int:
        total = 0
        for k in range(len(numbers)):
            total += branch(numbers, k)
        return total

    return leaf, sparing(njit(**COMPILE_OPTIONS)(root))


NUMBERS = np.array([1, -2, 100], np.int8)  # three times the last is too wide for it


def test_a_rule_is_compiled_once_for_all_widths_and_constants() -> None:
    _, root = family()
    with install_listener("numba:compile", noted := Compiled()):
        assert root(NUMBERS) == 3 * (1 - 2 + 100) + 3 * 3 * 7 + 3 * (0 + 1 + 2) + 3 * 3
    assert sorted(noted.names) == ["branch", "leaf", "leaf", "root"]  # `leaf` for a number and for a truth


def test_only_what_python_calls_becomes_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    finalize = JITCodeLibrary._finalize_specific

    def make(library: Any) -> None:
        made.append(library.name.rpartition(".")[2])
        finalize(library)

    monkeypatch.setattr(JITCodeLibrary, "_finalize_specific", make)
    leaf, root = family()
    root(NUMBERS)
    assert made == ["root"]
    assert leaf(7) == 21  # Python can call a rule all the same
    assert made == ["root", "leaf"]


def test_an_entry_point_keeps_no_copy_of_its_code_and_leaves_the_collector_as_it_was() -> None:
    before = gc.get_threshold()
    _, root = family()
    root(NUMBERS)
    assert [compiled.library._shared_module for compiled in root.overloads.values()] == [None]
    assert gc.get_threshold() == before


def test_an_index_does_not_count_from_the_end() -> None:
    @rule
    def add(numbers: Any, k: int) -> int:
        numbers[k] += 1
        return int(numbers[k])

    def root(numbers: Any, k: int) -> int:
        return add(numbers, k)

    memory = np.array([10, 20, 30])
    assert njit(**COMPILE_OPTIONS)(root)(memory[1:], -1) == 11  # what lies before: never asked for in a game
    assert memory.tolist() == [11, 20, 30]
