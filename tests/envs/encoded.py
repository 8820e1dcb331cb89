"""The games that can be trained on, with all their seats and options."""

from typing import Any

import pytest

from ludotheque.check.playing import all_options
from ludotheque.core import registry

GAMES = [name for name in registry.names() if registry.load(name).encode is not None]
TABLES = [
    pytest.param({"game": name, "seats": seats, "options": options}, id=f"{name}-{seats}-{number}")
    for name in GAMES
    for seats in registry.load(name).seats
    for number, options in enumerate(all_options(registry.load(name)))
]

each_game = pytest.mark.parametrize("name", GAMES)
each_table = pytest.mark.parametrize("table", TABLES)

Table = dict[str, Any]
