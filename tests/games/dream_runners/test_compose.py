"""The solver: as good as trying everything, and quick."""

import json
from itertools import combinations, pairwise
from random import Random
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from ludotheque.bots.history import UNKNOWN
from ludotheque.cli import app
from ludotheque.core.layout import copy
from ludotheque.core.record import load_file
from ludotheque.core.rule import JIT
from ludotheque.games.dream_runners import naive
from ludotheque.games.dream_runners.components import DREAM_NAMES
from ludotheque.games.dream_runners.compose import Composition, Valuation, _solver, compose
from ludotheque.games.dream_runners.evaluate import POLICIES
from ludotheque.games.dream_runners.segments import SEGMENT_NAMES
from tests.games.dream_runners.boards import CORPUS, GAME, at_round, legal, names_of, play
from tests.games.effort import size

GREEN = ["green-i1", "green-i2", "green-i3", "green-l3"]
Laid = tuple[dict[naive.Spot, str], str]  # the canvas, and the symbols of what lies wholly outside


def net(state: Any, laid: Laid, spare: int, values: Valuation) -> int:
    """What a composition is worth, from the words of the rulebook: what it gives less what it
    costs.
    """
    seat = naive.Seat("green")
    seat.canvas, seat.outside = laid
    cells = dict(zip(naive.FRAME, naive.DREAMS[DREAM_NAMES[state.dreams[state.round_now - 1]]]["cells"], strict=True))
    total: int = -values.calm * sum(seat.losses(cells))
    bats = sum(cell == "bat" and not seat.has(spot, "FB") for spot, cell in cells.items())
    total -= values.segment * min(bats, spare)
    for spot, cell in cells.items():
        if seat.has(spot, "CBD"):
            total += gained(state, cell, 2 if seat.has(spot, "D") else 1, values)
    return total


def gained(state: Any, cell: str, times: int, values: Valuation) -> int:
    kind, _, rest = cell.partition(":")
    if kind in ("nightmare", "bat", "octopus"):
        return 0
    if kind == "chest":
        return values.chest * min(times, int(state.keys[0]) // int(rest))
    sleepers = sum(int(woke) == 0 for woke in state.woke[: state.seats])
    parts = {"spider": [f"frag:{rest}"], "shared": rest.split(",")}.get(kind, cell.split("+"))
    worth = sum(element_worth(part, values) for part in parts)
    return times * (worth // sleepers if kind == "shared" else worth)


def element_worth(element: str, values: Valuation) -> int:
    kind, _, rest = element.partition(":")
    if kind == "frag":
        return values.joker if rest == "any" else values.fragments[naive.COLOURS.index(rest)]
    return {"key": values.key, "coin": values.coin, "calm": values.calm}[kind] * (1 if kind == "key" else int(rest))


def every_composition(segments: list[str], laid: Laid) -> Any:
    """Every way to lay any of these segments beside what lies there, or outside, with the number of
    segments that stay at hand.
    """
    if not segments:
        yield laid, 0
        return
    for (canvas, outside), spare in every_composition(segments[1:], laid):
        yield (canvas, outside), spare + 1
        yield (canvas, outside + naive.SEGMENTS[segments[0]]["symbols"]), spare
        for symbols in naive.PLACEMENTS[segments[0]].values():
            if not set(symbols) & set(canvas):
                yield (canvas | symbols, outside), spare


def laid_after(texts: list[str]) -> Laid:
    seat = naive.Seat("green")
    for text in texts:
        naive.compose(seat, text)
    return seat.canvas, seat.outside


def carried_out(state: Any, found: Composition) -> list[str]:
    """The texts of what the solver lays, each of them legal when it comes."""
    state, texts = copy(state), []
    for action in found.actions:
        text = GAME.notation.text(state, 0, action)
        assert text in legal(state, 0)
        state = play(state, (0, text))
        texts.append(text)
    return texts


def random_case(rng: Random, most: int) -> tuple[Any, list[str], Valuation]:
    """A dream, a small hand, now and then something that lies there already, and a valuation."""
    hand = rng.sample(SEGMENT_NAMES, rng.randint(1, most))
    values = Valuation(
        calm=rng.choice([50, 100, 300]),
        fragments=(rng.randrange(300), rng.randrange(300), rng.randrange(300), rng.randrange(300)),
        joker=rng.randrange(300),
        key=rng.randrange(100),
        coin=rng.randrange(100),
        chest=rng.randrange(500),
        segment=rng.randrange(500),
    )
    state = at_round(
        rng.choice([2, 3]),
        rng.choice(DREAM_NAMES),
        rng.randint(1, 8),
        {0: {"segments": hand, "keys": rng.randrange(4)}},
    )
    laid = []
    if rng.random() < 0.4:
        laid.append(rng.choice([text for text in legal(state, 0) if text != "done"]))
        state = play(state, (0, laid[0]))
    return state, laid, values


@pytest.mark.parametrize("seed", range(size(60, python=3)))
def test_it_is_as_good_as_trying_everything(seed: int) -> None:
    state, laid, values = random_case(Random(seed), 2 if seed % 5 else 3)
    left = [name for name in names_of(state.owned[0]) if not any(text.split()[1] == name for text in laid)]
    best = max(net(state, found, spare, values) for found, spare in every_composition(left, laid_after(laid)))
    found = compose(state, 0, values)
    assert found.value == best
    texts = carried_out(state, found)
    assert net(state, laid_after([*laid, *texts]), len(left) - len(texts), values) == best


def test_a_segment_more_never_makes_it_worse() -> None:
    hand = [*GREEN, "i1-1", "i2-3", "i3-6"]
    for dream in DREAM_NAMES[:: 1 if JIT else 9]:
        if not any(cell == "bat" for cell in naive.DREAMS[dream]["cells"]):  # a bat takes what is left over
            values = [
                compose(at_round(2, dream, 1, {0: {"segments": hand[:count]}}), 0).value
                for count in range(8 if JIT else 4)
            ]
            assert all(fewer <= more for fewer, more in pairwise(values))


def test_what_is_begun_is_gone_on_with() -> None:
    state = at_round(2, "d2-1", 3, {0: {"segments": [*GREEN, "i1-3"] if JIT else ["green-i1", "i1-3"]}})
    whole = compose(state, 0)
    for action in whole.actions:
        state = play(state, (0, GAME.notation.text(state, 0, action)))
        assert compose(state, 0).value == whole.value
    assert compose(state, 0).actions == []


def test_what_is_left_over_goes_outside_where_a_bat_waits_and_it_pays() -> None:
    hand = ["green-i1", "green-i2"]
    state = at_round(2, "d3-2", 5, {0: {"segments": hand}})  # a bat, and no octopus
    laid = play(state, (0, "place green-i2 1,0 0,0"))  # the bat at 2,1 is not fought
    for row in range(3):  # bare cells cost as much as those outside: no room is left inside
        laid.canvas[0] = int(laid.canvas[0]) | sum(1 << 7 * (row + 2) + column + 2 for column in range(3))
    dear, cheap = (compose(laid, 0, Valuation(segment=segment)) for segment in (150, 50))
    assert [GAME.actions.text(action) for action in dear.actions] == ["place green-i1 outside"]
    assert cheap.actions == []
    assert dear.value - cheap.value == 50 - 100
    # no bat: nothing lies outside
    assert compose(at_round(2, "d1-1", 1, {0: {"segments": hand}}), 0, Valuation(segment=900)).actions
    assert not any(
        "outside" in GAME.actions.text(action)
        for action in compose(at_round(2, "d1-1", 1, {0: {"segments": hand}}), 0, Valuation(segment=900)).actions
    )


@pytest.mark.parametrize("bats", range(4))
def test_leftovers_are_treated_as_well_as_can_be(bats: int) -> None:
    rng = Random(bats)
    for _ in range(size(60, python=20)):
        asides, segment, left = (
            np.array([-rng.randrange(1, 400) for _ in range(5)]),
            rng.randrange(300),
            rng.randrange(32),
        )
        held = [k for k in range(5) if left >> k & 1]
        subsets = [set(chosen) for count in range(len(held) + 1) for chosen in combinations(held, count)]
        best = max(sum(int(asides[k]) for k in laid) - segment * min(bats, len(held) - len(laid)) for laid in subsets)
        worth, laid = _solver().leave(left, bats, segment, asides, np.argsort(asides))
        assert worth == best
        assert (
            sum(int(asides[k]) for k in held if laid >> k & 1) - segment * min(bats, (left & ~laid).bit_count()) == best
        )


def test_with_nothing_at_hand_it_lays_nothing() -> None:
    state = at_round(2, "d1-1", 1, {0: {"segments": []}})
    assert compose(state, 0) == Composition(-1200, [])


def test_five_segments_take_less_than_20_ms() -> None:
    hands = [[*GREEN, name] for name in ("i1-3", "i2-3", "i3-6", "l3-6")]
    states = [at_round(2, dream, 1, {0: {"segments": hand}}) for hand in hands for dream in DREAM_NAMES][
        : size(96, python=1)
    ]
    compose(states[0], 0)
    times = []
    for state in states:
        start = perf_counter()
        compose(state, 0)
        times.append(perf_counter() - start)
    assert sorted(times)[len(times) // 2] < (0.02 if JIT else 60)


def test_the_composer_looks_at_its_own_view_only() -> None:
    state = play(at_round(3), (0, "place green-i1 0,0"), (0, "done"))
    other = play(at_round(3), (0, "place green-l3 1,0 0,0 0,1"), (0, "done"))
    choices = {POLICIES["composer"](GAME, GAME.view_of(world, 1), 1, UNKNOWN, bytes(32)) for world in (state, other)}
    assert len(choices) == 1


def test_records_can_be_made_with_the_composer() -> None:
    policy = "composer" if JIT else "random"  # the solver is slow in plain Python
    made = CliRunner().invoke(
        app, ["record", "make", "dream_runners", "--seats", "2", "--seed", "20", "--policy", policy]
    )
    assert made.exit_code == 0
    (recorded,) = (file for file in CORPUS if file.stem == f"dream_runners-2-2-calm-all-{policy}")
    assert json.loads(made.stdout)["plies"] == load_file(recorded)["plies"]
    assert "unknown bot 'architect'" in str(
        CliRunner().invoke(app, ["record", "make", "dream_runners", "--policy", "architect"]).exception
    )
