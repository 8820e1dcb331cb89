"""How much a seat gets wrong when it guesses what it cannot see, a template."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.core.chance import WORDS, fill_block
from ludotheque.core.rule import rule

if TYPE_CHECKING:  # replaced by the game's own when the template is instantiated
    from ludotheque.core.contract import apply, canonical, imagine, view

    def entry(function: Any) -> Any: ...


@entry
def guess(
    pool: Any,
    memory: Any,
    blank: Any,
    counts: Any,
    seat: int,
    movers: Any,
    actions: Any,
    worlds: int,
    root: Any,
    wrong: Any,
    ever: Any,
    story: Any,
) -> None:
    """Replay a game from pool[0]; write how many entries a guess gets wrong, on average, after the
    deal and after every ply, into `wrong`.

    `memory` are the bytes of the pool, `counts` says which of them are part of the position, and
    `ever` is set for those that were wrong once.
    """
    words = np.empty(WORDS, np.uint32)
    for ply in range(len(wrong)):
        if ply > 0:
            apply(pool[0], movers[ply - 1], actions[ply - 1], story)
        pool[1] = pool[0]
        canonical(pool[1])
        for world in range(worlds):
            fill_block(root, ply * worlds + world, words)
            pool[2] = blank[0]
            view(pool[0], seat, pool[2])
            for lane in range(8):
                pool[2].key[lane] = words[lane]
            pool[2].cursor = 0
            imagine(pool[2], seat, story)
            canonical(pool[2])
            wrong[ply] += differences(memory, counts, ever) / worlds


@rule
def differences(memory: Any, counts: Any, ever: Any) -> float:
    """Count the bytes in which the second and the third state differ."""
    found = 0.0
    for byte in range(len(counts)):
        if counts[byte] != 0 and memory[1, byte] != memory[2, byte]:
            ever[byte] = 1
            found += 1.0
    return found
