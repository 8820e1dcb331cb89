"""Hedgerow as pieces: your hand, the others around the table, the trick in the middle."""

from typing import Any, NamedTuple

from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.core.words import N_, NP_, Words
from ludotheque.scene.model import Area, Gesture, Panel, Piece, Scene, Stage
from ludotheque.scene.tally import tallies

from . import text
from .parts import CARD_NAMES, CARDS, HAND, PLAY, Phase
from .rules import KEPT_POINTS, Event, Refusal

SIDE = 900
HAND_Y, HAND_STEP, ROW_Y = 800, 138, 668  # your cards, and the row above them: figure, promise, basket
FAN, SMALL = 28, 0.5  # between two cards of another hand, and how large they are
BELOW, BESIDE, MARK = 96, 74, 0.72  # from another hand to its row; between two things of a row; their size
FIGURES = ("hedgehog", "hare", "robin", "fox")
CHOICES_Y, CHOICE_STEP = 380, 112


class Spot(NamedTuple):
    """Where somebody sits: the middle of the hand, the row below it, and the card in the trick."""

    hand: tuple[float, float]
    row: tuple[float, float]
    card: tuple[float, float]


MINE = Spot((SIDE / 2, HAND_Y), (SIDE / 2, ROW_Y), (450, 520))
LEFT = Spot((134, 380), (134, 380 + BELOW), (338, 420))
TOP = Spot((450, 84), (450, 84 + BELOW), (450, 320))
RIGHT = Spot((766, 380), (766, 380 + BELOW), (562, 420))
SPOTS = {3: (MINE, LEFT, RIGHT), 4: (MINE, LEFT, TOP, RIGHT)}
DECK = {3: (390, 110), 4: (90, 122)}  # and the hedge at its right
HEDGE_STEP, HEDGE_SIZE = 104, 0.8


def scene(words: Words, view: Any, seat: int) -> Scene:
    return Scene(
        SIDE,
        SIDE,
        ground="hedge",
        pieces=pieces(words, view, seat),
        places=[],
        panels=[panel(words, view, other) for other in range(view.seats)],
        text=text.board(words, view, seat),
        areas=areas(words, seat),
    )


def areas(words: Words, seat: int) -> list[Area]:
    return [
        Area("hand", words(N_("Your hand")), 30, 620, 840, 280, seat if seat != NONE else None),
        Area("trick", words(N_("The trick")), 230, 200, 440, 440),
    ]


def spot(view: Any, viewer: int, seat: int) -> Spot:
    """The viewer sits below, a spectator behind seat 0."""
    seats = int(view.seats)
    return SPOTS[seats][(seat - max(viewer, 0)) % seats]


def pieces(words: Words, view: Any, viewer: int) -> list[Piece]:
    found = stock(words, view)
    for seat in range(view.seats):
        found += [*hand(words, view, viewer, seat), *row(words, view, viewer, seat)]
        if view.trick[seat] != NONE:
            found.append(played(words, view, viewer, seat))
    if view.phase == Phase.PROMISE and viewer != NONE and view.promise[viewer] == NONE:
        found += [choice(words, tricks) for tricks in range(HAND + 1)]
    return found


def stock(words: Words, view: Any) -> list[Piece]:
    """The deck, and the card that is turned up."""
    x, y = DECK[int(view.seats)]
    found = [Piece("deck", "deck", x, y, size=HEDGE_SIZE)]
    if view.hedge != NONE:
        found.append(card_piece(words, int(view.hedge), x + HEDGE_STEP, y, HEDGE_SIZE))
    return found


def card_piece(words: Words, card: int, x: float, y: float, size: float = 1, layer: int = 1, via: Any = ()) -> Piece:
    name = CARD_NAMES[card]
    label = text.card_name(words, card)
    return Piece(f"card-{name}", f"card-{name}", x, y, layer=layer, size=size, label=label, via=list(via))


def hand(words: Words, view: Any, viewer: int, seat: int) -> list[Piece]:
    """Your own cards lie open side by side; of other hands one sees the backs."""
    (x, y), held = spot(view, viewer, seat).hand, int(view.held[seat])
    if seat == viewer:
        cards = [card for card in range(CARDS) if int(view.hand[seat]) >> card & 1]
        return [
            card_piece(words, card, x + HAND_STEP * (place - (held - 1) / 2), y, layer=2 + place)
            for place, card in enumerate(cards)
        ]
    return [
        Piece(
            f"back-{seat}-{place}",
            "back",
            x + FAN * (place - (held - 1) / 2),
            y + abs(place - (held - 1) / 2) * 2,
            turn=4 * (place - (held - 1) / 2),
            layer=1 + place,
            size=SMALL,
        )
        for place in range(held)
    ]


def played(words: Words, view: Any, viewer: int, seat: int) -> Piece:
    """A card of the trick comes out of the hand that plays it."""
    where = spot(view, viewer, seat)
    order = (seat - int(view.lead)) % int(view.seats)
    return card_piece(words, int(view.trick[seat]), *where.card, layer=20 + order, via=[where.hand])


def row(words: Words, view: Any, viewer: int, seat: int) -> list[Piece]:
    """Who sits here, what was promised, and what is in the basket."""
    x, y = spot(view, viewer, seat).row
    promise, taken = int(view.promise[seat]), int(view.taken[seat])
    is_made = int(view.promised) >> seat & 1
    sprite = f"tag-{promise}" if promise != NONE else "tag-secret" if is_made else "tag-open"
    return [
        Piece(f"figure-{seat}", FIGURES[seat], x - BESIDE, y, layer=1, size=MARK, label=hand_label(words, view, seat)),
        Piece(f"promise-of-{seat}", sprite, x, y, layer=1, label=promise_label(words, promise, bool(is_made))),
        Piece(
            f"basket-{seat}",
            f"basket-{taken}",
            x + BESIDE,
            y,
            layer=1,
            label=words(N_("{tricks} taken"), tricks=words.count(text.TALLIES["tricks"], taken)),
        ),
    ]


def hand_label(words: Words, view: Any, seat: int) -> str:
    cards = words.count(NP_("{number} card", "{number} cards"), int(view.held[seat]))
    return words(N_("Hand of {seat}: {cards}"), seat=words.seat(seat), cards=cards)


def promise_label(words: Words, promise: int, is_made: bool) -> str:
    if promise != NONE:
        return words(N_("{tricks} promised"), tricks=words.count(text.TALLIES["tricks"], promise))
    return words(N_("a secret promise")) if is_made else words(N_("no promise yet"))


def choice(words: Words, tricks: int) -> Piece:
    """A promise that can be made: four tags above, three below."""
    line, place = divmod(tricks, 4)
    x = SIDE / 2 + CHOICE_STEP * (place - (1.5 if line == 0 else 1))
    label = words(N_("Promise {tricks}"), tricks=words.count(text.TALLIES["tricks"], tricks))
    return Piece(
        f"promise-{tricks}", f"choice-{tricks}", x, CHOICES_Y + CHOICE_STEP * line, layer=30, size=1.4, label=label
    )


def panel(words: Words, view: Any, seat: int) -> Panel:
    points = int(view.tricks[seat]) + KEPT_POINTS * int(view.kept[seat])
    label = text.panel_label(words, view, seat, points)
    return Panel(seat, FIGURES[seat], label, tallies(words, text.TALLIES, {"points": points}), is_sign=True)


# What happens in the middle of an action


def stages(words: Words, view: Any, seat: int, rows: list[tuple[int, int, int, int, int]]) -> list[Stage]:
    """A trick that is complete: all its cards, then the basket it goes to; then the promises."""
    if all(row[0] != Event.TOOK for row in rows):
        return []
    world, found = copy(view), list[Stage]()
    for code, who, what, _, amount in rows:
        said = text.sentence(words, (code, who, what, NONE, amount))
        if code == Event.PLAYED:
            world.trick[who], world.held[who] = what, world.held[who] - 1
            if who == seat:
                world.hand[who] &= ~(1 << what)
            found.append(Stage(pieces(words, world, seat), said=said))
        elif code == Event.TOOK:
            x, y = spot(world, seat, who).row
            gathered = [
                card_piece(words, int(card), x + BESIDE, y, 0.25, layer=20) for card in world.trick[: world.seats]
            ]
            world.trick[:], world.taken[who] = NONE, amount
            world.tricks[who] += 1
            found.append(Stage([*pieces(words, world, seat), *gathered], said=said))
        elif code in (Event.KEPT, Event.BROKE):
            world.kept[who] += code == Event.KEPT
            found.append(Stage([*pieces(words, world, seat), *marks(world, seat, who)], said=said))
    return found


def marks(world: Any, viewer: int, last: int) -> list[Piece]:
    """Whether the promises were kept, of all seats up to this one."""
    found = []
    for seat in range(last + 1):
        x, y = spot(world, viewer, seat).row
        sprite = "kept" if world.taken[seat] == world.promise[seat] else "broken"
        found.append(Piece(f"mark-{seat}", sprite, x + 26, y + 26, layer=25))
    return found


# Gestures


def gesture(words: Words, view: Any, seat: int, action: int) -> Gesture:
    """Pick the tag, or the card."""
    return (("pick", f"promise-{action}" if action < PLAY else f"card-{CARD_NAMES[action - PLAY]}"),)


def why_not(words: Words, view: Any, seat: int, steps: Gesture) -> int:
    """Somebody else's cards are not yours to play."""
    return Refusal.NOT_HELD if steps[-1][1].startswith("figure-") else Refusal.LEGAL
