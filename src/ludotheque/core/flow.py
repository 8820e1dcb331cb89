"""Who learns what from an action, a template.

Nobody declares what an action reveals. Instead, the action is replayed in worlds that a viewer
cannot tell from the true one. The viewer learns something hidden if, given what it knew before, it
could have seen something else afterwards. It cannot know what was done, or what chance decided, if
something else would have looked just the same.
"""

from typing import TYPE_CHECKING, Any

from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule

if TYPE_CHECKING:  # replaced by the game's own when the template is instantiated
    from ludotheque.core.contract import apply, imagine, legal, refusal, view

    def crossing(function: Any) -> Any: ...


# `pool` has room for the states below, and `raw` is the same memory as bytes, one row per state.
WORLD, SEEN_BEFORE, SEEN_AFTER, SEEN_THERE, SPARE = 0, 1, 2, 3, 4
TRUTH = 0  # worlds are numbered: the true one, then one per key


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
    """Fill pool[WORLD] with a state that the viewer could imagine before the action."""
    pool[WORLD] = pool[SEEN_BEFORE]
    for lane in range(8):
        pool[WORLD].key[lane] = key[lane]
    pool[WORLD].cursor = 0
    imagine(pool[WORLD], viewer, story)


@rule
def enter(world: int, before: Any, viewer: int, keys: Any, blank: Any, pool: Any, story: Any) -> None:
    """Fill pool[WORLD] with the state before an action, in the world with this number."""
    if world == TRUTH:
        pool[WORLD] = before[0]
    else:
        story.script_taken = story.script_length  # `imagine` makes its own draws
        look(before[0], viewer, blank, pool, SEEN_BEFORE)
        enter_world(pool, viewer, keys[world - 1], story)


@rule
def begin(story: Any) -> None:
    """Rewind the script and clear what the story has recorded."""
    story.script_taken, story.fault, story.chance_count, story.row_count = 0, 0, 0, 0


@crossing
def is_told(
    before: Any,
    after: Any,
    seat: int,
    action: int,
    first: int,
    last: int,
    keys: Any,
    blank: Any,
    pool: Any,
    raw: Any,
    story: Any,
) -> bool:
    """Say whether an action showed a viewer something that it could not have predicted.

    The viewers are `first` to `last`; states, `blank` and story are arrays of length one.
    """
    for viewer in range(first, last + 1):
        look(before[0], viewer, blank, pool, SEEN_BEFORE)
        look(after[0], viewer, blank, pool, SEEN_AFTER)
        for world in range(len(keys)):
            enter_world(pool, viewer, keys[world], story[0])
            if refusal(pool[WORLD], seat, action) != 0:
                return True
            apply(pool[WORLD], seat, action, story[0])
            look(pool[WORLD], viewer, blank, pool, SEEN_THERE)
            if not looks_the_same(raw):
                return True
    return False


@crossing
def is_outcome_hidden(
    before: Any,
    after: Any,
    seat: int,
    action: int,
    viewer: int,
    draw: int,
    outcomes: int,
    keys: Any,
    blank: Any,
    pool: Any,
    raw: Any,
    story: Any,
) -> bool:
    """Say whether, as far as the viewer can see, a draw could have had another outcome.

    Tries the first `outcomes` outcomes in the true world, and whatever is drawn in each world that
    the viewer imagines. The story's script holds the actual outcomes, and the story is on.
    """
    truth = story.script[draw]
    look(after[0], viewer, blank, pool, SEEN_AFTER)
    for trial in range(outcomes + len(keys)):
        world = TRUTH if trial < outcomes else 1 + trial - outcomes
        enter(world, before, viewer, keys, blank, pool, story)
        if refusal(pool[WORLD], seat, action) != 0:
            continue
        begin(story)
        story.script[draw] = trial if world == TRUTH else NONE  # NONE: let chance decide
        apply(pool[WORLD], seat, action, story)
        look(pool[WORLD], viewer, blank, pool, SEEN_THERE)
        story.script[draw] = truth
        # later draws may have to change too, but whatever the viewer sees of them must be the same
        drawn = story.chance[draw, 1] if story.chance_count > draw else truth
        if drawn != truth and looks_the_same(raw):
            return True
    return False


# A course is the plies of a game as arrays: who acted, what was done, what chance decided and in
# how many draws, and what the viewer saw after each ply.


@rule
def play_ply(
    ply: int,
    action: int,
    viewer: int,
    seats: Any,
    scripts: Any,
    lengths: Any,
    sights: Any,
    blank: Any,
    pool: Any,
    raw: Any,
    story: Any,
) -> bool:
    """Carry out an action in pool[WORLD] at a ply; say whether the viewer sees what it saw then.

    An outcome that is impossible there is replaced by another, which matters only if it is seen.
    """
    for draw in range(lengths[ply]):
        story.script[draw] = scripts[ply, draw]
    story.script_length = lengths[ply]
    begin(story)
    apply(pool[WORLD], int(seats[ply]), action, story)
    pool[SEEN_AFTER] = sights[ply]
    look(pool[WORLD], viewer, blank, pool, SEEN_THERE)
    return looks_the_same(raw)


@crossing
def outlooks(
    world: int,
    before: Any,
    first: int,
    viewer: int,
    keys: Any,
    seats: Any,
    done: Any,
    scripts: Any,
    lengths: Any,
    sights: Any,
    actions: Any,
    count: int,
    ends: Any,
    stop: int,
    blank: Any,
    pool: Any,
    raw: Any,
    story: Any,
) -> int:
    """Try each of `count` actions at ply `first` in a world, then play on as in the true game.

    Fills `ends`: the first ply after which the viewer sees something else, the number of plies if
    there is none, or −1 − ply if the action of that ply is not legal. Returns how many actions were
    tried: all, or up to the first one that ends at `stop`. If `count` is NONE, tries all legal
    actions of the seat and writes them into `actions`.
    """
    enter(world, before, viewer, keys, blank, pool, story)
    pool[SPARE] = pool[WORLD]
    if count == NONE:
        count = legal(pool[SPARE], int(seats[first]), actions)
    for k in range(count):
        pool[WORLD] = pool[SPARE]
        ends[k] = len(seats)
        for ply in range(first, len(seats)):
            action = int(actions[k]) if ply == first else int(done[ply])
            if refusal(pool[WORLD], int(seats[ply]), action) != 0:
                ends[k] = -1 - ply
                break
            if not play_ply(ply, action, viewer, seats, scripts, lengths, sights, blank, pool, raw, story):
                ends[k] = ply
                break
        if ends[k] == stop:
            return k + 1
    return count


@crossing
def is_count_the_same(
    before: Any,
    first: int,
    last: int,
    truth: int,
    viewer: int,
    keys: Any,
    seats: Any,
    done: Any,
    scripts: Any,
    lengths: Any,
    sights: Any,
    actions: Any,
    blank: Any,
    pool: Any,
    raw: Any,
    story: Any,
) -> bool:
    """Say whether every world that the viewer can imagine has `truth` choices at ply `last`.

    The worlds are imagined before ply `first`, and the plies in between are replayed.
    """
    for world in range(len(keys)):
        enter(world + 1, before, viewer, keys, blank, pool, story)
        for ply in range(first, last):
            action = int(done[ply])
            if refusal(pool[WORLD], int(seats[ply]), action) != 0:
                return False
            if not play_ply(ply, action, viewer, seats, scripts, lengths, sights, blank, pool, raw, story):
                return False
        if legal(pool[WORLD], int(seats[last]), actions) != truth:
            return False
    return True
