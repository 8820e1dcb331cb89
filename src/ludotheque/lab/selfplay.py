"""Self-play, a template: a network plays itself, and keeps what it decided and how it ended.

To choose, it judges the position after every action, in a world that the seat imagines, and draws
an action: the better it looks, the likelier. What is kept of a decision is the state, who decided,
and what the best action promised each seat.
"""

from math import exp
from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.bots.network import MARGIN_SHARE, OUTPUTS, PLACE, POINTS
from ludotheque.bots.tree import Result
from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.constants import TABLE
from ludotheque.core.rule import rule
from ludotheque.core.stream import advance, pick

if TYPE_CHECKING:  # replaced by the game's own when the template is instantiated
    from ludotheque.bots.judging import glance, judge, margin_share
    from ludotheque.core.contract import MAX_LEGAL, STATE, apply, imagine, legal, to_act, view
    from ludotheque.core.engine import new_game

    HIDES = False  # is anything hidden from a seat?

    def entry(function: Any) -> Any: ...


MOST_TRIED = 48  # actions that a decision looks at; where there are more, a random choice of them
SHARES = 2  # the outputs that are shares: place and margin


@rule
def lot(lanes: Any) -> int:
    """Draw a word of a stream that is kept in an array."""
    word, a, b, c, count = advance(widen(lanes[0]), widen(lanes[1]), widen(lanes[2]), widen(lanes[3]))
    lanes[0], lanes[1], lanes[2], lanes[3] = a, b, c, count
    return word


# Play


@entry
def play(
    mind: Any,
    blank: Any,
    root: Any,
    first: int,
    seats: int,
    options: Any,
    heat: float,
    trace: float,
    states: Any,
    movers: Any,
    targets: Any,
    story: Any,
) -> tuple[int, int]:
    """Play games, beginning with number `first`, until there is no room for another.

    Returns how many games were played, and how many decisions are kept.
    """
    rooms, actions, looks = np.empty(3, STATE), np.empty(MAX_LEGAL, np.int32), np.empty(MAX_LEGAL, np.float32)
    words, lanes = np.empty(16, np.uint32), np.empty(4, np.int64)
    promised = np.empty((TABLE + 1, OUTPUTS))
    result = Result(np.zeros(TABLE + 1), np.zeros(TABLE + 1, np.int32), np.zeros(TABLE + 1), np.zeros(TABLE + 1), mind)
    games, kept = 0, 0
    while True:
        rooms[0] = blank[0]
        new_game(rooms[0], root, first + games, seats, options, words, story)
        lanes[0], lanes[1], lanes[2], lanes[3] = words[8], words[9], words[10], 1
        is_whole, end = play_one(
            rooms, blank, seats, heat, actions, looks, lanes, result, promised, states, movers, targets, kept, story
        )
        if is_whole:
            judge(rooms[0], seats, result)
            look_back(seats, trace, result, promised, targets, kept, end)
            games, kept = games + 1, end
        else:
            return games, kept


@rule
def play_one(
    rooms: Any,
    blank: Any,
    seats: int,
    heat: float,
    actions: Any,
    looks: Any,
    lanes: Any,
    result: Any,
    promised: Any,
    states: Any,
    movers: Any,
    targets: Any,
    begin: int,
    story: Any,
) -> tuple[bool, int]:
    """Play one game from its deal in rooms[0], and keep its decisions from `begin` on.

    Returns whether it came to an end before the room did, and where its decisions end. `heat` says
    how often worse actions are drawn.
    """
    kept, may_act = begin, to_act(rooms[0])
    while may_act != 0 and kept < len(states):
        seat = who_acts(may_act, lanes)
        count = legal(rooms[0], seat, actions)
        chosen = 0
        if count > 1 and seat != TABLE:
            states[kept], movers[kept] = rooms[0], seat
            chosen = decide(
                rooms, blank, seat, seats, count, heat, True, actions, looks, lanes, result, promised, story
            )
            for other in range(seats):
                for k in range(OUTPUTS):
                    targets[kept, other, k] = promised[other, k]
            kept += 1
        apply(rooms[0], seat, widen(actions[chosen]), story)
        may_act = to_act(rooms[0])
    return may_act == 0, kept


@rule
def look_back(seats: int, trace: float, result: Any, promised: Any, targets: Any, begin: int, end: int) -> None:
    """Turn what was promised at each decision into what should have been, from the end backwards.

    The game's result is in `result`. `trace` says how much it counts against what was promised on
    the way.
    """
    settle(seats, result, promised)
    for step in range(end - 1, begin - 1, -1):
        for other in range(seats):
            for k in range(SHARES):
                promised[other, k] = trace * promised[other, k] + (1.0 - trace) * targets[step, other, k]
            for k in range(OUTPUTS):
                targets[step, other, k] = promised[other, k]


@rule
def settle(seats: int, result: Any, promised: Any) -> None:
    """Write what a finished game brought each seat, as the network's outputs."""
    for seat in range(seats):
        best = -1e9
        for other in range(seats):
            if other != seat:
                best = max(best, result.score[other])
        promised[seat, PLACE] = (seats - result.rank[seat]) / (seats - 1)
        promised[seat, MARGIN_SHARE] = margin_share(result.score[seat] - best)
        promised[seat, POINTS] = result.score[seat]


@rule
def expect(seats: int, result: Any, promised: Any) -> None:
    """Write what the judge expects for each seat, as the network's outputs."""
    for seat in range(seats):
        share = (seats - result.rank[seat]) / (seats - 1)
        promised[seat, PLACE] = share
        promised[seat, MARGIN_SHARE] = (result.reward[seat] - 0.75 * share) * 4.0
        promised[seat, POINTS] = result.score[seat]


@rule
def decide(
    rooms: Any,
    blank: Any,
    seat: int,
    seats: int,
    count: int,
    heat: float,
    is_learned: bool,
    actions: Any,
    looks: Any,
    lanes: Any,
    result: Any,
    promised: Any,
    story: Any,
) -> int:
    """Draw an action, the better it looks the likelier; return its index.

    Writes what the best action promises each seat: by the network, or by `value`.
    """
    if HIDES:
        rooms[1] = blank[0]
        view(rooms[0], seat, rooms[1])
    else:
        rooms[1] = rooms[0]
    imagine_anew(rooms[1], seat, lanes, story)
    tried, best = choose_some(actions, count, lanes), 0
    for k in range(tried):
        rooms[2] = rooms[1]
        apply(rooms[2], seat, widen(actions[k]), story)
        if is_learned:
            judge(rooms[2], seats, result)
        else:
            glance(rooms[2], seats, result)
        looks[k] = result.reward[seat]
        if k == 0 or looks[k] > looks[best]:
            best = k
            expect(seats, result, promised)
    return drawn(looks, tried, best, heat, lanes)


@rule
def imagine_anew(world: Any, seat: int, lanes: Any, story: Any) -> None:
    """Turn what a seat sees into a world that it may be in."""
    for lane in range(8):
        world.key[lane] = lot(lanes)
    world.cursor = 0
    imagine(world, seat, story)


@rule
def choose_some(actions: Any, count: int, lanes: Any) -> int:
    """If there are many actions, bring a random choice of them to the front; return how many."""
    tried = min(count, MOST_TRIED)
    if tried < count:
        for k in range(tried):
            other = k + pick(lot(lanes), count - k)
            swapped = actions[k]
            actions[k] = actions[other]
            actions[other] = swapped
    return tried


@rule
def who_acts(may_act: int, lanes: Any) -> int:
    """Return the seat that acts next; if several may, a random one."""
    if may_act & (may_act - 1) != 0:
        for _ in range(pick(lot(lanes), bit_count(may_act))):
            may_act &= may_act - 1
    return lowest_bit(may_act)


@rule
def drawn(looks: Any, count: int, best: int, heat: float, lanes: Any) -> int:
    """Draw an index: each is as likely as exp(look / heat)."""
    if heat <= 0.0:
        return best
    total = 0.0
    for k in range(count):
        total += exp((looks[k] - looks[best]) / heat)
    left = total * lot(lanes) / 2**32
    for k in range(count):
        left -= exp((looks[k] - looks[best]) / heat)
        if left < 0.0:
            return k
    return best


# Compare


@entry
def compare(
    mind: Any,
    blank: Any,
    root: Any,
    first: int,
    games: int,
    seats: int,
    options: Any,
    is_greedy: bool,
    shares: Any,
    story: Any,
) -> None:
    """Let the network, without a search, play one seat of each game, and write its share of a win.

    The others play at random, or take what `value` likes best right after it. The network's seat
    changes from game to game, and every deal is played from every seat.
    """
    rooms, actions, looks = np.empty(3, STATE), np.empty(MAX_LEGAL, np.int32), np.empty(MAX_LEGAL, np.float32)
    words, lanes = np.empty(16, np.uint32), np.empty(4, np.int64)
    promised = np.empty((TABLE + 1, OUTPUTS))
    result = Result(np.zeros(TABLE + 1), np.zeros(TABLE + 1, np.int32), np.zeros(TABLE + 1), np.zeros(TABLE + 1), mind)
    for game in range(games):
        own = (first + game) % seats
        rooms[0] = blank[0]
        new_game(rooms[0], root, (first + game) // seats, seats, options, words, story)
        lanes[0], lanes[1], lanes[2], lanes[3] = words[8], words[9], words[10], 1 + own
        may_act = to_act(rooms[0])
        while may_act != 0:
            seat = who_acts(may_act, lanes)
            count = legal(rooms[0], seat, actions)
            chosen = pick(lot(lanes), count)
            if count > 1 and seat != TABLE and (seat == own or is_greedy):
                chosen = decide(
                    rooms, blank, seat, seats, count, 0.0, seat == own, actions, looks, lanes, result, promised, story
                )
            apply(rooms[0], seat, actions[chosen], story)
            may_act = to_act(rooms[0])
        judge(rooms[0], seats, result)
        winners = 0
        for seat in range(seats):
            winners += 1 if result.place[seat] == 1 else 0
        shares[game] = 1.0 / winners if result.place[own] == 1 else 0.0
