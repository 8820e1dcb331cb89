"""A seat's numbers, separate from its panel's label, so that no program has to parse a sentence."""

from collections.abc import Mapping

from ludotheque.core.words import Plural, Words
from ludotheque.scene.model import Tally


def tallies(words: Words, messages: Mapping[str, Plural], values: Mapping[str, int]) -> tuple[Tally, ...]:
    """Return the values with their ids; `messages` says how a gain of each is written."""
    return tuple(Tally(name, int(value), words.forms(messages[name])) for name, value in values.items())
