"""The format of a record: its fixed keywords, and how it is written to disk."""

import json
from pathlib import Path
from typing import Any

from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, State
from ludotheque.core.words import N_, reason

FORMAT = "ludotheque-record/1"
HIDDEN = "?"  # in a seat's own record: what that seat could not see
TOO_MUCH = N_("{path} is not a record: it is nested too deeply, or a number is too long")
DEEPEST = 50  # levels of lists and objects; a record has about ten
TABLE_SEAT = -1  # how a record writes the table itself
KNOWN_KEYS = ("format", "game", "rules_version", "seats", "options", "setup", "plies")
PLY_KEYS = {"seat", "action", "legal", "chance"}

Data = dict[str, Any]


def final(game: Game, state: State, seats: int) -> Data:
    return {
        "scores": game.scores(state, seats),
        "ranks": game.ranks(state, seats),
        "breakdown": game.breakdown(state, seats),
    }


def dumps(data: Data) -> str:
    """Return a record as text, one ply per line."""
    lines = []
    for key, value in data.items():
        if key == "plies" and value:
            plies = ",\n  ".join(json.dumps(ply, ensure_ascii=False) for ply in value)
            lines.append(f' "plies": [\n  {plies}]')
        else:
            lines.append(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def load_file(path: Path) -> Data:
    """Read a record from a file; raise a one-sentence error if it is not one."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise LudothequeError("{path}: cannot be read: {error}", path=path, error=reason(error)) from error
    except UnicodeDecodeError as error:
        raise LudothequeError("{path} is not a record: not text", path=path) from error
    return parse(text, path)


def parse(text: str, path: object) -> Data:
    """Read a record from its text; `path` says where it stands, for errors."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise LudothequeError(
            "{path} is not a record: not JSON (line {line}, column {column})",
            path=path,
            line=error.lineno,
            column=error.colno,
        ) from error
    except (RecursionError, ValueError) as error:  # nested too deeply, or a number with thousands of digits
        raise LudothequeError(TOO_MUCH, path=path) from error
    if is_deep(data):
        raise LudothequeError(TOO_MUCH, path=path)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise LudothequeError("{path} is not a record: its format must be {format!r}", path=path, format=FORMAT)
    return data


def is_deep(data: Any) -> bool:
    """Return whether data is nested deeper than any record."""
    level = [data]
    for _ in range(DEEPEST):
        level = [
            child
            for whole in level
            if isinstance(whole, dict | list)
            for child in (whole.values() if isinstance(whole, dict) else whole)
        ]
    return bool(level)
