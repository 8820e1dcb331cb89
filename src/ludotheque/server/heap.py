"""The C library's heap, kept small.

Bots allocate and free large arrays, and tables come and go; without help the C library keeps most
of that memory for later. Only glibc has these functions.
"""

import ctypes
import sys
from contextlib import suppress

MMAP_THRESHOLD = -3  # mallopt's name for it
LARGE = 1 << 20  # bytes: larger arrays are mapped on their own, and unmapped when they are freed


# docs/decisions.md: Large arrays are mapped on their own
def map_large_arrays() -> None:
    """Let large arrays go straight back to the system when they are freed.

    By default glibc raises this limit to 32 MB as soon as one has been freed, and the arrays of a
    bot's search then leave holes in the heap.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, LARGE)


def give_back_memory() -> None:
    """Return freed memory to the system; it takes a few milliseconds, without the GIL."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
