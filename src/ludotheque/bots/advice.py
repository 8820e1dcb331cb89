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
# search visited it FAR_MORE times as often
CLEAR, FAR_MORE = 0.15, 4


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


def in_a_sentence(found: list[Advice], what: str, language: str) -> str:
    """Return a sentence that names the best action and how much better it looks than the next."""
    best, *others = found
    if not best.reason:
        is_close = others and others[0].rank - best.rank < CLEAR and others[0].visits * FAR_MORE > best.visits
        says = text.NARROWLY if is_close else text.CLEARLY
    else:
        says = text.SO_IT_IS if best.reason == text.ONLY_CHOICE else text.WORKED_OUT
    return Words(language, FOLDER)(says, what=what)
