"""Sarena (Christophe Boelinger, Ludically 2011): a stacking game with secret colours."""

from ludotheque.core.game import Game
from ludotheque.games.sarena import encode, evaluate, notation, puzzles, rules, scene, text, view
from ludotheque.games.sarena.actions import ACTIONS
from ludotheque.games.sarena.components import COMPONENTS, MAX_PLIES, MOVES
from ludotheque.games.sarena.state import BLANK, STATE, Phase

GAME = Game(
    components=COMPONENTS,
    state=STATE,
    blank=BLANK,
    actions=ACTIONS,
    rules=rules,
    view=view,
    notation=notation,
    text=text,
    columns=("collected", "own_colour"),
    max_legal=MOVES,
    max_plies=MAX_PLIES,
    hides=True,
    phases=Phase,
    minutes=(20, 20),
    scene=scene,
    evaluate=evaluate,
    encode=encode,
    puzzles=puzzles,
    goals=(
        ("moves_per_second", "≥", 4e6),
        ("times.othello", "≥", 15),
        ("times.checkers", "≥", 15),
        ("threads_ratio", "≥", 1.8),
        ("searches_per_second", "≥", 20_000),
        ("copy_ns", "≤", 40),
        ("state_bytes", "≤", 256),
        ("start.warm_seconds", "≤", 1.5),
        ("start.cold_seconds", "≤", 20),
    ),
)
