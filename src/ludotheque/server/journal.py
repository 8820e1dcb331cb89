"""The journal on disk: one writer a process, nothing acknowledged before it is safe.

Requests wait in a queue. A thread takes all that have gathered, writes them in one commit (a power cut loses nothing that was acknowledged) and only then wakes whoever waits.
`(table, seq)` is unique, so that two servers can never both write the same place; the later one is told so and judges again.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludotheque.server.database import Database
from ludotheque.table.events import AnyEvent, encode

BATCH = 256  # entries in one commit
NOTES_S = 0.3  # notes for lists gather for so long: of many moves at one table only the last is noted

INSERT = "INSERT INTO journal (table_id, seq, event) VALUES "
ROW = "(?, ?, ?)"
NOTE = "UPDATE tables SET status = ?, to_act = ?, touched = ? WHERE id = ?"  # what lists show
SIT = "UPDATE seats SET person = ?, token = NULL WHERE table_id = ? AND seat = ?"  # who has a chair, and its spent invitation

Statement = tuple[str, tuple[Any, ...]]


class Conflict(Exception):  # noqa: N818 (somebody else was faster: nothing is broken)
    """That place in the journal is taken: another process wrote to this table meanwhile."""


@dataclass(frozen=True)
class Entry:
    """Rows and statements that are written together or not at all, and whoever waits for them. Nobody waits for a note."""

    rows: Sequence[tuple[str, int, bytes]]
    statements: Sequence[Statement]
    written: asyncio.Future[None] | None = None


NOTHING = Entry([], [])  # to be waked by


class Journal:
    """The writer. To read is the store's."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.connection: Any = None  # the thread's own; None: not connected, or not any more
        self.queue: queue.SimpleQueue[Entry | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self.notes: dict[str, Statement] = {}  # of each table the latest
        self.notes_due = 0.0  # when they are written
        self.noting = threading.Lock()
        self.commits = 0
        self.rows = 0

    def start(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.thread.start()

    def stop(self) -> None:
        """Write what is waiting, then end."""
        self.queue.put(None)
        self.thread.join()

    async def write(self, table: str, events: Sequence[AnyEvent], statements: Sequence[Statement] = ()) -> None:
        """Returns when all of it is on disk. Raises Conflict if the place of an event is taken; then nothing is written."""
        written = self.loop.create_future()
        self.queue.put(Entry([(table, event.seq, encode(event)) for event in events], statements, written))
        await written

    def note(self, table: str, status: str, to_act: int, now: int) -> None:
        """For lists of tables. It can be computed anew from the journal, so nobody waits for it; and only the first of many wakes the writer."""
        with self.noting:
            is_first = not self.notes
            self.notes[table] = NOTE, (status, to_act, now, table)
        if is_first:
            self.notes_due = time.monotonic() + NOTES_S
            self.queue.put(NOTHING)

    # The writer's thread

    def _run(self) -> None:
        is_open = True
        while is_open:
            batch, is_open = self._next_batch()
            if batch:
                self._commit(batch)
        if self.connection is not None:
            self.connection.close()

    def _next_batch(self) -> tuple[list[Entry], bool]:
        """All that has gathered, and whether there can be more."""
        batch: list[Entry] = []
        is_open = True
        while is_open and len(batch) < BATCH:
            try:
                item = self.queue.get(timeout=0 if batch else max(0, self.notes_due - time.monotonic()) if self.notes else None)
            except queue.Empty:
                break
            if item is not None and item is not NOTHING:
                batch.append(item)
            is_open = item is not None
        if self.notes and (not is_open or time.monotonic() >= self.notes_due):
            with self.noting:
                notes, self.notes = self.notes, {}
            batch.append(Entry([], [statement for _, statement in sorted(notes.items())]))
        return batch, is_open

    def _commit(self, batch: list[Entry]) -> None:
        """One commit for all; if one of them cannot be written or the line to the database was lost, one commit each, so that the others do not suffer."""
        error = self._transaction(batch)
        if error is None or (len(batch) == 1 and self.connection is not None):
            self._wake([(entry, error) for entry in batch])
        else:
            self._wake([(entry, self._transaction([entry])) for entry in batch])

    def _transaction(self, batch: list[Entry]) -> Exception | None:
        """What went wrong. If the line is lost during a commit, nobody knows whether it was carried out: whoever writes again is told, by a Conflict."""
        anything, is_there_already = self.database.errors
        try:
            self._write(batch)
        except anything as error:
            self._give_up()
            return Conflict(str(error)) if isinstance(error, is_there_already) else error
        self.commits += 1
        self.rows += sum(len(entry.rows) for entry in batch)
        return None

    def _write(self, batch: list[Entry]) -> None:
        """Rows in the order of their tables: two processes never wait for each other."""
        if self.connection is None:
            self.connection = self.database.connect()
        cursor, sql = self.connection.cursor(), self.database.sql
        cursor.execute(self.database.begin)
        if rows := sorted(row for entry in batch for row in entry.rows):
            cursor.execute(sql(INSERT + ", ".join([ROW] * len(rows))), [value for row in rows for value in row])  # in one statement: between two, others would take the interpreter
        for entry in batch:
            for statement, values in entry.statements:
                cursor.execute(sql(statement), values)
        self.connection.commit()

    def _give_up(self) -> None:
        """Nothing of it is written. A connection that cannot even do that is lost."""
        if self.connection is not None:
            try:
                self.connection.rollback()
            except self.database.errors[0]:
                self.connection.close()
                self.connection = None

    def _wake(self, results: list[tuple[Entry, Exception | None]]) -> None:
        def settle() -> None:
            for entry, error in results:
                if entry.written is None or entry.written.done():
                    continue
                if error is None:
                    entry.written.set_result(None)
                else:
                    entry.written.set_exception(error)

        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(settle)
