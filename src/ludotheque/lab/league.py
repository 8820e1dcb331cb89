"""Leagues: bots play each other, every line-up with the same deals and from every seat.

Results are saved as they come. A league's file has one JSON object per line: a heading that says
what is played, then one line per game. A league that was stopped resumes where its file ends.
"""

import itertools
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any

from ludotheque.bots.history import history_of
from ludotheque.bots.levels import Bot, bot, check_level
from ludotheque.bots.outside import PREFIX, Forfeit, Program
from ludotheque.bots.own import fingerprint, own_bot, read, stored
from ludotheque.bots.play import seed_for, turns
from ludotheque.bots.rating import NORMAL_95, Interval, score_interval
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.record import Recorder
from ludotheque.core.rule import JIT
from ludotheque.core.words import reason
from ludotheque.lab.show import html_table
from ludotheque.lab.spread import Crew, Packed, Piece, Task, unpacked

# the half-width, in standard deviations, of the interval that must exclude an equal share of the
# wins before a line-up is decided; wide, because it is tested repeatedly
SURE = 2.576
LOOK_EVERY = 20  # test after this many games of a line-up


@dataclass(frozen=True)
class Plan:
    """The plan of a league: the game, the bots, and how they play."""

    game: str
    seats: int
    bots: tuple[str, ...]
    games: int  # of each line-up
    options: Mapping[str, Any]
    seed: int = 1
    scale: float = 1.0  # multiplies every level's iterations
    is_sequential: bool = False  # stop a line-up when it is clear who is better
    seconds: float = 30.0  # for each decision of an external program
    evaluations: Mapping[str, str] = field(default_factory=dict)  # of bots loaded from a file, by name


@dataclass(frozen=True)
class Match:
    """One game: who sat where, and the result."""

    lineup: tuple[str, ...]  # as planned, before the seats were rotated
    number: int
    bots: tuple[str, ...]  # by seat
    ranks: list[int]
    scores: list[int]
    seconds: list[float]  # thinking time of each seat
    moves: list[int]
    forfeit: str | None = None  # why an external program has lost
    forfeit_seat: int | None = None


def lineups(plan: Plan) -> list[tuple[str, ...]]:
    """List the line-ups of a plan.

    If there is one seat per bot, all play together; otherwise one of each bot plays against copies
    of each other bot in the remaining seats.
    """
    if len(plan.bots) == plan.seats:
        return [plan.bots]
    if plan.seats == 2:
        return list(itertools.combinations(plan.bots, 2))
    return [(one, *[other] * (plan.seats - 1)) for one, other in itertools.permutations(plan.bots, 2)]


def seating(lineup: Sequence[str], number: int) -> tuple[str, ...]:
    """Return who sits where in game `number` of a line-up.

    Everyone moves up one seat from game to game; the deal changes when all have sat everywhere.
    """
    turn = number % len(lineup)
    return (*lineup[turn:], *lineup[:turn])


# One game


class Player:
    """A bot at one seat of one game."""

    def __init__(self, game: Game, name: str, plan: Plan, programs: Mapping[str, Program]) -> None:
        self.game, self.program, self.seconds, self.moves = game, programs.get(name), 0.0, 0
        # not hurried: the same games on any machine, however busy it is
        self.bot = None if self.program else chosen_bot(game, name, plan, is_hurried=not JIT)

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


def chosen_bot(game: Game, name: str, plan: Plan, is_hurried: bool = False) -> Bot:
    """Return the bot with this name in a plan."""
    if name in plan.evaluations:
        return own_bot(game, plan.evaluations[name], plan.scale, is_hurried)
    check_level(game, name)
    return bot(name, plan.scale, is_hurried)


def play_match(game: Game, plan: Plan, lineup: tuple[str, ...], number: int, programs: Mapping[str, Program]) -> Match:
    """Play one game of a line-up.

    A bot that forfeits comes last, and the others share first place.
    """
    names = seating(lineup, number)
    key = seed_key(plan.seed + number // plan.seats)
    recorder, players = (
        Recorder(game, plan.seats, plan.options, key),
        [Player(game, name, plan, programs) for name in names],
    )
    seat, forfeit = NONE, None
    try:
        for seat in turns(recorder):
            seed = seed_for(key, len(recorder.plies), names[seat])
            recorder.act(seat, players[seat].choose(recorder, seat, seed))
    except Forfeit as fault:
        forfeit = str(fault)
    scores = game.scores(recorder.state, plan.seats)
    ranks = (
        [plan.seats if other == seat else 1 for other in range(plan.seats)]
        if forfeit
        else game.ranks(recorder.state, plan.seats)
    )
    for other, player in enumerate(players):
        if player.program and not (forfeit and other == seat):
            player.program.tell_result(game, other, {"scores": scores, "ranks": ranks})
    spent = [round(player.seconds, 4) for player in players]
    return Match(
        lineup,
        number,
        names,
        ranks,
        scores,
        spent,
        [player.moves for player in players],
        forfeit,
        seat if forfeit else None,
    )


# A whole league


@dataclass
class League:
    """A plan, and the games of it that have been played."""

    plan: Plan
    game: Game
    matches: list[Match] = field(default_factory=list)

    def missing(self) -> Iterator[list[tuple[tuple[str, ...], int]]]:
        """Yield the games that are still to be played, in blocks that can be played at once.

        Line-ups take turns, so that an unfinished league says something about all of them. Only
        between two blocks a line-up may turn out to be decided, so that this does not depend on how
        many play at a time.
        """
        played = {(match.lineup, match.number) for match in self.matches}
        size = LOOK_EVERY if self.plan.is_sequential else self.plan.games
        for first in range(0, self.plan.games, size):
            open_ = [lineup for lineup in lineups(self.plan) if not self.is_clear(lineup, first)]
            numbers = range(first, min(first + size, self.plan.games))
            yield [(lineup, number) for number in numbers for lineup in open_ if (lineup, number) not in played]

    def is_clear(self, lineup: tuple[str, ...], number: int) -> bool:
        """Say whether a line-up's first bot clearly won more, or less, than its share so far."""
        if not self.plan.is_sequential:
            return False
        found = self.wins(lineup, before=number)
        return found.low > 1 / self.plan.seats or found.high < 1 / self.plan.seats

    def wins(self, lineup: tuple[str, ...], width: float = SURE, before: float = inf) -> Interval:
        """Return how often the first bot of a line-up won before a game, with an interval.

        A shared first place counts as a fraction of a win.
        """
        chosen = [match for match in self.matches if match.lineup == lineup and match.number < before]
        return score_interval([won(match, lineup[0]) for match in chosen], width)

    def __repr__(self) -> str:
        return f"<League of {self.game.title}: {', '.join(self.plan.bots)}, {len(self.matches)} games>"

    def _repr_html_(self) -> str:
        rows = []
        for lineup in lineups(self.plan):
            found, games = self.wins(lineup, NORMAL_95), sum(match.lineup == lineup for match in self.matches)
            interval = f"{found.value:.0%} ({found.low:.0%} to {found.high:.0%})"
            rows.append((lineup[0], ", ".join(lineup[1:]), interval, games))
        head = ("bot", "against", "wins (95 % interval)", "games")
        return html_table(f"{self.game.title}, {self.plan.seats} seats", head, rows)

    def play(self, out: Path | None, crew: Crew, progress: Callable[[int, int], object] | None = None) -> None:
        """Play the missing games. Results are written in order, as they come."""
        total = self.plan.games * len(lineups(self.plan))
        with ExitStack() as stack:
            file = stack.enter_context(out.open("a", encoding="utf-8")) if out else None
            task, first = self.task(crew, stack, out)
            for block in self.missing():
                for match in crew.map(task, ((*first, lineup, number) for lineup, number in block)):
                    self.matches.append(match)
                    if file:
                        file.write(json.dumps(asdict(match)) + "\n")
                        file.flush()
                    if progress:
                        progress(len(self.matches), total)

    def task(self, crew: Crew, stack: ExitStack, out: Path | None) -> tuple[Task, Piece]:
        """Return what plays a game, and its first arguments."""
        if crew.is_here:
            return Programs(self.plan, stack, out).play, (self.game,)
        return play_elsewhere, (crew.pack(self.game), self.plan, crew.share(files_of(self.plan)))


class Programs:
    """The external programs, one of each per thread."""

    def __init__(self, plan: Plan, stack: ExitStack, out: Path | None) -> None:
        self.plan, self.stack, self.own, self.lock = plan, stack, threading.local(), threading.Lock()
        self.log = out.with_suffix(".stderr") if out else Path("/dev/null")

    def play(self, game: Game, lineup: tuple[str, ...], number: int) -> Match:
        if not hasattr(self.own, "programs"):
            with self.lock:
                commands = {name for name in self.plan.bots if name.startswith(PREFIX)}
                self.own.programs = {
                    name: self.stack.enter_context(Program(name.removeprefix(PREFIX), self.plan.seconds, self.log))
                    for name in commands
                }
        return play_match(game, self.plan, lineup, number, self.own.programs)


def play_elsewhere(game: Packed, plan: Plan, files: Mapping[str, bytes], lineup: tuple[str, ...], number: int) -> Match:
    """Play one game of a line-up on another machine, with the files of its bots."""
    words = {name: stored(word, files[name]) for name, word in plan.evaluations.items()}
    return play_match(unpacked(game), replace(plan, evaluations=words), lineup, number, {})


def files_of(plan: Plan) -> dict[str, bytes]:
    """Return the files of the bots, to send them elsewhere; programs stay where they are."""
    for name in plan.bots:
        if name.startswith(PREFIX):
            raise LudothequeError("{bot} is a program, which plays on this machine only: without --ray", bot=name)
    return {name: read(word)[1].read_bytes() for name, word in plan.evaluations.items()}


def won(match: Match, name: str) -> float:
    """Return the share of the win that a bot gets from a game.

    If several seats have that name, the first one counts.
    """
    seat = match.bots.index(name)
    return 1 / match.ranks.count(1) if match.ranks[seat] == 1 else 0.0


# On disk


def resume(plan: Plan, game: Game, out: Path | None) -> League:
    """Return a league with the games from its file.

    Rejects a file of another plan, and drops an incomplete last line.
    """
    for name in plan.bots:
        if not name.startswith(PREFIX):
            chosen_bot(game, name, plan)
    league, heading = (
        League(plan, game),
        {"league": asdict(plan) | {"options": dict(plan.options), "games": None, "is_sequential": None}},
    )
    evaluations = {name: fingerprint(word) for name, word in plan.evaluations.items()}
    heading["league"] |= {"evaluations": evaluations}
    if not evaluations:  # as in files from before evaluations existed
        del heading["league"]["evaluations"]
    heading = json.loads(json.dumps(heading))
    if out is None:
        return league
    try:
        lines = out.read_text(encoding="utf-8").splitlines(keepends=True) if out.exists() else []
        whole = [line for line in lines if line.endswith("\n")]
        if not whole:
            out.write_text(json.dumps(heading) + "\n", encoding="utf-8")
            return league
        if json.loads(whole[0]) != heading:
            raise LudothequeError(
                "{path} belongs to another league; use another file, or the same bots, seats, options, seed and scale",
                path=out,
            )
        if len(whole) < len(lines):
            out.write_text("".join(whole), encoding="utf-8")
        for line in whole[1:]:
            found = json.loads(line)
            league.matches.append(Match(**found | {"lineup": tuple(found["lineup"]), "bots": tuple(found["bots"])}))
    except OSError as error:
        raise LudothequeError("{path}: cannot be used: {error}", path=out, error=reason(error)) from error
    except (ValueError, TypeError, KeyError) as error:
        raise LudothequeError("{path} is not a league file: {error}", path=out, error=error) from error
    return league
