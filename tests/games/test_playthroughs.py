"""The playthroughs are what the games play now."""

import json

import pytest
from typer.testing import CliRunner

from ludotheque.cli import app
from ludotheque.cli.show import playthrough
from ludotheque.core import registry
from tests.games.test_trace import RELEASED
from tools import playthroughs

EACH = [(name, seats) for name in RELEASED for seats in registry.load(name).seats]


@pytest.mark.parametrize(("name", "seats"), EACH)
def test_the_playthrough_is_up_to_date(name: str, seats: int) -> None:
    game = registry.load(name)
    assert playthroughs.path(game, seats).read_text() == playthroughs.text(game, seats), (
        f"if the change is meant: python -m tools.playthroughs {name}"
    )


@pytest.mark.parametrize(("name", "seats"), EACH)
def test_the_command_line_makes_the_same_game(name: str, seats: int) -> None:
    made = CliRunner().invoke(
        app, ["record", "make", name, "--seats", str(seats), "--seed", str(seats), "--policy", "random"]
    )
    assert made.exit_code == 0
    assert playthrough(json.loads(made.stdout)) + "\n" == playthroughs.text(registry.load(name), seats)
