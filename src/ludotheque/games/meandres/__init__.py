"""Méandres (William Aubert and Dan Thouvenot, Perte & Fracas).

Fiends dance across dreams that grow and stack.
"""

from ludotheque.core.game import Game
from ludotheque.core.pawns import Pawns
from ludotheque.games.meandres import encode, evaluate, notation, puzzles, rules, scene, text, view
from ludotheque.games.meandres.actions import ACTIONS
from ludotheque.games.meandres.components import COMPONENTS, FIENDS, MAX_LEGAL, MAX_PLIES
from ludotheque.games.meandres.state import BLANK, STATE, Phase

GAME = Game(
    components=COMPONENTS,
    state=STATE,
    blank=BLANK,
    actions=ACTIONS,
    rules=rules,
    view=view,
    notation=notation,
    text=text,
    columns=("levels", "forgotten", "threes", "isolated", "influence"),
    max_legal=MAX_LEGAL,
    max_plies=MAX_PLIES,
    hides=False,
    phases=Phase,
    pawns=Pawns(key="fiends", values={name: name for name in FIENDS}, sprite="seat-{}"),
    minutes=(30, 60),
    scene=scene,
    evaluate=evaluate,
    encode=encode,
    puzzles=puzzles,
    measured_seats=3,
    goals=(("moves_per_second", "≥", 1e6),),
)
