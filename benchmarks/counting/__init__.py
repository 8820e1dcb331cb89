"""Counting, the game that boardgame.io plays in the benchmark of the server: each move adds one."""

from counting import notation, rules, text, view
from counting.parts import ACTIONS, BLANK, COMPONENTS, MOST, STATE
from ludotheque.core.game import Game

GAME = Game(
    components=COMPONENTS,
    state=STATE,
    blank=BLANK,
    actions=ACTIONS,
    rules=rules,
    view=view,
    notation=notation,
    text=text,
    columns=("counted",),
    max_legal=ACTIONS.count,
    max_plies=MOST,
    hides=False,
)
