"""Hands, the game that the leak tests need beside the toy: its hands are refilled in secret
while it is played, and two deals may share no legal action.
"""

from ludotheque.core.game import Game
from tests.hands import notation, rules, text, view
from tests.hands.parts import ACTION_COUNT, ACTIONS, BLANK, COMPONENTS, COPIES, KINDS, STATE

GAME = Game(
    components=COMPONENTS,
    state=STATE,
    blank=BLANK,
    actions=ACTIONS,
    rules=rules,
    view=view,
    notation=notation,
    text=text,
    columns=("buried",),
    max_legal=ACTION_COUNT,
    max_plies=KINDS * COPIES,
    hides=True,
)
