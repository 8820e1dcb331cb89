"""The story of one action: what chance decided, what happened, and a script to replace chance.

A story is scratch space next to the state, never part of it. Playouts leave it switched off (`on ==
0`), so nothing is written.
"""

from typing import Any

import numpy as np

from ludotheque.core.layout import from_bytes, layout, new
from ludotheque.core.rule import rule

SCRIPT = 64  # outcomes that can be prepared for one action
ROWS = 96  # things that can happen in one action
SCRATCH = 128

STORY = layout(
    ("block_number", np.int64),  # which block of the generator is in `block`
    ("block_key", np.uint32, (8,)),  # … and for which key
    ("block", np.uint32, (16,)),  # the block itself, computed once for sixteen draws
    ("script", np.int16, (SCRIPT,)),  # outcomes to take in order instead of drawing
    ("script_length", np.int16),
    ("script_taken", np.int16),
    ("chance", np.int16, (SCRIPT, 2)),  # kind, outcome: what chance decided, in order
    ("chance_count", np.int16),
    ("rows", np.int16, (ROWS, 5)),  # code, seat, what, where, amount
    ("row_count", np.int16),
    ("on", np.int16),  # 0: write nothing
    ("fault", np.int16),  # 1: the script asked for an outcome that is impossible here
    ("scratch", np.int16, (SCRATCH,)),  # scratch memory for rules; nothing in it outlives a rule
    ("spare", np.int16, (2,)),
)


def _first_story(on: int) -> bytes:
    story = new(STORY)
    story.block_number, story.on = -1, on
    return bytes(story.tobytes())


# Copied for each action: setting one field from Python costs as much as copying all of them
BEGUN, SILENT = _first_story(on=1), _first_story(on=0)


def new_story(script: list[int] | None = None) -> Any:
    """Return a story that is switched on and follows `script` until it runs out."""
    story = from_bytes(BEGUN, STORY)
    if script:
        story.script[: len(script)] = script
        story.script_length = len(script)
    return story


def silent_story() -> Any:
    """Return a story that records nothing."""
    return from_bytes(SILENT, STORY)


def chance_of(story: Any) -> list[tuple[int, int]]:
    """List what chance decided, as (kind, outcome)."""
    count = story["chance_count"]
    return [(kind, outcome) for kind, outcome in story["chance"][:count].tolist()] if count else []


def rows_of(story: Any) -> list[tuple[int, int, int, int, int]]:
    """List what happened, as (code, seat, what, where, amount)."""
    return [tuple(row) for row in story["rows"][: story["row_count"]].tolist()]


@rule
def tell(story: Any, code: int, seat: int, what: int, where: int, amount: int) -> None:
    """Record that something happened."""
    if story.on != 0 and story.row_count < ROWS:
        row = story.row_count
        story.rows[row, 0] = code
        story.rows[row, 1] = seat
        story.rows[row, 2] = what
        story.rows[row, 3] = where
        story.rows[row, 4] = amount
        story.row_count = row + 1


@rule
def tell_chance(story: Any, kind: int, outcome: int) -> None:
    """Record an outcome of chance."""
    if story.on != 0 and story.chance_count < SCRIPT:
        row = story.chance_count
        story.chance[row, 0] = kind
        story.chance[row, 1] = outcome
        story.chance_count = row + 1
