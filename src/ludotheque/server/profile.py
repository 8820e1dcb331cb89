"""Profiles: what a person's finished games say about them."""

from collections import Counter, defaultdict
from typing import Any

from msgspec import Struct

from ludotheque.bots.rating import Strength
from ludotheque.core import registry
from ludotheque.core.words import N_
from ludotheque.server.results import start_of
from ludotheque.server.store import Store
from ludotheque.server.strength import level_of
from ludotheque.server.text import words_in
from ludotheque.table import text

MOST_POINTS = 200  # of the curve
RIVALS, OPENINGS, BEST = 10, 5, 3  # that are shown
SOMEONE = N_("someone who has left")


class Point(Struct):
    """A rating after a game."""

    at: int  # seconds since 1970
    points: int
    doubt: int


class Rival(Struct):
    name: str
    url: str  # of their profile, if it can be seen
    games: int
    ahead: int  # games in which this person finished ahead of them


class Opening(Struct):
    text: str  # as records write it
    games: int
    won: int


class BestGame(Struct):
    """A game that was won against strong opponents."""

    url: str  # of its replay, if the visitor may see it
    at: int
    score: int
    others: list[str]


class GameProfile(Struct):
    game: str
    title: str
    games: int
    won: int
    left: int  # games that were not finished
    rated: int  # rated games
    points: int | None  # the rating, if there is one
    doubt: int | None
    history: list[Point]
    rivals: list[Rival]
    openings: list[Opening]
    best: list[BestGame]


Row = dict[str, Any]


class Album:
    """A person's games with their opponents, as one visitor may see them."""

    def __init__(self, store: Store, person: str, language: str, is_own: bool) -> None:
        self.store, self.language, self.is_own = store, language, is_own
        self.rows = store.ratings.games_of(person)
        self.ratings = store.ratings.of(person)
        found = [row["table_id"] for row in self.rows]
        self.others: dict[str, list[Row]] = defaultdict(list)
        for row in store.ratings.opponents_at(found, person):
            self.others[row["table_id"]].append(row)
        self.seen = store.lists.existing(found, is_open=not is_own)

    def chapters(self) -> list[GameProfile]:
        """Return a chapter for every game, the one played most first."""
        counts = Counter(row["game"] for row in self.rows if row["game"] in registry.names())
        games = [game for game, _ in counts.most_common()]
        return [self.chapter(game, [row for row in self.rows if row["game"] == game]) for game in games]

    def chapter(self, game: str, rows: list[Row]) -> GameProfile:
        rating = self.ratings.get(game)
        return GameProfile(
            game,
            registry.load(game).title,
            games=len(rows),
            won=sum(row["rank"] == 1 for row in rows),
            left=sum(row["has_left"] for row in rows),
            rated=rating.games if rating else 0,
            points=rating.strength.points if rating else None,
            doubt=rating.strength.doubt if rating else None,
            history=history(rows),
            rivals=self.rivals(rows),
            openings=openings(rows),
            best=self.best(rows),
        )

    def rivals(self, rows: list[Row]) -> list[Rival]:
        """Return the opponents met most often."""
        met: dict[str, list[tuple[Row, bool]]] = defaultdict(list)
        for row in rows:
            for other in self.others[row["table_id"]]:
                met[other["player"]].append((other, row["rank"] < other["rank"]))
        often = sorted(met.values(), key=len, reverse=True)[:RIVALS]
        return [
            Rival(
                self.name_of(games[0][0]),
                f"/profile/{account}" if (account := games[0][0]["account"]) else "",
                len(games),
                sum(is_ahead for _, is_ahead in games),
            )
            for games in often
        ]

    def name_of(self, other: Row) -> str:
        if level := level_of(other["player"]):
            return text.words_in(self.language)(text.BOTS.get(level, text.BOT), level=level)
        return str(other["name"] or words_in(self.language)(SOMEONE))

    def best(self, rows: list[Row]) -> list[BestGame]:
        """Return the games won against the strongest opponents."""
        won = [row for row in rows if row["rank"] == 1 and not row["has_left"] and self.others[row["table_id"]]]
        strongest = sorted(won, key=lambda row: (self.challenge(row), row["score"]), reverse=True)
        return [
            BestGame(
                f"/replay/{table}" if (table := row["table_id"]) in self.seen else "",
                row["ended"],
                row["score"],
                [self.name_of(other) for other in self.others[table]],
            )
            for row in strongest[:BEST]
        ]

    def challenge(self, row: Row) -> float:
        """Return how strong the opponents in a game were, all of them together."""
        return sum(other["mu"] or start_of(other["player"]).mu for other in self.others[row["table_id"]])


def history(rows: list[Row]) -> list[Point]:
    """Return how a rating has changed, the latest games only."""
    rated = [row for row in rows if row["mu"] is not None][:MOST_POINTS]
    strengths = [(row["ended"], Strength(row["mu"], row["sigma"])) for row in reversed(rated)]
    return [Point(at, strength.points, strength.doubt) for at, strength in strengths]


def openings(rows: list[Row]) -> list[Opening]:
    """Return the first moves that were made most often."""
    counts = Counter(row["opening"] for row in rows if row["opening"])
    return [
        Opening(first, count, sum(row["rank"] == 1 for row in rows if row["opening"] == first))
        for first, count in counts.most_common(OPENINGS)
    ]
