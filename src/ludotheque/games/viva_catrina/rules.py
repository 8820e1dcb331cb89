"""The rules of Viva Catrina, in the order of rulebook.md."""

from enum import IntEnum
from typing import Any

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.chance import draw_from
from ludotheque.core.constants import NONE
from ludotheque.core.ranking import rank
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.viva_catrina.actions import ACTION_COUNT, PLACE
from ludotheque.games.viva_catrina.components import (
    ALL_SHOPS,
    ALTAR,
    ALTAR_COUNTS,
    ALTAR_POINTS,
    ALTARS,
    BALLOON,
    BASE,
    BUTTERFLY,
    BUTTERFLY_POINTS,
    CHIMERA_COUNT,
    CHIMERA_POINTS,
    CHIMERAS,
    COLORS,
    CORNERS,
    ELEMENT,
    EXTRA_TILE_AT,
    FLIP_AT,
    KIND_COUNT,
    KIND_FIRST,
    KINDS,
    LARGE,
    LINES,
    LONGEST,
    LOOK,
    MOST,
    ORIGIN,
    PATH_TILES,
    PILE_SIZE,
    PILE_VALUE,
    RING,
    ROW,
    SHOP,
    SHOP_POINTS,
    SHOPS,
    SLOTS,
    SMALL,
    START_FIRST,
    STARTS,
    STEPS,
    TAKE_AT,
    TILE_KIND,
    TILES,
    TURNS,
    VISITOR,
    VISITOR_POINTS,
    WIDTH,
)
from ludotheque.games.viva_catrina.state import Phase

Refusal = IntEnum("Refusal", "LEGAL NOT_YOUR_TURN GAME_OVER PLACE_FIRST TAKE_FIRST EMPTY_LINE SAME_END NOT_AN_END OCCUPIED NOT_BESIDE SAME_TURN UNREADABLE", start=0)
Event = IntEnum("Event", "TOOK PLACED BALLOON_TILE GOLDEN CHIMERA PAIR DREW LAPSED ROUND ENDED", start=0)
Chance = IntEnum("Chance", "START LINE1 LINE2 DRAW", start=0)
BaseLink = IntEnum("BaseLink", "ANY_TILE NONE", start=0)

# R1 Setup


@rule
def setup(state: Any, seats: int, options: Any, story: Any) -> None:
    """R1.1 Seat 0 has the first turn. R1.3 All path tiles are in the bag. R1.4 Two piles of chimeras. R1.6 A start tile for each seat."""
    state.seats = seats
    state.base_link = options[0]
    for kind in range(KINDS):
        state.bag[kind] = KIND_COUNT[kind]
    state.bag_size = PATH_TILES
    for size in range(2):
        state.chimeras_left[size] = CHIMERA_COUNT[size]
    for start in range(STARTS):
        state.box[start] = 1
    for seat in range(seats):
        start = draw_from(state, story, Chance.START, state.box)
        state.box[start] = 0
        found_village(state, seat, START_FIRST + start)
    fill_lines(state, story)


@rule
def found_village(state: Any, seat: int, tile: int) -> None:
    """R1.6 The start tile is the first of the village, on 0,0 and not turned. R4.2 Both of its paths are linked."""
    state.fringe[seat, 0] = ORIGIN
    state.fringe_size[seat] = 1
    lay_tile(state, seat, 0, 4 * tile)
    state.reached[seat, 0], state.reached[seat, 1] = 2, 2


@rule
def fill_lines(state: Any, story: Any) -> None:
    """R1.2, R1.3 Every slot receives a tile at random. R10.2 Line 1 from left to right, then line 2. R10.4 As far as the bag goes."""
    for line in range(LINES):
        slots = min(widen(SLOTS[state.seats, line]), widen(state.bag_size))
        for slot in range(slots):
            state.line[line, slot] = draw_tile(state, Chance.LINE1 + line, story)
        state.left[line], state.right[line] = 0, slots


@rule
def draw_tile(state: Any, chance: int, story: Any) -> int:
    """Take a tile out of the bag. Copies of a kind leave it in the order of their numbers, so that a position has one state only."""
    kind = draw_from(state, story, chance, state.bag)
    tile = widen(KIND_FIRST[kind]) + widen(KIND_COUNT[kind]) - widen(state.bag[kind])
    state.bag[kind] -= 1
    state.bag_size -= 1
    return tile


# R2 Tiles and villages


@rule
def tile_at(state: Any, seat: int, spot: int) -> int:
    """R2.1 Which tile of the village lies there: k for the k-th, 0 for none."""
    return max(widen(state.ground[seat, cell_of(spot)]), 0)


@rule
def cell_of(spot: int) -> int:
    """R2.1 The number of a spot in the ring."""
    return (spot % ROW + WIDTH * (spot // ROW)) % RING


@rule
def look_of(state: Any, seat: int, number: int) -> int:
    """R2.2, R2.3 The edges and corners of a village's tile as it lies; nothing at all for tile 0."""
    return widen(LOOK[state.placed[seat, number]])


@rule
def edge_of(look: int, side: int) -> int:
    """R2.2 The letter of an edge: north, east, south, west."""
    return (look >> (2 * side)) & 3


# R3 The turn


@rule
def to_act(state: Any) -> int:
    """R3.1 The seat on turn."""
    return 0 if state.phase == Phase.OVER else 1 << widen(state.seat)


@rule
def legal(state: Any, seat: int, out: Any) -> int:
    """R3.2 The ends of the lines. R3.5, R3.6 Every free spot beside the village with every rotation. Must agree with `refusal`."""
    count = 0
    if seat != state.seat or state.phase == Phase.OVER:
        return 0
    if state.phase == Phase.TAKE:
        for action in range(PLACE):
            if refusal_of_take(state, action) == Refusal.LEGAL:
                out[count] = action
                count += 1
        return count
    turns = widen(TURNS[state.hand])
    for place in range(widen(state.fringe_size[seat])):
        for turn in range(turns):
            out[count] = PLACE + 4 * place + turn
            count += 1
    return count


@rule
def refusal(state: Any, seat: int, action: int) -> int:
    """R3.1 Whoever is on turn takes a tile, then places it."""
    if state.phase == Phase.OVER:
        return Refusal.GAME_OVER
    if seat != state.seat:
        return Refusal.NOT_YOUR_TURN
    if action < PLACE:
        return Refusal.PLACE_FIRST if state.phase == Phase.PLACE else refusal_of_take(state, action)
    if state.phase == Phase.TAKE:
        return Refusal.TAKE_FIRST
    if action >= ACTION_COUNT or (action - PLACE) // 4 >= state.fringe_size[seat]:
        return Refusal.NOT_BESIDE
    return Refusal.SAME_TURN if action % 4 >= TURNS[state.hand] else Refusal.LEGAL  # action % 4: there are four ways to take


@rule
def refusal_of_take(state: Any, action: int) -> int:
    """R3.2 An empty line offers nothing, a line of one tile offers it once; and so does a line of tiles that are all alike."""
    line = action // 2
    left, right = widen(state.left[line]), widen(state.right[line])
    if left == right:
        return Refusal.EMPTY_LINE
    if action % 2 == 0:
        return Refusal.LEGAL
    for slot in range(left + 1, right):
        if TILE_KIND[state.line[line, slot]] != TILE_KIND[state.line[line, left]]:
            return Refusal.LEGAL
    return Refusal.SAME_END


@rule
def apply(state: Any, seat: int, action: int, story: Any) -> None:
    """R3.1 A tile is taken, then placed."""
    if action < PLACE:
        take(state, seat, action // 2, action % 2, story)
    else:
        place(state, seat, (action - PLACE) // 4, action % 4, story)


@rule
def take(state: Any, seat: int, line: int, end: int, story: Any) -> None:
    """R3.2 From the left or the right end of a line. R3.3 The others stay as they are."""
    if end == 1:
        state.right[line] -= 1
    slot = widen(state.right[line] if end == 1 else state.left[line])
    if end == 0:
        state.left[line] += 1
    state.hand = state.line[line, slot]
    state.line[line, slot] = 0
    state.phase = Phase.PLACE
    tell(story, Event.TOOK, seat, state.hand, line, end)


@rule
def place(state: Any, seat: int, place: int, turn: int, story: Any) -> None:
    """R3.5 The tile lies on a free spot beside the village. R3.9 Then balloons, chimeras and shops are resolved. R3.10 Then it goes on."""
    tile = widen(state.hand)
    tell(story, Event.PLACED, seat, tile, state.fringe[seat, place], turn)
    number = lay_tile(state, seat, place, 4 * tile + turn)
    state.hand = 0
    fresh = link_path(state, seat, number, 0) | link_path(state, seat, number, 1)
    if fresh != 0:
        give_balloon_tiles(state, seat, story)
    give_chimeras(state, seat, fresh | 1 << number, story)
    if fresh != 0:
        count_pairs(state, seat, story)
    if state.owed > 0:
        draw_extra(state, seat, story)
    if state.hand == 0:
        next_turn(state, story)


@rule
def lay_tile(state: Any, seat: int, place: int, placed: int) -> int:
    """R3.5 The free spots beside the village change with it: its neighbours on all four sides that hold no tile. Says which tile of the village it is."""
    spot = widen(state.fringe[seat, place])
    leave_fringe(state, seat, place)
    number = widen(state.tiles[seat]) + 1
    state.tiles[seat] = number
    state.placed[seat, number] = placed
    state.spot[seat, number] = spot
    state.ground[seat, cell_of(spot)] = number
    for side in range(4):
        if state.ground[seat, cell_of(spot + STEPS[side])] == 0:
            join_fringe(state, seat, spot + STEPS[side])
    return number


@rule
def leave_fringe(state: Any, seat: int, place: int) -> None:
    """A spot is free no more; those after it move up."""
    last = widen(state.fringe_size[seat]) - 1
    for later in range(place, last):
        state.fringe[seat, later] = state.fringe[seat, later + 1]
    state.fringe[seat, last] = 0
    state.fringe_size[seat] = last


@rule
def join_fringe(state: Any, seat: int, spot: int) -> None:
    """A free spot now lies beside the village: it takes its place in reading order."""
    place = widen(state.fringe_size[seat])
    state.fringe_size[seat] = place + 1
    while place > 0 and state.fringe[seat, place - 1] > spot:
        state.fringe[seat, place] = state.fringe[seat, place - 1]
        place -= 1
    state.fringe[seat, place] = spot
    state.ground[seat, cell_of(spot)] = NONE


@rule
def next_turn(state: Any, story: Any) -> None:
    """R3.10 The next seat clockwise, if a tile is left in a line; otherwise the round is over."""
    state.phase = Phase.TAKE
    if state.left[0] < state.right[0] or state.left[1] < state.right[1]:
        state.seat = (widen(state.seat) + 1) % widen(state.seats)
    else:
        end_round(state, story)


# R4 Links


@rule
def joined_tile(state: Any, seat: int, number: int, side: int, letter: int) -> int:
    """R4.1 The neighbour on that side if both tiles show this path along their common edge, else 0."""
    if edge_of(look_of(state, seat, number), side) != letter:
        return 0
    other = tile_at(state, seat, widen(state.spot[seat, number]) + STEPS[side])
    return other if edge_of(look_of(state, seat, other), (side + 2) % 4) == letter else 0


@rule
def link_path(state: Any, seat: int, number: int, path: int) -> int:
    """R4.2 If a path of the new tile is joined to a linked one, it is linked, and all that is joined to it. R4.4 No link is lost. Says which tiles were linked."""
    reached = widen(state.reached[seat, path])
    waiting = 0  # tiles whose path is joined to a linked one
    for side in range(4):
        if (reached >> joined_tile(state, seat, number, side, path + 1)) & 1:
            waiting = 1 << number
    fresh = 0
    while waiting != 0:
        tile = lowest_bit(waiting)
        fresh |= 1 << tile
        link_elements(state, seat, tile, path)
        for side in range(4):
            waiting |= 1 << joined_tile(state, seat, tile, side, path + 1)
        waiting &= ~(reached | fresh | 1)  # bit 0 is no tile
    state.reached[seat, path] = reached | fresh
    return fresh


@rule
def link_elements(state: Any, seat: int, number: int, path: int) -> None:
    """R4.3 What lies on a linked path is linked. R4.5 Only that is counted."""
    kind = widen(TILE_KIND[state.placed[seat, number] // 4])
    for place in range(MOST):
        element = widen(ELEMENT[kind, path, place])
        if element != NONE:
            state.linked[seat, element] += 1


# R5 Balloons


@rule
def give_balloon_tiles(state: Any, seat: int, story: Any) -> None:
    """R5.1 Red, blue, yellow, green. R5.2 Three balloons earn the tile on top of the pile. R5.3 Six turn it. R5.4 One of a colour. R5.5 If there is one."""
    for color in range(COLORS):
        balloons, bit = state.linked[seat, BALLOON + color], 1 << color
        if balloons >= TAKE_AT and state.balloon_tile[seat, color] == 0 and state.pile[color] < PILE_SIZE[state.seats]:
            state.pile[color] += 1
            state.balloon_tile[seat, color] = state.pile[color]
            tell(story, Event.BALLOON_TILE, seat, color, NONE, balloon_value(state, seat, color))
        if balloons >= FLIP_AT and state.balloon_tile[seat, color] != 0 and widen(state.golden[seat]) & bit == 0:
            state.golden[seat] |= bit
            tell(story, Event.GOLDEN, seat, color, NONE, balloon_value(state, seat, color))


@rule
def balloon_value(state: Any, seat: int, color: int) -> int:
    """R11.2 The value that shows on a seat's balloon tile of a colour; 0 without a tile."""
    place = widen(state.balloon_tile[seat, color])
    side = (widen(state.golden[seat]) >> color) & 1
    return widen(PILE_VALUE[state.seats, place - 1, side]) if place > 0 else 0


# R6 Chimeras


@rule
def parts_at(state: Any, seat: int, spot: int) -> int:
    """R6.1, R6.9 The grid corner at the north-west of a spot: NONE unless the four tiles round it all have a part there. Else which of the eight letters along the grid
    lines that leave it are B, two bits a line (north, east, south, west); above them, from bit 8 on, a bit for each of the four tiles."""
    found = 0
    for quarter in range(4):  # the cell to the north-east, south-east, south-west, north-west of the corner
        number = tile_at(state, seat, spot + (0 if quarter == 1 or quarter == 2 else -ROW) + (0 if quarter < 2 else -1))
        look = look_of(state, seat, number)
        if (look >> (8 + (quarter + 3) % 4)) & 1 == 0:
            return NONE
        found |= 1 << (8 + number)
        found |= (1 if edge_of(look, (quarter + 3) % 4) == BASE else 0) << (2 * quarter)  # the line that leaves the corner with this cell on its right
        found |= (1 if edge_of(look, (quarter + 2) % 4) == BASE else 0) << ((2 * quarter + 3) % 8)  # and the next one clockwise, with this cell on its left
    return found


@rule
def closed_base(state: Any, seat: int, spot: int) -> tuple[int, int, int]:
    """R6.4, R6.9 The closed base, small or large, that uses the grid corner at the north-west of a spot: its first grid corner, its size, its tiles. NONE: there is none."""
    parts = parts_at(state, seat, spot)
    if parts == NONE:
        return NONE, SMALL, 0
    if parts & 255 == 0:
        return spot, SMALL, parts >> 8
    for side in range(4):
        if parts & 255 == 3 << (2 * side):
            other = parts_at(state, seat, spot + STEPS[side])
            if other != NONE and other & 255 == 3 << (2 * ((side + 2) % 4)):
                return min(spot, spot + STEPS[side]), LARGE, (parts | other) >> 8
    return NONE, SMALL, 0


@rule
def is_due(state: Any, seat: int, first: int, size: int, tiles: int) -> bool:
    """R6.6 A closed base that is linked and has no chimera yet receives one, R6.8 if one is left. R6.5 Linked is a base on a tile with a linked path."""
    if state.chimeras_left[size] == 0 or (widen(state.chimera[seat, size]) >> tile_at(state, seat, first)) & 1:
        return False
    reached = widen(state.reached[seat, 0]) | widen(state.reached[seat, 1])
    return state.base_link == BaseLink.NONE or tiles & reached != 0


@rule
def next_base(state: Any, seat: int, touched: int) -> tuple[int, int]:
    """R6.7 Of the bases on these tiles that are due a chimera, the first in reading order, and its size. NONE: there is none."""
    first, first_size = NONE, SMALL
    while touched != 0:
        number = lowest_bit(touched)
        touched &= touched - 1
        look = look_of(state, seat, number)
        for corner in range(4):
            if (look >> (8 + corner)) & 1:
                spot, size, tiles = closed_base(state, seat, widen(state.spot[seat, number]) + CORNERS[corner])
                if spot != NONE and (first == NONE or spot < first) and is_due(state, seat, spot, size, tiles):
                    first, first_size = spot, size
    return first, first_size


@rule
def give_chimeras(state: Any, seat: int, touched: int, story: Any) -> None:
    """R6.6, R6.7 Every base that the new tile has closed, or that was closed and is linked now, receives its chimera."""
    first, size = next_base(state, seat, touched)
    while first != NONE:
        state.chimera[seat, size] |= 1 << tile_at(state, seat, first)
        state.chimeras_left[size] -= 1
        tell(story, Event.CHIMERA, seat, size, first, CHIMERA_POINTS[size])
        first, size = next_base(state, seat, touched)


# R7 Shops


@rule
def count_pairs(state: Any, seat: int, story: Any) -> None:
    """R7.1 A second linked shop of a kind earns one extra tile, R7.2 once. R7.4 Several kinds may earn theirs together."""
    for shop in range(SHOPS):
        bit = 1 << shop
        if state.linked[seat, SHOP + shop] >= EXTRA_TILE_AT and widen(state.earned[seat]) & bit == 0:
            state.earned[seat] |= bit
            state.owed += 1
            tell(story, Event.PAIR, seat, shop, NONE, 0)


@rule
def draw_extra(state: Any, seat: int, story: Any) -> None:
    """R7.5 One extra tile is drawn, to be placed before the next. R7.6 With an empty bag all that is owed lapses."""
    if state.bag_size == 0:
        state.owed = 0
        tell(story, Event.LAPSED, seat, NONE, NONE, 0)
    else:
        state.owed -= 1
        state.hand = draw_tile(state, Chance.DRAW, story)
        tell(story, Event.DREW, seat, state.hand, NONE, 0)


# R8 Visitors and butterflies


@rule
def visitor_points(state: Any, seat: int) -> int:
    """R8.1 A point for each linked visitor."""
    return VISITOR_POINTS * widen(state.linked[seat, VISITOR])


@rule
def butterfly_points(state: Any, seat: int) -> int:
    """R8.1 Two points for each linked butterfly."""
    return BUTTERFLY_POINTS * widen(state.linked[seat, BUTTERFLY])


# R9 Altars


@rule
def counted(state: Any, seat: int, what: int) -> int:
    """R9.2 What an altar counts: balloons of a colour, shops of all kinds together, visitors, butterflies, or chimeras of both sizes."""
    if what == CHIMERAS:
        return bit_count(widen(state.chimera[seat, SMALL])) + bit_count(widen(state.chimera[seat, LARGE]))
    if what != ALL_SHOPS:
        return widen(state.linked[seat, what])
    shops = 0
    for shop in range(SHOPS):
        shops += widen(state.linked[seat, SHOP + shop])
    return shops


@rule
def altar_points(state: Any, seat: int) -> int:
    """R9.1 Each linked altar gives its points for each linked thing of its kind. R9.3 Every altar scores by itself."""
    points = 0
    for altar in range(ALTARS):
        if state.linked[seat, ALTAR + altar] != 0:
            points += widen(state.linked[seat, ALTAR + altar]) * widen(ALTAR_POINTS[altar]) * counted(state, seat, ALTAR_COUNTS[altar])
    return points


# R10 End of a round


@rule
def end_round(state: Any, story: Any) -> None:
    """R10.1 Both lines are empty. R10.2 They are filled again, R10.3 and the Catrina passes on. R11.1 After the last round, R10.4 or with an empty bag, the game is over."""
    if widen(state.rounds_over) + 1 == state.seats or state.bag_size == 0:
        state.phase = Phase.OVER
        tell(story, Event.ENDED, NONE, NONE, NONE, 0)
        return
    state.rounds_over += 1
    state.seat = state.rounds_over
    fill_lines(state, story)
    tell(story, Event.ROUND, state.seat, NONE, NONE, widen(state.rounds_over) + 1)


# R11 End of the game and scoring


@rule
def balloon_points(state: Any, seat: int) -> int:
    """R11.2 The values showing on the seat's balloon tiles."""
    points = 0
    for color in range(COLORS):
        points += balloon_value(state, seat, color)
    return points


@rule
def shop_points(state: Any, seat: int) -> int:
    """R11.2 By the number of different kinds of linked shops."""
    kinds = 0
    for shop in range(SHOPS):
        kinds += 1 if state.linked[seat, SHOP + shop] > 0 else 0
    return widen(SHOP_POINTS[kinds])


@rule
def chimera_points(state: Any, seat: int) -> int:
    """R11.2 For every small and every large chimera."""
    small, large = bit_count(widen(state.chimera[seat, SMALL])), bit_count(widen(state.chimera[seat, LARGE]))
    return small * widen(CHIMERA_POINTS[SMALL]) + large * widen(CHIMERA_POINTS[LARGE])


@rule
def breakdown(state: Any, out: Any) -> None:
    """R11.2 The score sheet, as it would be if the game ended here."""
    for seat in range(state.seats):
        out[seat, 0] = balloon_points(state, seat)
        out[seat, 1] = altar_points(state, seat)
        out[seat, 2] = shop_points(state, seat)
        out[seat, 3] = chimera_points(state, seat)
        out[seat, 4] = visitor_points(state, seat)
        out[seat, 5] = butterfly_points(state, seat)


@rule
def scores(state: Any, out: Any) -> None:
    """R11.2 The sum of the sheet."""
    for seat in range(state.seats):
        out[seat] = balloon_points(state, seat) + altar_points(state, seat) + shop_points(state, seat)
        out[seat] += chimera_points(state, seat) + visitor_points(state, seat) + butterfly_points(state, seat)


@rule
def ranks(state: Any, out: Any) -> None:
    """R11.3 The highest score wins, and equal scores share the place."""
    scores(state, out)
    rank(out, state.seats)


# For tests and counting


@rule
def census(state: Any, out: Any) -> int:
    """Every tile by its number, then the chimeras of either size, then the balloon tiles of each colour."""
    for kind in range(KINDS):
        for copy in range(widen(KIND_COUNT[kind]) - widen(state.bag[kind]), widen(KIND_COUNT[kind])):
            out[widen(KIND_FIRST[kind]) + copy] += 1
    for start in range(STARTS):
        out[START_FIRST + start] += widen(state.box[start])
    for line in range(LINES):
        for slot in range(LONGEST):
            out[state.line[line, slot]] += 1 if state.line[line, slot] > 0 else 0
    out[state.hand] += 1 if state.hand > 0 else 0
    for seat in range(state.seats):
        for number in range(1, widen(state.tiles[seat]) + 1):
            out[state.placed[seat, number] // 4] += 1
        for size in range(2):
            out[TILES + size] += bit_count(widen(state.chimera[seat, size]))
        for color in range(COLORS):
            out[TILES + 2 + color] += 1 if state.balloon_tile[seat, color] > 0 else 0
    for size in range(2):
        out[TILES + size] += widen(state.chimeras_left[size])
    for color in range(COLORS):
        out[TILES + 2 + color] += widen(PILE_SIZE[state.seats]) - widen(state.pile[color])
    return TILES + 2 + COLORS


@rule
def canonical(state: Any) -> None:
    """Copies of a tile become the first of them, the tiles of a village are numbered in reading order, and lines begin at their first slot."""
    state.hand = first_copy(state.hand)
    for line in range(LINES):
        left, right = widen(state.left[line]), widen(state.right[line])
        for slot in range(LONGEST):
            state.line[line, slot] = first_copy(state.line[line, left + slot]) if left + slot < right else 0
        state.left[line], state.right[line] = 0, right - left
    for seat in range(state.seats):
        for number in range(1, widen(state.tiles[seat]) + 1):
            placed = widen(state.placed[seat, number])
            state.placed[seat, number] = 4 * first_copy(placed // 4) + placed % 4
            while number > 1 and state.spot[seat, number - 1] > state.spot[seat, number]:
                swap_numbers(state, seat, number)
                number -= 1


@rule
def first_copy(tile: int) -> int:
    """The first tile that looks like this one; a start tile is the only one of its kind."""
    return widen(KIND_FIRST[TILE_KIND[tile]]) if 0 < tile < START_FIRST else widen(tile)


@rule
def swap_numbers(state: Any, seat: int, number: int) -> None:
    """Let a tile of a village and the one before it change their numbers."""
    other = number - 1
    state.placed[seat, number], state.placed[seat, other] = state.placed[seat, other], state.placed[seat, number]
    state.spot[seat, number], state.spot[seat, other] = state.spot[seat, other], state.spot[seat, number]
    for each in (number, other):
        state.ground[seat, cell_of(widen(state.spot[seat, each]))] = each
    for word in range(2):
        state.reached[seat, word] = with_swapped_bits(widen(state.reached[seat, word]), other)
        state.chimera[seat, word] = with_swapped_bits(widen(state.chimera[seat, word]), other)


@rule
def with_swapped_bits(mask: int, low: int) -> int:
    """The mask with bits `low` and `low` + 1 in each other's place."""
    differ = ((mask >> low) ^ (mask >> (low + 1))) & 1
    return mask ^ (differ * (3 << low))
