"""Messages in the reader's language: English in the source, gettext catalogues in each package.

A catalogue is `locale/<language>.po` in a package's folder. The .po file is read directly, so
translators only edit a text file and nothing has to be built.
"""

import gettext
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from ludotheque.core.errors import FOLDERS, LudothequeError
from ludotheque.core.naming import Seat, raised

# each under its own name; the first is the fallback
LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch", "nl": "Nederlands"}
Plural = tuple[str, str]


def N_(message: str) -> str:  # noqa: N802 (gettext's own name: marks a message without translating it)
    return message


def NP_(one: str, many: str) -> Plural:  # noqa: N802 (marks a message that depends on a number)
    return one, many


class Words:
    """Translates messages into one language, with the English message as the fallback.

    With `slots`, sentences contain slots for the names of players (`core.naming`). Two `Words` are
    equal only if they are the same object, because pictures are cached by it.
    """

    def __init__(self, language: str = "en", folder: Path | None = None, *, slots: bool = False) -> None:
        self.language, self.folder, self.slots = language, folder, slots

    def __call__(self, message: str, **values: object) -> str:
        said = self._catalogue.messages.get(message, message)
        return _filled(said, message, values) if values else said

    def seat(self, number: int) -> Seat:
        """Return a player as a value for a message.

        `words(N_("Village of {seat}"), seat=words.seat(2))` is "Village of seat 2"; with slots, it
        leaves a slot for the name.
        """
        return Seat(int(number), self.language, self.slots)

    def count(self, message: Plural, number: int, **values: object) -> str:
        """Return a message that depends on a number, which it refers to as {number}.

        `words.count(NP_("{number} chip", "{number} chips"), 3)` is "3 chips".
        """
        said = self.forms(message)[self._catalogue.form_of(int(number))]
        return _filled(said, message[int(number != 1)], {"number": number, **values})

    def forms(self, message: Plural) -> tuple[str, ...]:
        """Return every plural form of a message, with {number} not filled in."""
        return self._catalogue.plurals.get(message[0], message)

    def number(self, value: float, form: str = ",") -> str:
        """Return a number with the language's own separators.

        `words.number(1234.5, ",.1f")` is 1,234.5 in English and 1.234,5 in German.
        """
        return format(value, form).translate(_signs(self.language))

    @cached_property
    def _catalogue(self) -> "Catalogue":
        return _catalogue(self.folder, self.language)


ENGLISH = Words()
FIRST_SLOT = re.compile(r"\{(\w+)[:}]")  # at the start of a message


def _filled(said: str, message: str, values: dict[str, object]) -> str:
    """Fill values into a message; fall back to English if the translation asks for other values."""
    try:
        text = said.format(**values)
    except (KeyError, IndexError, ValueError, AttributeError):
        said, text = message, message.format(**values)
    return raised(text) if isinstance(values.get(_first_slot(said)), Seat) else text


@cache
def _first_slot(message: str) -> str:
    """Return the name of the slot that a message begins with, or an empty string."""
    found = FIRST_SLOT.match(message)
    return found[1] if found else ""


@dataclass(frozen=True)
class Sentence:
    """A sentence with the number of the rule it comes from."""

    message: str
    rule: str

    def say(self, words: Words) -> str:
        return f"{words(self.message)} ({self.rule})"


@dataclass(frozen=True)
class Catalogue:
    """The messages of one folder in one language."""

    messages: dict[str, str]
    plurals: dict[str, tuple[str, ...]]
    form_of: Callable[[int], int]


@cache
def _catalogue(folder: Path | None, language: str) -> Catalogue:
    path = folder / "locale" / f"{language}.po" if folder else None
    if path is None or not path.exists():
        return Catalogue({}, {}, lambda number: int(number != 1))
    from babel.messages.pofile import read_po  # imported only if another language is used

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

    percent = Locale.parse(language).percent_formats[None].pattern.strip("#,0")  # some languages put a space before it
    return {ord("."): get_decimal_symbol(language), ord(","): get_group_symbol(language), ord("%"): percent}


def complaint(error: LudothequeError, language: str) -> str:
    """Return an error's message in a language.

    The translation comes from the catalogue of the package that raised it.
    """
    message = next(
        (said for folder in FOLDERS if (said := _catalogue(folder, language).messages.get(error.message))),
        error.message,
    )
    values = {
        name: complaint(value, language) if isinstance(value, LudothequeError) else value
        for name, value in error.values.items()
    }
    return message.format(**values) if values else message


# The operating system's messages about files and addresses, verbatim
REASONS = (
    N_("Address already in use"),
    N_("Cannot assign requested address"),
    N_("File exists"),
    N_("File name too long"),
    N_("Is a directory"),
    N_("No space left on device"),
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Permission denied"),
)


def reason(error: OSError) -> LudothequeError:
    """Return the operating system's reason for an error, as a translatable message."""
    return LudothequeError(error.strerror or str(error))


def best_language(wanted: str) -> str:
    """Return the best language for a browser's `Accept-Language` or a machine's `LANG`."""
    from babel.core import negotiate_locale

    tags = [
        tag.split(";")[0].split(".")[0].strip().replace("-", "_")
        for tag in sorted(wanted.split(","), key=_weight, reverse=True)
    ]
    found = negotiate_locale([*tags, *(tag.split("_")[0] for tag in tags)], list(LANGUAGES))
    return found or next(iter(LANGUAGES))


def _weight(tag: str) -> float:
    try:
        return float(tag.partition("q=")[2] or 1)
    except ValueError:
        return 0.0
