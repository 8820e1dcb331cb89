"""How strong a champion's weights are without any search.

python benchmarks/alone.py GAME [--against novice,regular] [--games 60] [--weights FILE] [--seed N]
                           [--turn] [--worlds N]

A network or a judgement takes the action after which the position looks best for the seat that
acts, on average over a few worlds that it cannot tell from the truth (likely ones, if the game or
its champion can read what others hide from what they do). With `--turn` it looks at whole turns of
its own, and takes the first action of the best one; what the others may answer is not looked at. An
instinct takes the most tempting action. What a game's `evaluate.py` knows without a search comes
first, as for every bot; in Dream Runners that is the whole champion.

The opponents are as they always are, with all their iterations. Two seats, and both seats of each
deal. The table says which share of the games the weights won (a draw counts half), with Wilson's
95 % interval.
"""

import argparse
import hashlib
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf
from pathlib import Path

import numpy as np

from ludotheque.bots.history import History
from ludotheque.bots.instinct import Instinct, new_lead
from ludotheque.bots.knowledge import knowledge
from ludotheque.bots.levels import CHAMPION, WEIGHTS, Bot, bot, budget, champion_of, known
from ludotheque.bots.network import Guide, fits, load
from ludotheque.bots.play import play_out
from ludotheque.bots.rating import score_interval
from ludotheque.bots.thinker import beliefs, judging, leading, new_mind
from ludotheque.bots.tree import Result
from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import TABLE
from ludotheque.core.game import Game, State
from ludotheque.core.layout import copy
from ludotheque.core.story import silent_story

ALONE = "alone.npz"  # in the folder of a game: weights for this, where the champion's cannot do it well
SEATS = 2
WORLDS = 4
WIDTH = 12  # turns that are continued after each action: those that look best
LONGEST = 24  # actions of a turn; a longer one is judged as far as it goes

Judge = Callable[[State, int], float]  # what a position seems worth to a seat, between 0 and 1


def alone(guide: Guide, worlds: int = WORLDS, is_turn: bool = False) -> Bot:
    """Return a bot that has these weights and does not search."""

    def act(game: Game, view: State, seat: int, history: History, seed: bytes) -> int:
        spend = replace(budget(game, CHAMPION), seconds=inf, guide=guide)
        found = known(game, CHAMPION, view, seat, seed, spend)
        if found is not None:
            return found
        if isinstance(guide, Instinct):
            return most_tempting(game, guide, view, seat)
        judge, worth = judge_of(game, guide), dict.fromkeys(game.legal(view, seat), 0.0)
        belief, suppose = beliefs(game, history, champion_of(game)), knowledge(game)["suppose"]
        for number in range(worlds if len(worth) > 1 else 0):
            world = game.imagine(view, seat, hashlib.sha256(b"world %d " % number + seed).digest())
            suppose(world, view, belief, silent_story())
            for action, reward in (best_turns if is_turn else next_positions)(game, judge, world, seat):
                worth[action] += reward
        return max(worth, key=lambda action: worth[action])

    return act


def most_tempting(game: Game, instinct: Instinct, view: State, seat: int) -> int:
    actions, odds = np.array(game.legal(view, seat), np.int32), np.empty(game.max_legal)
    lead = new_lead(instinct, knowledge(game)["SIGNS"])
    leading(game).foresee_choice(view, seat, actions, len(actions), lead, odds)
    return int(actions[np.argmax(odds[: len(actions)])])


def judge_of(game: Game, guide: Guide) -> Judge:
    """Return how a network or a judgement sees a position."""
    points, rank, rewards = (np.zeros(TABLE + 1) for _ in range(3))
    result = Result(points, np.zeros(TABLE + 1, np.int32), rank, rewards, new_mind(game, guide))
    kind: type = type(guide)
    judge = judging(game, kind).judge

    def reward(state: State, seat: int) -> float:
        judge(state, int(state.seats), result)
        return float(rewards[seat])

    return reward


def after(game: Game, state: State, seat: int) -> Iterator[tuple[int, State]]:
    """Yield every action of a seat, and the position after it."""
    for action in game.legal(state, seat):
        world = copy(state)
        game.apply(world, seat, action)
        yield action, world


def next_positions(game: Game, judge: Judge, state: State, seat: int) -> Iterator[tuple[int, float]]:
    """Yield every action and what the position after it seems worth."""
    for action, world in after(game, state, seat):
        yield action, judge(world, seat)


def best_turns(game: Game, judge: Judge, state: State, seat: int) -> Iterator[tuple[int, float]]:
    """Yield every first action of a turn that was looked at to its end, and what the best position
    at the end of such a turn seems worth.
    """
    lines, best = list(after(game, state, seat)), dict[int, float]()
    for length in range(LONGEST):
        open_lines = dict[bytes, tuple[float, int, State]]()
        for first, world in lines:
            reward = judge(world, seat)
            if length < LONGEST - 1 and game.movers(world) == [seat]:
                open_lines.setdefault(world.tobytes(), (reward, first, world))
            else:
                best[first] = max(best.get(first, 0.0), reward)
        kept = sorted(open_lines.values(), key=lambda line: -line[0])[:WIDTH]
        lines = [(first, world) for _, first, begun in kept for _, world in after(game, begun, seat)]
    yield from best.items()


def match(game: Game, player: Bot, level: str, games: int, seed: int) -> tuple[list[float], float]:
    """Return the result of each game, and the seconds that a decision without a search took."""
    results, seconds, opponent = [], list[float](), bot(level, is_hurried=False)

    def timed(game: Game, view: State, seat: int, history: History, key: bytes) -> int:
        began = time.perf_counter()
        action = player(game, view, seat, history, key)
        seconds.append(time.perf_counter() - began)
        return action

    for number in range(games):
        own = number % SEATS
        bots = [timed if seat == own else opponent for seat in range(SEATS)]
        played = play_out(game, SEATS, {}, seed_key(seed + number // SEATS), bots)
        places = game.ranks(played.state, SEATS)
        results.append((1 + (places[1 - own] > places[own]) - (places[1 - own] < places[own])) / 2)
    return results, float(np.median(seconds))


def weights_of(game: Game, file: Path | None) -> Guide:
    """Read the weights of a file, or those of the game."""
    own = game.folder / ALONE
    guide, about = load(file or (own if own.exists() else game.folder / WEIGHTS))
    if not fits(game, guide, about):
        raise SystemExit(f"these weights were made for another game, or for other rules or components: {file}")
    return guide


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--against", default="novice,regular", help="which levels, with commas")
    parser.add_argument("--games", type=int, default=60, help="against each of them (default: 60)")
    parser.add_argument("--weights", type=Path, help="a file (default: the game's)")
    parser.add_argument("--seed", type=int, default=81_001, help="of the first deal")
    parser.add_argument("--turn", action="store_true", help="look at whole turns of its own")
    parser.add_argument("--worlds", type=int, default=WORLDS)
    asked = parser.parse_args()
    game = registry.load(asked.game)
    player = alone(weights_of(game, asked.weights), asked.worlds, asked.turn)
    print("| game | looks at | against | wins (95 %) | games | a decision |")
    print("| --- | --- | --- | ---: | ---: | ---: |")
    for level in asked.against.split(","):
        results, seconds = match(game, player, level, asked.games, asked.seed)
        share, low, high = score_interval(results)
        print(
            f"| {game.title} | {'turns' if asked.turn else 'actions'} | {level} "
            f"| {share:.0%} ({low:.0%} to {high:.0%}) | {len(results)} | {1000 * seconds:.1f} ms |",
            flush=True,
        )


if __name__ == "__main__":
    main()
