"""R3 The turn."""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.viva_catrina.actions import ACTION_COUNT, PLACE
from ludotheque.games.viva_catrina.components import TILE_KIND, TURNS
from ludotheque.games.viva_catrina.rules.balloons import give_balloon_tiles
from ludotheque.games.viva_catrina.rules.chimeras import give_chimeras
from ludotheque.games.viva_catrina.rules.codes import Event, Refusal
from ludotheque.games.viva_catrina.rules.end import end_round
from ludotheque.games.viva_catrina.rules.links import link_path
from ludotheque.games.viva_catrina.rules.shops import count_pairs, draw_extra
from ludotheque.games.viva_catrina.rules.tiles import lay_tile
from ludotheque.games.viva_catrina.state import Phase


@rule
def to_act(state: Any) -> int:
    """R3.1 Return the seat whose turn it is."""
    return 0 if state.phase == Phase.OVER else 1 << widen(state.seat)


@rule
def legal(state: Any, seat: int, out: Any) -> int:
    """R3.2 List the ends of the lines.

    R3.5, R3.6 Or every free spot next to the village with every rotation. Must agree with
    `refusal`.
    """
    if seat != state.seat or state.phase == Phase.OVER:
        return 0
    if state.phase == Phase.TAKE:
        count = 0
        for action in range(PLACE):
            if refusal_of_take(state, action) == Refusal.LEGAL:
                out[count] = action
                count += 1
        return count
    # 1, 2 or 4 turns: one loop without a division, so that the compiler writes several at once
    turns = widen(TURNS[state.hand])
    count = widen(state.fringe_size[seat]) * turns
    for choice in range(count):
        out[choice] = PLACE + 4 * (choice >> (turns >> 1)) + (choice & turns - 1)
    return count


@rule
def refusal(state: Any, seat: int, action: int) -> int:
    """R3.1 The seat whose turn it is takes a tile, then places it."""
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
    # action % 4: there are four ways to take
    return Refusal.SAME_TURN if action % 4 >= TURNS[state.hand] else Refusal.LEGAL


@rule
def refusal_of_take(state: Any, action: int) -> int:
    """R3.2 An empty line offers nothing; a line of one tile, or of identical tiles, offers one
    choice.
    """
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
    """R3.1 Take a tile, then place it."""
    if action < PLACE:
        take(state, seat, action // 2, action % 2, story)
    else:
        place(state, seat, (action - PLACE) // 4, action % 4, story)


@rule
def take(state: Any, seat: int, line: int, end: int, story: Any) -> None:
    """R3.2 Take a tile from the left or right end of a line. R3.3 The others stay as they are."""
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
    """R3.5 Place the tile on a free spot next to the village.

    R3.9 Then resolve balloons, chimeras and shops. R3.10 Then continue.
    """
    tile = widen(state.hand)
    tell(story, Event.PLACED, seat, tile, state.fringe[seat, place], turn)
    around = widen(state.around[seat, place])
    number = lay_tile(state, seat, place, 4 * tile + turn)
    state.hand = 0
    fresh = link_path(state, seat, number, 0, around) | link_path(state, seat, number, 1, around)
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
def next_turn(state: Any, story: Any) -> None:
    """R3.10 Pass the turn clockwise if a tile is left in a line; otherwise the round is over."""
    state.phase = Phase.TAKE
    if state.left[0] < state.right[0] or state.left[1] < state.right[1]:
        state.seat = (widen(state.seat) + 1) % widen(state.seats)
    else:
        end_round(state, story)
