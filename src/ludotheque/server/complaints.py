"""Rate-limited logging: the same complaint appears once a minute, with a count.

The count comes with the next complaint of its kind, or when a minute has passed without one. The
beginning and the end of an outage always appear.
"""

import logging
import time

AGAIN_S = 60.0
LOGGERS = ("ludotheque.server", "uvicorn.error", "asyncio")
KEPT = 1000  # kinds of complaint
ALWAYS = {"is_always_logged": True}  # the `extra` of a record that passes every time


class Rarely(logging.Filter):
    """Lets the same complaint pass once a minute."""

    def __init__(self) -> None:
        super().__init__()
        # when, how often it was dropped since, and the latest that was
        self.said: dict[tuple[object, ...], tuple[float, int, logging.LogRecord | None]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "is_always_logged", False):
            return True
        kind = record.exc_info[0] if record.exc_info else None
        # values, such as a table's id, make no other complaint of it, unless they are all of it
        said = record.getMessage() if record.msg == "%s" else str(record.msg)
        key = record.name, record.levelno, said.partition("\n")[0], kind
        at, left_out, _ = self.said.pop(key, (-AGAIN_S, 0, None))
        now = time.monotonic()
        if now - at < AGAIN_S:
            record.exc_info = record.exc_text = None  # would keep much in memory
            self.said[key] = at, left_out + 1, record
            return False
        self.said[key] = now, 0, None
        if len(self.said) > KEPT:
            del self.said[next(iter(self.said))]
        if left_out:
            count(record, left_out)
        return True

    def report(self, silent_s: float = AGAIN_S) -> None:
        """Log how often each complaint was dropped since it was last logged, this long ago."""
        now = time.monotonic()
        for key, (at, left_out, record) in list(self.said.items()):
            if record is not None and now - at >= silent_s:
                self.said[key] = now, 0, None
                count(record, left_out)
                logging.getLogger(record.name).callHandlers(record)  # past this filter


RARELY = Rarely()


def count(record: logging.LogRecord, left_out: int) -> None:
    record.msg, record.args = f"{record.getMessage()} ({left_out} more since then)", ()


def log_rarely() -> None:
    """Limit this process to logging the same complaint once a minute."""
    for name in LOGGERS:
        logging.getLogger(name).addFilter(RARELY)
