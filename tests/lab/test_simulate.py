"""Simulation: counts that depend on the seed alone, and nothing lost when somebody stops it."""

from typing import Any

import numpy as np
import pytest

from ludotheque.core import registry
from ludotheque.core.chance import key_words, seed_key
from ludotheque.core.constants import MAX_SEATS
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.options import encode
from ludotheque.core.story import silent_story
from ludotheque.lab import simulate as lab
from ludotheque.lab.series import TIES, ZERO, Series, Tally

SARENA = registry.load("sarena")
every_game = pytest.mark.parametrize("game", [registry.load(name) for name in registry.names()], ids=registry.names())


def what_was_found(simulation: lab.Simulation) -> dict[str, Any]:
    """All that may not depend on how a series was played."""
    return {
        key: value
        for key, value in simulation.to_json().items()
        if key not in ("seconds", "plies_per_second", "threads")
    }


@every_game
def test_neither_threads_nor_chunks_change_what_is_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = what_was_found(lab.simulate(game, game.seats[-1], {}, 501, seed=3))
    for threads, largest in ((1, 1), (2, 7), (3, 100)):
        monkeypatch.setattr(lab, "CHUNK_GAMES", largest)
        assert what_was_found(lab.simulate(game, game.seats[-1], {}, 501, seed=3, threads=threads)) == expected
    assert what_was_found(lab.simulate(game, game.seats[-1], {}, 501, seed=4)) != expected


def test_a_chunk_never_grows_beyond_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    play = Series.play

    def watched(series: Series, chunk: range) -> Any:
        sizes.append(len(chunk))
        return play(series, chunk)

    monkeypatch.setattr(Series, "play", watched)
    monkeypatch.setattr(lab, "CHUNK_GAMES", 16)
    monkeypatch.setattr(lab, "CHUNK_SECONDS", 1000.0)  # no chunk takes so long: they grow as far as they may
    lab.simulate(SARENA, 2, {}, 200, seed=1)
    assert (sum(sizes), max(sizes)) == (200, 16)


@every_game
def test_a_simulation_says_what_a_hand_count_of_the_engine_says(game: Game) -> None:
    seats, games = game.seats[0], 300
    plies, points, places = (
        np.zeros(games, np.int32),
        np.zeros((games, MAX_SEATS), np.int32),
        np.zeros((games, MAX_SEATS), np.int32),
    )
    codes = encode(game.options, game.complete_options({}))
    game.engine.batch(
        np.zeros(1, game.state), key_words(seed_key(9)), 0, seats, codes, silent_story(), plies, points, places
    )
    found = lab.simulate(game, seats, {}, games, seed=9)
    assert (found.games, found.plies) == (games, plies.sum())
    assert found.wins == tuple((places[:, seat] == 1).sum() for seat in range(seats))
    assert found.ties == sum((row[:seats] == 1).sum() > 1 for row in places)
    assert sum(found.wins) >= games + found.ties
    for values, summary in [
        (plies, found.plies_per_game),
        *((points[:, seat], found.scores[seat]) for seat in range(seats)),
    ]:
        assert (summary.min, summary.max) == (values.min(), values.max())
        assert (summary.q25, summary.median, summary.q75) == tuple(np.quantile(values, (0.25, 0.5, 0.75)))
        assert (summary.mean, summary.std) == pytest.approx((values.mean(), values.std()))


@pytest.mark.parametrize("values", [[5], [1, 2], [-3, 0, 0, 8], [7, 7, 7, 7, 9], list(range(-10, 13)), [0] * 9 + [100]])
def test_a_summary_of_counts_is_exact(values: list[int]) -> None:
    summary = lab.Summary.of(np.bincount(np.array(values) + 10), -10)
    assert (summary.min, summary.max) == (min(values), max(values))
    assert (summary.mean, summary.std) == pytest.approx((np.mean(values), np.std(values)))
    assert (summary.q25, summary.median, summary.q75) == tuple(np.quantile(values, (0.25, 0.5, 0.75)))


def test_a_shared_first_place_counts_for_each_and_as_a_tie() -> None:
    tally = Tally(SARENA, 3)
    tally.add(
        np.array([20, 30, 30]),
        np.array([[5, 5, -1], [9, 3, 2], [4, 4, 4]]),
        np.array([[1, 1, 3], [1, 2, 3], [1, 1, 1]]),
    )
    assert (tally.firsts[:3].tolist(), tally.firsts[TIES]) == ([3, 2, 1], 2)
    assert (tally.games, tally.plies) == (3, 80)
    assert [np.nonzero(counts)[0].tolist() for counts in tally.scores] == [
        [ZERO + 4, ZERO + 5, ZERO + 9],
        [ZERO + 3, ZERO + 4, ZERO + 5],
        [ZERO - 1, ZERO + 2, ZERO + 4],
    ]


@pytest.mark.parametrize("score", [-40_000, 40_000])
def test_a_score_that_cannot_be_counted_is_refused(score: int) -> None:
    tally = Tally(SARENA, 2)
    tally.add(np.array([20]), np.array([[0, score]]), np.array([[2, 1]]))
    with pytest.raises(LudothequeError, match="beyond"):
        tally.check()


def test_any_game_of_a_series_can_be_played_by_itself() -> None:
    series = Series(SARENA, 4, {"deal": "fair"}, seed=5)
    plies, points, places = series.play(range(3, 6))
    for place, number in enumerate(range(3, 6)):
        state = series.final_state(number)
        assert SARENA.is_over(state)
        assert SARENA.scores(state, 4) == points[place, :4].tolist()
        assert SARENA.ranks(state, 4) == places[place, :4].tolist()
    assert plies.min() >= 14


def test_progress_ends_with_all_games() -> None:
    told: list[int] = []
    lab.simulate(SARENA, 2, {}, 100, seed=1, progress=told.append)
    assert told[-1] == 100
    assert told == sorted(told)


def test_a_run_that_is_stopped_keeps_the_games_it_has_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def press_ctrl_c(done: int) -> None:
        if done > 0:
            raise KeyboardInterrupt

    monkeypatch.setattr(lab, "LOOK_SECONDS", 0.001)
    monkeypatch.setattr(lab, "CHUNK_SECONDS", 0.001)
    with pytest.raises(lab.Interrupted) as stopped:
        lab.simulate(SARENA, 3, {}, 10**9, seed=2, threads=2, progress=press_ctrl_c)
    found = stopped.value.simulation
    assert 0 < found.games < 10**9
    assert what_was_found(found) == what_was_found(lab.simulate(SARENA, 3, {}, found.games, seed=2))


def test_a_run_that_is_stopped_before_its_first_game_has_nothing_to_keep(monkeypatch: pytest.MonkeyPatch) -> None:
    def press_ctrl_c(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(lab._Threads, "play", press_ctrl_c)
    with pytest.raises(KeyboardInterrupt):
        lab.simulate(SARENA, 2, {}, 10, seed=1)


def test_what_goes_wrong_in_a_thread_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(series: Series, chunk: range) -> None:
        if chunk:
            raise ZeroDivisionError

    monkeypatch.setattr(Series, "play", fail)
    with pytest.raises(ZeroDivisionError):
        lab.simulate(SARENA, 2, {}, 10, seed=1, threads=2)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"games": 0}, "at least 1 game, not 0"),
        ({"threads": 0}, "at least 1 thread, not 0"),
        ({"device": "tpu"}, "not 'tpu'"),
        ({"seats": 5}, "2 to 4 seats, not 5"),
    ],
)
def test_what_cannot_be_simulated_is_refused(wrong: dict[str, Any], sentence: str) -> None:
    asked: dict[str, Any] = {"game": SARENA, "seats": 2, "options": {}, "games": 1, "seed": 1} | wrong
    with pytest.raises(LudothequeError, match=sentence):
        lab.simulate(**asked)
