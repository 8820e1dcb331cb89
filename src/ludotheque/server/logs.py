"""The server's log on standard error: errors, and what happens to accounts.

It never contains passwords, cookies, tokens or chat messages.
"""

import logging
from datetime import UTC, datetime

import msgspec

FORMATS = ("text", "json")
TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
AUDIT = logging.getLogger("ludotheque.audit")


def audit(what: str, account: str, address: str) -> None:
    """Log what someone did to an account, or tried to do."""
    AUDIT.info("%s %r from %s", what, account, address, extra={"said": {"account": account, "address": address}})


class AsJson(logging.Formatter):
    """Formats log records as one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "said", {}),
        }
        if record.exc_info:
            said["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(said).decode()


def set_up(log_format: str) -> None:
    """Set the format of the log."""
    handler = logging.StreamHandler()
    handler.setFormatter(AsJson() if log_format == "json" else logging.Formatter(TEXT))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    AUDIT.setLevel(logging.INFO)
