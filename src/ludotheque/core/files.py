"""Files that are written whole or not at all."""

import os
import threading
from pathlib import Path

from ludotheque.core.errors import LudothequeError
from ludotheque.core.words import reason


def write_file(path: Path, content: str | bytes) -> None:
    """Write a whole file or nothing, so that an interruption leaves no partial file.

    Several workers may write the same file at the same time: the last one counts.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content.encode() if isinstance(content, str) else content)
        part.replace(path)
    except OSError as error:
        raise LudothequeError("{path}: cannot be written: {error}", path=path, error=reason(error)) from error
    finally:
        part.unlink(missing_ok=True) if part.parent.is_dir() else None
