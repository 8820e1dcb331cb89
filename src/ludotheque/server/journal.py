"""The journal on disk: one writer per process, and nothing acknowledged before it is safe.

Entries wait in a queue. A thread takes all that have accumulated, writes them in one commit (a
power failure loses nothing that was acknowledged) and only then wakes the waiting tasks.
`(table, seq)` is unique, so two servers can never write the same event number; the later one gets a
Conflict and judges its request again.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from ludotheque.server.database import Database
from ludotheque.server.entry import Entry, Statement
from ludotheque.server.figures import Times
from ludotheque.server.results import Finished
from ludotheque.server.results import write as write_result
from ludotheque.table.events import AnyEvent, encode

BATCH = 256  # entries in one commit
# docs/decisions.md: One writer thread with plain sqlite3
NOTES_S = 1.0  # how long notes for lists accumulate: of many moves at one table only the last is noted

STATUS = "UPDATE tables SET status = ? WHERE id = ?"  # with the event that changes it
# what lists show; a late note does not replace a newer one, which may be of another process
NOTE = "UPDATE tables SET to_act = ?, touched = ?, plies = ?, noted = ? WHERE id = ? AND noted < ?"
# the person in a chair, whose invitation is used up
SIT = "UPDATE seats SET person = ?, token = NULL WHERE table_id = ? AND seat = ?"
# the same when the game begins and seats are renumbered
SEAT = "UPDATE seats SET kind = ?, person = ?, token = NULL WHERE table_id = ? AND seat = ?"


class Conflict(Exception):  # noqa: N818 (another process was faster: nothing is broken)
    """An event number that is already taken, because another process wrote to this table."""


NOTHING = Entry("", [], [])  # only wakes the writer


class Journal:
    """The writer. Reading is the store's job."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.connection: Any = None  # the thread's own; None while disconnected
        self.queue: queue.SimpleQueue[Entry | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self.notes: dict[str, Statement] = {}  # the latest of each table
        self.notes_due = 0.0  # when to write them
        self.noting = threading.Lock()
        self.times = Times()  # until events were on disk
        self.commits = 0
        self.rows = 0

    def start(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.thread.start()

    def stop(self) -> None:
        """Write what is waiting, then stop."""
        self.queue.put(None)
        self.thread.join()

    async def write(
        self,
        table: str,
        events: Sequence[AnyEvent],
        statements: Sequence[Statement] = (),
        finished: Finished | None = None,
    ) -> None:
        """Write events, and the result if they end the game; return when all of it is on disk.

        Raise Conflict, and write nothing, if an event number is already taken.
        """
        written, begun = self.loop.create_future(), time.perf_counter()
        rows = [(table, event.seq, encode(event)) for event in events]
        self.queue.put(Entry(table, rows, statements, written, finished))
        await written
        self.times.add(time.perf_counter() - begun)

    def note(self, table: str, seq: int, to_act: int, now: int, plies: int) -> None:
        """Note what lists show of a table after an event.

        It can always be rebuilt from the journal, so nobody waits for it; and only the first of
        many notes wakes the writer.
        """
        with self.noting:
            is_first = not self.notes
            self.notes[table] = NOTE, (to_act, now, plies, seq, table, seq)
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
        """Return all entries that have accumulated, and whether there can be more."""
        batch: list[Entry] = []
        is_open = True
        while is_open and len(batch) < BATCH:
            try:
                item = self.queue.get(
                    timeout=0 if batch else max(0, self.notes_due - time.monotonic()) if self.notes else None
                )
            except queue.Empty:
                break
            if item is not None and item is not NOTHING:
                batch.append(item)
            is_open = item is not None
        if self.notes and (not is_open or time.monotonic() >= self.notes_due):
            with self.noting:
                notes, self.notes = self.notes, {}
            batch += [Entry(table, [], [statement]) for table, statement in notes.items()]
        return batch, is_open

    def _commit(self, batch: list[Entry]) -> None:
        """Write all entries in one commit.

        If one of them cannot be written, or the connection to the database was lost, write each in
        its own commit, so that the others are not affected; notes wait for a later commit.
        """
        error = self._transaction(batch)
        if error is None or (len(batch) == 1 and self.connection is not None):
            self._wake([(entry, error) for entry in batch])
        else:
            self._wake(self._one_by_one([entry for entry in batch if entry.written is not None]))
        if error is not None:
            self._note_again([entry for entry in batch if entry.written is None])

    def _note_again(self, notes: list[Entry]) -> None:
        """Keep notes that could not be written, except those of tables with newer ones."""
        with self.noting:
            for entry in notes:
                self.notes.setdefault(entry.table, entry.statements[0])
        self.notes_due = time.monotonic() + NOTES_S

    def _one_by_one(self, batch: list[Entry]) -> list[tuple[Entry, Exception | None]]:
        """Write each entry in its own commit, as long as there is a connection."""
        results: list[tuple[Entry, Exception | None]] = []
        for entry in batch:
            is_lost = bool(results) and self.connection is None
            results.append((entry, results[-1][1] if is_lost else self._transaction([entry])))
        return results

    def _transaction(self, batch: list[Entry]) -> Exception | None:
        """Write a batch in one transaction; return what went wrong, or None.

        If the connection is lost during a commit, it is unknown whether it took effect; writing
        again raises a Conflict if it did.
        """
        anything, is_there_already = self.database.errors
        try:
            self._write(batch)
        except is_there_already as error:
            self._give_up()
            return Conflict(str(error))
        except anything as error:
            self._give_up()
            return self.database.trouble(error)
        except Exception as error:
            self._give_up()
            return error
        self.commits += 1
        self.rows += sum(len(entry.rows) for entry in batch)
        return None

    def _write(self, batch: list[Entry]) -> None:
        """Write rows in the order of their tables, so that processes never deadlock."""
        if self.connection is None:
            self.connection = self.database.connect()
        cursor, sql = self.connection.cursor(), self.database.sql
        rows = sorted(row for entry in batch for row in entry.rows)
        others = [entry for entry in batch if entry.statements or entry.finished is not None]
        if others:  # a single statement is a transaction by itself
            cursor.execute(self.database.begin)
        if rows:
            self.database.insert_events(cursor, rows)
        statements = [one for entry in sorted(others, key=lambda entry: entry.table) for one in entry.statements]
        for statement, alike in groupby(statements, lambda one: one[0]):
            cursor.executemany(sql(statement), [values for _, values in alike])
        for entry in others:  # last: whoever waits for this lock holds all others already
            if entry.finished is not None:
                write_result(self.database, cursor, entry.finished)
        self.connection.commit()

    def _give_up(self) -> None:
        """Roll back; drop the connection if even that fails."""
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
