"""The texts that people read in Tideline."""

from typing import Any

from ludotheque.core.words import N_, Sentence, Words

from .rules import Refusal

REFUSALS = {
    Refusal.GAME_OVER: Sentence(N_("The row is empty: the game is over."), "R3.1"),
    Refusal.NOT_YOUR_TURN: Sentence(N_("It is not your turn."), "R2.1"),
    Refusal.ONE_LEFT: Sentence(N_("One shell is left: take it from the left."), "R2.3"),
    Refusal.UNREADABLE: Sentence(N_("Type “take left” or “take right”."), "R2.2"),
}


def board(words: Words, view: Any, seat: int) -> str:
    return " ".join(str(worth + 1) for worth in view.row[view.first : view.last + 1].tolist()) or "–"


def prompt(words: Words, view: Any, seat: int) -> str:
    return words(N_("Take the shell at the left or right end."))


def describe(words: Words, view: Any, seat: int, action: int, rows: list[tuple[int, int, int, int, int]]) -> str:
    return "\n".join(  # one line per event
        words(N_("{seat} takes a shell worth {worth}."), seat=words.seat(who), worth=worth)
        for _, who, _, _, worth in rows
    )
