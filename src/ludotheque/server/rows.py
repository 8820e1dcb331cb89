"""The row that is stored for a new table."""

import msgspec

from ludotheque.core import registry
from ludotheque.server import people
from ludotheque.server.store import Seat, TableRow
from ludotheque.table import events
from ludotheque.table.events import Chair, Config


def new_row(config: Config, host: str, is_open: bool, key: bytes, rules_version: int | None = None) -> TableRow:
    """Return the row of a new table, with invitations to its free seats.

    It is played by the latest rules, unless it shows a game that was played by older ones.
    """
    game = registry.load(config.full_name)
    version = rules_version or game.rules_version
    return TableRow(
        id=people.new_table_id(),
        game=config.game,
        config=msgspec.json.encode(msgspec.structs.replace(config, rules_version=version)),
        key=key,
        host=host,
        is_open=is_open,
        has_clock=config.clock.kind != events.NO_CLOCK or game.sand_ms(config.options) > 0,
        watch_token=people.new_token(),
        rematch=None,
        pace=config.clock.kind,
        is_rated=config.is_rated,
        tournament=config.tournament,
        seats=[seat_of(number, chair) for number, chair in enumerate(config.seats)],
    )


def seat_of(number: int, chair: Chair) -> Seat:
    is_taken = chair.kind == events.BOT or bool(chair.person)
    kind = events.PERSON if chair.kind == events.OPEN else chair.kind
    return Seat(number, kind, chair.person or None, None if is_taken else people.new_token())
