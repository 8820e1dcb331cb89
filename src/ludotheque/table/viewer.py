"""Who looks at a table: one browser, with the seats that it may play."""

from dataclasses import dataclass

from ludotheque.table.protocol import Snapshot


@dataclass
class Viewer:
    """One connection. It is no part of the table: what was shown to it, and which curtain it has lifted, die with it."""

    seats: tuple[int, ...] = ()  # none: a spectator
    person: str = ""
    name: str = ""
    language: str = "en"
    looked: int | None = None  # the seat whose curtain is lifted, where several share this screen
    looked_at: int = 0  # the number of the event before which it was lifted
    shown: Snapshot | None = None  # what this viewer was told last
