"""The one exception a person may cause: its text is the sentence they read."""


class LudothequeError(Exception):
    """Bad input from outside. Names the input and what was expected; the command line prints it and exits with 2."""
