"""What one person, one address and everybody together may do: the limits that a host can change.

They come from a file, `--limits FILE`, with one `name = value` a line (TOML), and from the
environment, `LUDOTHEQUE_LIMIT_…` and the name in capital letters; the environment wins. What limits
a protocol or a page is a constant beside its code. docs/hosting.md lists both.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, get_type_hints

import msgspec
from msgspec import Meta, Struct

from ludotheque.core.errors import LudothequeError
from ludotheque.core.words import reason

PREFIX = "LUDOTHEQUE_LIMIT_"

MOST = 10**9
Count = Annotated[int, Meta(ge=0, le=MOST)]
Amount = Annotated[float, Meta(ge=0, le=MOST)]


class Limits(Struct, frozen=True, kw_only=True):
    """All limits of one server. `…_at_once` is a burst, after which the rate per second applies."""

    # of one address
    posts_at_once: Count = 100  # requests that change something
    posts_per_second: Amount = 5
    gets_at_once: Count = 600  # all other requests of the API, unless they come from this machine
    gets_per_second: Amount = 50
    reads_at_once: Count = 300  # replays, records, pictures and analyses
    reads_per_second: Amount = 10
    logins_at_once: Count = 20  # passwords, right or wrong
    logins_per_second: Amount = 0.1
    records_at_once: Count = 20  # records that somebody brings along
    records_per_second: Amount = 0.05
    searches_at_once: Count = 5  # searches for a person's data
    connections: Count = 4000  # of everybody; fewer if the system allows fewer open files
    connections_each: Count = 300  # … from one address that is not a trusted proxy
    head_s: Amount = 10  # how long the head of a request may take
    body_s: Amount = 30  # … and its body
    # of one connection at a table, or one person
    lines_each: Count = 50  # websockets
    messages_at_once: Count = 200
    messages_per_second: Amount = 50
    syncs_at_once: Count = 60  # whole tables; more than `lines_each`, since all of them may reconnect
    syncs_per_second: Amount = 2
    syncs_there_at_once: Count = 600  # … of one address that is not this machine
    syncs_there_per_second: Amount = 20
    moments_at_once: Count = 100  # moves of the log that are shown again
    moments_per_second: Amount = 5
    moments_there_at_once: Count = 1000  # … for one address that is not this machine
    moments_there_per_second: Amount = 50
    chats_at_once: Count = 6
    chats_per_second: Amount = 0.5
    onlookers_at_once: Count = 10  # chat of all spectators of a table: one visitor can watch it as many persons
    onlookers_per_second: Amount = 1
    questions_at_once: Count = 20  # "why not?"
    questions_per_second: Amount = 2
    hints_at_once: Count = 4
    hints_per_second: Amount = 0.25
    analyses: Count = 8  # games analysed at once
    analyses_each: Count = 2  # … for one person
    bytes_at_once: Count = 512 << 10  # in a table's journal; a long game needs a tenth of it
    bytes_per_second: Amount = 64
    tables_each: Count = 200  # unfinished tables of one host
    lobby_each: Count = 5  # … of them in the lobby
    lobby_each_network: Count = 20  # tables in the lobby, of all hosts at one address
    tournaments_each: Count = 5  # unfinished ones of one host
    entrants: Count = 256  # of a tournament
    invitations_at_once: Count = 20  # by name
    renames_at_once: Count = 5  # each is written at all of a person's tables
    reports_at_once: Count = 5
    wrong_passwords: Count = 10  # for one name, from one address or known browser
    wrong_passwords_in_all: Count = 100  # for one name, from all addresses together
    # patience
    bot_s: Amount = 30  # how long one of the host's programs may think
    away_s: Amount = 120  # how long a person may be away before a bot plays for them, if the table allows it
    notice_s: Amount = 180  # how long a table waits for a person who is away before they get a notice


def read(file: Path | None, environment: Mapping[str, str]) -> Limits:
    """Return the limits that the host wants; refuse what is not a limit."""
    given = {} if file is None else _in_file(file)
    given |= {
        name.removeprefix(PREFIX).lower(): value for name, value in environment.items() if name.startswith(PREFIX)
    }
    for name, value in given.items():
        _check(name, value)
    return msgspec.convert(given, Limits, strict=False)


def _in_file(file: Path) -> dict[str, object]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise LudothequeError("cannot read {file}: {error}", file=file, error=reason(error)) from error
    except ValueError as error:
        raise LudothequeError("{file} is not a TOML file: {error}", file=file, error=str(error)) from error


def _check(name: str, value: object) -> None:
    kinds = get_type_hints(Limits, include_extras=True)
    if name not in kinds:
        raise LudothequeError("there is no limit {name!r}; docs/hosting.md lists them all", name=name)
    try:
        msgspec.convert(value, kinds[name], strict=False)
    except msgspec.ValidationError as error:
        if kinds[name] == Count:
            raise LudothequeError(
                "the limit {name} must be a whole number from 0 to {most}, not {value!r}",
                name=name,
                most=MOST,
                value=value,
            ) from error
        raise LudothequeError(
            "the limit {name} must be a number from 0 to {most}, not {value!r}", name=name, most=MOST, value=value
        ) from error
