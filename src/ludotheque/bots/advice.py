"""What a bot would do in somebody's place, and why: the source of hints and of the analysis after a game."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ludotheque.bots import text
from ludotheque.bots.history import UNKNOWN, History
from ludotheque.bots.levels import budget, favorite
from ludotheque.bots.thinker import think
from ludotheque.core.game import Game, State
from ludotheque.core.words import Words

FEW = 3
FOLDER = Path(__file__).parent
ADVISER = "regular"


@dataclass(frozen=True)
class Advice:
    """One action, and what comes of it as far as a search can tell."""

    action: int
    text: str  # as a record writes it
    rank: float
    score: float
    visits: int
    sentence: str


def advice(
    game: Game, view: State, seat: int, seed: bytes, level: str = ADVISER, language: str = "en", named: Callable[[int], str] | None = None, history: History = UNKNOWN
) -> list[Advice]:
    """The best few actions, the best one first, as far as a search has tried them. What the game itself knows best comes before all. Sentences call an action what a record
    calls it, unless `named` has other words for it.
    """
    words, known = Words(language, FOLDER), favorite(game, level, view, seat)
    opinions = sorted(think(game, view, seat, seed, budget(game, level), history), key=lambda opinion: opinion.action != known)
    found = []
    for opinion in [one for one in opinions if one.visits or one.action == known or len(opinions) == 1][:FEW]:
        action = game.notation.text(view, seat, opinion.action)
        says = text.ONLY_CHOICE if len(opinions) == 1 else text.RECKONED if opinion.action == known else text.EXPECTED
        sentence = words(says, action=named(opinion.action) if named else action, rank=words.number(opinion.rank, ".1f"), score=f"{opinion.score:.0f}", visits=opinion.visits)
        found.append(Advice(opinion.action, action, opinion.rank, opinion.score, opinion.visits, sentence))
    return found
