"""Matches, the game that learning is measured on: its exact solution is known."""

from ludotheque.core.game import Game
from tests.matches import encode, notation, rules, text, view
from tests.matches.parts import ACTIONS, BLANK, COMPONENTS, MOST, STATE

GAME = Game(
    components=COMPONENTS,
    state=STATE,
    blank=BLANK,
    actions=ACTIONS,
    rules=rules,
    view=view,
    notation=notation,
    text=text,
    columns=("won",),
    max_legal=ACTIONS.count,
    max_plies=MOST,
    hides=False,
    encode=encode,
)
