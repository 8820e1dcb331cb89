"""The rules of Méandres, one module for each chapter of rulebook.md.

This module exports the functions that every game's rules provide.
"""

from ludotheque.games.meandres.rules.codes import Chance, Event, Refusal
from ludotheque.games.meandres.rules.scoring import breakdown, canonical, census, ranks, scores
from ludotheque.games.meandres.rules.start import setup
from ludotheque.games.meandres.rules.turn import apply, legal, refusal, to_act

__all__ = [
    "Chance",
    "Event",
    "Refusal",
    "apply",
    "breakdown",
    "canonical",
    "census",
    "legal",
    "ranks",
    "refusal",
    "scores",
    "setup",
    "to_act",
]
