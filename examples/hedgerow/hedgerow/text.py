"""What people read in a game of Hedgerow."""

from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.words import N_, NP_, Sentence, Words

from .notation import cards_in
from .parts import CARD_NAMES, HIGHEST, Phase
from .rules import Event, Refusal, suit_of

REFUSALS = {
    Refusal.GAME_OVER: Sentence(N_("The game is over."), "R4.3"),
    Refusal.NOT_YOUR_TURN: Sentence(N_("It is not your turn."), "R3.2"),
    Refusal.NOT_NOW: Sentence(N_("First everybody promises, then cards are played."), "R2.2"),
    Refusal.NOT_HELD: Sentence(N_("You do not hold that card."), "R3.2"),
    Refusal.FOLLOW_SUIT: Sentence(N_("You hold a card of the suit that was led: play that suit."), "R3.3"),
    Refusal.UNREADABLE: Sentence(N_("Write promise 2 or play b7."), "R3.2"),
}
LABELS = {
    "hedge": N_("Hedge"),
    "hedge=wild": N_("wild: one suit beats the others"),
    "hedge=tame": N_("tame: all suits are equal"),
    "length": N_("Length"),
    "length=short": N_("short: three deals"),
    "length=long": N_("long: five deals"),
    "tricks": N_("Tricks"),
    "promises": N_("Kept promises"),
}
EXPLAINS = {
    "hedge": N_("Whether a card is turned up in each deal, whose suit beats the other two."),
    "length": N_("How many times the cards are dealt."),
}
CARDS = (N_("bramble {number}"), N_("hazel {number}"), N_("rose {number}"))  # by suit
SUITS = (N_("brambles"), N_("hazels"), N_("roses"))
TALLIES = {"points": NP_("{number} point", "{number} points"), "tricks": NP_("{number} trick", "{number} tricks")}


def card_name(words: Words, card: int) -> str:
    return words(CARDS[suit_of(card)], number=card % HIGHEST + 1)


def board(words: Words, view: Any, seat: int) -> str:
    """The deal in a few lines, for a terminal and a screen reader."""
    lines = [
        words(N_("Deal {deal} of {deals}"), deal=int(view.deal) + 1, deals=int(view.deals)) + " · " + hedge(words, view)
    ]
    for other in range(view.seats):
        card = "–" if view.trick[other] == NONE else CARD_NAMES[view.trick[other]]
        promise = "?" if view.promise[other] == NONE else int(view.promise[other])
        lines.append(f"{other} {card:>3}  {int(view.taken[other])}/{promise}  {cards_in(int(view.hand[other]))}")
    return "\n".join(lines)


def hedge(words: Words, view: Any) -> str:
    if view.hedge == NONE:
        return words(N_("No hedge"))
    return words(N_("Hedge: {suit}"), suit=words(SUITS[suit_of(int(view.hedge))]))


def prompt(words: Words, view: Any, seat: int) -> str:
    if view.phase == Phase.PROMISE:
        return words(N_("How many tricks do you promise to take?"))
    if view.phase == Phase.OVER:
        return words(REFUSALS[Refusal.GAME_OVER].message)
    led = int(view.trick[view.lead])
    if led == NONE:
        return words(N_("Lead to the trick: play any card."))
    return words(N_("Play a card. Led: {suit}."), suit=words(SUITS[suit_of(led)]))


def describe(words: Words, view: Any, seat: int, action: int, rows: list[tuple[int, int, int, int, int]]) -> str:
    return "\n".join(sentence(words, row) for row in rows)


def sentence(words: Words, row: tuple[int, int, int, int, int]) -> str:
    """One thing that happened."""
    code, seat, what, _, amount = row
    who = words.seat(seat)
    if code == Event.PROMISED:
        return words(N_("{seat} makes a promise."), seat=who)
    if code == Event.SHOWN:
        return words(N_("{seat} has promised {tricks}."), seat=who, tricks=words.count(TALLIES["tricks"], amount))
    if code == Event.PLAYED:
        return words(N_("{seat} plays {card}."), seat=who, card=card_name(words, what))
    if code == Event.TOOK:
        return words(N_("{seat} takes the trick."), seat=who)
    if code == Event.KEPT:
        return words(
            N_("{seat} has kept the promise of {tricks}."), seat=who, tricks=words.count(TALLIES["tricks"], what)
        )
    if code == Event.BROKE:
        return words(
            N_("{seat} promised {promise} and took {tricks}."),
            seat=who,
            promise=what,
            tricks=words.count(TALLIES["tricks"], amount),
        )
    if code == Event.ENDED:
        return words(N_("The last deal is over."))
    if what == NONE:
        return words(N_("Deal {deal}. There is no hedge."), deal=amount)
    return words(N_("Deal {deal}. The hedge is {suit}."), deal=amount, suit=words(SUITS[suit_of(what)]))


def panel_label(words: Words, view: Any, seat: int, points: int) -> str:
    said = words.count(TALLIES["points"], points)
    if view.promise[seat] == NONE:
        return said
    return words(
        N_("{points}; {taken} of {promise} promised"),
        points=said,
        taken=int(view.taken[seat]),
        promise=int(view.promise[seat]),
    )
