"""A fast random stream for the choices of random players, not for the game's chance.

It has four lanes that live in registers (the generator known as sfc32). It never touches a game's
own generator, so thinking does not disturb the game.
"""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.chance import LANE
from ludotheque.core.rule import rule


# docs/decisions.md: Playouts use a faster random stream
@rule
def advance(a: int, b: int, c: int, count: int) -> tuple[int, int, int, int, int]:
    """Return the next word and the four lanes after it."""
    word = (a + b + count) & LANE
    a = b ^ (b >> 9)
    b = (c + (c << 3)) & LANE
    c = (((c << 21) | (c >> 11)) + word) & LANE
    return word, a, b, c, (count + 1) & LANE


@rule
def open_stream(words: Any) -> tuple[int, int, int, int]:
    """Return the lanes of a stream, made from three words that are already random."""
    return widen(words[0]), widen(words[1]), widen(words[2]), 1


@rule
def pick(word: int, count: int) -> int:
    """Return a number below `count` from one word (uniform to one part in four billion)."""
    return (word * count) >> 32
