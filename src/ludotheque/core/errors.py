"""The one exception for user errors: its text is the sentence they read."""

from pathlib import Path

PACKAGE = Path(__file__).parents[1]
# folders whose catalogues translate error messages; games add their own
FOLDERS = [PACKAGE / part for part in ("core", "table", "bots", "lab", "envs", "server", "cli")]


class LudothequeError(Exception):
    """Invalid input from outside.

    The message names the input and what was expected; the command line prints it and exits with 2.

    It is in English, with names in braces for its values; a value can be another LudothequeError.
    `core.words.complaint` translates all of it.
    """

    def __init__(self, message: str, /, **values: object) -> None:
        super().__init__(message.format(**values) if values else message)
        self.message, self.values = message, values
