"""R4 Part B: leaps, the classic invocation, the infernal bonus."""

from typing import Any

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.meandres.actions import NEIGHBORS, SPAWNS
from ludotheque.games.meandres.components import DANCE_BONUS, DANCE_LIMIT, HAPPY, JACK_LEAP_SPAWN, JACK_O_LANTERN, LEAP_SPAWN
from ludotheque.games.meandres.rules.codes import Event, Refusal
from ludotheque.games.meandres.rules.dreams import color_of, near, nth, room
from ludotheque.games.meandres.rules.influence import before_influence
from ludotheque.games.meandres.state import Phase


@rule
def invoke(state: Any, story: Any) -> None:
    """R4.1 First the leaps, then the classic invocation, then the bonus. R4.6 Where there is a choice, the seat is asked."""
    place_leaps(state, story)
    eligible = eligible_dreams(state)
    due = spawn_due(state, eligible)
    if 0 < due < bit_count(eligible):
        state.phase = Phase.SPAWN
    else:
        spawn_on(state, eligible if due > 0 else 0, story)


@rule
def place_spawn(state: Any, dream: int, most: int) -> int:
    """R4.8, R4.9 As many spawn as limit and supply allow; what cannot be placed is lost."""
    seat = widen(state.seat)
    amount = min(most, room(state, seat, dream), widen(state.supply[seat]))
    state.spawn[seat, dream] += amount
    state.supply[seat] -= amount
    return amount


# Leaps


@rule
def is_shielded(state: Any, rival: int) -> bool:
    """R10.5 Jack O'Lantern's holder gives no leap while standing on a happy dream."""
    return bool(state.legend[rival] == JACK_O_LANTERN and color_of(state, widen(state.fiend[rival])) == HAPPY)


@rule
def place_leaps(state: Any, story: Any) -> None:
    """R4.2 One spawn on the dream of each fiend that was crossed, in order; R10.5 two for Jack O'Lantern's holder."""
    most = JACK_LEAP_SPAWN if state.legend[state.seat] == JACK_O_LANTERN else LEAP_SPAWN
    for crossing in range(widen(state.leaps)):
        rival = widen(state.leap[crossing])
        if not is_shielded(state, rival):
            dream = widen(state.fiend[rival])
            amount = place_spawn(state, dream, most)
            if amount > 0:
                tell(story, Event.LEAPT, state.seat, rival, dream, amount)


# The classic invocation


@rule
def eligible_dreams(state: Any) -> int:
    """R4.4 Adjacent to the fiend, of the seat's colour, and not full for the seat."""
    seat = widen(state.seat)
    left = near(state, widen(state.fiend[seat])) & widen(state.shows[state.influence[seat]])
    eligible = 0
    while left != 0:
        dream = lowest_bit(left)
        left &= left - 1
        if room(state, seat, dream) > 0:
            eligible |= 1 << dream
    return eligible


@rule
def spawn_due(state: Any, eligible: int) -> int:
    """R4.5 The smallest of the card's limit, the eligible dreams and the supply. R4.10 Despair has a limit of 0."""
    return min(widen(DANCE_LIMIT[state.card]), bit_count(eligible), widen(state.supply[state.seat]))


@rule
def list_spawns(state: Any, out: Any) -> int:
    """R4.6 Every choice of so many eligible dreams."""
    count = 0
    for choice in range(1 << NEIGHBORS):
        if refusal_of_spawn(state, choice) == Refusal.LEGAL:
            out[count] = SPAWNS + choice
            count += 1
    return count


@rule
def chosen_dreams(state: Any, choice: int) -> int:
    """The dreams that a choice means: bit n of it is the n-th dream around the fiend. Bits too many make it negative."""
    around, dreams = near(state, widen(state.fiend[state.seat])), 0
    for place in range(NEIGHBORS):
        if (choice >> place) & 1:
            dream = nth(around, place)
            dreams = dreams | 1 << dream if dream >= 0 and dreams >= 0 else -1
    return dreams


@rule
def refusal_of_spawn(state: Any, choice: int) -> int:
    """R4.4 Eligible dreams only, R4.5 and exactly as many as are due."""
    eligible, dreams = eligible_dreams(state), chosen_dreams(state, choice)
    if dreams & ~eligible != 0:
        return Refusal.NOT_ELIGIBLE
    return Refusal.LEGAL if bit_count(dreams) == spawn_due(state, eligible) else Refusal.WRONG_NUMBER


@rule
def spawn_on(state: Any, dreams: int, story: Any) -> None:
    """R4.5 One spawn on each of the dreams, R4.7 and then the bonus."""
    while dreams != 0:
        dream = lowest_bit(dreams)
        dreams &= dreams - 1
        place_spawn(state, dream, 1)
        tell(story, Event.INVOKED, state.seat, -1, dream, 1)
    place_bonus(state, story)


@rule
def place_bonus(state: Any, story: Any) -> None:
    """R4.7 An infernal card places one more spawn on the last dream, R10.4 danced from right to left on the first."""
    if DANCE_BONUS[state.card] > 0:
        dream = widen(state.first if state.is_reversed != 0 else state.fiend[state.seat])
        if place_spawn(state, dream, 1) > 0:
            tell(story, Event.BONUS, state.seat, -1, dream, 1)
    before_influence(state, story)
