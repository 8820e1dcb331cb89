"""Dream Runners (Joan Dufour, Ankama 2020): a pattern game against the clock."""

from ludotheque.core.game import Game
from ludotheque.core.pawns import Pawns
from ludotheque.games.dream_runners import encode, evaluate, notation, puzzles, rules, scene, text, view
from ludotheque.games.dream_runners.actions import ACTIONS
from ludotheque.games.dream_runners.bounds import MAX_LEGAL, MAX_PLIES
from ludotheque.games.dream_runners.components import COMPONENTS, HOURGLASS_SECONDS
from ludotheque.games.dream_runners.draft import early
from ludotheque.games.dream_runners.ready import veil, waits
from ludotheque.games.dream_runners.segments import SET_NAMES
from ludotheque.games.dream_runners.state import BLANK, STATE, Phase

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
    phases=Phase,
    simultaneous=True,
    ordered=("done",),  # R3.11 the first to say it is the first dreamer
    drafts=("place",),
    early=early,
    sand_s=HOURGLASS_SECONDS,
    sand_if=("pace", "sand"),
    pawns=Pawns(key="colours", values={name: name for name in SET_NAMES}, sprite="set-{}"),  # R1.4
    proposes=(("pace", "sand", 1),),  # the printed game, suggested where people play
    waits=waits,  # R8.2
    veil=veil,
    conceals=view.conceals,  # R3.10
    turned_up=notation.turned_up,
    minutes=(30, 40),
    scene=scene,
    evaluate=evaluate,
    encode=encode,
    puzzles=puzzles,
    measured_seats=3,
    goals=(("moves_per_second", "≥", 1e6), ("state_bytes", "≤", 512)),
)
