"""The rules of Hedgerow, in the order of rulebook.md."""

from enum import IntEnum
from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.chance import draw_bit
from ludotheque.core.constants import NONE
from ludotheque.core.ranking import rank
from ludotheque.core.rule import rule
from ludotheque.core.story import tell

from .parts import ACTION_COUNT, ALL, CARDS, DEALS, DECK, HAND, HIGHEST, PLAY, SUIT, Phase

Refusal = IntEnum("Refusal", "LEGAL GAME_OVER NOT_YOUR_TURN NOT_NOW NOT_HELD FOLLOW_SUIT UNREADABLE", start=0)
Event = IntEnum("Event", "PROMISED SHOWN PLAYED TOOK KEPT BROKE DEALT ENDED", start=0)
Chance = IntEnum("Chance", "CARD HEDGE", start=0)
KEPT_POINTS = 4  # R4.2

# R1 The deal


@rule
def setup(state: Any, seats: int, options: Any, story: Any) -> None:
    state.seats, state.tame, state.deals = seats, options[0], DEALS[options[1]]
    state.hand[:] = NONE
    deal_cards(state, story)


@rule
def deal_cards(state: Any, story: Any) -> None:
    """R1.2 Six cards each. R1.3 The next one is turned up. R2.1 Nobody has promised yet."""
    state.hand[DECK], state.gone, state.hedge = ALL, 0, NONE
    state.trick[:] = NONE
    state.promise[:] = NONE
    state.taken[:] = 0
    state.lacks[:] = 0
    for seat in range(state.seats):
        state.hand[seat], state.held[seat] = 0, HAND
        for _ in range(HAND):
            state.hand[seat] |= 1 << draw_card(state, story, Chance.CARD)
    if state.tame == 0:
        state.hedge = draw_card(state, story, Chance.HEDGE)
    state.phase, state.promised = Phase.PROMISE, 0
    state.lead = widen(state.deal) % widen(state.seats)
    state.seat = state.lead


@rule
def draw_card(state: Any, story: Any, kind: int) -> int:
    """Take a card from the deck and say which it is."""
    card = draw_bit(state, story, kind, widen(state.hand[DECK]))
    state.hand[DECK] &= ~(1 << card)
    return card


# Who may do what


@rule
def to_act(state: Any) -> int:
    """R2.1 All that have not promised; R3.2 then one after the other."""
    if state.phase == Phase.PROMISE:
        return ((1 << widen(state.seats)) - 1) & ~widen(state.promised)
    return 1 << widen(state.seat) if state.phase == Phase.PLAY else 0


@rule
def legal(state: Any, seat: int, out: Any) -> int:
    count = 0
    for action in range(ACTION_COUNT):
        if refusal(state, seat, action) == Refusal.LEGAL:
            out[count] = action
            count += 1
    return count


@rule
def refusal(state: Any, seat: int, action: int) -> int:
    if state.phase == Phase.OVER:
        return Refusal.GAME_OVER
    if seat < 0 or (to_act(state) >> seat) & 1 == 0:
        return Refusal.NOT_YOUR_TURN
    if (state.phase == Phase.PROMISE) != (action < PLAY):
        return Refusal.NOT_NOW
    return Refusal.LEGAL if action < PLAY else refusal_of_card(state, seat, action - PLAY)


@rule
def refusal_of_card(state: Any, seat: int, card: int) -> int:
    """R3.2 A card from the hand, R3.3 of the suit that was led."""
    hand = widen(state.hand[seat])
    if (hand >> card) & 1 == 0:
        return Refusal.NOT_HELD
    if seat == state.lead:
        return Refusal.LEGAL
    led = suit_of(widen(state.trick[state.lead]))
    return Refusal.FOLLOW_SUIT if suit_of(card) != led and hand & cards_of(led) != 0 else Refusal.LEGAL


@rule
def suit_of(card: int) -> int:
    return card // HIGHEST


@rule
def cards_of(suit: int) -> int:
    """The cards of a suit, as a mask."""
    return SUIT << (HIGHEST * suit)


@rule
def apply(state: Any, seat: int, action: int, story: Any) -> None:
    if action < PLAY:
        make_promise(state, seat, action, story)
    else:
        play_card(state, seat, action - PLAY, story)


# R2 Promises


@rule
def make_promise(state: Any, seat: int, tricks: int, story: Any) -> None:
    """R2.1 A promise is made in secret. R2.2 When all are made, they are shown."""
    state.promise[seat] = tricks
    state.promised |= 1 << seat
    tell(story, Event.PROMISED, seat, NONE, NONE, 0)
    if to_act(state) == 0:
        state.phase = Phase.PLAY
        for other in range(state.seats):
            tell(story, Event.SHOWN, other, NONE, NONE, state.promise[other])


# R3 Tricks


@rule
def play_card(state: Any, seat: int, card: int, story: Any) -> None:
    """R3.2 One card, then the next seat. What a seat does not follow, it does not hold."""
    led = suit_of(card if seat == state.lead else widen(state.trick[state.lead]))
    if suit_of(card) != led:
        state.lacks[seat] |= 1 << led
    state.hand[seat] &= ~(1 << card)
    state.held[seat] -= 1
    state.trick[seat] = card
    tell(story, Event.PLAYED, seat, card, NONE, 0)
    state.seat = (seat + 1) % widen(state.seats)
    if state.seat == state.lead:
        take_trick(state, story)


@rule
def strength(state: Any, card: int) -> int:
    """R3.4 The hedge beats the suit that was led, and that beats the third suit."""
    number, suit = card % HIGHEST + 1, suit_of(card)
    if state.hedge != NONE and suit == suit_of(widen(state.hedge)):
        return 2 * HIGHEST + number
    return HIGHEST + number if suit == suit_of(widen(state.trick[state.lead])) else number


@rule
def taker(state: Any) -> int:
    """R3.4 Who takes the trick as it lies."""
    best = widen(state.lead)
    for seat in range(state.seats):
        card = widen(state.trick[seat])
        if card != NONE and strength(state, card) > strength(state, widen(state.trick[best])):
            best = seat
    return best


@rule
def take_trick(state: Any, story: Any) -> None:
    """R3.4 The strongest card takes it, R3.5 and leads. R4.2 After six tricks promises count."""
    best = taker(state)
    for seat in range(state.seats):
        state.gone |= 1 << widen(state.trick[seat])
    state.trick[:] = NONE
    state.taken[best] += 1
    state.tricks[best] += 1
    state.lead, state.seat = best, best
    tell(story, Event.TOOK, best, NONE, NONE, state.taken[best])
    if state.held[best] == 0:
        end_deal(state, story)


# R4 Points and the end


@rule
def end_deal(state: Any, story: Any) -> None:
    """R4.2 Kept promises. R4.3 The next deal, or the end."""
    for seat in range(state.seats):
        is_kept = state.taken[seat] == state.promise[seat]
        if is_kept:
            state.kept[seat] += 1
        tell(story, Event.KEPT if is_kept else Event.BROKE, seat, state.promise[seat], NONE, state.taken[seat])
    if state.deal + 1 == state.deals:
        state.phase = Phase.OVER
        tell(story, Event.ENDED, NONE, NONE, NONE, 0)
    else:
        state.deal += 1
        deal_cards(state, story)
        tell(story, Event.DEALT, NONE, state.hedge, NONE, widen(state.deal) + 1)


@rule
def scores(state: Any, out: Any) -> None:
    """R4.1 Tricks, R4.2 and kept promises."""
    for seat in range(state.seats):
        out[seat] = widen(state.tricks[seat]) + KEPT_POINTS * widen(state.kept[seat])


@rule
def ranks(state: Any, out: Any) -> None:
    """R4.4 The score, then kept promises. R4.5 Then a shared place."""
    scores(state, out)
    for seat in range(state.seats):
        out[seat] = 64 * widen(out[seat]) + widen(state.kept[seat])
    rank(out, state.seats)


@rule
def breakdown(state: Any, out: Any) -> None:
    for seat in range(state.seats):
        out[seat, 0] = state.tricks[seat]
        out[seat, 1] = KEPT_POINTS * widen(state.kept[seat])


@rule
def census(state: Any, out: Any) -> int:
    """Every card, wherever it lies."""
    for card in range(CARDS):
        out[card] += ((widen(state.hand[DECK]) | widen(state.gone)) >> card) & 1
        for seat in range(state.seats):
            out[card] += (widen(state.hand[seat]) >> card) & 1
            if state.trick[seat] == card:
                out[card] += 1
        if state.hedge == card:
            out[card] += 1
    return CARDS


@rule
def canonical(state: Any) -> None:
    """A position has one state already."""
