"""Words in the reader's language: gettext messages, English in the source, catalogues beside the package that uses them.

A catalogue is `locale/<language>.po` in a package's folder. It is read as it is, so that a translator changes a text file and nothing has to be built.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

LANGUAGES = ("en",)  # those whose catalogues are complete


def N_(message: str) -> str:  # noqa: N802 (gettext's own name: marks a message without translating it)
    return message


@dataclass(frozen=True)
class Words:
    """Says messages in one language; the English message is the fallback."""

    language: str = "en"
    folder: Path | None = None

    def __call__(self, message: str, **values: object) -> str:
        return self._messages.get(message, message).format(**values)

    @property
    def _messages(self) -> dict[str, str]:
        return _catalogue(self.folder, self.language) if self.folder else {}


ENGLISH = Words()


@dataclass(frozen=True)
class Sentence:
    """A sentence with the number of the rule it comes from."""

    message: str
    rule: str

    def say(self, words: Words) -> str:
        return f"{words(self.message)} ({self.rule})"


@cache
def _catalogue(folder: Path, language: str) -> dict[str, str]:
    path = folder / "locale" / f"{language}.po"
    if not path.exists():
        return {}
    from babel.messages.pofile import read_po  # only people who read another language pay for the import

    with path.open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file, locale=language) if message.id and message.string}
