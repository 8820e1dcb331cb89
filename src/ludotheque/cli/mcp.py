"""`ludotheque mcp`: language models play, over the Model Context Protocol."""

from importlib.util import find_spec

from ludotheque.core.errors import LudothequeError


def mcp() -> None:
    """Let a language model play: a server of the Model Context Protocol on standard input and
    output.

    Needs the `mcp` extra: pip install 'ludotheque[mcp]'. Programs for language models start it
    themselves; it does nothing in a terminal.

    Example: ludotheque mcp
    """
    if find_spec("mcp") is None:
        raise LudothequeError("`ludotheque mcp` needs the package mcp: pip install 'ludotheque[mcp]'")
    from ludotheque.envs.mcp import server

    server().run("stdio")
