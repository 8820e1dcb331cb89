"""Self-play and fitting, a template: a network plays itself, and learns from how the games ended.

To choose, it judges the position after every action, in a world that the seat imagines, and draws
an action: the better it looks, the likelier. What is kept of a decision is the state, who decided,
and what the best action promised each seat. A fit goes through decisions in any order and moves the
weights towards what came out.
"""

from math import exp, log, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.bots.network import MARGIN_SHARE, OUTPUTS, PLACE, POINTS, WORD, forward
from ludotheque.bots.tree import Result
from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.constants import TABLE
from ludotheque.core.rule import rule
from ludotheque.core.stream import advance, pick

if TYPE_CHECKING:  # replaced by the game's own when the template is instantiated
    from ludotheque.bots.judging import glance, judge, look, margin_share, sigmoid
    from ludotheque.bots.knowledge import MARGIN
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
    """Play the games first, first + 1, … until there is no room left for another.

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
        if may_act & (may_act - 1) != 0:
            for _ in range(pick(lot(lanes), bit_count(may_act))):
                may_act &= may_act - 1
        seat = lowest_bit(may_act)
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
    for lane in range(8):
        rooms[1].key[lane] = lot(lanes)
    rooms[1].cursor = 0
    imagine(rooms[1], seat, story)
    tried, best = min(count, MOST_TRIED), 0
    for k in range(tried):
        if tried < count:  # bring a random one of the rest to the front
            other = k + pick(lot(lanes), count - k)
            swapped = actions[k]
            actions[k] = actions[other]
            actions[other] = swapped
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
            if may_act & (may_act - 1) != 0:
                for _ in range(pick(lot(lanes), bit_count(may_act))):
                    may_act &= may_act - 1
            seat = lowest_bit(may_act)
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


# Learn


@entry
def fit(
    mind: Any,
    slopes: Any,
    first_moment: Any,
    second_moment: Any,
    blank: Any,
    states: Any,
    movers: Any,
    targets: Any,
    order: Any,
    batch: int,
    rate: float,
    begun: int,
    seed: Any,
) -> float:
    """Move the weights towards the targets of the decisions in `order`; return the mean loss.

    Adam: each weight has a running mean of its slope and of its square. Rows of `first` that a
    batch does not touch keep theirs. `begun` is the number of batches so far.
    """
    network, layers = mind.network, mind.layers
    rooms, lanes = np.empty(1, STATE), np.empty(4, np.int64)
    entries, hidden = network.first.shape
    touched, rows, is_touched = 0, np.empty(entries, np.int32), np.zeros(entries, np.uint8)
    back_hidden, back_second = np.empty(hidden, np.float32), np.empty(network.second.shape[1], np.float32)
    back_out = np.empty(network.last.shape[1], np.float32)
    lanes[0], lanes[1], lanes[2], lanes[3] = seed[0], seed[1], seed[2], 1
    loss, done, batches = 0.0, 0, begun
    for step in range(len(order)):
        at = order[step]
        seat, seats = widen(movers[at]), widen(states[at].seats)
        if HIDES and lot(lanes) & 1 == 0:  # half of the time as the seat sees it, half with nothing hidden
            rooms[0] = blank[0]
            view(states[at], seat, rooms[0])
            look(rooms[0], seat, seats, layers)
        else:
            look(states[at], seat, seats, layers)
        forward(network, layers)
        loss += blame(layers, targets[at], seat, seats, back_out)
        touched = pull_back(network, layers, slopes, back_out, back_second, back_hidden, rows, is_touched, touched)
        done += 1
        if done == batch:
            batches += 1
            speed = rate * sqrt(1.0 - 0.999**batches) / (1.0 - 0.9**batches)
            for k in range(touched):
                row = rows[k]
                is_touched[row] = 0
                adam(
                    network.first[row],
                    slopes.first[row],
                    first_moment.first[row],
                    second_moment.first[row],
                    speed,
                    batch,
                )
            touched = 0
            for row in range(network.said.shape[0]):
                adam(network.said[row], slopes.said[row], first_moment.said[row], second_moment.said[row], speed, batch)
            for row in range(hidden):
                adam(
                    network.second[row],
                    slopes.second[row],
                    first_moment.second[row],
                    second_moment.second[row],
                    speed,
                    batch,
                )
            for row in range(network.last.shape[0]):
                adam(network.last[row], slopes.last[row], first_moment.last[row], second_moment.last[row], speed, batch)
            adam(network.first_bias, slopes.first_bias, first_moment.first_bias, second_moment.first_bias, speed, batch)
            adam(
                network.second_bias,
                slopes.second_bias,
                first_moment.second_bias,
                second_moment.second_bias,
                speed,
                batch,
            )
            adam(network.last_bias, slopes.last_bias, first_moment.last_bias, second_moment.last_bias, speed, batch)
            done = 0
    return loss / max(1, len(order))


@rule
def blame(layers: Any, target: Any, seat: int, seats: int, back: Any) -> float:
    """Write the slope of the loss at each output; return the loss of the places.

    Shares are compared by cross entropy, points by their squared error.
    """
    loss = 0.0
    for k in range(back.shape[0]):
        back[k] = 0.0
    for k in range(seats):
        other, out = (seat + k) % seats, OUTPUTS * k
        share, wanted = sigmoid(layers.out[out + PLACE]), target[other, PLACE]
        back[out + PLACE] = share - wanted
        loss -= wanted * log(max(share, 1e-6)) + (1.0 - wanted) * log(max(1.0 - share, 1e-6))
        back[out + MARGIN_SHARE] = sigmoid(layers.out[out + MARGIN_SHARE]) - target[other, MARGIN_SHARE]
        error = layers.out[out + POINTS] - (target[other, POINTS] - layers.points[other]) / (4.0 * MARGIN)
        back[out + POINTS] = 0.2 * max(-1.0, min(1.0, error))
    return loss / seats


@rule
def pull_back(
    network: Any,
    layers: Any,
    slopes: Any,
    back_out: Any,
    back_second: Any,
    back_hidden: Any,
    rows: Any,
    is_touched: Any,
    touched: int,
) -> int:
    """Add the slopes of one decision; return how many rows of `first` have been touched so far."""
    hidden, second = layers.hidden.shape[0], layers.second.shape[0]
    outputs = back_out.shape[0]
    for j in range(outputs):
        slopes.last_bias[j] += back_out[j]
    for i in range(second):
        back_second[i] = 0.0
        if layers.second[i] > 0.0:
            total = np.float32(0.0)
            for j in range(outputs):
                total += network.last[i, j] * back_out[j]
                slopes.last[i, j] += layers.second[i] * back_out[j]
            back_second[i] = total
            slopes.second_bias[i] += total
    for i in range(hidden):
        back_hidden[i] = 0.0
        if layers.hidden[i] > 0.0:
            total, x = np.float32(0.0), layers.hidden[i]
            for j in range(second):
                total += network.second[i, j] * back_second[j]
                slopes.second[i, j] += x * back_second[j]
            back_hidden[i] = total
            slopes.first_bias[i] += total
    for k in range(layers.said.shape[0]):
        x, row = layers.said[k], slopes.said[k]
        for j in range(hidden):
            row[j] += x * back_hidden[j]
    for word in range(layers.words.shape[0]):
        if layers.words[word] != 0:
            for entry_ in range(WORD * word, WORD * word + WORD):
                if layers.seen[entry_] != 0:
                    if is_touched[entry_] == 0:
                        is_touched[entry_] = 1
                        rows[touched] = entry_
                        touched += 1
                    x, row = layers.seen[entry_] * network.scale[entry_], slopes.first[entry_]
                    for j in range(hidden):
                        row[j] += x * back_hidden[j]
    return touched


@rule
def adam(weights: Any, slope: Any, first: Any, second: Any, speed: float, batch: int) -> None:
    """Move a row of weights, and clear its slopes."""
    share, step = np.float32(1.0 / batch), np.float32(speed)
    for j in range(weights.shape[0]):
        g = slope[j] * share
        slope[j] = np.float32(0.0)
        first[j] = np.float32(0.9) * first[j] + np.float32(0.1) * g
        second[j] = np.float32(0.999) * second[j] + np.float32(0.001) * g * g
        weights[j] -= step * first[j] / (np.float32(sqrt(second[j])) + np.float32(1e-6))
