"""Better weights for a champion by trial: bots play with weights that differ a little.

python -m tools.trials GAME [--start FILE] [--games N] [--scale S] [--spread X] [--least X]
                            [--products] [--hold MARK …] [--seed N] [--keep FILE] [--data FILE …]
                            [--out FILE]

Every seat of every game has weights of its own, drawn around the start: a file, or else the weights
that the game has by hand (`BY_HAND` in its evaluate.py). The points are then fitted as a function
of the weights and their squares (`--products`: and of clear products of two), and every weight
takes a step towards the top, if that clearly brings points. Unlike `tools.judgement` this does not
ask what positions were worth to those who played them, but which weights choose better. It needs
thousands of games. If all weights together are twice as large, they choose almost the same, so it
is wise to hold one. `--keep` stores the trials, and `--data` learns from trials that were stored
before, instead of playing. All files say by which commands they were made, from the first round on.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludotheque.bots.judgement import Judgement
from ludotheque.bots.knowledge import evaluate_of
from ludotheque.bots.levels import WEIGHTS, bot
from ludotheque.bots.network import load, made_for, save
from ludotheque.bots.play import play_out
from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.game import Game
from tools.made import steps

FEWEST = 10  # trials for each weight; far more are needed to see a point
CLEAR = 4  # standard errors that a product must have: there are many
ROUNDS = 100  # one weight after the other goes to its top, given the rest, so often
LONGEST = 1.3  # of a step, in standard deviations of the trials
FLATTEST = 0.35  # a hill is taken to be at least so curved, in points: flat ones would invite long steps


class Trials(NamedTuple):
    """One row for each seat of each game."""

    weights: Any  # float64[row, mark]
    points: Any  # float64[row]


class Slope(NamedTuple):
    """What a step of one standard deviation brings, in points; one number for each weight."""

    rise: Any
    doubt: Any  # the standard error of the rise
    bend: Any  # what the square of such a step adds
    ties: Any  # [weight, weight]: what steps of two weights together add
    wide: Any  # the standard deviation of the trials


def play(game: Game, start: Any, games: int, scale: float, wide: Any, seed: int) -> Trials:
    """Play games with two seats, each with weights of its own: at most `wide` from the start."""
    rng, rows, points = np.random.default_rng(seed), [], []
    for number in range(games):
        drawn = [start + wide * rng.uniform(-1, 1, len(start)) for _ in range(2)]
        bots = [bot("master", scale, is_hurried=False, guide=Judgement(weights)) for weights in drawn]
        rows += drawn
        points += game.scores(play_out(game, 2, {}, seed_key(seed + number), bots).state, 2)
    return Trials(np.array(rows), np.array(points, np.float64))


def fit(trials: Trials, has_products: bool = False) -> Slope:
    """Fit the points as a function of the weights and their squares, by least squares, and of the
    products of two weights that are clear.
    """
    wide, count = trials.weights.std(0), trials.weights.shape[1]
    steps = (trials.weights - trials.weights.mean(0)) / np.maximum(wide, 1e-9)
    single = np.concatenate([np.ones((len(steps), 1)), steps, steps**2 - 1], axis=1)
    one, other = np.triu_indices(count if has_products else 0, 1)
    found, doubt = least_squares(np.concatenate([single, steps[:, one] * steps[:, other]], axis=1), trials.points)
    products, doubts = found[single.shape[1] :], doubt[single.shape[1] :]
    clear = np.abs(products) > CLEAR * doubts
    one, other = one[clear], other[clear]
    found, doubt = least_squares(np.concatenate([single, steps[:, one] * steps[:, other]], axis=1), trials.points)
    ties = np.zeros((count, count))
    ties[one, other] = ties[other, one] = found[single.shape[1] :]
    return Slope(found[1 : 1 + count], doubt[1 : 1 + count], found[1 + count : 1 + 2 * count], ties, wide)


def least_squares(x: Any, y: Any) -> tuple[Any, Any]:
    """Return the factors of the columns, and their standard errors."""
    inverse = np.linalg.pinv(x.T @ x)
    found = inverse @ (x.T @ y)
    return found, np.sqrt(np.maximum(np.diag(inverse), 0.0) * (y - x @ found).var())


def step(slope: Slope, held: Sequence[int] = ()) -> Any:
    """Return how far to move each weight, except those that are held: towards the top of the hill,
    if the slope is clear.
    """
    far, steep = np.zeros(len(slope.rise)), np.maximum(-slope.bend, FLATTEST)
    for _ in range(ROUNDS):
        for weight in sorted({*range(len(far))} - {*held}):
            rise = slope.rise[weight] + slope.ties[weight] @ far
            top = rise / (2 * steep[weight]) if abs(rise) > slope.doubt[weight] else 0.0
            far[weight] = np.clip(top, -LONGEST, LONGEST)
    return slope.wide * far


def first_weights(game: Game, file: Path | None) -> Any:
    """Return the weights that trials begin with."""
    found = load(file)[0] if file else Judgement(evaluate_of(game).BY_HAND)
    if not isinstance(found, Judgement) or found.marks is None:
        raise SystemExit(f"{file} has no judgement" if file else f"{game.title} has no weights by hand: see --start")
    return np.asarray(found.marks, np.float64)


def stored(files: list[Path]) -> Trials:
    """Read trials that were stored before."""
    contents = [np.load(file) for file in files]
    return Trials(*(np.concatenate([content[name] for content in contents]) for name in Trials._fields))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--scale", type=float, default=0.005)
    parser.add_argument("--spread", type=float, default=0.5, help="how far weights are varied, as a part of them")
    parser.add_argument("--least", type=float, default=0.05, help="how far they are varied at least")
    parser.add_argument("--products", action="store_true", help="fit products of two weights too")
    parser.add_argument("--hold", type=int, nargs="*", default=[], help="marks whose weights stay as they are")
    parser.add_argument("--seed", type=int, default=800_000)
    parser.add_argument("--data", type=Path, nargs="*", default=[])
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    game = registry.load(asked.game)
    if asked.data:
        trials = stored(asked.data)
    else:
        start = first_weights(game, asked.start)
        wide = np.maximum(asked.spread * np.abs(start), asked.least)
        wide[asked.hold] = 0.0
        trials = play(game, start, asked.games, asked.scale, wide, asked.seed)
    used = [*([asked.start] if asked.start else []), *asked.data]
    about = {**made_for(game), "made": steps("tools.trials", used)}
    if asked.keep:
        np.savez_compressed(asked.keep, about=np.array(json.dumps(about)), **trials._asdict())
    if len(trials.points) < FEWEST * trials.weights.shape[1]:
        raise SystemExit(f"{len(trials.points)} trials are too few for {trials.weights.shape[1]} weights")
    slope = fit(trials, asked.products)
    weights = trials.weights.mean(0) + step(slope, asked.hold)
    print(f"{len(trials.points)} trials, {trials.points.mean():.2f} points on average")
    for mark, (rise, doubt, bend) in enumerate(zip(slope.rise, slope.doubt, slope.bend, strict=True)):
        print(f"{mark}: {weights[mark]:.3f} (slope {rise:.2f} ± {doubt:.2f}, bend {bend:.2f})")
    for one, other in zip(*np.nonzero(np.triu(slope.ties)), strict=True):
        print(f"{one} and {other}: {slope.ties[one, other]:.2f}")
    save(asked.out or game.folder / WEIGHTS, Judgement(weights.astype(np.float32)), about)


if __name__ == "__main__":
    main()
