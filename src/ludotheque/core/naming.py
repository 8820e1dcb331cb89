"""How sentences name players: by the number of their seat, or by a slot for their name.

A game says `words(N_("Village of {seat}"), seat=words.seat(2))`. Where names are unknown, in a
terminal or a simulation, that becomes "Village of seat 2". At a table it becomes "Village of ⟨2⟩":
sentences are made once for everyone and cached, and `Names` fills their slots when they are sent.

A translator chooses the form of a player's name: `{seat:de}` in the French catalogue becomes "du
joueur 2", "de Marie" or "d’Anne". A form that the language does not have falls back to the plain
one.

The characters around a slot come from Unicode's private use area. Names cannot contain them
(`server.people`), and they are removed from what people type (`without_slots`), so nobody can type
a slot.
"""

import json
import re
import unicodedata
from dataclasses import dataclass, field
from typing import NamedTuple

OPEN, CLOSE, RAISED = "\ue000", "\ue001", "^"
SLOT = re.compile(rf"{OPEN}(?P<raised>\^?)(?P<number>\d{{1,2}})(?P<form>[^\W\d]*){CLOSE}")
SLOT_BYTES = re.compile(f"{OPEN}.*?{CLOSE}".encode())
MOST_KNOWN = 64  # cached slots of one table; every form of every seat is fewer
PRIVATE = OPEN.encode()[0]  # only private use characters begin so; searching one byte is fifty times faster than three
VOWELS = frozenset("aeiouyœæ")


class Form(NamedTuple):
    """One way to put a player into a sentence."""

    numbered: str  # around the number of the seat
    named: str = "{}"  # around a name
    elided: str = ""  # around a name that begins with a vowel, if that differs


# By language, then by what a translator writes after the colon
FORMS: dict[str, dict[str, Form]] = {
    "en": {"": Form("seat {}")},
    "fr": {
        "": Form("joueur {}"),
        "le": Form("le joueur {}"),
        "de": Form("du joueur {}", "de {}", "d’{}"),
        "à": Form("au joueur {}", "à {}"),
    },
    "de": {"": Form("Spieler {}")},
    "nl": {"": Form("speler {}")},
}


def forms_of(language: str) -> dict[str, Form]:
    return FORMS.get(language, FORMS["en"])


@dataclass(frozen=True)
class Seat:
    """A player in a sentence."""

    number: int
    language: str
    is_slot: bool  # for a name

    def __format__(self, form: str) -> str:
        forms = forms_of(self.language)
        if not self.is_slot:
            return forms.get(form, forms[""]).numbered.format(self.number)
        return f"{OPEN}{self.number}{form if form in forms else ''}{CLOSE}"

    def __str__(self) -> str:
        return format(self)

    @property
    def alone(self) -> str:
        """The player as a label by itself: "Seat 2"."""
        return raised(str(self))


def raised(text: str) -> str:
    """Capitalise a sentence that begins with a player: "Seat 2 passes".

    A name keeps its own spelling.
    """
    return OPEN + RAISED + text[1:].removeprefix(RAISED) if text.startswith(OPEN) else text[:1].upper() + text[1:]


def begins_with(text: str, seat: int) -> bool:
    """Say whether a sentence begins with this seat's slot."""
    slot = SLOT.match(text) if text.startswith(OPEN) else None
    return slot is not None and int(slot["number"]) == seat


def without_slots(text: str) -> str:
    """Return a typed text without slots, so that no names are inserted into it."""
    return text.replace(OPEN, "")


@dataclass(frozen=True)
class Names:
    """The names of the players at a table, in one language."""

    language: str = "en"
    names: tuple[str, ...] = ()
    _known: dict[bytes, bytes] = field(default_factory=dict, compare=False, repr=False)

    def fill(self, text: str) -> str:
        """Return a sentence with names in its slots; a name that looks like a slot is kept."""
        return SLOT.sub(lambda slot: self._said(slot[0]), text)

    def fill_json(self, data: bytes) -> bytes:
        """Return a whole JSON message with names in its slots, ready to send."""
        return SLOT_BYTES.sub(self._json, data) if PRIVATE in data else data

    def _json(self, slot: re.Match[bytes]) -> bytes:
        found = self._known.get(slot[0])
        if found is None:
            found = json.dumps(self._said(slot[0].decode()), ensure_ascii=False)[1:-1].encode()
            if len(self._known) < MOST_KNOWN:
                self._known[slot[0]] = found
        return found

    def _said(self, text: str) -> str:
        slot = SLOT.fullmatch(text)
        if slot is None:  # not one of ours
            return text
        number, forms = int(slot["number"]), forms_of(self.language)
        form = forms.get(slot["form"], forms[""])
        name = self.names[number] if number < len(self.names) else ""
        around = form.numbered if not name else form.elided if form.elided and _has_vowel(name) else form.named
        around = raised(around) if slot["raised"] and not around.startswith("{") else around
        return around.format(name or number + 1)  # people count seats from 1


def _has_vowel(name: str) -> bool:
    """Say whether a name begins with a vowel, with or without an accent."""
    return unicodedata.normalize("NFD", name.lower())[:1] in VOWELS


NOBODY = Names()
