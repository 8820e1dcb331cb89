"""Memory that was freed goes back to the system."""

import numpy as np

from ludotheque.server.figures import resident_bytes
from ludotheque.server.heap import give_back_memory, map_large_arrays

MB = 1 << 20


def resident_after(megabytes: int) -> int:
    """Return the memory of this process after an array was filled and freed."""
    np.ones(megabytes * MB, np.uint8)
    return resident_bytes()


def test_a_large_array_leaves_no_hole_in_the_heap() -> None:
    """By default glibc keeps 16 MB once it has seen a larger array freed."""
    map_large_arrays()
    before = resident_after(30)
    assert resident_after(16) - before < 8 * MB


def test_many_small_pieces_are_given_back_though_one_above_them_is_kept() -> None:
    map_large_arrays()
    pieces = [np.ones(MB // 4, np.uint8) for _ in range(256)]
    full, last = resident_bytes(), pieces[-1]
    pieces.clear()
    give_back_memory()
    assert full - resident_bytes() > 32 * MB
    assert last.all()
