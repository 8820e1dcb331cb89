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


def new_id() -> str:
    return secrets.token_hex(ID_BYTES)


def new_token() -> str:
    """Return an unguessable token, for taking a seat or watching a table."""
    return secrets.token_urlsafe(18)


def guest_name(person: str, language: str) -> str:
    """Return a default name for a person who has not chosen one."""
    return words_in(language)(GUEST, number=int(person[:8], 16) % 9000 + 1000)


def checked_name(name: str) -> str:
    """Return a name as it will be shown, on one line without invisible characters, or refuse it."""
    clean = " ".join("".join(sign if unicodedata.category(sign)[0] != "C" else " " for sign in name).split())
    if not 1 <= len(clean) <= NAME_LENGTH:
        raise HttpRefusal(400, "person/name", N_("Names must have 1 to {most} characters."), most=NAME_LENGTH)
    return clean


def folded(name: str) -> str:
    """Return the form in which names are compared, ignoring case and encoding."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def skeleton(name: str) -> str:
    """Return a form of a name that is the same for all names that look alike."""
    latin = unicodedata.normalize("NFKC", name).translate(ALIKE)
    return unicodedata.normalize("NFKC", latin.casefold()).replace("rn", "m").replace("vv", "w").replace(" ", "")


def free_name(name: str, taken: Iterable[str]) -> str:
    """Return a name that does not look like any that is taken, with a number if necessary."""
    known = {skeleton(one) for one in taken}
    names = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(one for one in names if skeleton(one) not in known)


def new_table_id() -> str:
    """Return an id that is short enough to read aloud and too long to guess (about 59 bits)."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(12))
