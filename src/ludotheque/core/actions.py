"""Action codes: every possible action has a number, built from a declaration of kinds and their
arguments.

    ACTIONS = Actions(Kind("shift", slot=SLOTS, open=LOOKS), Kind("move", cell=CELLS), Kind("stay"))

Numbers run kind by kind, with the last argument varying fastest. An action's text is the kind's
name followed by its arguments, unless its `form` says otherwise.
"""

from collections.abc import Iterator, Sequence
from math import prod

from ludotheque.core.errors import LudothequeError


class Kind:
    """One kind of action: its name, its arguments with the words for their values, and its text
    form.
    """

    def __init__(self, name: str, form: str | None = None, **arguments: Sequence[str]) -> None:
        self.name = name
        self.arguments = {argument: tuple(words) for argument, words in arguments.items()}
        self.form = form if form is not None else " ".join([name, *(f"{{{argument}}}" for argument in arguments)])
        self.count = prod(len(words) for words in self.arguments.values())


class Actions:
    """All kinds of a game's actions: number ⇄ (kind, arguments) ⇄ text."""

    def __init__(self, *kinds: Kind) -> None:
        self.kinds = {kind.name: kind for kind in kinds}
        self.first: dict[str, int] = {}
        self.count = 0
        for kind in kinds:
            self.first[kind.name] = self.count
            self.count += kind.count
        self._texts = tuple(text for kind in kinds for text in _texts(kind))
        self._numbers = {text: number for number, text in enumerate(self._texts)}
        if len(self._numbers) != self.count:
            twice = next(text for number, text in enumerate(self._texts) if self._numbers[text] != number)
            raise LudothequeError("two actions have the same text: {twice!r}", twice=twice)

    def number(self, name: str, *arguments: int) -> int:
        """Return the number of an action, from its kind and its arguments' positions."""
        kind = self.kinds[name]
        number = 0
        for words, value in zip(kind.arguments.values(), arguments, strict=True):
            if not 0 <= value < len(words):
                raise LudothequeError(
                    "{name} takes arguments from 0 to {last}, not {value}", name=name, last=len(words) - 1, value=value
                )
            number = number * len(words) + value
        return self.first[name] + number

    def parts(self, number: int) -> tuple[str, tuple[int, ...]]:
        """Return the kind of an action and its arguments: the inverse of `number`."""
        name = self.kind_of(number)
        left = number - self.first[name]
        values = []
        for words in reversed(self.kinds[name].arguments.values()):
            left, value = divmod(left, len(words))
            values.append(value)
        return name, tuple(reversed(values))

    def kind_of(self, number: int) -> str:
        if not 0 <= number < self.count:
            raise LudothequeError(
                "action numbers run from 0 to {last}, not {number}", last=self.count - 1, number=number
            )
        return next(name for name in reversed(self.kinds) if self.first[name] <= number)

    def text(self, number: int) -> str:
        self.kind_of(number)  # raises if no action has this number
        return self._texts[number]

    def find(self, text: str) -> int | None:
        """Return the number of the action with this text, or None."""
        return self._numbers.get(text)


def _texts(kind: Kind) -> Iterator[str]:
    """Yield the text of each action of a kind, in the order of their numbers."""
    names = list(kind.arguments)
    for number in range(kind.count):
        words, left = {}, number
        for name in reversed(names):
            left, value = divmod(left, len(kind.arguments[name]))
            words[name] = kind.arguments[name][value]
        yield kind.form.format(**words)
