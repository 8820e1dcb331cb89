"""The instinct of a champion: weights for the signs of an action, learned from games of the bots.

python -m tools.instinct GAME [--games N] [--level LEVEL] [--scale S] [--seed N] [--out FILE]
                              [--keep FILE]

Bots play; each of their decisions is an example of what a seat that hides a certain thing prefers
among its actions. The weights are the most likely ones (a conditional logit, by Adam). Every fifth
deal is kept back to check them; those in the file are learned from all deals. The file says by
which command it was made. `--keep` stores the games, from which `tools.judgement --data` can learn.
"""

import argparse
from math import log
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludotheque.bots.instinct import Instinct
from ludotheque.bots.knowledge import knowledge
from ludotheque.bots.levels import WEIGHTS, bot
from ludotheque.bots.network import made_for, save
from ludotheque.bots.play import play_out
from ludotheque.bots.thinker import leading
from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.game import Game, State
from ludotheque.core.layout import array_of
from ludotheque.core.record import Recorder
from tools.judgement import keep, positions
from tools.made import steps

STEPS, RATE, PULL = 200, 0.1, 0.5  # of Adam; PULL holds weights near 0 that few examples speak for
KEPT_BACK = 5
STAGE = 6  # plies


class Examples(NamedTuple):
    """Decisions, one row each; actions beyond `count` do not exist."""

    signs: Any  # int32[decision, thing, action, sign]
    count: Any  # int32[decision]
    taken: Any  # int32[decision]: the place of the action that was taken
    thing: Any  # int32[decision]: what the seat hid
    others: Any  # int32[decision]: what the seats hide that the next seat knows: its own thing
    deal: Any
    ply: Any
    seat: Any


def play(game: Game, games: int, level: str, scale: float, seed: int) -> list[Recorder]:
    """Play games with every number of seats in turn."""
    player, kinds = bot(level, scale, is_hurried=False), list(game.seats)
    turns = [kinds[number % len(kinds)] for number in range(games)]
    return [play_out(game, seats, {}, seed_key(seed + number), [player] * seats) for number, seats in enumerate(turns)]


def examples(game: Game, played: list[Recorder]) -> Examples:
    """List the decisions of games."""
    names, rows = knowledge(game), []
    for number, one in enumerate(played):
        before, seats = one.dealt, int(one.dealt.seats)
        for place, ply in enumerate(one.plies):
            if ply.seat < seats:
                rows.append(example(game, names, before, ply.seat, ply.action, (number, place, seats)))
            before = ply.after
    columns = [np.array(column) for column in zip(*rows, strict=True)]
    return Examples(*columns)


def example(
    game: Game, names: dict[str, Any], state: State, seat: int, action: int, where: tuple[int, int, int]
) -> tuple[Any, ...]:
    """Return one decision as a row of the examples."""
    actions, (number, ply, seats) = game.legal(state, seat), where
    table = np.zeros((names["BELIEFS"], game.max_legal, names["SIGNS"]), np.int32)
    leading(game).list_signs(array_of(state), seat, np.array(actions), table)
    own, known = names["thing_of"](state, seat), names["thing_of"](state, (seat + 1) % seats)
    return table, len(actions), actions.index(action), own, known, number, ply, seat


def choices(weights: Any, signs: Any, count: Any) -> Any:
    """Return the log-probability of every action."""
    sums = weights[signs].sum(-1)
    sums[np.arange(sums.shape[1])[None] >= count[:, None]] = -np.inf
    most = sums.max(1, keepdims=True)
    return sums - most - np.log(np.exp(sums - most).sum(1, keepdims=True))


def fit(examples: Examples, kinds: int) -> Any:
    """Return the weights under which the decisions are most likely."""
    rows = np.arange(len(examples.count))
    signs = examples.signs[rows, examples.thing]
    weights, mean, square = np.zeros(kinds), np.zeros(kinds), np.zeros(kinds)
    taken = np.bincount(signs[rows, examples.taken].ravel(), minlength=kinds)
    for step in range(1, STEPS + 1):
        odds = np.exp(choices(weights, signs, examples.count))
        expected = np.bincount(signs.ravel(), np.repeat(odds.ravel(), signs.shape[-1]), kinds)
        slope = (expected - taken + PULL * weights) / len(rows)
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        weights -= RATE * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.99**step)) + 1e-9)
    return weights


def losses(weights: Any, found: Examples, credit: float) -> tuple[float, float, list[float]]:
    """Return the log-loss of the actions, and of what seats hide, on average and by stage.

    The one who guesses knows all actions so far and what it hides itself.
    """
    rows, things = np.arange(len(found.count)), found.signs.shape[1]
    log_odds = np.stack(
        [choices(weights, found.signs[:, thing], found.count)[rows, found.taken] for thing in range(things)], 1
    )
    seen: dict[tuple[int, int], Any] = {}
    stages: dict[int, list[float]] = {}
    for row in rows:
        key = int(found.deal[row]), int(found.seat[row])
        seen[key] = seen.get(key, 0.0) + credit * log_odds[row]
        belief = np.delete(seen[key], found.others[row]) - seen[key][found.thing[row]]
        stages.setdefault(int(found.ply[row]) // STAGE, []).append(float(np.logaddexp.reduce(belief)))
    everything = [loss for stage in stages.values() for loss in stage]
    by_stage = [float(np.mean(stages[stage])) for stage in sorted(stages)]
    return -float(log_odds[rows, found.thing].mean()), float(np.mean(everything)), by_stage


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--scale", type=float, default=0.016)
    parser.add_argument("--seed", type=int, default=500_000)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    game = registry.load(asked.game)
    names = knowledge(game)
    if not names["SIGN_KINDS"]:
        raise SystemExit(f"{game.title} lists no signs of its actions (`signs` in its evaluate.py)")
    played = play(game, asked.games, asked.level, asked.scale, asked.seed)

    def about() -> dict[str, Any]:
        return {**made_for(game), "made": steps("tools.instinct", [])}

    if asked.keep:
        keep(asked.keep, positions(game, ((asked.seed + number, one) for number, one in enumerate(played))), about())
    found = examples(game, played)
    held = found.deal % KEPT_BACK == 0
    kept, used = (Examples(*(column[part] for column in found)) for part in (held, ~held))
    weights = fit(used, names["SIGN_KINDS"])
    actions, things, stages = losses(weights, kept, names["CREDIT"])
    print(f"{len(used.count)} decisions learned from, {len(kept.count)} kept back")
    print(f"log-loss of an action {actions:.3f}, guessed blindly {np.log(kept.count).mean():.3f}")
    print(f"log-loss of what a seat hides {things:.3f}, guessed blindly {log(names['BELIEFS'] - 1):.3f}")
    print(f"every {STAGE} plies: " + " ".join(f"{loss:.3f}" for loss in stages))
    weights = fit(found, names["SIGN_KINDS"])
    save(asked.out or game.folder / WEIGHTS, Instinct(weights.astype(np.float32)), about())


if __name__ == "__main__":
    main()
