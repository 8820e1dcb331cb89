"""Playthroughs: one whole game per seat count as readable text, so that a change in play can be
reviewed as a diff.

`python -m tools.playthroughs sarena` writes those of a game again. Each is what `ludotheque
record make GAME --seats N --seed N --policy random` plays and `ludotheque record show` prints.
"""

import sys
from pathlib import Path

from ludotheque.bots.levels import bot
from ludotheque.bots.play import play_out
from ludotheque.cli.show import playthrough
from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.game import Game


def path(game: Game, seats: int) -> Path:
    return Path(__file__).parents[1] / f"tests/games/{game.id}/playthroughs/{seats}.txt"


def text(game: Game, seats: int) -> str:
    """The game of that many seats, from its own seed."""
    recorder = play_out(game, seats, {}, seed_key(seats), [bot("random")] * seats)
    return playthrough(recorder.record()) + "\n"


def main(names: list[str]) -> None:
    for name in names:
        game = registry.load(name)
        for seats in game.seats:
            path(game, seats).parent.mkdir(exist_ok=True)
            path(game, seats).write_text(text(game, seats))
            print(path(game, seats))


if __name__ == "__main__":
    main(sys.argv[1:])
