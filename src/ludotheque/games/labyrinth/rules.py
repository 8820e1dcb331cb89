"""The rules of Master Labyrinth, in the order of rulebook.md."""

from enum import IntEnum
from typing import Any

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.chance import draw, draw_bit
from ludotheque.core.constants import NONE
from ludotheque.core.ranking import rank
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.labyrinth.actions import ASK, DECLINE, END, MOVE, STAY, TIP, WAND
from ludotheque.games.labyrinth.components import (
    BONUS,
    CARD_TOKENS,
    CARDS,
    CELLS,
    DEFAULT_PAWN,
    EAST,
    FIXED_OPEN,
    LOOK_SHAPE,
    LOOK_SIDES,
    LOOKS,
    LOOSE,
    LOOSE_CELL,
    NORTH,
    NOT_LAST_COLUMN,
    PAWN_START,
    SEATS,
    SHAPE_COUNT,
    SHAPE_FIRST,
    SHAPE_TURNS,
    SHAPES,
    SIDE,
    SIDES_LOOK,
    SLOT_ENTER,
    SLOT_EXIT,
    SLOT_LINE,
    SLOT_OPPOSITE,
    SLOT_STEP,
    SLOTS,
    SOUTH,
    TILE_FIRST,
    TOKEN_CELL,
    TOKEN_VALUE,
    TOKENS,
    WAND_POINTS,
    WANDS,
    WEST,
)
from ludotheque.games.labyrinth.state import Phase


class Refusal(IntEnum):
    LEGAL = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    NO_PASSING = 3
    MUST_SHIFT = 4
    MUST_MOVE = 5
    MUST_END = 6
    NO_SLOT = 7
    OTHER_SHAPE = 8
    FORBIDDEN_SLOT = 9
    NO_CELL = 10
    OUT_OF_REACH = 11
    SAME_CELL = 12
    TOO_EARLY = 13
    NO_ADVICE = 14
    ASKED = 15
    NOT_HELD = 16
    MUST_ANSWER = 17
    NOT_ASKED = 18
    UNREADABLE = 19


class Chance(IntEnum):
    SHAPE = 0
    TURN = 1
    TOKEN = 2
    CARD = 3


class Event(IntEnum):
    ASKED = 0  # seat, price
    TIPPED = 1  # seat, look, slot
    DECLINED = 2  # seat
    UNANSWERED = 3
    SHIFTED = 4  # seat, look, slot
    PAWN_OVER = 5  # seat, -, cell
    TOKEN_OVER = 6  # -, token, cell
    PAID = 7  # seat, price, to whom
    MOVED = 8  # seat, from, to
    STAYED = 9  # seat
    TOOK = 10  # seat, token, cell
    SPENT = 11  # seat, -, -, wands left
    TURN = 12  # seat
    ENDED = 13  # -, -, -, dry actions


# R1 Setup


@rule
def setup(state: Any, seats: int, options: Any, story: Any) -> None:
    """R1.3 A pawn, R1.6 three wands and R1.5 a card for each seat. R1.7 Seat 0 begins."""
    state.seats, state.advice, state.drought = seats, options[0], options[1]
    lay_tiles(state, story)
    lay_tokens(state, story)
    for seat in range(SEATS):
        state.card[seat], state.pawn[seat], state.color[seat] = NONE, NONE, NONE
    for seat in range(seats):
        state.color[seat] = DEFAULT_PAWN[seats, seat]
        state.pawn[seat] = PAWN_START[state.color[seat]]
        state.wands[seat] = WANDS
    deal_cards(state, story)
    state.forbidden = NONE  # R3.5
    state.walker, state.origin = NONE, NONE
    forget_question(state)
    begin_action(state)


@rule
def lay_tiles(state: Any, story: Any) -> None:
    """R1.1 The glued tiles stay. R1.2 The loose ones are shuffled and turned; the last is the spare."""
    for side in range(4):
        state.open[side] = FIXED_OPEN[side]
    for cell in range(CELLS):
        state.tile[cell] = NONE
    laid = 0  # how many of each shape, eight bits a shape: they get their numbers in the order in which they lie
    for place in range(LOOSE):
        shape = draw_shape(state, story, laid, LOOSE - place)
        tile = widen(TILE_FIRST[shape]) + ((laid >> (8 * shape)) & 255)
        laid += 1 << (8 * shape)
        look = widen(SHAPE_FIRST[shape]) + draw(state, story, Chance.TURN, widen(SHAPE_TURNS[shape]))
        if place == LOOSE - 1:
            state.spare, state.spare_tile = look, tile
        else:
            cell = widen(LOOSE_CELL[place])
            state.tile[cell] = tile
            lay(state, cell, look)


@rule
def draw_shape(state: Any, story: Any, laid: int, left: int) -> int:
    """The shape of one of the tiles that are left, each tile equally likely."""
    skip = draw(state, story, Chance.SHAPE, left)
    shape = 0
    while shape < SHAPES - 1:
        count = widen(SHAPE_COUNT[shape]) - ((laid >> (8 * shape)) & 255)
        if skip < count:
            break
        skip -= count
        shape += 1
    return shape


@rule
def lay(state: Any, cell: int, look: int) -> None:
    """Open the sides of a cell where no tile lay."""
    sides = widen(LOOK_SIDES[look])
    for side in range(4):
        state.open[side] |= ((sides >> side) & 1) << cell


@rule
def lay_tokens(state: Any, story: Any) -> None:
    """R1.4 The tokens are shuffled and laid on their cells, one each."""
    for cell in range(CELLS):
        state.token[cell] = NONE
    for token in range(TOKENS):
        state.token[TOKEN_CELL[token]] = token
    for place in range(TOKENS - 1):
        cell = TOKEN_CELL[place]
        other = TOKEN_CELL[place + draw(state, story, Chance.TOKEN, TOKENS - place)]
        token = state.token[other]
        state.token[other] = state.token[cell]
        state.token[cell] = token
    state.goal = 0
    find_goal(state)


@rule
def deal_cards(state: Any, story: Any) -> None:
    """R1.5 A formula card for each seat whose card is not seen, out of those that nobody is seen to have."""
    left = (1 << CARDS) - 1
    for seat in range(state.seats):
        if state.card[seat] != NONE:
            left &= ~(1 << widen(state.card[seat]))
    for seat in range(state.seats):
        if state.card[seat] == NONE:
            state.card[seat] = draw_bit(state, story, Chance.CARD, left)
            left &= ~(1 << widen(state.card[seat]))


# R2 The turn


@rule
def to_act(state: Any) -> int:
    """R2.3 The active seat; R8.4 after a question, the seat that answers."""
    if state.phase == Phase.OVER:
        return 0
    return 1 << widen(state.adviser if state.phase == Phase.ANSWER else state.seat)


@rule
def legal(state: Any, seat: int, out: Any) -> int:
    """R2.2 What the phase allows, one function each."""
    if seat < 0 or (to_act(state) >> seat) & 1 == 0:
        return 0
    if state.phase == Phase.SHIFT:
        return legal_prices(state, seat, out, legal_shifts(state, 0, out))
    if state.phase == Phase.ANSWER:
        count = legal_shifts(state, TIP, out)
        out[count] = DECLINE
        return count + 1
    if state.phase == Phase.MOVE:
        return legal_moves(state, seat, out)
    out[0], out[1] = WAND, END
    return 2


@rule
def refusal(state: Any, seat: int, action: int) -> int:
    """Why an action is not allowed. Must agree with `legal`."""
    if state.phase == Phase.OVER:
        return Refusal.GAME_OVER
    if seat < 0 or (to_act(state) >> seat) & 1 == 0:
        return Refusal.NOT_YOUR_TURN
    if action < 0 or action > END:
        return Refusal.UNREADABLE
    if state.phase == Phase.SHIFT:
        return refusal_of_shift(state, action) if action < TIP else refusal_of_ask(state, seat, action)
    if state.phase == Phase.ANSWER:
        if action < TIP or action >= ASK:
            return Refusal.LEGAL if action == DECLINE else Refusal.MUST_ANSWER
        return refusal_of_shift(state, action - TIP)
    if state.phase == Phase.MOVE:
        return refusal_of_move(state, seat, action)
    return Refusal.LEGAL if action >= WAND else Refusal.MUST_END


@rule
def apply(state: Any, seat: int, action: int, story: Any) -> None:
    """R2.2 Shift, then move, then whatever follows by itself."""
    if action < TIP:
        shift(state, seat, action, story)
    elif action < ASK:
        show_tip(state, seat, action - TIP, story)
    elif action < MOVE:
        ask(state, seat, action - ASK, story)
    elif action < STAY:
        move(state, seat, action - MOVE, story)
    elif action == STAY:
        tell(story, Event.STAYED, seat, NONE, state.pawn[seat], 0)
        finish_action(state, seat, story)
    elif action == DECLINE:
        decline(state, seat, story)
    elif action == WAND:
        spend_wand(state, seat, story)
    else:
        pass_turn(state, story)


@rule
def begin_action(state: Any) -> None:
    """R3.1 An action begins with a shift."""
    state.phase = Phase.SHIFT


@rule
def pass_turn(state: Any, story: Any) -> None:
    """R2.3 Turns go clockwise."""
    state.seat = (widen(state.seat) + 1) % widen(state.seats)
    state.spent = 0
    begin_action(state)
    tell(story, Event.TURN, state.seat, NONE, NONE, 0)


# R3 Shift


@rule
def legal_shifts(state: Any, first: int, out: Any) -> int:
    """R3.2 Every slot with every look of the spare, R3.4 but not where it came out. `first`: the number of the first such action."""
    shape = LOOK_SHAPE[state.spare]
    look, turns, forbidden = first + widen(SHAPE_FIRST[shape]), widen(SHAPE_TURNS[shape]), widen(state.forbidden)
    count = 0
    for slot in range(SLOTS):
        if slot != forbidden:
            for turn in range(turns):
                out[count] = look + turn
                count += 1
        look += LOOKS
    return count


@rule
def refusal_of_shift(state: Any, action: int) -> int:
    """R3.2 Only as the spare can lie. R3.4 Not where it came out."""
    if LOOK_SHAPE[action % LOOKS] != LOOK_SHAPE[state.spare]:
        return Refusal.OTHER_SHAPE
    if action // LOOKS == state.forbidden:
        return Refusal.FORBIDDEN_SLOT
    return Refusal.LEGAL


@rule
def shift(state: Any, seat: int, action: int, story: Any) -> None:
    """R3.3 The line moves. R3.4 The way back is forbidden. R8.7 A tip that was followed is paid for."""
    slot, look = action // LOOKS, action % LOOKS
    tell(story, Event.SHIFTED, seat, look, slot, 0)
    push_tiles(state, slot, look)
    carry(state, slot, story)
    state.forbidden = SLOT_OPPOSITE[slot]
    state.walker, state.origin = NONE, NONE
    if state.tip == action:
        pay(state, seat, story)
    forget_question(state)
    state.phase = Phase.MOVE


@rule
def push_tiles(state: Any, slot: int, look: int) -> None:
    """R3.3 The spare takes the entry cell, every tile of the line moves on by one, and the last comes out."""
    leave, sides, out = widen(SLOT_EXIT[slot]), widen(LOOK_SIDES[look]), 0
    for side in range(4):
        out |= ((state.open[side] >> leave) & 1) << side
        state.open[side] = pushed(state.open[side], slot, (sides >> side) & 1)
    state.spare = SIDES_LOOK[out]


@rule
def pushed(cells: int, slot: int, entering: int) -> int:
    """A set of cells after a shift, when what is marked moves along with its tile; `entering`: 1 if the entry cell is in it afterwards."""
    line, step = widen(SLOT_LINE[slot]), widen(SLOT_STEP[slot])
    moving = cells & line
    return cells & ~line | (moving << step if step > 0 else moving >> -step) & line | entering << widen(SLOT_ENTER[slot])


@rule
def carry(state: Any, slot: int, story: Any) -> None:
    """R3.7 Tokens and pawns travel with their tile; R3.8 from the tile that comes out they go to the one that went in."""
    enter, leave, step = widen(SLOT_ENTER[slot]), widen(SLOT_EXIT[slot]), widen(SLOT_STEP[slot])
    token, tile = state.token[leave], state.tile[leave]
    cell = leave
    while cell != enter:
        state.token[cell], state.tile[cell] = state.token[cell - step], state.tile[cell - step]
        cell -= step
    state.token[enter], state.tile[enter] = token, state.spare_tile
    state.spare_tile = tile
    if token != NONE:
        tell(story, Event.TOKEN_OVER, NONE, token, enter, 0)
    line = SLOT_LINE[slot]
    state.goal_cell = carried(widen(state.goal_cell), line, leave, enter, step)
    for seat in range(state.seats):
        if state.pawn[seat] == leave:
            tell(story, Event.PAWN_OVER, seat, NONE, enter, 0)
        state.pawn[seat] = carried(widen(state.pawn[seat]), line, leave, enter, step)


@rule
def carried(cell: int, line: int, leave: int, enter: int, step: int) -> int:
    """R3.7, R3.8 Where something lies after the shift that lay on `cell` before."""
    if (line >> cell) & 1 == 0:
        return cell
    return enter if cell == leave else cell + step


# R4 Move


@rule
def reachable(state: Any, start: int) -> int:
    """R4.2 All cells to which a chain of joined cells leads from a set of cells, themselves included."""
    return flood(state.open[NORTH], state.open[EAST], state.open[SOUTH], state.open[WEST], start)


@rule
def flood(north: int, east: int, south: int, west: int, start: int) -> int:
    """R4.1 Cells are joined where both tiles are open. The sets of cells that are open to each side, and the set to start from."""
    up = north & (south << SIDE)  # joined to the cell above
    left = west & ((east & NOT_LAST_COLUMN) << 1)
    down, right = up >> SIDE, left >> 1  # the same joints seen from the other cell
    before, cells = 0, start
    while cells != before:
        before = cells
        cells |= (cells & up) >> SIDE | (cells & down) << SIDE | (cells & left) >> 1 | (cells & right) << 1
    return cells


@rule
def legal_moves(state: Any, seat: int, out: Any) -> int:
    """R4.2 Any cell within reach, R4.5 but not the pawn's own; R4.4 or stay."""
    here = 1 << widen(state.pawn[seat])
    cells = reachable(state, here) & ~here
    count = 0
    while cells != 0:
        out[count] = MOVE + lowest_bit(cells)
        cells &= cells - 1
        count += 1
    out[count] = STAY
    return count + 1


@rule
def refusal_of_move(state: Any, seat: int, action: int) -> int:
    """R4.2 Not beyond reach. R4.5 Not to the cell where the pawn stands."""
    if action < MOVE or action >= STAY:
        return Refusal.LEGAL if action == STAY else Refusal.MUST_MOVE
    if action - MOVE == state.pawn[seat]:
        return Refusal.SAME_CELL
    return Refusal.LEGAL if (reachable(state, 1 << widen(state.pawn[seat])) >> (action - MOVE)) & 1 else Refusal.OUT_OF_REACH


@rule
def move(state: Any, seat: int, cell: int, story: Any) -> None:
    """R4.2 The pawn goes there. R5.2 If the goal lies there, it is taken."""
    tell(story, Event.MOVED, seat, state.pawn[seat], cell, 0)
    state.walker, state.origin = seat, state.pawn[seat]
    state.pawn[seat] = cell
    if cell == state.goal_cell:
        take_goal(state, seat, story)
    finish_action(state, seat, story)


# R5 Taking a token


@rule
def take_goal(state: Any, seat: int, story: Any) -> None:
    """R5.2 The token now lies in front of the player. R5.9 The next one is the goal."""
    tell(story, Event.TOOK, seat, state.goal, state.goal_cell, 0)
    state.held[seat] |= 1 << widen(state.goal)
    state.token[state.goal_cell] = NONE
    state.goal += 1
    state.dry = -1  # the action that takes a token is not counted: `finish_action` makes it 0
    find_goal(state)


@rule
def find_goal(state: Any) -> None:
    """R5.1 The goal is the token with the lowest value on the board."""
    state.goal_cell = NONE
    for cell in range(CELLS):
        if state.token[cell] == state.goal:
            state.goal_cell = cell


@rule
def finish_action(state: Any, seat: int, story: Any) -> None:
    """R9.1, R9.2 The end comes first. R7.1 Then a wand may be spent, R7.2 one a turn. R2.1 Otherwise the turn passes by itself."""
    state.dry += 1
    if state.goal == TOKENS or (state.drought > 0 and state.dry >= state.drought):
        state.phase = Phase.OVER
        tell(story, Event.ENDED, NONE, NONE, NONE, state.dry)
    elif state.wands[seat] > 0 and state.spent == 0:
        state.phase = Phase.WAND
    else:
        pass_turn(state, story)


# R7 Wands


@rule
def spend_wand(state: Any, seat: int, story: Any) -> None:
    """R7.5 The wand leaves the game, R7.1 and another whole action begins."""
    state.wands[seat] -= 1
    state.spent = 1
    tell(story, Event.SPENT, seat, NONE, NONE, state.wands[seat])
    begin_action(state)


# R8 Advice


@rule
def may_ask(state: Any) -> bool:
    """R8.1 Only with the option. R8.2 Once in each action, before its shift."""
    return widen(state.advice) == 1 and widen(state.asked) == 0


@rule
def legal_prices(state: Any, seat: int, out: Any, count: int) -> int:
    """R8.3 One of the tokens in front of the active player, or a wand; listed after `count` other actions."""
    if may_ask(state):
        tokens = widen(state.held[seat])
        while tokens != 0:
            out[count] = ASK + lowest_bit(tokens)
            tokens &= tokens - 1
            count += 1
        if state.wands[seat] > 0:
            out[count] = ASK + TOKENS
            count += 1
    return count


@rule
def refusal_of_ask(state: Any, seat: int, action: int) -> int:
    """R2.4, R3.1, R7.3 and R8.4: what else is not allowed before the shift. R8.1 to R8.3: why a question is not."""
    if action < ASK or action == DECLINE:
        return Refusal.NOT_ASKED
    if action >= MOVE:
        return Refusal.NO_PASSING if action == END else Refusal.TOO_EARLY if action == WAND else Refusal.MUST_SHIFT
    if state.advice == 0:
        return Refusal.NO_ADVICE
    if state.asked == 1:
        return Refusal.ASKED
    price = action - ASK
    is_held = state.wands[seat] > 0 if price == TOKENS else (widen(state.held[seat]) >> price) & 1 == 1
    return Refusal.LEGAL if is_held else Refusal.NOT_HELD


@rule
def ask(state: Any, seat: int, price: int, story: Any) -> None:
    """R8.3 The question names its price. R8.4 The next seat answers first."""
    state.asked, state.price = 1, price
    state.adviser = (seat + 1) % widen(state.seats)
    state.phase = Phase.ANSWER
    tell(story, Event.ASKED, seat, price, NONE, 0)


@rule
def show_tip(state: Any, seat: int, tip: int, story: Any) -> None:
    """R8.5 The first tip ends the asking."""
    state.tip = tip
    state.phase = Phase.SHIFT
    tell(story, Event.TIPPED, seat, tip % LOOKS, tip // LOOKS, 0)


@rule
def decline(state: Any, seat: int, story: Any) -> None:
    """R8.4 The next seat answers. R8.6 If all decline, the question is over."""
    tell(story, Event.DECLINED, seat, NONE, NONE, 0)
    state.adviser = (seat + 1) % widen(state.seats)
    if state.adviser == state.seat:
        state.adviser, state.price = NONE, NONE
        state.phase = Phase.SHIFT
        tell(story, Event.UNANSWERED, state.seat, NONE, NONE, 0)


@rule
def forget_question(state: Any) -> None:
    """R8.2 With the shift the time for advice is over; the next action allows a new question."""
    state.asked, state.price, state.adviser, state.tip = 0, NONE, NONE, NONE


@rule
def pay(state: Any, seat: int, story: Any) -> None:
    """R8.7 The price passes at once to the player who gave the tip. R8.8, R8.9 It is the new holder's from now on."""
    price, adviser = widen(state.price), widen(state.adviser)
    if price == TOKENS:
        state.wands[seat] -= 1
        state.wands[adviser] += 1
    else:
        state.held[seat] &= ~(1 << price)
        state.held[adviser] |= 1 << price
    tell(story, Event.PAID, seat, price, adviser, 0)


# R10 Scoring


@rule
def token_points(state: Any, seat: int) -> int:
    """R10.2 Every token in front of a player counts its value."""
    points, tokens = 0, widen(state.held[seat])
    while tokens != 0:
        points += widen(TOKEN_VALUE[lowest_bit(tokens)])
        tokens &= tokens - 1
    return points


@rule
def formula_tokens(state: Any, seat: int) -> int:
    """R10.3 The tokens in front of a player that are on the own card. A card that is not seen gives none."""
    card = widen(state.card[seat])
    return 0 if card == NONE else bit_count(widen(state.held[seat]) & widen(CARD_TOKENS[card]))


@rule
def score(state: Any, seat: int) -> int:
    """R10.2 to R10.4 Tokens, 20 for each that is on the own card, 3 for each wand."""
    return token_points(state, seat) + BONUS * formula_tokens(state, seat) + WAND_POINTS * widen(state.wands[seat])


@rule
def scores(state: Any, out: Any) -> None:
    """R10.5 The total."""
    for seat in range(state.seats):
        out[seat] = score(state, seat)


@rule
def ranks(state: Any, out: Any) -> None:
    """R10.5 The highest total, then more tokens of the own formula, then the higher single token, then a shared place."""
    for seat in range(state.seats):
        tokens = widen(state.held[seat])
        highest = 0  # a token's place in the order says as much as its value
        while tokens >> highest != 0:
            highest += 1
        out[seat] = (4 * score(state, seat) + formula_tokens(state, seat)) * 32 + highest
    rank(out, state.seats)


@rule
def breakdown(state: Any, out: Any) -> None:
    """The score sheet: tokens, formula, wands."""
    for seat in range(state.seats):
        out[seat, 0] = token_points(state, seat)
        out[seat, 1] = BONUS * formula_tokens(state, seat)
        out[seat, 2] = WAND_POINTS * widen(state.wands[seat])


# For tests and counting


@rule
def census(state: Any, out: Any) -> int:
    """Every loose tile by its number, every tile by its shape, every token, every pawn on the board and every card. Wands leave the game: a test of their own counts them."""
    out[state.spare_tile] += 1
    out[LOOSE + widen(LOOK_SHAPE[state.spare])] += 1
    first = LOOSE + SHAPES
    for cell in range(CELLS):
        if state.tile[cell] != NONE:
            out[state.tile[cell]] += 1
        if state.token[cell] != NONE:
            out[first + widen(state.token[cell])] += 1
        out[LOOSE + widen(LOOK_SHAPE[look_at(state, cell)])] += 1
    for seat in range(state.seats):
        for token in range(TOKENS):
            out[first + token] += (widen(state.held[seat]) >> token) & 1
        out[first + TOKENS] += 0 <= state.pawn[seat] < CELLS
        out[first + TOKENS + 1] += 0 <= state.card[seat] < CARDS
    return first + TOKENS + 2


@rule
def look_at(state: Any, cell: int) -> int:
    """The look of the tile on a cell."""
    sides = 0
    for side in range(4):
        sides |= ((state.open[side] >> cell) & 1) << side
    return widen(SIDES_LOOK[sides])


@rule
def canonical(state: Any) -> None:
    """Tiles of one shape look the same, and neither how the spare lies nor where a pawn came from means anything."""
    state.walker, state.origin = NONE, NONE
    state.spare = SHAPE_FIRST[LOOK_SHAPE[state.spare]]
    state.spare_tile = NONE
    for cell in range(CELLS):
        state.tile[cell] = NONE
