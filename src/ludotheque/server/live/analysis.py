"""The analysis of a finished game.

It shows each seat's expected finish at every decision, and the three moves that cost the most.

Every decision is judged from what its seat could see at the time, first briefly and then, where
most seems to be lost, for longer. The analysis runs in the background, one decision after another
in the bots' threads, and always gives the same result. It can be repeated at any time, so it is
kept in memory only. It pauses when nobody asks for it any more, and continues when someone does.
"""

import asyncio
import hashlib
import time
from collections import Counter
from dataclasses import dataclass, field

from msgspec import Struct

from ludotheque.bots.history import history_of
from ludotheque.bots.levels import SEERS, adviser, favorite
from ludotheque.bots.thinker import Budget, Opinion, think
from ludotheque.core.constants import TABLE
from ludotheque.scene.model import Step
from ludotheque.scene.picture import painter
from ludotheque.scene.wording import in_words
from ludotheque.server.limits import Limits
from ludotheque.server.live.table import LiveTable
from ludotheque.server.live.tasks import Tasks
from ludotheque.server.live.thinkers import Asker, Thinkers
from ludotheque.server.live.turns import UnwantedError
from ludotheque.table.events import BOT
from ludotheque.table.recording import transcript_of
from ludotheque.table.table import Table

BRIEFLY, LONGER = "novice", "regular"  # levels whose thinking is used
SUSPECTS, SHOWN = 6, 3  # moves that are examined for longer, and moves that are shown
LEAST = 0.02  # of the reward, which is between 0 and 1: smaller losses are not mistakes
DOUBT = 4.0  # visits: the value of an action with few visits is drawn towards the average
KEPT = 64  # finished or paused analyses in the cache
WAIT_S = 15.0  # an analysis pauses if nobody has asked for it for this long
PAUSE_S = 1.0  # how often to check whether a game has been compiled


class Turn(Struct):
    """A seat's expected finish before one of its decisions, or its finish at the end."""

    ply: int
    place: float


class Slip(Struct):
    """A move that lowered a seat's expectations, compared with a better one."""

    ply: int  # how many plies were played before it
    seat: int
    played: str  # in words
    better: str
    place: float  # expected after the move that was played
    better_place: float
    show: list[Step]  # the gesture of the better action


class Analysis(Struct):
    progress: float  # from 0 to 1
    seats: list[list[Turn]] = []
    slips: list[Slip] = []  # the worst one first


@dataclass(frozen=True)
class Weighed:
    """One decision: what was played, compared with what seemed best."""

    ply: int
    best: Opinion
    played: Opinion
    loss: float  # of the expected reward


@dataclass
class Study:
    """The analysis of one game, as far as it has come."""

    total: int
    asker: str = ""  # the person it is done for
    network: str = ""  # … and theirs
    done: int = 0
    weighed: list[Weighed] = field(default_factory=list)
    slips: list[Weighed] = field(default_factory=list)
    asked: float = 0.0  # when someone last asked for it
    is_running: bool = False

    @property
    def is_wanted(self) -> bool:
        return time.monotonic() - self.asked < WAIT_S

    @property
    def is_whole(self) -> bool:
        return self.done > self.total


class Analyst:
    """Analyses games, a few at a time."""

    def __init__(self, limits: Limits, thinkers: Thinkers, tasks: Tasks) -> None:
        self.limits, self.thinkers, self.tasks = limits, thinkers, tasks
        self.studies: dict[str, Study] = {}

    def study(self, live: LiveTable, person: str, network: str = "") -> Study:
        """Return what is known about a game, and continue its analysis if there is capacity.

        Otherwise the client asks again later.
        """
        known = self.studies.pop(live.id, None) or Study(len(decisions(live.table)), person)
        known.asked = time.monotonic()
        if not known.is_running and not known.is_whole and self._has_room(person):
            known.is_running, known.asker, known.network = True, person, network
            self.tasks.spawn(self._look_through(live.table, known))
        if known.is_running or known.done:
            self.studies[live.id] = known  # moved to the end: the latest comes last
        self._forget_some()
        return known

    def _has_room(self, person: str) -> bool:
        running = [study.asker for study in self.studies.values() if study.is_running]
        return len(running) < self.limits.analyses and running.count(person) < self.limits.analyses_each

    def _forget_some(self) -> None:
        """Drop studies that are not running, so that nobody loses an unfinished one to one person.

        Whole ones go first, then those of the person with the most, then the oldest.
        """
        idle = {table: study for table, study in self.studies.items() if not study.is_running}
        while len(idle) > KEPT:
            each = Counter(study.asker for study in idle.values())
            table = min(idle, key=lambda table: (not idle[table].is_whole, -each[idle[table].asker]))
            del self.studies[table], idle[table]

    async def _look_through(self, table: Table, study: Study) -> None:
        """Weigh every decision briefly, and for longer those where most seems to be lost."""
        try:
            while self.thinkers.warmth.is_cold(table.game.name) and study.is_wanted:
                await asyncio.sleep(PAUSE_S)
            for ply in decisions(table)[study.done :]:
                study.weighed.append(await self._weigh(table, ply, BRIEFLY, study))
                study.done += 1
            again = [await self._weigh(table, one.ply, LONGER, study) for one in suspects(table, study.weighed)]
            study.slips = sorted((one for one in again if one.loss >= LEAST), key=lambda one: -one.loss)[:SHOWN]
            study.done += 1
        except UnwantedError:
            pass
        finally:
            study.is_running = False

    async def _weigh(self, table: Table, ply: int, level: str, study: Study) -> Weighed:
        asker = Asker(study.asker, lambda: study.is_wanted, study.network)
        return await self.thinkers.think(asker, weigh, table, ply, adviser(table.game, level))


def decisions(table: Table) -> list[int]:
    """List the plies at which a seat had a choice."""
    return [
        number
        for number, ply in enumerate(table.plies)
        if ply.seat != TABLE and len(table.game.legal(ply.before, ply.seat)) > 1
    ]


def suspects(table: Table, weighed: list[Weighed]) -> list[Weighed]:
    """Return the decisions where most seems to be lost, the worst one first.

    docs/decisions.md: The analysis does not correct who thought longer
    """
    open_to_doubt = [one for one in weighed if one.loss >= LEAST and not thought_longer(table, one.ply)]
    return sorted(open_to_doubt, key=lambda one: -one.loss)[:SUSPECTS]


def thought_longer(table: Table, number: int) -> bool:
    """Say whether a ply was chosen by a bot that thinks longer than the analysis does."""
    chair = table.chairs[table.plies[number].seat]
    return chair.kind == BOT and chair.level in SEERS


def opinions_on(table: Table, number: int, cost: Budget) -> list[Opinion]:
    """Return what a bot thinks of a decision, from what its seat had seen by then."""
    ply, game = table.plies[number], table.game
    seed = hashlib.sha256(b"ludotheque analysis %d " % number + table.key).digest()
    history = history_of(transcript_of(table, number), ply.seat)
    return think(game, game.view_of(ply.before, ply.seat), ply.seat, seed, cost, history)


def weigh(table: Table, number: int, cost: Budget) -> Weighed:
    """Judge one decision."""
    ply, game = table.plies[number], table.game
    view, opinions = game.view_of(ply.before, ply.seat), opinions_on(table, number, cost)
    best, played = opinions[0], next(one for one in opinions if one.action == ply.action)
    usual = sum(one.reward * one.visits for one in opinions) / max(1, sum(one.visits for one in opinions))
    is_best = ply.action in (best.action, favorite(game, LONGER, view, ply.seat))
    return Weighed(number, best, played, 0.0 if is_best else max(0.0, _worth(best, usual) - _worth(played, usual)))


def _worth(opinion: Opinion, usual: float) -> float:
    return (opinion.reward * opinion.visits + usual * DOUBT) / (opinion.visits + DOUBT)


# In words


def analysis_of(table: Table, study: Study, language: str) -> Analysis:
    """Return the finished part of a study, in words."""
    progress = study.done / (study.total + 1)
    if not study.is_whole:
        return Analysis(progress)
    ends = table.game.ranks(table.state, table.seats) if table.game.is_over(table.state) else None
    seats = [
        [Turn(one.ply, one.best.rank) for one in study.weighed if table.plies[one.ply].seat == seat and one.best.visits]
        for seat in range(table.seats)
    ]
    for seat, place in enumerate(ends or []):
        seats[seat].append(Turn(len(table.plies), place))
    return Analysis(progress, seats, [_slip(table, one, language) for one in study.slips])


def _slip(table: Table, one: Weighed, language: str) -> Slip:
    ply = table.plies[one.ply]
    view = table.game.view_of(ply.before, ply.seat)
    game, words, place = table.game, table.words(language), (one.played if one.played.visits else one.best).rank
    played, better = (in_words(game, words, view, ply.seat, opinion.action) for opinion in (one.played, one.best))
    steps = painter(game).gesture(words, view, ply.seat, one.best.action)
    return Slip(one.ply, ply.seat, played, better, place, one.best.rank, list(steps))
