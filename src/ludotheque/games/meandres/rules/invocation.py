"""R4 Part B: leaps, the Standard Dance, the infernal bonus.

The seat decides (R4.6, R4.7, R10.5, R10.7) in this order, and is asked only where there is a
choice.
"""

from typing import Any

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.meandres.actions import HERE, HERE_TWICE, SPAWNS
from ludotheque.games.meandres.components import (
    BATHORY,
    DANCE_BONUS,
    DANCE_LIMIT,
    HAPPY,
    JACK_LEAP_SPAWN,
    JACK_O_LANTERN,
    LEAP_SPAWN,
    SPAWN_LIMIT,
)
from ludotheque.games.meandres.rules.codes import Event, Refusal
from ludotheque.games.meandres.rules.dreams import color_of, crowd, near, nth, room, spawn_limit
from ludotheque.games.meandres.state import Part, Phase


@rule
def placeable(state: Any, dream: int) -> int:
    """R4.8, R4.9 Return how many spawn the limit and the supply allow the seat to place on a
    dream.
    """
    seat = widen(state.seat)
    return min(room(state, seat, dream), widen(state.supply[seat]))


@rule
def place_spawn(state: Any, dream: int, amount: int) -> None:
    """Place spawn from the supply onto a dream."""
    seat = widen(state.seat)
    state.spawn[seat, dream] += amount
    state.supply[seat] -= amount


# Leaps


@rule
def is_shielded(state: Any, rival: int) -> bool:
    """R10.5 Jack O'Lantern's holder gives others no leap while standing on a happy dream."""
    return bool(state.legend[rival] == JACK_O_LANTERN and color_of(state, widen(state.fiend[rival])) == HAPPY)


@rule
def leap_over(state: Any, story: Any) -> None:
    """R4.1 The leaps come first, R4.2 in order.

    The seat is asked about the next one that leaves a choice; after the last comes the Standard
    Dance.
    """
    while state.leaps_done < state.leaps:
        rival = widen(state.leap[state.leaps_done])
        if not is_shielded(state, rival):
            dream = widen(state.fiend[rival])
            if is_leap_asked(state, dream):
                state.phase, state.part = Phase.LEAP, Part.NOTHING
                return
            place_leap(state, min(LEAP_SPAWN, placeable(state, dream)), story)
        state.leaps_done += 1
    state.part = Part.INVOCATION


@rule
def is_leap_asked(state: Any, dream: int) -> bool:
    """R10.5 Jack O'Lantern's holder may place a second spawn if there is room, R10.7 and Báthory's
    may skip a fourth.
    """
    legend = state.legend[state.seat]
    if legend == JACK_O_LANTERN:
        return placeable(state, dream) >= JACK_LEAP_SPAWN
    return bool(legend == BATHORY and crowd(state, dream) == SPAWN_LIMIT and state.supply[state.seat] > 0)


@rule
def leap_dream(state: Any) -> int:
    """Return the dream of the next leap."""
    return widen(state.fiend[state.leap[state.leaps_done]])


@rule
def place_leap(state: Any, amount: int, story: Any) -> None:
    """R4.2 Place this many spawn on the dream of the next leap."""
    dream = leap_dream(state)
    if amount > 0:
        place_spawn(state, dream, amount)
        tell(story, Event.LEAPT, state.seat, state.leap[state.leaps_done], dream, amount)


@rule
def list_leap(state: Any, out: Any) -> int:
    """R10.5 Jack O'Lantern's holder: one spawn or two. R10.7 Báthory's: none or one."""
    if state.legend[state.seat] == JACK_O_LANTERN:
        out[0], out[1] = SPAWNS + HERE, SPAWNS + HERE_TWICE
    else:
        out[0], out[1] = SPAWNS, SPAWNS + HERE
    return 2


@rule
def refusal_of_leap(state: Any, choice: int) -> int:
    """R4.2, R10.5, R10.7. Must agree with `list_leap`."""
    is_jack = state.legend[state.seat] == JACK_O_LANTERN
    if choice == HERE:
        return Refusal.LEGAL
    if choice == HERE_TWICE:
        return Refusal.LEGAL if is_jack else Refusal.ONE_LEAP_SPAWN
    if choice == 0:
        return Refusal.LEAP_IS_DUE if is_jack else Refusal.LEGAL
    return Refusal.NOT_LEAP_DREAM


@rule
def leap(state: Any, choice: int, story: Any) -> None:
    """R10.5, R10.7 Place as many spawn as the seat wants, then continue with the leaps."""
    place_leap(state, 0 if choice == 0 else choice - HERE + 1, story)
    state.leaps_done += 1
    state.part = Part.LEAPS


# The Standard Dance (`classic` in the component file). A choice of dreams has a bit for each dream
# around the fiend, in the order of their numbers; these bits are called places.


@rule
def eligible_places(state: Any, limit: int) -> int:
    """R4.4 Return the dreams around the fiend that show the seat's colour and hold fewer spawn than
    this.
    """
    seat = widen(state.seat)
    left, shown = near(state, widen(state.fiend[seat])), widen(state.shows[state.influence[seat]])
    places, place = 0, 1
    while left != 0:
        dream = lowest_bit(left)
        if (shown >> dream) & 1 and crowd(state, dream) < limit:
            places |= place
        left &= left - 1
        place <<= 1
    return places


@rule
def spawn_due(state: Any, eligible: int) -> int:
    """R4.5 Return the smallest of the card's limit, the number of eligible dreams and the supply.

    R4.10 Despair has a limit of 0.
    """
    return min(widen(DANCE_LIMIT[state.card]), bit_count(eligible), widen(state.supply[state.seat]))


@rule
def commanded_places(state: Any) -> int:
    """R4.5 Return where a spawn is mandatory: nowhere after an infernal dance, R10.7 and not where
    there are three already.
    """
    return 0 if DANCE_BONUS[state.card] > 0 else eligible_places(state, SPAWN_LIMIT)


@rule
def may_leave_out(state: Any, eligible: int) -> bool:
    """R4.6 Return whether fewer dreams than due may be chosen: after an infernal dance, R10.7 or by
    Báthory's holder where there are three spawn.
    """
    return bool(
        DANCE_BONUS[state.card] > 0 or (state.legend[state.seat] == BATHORY and commanded_places(state) != eligible)
    )


@rule
def invoke(state: Any, story: Any) -> None:
    """R4.6 The seat chooses if there is more than one way; otherwise one spawn goes on every
    eligible dream.
    """
    eligible = eligible_places(state, spawn_limit(state, widen(state.seat)))
    due = spawn_due(state, eligible)
    if due > 0 and (due < bit_count(eligible) or may_leave_out(state, eligible)):
        state.phase, state.part = Phase.SPAWN, Part.NOTHING
    else:
        spawn_on(state, eligible if due > 0 else 0, story)


@rule
def list_spawns(state: Any, out: Any) -> int:
    """R4.6 List every allowed choice of eligible dreams, in ascending order."""
    eligible = eligible_places(state, spawn_limit(state, widen(state.seat)))
    due, commanded = spawn_due(state, eligible), commanded_places(state)
    choice, count = 0, 0
    while True:
        if is_enough(choice, due, commanded):
            out[count] = SPAWNS + choice
            count += 1
        if choice == eligible:
            return count
        choice = (choice - eligible) & eligible  # the next larger subset of these bits


@rule
def is_enough(choice: int, due: int, commanded: int) -> bool:
    """R4.5 As many dreams as are due must be chosen, R10.7 or fewer if every mandatory one is among
    them; an infernal dance has none.
    """
    chosen = bit_count(choice)
    return chosen == due or (chosen < due and commanded & ~choice == 0)


@rule
def refusal_of_spawn(state: Any, choice: int) -> int:
    """R4.4 Only eligible dreams, R4.5 no more than are due, and no fewer than are mandatory.

    Must agree with `list_spawns`.
    """
    eligible = eligible_places(state, spawn_limit(state, widen(state.seat)))
    due = spawn_due(state, eligible)
    if choice >= HERE or choice & ~eligible != 0:
        return Refusal.NOT_ELIGIBLE
    if bit_count(choice) > due:
        return Refusal.TOO_MANY
    return Refusal.LEGAL if is_enough(choice, due, commanded_places(state)) else Refusal.TOO_FEW


@rule
def spawn_on(state: Any, choice: int, story: Any) -> None:
    """R4.5 Place one spawn on each of the chosen dreams, R4.7 then offer the bonus."""
    around = near(state, widen(state.fiend[state.seat]))
    while choice != 0:
        dream = nth(around, lowest_bit(choice))
        choice &= choice - 1
        place_spawn(state, dream, 1)
        tell(story, Event.INVOKED, state.seat, NONE, dream, 1)
    state.part = Part.BONUS


# The infernal bonus


@rule
def bonus_dream(state: Any) -> int:
    """R4.7 Return the last dream of the dance, R10.4 or the first if it was danced from right to
    left.
    """
    return widen(state.first if state.is_reversed != 0 else state.fiend[state.seat])


@rule
def offer_bonus(state: Any) -> None:
    """R4.7 After an infernal card, ask the seat if the bonus can be placed."""
    if DANCE_BONUS[state.card] > 0 and placeable(state, bonus_dream(state)) > 0:
        state.phase, state.part = Phase.BONUS, Part.NOTHING
    else:
        state.part = Part.BABA


@rule
def list_bonus(out: Any) -> int:
    """R4.7 List the choices: skip it, or place it."""
    out[0], out[1] = SPAWNS, SPAWNS + HERE
    return 2


@rule
def refusal_of_bonus(choice: int) -> int:
    """R4.7. Must agree with `list_bonus`."""
    if choice == HERE_TWICE:
        return Refusal.TOO_MANY
    return Refusal.LEGAL if choice in (0, HERE) else Refusal.NOT_BONUS_DREAM


@rule
def take_bonus(state: Any, choice: int, story: Any) -> None:
    """R4.7 Place one more spawn, or none; then part C follows."""
    if choice == HERE:
        dream = bonus_dream(state)
        place_spawn(state, dream, 1)
        tell(story, Event.BONUS, state.seat, NONE, dream, 1)
    state.part = Part.BABA
