"""Hedgerow: promise, follow suit, and take exactly what you promised."""

from ludotheque.core.game import Game

from . import evaluate, notation, rules, scene, text, view
from .parts import ACTIONS, BLANK, COMPONENTS, DEALS, HAND, SEATS, STATE, Phase

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
    evaluate=evaluate,
    columns=("tricks", "promises"),
    max_legal=HAND + 1,  # promises; cards are fewer
    max_plies=max(DEALS) * SEATS * (1 + HAND),  # in each deal a promise and six cards a seat
    hides=True,
    phases=Phase,
    simultaneous=True,
    minutes=(15, 25),
)
