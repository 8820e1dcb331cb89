"""Dream Runners (Joan Dufour, Ankama 2020): a pattern game against the clock."""

from ludotheque.core.game import Game
from ludotheque.games.dream_runners import evaluate, notation, rules, scene, text, view
from ludotheque.games.dream_runners.actions import ACTIONS
from ludotheque.games.dream_runners.components import COMPONENTS, HOURGLASS_SECONDS, MAX_LEGAL, MAX_PLIES
from ludotheque.games.dream_runners.draft import early
from ludotheque.games.dream_runners.state import BLANK, STATE

GAME = Game(
    components=COMPONENTS,
    state=STATE,
    blank=BLANK,
    actions=ACTIONS,
    rules=rules,
    view=view,
    notation=notation,
    text=text,
    columns=("stars", "calm", "segments"),
    max_legal=MAX_LEGAL,
    max_plies=MAX_PLIES,
    hides=True,
    simultaneous=True,
    ordered=("done",),  # R3.11 the first one is the first dreamer
    drafts=("place",),
    early=early,
    sand_s=HOURGLASS_SECONDS,
    sand_if=("pace", "sand"),
    scene=scene,
    evaluate=evaluate,
    measured_seats=3,
    goals=(("moves_per_second", "≥", 1e6), ("state_bytes", "≤", 512)),
)
