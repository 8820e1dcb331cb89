"""R6 Phase II: the order of resolving. The rules go on by themselves from question to question; `stage`, `cell` and `element` say how far they have come."""

from typing import Any

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.chance import draw_bit
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.dream_runners.components import (
    BAT_CELLS,
    BONUS_CELLS,
    CELL_ELEMENT,
    CELL_VALUE,
    CHEST_CELLS,
    CONTENTS,
    FRAME_CELLS,
    JOKER,
    MAX_ELEMENTS,
    PRICE_STACK,
    SHARED_CELLS,
    SPIDER_CELLS,
)
from ludotheque.games.dream_runners.rules.codes import Chance, Event
from ludotheque.games.dream_runners.rules.effects import gain, loss
from ludotheque.games.dream_runners.rules.improve import begin_improving
from ludotheque.games.dream_runners.rules.setup import after, asleep, lower_calm
from ludotheque.games.dream_runners.state import Phase, Stage


@rule
def begin_resolving(state: Any, story: Any) -> None:
    """R6.1 In turn order: the sleeping seats, clockwise from the first dreamer."""
    state.seat, state.stage, state.cell, state.left = state.first, Stage.SHARE, 0, 0
    go_on(state, story)


@rule
def go_on(state: Any, story: Any) -> None:
    """Resolve as far as nobody has to be asked. R6.11 Nobody is asked where there is only one answer."""
    state.phase = Phase.RESOLVE
    while state.phase == Phase.RESOLVE:
        stage = state.stage
        if stage == Stage.SHARE:
            share(state, story)
        elif stage == Stage.LOSS:
            lose_at_once(state, story)
        elif stage == Stage.COLLECT:
            collect(state, story)
        elif stage == Stage.OPENING or stage == Stage.OPENING_AGAIN:
            open_chest(state, story)
        elif stage == Stage.CONTENTS or stage == Stage.CONTENTS_AGAIN:
            empty_chest(state, story)
        elif stage == Stage.LATE_LOSS:
            lose_late(state, story)
        elif stage == Stage.BATS:
            meet_bats(state, story)
        else:
            next_seat(state, story)


@rule
def tile_now(state: Any) -> int:
    return widen(state.dreams[state.round_now - 1])


# R6.2 Confluence cells


@rule
def sharers(state: Any) -> int:
    """R5.12 The sleeping seats that collect the cell, a bit each."""
    mask = 0
    for seat in range(state.seats):
        if state.woke[seat] == 0 and (widen(state.collects[seat]) >> widen(state.cell)) & 1 != 0:
            mask |= 1 << seat
    return mask


@rule
def next_sharer(state: Any, seat: int, mask: int) -> int:
    """The seat itself, or the next one clockwise, that is among them."""
    while (mask >> seat) & 1 == 0:
        seat = (seat + 1) % widen(state.seats)
    return seat


@rule
def share(state: Any, story: Any) -> None:
    """R6.2 All confluence cells in reading order, each completely; then each seat resolves for itself."""
    if state.left != 0:
        take_next(state, story)
        return
    tile = tile_now(state)
    ahead = widen(SHARED_CELLS[tile]) >> widen(state.cell)
    if ahead == 0:
        state.seat, state.stage = state.first, Stage.LOSS
        return
    state.cell += lowest_bit(ahead)
    mask = sharers(state)
    if mask == 0:
        state.cell += 1
        return
    for place in range(MAX_ELEMENTS):
        state.named[place] = NONE
        if CELL_ELEMENT[tile, state.cell, place] != NONE:
            state.left |= 1 << place
    for seat in range(state.seats):
        state.took[seat] = 0
    state.seat = next_sharer(state, widen(state.first), mask)


@rule
def take_next(state: Any, story: Any) -> None:
    """R5.12 The seat whose turn it is takes an element. Alone it takes them as they come, and names the colours of jokers (N5)."""
    place = lowest_bit(widen(state.left))
    element = CELL_ELEMENT[tile_now(state), state.cell, place]
    if bit_count(sharers(state)) == 1:
        if element == JOKER:
            state.phase = Phase.COLOR
        else:
            take(state, place, NONE, story)
    elif element != JOKER and are_equal(state):
        take(state, place, NONE, story)
    else:
        state.phase = Phase.PICK


@rule
def are_equal(state: Any) -> bool:
    """N4 Are all elements that are left the same?"""
    tile = tile_now(state)
    first = CELL_ELEMENT[tile, state.cell, lowest_bit(widen(state.left))]
    others = 0
    for place in range(MAX_ELEMENTS):
        if (widen(state.left) >> place) & 1 != 0 and CELL_ELEMENT[tile, state.cell, place] != first:
            others += 1
    return others == 0


@rule
def place_of(state: Any, element: int) -> int:
    """Where an element still lies in the confluence; NONE: nowhere."""
    tile = tile_now(state)
    for place in range(MAX_ELEMENTS):
        if (widen(state.left) >> place) & 1 != 0 and CELL_ELEMENT[tile, state.cell, place] == element:
            return place
    return NONE


@rule
def take(state: Any, place: int, color: int, story: Any) -> None:
    """R5.12 One element, a joker in the colour that is named; then the next seat. When nothing is left, `D` gets its part again."""
    seat = widen(state.seat)
    state.left &= ~(1 << place)
    state.took[seat] |= 1 << place
    state.named[place] = color
    gain_taken(state, seat, place, story)
    mask = sharers(state)
    if state.left != 0:
        state.seat = next_sharer(state, (seat + 1) % widen(state.seats), mask)
        return
    other = widen(state.first)
    for _ in range(bit_count(mask)):
        other = next_sharer(state, other, mask)
        if (widen(state.doubles[other]) >> widen(state.cell)) & 1 != 0:
            take_again(state, other, story)
        other = (other + 1) % widen(state.seats)
    state.cell += 1


@rule
def take_again(state: Any, seat: int, story: Any) -> None:
    """R5.13 Once more everything the seat took there, jokers in the colours it named."""
    for place in range(MAX_ELEMENTS):
        if (widen(state.took[seat]) >> place) & 1 != 0:
            gain_taken(state, seat, place, story)


@rule
def gain_taken(state: Any, seat: int, place: int, story: Any) -> None:
    element = widen(CELL_ELEMENT[tile_now(state), state.cell, place])
    gain(state, seat, widen(state.named[place]) if element == JOKER else element, widen(state.cell), 1, story)


# R6.3 to R6.8 Seat by seat


@rule
def lose_at_once(state: Any, story: Any) -> None:
    """R6.4 The whole loss at once if the calm is greater; otherwise it waits."""
    seat = widen(state.seat)
    lost = loss(state, seat, story)
    state.late = 0
    if state.calm[seat] > lost:
        lower_calm(state, seat, lost, story)
    else:
        state.late = lost
    state.stage, state.cell, state.element = Stage.COLLECT, 0, 0


@rule
def collect(state: Any, story: Any) -> None:
    """R6.5 The cells that the seat collects, in reading order, element by element; confluences and chests are left out, spiders give their fragment."""
    tile, seat = tile_now(state), widen(state.seat)
    found = (widen(BONUS_CELLS[tile]) | widen(SPIDER_CELLS[tile])) & widen(state.collects[seat])
    while state.cell < FRAME_CELLS:
        if (found >> widen(state.cell)) & 1 != 0:
            collect_cell(state, seat, tile, story)
            if state.phase != Phase.RESOLVE:
                return
        state.cell, state.element = state.cell + 1, 0
    state.stage = Stage.OPENING


@rule
def collect_cell(state: Any, seat: int, tile: int, story: Any) -> None:
    """R4.4 Every element of the cell from here on. R4.6 A joker's colour is asked."""
    times = copies(state, seat)
    while state.element < MAX_ELEMENTS and CELL_ELEMENT[tile, state.cell, state.element] != NONE:
        element = widen(CELL_ELEMENT[tile, state.cell, state.element])
        if element == JOKER:
            state.phase = Phase.COLOR
            return
        gain(state, seat, element, widen(state.cell), times, story)
        state.element += 1


@rule
def copies(state: Any, seat: int) -> int:
    """R4.5 `D` gives everything twice."""
    return 2 if (widen(state.doubles[seat]) >> widen(state.cell)) & 1 != 0 else 1


@rule
def name_color(state: Any, color: int, story: Any) -> None:
    """N5 A joker becomes a fragment of the colour that is named, R5.2 both of them under `D`."""
    if state.stage == Stage.SHARE:
        take(state, lowest_bit(widen(state.left)), color, story)
    else:
        is_cell = state.stage == Stage.COLLECT
        gain(state, widen(state.seat), color, widen(state.cell) if is_cell else NONE, copies(state, widen(state.seat)) if is_cell else 1, story)
        state.element += 1
    go_on(state, story)


@rule
def open_chest(state: Any, story: Any) -> None:
    """R6.6 Automatic if the old keys suffice, asked if only the new ones do. R5.10 Under `D` once more. R5.11 Too few keys: nothing."""
    tile, seat = tile_now(state), widen(state.seat)
    is_again = state.stage == Stage.OPENING_AGAIN
    chest_cell = widen(CHEST_CELLS[tile]) & widen(state.doubles[seat] if is_again else state.collects[seat])
    if chest_cell == 0:
        state.stage = Stage.LATE_LOSS
        return
    state.cell = lowest_bit(chest_cell)
    price = widen(CELL_VALUE[tile, state.cell])
    if state.keys[seat] < price:
        if not is_again:
            tell(story, Event.KEPT, seat, NONE, state.cell, price - widen(state.keys[seat]))
        state.stage = Stage.LATE_LOSS
    elif state.old_keys[seat] >= (2 * price if is_again else price):
        pay_keys(state, story)
    else:
        state.phase = Phase.OPEN


@rule
def pay_keys(state: Any, story: Any) -> None:
    """R5.8 The seat pays the keys and gets the contents. R5.9 The first opening of a round turns the chest up for all."""
    seat, price = widen(state.seat), widen(CELL_VALUE[tile_now(state), state.cell])
    state.keys[seat] -= price
    tell(story, Event.OPENED, seat, NONE, state.cell, price)
    if state.chest == NONE:
        state.chest = draw_bit(state, story, Chance.CHEST, widen(state.chests) & widen(PRICE_STACK[price]))
        state.chests &= ~(1 << widen(state.chest))
        tell(story, Event.CHEST, NONE, state.chest, state.cell, 0)
    state.stage += 1
    state.element = 0


@rule
def answer_chest(state: Any, is_opened: bool, story: Any) -> None:
    """R6.6 `open`, or `keep`: then nothing more is asked."""
    if is_opened:
        state.phase = Phase.RESOLVE
        pay_keys(state, story)
    else:
        tell(story, Event.KEPT, state.seat, NONE, state.cell, 0)
        state.stage = Stage.LATE_LOSS
    go_on(state, story)


@rule
def empty_chest(state: Any, story: Any) -> None:
    """R6.6 The contents come at once, in printed order."""
    while state.element < MAX_ELEMENTS and CONTENTS[state.chest, state.element] != NONE:
        element = widen(CONTENTS[state.chest, state.element])
        if element == JOKER:
            state.phase = Phase.COLOR
            return
        gain(state, widen(state.seat), element, NONE, 1, story)
        state.element += 1
    state.stage = Stage.OPENING_AGAIN if state.stage == Stage.CONTENTS else Stage.LATE_LOSS


@rule
def lose_late(state: Any, story: Any) -> None:
    """R6.7 A loss that waited comes now; whoever wakes meets no bats."""
    if state.late > 0:
        lower_calm(state, widen(state.seat), widen(state.late), story)
    state.cell, state.late = 0, 0
    state.stage = Stage.BATS if state.woke[state.seat] == 0 else Stage.NEXT_SEAT


@rule
def left_over(state: Any, seat: int) -> int:
    """R5.6 The segments that the seat owns and did not lay this round."""
    return widen(state.owned[seat] & ~state.laid[seat])


@rule
def meet_bats(state: Any, story: Any) -> None:
    """R6.8 Bats that are not fought, in reading order. With exactly one segment left over it goes without asking."""
    seat = widen(state.seat)
    ahead = (widen(BAT_CELLS[tile_now(state)]) & ~widen(state.fights[seat])) >> widen(state.cell)
    spare = left_over(state, seat)
    if ahead == 0 or spare == 0:
        state.stage = Stage.NEXT_SEAT
        return
    state.cell += lowest_bit(ahead)
    if spare & (spare - 1) == 0:
        lose_segment(state, lowest_bit(spare), story)
    else:
        state.phase = Phase.LOSE


@rule
def lose_segment(state: Any, segment: int, story: Any) -> None:
    """R5.6 It goes out of the game for good, points and all."""
    state.owned[state.seat] &= ~(1 << segment)
    state.gone |= 1 << segment
    tell(story, Event.BAT, state.seat, segment, state.cell, 0)
    state.cell += 1


@rule
def next_seat(state: Any, story: Any) -> None:
    """R6.3 Then the next seat, completely. R6.9 When all have resolved and at most one is asleep, the game ends. R6.10 The title may pass on."""
    seats = widen(state.seats)
    state.seat = (widen(state.seat) + 1) % seats
    while state.seat != state.first and state.woke[state.seat] != 0:
        state.seat = (widen(state.seat) + 1) % seats
    if state.seat != state.first:
        state.stage = Stage.LOSS
    elif bit_count(asleep(state)) <= 1:
        end_game(state, story)
    else:
        if state.woke[state.first] != 0:
            state.first = after(state, widen(state.first))
            tell(story, Event.FIRST, state.first, NONE, NONE, 0)
        begin_improving(state, story)


@rule
def end_game(state: Any, story: Any) -> None:
    """R6.9, R9.1 The game is over."""
    state.phase, state.seat = Phase.OVER, NONE
    tell(story, Event.ENDED, NONE, NONE, NONE, 0)
