"""What a bot would do in a player's place, and why: for hints and for the review after a game."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ludotheque.bots import text
from ludotheque.bots.history import UNKNOWN, History
from ludotheque.bots.levels import adviser, favorite
from ludotheque.bots.thinker import think
from ludotheque.core.game import Game, State
from ludotheque.core.words import Words

FEW = 3
FOLDER = Path(__file__).parent
ADVISER = "regular"
# the best action is clearly better if it gains at least CLEAR places over the next one, or if the
# search visited it FAR_MORE times as often and it gains SOME places, or this share of its points
CLEAR, FAR_MORE, SOME, SHARE = 0.15, 4, 0.05, 0.1


@dataclass(frozen=True)
class Advice:
    """One action, and the result that a search expects from it."""

    action: int
    text: str  # as a record writes it
    rank: float
    score: float
    visits: int
    sentence: str  # with the expected result in figures
    reason: str  # the message that the sentence was made from; empty if a search made it


def advice(
    game: Game,
    view: State,
    seat: int,
    seed: bytes,
    level: str = ADVISER,
    language: str = "en",
    named: Callable[[int], str] | None = None,
    history: History = UNKNOWN,
) -> list[Advice]:
    """Return the best few actions that a search has tried, the best one first.

    An action that the game itself knows to be best comes before all others. Sentences name an
    action as a record does, unless `named` provides other words.
    """
    words, known = Words(language, FOLDER), favorite(game, level, view, seat)
    opinions = sorted(
        think(game, view, seat, seed, adviser(game, level), history), key=lambda opinion: opinion.action != known
    )
    found = []
    for opinion in [one for one in opinions if one.visits or one.action == known or len(opinions) == 1][:FEW]:
        action = game.notation.text(view, seat, opinion.action)
        is_known = opinion.action == known
        says = text.ONLY_CHOICE if len(opinions) == 1 else text.RECKONED if is_known else ""
        name = named(opinion.action) if named else action
        if says:
            sentence = words(says, action=name)
        else:
            rank, score = words.number(opinion.rank, ".2f"), words.number(opinion.score, ".0f")
            sentence = words.count(text.EXPECTED, opinion.visits, action=name, rank=rank, score=score)
        found.append(Advice(opinion.action, action, opinion.rank, opinion.score, opinion.visits, sentence, says))
    return found


def is_clear(best: Advice, other: Advice) -> bool:
    """Say whether one action looks clearly better than another.

    Visits alone do not say so: a champion's search spends nearly all of them on its favorite, even
    where the next action is worth about as much.
    """
    gain, points = other.rank - best.rank, best.score - other.score
    is_seen = gain >= SOME or points >= SHARE * abs(best.score) > 0
    return gain >= CLEAR or (is_seen and best.visits >= FAR_MORE * other.visits)


def in_a_sentence(found: list[Advice], what: str, language: str) -> str:
    """Return a sentence that names the best action and how much better it looks than the next."""
    best, *others = found
    if not best.reason:
        says = text.CLEARLY if not others or is_clear(best, others[0]) else text.NARROWLY
    else:
        says = text.SO_IT_IS if best.reason == text.ONLY_CHOICE else text.WORKED_OUT
    return Words(language, FOLDER)(says, what=what)
