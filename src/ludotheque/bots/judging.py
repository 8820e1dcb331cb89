"""What a position is worth to each seat, a template.

A finished game is worth what the rules say. Before that, `value` or a learned judgement estimates
the points and the place follows from them; or a network, which gets the same estimate among its
inputs, says both.
"""

from math import exp
from typing import TYPE_CHECKING, Any

from ludotheque.bots.network import MARGIN_SHARE, OUTPUTS, PLACE, POINTS, SAID, forward
from ludotheque.core.bits import lowest_bit
from ludotheque.core.constants import TABLE
from ludotheque.core.rule import rule

if TYPE_CHECKING:  # replaced by the game's own when the template is instantiated
    from ludotheque.bots.knowledge import MARGIN, MARKS, OWN_MARKS, marks, marks_of, value
    from ludotheque.core.contract import encode, ranks, scores, to_act

    IS_LEARNED = False  # is there a network?
    IS_WEIGHED = False  # or a judgement?

    def entry(function: Any) -> Any: ...


PLACE_WEIGHT, MARGIN_WEIGHT = 0.75, 0.25


@rule
def judge(state: Any, seats: int, result: Any) -> None:
    """Write points, place and reward of each seat into `result`: by the network, if there is one
    and the game is not over.
    """
    may_act = to_act(state)
    if IS_LEARNED and may_act != 0:
        estimate(state, seats, may_act, result.mind.network, result.mind.layers, result)
    else:
        reckon(state, seats, may_act == 0, result)


@rule
def glance(state: Any, seats: int, result: Any) -> None:
    """Do the same without the network, which takes longer."""
    reckon(state, seats, to_act(state) == 0, result)


@rule
def look_round(state: Any, seats: int, result: Any) -> None:
    """Write the points of each seat before `compare` looks at actions, if it needs them."""
    if IS_WEIGHED and OWN_MARKS:
        weigh(state, seats, result.mind, result.score)


@rule
def compare(state: Any, mover: int, seats: int, result: Any) -> None:
    """Do the same as `glance`, after an action of the mover.

    If no marks but the mover's own can have changed, the others keep the points of `look_round`.
    """
    is_over = to_act(state) == 0
    if IS_WEIGHED and OWN_MARKS and not is_over:
        weigh_seat(state, mover, result.mind, result.score)
        place_seats(seats, False, result)
    else:
        reckon(state, seats, is_over, result)


@rule
def reckon(state: Any, seats: int, is_over: bool, result: Any) -> None:
    """Write points, place and reward of each seat, as the rules or `value` say."""
    if is_over:
        scores(state, result.score)
        ranks(state, result.place)
    elif IS_WEIGHED:
        weigh(state, seats, result.mind, result.score)
    else:
        value(state, result.score)
    place_seats(seats, is_over, result)


@rule
def place_seats(seats: int, is_over: bool, result: Any) -> None:
    """Write the place and the reward of each seat that follow from the points.

    A reward lies between 0 and 1: three quarters for the place, one quarter for the margin to the
    best other seat, so that a bot keeps playing well in a lost game. Seats that share a place get
    the middle of it: a draw is half a win. If the game is not over yet, the points are estimated,
    and the place follows from how likely each other seat seems to finish ahead.
    """
    for seat in range(seats):
        mine, best, behind = result.score[seat], -1e9, 0.0
        for other in range(seats):
            if other != seat:
                best = max(best, result.score[other])
                if is_over:
                    behind += 0.5 * (result.place[other] < result.place[seat]) + 0.5 * (
                        result.place[other] <= result.place[seat]
                    )
                else:
                    behind += 1.0 / (1.0 + exp((mine - result.score[other]) / MARGIN))
        result.rank[seat] = 1.0 + behind
        result.reward[seat] = PLACE_WEIGHT * (seats - result.rank[seat]) / (seats - 1) + MARGIN_WEIGHT * margin_share(
            mine - best
        )


@rule
def margin_share(margin: float) -> float:
    """Squeeze a margin between 0 and 1."""
    return 0.5 + 0.5 * margin / (abs(margin) + MARGIN)


# With a judgement


@rule
def weigh(state: Any, seats: int, scales: Any, out: Any) -> None:
    """Write the points that each seat can expect: the sum of its marks, each by its weight."""
    marks(state, scales.marks)
    for seat in range(seats):
        out[seat] = weighed(scales, seat)


@rule
def weigh_seat(state: Any, seat: int, scales: Any, out: Any) -> None:
    """Write the points that one seat can expect."""
    marks_of(state, seat, scales.marks[seat])
    out[seat] = weighed(scales, seat)


@rule
def weighed(scales: Any, seat: int) -> float:
    """Return the sum of a seat's marks, each by its weight."""
    points = 0.0
    for k in range(MARKS):
        points += scales.weights[k] * scales.marks[seat, k]
    return points


@entry
def list_marks(states: Any, out: Any) -> None:
    """Write the marks of every position, to learn from."""
    for row in range(len(states)):
        marks(states[row], out[row])


# With a network


@rule
def estimate(state: Any, seats: int, may_act: int, network: Any, layers: Any, result: Any) -> None:
    """Let the network judge a position from the place of a seat that may act."""
    seat = judge_of(may_act)
    look(state, seat, seats, layers)
    forward(network, layers)
    hear(layers.out, layers.points, seat, seats, result)


@rule
def judge_of(may_act: int) -> int:
    """Return the seat from whose place a network judges."""
    seat = lowest_bit(may_act)
    return 0 if seat == TABLE else seat


@rule
def hear(out: Any, points: Any, seat: int, seats: int, result: Any) -> None:
    """Write what the network's outputs say; `seat` is the one from whose place it judged."""
    for k in range(seats):
        other, at = (seat + k) % seats, OUTPUTS * k
        share = sigmoid(out[at + PLACE])
        result.rank[other] = 1.0 + (1.0 - share) * (seats - 1)
        result.score[other] = out[at + POINTS] * 4.0 * MARGIN + points[other]
        result.reward[other] = PLACE_WEIGHT * share + MARGIN_WEIGHT * sigmoid(out[at + MARGIN_SHARE])


@rule
def look(state: Any, seat: int, seats: int, layers: Any) -> None:
    """Write the network's inputs: the position as a seat sees it, what `value` says, the marks."""
    for word in range(layers.words.shape[0]):
        layers.words[word] = 0
    encode(state, seat, layers.seen)
    value(state, layers.points)
    for k in range(layers.said.shape[0]):
        layers.said[k] = 0.0
    if MARKS != 0:
        marks(state, layers.marks)
    for k in range(seats):
        one, first, best = (seat + k) % seats, (SAID + MARKS) * k, -1e9
        for other in range(seats):
            if other != one:
                best = max(best, layers.points[other])
        lead = (layers.points[one] - best) / MARGIN
        layers.said[first] = lead / (abs(lead) + 1.0)
        layers.said[first + 1] = max(-4.0, min(4.0, lead)) * 0.25
        for mark in range(MARKS):
            layers.said[first + SAID + mark] = layers.marks[one, mark] / MARGIN


@rule
def sigmoid(x: float) -> float:
    return 1.0 / (1.0 + exp(-x))
