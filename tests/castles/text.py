"""What people read in a game of Sandcastles."""

from typing import Any

from ludotheque.core.words import N_, Sentence, Words
from tests.castles.parts import Phase
from tests.castles.rules import Event, Refusal

REFUSALS = {
    Refusal.GAME_OVER: Sentence(N_("The game is over."), "R2.5"),
    Refusal.NOT_YOUR_TURN: Sentence(N_("It is not your turn."), "R2.1"),
    Refusal.NOT_NOW: Sentence(N_("That cannot be done now."), "R2.4"),
    Refusal.TAKEN: Sentence(N_("Something stands there already."), "R2.2"),
    Refusal.LAID: Sentence(N_("It has been laid already."), "R2.2"),
}
EVENTS: dict[int, str] = {
    Event.PLACED: N_("{seat} builds."),
    Event.DONE: N_("{seat} is done."),
    Event.FLAG: N_("{seat} sets the flag."),
    Event.KEPT: N_("{seat} keeps some shells."),
    Event.GAVE: N_("{seat} gives {amount}."),
    Event.TIDE: N_("The tide comes."),
}
PROMPTS = {
    Phase.BUILD: N_("Build your castle."),
    Phase.FLAG: N_("Set your flag."),
    Phase.KEEP: N_("Which shells do you keep?"),
    Phase.GIVE: N_("How many points do you give away?"),
    Phase.OVER: N_("The game is over."),
}


def board(words: Words, view: Any, seat: int) -> str:
    return "\n".join(
        f"{other}: {view.laid[other].tolist()} flag {view.flag[other]} shells {view.kept[other]} given"
        f" {view.given[other]}"
        for other in range(view.seats)
    )


def prompt(words: Words, view: Any, seat: int) -> str:
    return words(PROMPTS[view.phase])


def describe(words: Words, view: Any, seat: int, action: int, rows: list[tuple[int, int, int, int, int]]) -> str:
    return " ".join(words(EVENTS[code], seat=words.seat(who), amount=amount) for code, who, _, _, amount in rows)
