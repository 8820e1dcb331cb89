"""Measures of games, on games whose values are known exactly: Matches, Hands, and games written
down by hand.
"""

from fractions import Fraction
from functools import cache
from math import comb, inf, isnan, log2, nan
from typing import Any

import numpy as np
import pytest

from ludotheque.bots.rating import Interval
from ludotheque.lab.gather import Gathered, Setup, gather
from ludotheque.lab.measures import choices, fairness, hidden, length, skill, tension
from ludotheque.lab.measures.basic import curve, histogram, margins, mean, quantile, results, share, wins
from tests.hands import GAME as HANDS
from tests.hands.parts import COPIES, HAND, KINDS
from tests.matches import GAME as MATCHES
from tests.matches.parts import HAND as MOST_TAKEN
from tests.matches.parts import MOST

PILES = range(1, MOST + 1)


@cache
def random_matches() -> Gathered:
    return gather(MATCHES, Setup("matches", 2, seed=3, times=20, kept=2000), 24_000)


def near(found: Interval, truth: float | Fraction, widths: float = 1.5) -> bool:
    """Say whether the truth is where the interval says, or a little beyond."""
    half = widths * max(found.high - found.value, found.value - found.low)
    return abs(found.value - float(truth)) <= half


# What is true of Matches when both play at random


@cache
def wins_at_random(pile: int) -> Fraction:
    """How likely whoever is to move wins."""
    if pile == 0:
        return Fraction(0)
    takes = range(1, min(MOST_TAKEN, pile) + 1)
    return sum((1 - wins_at_random(pile - take) for take in takes), Fraction(0)) / len(takes)


@cache
def plies_at_random(pile: int) -> Fraction:
    if pile == 0:
        return Fraction(0)
    takes = range(1, min(MOST_TAKEN, pile) + 1)
    return 1 + sum((plies_at_random(pile - take) for take in takes), Fraction(0)) / len(takes)


@cache
def forced_at_random(pile: int) -> Fraction:
    """How many of the plies to come have one choice."""
    if pile == 0:
        return Fraction(0)
    takes = range(1, min(MOST_TAKEN, pile) + 1)
    rest = sum((forced_at_random(pile - take) for take in takes), Fraction(0)) / len(takes)
    return rest + (len(takes) == 1)


def average(of: Any) -> Fraction:
    return sum((of(pile) for pile in PILES), Fraction(0)) / len(PILES)


def test_the_seats_win_as_often_as_they_must() -> None:
    games, truth = random_matches().games, average(wins_at_random)
    first, second = fairness.win_shares(games)
    assert near(first, truth)
    assert near(second, 1 - truth)
    assert fairness.beginner(games) == first  # seat 0 begins
    assert fairness.shared(games).value == 0
    assert near(fairness.balance(games), 1 - abs(2 * truth - 1))


def test_games_are_as_long_as_they_must_be() -> None:
    found = random_matches()
    plies = average(plies_at_random)
    assert near(mean(found.games["plies"], found.games["deal"]), plies)
    assert (found.games["turns"] == found.games["plies"]).all()
    assert near(length.forced(found.plies), average(forced_at_random) / plies, widths=2)


def test_the_deal_explains_what_it_must() -> None:
    """The variance of the chances of the deals, as a share of the whole variance."""
    middle = average(wins_at_random)
    between = average(lambda pile: (wins_at_random(pile) - middle) ** 2)
    assert near(skill.deal_share(random_matches().games), between / (middle * (1 - middle)))


def perfect(deal: int, number: int) -> dict[str, Any]:
    """A game in which both take what leaves a multiple of four, if they can; seat 0 begins."""
    pile, line = PILES[deal % MOST], []
    while pile:
        take = pile % 4 or 1
        line.append(take - 1)
        pile -= take
    winner = (len(line) - 1) % 2
    return {"deal": deal, "number": number, "line": line, "winner": winner}


def columns_of(games: list[dict[str, Any]], seats: int = 2) -> Gathered:
    """Games written down by hand, as columns: who won, what was done, and the scores and
    expectations after each ply.
    """
    place = np.array([[1 if seat == game["winner"] else 2 for seat in range(seats)] for game in games])
    rows = [(game["number"], ply, ply % seats, action) for game in games for ply, action in enumerate(game["line"])]
    number, ply, seat, action = (np.array(part) for part in zip(*rows, strict=True))
    score = np.concatenate([game.get("score", np.zeros((len(game["line"]), seats), int)) for game in games])
    return Gathered(
        Setup("matches", seats),
        {
            "number": np.array([game["number"] for game in games]),
            "deal": np.array([game["deal"] for game in games]),
            "plies": np.array([len(game["line"]) for game in games]),
            "turns": np.array([len(game["line"]) for game in games]),
            "begins": np.zeros(len(games), int),
            "place": place,
            "score": 2 - place,
            "bot": np.tile(np.arange(seats), (len(games), 1)),
        },
        {
            "game": number,
            "ply": ply,
            "seat": seat,
            "action": action,
            "choices": np.full(len(rows), 3),
            "score": score,
            "expects": np.concatenate([game.get("expects", np.full(len(game["line"]), nan)) for game in games]),
        },
    )


def test_between_perfect_players_the_deal_decides_everything() -> None:
    games = columns_of([perfect(number // 2, number) for number in range(4 * MOST)]).games
    assert skill.deal_share(games) == (1.0, 1.0, 1.0)
    assert fairness.win_shares(games)[0].value == 0.75  # a multiple of four is lost


def test_coins_have_no_deal_and_no_skill() -> None:
    rng = np.random.default_rng(4)
    games = columns_of(
        [{"deal": n // 4, "number": n, "line": [0], "winner": int(rng.integers(2))} for n in range(4000)]
    )
    assert skill.deal_share(games.games).low == 0
    assert skill.deal_share(games.games).value < 0.05
    assert near(skill.beaten(games.games, 0), 0.5)


# Results and intervals


def test_results_share_what_is_shared() -> None:
    place = np.array([[1, 2, 3], [1, 1, 3], [1, 1, 1], [2, 1, 2]])
    assert results(place).tolist() == [[1, 0.5, 0], [0.75, 0.75, 0], [0.5, 0.5, 0.5], [0.25, 1, 0.25]]
    assert wins(place).tolist() == [[1, 0, 0], [0.5, 0.5, 0], [1 / 3, 1 / 3, 1 / 3], [0, 1, 0]]
    assert margins(np.array([[9, 4, 7], [5, 5, 1]])).tolist() == [[2, -5, -2], [0, 0, -4]]


def test_games_of_one_deal_count_as_one() -> None:
    values, deals = np.array([0.0, 1.0] * 50), np.arange(100)
    alone, again = mean(values, deals), mean(np.repeat(values, 10), np.repeat(deals, 10))
    assert alone == pytest.approx(again)
    assert mean(np.repeat(values, 10)).high < alone.high
    assert share(values, deals) == pytest.approx(share(np.repeat(values, 10), np.repeat(deals, 10)))


def test_a_share_is_never_certain() -> None:
    assert share(np.ones(10)).low < 0.8
    assert share(np.ones(10)).high == 1
    assert isnan(share(np.zeros(0)).value)


def test_the_interval_of_a_mean_holds_the_truth_nineteen_times_of_twenty() -> None:
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(400):
        deals = np.repeat(rng.normal(size=40), 5)
        found = mean(deals + rng.normal(size=200), np.arange(200) // 5)
        held += found.low <= 0 <= found.high
    assert 365 <= held <= 392


def test_a_quantile_lies_between_values() -> None:
    found = quantile(np.arange(101), 0.5)
    assert found.value == 50
    assert (found.low, found.high) == (41, 60)
    assert histogram(np.array([0, 1, 1, 9]), most=5) == [(0, 1, 3), (2, 3, 0), (4, 5, 0), (6, 7, 0), (8, 9, 1)]
    parts = curve(np.array([1.0, 3.0, 5.0]), np.array([0.1, 0.2, 0.9]), np.array([0, 1, 0]), parts=2)
    assert [one.value for one in parts] == [2, 5]


# Tension, written down by hand: the points of two seats after each of four plies

TURNED = {
    "deal": 0,
    "number": 0,
    "line": [0, 1, 2, 0],
    "winner": 0,
    "score": np.array([[1, 0], [1, 2], [1, 2], [4, 2]]),
}
LED = {"deal": 1, "number": 1, "line": [0, 0, 0, 0], "winner": 0, "score": np.array([[1, 0], [2, 0], [2, 2], [3, 2]])}
HELD = {"deal": 2, "number": 2, "line": [0, 0, 0, 0], "winner": 1, "score": np.array([[0, 1], [0, 2], [0, 3], [0, 4]])}


def test_leads_and_when_they_are_for_good() -> None:
    found = columns_of([TURNED, LED, HELD])
    score = found.plies["score"]
    assert tension.lead_changes(score, found.plies).tolist() == [2, 0, 0]
    assert tension.decided(score, found.games, found.plies).tolist() == [0.75, 0.75, 0]
    assert tension.comeback(score, found.games, found.plies).value == pytest.approx(1 / 3)
    by_part = tension.leader_wins(score, found.games, found.plies)
    assert [round(one.value, 2) for one in by_part if not isnan(one.value)] == [1, 0.67, 0.5, 1]


def test_what_players_expect_lasts_until_they_think_again() -> None:
    game = TURNED | {"expects": np.array([0.8, 0.4, 0.2, nan])}
    found = columns_of([game])
    level = tension.expectations(found.plies)
    assert np.array_equal(level, [[0.8, nan], [0.8, 0.4], [0.2, 0.4], [0.2, 0.4]], equal_nan=True)
    # the winner is behind by nothing, nothing, and twice by 0.2
    assert tension.drama(level, found.games, found.plies).tolist() == pytest.approx([0.1])
    assert tension.swings(level, found.plies).tolist() == [1]  # from 0.8 to 0.2
    assert [one.value for one in tension.openness(level, found.plies) if not isnan(one.value)] == pytest.approx(
        [0.6, 0.8, 0.8]
    )


def test_a_shared_victory_has_no_winner_to_wait_for() -> None:
    found = columns_of([TURNED])
    found.games["place"][:] = 1
    assert np.isnan(tension.decided(found.plies["score"], found.games, found.plies)).all()
    assert fairness.shared(found.games).value == 1


# Fairness and skill


def test_a_handicap_makes_the_seats_equal() -> None:
    ahead = np.arange(-10, 31)  # seat 0 is 10 points ahead in the median
    games = {"score": np.stack([ahead, np.zeros_like(ahead)], axis=1), "deal": np.arange(41)}
    games["place"] = np.where(games["score"] == games["score"].max(axis=1, keepdims=True), 1, 2)
    assert fairness.handicap(games, 0).value == -10
    assert fairness.handicap(games, 1).value == 10
    assert fairness.mean_margins(games)[0].value == 10
    assert fairness.is_by_points(games)
    assert not fairness.is_by_points(games | {"place": 3 - games["place"]})


def test_a_ladder_of_two_steps_is_two_deep() -> None:
    step = Interval(0.75, 0.75, 0.75)
    assert skill.elo(step).value == pytest.approx(skill.STEP)
    assert skill.depth([step, step]).value == pytest.approx(2)
    assert skill.elo(Interval(1.0, 0.9, 1.0)).value == inf
    assert skill.depth([Interval(1.0, 0.9, 1.0)]).value == pytest.approx(
        skill.elo(Interval(0.9, 0.9, 0.9)).value / skill.STEP
    )


# Choices


def test_choices_know_who_made_them() -> None:
    found = columns_of([TURNED, LED, HELD])
    (take,) = choices.kinds(MATCHES.actions, found.games, found.plies)
    assert (take.name, take.per_game, take.share.value, take.result.value) == ("take", 4, 1, 0.5)
    one, two, three = choices.components(MATCHES.actions, found.games, found.plies)["take", "matches"]
    assert (one.per_game, two.per_game, three.per_game) == pytest.approx((10 / 3, 1 / 3, 1 / 3))
    assert (one.share.value, two.result.value, three.result.value) == pytest.approx((10 / 12, 0, 1))
    without = columns_of([LED, HELD])
    rare = choices.components(MATCHES.actions, without.games, without.plies)["take", "matches"]
    assert choices.dead([rare, rare]) == ["2", "3"]
    assert choices.dead([rare, [one, two, three]]) == []
    first = choices.openings(found.games, found.plies)
    assert [(opening.action, opening.share.value) for opening in first] == [(0, 1)]
    assert first[0].result.value == pytest.approx(2 / 3)


def test_what_thinkers_shun() -> None:
    def use(low: float, high: float) -> choices.Use:
        return choices.Use("x", 1.0, Interval((low + high) / 2, low, high), Interval(0.5, 0.5, 0.5))

    assert choices.shunned([use(0.4, 0.5)], [use(0.01, 0.09)]) == ["x"]
    assert choices.shunned([use(0.4, 0.5)], [use(0.01, 0.11)]) == []


def test_minutes_follow_turns_and_choices() -> None:
    found = columns_of([LED])
    seconds = 4 * length.TURN_S + 4 * length.BIT_S * log2(3)
    assert length.minutes(found.games, found.plies).tolist() == pytest.approx([seconds / 60])
    assert length.bits_per_decision(found.plies).value == pytest.approx(log2(3))
    assert length.bits_over_time(found.plies)[2].value == pytest.approx(log2(3))


# Hidden information


def hypergeometric(total: int, good: int, drawn: int) -> list[Fraction]:
    return [Fraction(comb(good, k) * comb(total - good, drawn - k), comb(total, drawn)) for k in range(drawn + 1)]


def test_a_guess_is_wrong_as_often_as_it_must_be() -> None:
    """After the deal of Hands, a seat does not know which cards the other holds, nor the deck: for
    each kind of card, both are wrong or both are right.
    """
    unequal = Fraction(0)
    for own, likely in enumerate(hypergeometric(KINDS * COPIES, COPIES, HAND)):
        odds = hypergeometric(KINDS * COPIES - HAND, COPIES - own, HAND)
        unequal += likely * (1 - sum(chance * chance for chance in odds))
    found = hidden.secrets(HANDS, gather(HANDS, Setup("hands", 2, kept=150), 150), most=150)
    assert near(found.start, 2 * KINDS * unequal)
    assert found.over_time[0].value > found.over_time[-1].value
    assert found.entries >= 2 * KINDS


def test_nothing_is_hidden_in_matches() -> None:
    found = hidden.secrets(MATCHES, random_matches())
    assert (found.entries, found.start.value, found.end.value) == (0, 0, 0)
