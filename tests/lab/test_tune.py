"""Tuning: Optuna finds a number that matters, and unseen deals say whether it was luck."""

from pathlib import Path

import pytest

from ludotheque.bots.own import own_bot
from ludotheque.bots.rating import Interval
from ludotheque.cli.tune import verdict
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.lab.league import Plan
from ludotheque.lab.spread import Crew
from ludotheque.lab.tune import HELD_OUT, Range, Try, ranges, tuning

TOY = registry.load("toy")
PLAN = Plan("toy", 2, (), 4, TOY.complete_options({}), scale=0.01)


def test_ranges_lie_around_the_usual_numbers() -> None:
    assert {one.name for one in ranges(TOY, [])} == {"EXPLORE", "GUESSES", "EXPAND_AT", "MARGIN"}
    assert ranges(TOY, ["EXPLORE=0.1:2", "EXPAND_AT=1:9"]) == [
        Range("EXPLORE", 0.1, 2, False),
        Range("EXPAND_AT", 1, 9, True),
    ]
    for text in ("SPEED", "EXPLORE=2:1", "EXPLORE=a:b", "EXPLORE=1"):
        with pytest.raises(LudothequeError, match=r"unknown parameter|must be written like"):
            ranges(TOY, [text])
    with pytest.raises(LudothequeError, match="unknown level"):
        tuning(TOY, "random", PLAN, [], Path())


def test_a_tuning_goes_on_and_is_judged_on_deals_that_no_try_has_seen(tmp_path: Path) -> None:
    """One try of each run, so that little has to be compiled."""
    first = tuning(TOY, "novice", PLAN, ["EXPLORE=0.2:1.5"], tmp_path)
    tries = list(first.search(1, Crew()))
    again = tuning(TOY, "novice", PLAN, ["EXPLORE=0.2:1.5"], tmp_path)
    assert list(again.search(1, Crew())) == []
    assert again.best() == tries[0]
    assert tries[0].games == 4
    assert 0.2 <= tries[0].parameters["EXPLORE"] <= 1.5
    assert first.play(tries[0].parameters, PLAN, Crew(), lambda _: None).wins(("tuned", "novice")).value == (
        tries[0].wins.value
    )
    judged = again.judge(tries[0], 6, Crew())
    assert judged.low < judged.value <= judged.high
    assert PLAN.games < HELD_OUT
    assert callable(own_bot(TOY, f"mine={first.file(tries[0].parameters)}@novice"))


@pytest.mark.parametrize(
    ("fresh", "words"),
    [
        ((0.6, 0.55, 0.65), "It is better"),
        ((0.4, 0.35, 0.45), "were lucky"),
        ((0.55, 0.45, 0.65), "may have been luck"),
    ],
)
def test_the_verdict(fresh: tuple[float, float, float], words: str) -> None:
    best = Try(0, {"EXPLORE": 0.7}, Interval(0.7, 0.6, 0.8), 100)
    assert words in verdict(best, Interval(*fresh), 2)
