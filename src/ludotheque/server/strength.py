"""How strong bots are, how strong a person is, and which bot is an even match for them."""

from babel.numbers import format_decimal

from ludotheque.bots.measured import measured
from ludotheque.bots.rating import BOTS, Strength, rate
from ludotheque.core.words import N_
from ludotheque.server.store import Store
from ludotheque.server.text import words_in
from ludotheque.table.result import BOT_PLAYER

LATEST = 50  # casual games that are looked at
BOT_SIGMA = 0.5  # bots do not change: in a casual game only the person's strength is in doubt


def strength_of(store: Store, person: str, game: str) -> Strength:
    """Return a person's strength: their rating, and what casual games against bots add to it."""
    found = store.ratings.strengths(game, [person])[person]
    own = [row for row in store.ratings.games_of(person) if row["game"] == game and not row["is_rated"]][:LATEST]
    there = store.ratings.places_at([row["table_id"] for row in own])
    for row in reversed(own):
        places = [place for place in there[row["table_id"]] if is_measure(place["player"], person)]
        players, ranks = [place["player"] for place in places], [place["rank"] for place in places]
        bots = {player: Strength(BOTS[level_of(player)].mu, BOT_SIGMA) for player in players if level_of(player)}
        found = rate(bots | {person: found}, players, ranks)[person]
    return found


def is_measure(player: str, person: str) -> bool:
    return player == person or level_of(player) in BOTS


def level_of(player: str) -> str:
    return player.removeprefix(BOT_PLAYER) if player.startswith(BOT_PLAYER) else ""


def even_level(store: Store, person: str, game: str) -> str:
    """Return the level of the bot that is closest to a person's strength."""
    own = strength_of(store, person, game)
    return min(BOTS, key=lambda level: abs(BOTS[level].mu - own.mu))


def strengths_of(game: str, language: str) -> dict[str, str]:
    """Describe how strong each level is in a game and how long it thinks, if that was measured."""
    say, found = words_in(language), dict[str, str]()
    for level, (points, doubt, seconds) in measured(game).items():
        time = f"{format_decimal(seconds, locale=language)} s" if seconds >= 0.1 else f"{1000 * seconds:.0f} ms"
        message = (
            N_("{points} ± {doubt} points above random, {time} a move") if points else N_("0 points; moves at once")
        )
        found[level] = say(message, points=format_decimal(points, locale=language), doubt=doubt, time=time)
    return found
