"""Méandres (William Aubert and Dan Thouvenot, Perte & Fracas): fiends dance over dreams that grow and stack."""

from ludotheque.core.game import Game
from ludotheque.games.meandres import evaluate, notation, rules, scene, text, view
from ludotheque.games.meandres.actions import ACTIONS
from ludotheque.games.meandres.components import COMPONENTS, MAX_LEGAL, MAX_PLIES
from ludotheque.games.meandres.state import BLANK, STATE

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
    scene=scene,
    evaluate=evaluate,
    measured_seats=3,
    goals=(("moves_per_second", "≥", 1e6),),
)
