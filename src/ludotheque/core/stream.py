"""A fast stream of random words for playouts: who chooses at random, not what chance decides.

Four lanes that live in registers (the generator known as sfc32). It never touches a game's own generator, so thinking does not disturb the game.
"""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.chance import LANE
from ludotheque.core.rule import rule


@rule
def advance(a: int, b: int, c: int, count: int) -> tuple[int, int, int, int, int]:
    """The next word and the four lanes after it."""
    word = (a + b + count) & LANE
    a = b ^ (b >> 9)
    b = (c + (c << 3)) & LANE
    c = (((c << 21) | (c >> 11)) + word) & LANE
    return word, a, b, c, (count + 1) & LANE


@rule
def open_stream(words: Any) -> tuple[int, int, int, int]:
    """The lanes of a stream, from three words that are random already."""
    return widen(words[0]), widen(words[1]), widen(words[2]), 1


@rule
def pick(word: int, count: int) -> int:
    """A number below `count` out of one word (even to one part in four billion)."""
    return (word * count) >> 32
