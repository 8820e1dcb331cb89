"""What people read in a game of Flotsam."""

from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.words import N_, Sentence, Words
from tests.toy.components import KIND_NAMES
from tests.toy.notation import spot
from tests.toy.rules import Event, Refusal
from tests.toy.state import Phase

REFUSALS = {
    Refusal.GAME_OVER: Sentence(N_("The game is over: the bag is empty."), "R4.1"),
    Refusal.NOT_YOUR_TURN: Sentence(
        N_("It is not your turn: you have chosen already, or another seat lays the catch."), "R2.3"
    ),
    Refusal.NOT_NOW: Sentence(N_("First all reach, then one seat lays the catch; only the sea makes waves."), "R2.4"),
    Refusal.NO_BREATH: Sentence(N_("You have not enough breath to reach so far."), "R2.2"),
    Refusal.TAKEN: Sentence(N_("A piece lies there already."), "R3.1"),
    Refusal.NOT_BESIDE: Sentence(N_("That place does not share a side with the raft."), "R3.1"),
    Refusal.UNREADABLE: Sentence(N_("Write reach 2, or lay and a place, such as lay -1,2."), "R3.3"),
}

EVENTS: dict[int, str] = {
    Event.CHOSE: N_("{seat} has chosen."),
    Event.WAVE: N_("A wave comes."),
    Event.REACHED: N_("{seat} reaches {amount}."),
    Event.SANK: N_("The {kind} sinks."),
    Event.LAID: N_("{seat} lays the {kind}."),
    Event.DRIFTS: N_("A {kind} drifts by."),
    Event.ENDED: N_("The bag is empty: the game is over."),
}

PROMPTS = {
    Phase.REACH: N_("How far do you reach for the {catch}?"),
    Phase.LAY: N_("Lay the {catch} beside the raft."),
    Phase.OVER: N_("The game is over."),
}


def board(words: Words, view: Any, seat: int) -> str:
    """The raft, two letters a piece, x above and y at the left; then what each seat has, as far as
    it may be seen.
    """
    raft = {spot(view, cell): KIND_NAMES[kind][:2] for cell, kind in enumerate(view.raft.tolist()) if kind != NONE}
    columns, rows = (range(min(row), max(row) + 1) for row in zip(*raft, strict=True))
    lines = ["    " + "".join(f"{x:>4}" for x in columns)]
    lines += [f"{y:>4}" + "".join(f"{raft.get((x, y), '.'):>4}" for x in columns) for y in rows]
    lines.append(words(N_("Pieces left in the bag: {left}"), left=view.left))
    for other in range(view.seats):
        card = words(N_("not to be seen")) if view.card[other] == NONE else KIND_NAMES[view.card[other]]
        lines.append(
            words(
                N_("{seat}: breath {breath}, card {card}"), seat=words.seat(other), breath=view.breath[other], card=card
            )
        )
    return "\n".join(lines)


def prompt(words: Words, view: Any, seat: int) -> str:
    return words(PROMPTS[view.phase], catch=KIND_NAMES[view.catch])


def describe(words: Words, view: Any, seat: int, action: int, rows: list[tuple[int, int, int, int, int]]) -> str:
    """What an action did.

    The action itself is not told: a reach is secret until all have chosen (R5.3).
    """
    return " ".join(
        words(EVENTS[code], seat=words.seat(who), kind=KIND_NAMES[what], amount=amount)
        for code, who, what, _, amount in rows
    )
