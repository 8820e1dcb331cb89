"""The judgement of a champion: weights for the marks of a position, learned from games of the bots.

python -m tools.judgement GAME [--games N] [--level LEVEL] [--scale S] [--seed N] [--out FILE]
                               [--random SHARE] [--trace T] [--guide FILE] [--data FILE …]
                               [--keep FILE]

Bots play, now and then at random, so that positions differ in more than good players let them. The
weights are those whose sum comes nearest to what a seat had in the end, or a little later: after
each ply the sum of the next position counts by 1 - TRACE, and what followed it by TRACE. Every
fifth deal is kept back to check them; those in the file are learned from all deals. `--keep` stores
the games, and `--data` learns from games that were stored before, as many files as you like,
instead of playing. All files say by which commands they were made, from the first round on.
"""

import argparse
import json
import random
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludotheque.bots.history import History
from ludotheque.bots.judgement import Judgement
from ludotheque.bots.knowledge import knowledge
from ludotheque.bots.levels import WEIGHTS, Bot, bot
from ludotheque.bots.network import load, made_for, save
from ludotheque.bots.play import play_out
from ludotheque.bots.thinker import judging
from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import TABLE
from ludotheque.core.game import Game, State
from ludotheque.core.record import Recorder
from tools.made import steps

RANDOM = 0.1  # of the decisions, unless told
TRACE = 0.97
PULL = 1.0  # holds weights near 0 that few positions speak for
KEPT_BACK = 5


class Games(NamedTuple):
    """Positions after each ply, one row each, game after game."""

    states: Any  # the game's states
    deal: Any  # int64[row]
    final: Any  # float64[row, seat]: the points at the end of the game


def restless(player: Bot, share: float) -> Bot:
    """Return a bot that makes this share of its decisions at random."""

    def act(game: Game, view: State, seat: int, history: History, seed: bytes) -> int:
        chance = random.Random(b"restless " + seed)
        return (
            chance.choice(game.legal(view, seat))
            if chance.random() < share
            else player(game, view, seat, history, seed)
        )

    return act


def play(game: Game, games: int, player: Bot, seed: int) -> Games:
    """Play games: every other one with two seats, the rest with more in turn."""
    most = game.seats[-1]
    kinds = [2 if number % 2 == 0 else 3 + number // 2 % (most - 2) for number in range(games)]
    return positions(
        game,
        (
            (seed + number, play_out(game, seats, {}, seed_key(seed + number), [player] * seats))
            for number, seats in enumerate(kinds)
        ),
    )


def positions(game: Game, played: Iterable[tuple[int, Recorder]]) -> Games:
    """Return the positions of games, which come with the numbers of their deals."""
    states, deals, finals = [], [], []
    for deal, one in played:
        seats, final = int(one.state.seats), np.zeros(TABLE)
        final[:seats] = game.scores(one.state, seats)
        for ply in one.plies[:-1]:
            states.append(ply.after)
            deals.append(deal)
            finals.append(final)
    return Games(np.array(states, game.state), np.array(deals), np.array(finals))


def keep(path: Path, games: Games, about: dict[str, Any]) -> None:
    """Store games, and how they were made."""
    plain = games.states.view(np.uint8).reshape(len(games.deal), -1)
    said = np.array(json.dumps(about))
    np.savez_compressed(path, about=said, states=plain, deal=games.deal, final=games.final)


def stored(files: list[Path], state: np.dtype[Any]) -> Games:
    """Read games that were stored before."""
    contents = [np.load(file) for file in files]
    states, *columns = (np.concatenate([content[name] for content in contents]) for name in Games._fields)
    return Games(states.view(state)[:, 0], *columns)


def marks_of(game: Game, states: Any) -> Any:
    """Return the marks of every position: float64[row, seat, mark]."""
    out = np.zeros((len(states), TABLE, knowledge(game)["MARKS"]))
    judging(game, Judgement).list_marks(states, out)
    return out


def rows_of(games: Games) -> Iterator[slice]:
    """Yield the rows of each game."""
    ends = [0, *(np.flatnonzero(np.diff(games.deal)) + 1).tolist(), len(games.deal)]
    for first, last in pairwise(ends):
        yield slice(first, last)


def fit(games: Games, marks: Any, trace: float, sure: int) -> Any:
    """Return the weights; the first ones, of points that are sure, are 1.

    With these weights every sum is right on average, measured by what follows it. This is the
    method of least squares for temporal differences, LSTD(λ): one system of equations.
    """
    count = marks.shape[-1]
    left, right, spread = np.zeros((count, count)), np.zeros(count), np.zeros(count)
    for rows in rows_of(games):
        seats = int(games.states["seats"][rows.start])
        x = marks[rows, :seats]
        traced, change = x.copy(), x.copy()
        for row in range(1, len(x)):
            traced[row] += trace * traced[row - 1]
        change[:-1] -= x[1:]
        left += np.tensordot(traced, change, ((0, 1), (0, 1)))
        right += games.final[rows.start, :seats] @ traced[-1]
        spread += (x**2).mean((0, 1))
    left += np.diag(PULL * np.maximum(spread / len(np.unique(games.deal)), 1e-6))
    weights = np.ones(count)
    right -= left[:, :sure] @ weights[:sure]
    weights[sure:] = np.linalg.solve(left[sure:, sure:], right[sure:])
    return weights


def errors(games: Games, said: Any) -> tuple[float, float, float]:
    """Return the error in points, and for games of two how well the leader at each position
    predicts the winner: log-loss, and the margin that gives the least of it.
    """
    sits = np.arange(TABLE)[None] < games.states["seats"][:, None]
    points = float(np.sqrt(np.mean((said - games.final)[sits] ** 2)))
    two = games.states["seats"] == 2
    lead, won = (said[two, 0] - said[two, 1]), games.final[two, 0] - games.final[two, 1]
    result = 0.5 + 0.5 * np.sign(won)
    losses = {
        margin: float(np.mean(np.logaddexp(0, lead / margin) - result * lead / margin))
        for margin in np.geomspace(1, 60, 40)
    }
    best = min(losses, key=lambda margin: losses[margin])
    return points, losses[best], best


def part(games: Games, rows: Any) -> Games:
    return Games(*(column[rows] for column in games))


def values_of(game: Game, states: Any) -> Any:
    """Return what the game's own `value` says of every position."""
    out, names = np.zeros((len(states), TABLE)), knowledge(game)
    for row in range(len(states)):
        names["value"](states[row], out[row])
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--level", default="master")
    parser.add_argument("--scale", type=float, default=0.002)
    parser.add_argument("--seed", type=int, default=700_000)
    parser.add_argument("--random", type=float, default=RANDOM, help="the share of decisions made at random")
    parser.add_argument("--trace", type=float, default=TRACE)
    parser.add_argument("--guide", type=Path, help="weights that the players use")
    parser.add_argument("--data", type=Path, nargs="*", default=[])
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    game = registry.load(asked.game)
    if not knowledge(game)["MARKS"]:
        raise SystemExit(f"{game.title} lists no marks of a position (`marks` in its evaluate.py)")
    guide = load(asked.guide)[0] if asked.guide else None
    if asked.data:
        games = stored(asked.data, game.state)
    else:
        player = bot(asked.level, asked.scale, is_hurried=False, guide=guide)
        games = play(game, asked.games, restless(player, asked.random), asked.seed)

    def about() -> dict[str, Any]:
        used = [asked.guide] if asked.guide else []
        return {**made_for(game), "made": steps("tools.judgement", [*used, *asked.data])}

    if asked.keep:
        keep(asked.keep, games, about())
    marks, held = marks_of(game, games.states), games.deal % KEPT_BACK == 0
    kept, used = part(games, held), part(games, ~held)
    sure = knowledge(game)["SURE"]
    weights = fit(used, marks[~held], asked.trace, sure)
    print(f"{len(used.deal)} positions learned from, {len(kept.deal)} kept back")
    for name, said in (("value", values_of(game, kept.states)), ("judgement", marks[held] @ weights)):
        points, loss, margin = errors(kept, said)
        print(f"{name}: {points:.2f} points off, log-loss of the winner {loss:.4f} with a margin of {margin:.1f}")
    print(" ".join(f"{weight:.2f}" for weight in weights))
    weights = fit(games, marks, asked.trace, sure)
    save(asked.out or game.folder / WEIGHTS, Judgement(weights.astype(np.float32)), about())


if __name__ == "__main__":
    main()
