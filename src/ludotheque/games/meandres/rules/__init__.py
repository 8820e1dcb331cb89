"""The rules of Méandres, one file a chapter of rulebook.md; here is what every game's rules answer."""

from ludotheque.games.meandres.rules.codes import Chance, Event, Refusal
from ludotheque.games.meandres.rules.scoring import breakdown, canonical, census, ranks, scores
from ludotheque.games.meandres.rules.start import setup
from ludotheque.games.meandres.rules.turn import apply, legal, refusal, to_act

__all__ = ["Chance", "Event", "Refusal", "apply", "breakdown", "canonical", "census", "legal", "ranks", "refusal", "scores", "setup", "to_act"]
