"""Files that are written whole or not at all."""

import hashlib
import os
import threading
from contextlib import suppress
from pathlib import Path

from ludotheque.core.errors import LudothequeError
from ludotheque.core.words import N_, reason

FOLDER = N_("Is a directory")  # as the operating system says it

SEALED = ".sealed"  # in the name of a file that has a seal
SEAL_LENGTH = hashlib.sha256().digest_size


def write_file(path: Path, content: str | bytes) -> None:
    """Write a whole file or nothing, so that an interruption leaves no partial file.

    Several workers may write the same file at the same time: the last one counts.
    """
    if path.is_dir():
        raise LudothequeError("{path}: cannot be written: {error}", path=path, error=LudothequeError(FOLDER))
    part = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content.encode() if isinstance(content, str) else content)
        part.replace(path)
    except OSError as error:
        raise LudothequeError("{path}: cannot be written: {error}", path=path, error=reason(error)) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def seal(content: bytes) -> bytes:
    """Return the content with a checksum behind it."""
    return content + hashlib.sha256(content).digest()


def is_whole(path: Path) -> bool:
    """Return whether a file still has the content that was sealed."""
    try:
        content = path.read_bytes()
    except OSError:
        return False
    return content == seal(content[:-SEAL_LENGTH])
