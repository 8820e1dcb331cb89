"""Master Labyrinth (Max J. Kobbert, Ravensburger 1991).

A race through a moving maze, with secret formulas.
"""

from ludotheque.core.game import Game
from ludotheque.core.pawns import Pawns
from ludotheque.games.labyrinth import encode, evaluate, notation, puzzles, rules, scene, text, view
from ludotheque.games.labyrinth.actions import ACTIONS
from ludotheque.games.labyrinth.components import COMPONENTS, MAX_LEGAL, MAX_PLIES, START_NAMES
from ludotheque.games.labyrinth.signals import may_signal
from ludotheque.games.labyrinth.state import BLANK, STATE, Phase

GAME = Game(
    components=COMPONENTS,
    state=STATE,
    blank=BLANK,
    actions=ACTIONS,
    rules=rules,
    view=view,
    notation=notation,
    text=text,
    columns=("tokens", "formula", "wands"),
    max_legal=MAX_LEGAL,
    max_plies=MAX_PLIES,
    hides=True,
    phases=Phase,
    pawns=Pawns("starts", dict(zip(scene.HATS, START_NAMES, strict=True)), "hat-{}"),
    proposes=(("advice", "on", 2),),
    may_signal=may_signal,
    minutes=(20, 45),
    scene=scene,
    evaluate=evaluate,
    encode=encode,
    puzzles=puzzles,
    goals=(
        ("moves_per_second", "≥", 6e6),
        ("threads_ratio", "≥", 1.8),
        ("copy_ns", "≤", 40),
        ("state_bytes", "≤", 256),
        ("start.warm_seconds", "≤", 1.5),
        ("start.cold_seconds", "≤", 40),
    ),
)
