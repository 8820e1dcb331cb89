"""Why something on the board cannot be picked: with anything in the hand there is an answer, and it
never says that it can be done.
"""

import random

import pytest

from ludotheque.core import registry
from ludotheque.core.words import ENGLISH
from ludotheque.scene.picture import Trie
from ludotheque.table import text
from ludotheque.table.protocol import Because, Draft, DraftKept, Snapshot, Why
from tests.table.tables import Session

MISSING = {ENGLISH(message) for message in text.GO_ON.values()}
TURNS_SEEN = 6


def at_hand(trie: Trie, rng: random.Random) -> list[tuple[str, str]]:
    """Steps that take something into the hand; none if everything is done in one."""
    steps: list[tuple[str, str]] = []
    node = trie
    while not steps or steps[-1][0] == "turn":
        kind = rng.choice([kind for kind in node if kind in ("pick", "turn")] or [""])
        if not kind:
            return []
        what = rng.choice(list(node[kind]))
        if isinstance(node[kind][what], int):
            return [step for step in steps if step[0] == "turn"]
        node = node[kind][what]
        steps.append((kind, what))
    while "turn" in node:
        what = rng.choice(list(node["turn"]))
        node = node["turn"][what]
        steps.append(("turn", what))
    return steps


def lit_after(trie: Trie, steps: list[tuple[str, str]]) -> set[str]:
    node = trie
    for kind, what in steps:
        node = node[kind][what]
    return {what for kind in ("pick", "set") for what in node.get(kind, ())}


def ask_about_everything(session: Session, shown: Snapshot, steps: list[tuple[str, str]]) -> None:
    """Point at everything on the table that is not lit."""
    assert shown.seat is not None
    assert shown.gestures is not None
    viewer = session.viewers[shown.seat]
    for place in shown.scene.places:
        if place.id not in lit_after(shown.gestures, steps):
            reply = session.ask(viewer, Why(shown.seat, [*steps, ("pick", place.id)]))
            assert isinstance(reply, Because), (steps, place.id, reply)
            assert reply.message not in MISSING, (steps, place.id)


@pytest.mark.parametrize("game", registry.names())
def test_whatever_is_not_lit_says_why(game: str) -> None:
    session, rng = Session(game), random.Random(7)
    for _ in range(TURNS_SEEN):
        seat = session.table.movers[0]
        shown = session.table.snapshot(session.viewers[seat])
        assert shown.gestures is not None
        ask_about_everything(session, shown, at_hand(shown.gestures, rng))
        session.act(seat, rng.choice(session.table.game.legal(session.table.state, seat)))


def test_what_is_laid_out_is_in_the_way() -> None:
    session = Session("dream_runners", options={"pace": "calm"})
    viewer, game = session.viewers[0], session.table.game
    places = [action for action in game.legal(session.table.position.view(0), 0) if game.is_drafted(action)]
    assert isinstance(session.ask(viewer, Draft(0, places[:1])), DraftKept)
    shown = session.table.snapshot(viewer)
    assert shown.draft is not None
    assert shown.gestures is not None
    said = set()
    for segment in shown.gestures["pick"]:
        for turn in shown.gestures["pick"][segment].get("turn", ()):
            steps = [("pick", segment), ("turn", turn)]
            ask_about_everything(session, shown, steps)
            for place in shown.scene.places:
                if place.id not in lit_after(shown.gestures, steps):
                    reply = session.ask(viewer, Why(0, [*steps, ("pick", place.id)]))
                    assert isinstance(reply, Because)
                    said.add(reply.message)
    assert text.TURN_FIRST in said
    assert any("overlap" in message for message in said)
