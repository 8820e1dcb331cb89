"""Words in the reader's language: gettext messages, English in the source, catalogues beside the package that uses them.

A catalogue is `locale/<language>.po` in a package's folder. It is read as it is, so that a translator changes a text file and nothing has to be built.
"""

import gettext
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from ludotheque.core.errors import FOLDERS, LudothequeError

LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch", "nl": "Nederlands"}  # each by its own name; the first is the fallback
Plural = tuple[str, str]


def N_(message: str) -> str:  # noqa: N802 (gettext's own name: marks a message without translating it)
    return message


def NP_(one: str, many: str) -> Plural:  # noqa: N802 (marks a message that depends on a number)
    return one, many


class Words:
    """Says messages in one language; the English message is the fallback. Two are the same only if they are one object: pictures are kept by it."""

    def __init__(self, language: str = "en", folder: Path | None = None) -> None:
        self.language, self.folder = language, folder

    def __call__(self, message: str, **values: object) -> str:
        said = self._catalogue.messages.get(message, message)
        return said.format(**values) if values else said

    def count(self, message: Plural, number: int, **values: object) -> str:
        """A message that depends on a number, which it calls {number}: `words.count(NP_("{number} chip", "{number} chips"), 3)`."""
        catalogue = self._catalogue
        forms = catalogue.plurals.get(message[0], message)
        return forms[catalogue.form_of(int(number))].format(number=number, **values)

    def number(self, value: float, form: str = ",") -> str:
        """A number with the language's own signs: `words.number(1234.5, ",.1f")` is 1,234.5 here and 1.234,5 elsewhere."""
        return format(value, form).translate(_signs(self.language))

    @cached_property
    def _catalogue(self) -> "Catalogue":
        return _catalogue(self.folder, self.language)


ENGLISH = Words()


@dataclass(frozen=True)
class Sentence:
    """A sentence with the number of the rule it comes from."""

    message: str
    rule: str

    def say(self, words: Words) -> str:
        return f"{words(self.message)} ({self.rule})"


@dataclass(frozen=True)
class Catalogue:
    """What one folder says in one language."""

    messages: dict[str, str]
    plurals: dict[str, tuple[str, ...]]
    form_of: Callable[[int], int]


@cache
def _catalogue(folder: Path | None, language: str) -> Catalogue:
    path = folder / "locale" / f"{language}.po" if folder else None
    if path is None or not path.exists():
        return Catalogue({}, {}, lambda number: int(number != 1))
    from babel.messages.pofile import read_po  # only people who read another language pay for the import

    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    messages: dict[str, str] = {}
    plurals: dict[str, tuple[str, ...]] = {}
    for message in catalogue:
        if isinstance(message.id, str) and isinstance(message.string, str) and message.id and message.string:
            messages[message.id] = message.string
        elif not isinstance(message.id, str) and message.string and all(message.string):
            plurals[message.id[0]] = tuple(message.string)
    return Catalogue(messages, plurals, gettext.c2py(catalogue.plural_expr))


@cache
def _signs(language: str) -> dict[int, str]:
    if language == ENGLISH.language:
        return {}
    from babel import Locale
    from babel.numbers import get_decimal_symbol, get_group_symbol

    percent = Locale.parse(language).percent_formats[None].pattern.strip("#,0")  # some put a space before it
    return {ord("."): get_decimal_symbol(language), ord(","): get_group_symbol(language), ord("%"): percent}


def complaint(error: LudothequeError, language: str) -> str:
    """What somebody got wrong, in their language: in the catalogue of whichever package complains."""
    message = next((said for folder in FOLDERS if (said := _catalogue(folder, language).messages.get(error.message))), error.message)
    values = {name: complaint(value, language) if isinstance(value, LudothequeError) else value for name, value in error.values.items()}
    return message.format(**values) if values else message


# What the system says about files and addresses, as it says it
REASONS = (
    N_("Address already in use"),
    N_("Cannot assign requested address"),
    N_("File exists"),
    N_("Is a directory"),
    N_("No space left on device"),
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Permission denied"),
)


def reason(error: OSError) -> LudothequeError:
    """Why the system refused something."""
    return LudothequeError(error.strerror or str(error))


def best_language(wanted: str) -> str:
    """The language that suits a browser's `Accept-Language`, or a machine's `LANG`, best."""
    from babel.core import negotiate_locale

    tags = [tag.split(";")[0].split(".")[0].strip().replace("-", "_") for tag in sorted(wanted.split(","), key=_weight, reverse=True)]
    found = negotiate_locale([*tags, *(tag.split("_")[0] for tag in tags)], list(LANGUAGES))
    return found or next(iter(LANGUAGES))


def _weight(tag: str) -> float:
    try:
        return float(tag.partition("q=")[2] or 1)
    except ValueError:
        return 0.0
