"""The rules of Viva Catrina, one module for each chapter or two of rulebook.md.

This module exports the functions that every game's rules provide.
"""

from ludotheque.games.viva_catrina.rules.codes import BaseLink, Chance, Event, Refusal
from ludotheque.games.viva_catrina.rules.counting import canonical, census
from ludotheque.games.viva_catrina.rules.end import breakdown, ranks, scores
from ludotheque.games.viva_catrina.rules.start import setup
from ludotheque.games.viva_catrina.rules.tiles import cell_of, edge_of, look_of, tile_at
from ludotheque.games.viva_catrina.rules.turn import apply, legal, refusal, to_act

__all__ = [
    "BaseLink",
    "Chance",
    "Event",
    "Refusal",
    "apply",
    "breakdown",
    "canonical",
    "cell_of",
    "census",
    "edge_of",
    "legal",
    "look_of",
    "ranks",
    "refusal",
    "scores",
    "setup",
    "tile_at",
    "to_act",
]
