"""Translates what the command line prints into the user's language."""

import os
from functools import lru_cache
from pathlib import Path

from ludotheque.core.words import NP_, Plural, Words, best_language

FOLDER = Path(__file__).parent
# environment variables; the first one that is set counts
WISHES = ("LUDOTHEQUE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


STOPPED = NP_("stopped after {done} of {games} game", "stopped after {done} of {games} games")


def language() -> str:
    return _suits(next((wish for name in WISHES if (wish := os.environ.get(name))), ""))


_suits = lru_cache(best_language)


def say(message: str, **values: object) -> str:
    return Words(language(), FOLDER)(message, **values)


def figure(value: float, form: str = ",") -> str:
    return Words(language()).number(value, form)


def say_count(message: Plural, number: int, **values: object) -> str:
    return Words(language(), FOLDER).count(message, number, **values)
