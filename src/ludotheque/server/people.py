"""People: their ids, names and tokens.

Everyone is a guest with a name that they can change; an account lets them come back from another
browser. `sessions.py` has the cookie by which browsers are recognised.
"""

import secrets
import unicodedata
from collections.abc import Iterable
from itertools import count

from ludotheque.core.words import N_
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.text import GUEST, words_in

NAME_LENGTH = 30
ID_BYTES = 16
# Latin letters, and what looks like them: Greek and Cyrillic letters, digits, symbols
LOOKS = (
    "AАΑ BВΒ CСϹ EЕΕ HНΗ JЈ KКΚ MМΜ NΝ OОΟ PРΡ SЅ TТΤ XХΧ YУҮΥ ZΖ aаα bЬ6 cсϲ dԁ eеε gɡ hһ iіι jј kкκ "
    "lІΙ1I| mм nп oоο0 pрρ qԛ rг sѕ tтτ uυ vνѵ wԝω xхχ yуүγ"
)
ALIKE = {ord(other): group[0] for group in LOOKS.split() for other in group[1:]}
# what nobody sees, apart from category C: Unicode's Default_Ignorable_Code_Point, and blanks that
# are not spaces
UNSEEN = (
    "\u034f \u115f-\u1160 \u17b4-\u17b5 \u180b-\u180f \u2800 \u3164 \ufe00-\ufe0f \uffa0 "
    "\U0001d159 \U000e0100-\U000e01ef"
)
INVISIBLE = {sign: None for part in UNSEEN.split() for sign in range(ord(part[0]), ord(part[-1]) + 1)}
LETTERS = ("Lu", "Ll", "Lt", "Lo")
# scripts that people write together; a letter of another script could only look like one of these
TOGETHER = {"LATIN", "CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL"}


def new_id() -> str:
    return secrets.token_hex(ID_BYTES)


def new_token() -> str:
    """Return an unguessable token, for taking a seat or watching a table."""
    return secrets.token_urlsafe(18)


def guest_name(person: str, language: str) -> str:
    """Return a default name for a person who has not chosen one."""
    return words_in(language)(GUEST, number=int(person[:8], 16) % 9000 + 1000)


def chosen_name(name: str) -> str:
    """Return a name that a person may take, as it will be shown, or refuse it."""
    clean = checked_name(name)
    if not scripts_of(clean) <= TOGETHER and len(scripts_of(clean)) > 1:
        raise HttpRefusal(400, "person/name", N_("All letters of a name must be of one script, such as Latin."))
    return clean


def checked_name(name: str) -> str:
    """Return a name as it will be shown, on one line without invisible characters, or refuse it."""
    clean = on_one_line(name.translate(INVISIBLE))
    is_seen = any(unicodedata.category(sign)[0] != "M" for sign in clean)
    if not is_seen or len(clean) > NAME_LENGTH:
        raise HttpRefusal(400, "person/name", N_("Names must have 1 to {most} characters."), most=NAME_LENGTH)
    return clean


def on_one_line(name: str) -> str:
    """Return a name without control characters, and with single spaces."""
    return " ".join("".join(sign if unicodedata.category(sign)[0] != "C" else " " for sign in name).split())


def scripts_of(name: str) -> set[str]:
    """Return the scripts of the letters in a name, as Unicode begins the letters' names."""
    letters = (sign for sign in unicodedata.normalize("NFKC", name) if unicodedata.category(sign) in LETTERS)
    return {unicodedata.name(letter, "?").partition(" ")[0] for letter in letters}


def folded(name: str) -> str:
    """Return the form in which names are compared, ignoring case and encoding."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def skeleton(name: str) -> str:
    """Return a form of a name that is the same for all names that look alike."""
    latin = unicodedata.normalize("NFKC", name.translate(INVISIBLE)).translate(ALIKE)
    return unicodedata.normalize("NFKC", latin.casefold()).replace("rn", "m").replace("vv", "w").replace(" ", "")


def free_name(name: str, taken: Iterable[str]) -> str:
    """Return a name that does not look like any that is taken, with a number if necessary."""
    known = {skeleton(one) for one in taken}
    names = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(one for one in names if skeleton(one) not in known)


def new_table_id() -> str:
    """Return an id that is short enough to read aloud and too long to guess (about 59 bits)."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(12))
