"""Viva Catrina (Frédéric Boulle and Grégory Grard, The Flying Games 2025).

Villages of tiles for the Day of the Dead.
"""

from ludotheque.core.game import Game
from ludotheque.games.viva_catrina import encode, evaluate, notation, puzzles, rules, scene, text, view
from ludotheque.games.viva_catrina.actions import ACTIONS
from ludotheque.games.viva_catrina.components import COMPONENTS, MAX_PLACES, MAX_PLIES
from ludotheque.games.viva_catrina.state import BLANK, STATE, Phase

GAME = Game(
    components=COMPONENTS,
    state=STATE,
    blank=BLANK,
    actions=ACTIONS,
    rules=rules,
    view=view,
    notation=notation,
    text=text,
    columns=("balloons", "altars", "shops", "chimeras", "visitors", "butterflies"),
    max_legal=4 * MAX_PLACES,
    max_plies=MAX_PLIES,
    measured_seats=4,
    hides=False,
    phases=Phase,
    minutes=(30, 30),
    scene=scene,
    evaluate=evaluate,
    encode=encode,
    puzzles=puzzles,
    goals=(("moves_per_second", "≥", 1.2e6), ("start.cold_seconds", "≤", 40)),
)
