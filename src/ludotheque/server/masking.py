"""Addresses of databases and other services, as people may read them."""

import re

from ludotheque.core.words import N_

MALFORMED = N_(
    "the URL {url!r} is malformed: check its port and its options, and percent-encode special signs of its password"
)


def masked(url: str) -> str:
    """Return an address without its user and password, whatever else is wrong with it."""
    return re.sub(r"(:/*).*@", r"\1***@", re.sub(r"(?i)(password=)[^&]*", r"\1***", url))
