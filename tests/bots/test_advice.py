"""How a hint says how much better its action looks than the next one."""

import pytest

from ludotheque.bots.advice import Advice, in_a_sentence

CLEARLY, NARROWLY = "looks clearly better", "nearly as good"


def weighed(rank: float, score: float, visits: int) -> Advice:
    return Advice(0, "a1", rank, score, visits, "a1.", "")


@pytest.mark.parametrize(
    ("best", "other", "says"),
    [
        pytest.param(weighed(1.2, 20, 900), weighed(1.5, 18, 600), CLEARLY, id="a better place"),
        pytest.param(weighed(1.2, 20, 900), weighed(1.3, 19, 600), NARROWLY, id="hardly a better place"),
        pytest.param(weighed(1.75, 36, 3999), weighed(1.86, 29, 1), CLEARLY, id="better and tried far more often"),
        pytest.param(weighed(1.52, 45, 3965), weighed(1.56, 42, 13), NARROWLY, id="only tried far more often"),
        pytest.param(weighed(1.0, 90, 5000), weighed(1.0, 70, 50), CLEARLY, id="won either way, with more points"),
        pytest.param(weighed(2.0, 0, 5000), weighed(2.0, 0, 50), NARROWLY, id="lost either way"),
    ],
)
def test_a_hint_is_sure_only_of_what_its_figures_show(best: Advice, other: Advice, says: str) -> None:
    assert says in in_a_sentence([best, other], "Choose what is circled", "en")
