"""docs/protocol.md names every message, every field of a request, and every code."""

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from ludotheque.table import protocol
from ludotheque.table.text import REFUSALS

PAGE = (Path(__file__).parents[2] / "docs/protocol.md").read_text()
REQUESTS: tuple[type[msgspec.Struct], ...] = get_args(protocol.Request)
REPLIES: tuple[type[msgspec.Struct], ...] = get_args(protocol.Reply)
ROWS = {
    row[0]: row
    for row in (
        [cell.strip() for cell in line.strip("| ").split(" | ")] for line in PAGE.splitlines() if line.startswith("| `")
    )
}


@pytest.mark.parametrize("message", [*REQUESTS, *REPLIES], ids=lambda message: message.__name__)
def test_every_message_has_a_row(message: type[msgspec.Struct]) -> None:
    assert ROWS[f"`{message.__struct_config__.tag}`"][1] == message.__name__


@pytest.mark.parametrize(
    "request_type", [kind for kind in REQUESTS if kind.__struct_fields__], ids=lambda message: message.__name__
)
def test_every_field_of_a_request_is_listed(request_type: type[msgspec.Struct]) -> None:
    assert re.findall(r"`(\w+)`", ROWS[f"`{request_type.__struct_config__.tag}`"][2]) == list(
        request_type.__struct_fields__
    )


def test_every_structure_is_mentioned() -> None:
    structures = [
        name
        for name, value in vars(protocol).items()
        if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == protocol.__name__
    ]
    assert {"SeatInfo", "LogLine", "Result"} < set(structures)
    assert [name for name in structures if not re.search(rf"\b{name}\b", PAGE)] == []


def test_every_code_of_the_table_is_listed() -> None:
    assert [code for code in [*REFUSALS, "action/illegal"] if f"`{code}`" not in PAGE] == []
