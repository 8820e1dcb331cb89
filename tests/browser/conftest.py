"""Visitors of a server of our own, for every game that there is."""

from typing import Any

import pytest

from ludotheque.check.guests import Guest
from ludotheque.check.visits import Server, Visitor, chromium, server, visitor
from ludotheque.check.warmth import warm
from ludotheque.core import registry

__all__ = ["Server", "Visitor", "chromium", "every_game", "finished", "server", "visitor"]

every_game = pytest.mark.parametrize("game", registry.names())


@pytest.fixture(scope="session")
def finished(server: Server) -> dict[str, Any]:
    """A game that somebody has played to its end against a bot: the address of its table, and what
    makes a browser that somebody's.
    """
    warm("sarena")
    with Guest(server.address, "Ann") as ann:
        table = ann.open("you", "random")["table"]
        line = ann.look_at(table)
        while line.wait_for_turn():
            line.act()
        cookies = [
            {"name": cookie.name, "value": cookie.value, "url": server.address} for cookie in ann.http.cookies.jar
        ]
    return {"path": f"/t/{table}", "cookies": cookies}
