"""Tideline, a game in fewer than two hundred lines."""

from ludotheque.core.game import Game

from . import notation, rules, scene, text, view
from .parts import ACTIONS, BLANK, COMPONENTS, SHELLS, STATE

GAME = Game(
    components=COMPONENTS,
    state=STATE,
    blank=BLANK,
    actions=ACTIONS,
    rules=rules,
    view=view,
    notation=notation,
    text=text,
    scene=scene,
    columns=("shells",),
    max_legal=2,
    max_plies=SHELLS,
    hides=False,
)
