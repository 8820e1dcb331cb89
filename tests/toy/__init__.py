"""Flotsam, the game that the tests and docs/add-a-game.md are built on: small, and awkward on purpose."""

from ludotheque.core.game import Game
from tests.toy import notation, rules, text, view
from tests.toy.actions import ACTIONS, MAX_PLACES
from tests.toy.components import COMPONENTS, PIECES, SEATS
from tests.toy.state import BLANK, STATE

GAME = Game(
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
    simultaneous=True,
)
