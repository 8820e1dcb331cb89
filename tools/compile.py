"""Compile all games before the suite, two at a time: two test processes would compile each twice.

python -m tools.compile
"""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

GAMES = ("meandres", "dream_runners", "viva_catrina", "labyrinth", "sarena")  # the slowest first
STEPS = """
import sys
from ludotheque.envs import make_batch
batch = make_batch(sys.argv[1], 2)
batch.step(batch.random())
batch.roll(1)
batch.refresh()
"""


def compile_game(name: str) -> None:
    """Compile what tables, bots and batches need."""
    for program in (["-m", "ludotheque.server.warm"], ["-c", STEPS]):
        subprocess.run([sys.executable, *program, name], check=True)


if __name__ == "__main__":
    with ThreadPoolExecutor(2) as pool:
        for _ in pool.map(compile_game, GAMES):
            pass
