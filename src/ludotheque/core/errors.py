"""The one exception a person may cause: its text is the sentence they read."""

from pathlib import Path

PACKAGE = Path(__file__).parents[1]
FOLDERS = [PACKAGE / part for part in ("core", "table", "bots", "lab", "server", "cli")]  # beside which catalogues lie that have complaints; games add their own


class LudothequeError(Exception):
    """Bad input from outside. Names the input and what was expected; the command line prints it and exits with 2.

    The message stands here in English, with names in braces for its values; a value can be a complaint itself. `core.words.complaint` says all of it in another language.
    """

    def __init__(self, message: str, /, **values: object) -> None:
        super().__init__(message.format(**values) if values else message)
        self.message, self.values = message, values
