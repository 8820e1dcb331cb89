"""Finds puzzles in games between bots, and proves them again.

Bots play, and a search looks at every decision. Where one action seems clearly best, the proof
follows: see bots/proving.py. Every played game depends only on the seed and its number, so the
result is the same however many processes look for it.
"""

import hashlib
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from math import inf, log2
from multiprocessing import get_context

import msgspec

from ludotheque.bots.history import History, history_of
from ludotheque.bots.levels import bot, budget, known
from ludotheque.bots.play import seed_for, turns
from ludotheque.bots.proving import CLEAR, prove
from ludotheque.bots.thinker import Budget, Opinion, is_shared, think
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, State
from ludotheque.core.layout import copy
from ludotheque.core.puzzle import KEY, Notes, Proof, Puzzle, Solution, id_of, themes_of
from ludotheque.core.record import Data, Recorder

LEAST = 4  # actions to choose from
APART = 10  # plies between two puzzles from the same game
EARLY = 6  # plies before the first
LATE = 250  # plies after which a game is left alone: its record would be long
PER_GAME = 4
LAPSES = 0.25  # how often a weaker bot chooses, so that positions vary
DOUBT = 4.0  # visits: the value of an action with few visits is drawn towards the average
SEEMS = 0.5 * CLEAR  # a lead in a short search that is worth a closer look
LEAST_POINTS = 0.5  # by which an exact solution must be ahead
TRIES = {"expert": 2, "regular": 4, "novice": 6}  # bots that try to solve a puzzle
EXACT_TRIES = {"expert": 1, "regular": 2, "novice": 4}  # … that has an exact solution
EASY = 0.5  # the share of puzzles that every novice may solve


# Mining


def mine(
    name: str, count: int, seed: int = 1, minutes: float = inf, jobs: int = 1, told: Callable[[int], None] | None = None
) -> Iterator[Data]:
    """Yield puzzles of a game, in an order that depends only on the seed.

    `told` learns after every game how many have been looked through.
    """
    until, seen, easy = time.monotonic() + 60 * minutes, set(), 0
    for number, found in enumerate(_looked_through(name, seed, jobs, until), 1):
        for data in found:
            notes = msgspec.convert(data[KEY], Notes)
            is_easy = all(hits == tries for hits, tries in notes.found.values())
            if notes.id in seen or (is_easy and easy >= EASY * count):
                continue
            seen.add(notes.id)
            easy += is_easy
            yield data
            if len(seen) >= count:
                return
        if told:
            told(number)


def _looked_through(name: str, seed: int, jobs: int, until: float) -> Iterator[list[Data]]:
    """Yield the puzzles in one game after another, until the time is over."""
    find = partial(look_through, name, seed)
    number = 0
    if jobs == 1:
        while time.monotonic() < until:
            yield find(number)
            number += 1
        return
    find(-1)  # compiles what is missing, once
    pool, waiting = ProcessPoolExecutor(jobs, mp_context=get_context("spawn")), list[Future[list[Data]]]()
    try:
        while (left := until - time.monotonic()) > 0:
            while len(waiting) < 3 * jobs:
                waiting.append(pool.submit(find, number))
                number += 1
            yield waiting[0].result(timeout=None if left == inf else left)
            del waiting[0]
    except TimeoutError:
        pass
    finally:
        workers = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:  # the rest of their games is not wanted
            worker.terminate()


def look_through(name: str, seed: int, number: int) -> list[Data]:
    """Play a game and return the puzzles in it; number −1 only proves something, to compile it."""
    game, key = registry.load(name), hashlib.sha256(b"ludotheque puzzles %d %d" % (seed, number)).digest()
    rng = random.Random(key)
    recorder = Recorder(game, seats_of(game, rng), {}, key)
    found: list[Data] = []
    last = EARLY - APART
    for seat in turns(recorder):
        view, history = game.view_of(recorder.state, seat), history_of(recorder, seat)
        seed_now = seed_for(key, len(recorder.plies), "miner")
        action, answer, opinions = considered(game, view, seat, history, seed_now, rng.random() < LAPSES)
        if number < 0:
            if opinions:
                prove(game, view, seat, history, seed_now, opinions[0].action)
                return []
        elif answer is not None and len(recorder.plies) >= last + APART:
            data = puzzle(recorder, seat, view, history, seed_now, answer)
            if data:
                found.append(data)
                last = len(recorder.plies)
        recorder.act(seat, action)
        if len(found) == PER_GAME or len(recorder.plies) > LATE:
            break
    return found


def seats_of(game: Game, rng: random.Random) -> int:
    """Return a number of seats; the fewest is as likely as all others together."""
    return game.seats[0] if rng.random() < 0.5 else game.seats[int(rng.random() * len(game.seats))]


def considered(
    game: Game, view: State, seat: int, history: History, seed: bytes, is_lapse: bool
) -> tuple[int, Solution | int | None, list[Opinion]]:
    """Return what a player does, what may be the answer of a puzzle, and what a search thinks."""
    usual, answer = unhurried(game, "regular"), themes_of(game).solve(game, view, seat)
    settled = known(game, "regular", view, seat, seed, usual)
    if is_draft(game, view, seat) or is_shared(game, view) or len(game.legal(view, seat)) == 1 or settled is not None:
        answer = answer if answer and is_draft(game, view, seat) else None
        action = bot("regular", is_hurried=False)(game, view, seat, history, seed) if settled is None else settled
        return action, answer, []
    opinions = think(game, view, seat, seed, usual, history)
    best = opinions[0].action
    seems = best if len(opinions) >= LEAST and seems_clear(opinions) else None
    action = bot("novice", is_hurried=False)(game, view, seat, history, seed) if is_lapse else best
    return action, seems if answer is None else answer, opinions


def unhurried(game: Game, level: str) -> Budget:
    """Return a level's iterations, however long they take, so that any machine finds the same."""
    return replace(budget(game, level), seconds=inf)


def is_draft(game: Game, view: State, seat: int) -> bool:
    """Say whether a seat lays out a plan of several actions."""
    return any(game.actions.kind_of(action) in game.drafts for action in game.legal(view, seat)[:1])


def seems_clear(opinions: list[Opinion]) -> bool:
    usual = sum(one.reward * one.visits for one in opinions) / max(1, sum(one.visits for one in opinions))
    worths = sorted((one.reward * one.visits + usual * DOUBT) / (one.visits + DOUBT) for one in opinions)
    return worths[-1] - worths[-2] >= SEEMS


def puzzle(
    recorder: Recorder, seat: int, view: State, history: History, seed: bytes, answer: Solution | int
) -> Data | None:
    """Return the position as a puzzle if the answer can be proved."""
    game = recorder.game
    solution = answer if isinstance(answer, Solution) else None
    actions = list(answer.actions) if isinstance(answer, Solution) else [answer]
    after = copy(recorder.state)
    for action in actions:
        game.apply(after, seat, action)
    theme = themes_of(game).theme(game, recorder.state, after, seat, actions[0])
    is_small = len(game.legal(view, seat)) < LEAST or (solution is not None and solution.points < LEAST_POINTS)
    if is_small or (game.puzzles and not theme):
        return None
    proof = None if solution else proved(game, view, seat, history, seed, actions[0])
    if solution is None and proof is None:
        return None
    found: dict[str, tuple[int, int]] = {}
    for level, tries in (EXACT_TRIES if solution else TRIES).items():
        found[level] = solvers(game, view, seat, history, seed, actions, level, tries)
        if solution and level == "expert" and not found[level][0]:  # it looks further than one turn
            return None
    data = recorder.record()
    notes = Notes(
        id=id_of(data, seat),
        seat=seat,
        best=[game.notation.text(view, seat, action) for action in actions],
        rating=rating(found, len(game.legal(view, seat))),
        found=found,
        theme=theme,
        points=round(solution.points, 2) if solution else None,
        proof=proof,
    )
    return {**data, KEY: msgspec.to_builtins(notes)}


def proved(
    game: Game, view: State, seat: int, history: History, seed: bytes, action: int, again: Proof | None = None
) -> Proof | None:
    """Prove an action in fixed worlds, and by a bot's own search, which knows no world."""
    best = think(game, view, seat, seed, unhurried(game, "expert"), history, is_best_enough=True)[0].action
    return prove(game, view, seat, history, seed, action, again) if best == action else None


# How hard it is


def solvers(
    game: Game, view: State, seat: int, history: History, seed: bytes, actions: list[int], level: str, tries: int
) -> tuple[int, int]:
    """Return how many bots of a level find the answer, of how many that try."""
    player, hits = bot(level, is_hurried=False), 0
    for number in range(tries):
        own = hashlib.sha256(b"solver %d " % number + seed).digest()
        world, chosen = copy(view), list[int]()
        for _ in actions:
            chosen.append(player(game, copy(world), seat, history, own))
            game.apply(world, seat, chosen[-1])
        hits += sorted(chosen) == sorted(actions)
    return hits, tries


def rating(found: dict[str, tuple[int, int]], choices: int) -> int:
    """Return how hard a puzzle is: by the bots that miss it, and a little by what there is to
    choose from.
    """
    misses = {level: 1 - hits / tries for level, (hits, tries) in found.items()}
    return round(800 + 500 * misses["novice"] + 400 * misses["regular"] + 400 * misses["expert"] + 40 * log2(choices))


# Proving again


def check(one: Puzzle, seed: int = 0) -> None:
    """Prove a puzzle again, with other luck; raise an error if that fails."""
    structure(one)
    game, view, notes, seat = one.game, one.view, one.notes, one.notes.seat
    history = history_of(one.follow(), seat)
    if notes.points is None:
        own = hashlib.sha256(b"check %d " % seed + one.notes.id.encode()).digest()
        if proved(game, view, seat, history, own, one.best[0], notes.proof) is None:
            raise LudothequeError("puzzle {id}: the searches do not agree any more", id=one.notes.id)


def structure(one: Puzzle) -> None:
    """Check all of a puzzle that needs no search: its record, its answer and its exact solution."""
    game, notes = one.game, one.notes
    if notes.id != id_of(one.data, notes.seat):
        raise LudothequeError("puzzle {id}: its id must be {own}", id=notes.id, own=id_of(one.data, notes.seat))
    if notes.seat not in game.movers(one.follow().state) or len(game.legal(one.view, notes.seat)) < 2:
        raise LudothequeError("puzzle {id}: seat {seat} has no choice", id=notes.id, seat=notes.seat)
    if notes.theme and notes.theme not in game.said.THEMES:
        raise LudothequeError("puzzle {id}: unknown theme {theme!r}", id=notes.id, theme=notes.theme)
    solution = themes_of(game).solve(game, one.view, notes.seat) if notes.points is not None else None
    if notes.points is not None and (
        solution is None
        or sorted(solution.actions) != sorted(one.best)
        or round(solution.points, 2) != notes.points
        or solution.points < LEAST_POINTS
    ):
        raise LudothequeError("puzzle {id}: it has another exact solution: {solution}", id=notes.id, solution=solution)
    if notes.proof is None and notes.points is None:
        raise LudothequeError("puzzle {id}: it has no proof", id=notes.id)
