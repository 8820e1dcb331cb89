"""Random games with every ply kept, a template.

The games are the same as those of `engine.batch`: the same deals and the same choices.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.chance import WORDS, fill_block
from ludotheque.core.constants import NONE, TABLE, TOO_LONG, TOO_MANY
from ludotheque.core.rule import rule
from ludotheque.core.stream import advance, open_stream, pick

if TYPE_CHECKING:  # replaced by the game's own when the template is instantiated
    from ludotheque.core.contract import ACTION_COUNT, MAX_LEGAL, MAX_PLIES, STATE, apply, legal, ranks, scores, to_act
    from ludotheque.core.engine import new_game

    def entry(function: Any) -> Any: ...


@entry
def gather(
    blank: Any,
    root: Any,
    first: int,
    times: int,
    kept: int,
    seats: int,
    options: Any,
    story: Any,
    games: Any,
    rows: Any,
) -> tuple[int, int]:
    """Play the games first, first + 1, …, each deal `times` times, until there is no room for more.

    Writes one row per game and, for games below the number `kept`, one row per ply. Returns how
    many games and how many plies were written.
    """
    pool = np.empty(1, STATE)
    state = pool[0]
    words, lots = np.empty(WORDS, np.uint32), np.empty(WORDS, np.uint32)
    actions = np.empty(ACTION_COUNT, np.int32)  # all, so that exceeding MAX_LEGAL is noticed
    filled = 0
    for game in range(len(games)):
        number = first + game
        if number < kept and filled + MAX_PLIES > len(rows):
            return game, filled
        pool[0] = blank[0]
        new_game(state, root, number // times, seats, options, words, story)
        fill_block(root, number, lots)  # its second half decides what the players do
        row = games[game]
        row.number, row.deal = number, number // times
        filled += one_game(state, lots[8:11], actions, number < kept, row, rows[filled:], story)
        scores(state, row.score)
        ranks(state, row.place)
    return len(games), filled


@rule
def one_game(state: Any, words: Any, actions: Any, is_kept: bool, row: Any, rows: Any, story: Any) -> int:
    """Play one game to its end, and return how many of its plies were written.

    The loop must make the same choices as `engine.finish`.
    """
    a, b, c, count = open_stream(words)
    plies, turns, decisions, begins, last = 0, 0, 0, NONE, NONE
    mask = to_act(state)
    while mask != 0 and plies < MAX_PLIES:
        if mask & (mask - 1) != 0:
            word, a, b, c, count = advance(a, b, c, count)
            for _ in range(pick(word, bit_count(mask))):
                mask &= mask - 1
        seat = lowest_bit(mask)
        choices = legal(state, seat, actions)
        if choices > MAX_LEGAL:
            row.plies = TOO_MANY
            return 0
        word, a, b, c, count = advance(a, b, c, count)
        action = widen(actions[pick(word, choices)])
        apply(state, seat, action, story)
        if seat != TABLE:
            begins = seat if begins == NONE else begins
            turns += seat != last
            decisions += choices > 1
            last = seat
        if is_kept:
            rows[plies].game, rows[plies].ply, rows[plies].seat = row.number, plies, seat
            rows[plies].action, rows[plies].choices, rows[plies].expects = action, choices, np.nan
            scores(state, rows[plies].score)
        plies += 1
        mask = to_act(state)
    row.plies, row.turns, row.decisions, row.begins = plies, turns, decisions, begins
    if mask != 0:
        row.plies = TOO_LONG
    return plies if is_kept else 0
