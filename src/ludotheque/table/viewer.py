"""A viewer of a table: one browser, with the seats that it may play."""

from dataclasses import dataclass

from ludotheque.core.naming import NOBODY, Names
from ludotheque.table.protocol import Snapshot


@dataclass(slots=True)
class Viewer:
    """One connection.

    It is not part of the table: what it was shown, and which curtain it has lifted, ends with it.
    """

    seats: tuple[int, ...] = ()  # empty for a spectator
    person: str = ""
    name: str = ""
    language: str = "en"
    is_host: bool = False  # opened the table; set by the server
    looked: int | None = None  # the seat whose curtain is lifted, if several share this screen
    looked_at: int = 0  # the table's `seq` when it was lifted
    shown: Snapshot | None = None  # what this viewer was last shown
    read: int = 0  # … how many lines of the log
    names: Names = NOBODY  # … and the names in it
