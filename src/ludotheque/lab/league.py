"""Leagues: bots play each other, every line-up over the same deals and from every seat, and the results are kept as they come.

The file of a league is one JSON object a line: a heading that says what is played, then one line a game. A league that was stopped goes on where its file ends.
"""

import hashlib
import itertools
import json
import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ludotheque.bots.levels import bot
from ludotheque.bots.outside import PREFIX, Forfeit, Program
from ludotheque.bots.play import history_of, seed_for
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import TABLE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.record import Recorder
from ludotheque.core.rule import JIT
from ludotheque.core.words import reason
from ludotheque.lab.rating import Interval, score_interval

SURE = 2.576  # standard deviations: a line-up is clear when even this wide an interval leaves one half out; wide, since it is looked at again and again
LOOK_EVERY = 20  # games of a line-up


@dataclass(frozen=True)
class Plan:
    """What is played."""

    game: str
    seats: int
    bots: tuple[str, ...]
    games: int  # of each line-up
    options: Mapping[str, Any]
    seed: int = 1
    scale: float = 1.0  # of every level's iterations
    is_sequential: bool = False  # stop a line-up when it is clear who is better
    seconds: float = 30.0  # for a decision of a program from outside


@dataclass(frozen=True)
class Match:
    """One game: who sat where, and what came out."""

    lineup: tuple[str, ...]  # as planned, before the seats were rotated
    number: int
    bots: tuple[str, ...]  # by seat
    ranks: list[int]
    scores: list[int]
    seconds: list[float]  # that each seat thought
    moves: list[int]
    forfeit: str | None = None  # why a program from outside has lost
    forfeit_seat: int | None = None


def lineups(plan: Plan) -> list[tuple[str, ...]]:
    """Everybody together if there is a seat for each; else one of each bot against as many of each other as there are seats left."""
    if len(plan.bots) == plan.seats:
        return [plan.bots]
    if plan.seats == 2:
        return list(itertools.combinations(plan.bots, 2))
    return [(one, *[other] * (plan.seats - 1)) for one, other in itertools.permutations(plan.bots, 2)]


def seating(lineup: Sequence[str], number: int) -> tuple[str, ...]:
    """Game after game everybody moves up one seat; the deal changes when all have sat everywhere."""
    turn = number % len(lineup)
    return (*lineup[turn:], *lineup[:turn])


# One game


class Player:
    """A bot at one seat of one game."""

    def __init__(self, game: Game, name: str, plan: Plan, programs: Mapping[str, Program]) -> None:
        self.game, self.program, self.seconds, self.moves = game, programs.get(name), 0.0, 0
        self.bot = None if self.program else bot(name, plan.scale, is_hurried=not JIT)  # the same games on any machine, however busy it is

    def choose(self, recorder: Recorder, seat: int, seed: bytes) -> int:
        view, history, began = self.game.view_of(recorder.state, seat), history_of(recorder, seat), time.perf_counter()
        try:
            if self.program:
                return self.program.choose(self.game, view, seat, history, seed)
            assert self.bot is not None
            return self.bot(self.game, view, seat, history, seed)
        finally:
            self.seconds += time.perf_counter() - began
            self.moves += 1


def play_match(game: Game, plan: Plan, lineup: tuple[str, ...], number: int, programs: Mapping[str, Program]) -> Match:
    """One game of a line-up. Whoever forfeits is last, and the others share the first place."""
    names = seating(lineup, number)
    key = seed_key(plan.seed + number // plan.seats)
    recorder, players = Recorder(game, plan.seats, plan.options, key), [Player(game, name, plan, programs) for name in names]
    seat, forfeit = TABLE, None
    try:
        while movers := game.movers(recorder.state):
            turn = random.Random(seed_for(key, -1 - len(recorder.plies)))
            seat = movers[int(turn.random() * len(movers))]
            seed = hashlib.sha256(seed_for(key, len(recorder.plies)) + names[seat % plan.seats].encode()).digest()
            recorder.act(seat, game.legal(recorder.state, seat)[0] if seat == TABLE else players[seat].choose(recorder, seat, seed))
    except Forfeit as fault:
        forfeit = str(fault)
    scores = game.scores(recorder.state, plan.seats)
    ranks = [plan.seats if other == seat else 1 for other in range(plan.seats)] if forfeit else game.ranks(recorder.state, plan.seats)
    for other, player in enumerate(players):
        if player.program and not (forfeit and other == seat):
            player.program.tell_result(game, other, {"scores": scores, "ranks": ranks})
    spent = [round(player.seconds, 4) for player in players]
    return Match(lineup, number, names, ranks, scores, spent, [player.moves for player in players], forfeit, seat if forfeit else None)


# A whole league


@dataclass
class League:
    """A plan, and the games of it that have been played."""

    plan: Plan
    game: Game
    matches: list[Match] = field(default_factory=list)

    def missing(self) -> Iterator[tuple[tuple[str, ...], int]]:
        """The games still to be played, line-ups in turn, so that an unfinished league says something about all of them."""
        played = {(match.lineup, match.number) for match in self.matches}
        for number in range(self.plan.games):
            for lineup in lineups(self.plan):
                if (lineup, number) not in played and not self.is_clear(lineup, number):
                    yield lineup, number

    def is_clear(self, lineup: tuple[str, ...], number: int) -> bool:
        """Is it known well enough whether the first bot of a line-up is better than its share?"""
        if not self.plan.is_sequential or number % LOOK_EVERY:
            return False if not self.plan.is_sequential else lineup in self._clear
        if number and lineup not in self._clear:
            found = self.wins(lineup)
            if found.low > 1 / self.plan.seats or found.high < 1 / self.plan.seats:
                self._clear.add(lineup)
        return lineup in self._clear

    _clear: set[tuple[str, ...]] = field(default_factory=set)

    def wins(self, lineup: tuple[str, ...], width: float = SURE) -> Interval:
        """How often the first bot of a line-up won; a shared first place counts as its part of a win."""
        return score_interval([won(match, match.lineup[0]) for match in self.matches if match.lineup == lineup], width)

    def play(self, out: Path | None, threads: int = 1, progress: Callable[[int, int], None] | None = None) -> None:
        """Play what is missing; every result is written before the next game begins in its thread."""
        total = self.plan.games * len(lineups(self.plan))
        with ExitStack() as stack:
            file = stack.enter_context(out.open("a")) if out else None
            crew = Crew(self.plan, stack, out)
            pool = stack.enter_context(ThreadPoolExecutor(threads))
            running: set[Future[Match]] = set()
            todo = self.missing()
            try:
                while True:
                    for lineup, number in itertools.islice(todo, threads - len(running)):
                        running.add(pool.submit(crew.play, self.game, lineup, number))
                    if not running:
                        return
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        self.matches.append(future.result())
                        if file:
                            file.write(json.dumps(asdict(future.result())) + "\n")
                            file.flush()
                    if progress:
                        progress(len(self.matches), total)
            finally:
                for future in running:
                    future.cancel()


class Crew:
    """The programs from outside, one of each for every thread."""

    def __init__(self, plan: Plan, stack: ExitStack, out: Path | None) -> None:
        self.plan, self.stack, self.own, self.lock = plan, stack, threading.local(), threading.Lock()
        self.log = out.with_suffix(".stderr") if out else Path("/dev/null")

    def play(self, game: Game, lineup: tuple[str, ...], number: int) -> Match:
        if not hasattr(self.own, "programs"):
            with self.lock:
                commands = {name for name in self.plan.bots if name.startswith(PREFIX)}
                self.own.programs = {name: self.stack.enter_context(Program(name.removeprefix(PREFIX), self.plan.seconds, self.log)) for name in commands}
        return play_match(game, self.plan, lineup, number, self.own.programs)


def won(match: Match, name: str) -> float:
    """The part of the win that one bot of that name takes from a game: the first of them that sat there."""
    seat = match.bots.index(name)
    return 1 / match.ranks.count(1) if match.ranks[seat] == 1 else 0.0


# On disk


def resume(plan: Plan, game: Game, out: Path | None) -> League:
    """A league with the games that its file holds; a file of another plan is refused, half a last line is forgotten."""
    for name in plan.bots:
        if not name.startswith(PREFIX):
            bot(name)
    league, heading = League(plan, game), {"league": asdict(plan) | {"options": dict(plan.options), "games": None, "is_sequential": None}}
    heading = json.loads(json.dumps(heading))
    if out is None:
        return league
    try:
        lines = out.read_text().splitlines(keepends=True) if out.exists() else []
        whole = [line for line in lines if line.endswith("\n")]
        if not whole:
            out.write_text(json.dumps(heading) + "\n")
            return league
        if json.loads(whole[0]) != heading:
            raise LudothequeError("{path}: holds another league; name another file, or the same bots, seats, options, seed and scale", path=out)
        if len(whole) < len(lines):
            out.write_text("".join(whole))
        for line in whole[1:]:
            found = json.loads(line)
            league.matches.append(Match(**found | {"lineup": tuple(found["lineup"]), "bots": tuple(found["bots"])}))
    except OSError as error:
        raise LudothequeError("{path}: cannot be used: {error}", path=out, error=reason(error)) from error
    except (ValueError, TypeError, KeyError) as error:
        raise LudothequeError("{path}: is no file of a league: {error}", path=out, error=error) from error
    return league
