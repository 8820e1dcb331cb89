"""The shapes of our games, which every report compares with.

python -m tools.shapes [GAME …]     measures them and writes src/ludotheque/lab/report/shapes.json
"""

import json
import sys

from ludotheque.core import registry
from ludotheque.core.files import write_file
from ludotheque.lab.report.plan import Plan, Study
from ludotheque.lab.report.shape import KNOWN, shape_of

GAMES = 600


def measured(name: str) -> dict[str, object]:
    """Study one game, with two seats and the options that a new table has."""
    game = registry.load(name)
    plan = Plan(game, 2, game.complete_options({}), games=GAMES)
    study = Study(plan)
    for _ in study.play(threads=2):
        pass
    return {"rules_version": game.rules_version, "games": GAMES, "shape": shape_of(study)}


def main(names: list[str]) -> None:
    known = json.loads(KNOWN.read_text(encoding="utf-8")) if KNOWN.exists() else {}
    for name in names or registry.names():
        known[name] = measured(name)
        print(name, known[name])
        write_file(KNOWN, json.dumps(dict(sorted(known.items())), indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
