"""Who learns what from an action, a template: played again in worlds that a viewer cannot tell from the true one.

Nobody marks by hand what an action gives away. A viewer learns something hidden from it if, for all it knew before, it could have seen something else afterwards.
"""

from typing import TYPE_CHECKING, Any

from ludotheque.core.rule import rule

if TYPE_CHECKING:  # the game's own, put in place when the template is instantiated
    from ludotheque.core.contract import apply, imagine, legal, refusal, view

    def crossing(function: Any) -> Any: ...


# `pool` has room for the states below, and `raw` is the same memory as bytes, a row a state.
WORLD, SEEN_BEFORE, SEEN_AFTER, SEEN_THERE = 0, 1, 2, 3


@rule
def look(state: Any, viewer: int, blank: Any, pool: Any, slot: int) -> None:
    pool[slot] = blank[0]
    view(state, viewer, pool[slot])


@rule
def looks_the_same(raw: Any) -> bool:
    difference = 0
    for byte in range(raw.shape[1]):
        difference |= raw[SEEN_AFTER, byte] ^ raw[SEEN_THERE, byte]
    return difference == 0


@rule
def enter_world(pool: Any, viewer: int, key: Any, story: Any) -> None:
    """A world as the viewer may imagine it before the action."""
    pool[WORLD] = pool[SEEN_BEFORE]
    for lane in range(8):
        pool[WORLD].key[lane] = key[lane]
    pool[WORLD].cursor = 0
    imagine(pool[WORLD], viewer, story)


@crossing
def is_told(before: Any, after: Any, seat: int, action: int, first: int, last: int, keys: Any, blank: Any, pool: Any, raw: Any, story: Any) -> bool:
    """Did the action show any viewer from `first` to `last` something that it could not have foreseen? `blank` is an array of one."""
    for viewer in range(first, last + 1):
        look(before, viewer, blank, pool, SEEN_BEFORE)
        look(after, viewer, blank, pool, SEEN_AFTER)
        for world in range(len(keys)):
            enter_world(pool, viewer, keys[world], story)
            if refusal(pool[WORLD], seat, action) != 0:
                return True
            apply(pool[WORLD], seat, action, story)
            look(pool[WORLD], viewer, blank, pool, SEEN_THERE)
            if not looks_the_same(raw):
                return True
    return False


@crossing
def twins(before: Any, after: Any, seat: int, action: int, viewer: int, actions: Any, blank: Any, pool: Any, raw: Any, story: Any) -> int:
    """The other legal actions after which the viewer would see the same: fills `actions`, and says how many. The story's script holds what chance decided."""
    look(after[0], viewer, blank, pool, SEEN_AFTER)
    count = 0
    for k in range(legal(before[0], seat, actions)):
        other = actions[k]
        if other != action:
            pool[WORLD] = before[0]
            story.script_taken, story.fault = 0, 0
            apply(pool[WORLD], seat, other, story)
            look(pool[WORLD], viewer, blank, pool, SEEN_THERE)
            if story.fault == 0 and looks_the_same(raw):
                actions[count] = other
                count += 1
    return count


@crossing
def is_outcome_hidden(before: Any, after: Any, seat: int, action: int, viewer: int, draw: int, outcomes: int, keys: Any, blank: Any, pool: Any, raw: Any, story: Any) -> bool:
    """Could chance have decided something else at that draw, for all that the viewer sees, in truth or in a world it imagines? The story's script holds what it did decide."""
    truth = story.script[draw]
    look(before[0], viewer, blank, pool, SEEN_BEFORE)
    look(after[0], viewer, blank, pool, SEEN_AFTER)
    for world in range(len(keys) + 1):
        for outcome in range(outcomes):
            story.script_taken = story.script_length  # imagination draws for itself
            if world == len(keys):
                pool[WORLD] = before[0]
            else:
                enter_world(pool, viewer, keys[world], story)
            if outcome == truth or refusal(pool[WORLD], seat, action) != 0:
                continue
            story.script[draw], story.script_taken, story.fault = outcome, 0, 0
            apply(pool[WORLD], seat, action, story)
            look(pool[WORLD], viewer, blank, pool, SEEN_THERE)
            story.script[draw] = truth
            if story.fault == 0 and looks_the_same(raw):
                return True
    return False
