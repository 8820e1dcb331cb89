"""The `--help` texts of commands and options, in the reader's language.

The English text is written where a command is defined: its docstring, and the help of its options.
"""

import inspect
from collections.abc import Iterator
from typing import Any, get_type_hints

import typer
from typer.models import ParameterInfo

from ludotheque.cli.text import say
from ludotheque.core.words import N_

Help = tuple[Any, list[str]]  # the object with a help text, and the paragraphs of that text in English


def helps_of(app: typer.Typer) -> Iterator[Help]:
    yield app.info, paragraphs(str(app.info.help))
    for group in app.registered_groups:
        if group.typer_instance is not None:
            yield from helps_of(group.typer_instance)
    for command in app.registered_commands:
        yield command, paragraphs(inspect.getdoc(command.callback) or "")
        for hint in get_type_hints(command.callback, include_extras=True).values():
            yield from (
                (info, paragraphs(info.help))
                for info in getattr(hint, "__metadata__", ())
                if isinstance(info, ParameterInfo) and info.help
            )


def paragraphs(text: str) -> list[str]:
    return [" ".join(paragraph.split()) for paragraph in text.split("\n\n")]


def is_example(paragraph: str) -> bool:
    return paragraph.startswith(("Example: ", "Examples: "))


def translate(helps: list[Help]) -> None:
    """Translate the help texts, except for the example commands."""
    examples = {"Example": N_("Example: {commands}"), "Examples": N_("Examples: {commands}")}
    for holder, english in helps:
        said = []
        for paragraph in english:
            head, _, commands = paragraph.partition(": ")
            said.append(say(examples[head], commands=commands) if is_example(paragraph) else say(paragraph))
        holder.help = "\n\n".join(said)
