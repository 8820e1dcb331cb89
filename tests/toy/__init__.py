"""Flotsam, the game that the tests and docs/add-a-game.md are built on: small, and awkward on
purpose.
"""

from dataclasses import replace

from ludotheque.core.game import Game
from tests.toy import encode, notation, rules, text, view
from tests.toy.actions import ACTIONS, MAX_PLACES
from tests.toy.components import COMPONENTS, PIECES, SEATS
from tests.toy.state import BLANK, STATE, Phase
from tests.toy.v1 import COMPONENTS as COMPONENTS_1
from tests.toy.v1 import rules as rules_1

TODAY = Game(
    components=COMPONENTS,
    state=STATE,
    blank=BLANK,
    actions=ACTIONS,
    rules=rules,
    view=view,
    notation=notation,
    text=text,
    columns=("pieces", "sides"),
    max_legal=MAX_PLACES,
    max_plies=(PIECES - 1) * (SEATS + 1),  # a round for each catch: every seat chooses, one lays
    hides=True,
    phases=Phase,
    simultaneous=True,
    encode=encode,
)
GAME = replace(TODAY, earlier={1: replace(TODAY, components=COMPONENTS_1, rules=rules_1)})
