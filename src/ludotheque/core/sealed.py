"""numba's cache with a seal on every file.

A power failure or a full disk can leave a file that is empty, cut off or full of zeros. numba would
fail on it every time, or run it.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import Any, ClassVar

from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, UserProvidedCacheLocator

from ludotheque.core.files import SEALED, is_whole, seal

log = logging.getLogger("ludotheque.server")


class SealedFile(IndexDataCacheFile):  # type: ignore[misc]
    """The files of one entry point: what a damaged one held is compiled again."""

    def _load_index(self) -> Any:
        return super()._load_index() if is_usable(Path(self._index_path)) else {}

    def _load_data(self, name: str) -> Any:
        if not is_usable(Path(self._data_path(name))):
            raise FileNotFoundError(name)  # numba compiles again
        return super()._load_data(name)

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[BytesIO]:
        content = BytesIO()
        yield content
        with super()._open_for_write(filepath) as file:
            file.write(seal(content.getvalue()))  # pickle does not read on to the seal


class InOurFolder(CompileResultCacheImpl):  # type: ignore[misc]
    """Keeps nothing where our folder cannot be written, rather than in some other folder."""

    _locator_classes: ClassVar = [UserProvidedCacheLocator]


class SealedCache(FunctionCache):  # type: ignore[misc]
    """What numba keeps of one entry point on disk."""

    _impl_class = InOurFolder

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = SealedFile(self.cache_path, self._impl.filename_base + SEALED, stamp)

    def save_overload(self, signature: Any, compiled: Any) -> None:
        with suppress(OSError):  # such as a full disk: the next process compiles again
            super().save_overload(signature, compiled)


def is_usable(path: Path) -> bool:
    """Return whether a file is there and whole. A damaged one is deleted.

    Another process may be doing the same at the same time.
    """
    if is_whole(path):
        return True
    with suppress(OSError):
        path.unlink()
        log.warning("%s was damaged: it is compiled again", path)
    return False
