"""A game that is over, looked through for what mattered: which place each seat could expect at every decision, and the three moves that gave most of it away.

Every decision is judged from what its own seat could see then, first briefly and then, where most seems to be lost, for longer. It runs beside the games, one decision after
the other in the bots' threads, and always comes to the same result. It can be had again at any time, so that it is kept in memory only.
"""

import asyncio
import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from msgspec import Struct

from ludotheque.bots.history import History
from ludotheque.bots.levels import budget, favorite
from ludotheque.bots.thinker import Budget, Opinion, think
from ludotheque.core.constants import TABLE
from ludotheque.core.game import Game, State
from ludotheque.scene.wording import in_words
from ludotheque.table.table import Table

if TYPE_CHECKING:
    from ludotheque.server.live import Live, LiveTable

BRIEFLY, LONGER = "novice", "regular"  # a level's thinking
SUSPECTS, SHOWN = 6, 3  # moves that are looked at for longer, and those that are told
LEAST = 0.02  # of the reward, which lies between 0 and 1: less was no mistake
DOUBT = 4.0  # visits: an action that was hardly tried counts in part as what the others brought
KEPT = 64  # games
PAUSE_S = 1.0  # how often it looks whether a game has been compiled


class Turn(Struct):
    """What a seat could expect before one of its decisions, or had at the end."""

    ply: int
    place: float


class Slip(Struct):
    """A move after which a seat could expect less than it might have."""

    ply: int  # how many plies were played before it
    seat: int
    played: str  # in words
    better: str
    place: float  # expected after what was played
    better_place: float


class Analysis(Struct):
    progress: float  # 1: all of it is here
    seats: list[list[Turn]] = []
    slips: list[Slip] = []  # the worst one first


@dataclass(frozen=True)
class Weighed:
    """One decision: what was played against what seemed best."""

    ply: int
    best: Opinion
    played: Opinion
    loss: float  # of the expected reward


@dataclass
class Study:
    """One game, as far as it has been looked through."""

    total: int
    done: int = 0
    weighed: list[Weighed] = field(default_factory=list)
    slips: list[Weighed] = field(default_factory=list)


class Analyst:
    """Looks through games, one at a time."""

    def __init__(self, live: "Live") -> None:
        self.live = live
        self.studies: dict[str, Study] = {}
        self.busy = asyncio.Lock()

    def study(self, found: "LiveTable") -> Study:
        """What is known of a game; whoever asks first sets it going."""
        known = self.studies.pop(found.row.id, None)
        if known is None:
            known = Study(len(decisions(found.table)))
            self.live.spawn(self._look_through(found.table, known))
        self.studies[found.row.id] = known  # the latest one last
        while len(self.studies) > KEPT:
            del self.studies[next(iter(self.studies))]
        return known

    async def _look_through(self, table: Table, study: Study) -> None:
        async with self.busy:
            while self.live.warmth.is_cold(table.game.id):
                await asyncio.sleep(PAUSE_S)
            for ply in decisions(table):
                study.weighed.append(await self._weigh(table, ply, budget(table.game, BRIEFLY)))
                study.done += 1
            suspects = sorted(study.weighed, key=lambda one: -one.loss)[:SUSPECTS]
            again = [await self._weigh(table, one.ply, budget(table.game, LONGER)) for one in suspects if one.loss >= LEAST]
            study.slips = sorted((one for one in again if one.loss >= LEAST), key=lambda one: -one.loss)[:SHOWN]
            study.done += 1

    async def _weigh(self, table: Table, ply: int, cost: Budget) -> Weighed:
        arguments = (table, ply, cost)
        return await asyncio.get_running_loop().run_in_executor(self.live.threads, weigh, *arguments)


def decisions(table: Table) -> list[int]:
    """The plies at which somebody had a choice."""
    return [number for number, ply in enumerate(table.plies) if ply.seat != TABLE and len(table.game.legal(ply.before, ply.seat)) > 1]


def weigh(table: Table, number: int, cost: Budget) -> Weighed:
    """One decision, from what its seat could see then and before."""
    ply, game = table.plies[number], table.game
    view, seed = game.view_of(ply.before, ply.seat), hashlib.sha256(b"ludotheque analysis %d " % number + table.key).digest()
    history = History(lambda: table.record(ply.seat)["plies"][:number], lambda: table.views(ply.seat)[: number + 1])
    opinions = think(game, view, ply.seat, seed, cost, history)
    best, played = opinions[0], next(one for one in opinions if one.action == ply.action)
    usual = sum(one.reward * one.visits for one in opinions) / max(1, sum(one.visits for one in opinions))
    is_best = ply.action in (best.action, favorite(game, LONGER, view, ply.seat))
    return Weighed(number, best, played, 0.0 if is_best else max(0.0, _worth(best, usual) - _worth(played, usual)))


def _worth(opinion: Opinion, usual: float) -> float:
    return (opinion.reward * opinion.visits + usual * DOUBT) / (opinion.visits + DOUBT)


# In words


def analysis_of(table: Table, study: Study, language: str) -> Analysis:
    progress = study.done / (study.total + 1)
    if progress < 1:
        return Analysis(progress)
    ends = table.game.ranks(table.state, table.seats) if table.game.is_over(table.state) else None
    seats = [[Turn(one.ply, one.best.rank) for one in study.weighed if table.plies[one.ply].seat == seat and one.best.visits] for seat in range(table.seats)]
    for seat, place in enumerate(ends or []):
        seats[seat].append(Turn(len(table.plies), place))
    return Analysis(progress, seats, [_slip(table, one, language) for one in study.slips])


def _slip(table: Table, one: Weighed, language: str) -> Slip:
    ply = table.plies[one.ply]
    view = table.game.view_of(ply.before, ply.seat)
    played, better = (_named(table.game, view, ply.seat, opinion, language) for opinion in (one.played, one.best))
    place = one.played.rank if one.played.visits else one.best.rank
    return Slip(one.ply, ply.seat, played, better, place, one.best.rank)


def _named(game: Game, view: State, seat: int, opinion: Opinion, language: str) -> str:
    return in_words(game, game.words(language), view, seat, opinion.action)
