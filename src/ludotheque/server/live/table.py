"""One table in memory: the game, permissions, connections, and what they are sent."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from hmac import compare_digest
from time import monotonic

from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import Game, State
from ludotheque.core.record import Data
from ludotheque.core.words import LANGUAGES, Words
from ludotheque.scene.picture import scene_of
from ludotheque.scene.svg import compose, thumbnail
from ludotheque.server.clock import CLOCK, now_ms
from ludotheque.server.live.connection import GONE, Connection
from ludotheque.server.people import free_name
from ludotheque.server.store import TableRow
from ludotheque.server.text import refused
from ludotheque.table.events import PERSON, PLAYING, AnyEvent, Said, Sat, Started
from ludotheque.table.eyes import eyes_of
from ludotheque.table.table import Table
from ludotheque.table.viewer import Viewer

CLOSED = refused("table/closed")


class LiveTable:
    def __init__(self, row: TableRow, table: Table, host_name: str = "") -> None:
        self.row, self.table = row, table
        self.host_name = host_name
        table.seating.is_open = row.is_open
        self.lock = asyncio.Lock()  # changes at one table happen one after another
        self.connections: set[Connection] = set()
        self.thinking: asyncio.Task[None] | None = None
        self.hourglass: asyncio.Task[None] | None = None
        self.jumps = CLOCK.jumps  # of the machine's clock, as far as this table has handled them
        self.used = monotonic()
        self.beat_at = monotonic()
        self.last_here: dict[str, float] = {}  # when each person was last here
        self.network = ""  # of the host, or of the first visitor until the host has been here
        self.elsewhere: set[str] = set()  # persons connected in other processes
        self.is_shared = False  # another process may have it in memory
        self.is_closed = False
        self.is_timed = row.has_clock or table.config.bot_takes_over  # something happens when time passes
        self.noted_for = ""  # who solved its puzzle, once that was noted
        self.has_failed = False  # its timekeeping has failed, and that was logged

    @property
    def id(self) -> str:
        return self.row.id

    # Permissions

    def seats_of(self, person: str) -> list[int]:
        """Return the seats that a person may act for, including others at the same screen."""
        return [seat for seat, chair in enumerate(self.table.chairs) if chair.person == person]

    def name_for(self, person: str, name: str, was: str = "") -> str:
        """Return a person's name at this table, made different from everybody else's.

        A name that they already have there is kept. `was` is the guest whose chair they take over.
        """
        own = {person, was or person}
        chairs = self.table.chairs
        if any(chair.person in own and chair.kind == PERSON and chair.name == name for chair in chairs):
            return name
        return free_name(name, self._names_of_others(own))

    def _names_of_others(self, own: set[str]) -> set[str]:
        """Return all names under which others act or have spoken here, in every language."""
        seats = [seat for seat, chair in enumerate(self.table.chairs) if chair.person not in own]
        names = {self.table.showing.names(language).names[seat] for language in LANGUAGES for seat in seats}
        spoken = [entry for entry in self.table.log if isinstance(entry, Said) and entry.seat is None]
        names |= {entry.name for entry in spoken if entry.person not in own}
        viewers = [connection.viewer for connection in self.connections]
        names |= {viewer.name for viewer in viewers if viewer.person not in own}
        return names if self.row.host in own else names | {self.host_name}

    def call(self, person: str, name: str) -> None:
        """Note the new name of a person who hosts this table or watches it."""
        if self.row.host == person:
            self.host_name = name
        for connection in self.connections:
            if connection.viewer.person == person:
                connection.viewer.name = self.name_for(person, name)

    def is_known_to(self, person: str) -> bool:
        """Return whether this person may see the table without an invitation to watch."""
        is_host = self.row.host == person and not self.is_sealed
        return self.row.is_open or is_host or bool(self.seats_of(person))

    @property
    def is_sealed(self) -> bool:
        """Return whether other tables still play the same deal, so that only players may look."""
        return self.table.config.is_sealed and not self.table.is_revealed

    def is_watch_token(self, token: str | None) -> bool:
        return token is not None and compare_digest(token.encode(), self.row.watch_token.encode())

    def free_seat(self, token: str | None) -> int | None:
        """Return the free seat that a token opens; without a token, the first of an open table."""
        free = [seat for seat in self.row.seats if seat.token and self.table.seating.is_free(seat.seat)]
        if token is None:
            return free[0].seat if free and self.row.is_open else None
        fitting = (seat.seat for seat in free if compare_digest(str(seat.token).encode(), token.encode()))
        return next(fitting, None)

    def eyes_of(self, person: str) -> list[int]:
        """List the views in which a person may see the replay, preferred first; NONE: spectator."""
        seats = self.seats_of(person)
        own = seats if len(seats) == 1 else []
        others = range(self.table.seats) if self.table.is_revealed else []
        return [*own, NONE, *(seat for seat in others if seat not in own)]

    # What takes a while. Each returns what does the work, in any thread, while the game goes on

    def record_for(self, person: str) -> Callable[[], Data]:
        """Write the game so far as this person may see it.

        A person who plays several seats gets what a spectator sees, and everyone gets everything
        once it is over.
        """
        return self.table.recorder(None if self.table.is_revealed else self.eyes_of(person)[0])

    def picture_for(self, person: str) -> Callable[[], str]:
        """Draw a small picture of this person's view; behind a curtain, of a spectator's."""
        game, eyes = self.table.game, eyes_of(self.table, Viewer(tuple(self.seats_of(person))))
        return partial(small_picture, game, self.table.words("en"), self.table.sight(eyes), eyes)

    def moment(self, ply: int, eyes: int, language: str) -> Callable[[], str]:
        """Draw the position after some plies as a seat sees it."""
        table = self.table
        state = table.plies[ply].before if ply < len(table.plies) else table.state
        view = table.sight(eyes) if state is table.state else table.game.view_of(state, eyes)
        return partial(large_picture, table.game, table.game.words(language), view, eyes)

    # Whose turn it is

    @property
    def to_act(self) -> int:
        """Return a bit for each seat that is to act."""
        return sum(1 << seat for seat in self.table.movers if seat != TABLE) if self.table.status == PLAYING else 0

    @property
    def goes_on_alone(self) -> bool:
        """Return whether anything may happen here without a person: a bot's move, the table's own,
        the end of the sand, or the note that a puzzle was solved.
        """
        table = self.table
        has_sand = table.clocks.sand is not None
        return table.seating.has_bots or TABLE in table.movers or has_sand or bool(table.config.puzzle)

    def absent(self, patience_s: float) -> list[int]:
        """List the seats that are to act and whose people have been away for too long.

        There are none if the table does not let bots take over.
        """
        if not self.table.config.bot_takes_over or self.table.status != PLAYING:
            return []
        now = monotonic()
        persons = {seat: self.table.chairs[seat].person for seat in self.table.movers if seat != TABLE}
        return [
            seat
            for seat, person in persons.items()
            if person
            and person not in self.table.seating.online
            and now - self.last_here.setdefault(person, now) >= patience_s
        ]

    # Connections

    @property
    def here(self) -> set[str]:
        """Return the persons who are connected in this process."""
        return {connection.viewer.person for connection in self.connections}

    def add(self, connection: Connection) -> None:
        """Add a connection, and show everyone that its person is here."""
        self.connections.add(connection)
        if not self.network or connection.viewer.person == self.row.host:
            self.network = connection.network
        self._see_who_is_here()

    def remove(self, connection: Connection) -> None:
        self.connections.discard(connection)
        connection.viewer.shown = None  # much, and a closed connection is freed late
        self.used = monotonic()
        self._see_who_is_here()

    def see_who_is_elsewhere(self, persons: set[str]) -> None:
        """Note who is connected in other processes."""
        if persons != self.elsewhere:
            self.elsewhere = persons
            self._see_who_is_here()

    def _see_who_is_here(self) -> None:
        """Note that someone came or went, and tell everyone."""
        before, self.table.seating.online = self.table.seating.online, self.here | self.elsewhere
        self.last_here |= dict.fromkeys(before | self.table.seating.online, monotonic())
        self._give_seats()
        self.tell()

    def _give_seats(self) -> None:
        """Update the seats that every connection may act for."""
        for connection in self.connections:
            viewer = connection.viewer
            viewer.seats, viewer.is_host = tuple(self.seats_of(viewer.person)), self.row.host == viewer.person

    # Changes

    def commit(self, events: Sequence[AnyEvent]) -> None:
        """Apply events that are in the journal."""
        self.table.commit(events)
        if any(isinstance(event, (Sat, Started)) for event in events):
            self._give_seats()

    def tell(self) -> None:
        """Send every connection what has changed for its viewer."""
        shown = [connection for connection in self.connections if connection.viewer.shown is not None]
        updates = self.table.updates([connection.viewer for connection in shown], now_ms())
        for connection, update in zip(shown, updates, strict=True):
            connection.send(update)

    def show_anew(self) -> None:
        """Recompute and show what was left out before the game was compiled."""
        self.table.work_out_anew()
        self.tell()

    def close(self, code: int = GONE) -> None:
        """Stop: the table was deleted or rewritten on disk."""
        self.is_closed = True
        if self.thinking is not None and self.thinking is not asyncio.current_task():
            self.thinking.cancel()
        for connection in self.connections:
            if code == GONE:
                connection.send(CLOSED)
            connection.cut(code)


def small_picture(game: Game, words: Words, view: State, eyes: int) -> str:
    scene, art = scene_of(game, words, view, eyes), game.folder / "art.svg"
    return thumbnail(scene, art if scene.ground else None)


def large_picture(game: Game, words: Words, view: State, eyes: int) -> str:
    scene, art = scene_of(game, words, view, eyes), game.folder / "art.svg"
    return compose(scene, art if scene.ground else None, title=game.title)
