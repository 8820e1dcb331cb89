"""Pearls, the game that searches of simultaneous choices are measured on: all bid at once, nothing
else is hidden, and with few cards its equilibrium can be worked out.
"""

from ludotheque.core.game import Game
from tests.pearls import evaluate, notation, rules, text, view
from tests.pearls.parts import ACTIONS, BLANK, CARDS, COMPONENTS, SEATS, STATE

GAME = Game(
    components=COMPONENTS,
    state=STATE,
    blank=BLANK,
    actions=ACTIONS,
    rules=rules,
    view=view,
    notation=notation,
    text=text,
    columns=("pearls",),
    max_legal=CARDS,
    max_plies=CARDS * SEATS,
    hides=True,
    simultaneous=True,
    evaluate=evaluate,
)
