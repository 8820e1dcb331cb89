"""Translates the text that Typer itself adds to our help.

That is the headings of `--help`, and Typer's own error messages.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import typer

from ludotheque.cli.text import say
from ludotheque.core.words import N_

# Typer's usage errors. A name in braces can stand for another of these sentences.
REFUSALS = (
    N_("{refusal} (Possible options: {options})"),
    N_("{refusal}. Did you mean {commands}?"),
    N_("No such option: {option}"),
    N_("No such command {command}"),
    N_("No such command {command}."),
    N_("Missing command."),
    N_("Missing argument {argument}."),
    N_("Missing option {option}."),
    N_("Got unexpected extra argument(s) ({arguments})"),
    N_("Option {option} requires an argument."),
    N_("Option {option} requires {number} arguments."),
    N_("Option {option} does not take a value."),
    N_("Invalid value for {option}: {why}"),
    N_("Input should be a valid integer, unable to parse string as an integer"),
    N_("Input should be a valid number, unable to parse string as a number"),
    N_("Input should be greater than or equal to {least}"),
    N_("Input should be less than or equal to {most}"),
)
HELP = N_("Show this message and exit.")
NOTES = (N_("required"), N_("default: {default}"))  # in brackets after the help of an option
SIGNS = (
    N_("[OPTIONS]"),
    N_("COMMAND"),
    N_("[ARGS]..."),
    N_("<str>"),
    N_("<int>"),
    N_("<int range>"),
    N_("<float>"),
    N_("<float range>"),
    N_("<path>"),
)


@cache
def patterns(messages: Sequence[str]) -> dict[str, re.Pattern[str]]:
    return {message: re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(message))) for message in messages}


def in_words(english: str, messages: Sequence[str] = REFUSALS) -> str:
    """Translate a message of Typer's; return any other text unchanged."""
    for message, pattern in patterns(messages).items():
        if found := pattern.fullmatch(english):
            return say(message, **{name: in_words(value, messages) for name, value in found.groupdict().items()})
    return english


def about(text: str) -> str:
    """Translate the help of an option, including the notes in brackets after it."""
    said, bracket, notes = text.rpartition("[")
    if text == HELP or not bracket or not text.endswith("]"):
        return in_words(text, (HELP,))
    return said + bracket + say("; ").join(in_words(note, NOTES) for note in notes[:-1].split("; ")) + "]"


def signs(text: str) -> str:
    """Translate the placeholders for values to be typed."""
    for sign in SIGNS:
        text = text.replace(sign, say(sign))
    return text


Context: Any = typer.Context.__mro__[1]  # the base class of all contexts, which Typer does not export


class Frame(Context.formatter_class):  # type: ignore[misc]
    """Writes the pages of `--help`."""

    HEADINGS = (N_("Arguments:"), N_("Commands:"), N_("Options:"))

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, signs(args), say("Usage:") + " " if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        self.write(" " * self.current_indent + say(f"{heading}:") + "\n")

    def write_dl(self, rows: Sequence[tuple[str, str]], *sizes: int, **named: int) -> None:
        super().write_dl([(signs(first), about(second)) for first, second in rows], *sizes, **named)


Context.formatter_class = Frame
