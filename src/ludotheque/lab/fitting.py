"""Fitting, a template: the weights of a network move towards what came out of its games."""

from math import log, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.bots.network import MARGIN_SHARE, OUTPUTS, PLACE, POINTS, WORD, forward
from ludotheque.core.bits import widen
from ludotheque.core.rule import rule

if TYPE_CHECKING:  # replaced by the game's own when the template is instantiated
    from ludotheque.bots.judging import look, sigmoid
    from ludotheque.bots.knowledge import MARGIN
    from ludotheque.core.contract import STATE, view
    from ludotheque.lab.selfplay import lot

    HIDES = False  # is anything hidden from a seat?

    def entry(function: Any) -> Any: ...


@entry
def fit(
    mind: Any,
    slopes: Any,
    means: Any,
    squares: Any,
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
                is_touched[rows[k]] = 0
            move(network, slopes, means, squares, rows[:touched], speed, batch)
            touched = 0
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
        if layers.said[k] != 0.0:
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
def move(network: Any, slopes: Any, means: Any, squares: Any, rows: Any, speed: float, batch: int) -> None:
    """Move all weights once; of `first` only these rows."""
    for k in range(len(rows)):
        row = rows[k]
        adam(network.first[row], slopes.first[row], means.first[row], squares.first[row], speed, batch)
    for row in range(network.said.shape[0]):
        adam(network.said[row], slopes.said[row], means.said[row], squares.said[row], speed, batch)
    for row in range(network.second.shape[0]):
        adam(network.second[row], slopes.second[row], means.second[row], squares.second[row], speed, batch)
    for row in range(network.last.shape[0]):
        adam(network.last[row], slopes.last[row], means.last[row], squares.last[row], speed, batch)
    adam(network.first_bias, slopes.first_bias, means.first_bias, squares.first_bias, speed, batch)
    adam(network.second_bias, slopes.second_bias, means.second_bias, squares.second_bias, speed, batch)
    adam(network.last_bias, slopes.last_bias, means.last_bias, squares.last_bias, speed, batch)


@rule
def adam(weights: Any, slope: Any, mean: Any, square: Any, speed: float, batch: int) -> None:
    """Move a row of weights, and clear its slopes."""
    share, step = np.float32(1.0 / batch), np.float32(speed)
    for j in range(weights.shape[0]):
        g = slope[j] * share
        slope[j] = np.float32(0.0)
        mean[j] = np.float32(0.9) * mean[j] + np.float32(0.1) * g
        square[j] = np.float32(0.999) * square[j] + np.float32(0.001) * g * g
        weights[j] -= step * mean[j] / (np.float32(sqrt(square[j])) + np.float32(1e-6))
