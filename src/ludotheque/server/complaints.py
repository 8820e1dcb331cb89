"""Rate-limited logging: the same complaint appears once a minute, with a count."""

import logging
import time

AGAIN_S = 60.0
LOGGERS = ("ludotheque.server", "uvicorn.error", "asyncio")
KEPT = 1000  # kinds of complaint


class Rarely(logging.Filter):
    """Lets the same complaint pass once a minute."""

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[tuple[object, ...], tuple[float, int]] = {}  # when, and how often it was dropped since

    def filter(self, record: logging.LogRecord) -> bool:
        kind = record.exc_info[0] if record.exc_info else None
        key = record.name, record.levelno, str(record.msg).partition("\n")[0], kind
        at, left_out = self.said.pop(key, (-AGAIN_S, 0))
        now = time.monotonic()
        if now - at < AGAIN_S:
            self.said[key] = at, left_out + 1
            return False
        self.said[key] = now, 0
        if len(self.said) > KEPT:
            del self.said[next(iter(self.said))]
        if left_out:
            record.msg, record.args = f"{record.getMessage()} ({left_out} more since then)", ()
        return True


def log_rarely() -> None:
    """Limit this process to logging the same complaint once a minute."""
    rarely = Rarely()
    for name in LOGGERS:
        logging.getLogger(name).addFilter(rarely)
