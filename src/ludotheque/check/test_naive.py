"""A second implementation of the rules, slow and simple: `naive.py` in the game's folder.

Its `check_record(record)` follows a record by its own rules and returns a list of errors.
"""

import importlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st

from ludotheque.check.playing import Play, any_play, plays
from ludotheque.check.test_rules import damages
from ludotheque.core import record, registry

pytestmark = pytest.mark.where.with_args(lambda game: (game.folder / "naive.py").is_file())
Checker = Callable[[dict[str, Any]], list[str]]


def checker(name: str) -> Checker:
    package = registry.sources()[name].partition(":")[0]
    found: Checker = importlib.import_module(f"{package}.naive").check_record
    return found


def played(play: Play) -> dict[str, Any]:
    recorder = play.recorder()
    for _ in play.turns(recorder):
        pass
    made: dict[str, Any] = json.loads(record.dumps(recorder.record()))
    return made


@any_play
def test_a_second_implementation_finds_no_fault_in_a_record(name: str, data: st.DataObject) -> None:
    assert checker(name)(played(data.draw(plays(name)))) == []


@pytest.mark.parametrize("damage", ["a legal count", "an unreadable action", "a ply too few", "a score", "ranks"])
def test_a_second_implementation_finds_damage_too(name: str, damage: str) -> None:
    game = registry.load(name)
    bad = played(Play(game, game.seats[-1], game.complete_options({}), 5, [3, 1, 4]))
    damages(bad)[damage](bad)
    assert checker(name)(bad)
