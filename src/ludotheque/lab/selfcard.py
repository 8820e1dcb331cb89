"""Self-play on a GPU, a template: many games at once, one decision of each at a time.

`take_turns` has a thread for each game. It draws an action at a decision, takes it, plays on to the
next decision, and lists the actions to judge there. `try_out` has a thread for each of these
actions: it writes what the network is to judge. The network itself is a matrix product, which is
not ours. Together they play the games of `selfplay.play`, with the same functions.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import cuda

from ludotheque.bots.network import OUTPUTS, SAID, WORD, Layers
from ludotheque.bots.tree import Result
from ludotheque.core.bits import widen
from ludotheque.core.chance import WORDS
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.rule import rule
from ludotheque.core.story import STORY

if TYPE_CHECKING:  # replaced by the game's own when the template is instantiated
    from ludotheque.bots.judging import glance, hear, judge_of, look
    from ludotheque.bots.knowledge import MARKS
    from ludotheque.core.contract import ACTION_COUNT, MAX_LEGAL, STATE, apply, legal, to_act, view
    from ludotheque.core.engine import new_game
    from ludotheque.lab.selfplay import MOST_TRIED, choose_some, drawn, expect, imagine_anew, look_back, who_acts

    BLANK = np.zeros(1, np.int64)  # a view of nothing, in words
    HIDES = False  # is anything hidden from a seat?
    ENCODED, MOST_SEATS = 0, 0

STATE_WORDS = STATE.itemsize // 8
STORY_WORDS = STORY.itemsize // 8
SEEN_WORDS = -(-ENCODED // WORD)
# the sizes of local arrays have to be plain names
ROOMS_WORDS, SEATS, SAYINGS = 2 * STATE_WORDS, TABLE + 1, (SAID + MARKS) * MOST_SEATS
PROMISED = SEATS, OUTPUTS
MARKED = MOST_SEATS, max(1, MARKS)
ACTION = np.int16 if ACTION_COUNT < 1 << 15 else np.int32  # see lab/kernel.py
# what is noted of a game: decisions kept, the first of this game, the number of games before it,
# who decides, how many actions are judged, and whether there is no room for more decisions
KEPT, BEGIN, NUMBER, SEAT, TRIED, IS_FULL, NOTES = 0, 1, 2, 3, 4, 5, 6


def take_turns(
    orders: Any,
    heat: float,
    trace: float,
    live: Any,
    worlds: Any,
    lanes: Any,
    notes: Any,
    choices: Any,
    rows: Any,
    out: Any,
    judges: Any,
    points: Any,
    states: Any,
    movers: Any,
    targets: Any,
) -> None:
    """Answer the last decision of each game, if there was one, and go on to its next.

    A game keeps its decisions in its own part of `states`, `movers` and `targets`. After its end
    the next one is dealt, until there is no room left.
    """
    memory = cuda.local.array(ROOMS_WORDS, np.int64)
    story_memory = cuda.local.array(STORY_WORDS, np.int64)
    actions = cuda.local.array(MAX_LEGAL, ACTION)
    looks = cuda.local.array(MOST_TRIED, np.float32)
    words = cuda.local.array(WORDS, np.uint32)
    promised = cuda.local.array(PROMISED, np.float64)
    result = Result(
        cuda.local.array(SEATS, np.float64),
        cuda.local.array(SEATS, np.int32),
        cuda.local.array(SEATS, np.float64),
        cuda.local.array(SEATS, np.float64),
        0,
    )
    rooms, order, story = memory.view(STATE), orders[0], story_memory.view(STORY)[0]
    me = cuda.grid(1)
    if me >= len(notes) or notes[me, IS_FULL] == 1:
        return
    mine = notes[me]
    for word in range(STORY_WORDS):
        story_memory[word] = 0
    story.block_number = NONE
    seats = widen(order.seats)
    for word in range(STATE_WORDS):
        memory[word] = live[me, word]
    is_new = mine[TRIED] == 0
    if not is_new:
        chosen = answer(
            heat, seats, rows[me], mine, lanes[me], looks, out, judges, points, result, promised, targets[me]
        )
        apply(rooms[0], mine[SEAT], widen(choices[me, chosen]), story)
        mine[KEPT] += 1
    while True:
        if is_new:
            for word in range(STATE_WORDS):
                memory[word] = BLANK[word]
            number = order.first + mine[NUMBER] * cuda.gridsize(1) + me
            new_game(rooms[0], order.root, number, seats, order.options, words, story)
            lanes[me, 0], lanes[me, 1], lanes[me, 2], lanes[me, 3] = words[8], words[9], words[10], 1
            is_new = False
        may_act = to_act(rooms[0])
        if may_act == 0:
            glance(rooms[0], seats, result)
            look_back(seats, trace, result, promised, targets[me], mine[BEGIN], mine[KEPT])
            mine[BEGIN] = mine[KEPT]
            mine[NUMBER] += 1
            is_new = True
        elif mine[KEPT] == states.shape[1]:
            mine[TRIED], mine[IS_FULL] = 0, 1
            return
        else:
            seat = who_acts(may_act, lanes[me])
            count = legal(rooms[0], seat, actions)
            if count > 1 and seat != TABLE:
                break
            apply(rooms[0], seat, widen(actions[0]), story)
    movers[me, mine[KEPT]] = seat
    for word in range(STATE_WORDS):
        live[me, word] = memory[word]
        states[me, mine[KEPT], word] = memory[word]
        memory[STATE_WORDS + word] = BLANK[word] if HIDES else memory[word]
    if HIDES:
        view(rooms[0], seat, rooms[1])
    imagine_anew(rooms[1], seat, lanes[me], story)
    for word in range(STATE_WORDS):
        worlds[me, word] = memory[STATE_WORDS + word]
    mine[SEAT], mine[TRIED] = seat, choose_some(actions, count, lanes[me])
    for k in range(mine[TRIED]):
        choices[me, k] = actions[k]


@rule
def answer(
    heat: float,
    seats: int,
    row: int,
    mine: Any,
    lanes: Any,
    looks: Any,
    out: Any,
    judges: Any,
    points: Any,
    result: Any,
    promised: Any,
    targets: Any,
) -> int:
    """Draw an action by what the network said, and keep what the best one promises."""
    best, tried, seat = 0, widen(mine[TRIED]), widen(mine[SEAT])
    for k in range(tried):
        recall(out, judges, points, row + k, seats, result)
        looks[k] = result.reward[seat]
        if looks[k] > looks[best]:
            best = k
    recall(out, judges, points, row + best, seats, result)
    expect(seats, result, promised)
    for other in range(seats):
        for k in range(OUTPUTS):
            targets[mine[KEPT], other, k] = promised[other, k]
    return drawn(looks, tried, best, heat, lanes)


@rule
def recall(out: Any, judges: Any, points: Any, row: int, seats: int, result: Any) -> None:
    """Write what was said about a row: by the network, or by the rules if the game was over."""
    if judges[row] != NONE:
        hear(out[row], points[row], widen(judges[row]), seats, result)
    else:
        for seat in range(seats):
            result.rank[seat] = points[row, seat]
            result.reward[seat] = points[row, MOST_SEATS + seat]
            result.score[seat] = points[row, 2 * MOST_SEATS + seat]


def try_out(
    worlds: Any,
    notes: Any,
    choices: Any,
    rows: Any,
    games: Any,
    first: int,
    last: int,
    seats: int,
    seen: Any,
    said: Any,
    judges: Any,
    points: Any,
) -> None:
    """Try each of the rows from `first` to `last` in the world that its seat imagines, and write
    what the network is to judge; or what came out, if that is the end of the game.
    """
    memory = cuda.local.array(STATE_WORDS, np.int64)
    story_memory = cuda.local.array(STORY_WORDS, np.int64)
    seen_words = cuda.local.array(SEEN_WORDS, np.int64)
    layers = Layers(
        seen_words.view(np.int8),
        seen_words,
        cuda.local.array(SEATS, np.float64),
        cuda.local.array(MARKED, np.float32),
        cuda.local.array(SAYINGS, np.float32),
        0,
        0,
        0,
    )
    result = Result(
        cuda.local.array(SEATS, np.float64),
        cuda.local.array(SEATS, np.int32),
        cuda.local.array(SEATS, np.float64),
        cuda.local.array(SEATS, np.float64),
        0,
    )
    rooms, story = memory.view(STATE), story_memory.view(STORY)[0]
    row = first + cuda.grid(1)
    if row >= last:
        return
    for word in range(STORY_WORDS):
        story_memory[word] = 0
    story.block_number = NONE
    game = games[row]
    for word in range(STATE_WORDS):
        memory[word] = worlds[game, word]
    apply(rooms[0], notes[game, SEAT], widen(choices[game, row - rows[game]]), story)
    may_act, place = to_act(rooms[0]), row - first
    if may_act == 0:
        judges[row] = NONE
        glance(rooms[0], seats, result)
        for seat in range(seats):
            points[row, seat] = result.rank[seat]
            points[row, MOST_SEATS + seat] = result.reward[seat]
            points[row, 2 * MOST_SEATS + seat] = result.score[seat]
    else:
        judges[row] = judge_of(may_act)
        look(rooms[0], judge_of(may_act), seats, layers)
        for word in range(SEEN_WORDS):
            seen[place, word] = seen_words[word]
        for j in range(SAYINGS):
            said[place, j] = layers.said[j]
        for seat in range(seats):
            points[row, seat] = layers.points[seat]


def show(states: Any, movers: Any, chosen: Any, hidden: Any, seats: int, seen: Any, said: Any) -> None:
    """Write the network's inputs for the chosen decisions, half of them as the seat sees them."""
    memory = cuda.local.array(ROOMS_WORDS, np.int64)
    seen_words = cuda.local.array(SEEN_WORDS, np.int64)
    layers = Layers(
        seen_words.view(np.int8),
        seen_words,
        cuda.local.array(SEATS, np.float64),
        cuda.local.array(MARKED, np.float32),
        cuda.local.array(SAYINGS, np.float32),
        0,
        0,
        0,
    )
    rooms = memory.view(STATE)
    for k in range(cuda.grid(1), len(chosen), cuda.gridsize(1)):
        at = chosen[k]
        seat = widen(movers[at])
        for word in range(STATE_WORDS):
            memory[word] = states[at, word]
            memory[STATE_WORDS + word] = BLANK[word]
        if HIDES and hidden[k]:
            view(rooms[0], seat, rooms[1])
            look(rooms[1], seat, seats, layers)
        else:
            look(rooms[0], seat, seats, layers)
        for word in range(SEEN_WORDS):
            seen[k, word] = seen_words[word]
        for j in range(SAYINGS):
            said[k, j] = layers.said[j]
        for j in range(seats):
            said[k, SAYINGS + j] = layers.points[j]
