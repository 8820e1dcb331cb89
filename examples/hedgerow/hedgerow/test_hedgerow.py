"""The sentences of rulebook.md, one test each."""

from typing import Any

import pytest

from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.words import ENGLISH, Words

from . import GAME
from .parts import ACTIONS, CARD_NAMES, CARDS, DECK, HAND, Phase
from .rules import Event, Refusal

HANDS = ["b1 b2 b3 h1 h2 r9", "b4 b5 b6 h3 h4 r1", "h5 h6 h7 h8 h9 r2"]


def dealt(hands: list[str] = HANDS, hedge: str | None = "r5", **options: str) -> Any:
    """A first deal with these hands."""
    state = GAME.new(len(hands), {"hedge": "tame"} | options if hedge is None else options, seed_key(1))
    GAME.notation.deal(state, {"hands": hands, "hedge": hedge})
    return state


def do(state: Any, seat: int, words: str) -> None:
    action = ACTIONS.find(words)
    assert action is not None
    assert GAME.refusal(state, seat, action) == Refusal.LEGAL
    GAME.apply(state, seat, action)


def promise(state: Any, *tricks: int) -> None:
    for seat, number in enumerate(tricks):
        do(state, seat, f"promise {number}")


def play(state: Any, *cards: str) -> None:
    """From the seat whose turn it is."""
    for card in cards:
        do(state, GAME.movers(state)[0], f"play {card}")


def refused(state: Any, seat: int, words: str) -> int:
    return GAME.refusal(state, seat, GAME.notation.parse(state, seat, words).action)


def play_on(state: Any) -> Any:
    """Play to the end of the game: the first seat to act takes its last legal action."""
    while movers := GAME.movers(state):
        GAME.apply(state, movers[0], GAME.legal(state, movers[0])[-1])
    return state


# R1 The deal


@pytest.mark.sentence("R1.1")
def test_r1_1_there_are_three_suits_from_one_to_nine() -> None:
    assert CARDS == 27
    assert CARD_NAMES[:2] == ("b1", "b2")
    assert CARD_NAMES[-1] == "r9"


@pytest.mark.sentence("R1.2")
@pytest.mark.parametrize("seats", [3, 4])
def test_r1_2_every_seat_gets_six_cards(seats: int) -> None:
    state = GAME.new(seats, {}, seed_key(3))
    assert [int(cards).bit_count() for cards in state.hand[:seats]] == [HAND] * seats


@pytest.mark.sentence("R1.3")
def test_r1_3_a_card_is_turned_up_unless_the_hedge_is_tame() -> None:
    assert GAME.new(3, {}, seed_key(3)).hedge != NONE
    assert GAME.new(3, {"hedge": "tame"}, seed_key(3)).hedge == NONE


@pytest.mark.sentence("R1.4")
def test_r1_4_the_rest_stays_face_down() -> None:
    assert int(GAME.new(4, {}, seed_key(3)).hand[DECK]).bit_count() == 27 - 24 - 1
    assert int(GAME.new(3, {"hedge": "tame"}, seed_key(3)).hand[DECK]).bit_count() == 27 - 18


# R2 Promises


@pytest.mark.sentence("R2.1")
def test_r2_1_all_promise_at_once_from_none_to_six() -> None:
    state = dealt()
    assert GAME.movers(state) == [0, 1, 2]
    assert GAME.legal(state, 1) == [ACTIONS.find(f"promise {tricks}") for tricks in range(7)]
    assert refused(state, 0, "play b1") == Refusal.NOT_NOW


@pytest.mark.sentence("R2.2")
def test_r2_2_a_promise_stands() -> None:
    state = dealt()
    do(state, 1, "promise 2")
    assert GAME.movers(state) == [0, 2]
    assert refused(state, 1, "promise 3") == Refusal.NOT_YOUR_TURN
    do(state, 0, "promise 0")
    do(state, 2, "promise 6")
    assert GAME.view_of(state, 0).promise[:3].tolist() == [0, 2, 6]
    assert refused(state, 0, "promise 3") == Refusal.NOT_NOW


# R3 Tricks


@pytest.mark.sentence("R3.1")
def test_r3_1_the_first_lead_goes_around() -> None:
    state = GAME.new(3, {}, seed_key(4))
    leads = set()
    while movers := GAME.movers(state):
        if state.phase == Phase.PLAY and int(state.held[:3].min()) == HAND:
            leads.add((int(state.deal), int(state.lead)))
        GAME.apply(state, movers[0], GAME.legal(state, movers[0])[0])
    assert leads == {(0, 0), (1, 1), (2, 2)}


@pytest.mark.sentence("R3.2")
def test_r3_2_each_seat_in_turn_plays_a_card_from_its_hand() -> None:
    state = dealt()
    promise(state, 1, 1, 1)
    assert refused(state, 1, "play b4") == Refusal.NOT_YOUR_TURN
    assert refused(state, 0, "play b4") == Refusal.NOT_HELD
    play(state, "b1")
    assert GAME.movers(state) == [1]


@pytest.mark.sentence("R3.3")
def test_r3_3_who_can_follow_suit_must() -> None:
    state = dealt()
    promise(state, 1, 1, 1)
    play(state, "b1")
    assert refused(state, 1, "play h3") == Refusal.FOLLOW_SUIT
    play(state, "b4")
    assert refused(state, 2, "play h5") == Refusal.LEGAL  # has no brambles
    play(state, "h5")
    assert state.lacks[:3].tolist() == [0, 0, 1]


@pytest.mark.parametrize(
    ("hedge", "cards", "taker"),
    [
        ("r5", ["b1", "b4", "h9"], 1),  # a higher card of another suit takes nothing
        ("r5", ["b1", "b4", "r2"], 2),  # the lowest card of the hedge does
        (None, ["b1", "b4", "r2"], 1),  # where there is one
        ("r5", ["r9", "r1", "r2"], 0),  # and of the hedge the highest
    ],
)
@pytest.mark.sentence("R3.4")
def test_r3_4_the_hedge_takes_the_trick_or_else_the_suit_that_was_led(
    hedge: str | None, cards: list[str], taker: int
) -> None:
    state = dealt(hedge=hedge)
    promise(state, 1, 1, 1)
    play(state, *cards)
    assert state.taken[:3].tolist() == [int(seat == taker) for seat in range(3)]


@pytest.mark.sentence("R3.5")
def test_r3_5_who_takes_a_trick_leads_to_the_next() -> None:
    state = dealt()
    promise(state, 1, 1, 1)
    play(state, "b1", "b4", "h9")
    assert GAME.movers(state) == [1]
    assert refused(state, 1, "play h3") == Refusal.LEGAL


# R4 Points and the end


def first_deal_of_a_game() -> Any:
    """Seat 0 takes one trick, seat 1 takes five, seat 2 none."""
    state = dealt(hands=["b1 b2 b3 b4 b5 r9", "b6 b7 b8 b9 h9 r1", "h1 h2 h3 h4 h5 r2"])
    promise(state, 1, 4, 0)
    play(
        state,
        "r9",
        "r1",
        "r2",
        "b1",
        "b6",
        "h1",
        "b7",
        "h2",
        "b2",
        "b8",
        "h3",
        "b3",
        "b9",
        "h4",
        "b4",
        "h9",
        "h5",
        "b5",
    )
    return state


@pytest.mark.sentence("R4.1")
def test_r4_1_a_trick_is_a_point() -> None:
    state = first_deal_of_a_game()
    assert [row["tricks"] for row in GAME.breakdown(state, 3)] == [1, 5, 0]


@pytest.mark.sentence("R4.2")
def test_r4_2_a_kept_promise_is_worth_four_more() -> None:
    state = first_deal_of_a_game()
    assert [row["promises"] for row in GAME.breakdown(state, 3)] == [4, 0, 4]
    assert GAME.scores(state, 3) == [5, 5, 4]


@pytest.mark.sentence("R4.3")
@pytest.mark.parametrize(("length", "deals"), [("short", 3), ("long", 5)])
def test_r4_3_the_game_is_over_after_the_last_deal(length: str, deals: int) -> None:
    state = play_on(GAME.new(3, {"length": length}, seed_key(2)))
    assert int(state.tricks.sum()) == 6 * deals
    assert refused(state, 0, "promise 1") == Refusal.GAME_OVER


@pytest.mark.sentence("R4.4")
def test_r4_4_the_score_counts_and_then_kept_promises() -> None:
    state = first_deal_of_a_game()
    assert GAME.ranks(state, 3) == [1, 2, 3]


@pytest.mark.sentence("R4.5")
def test_r4_5_equal_seats_share_the_place() -> None:
    state = first_deal_of_a_game()
    state.tricks[1], state.kept[1] = 1, 1
    assert GAME.ranks(state, 3) == [1, 1, 3]


# R5 What is hidden


@pytest.mark.sentence("R5.1")
def test_r5_1_a_hand_is_seen_by_its_own_seat_alone() -> None:
    state = dealt()
    assert GAME.notation.setup_of(GAME.view_of(state, 1))["hands"] == ["?", HANDS[1], "?"]
    assert GAME.notation.setup_of(GAME.view_of(state, NONE))["hands"] == ["?", "?", "?"]


@pytest.mark.sentence("R5.1")
def test_r5_1_nobody_is_imagined_with_a_suit_that_they_did_not_follow() -> None:
    state = dealt()
    promise(state, 1, 1, 1)
    play(state, "b1", "b4", "h5")
    brambles = sum(1 << card for card in range(9))
    worlds = [GAME.imagine(GAME.view_of(state, 0), 0, seed_key(seed)) for seed in range(30)]
    assert all(int(world.hand[2]) & brambles == 0 for world in worlds)
    assert len({int(world.hand[2]) for world in worlds}) > 5


@pytest.mark.sentence("R5.2")
def test_r5_2_the_deck_is_seen_when_the_game_is_over() -> None:
    state = dealt()
    assert GAME.view_of(state, 0).hand[DECK] == NONE
    play_on(state)
    assert GAME.view_of(state, 0).hand[DECK] == state.hand[DECK] != NONE


@pytest.mark.sentence("R5.3")
def test_r5_3_a_promise_is_secret_until_all_are_made() -> None:
    state = dealt()
    do(state, 0, "promise 3")
    do(state, 1, "promise 2")
    assert GAME.view_of(state, 0).promise[:3].tolist() == [3, NONE, NONE]
    do(state, 2, "promise 1")
    assert GAME.view_of(state, 0).promise[:3].tolist() == [3, 2, 1]


# What is around the rules


@pytest.mark.parametrize(
    "setup",
    [
        {"hands": HANDS},
        {"hands": HANDS[:2], "hedge": "r5"},
        {"hands": HANDS, "hedge": "r9"},
        {"hands": HANDS, "hedge": None},
        {"hands": [HANDS[0], HANDS[1], "h5 h6"], "hedge": "r5"},
        {"hands": [HANDS[0], HANDS[1], "h5 h6 h7 h8 h9 x2"], "hedge": "r5"},
    ],
)
def test_a_deal_that_cannot_be_is_refused(setup: dict[str, Any]) -> None:
    with pytest.raises(LudothequeError):
        GAME.notation.deal(GAME.new(3, {}, seed_key(1)), setup)


def test_a_trick_is_shown_before_it_is_taken() -> None:
    state = dealt()
    promise(state, 1, 1, 1)
    play(state, "b1", "b4")
    rows = [(Event.PLAYED, 2, CARD_NAMES.index("h5"), NONE, 0), (Event.TOOK, 1, NONE, NONE, 1)]
    whole, taken = GAME.scene.stages(ENGLISH, GAME.view_of(state, 0), 0, rows)  # type: ignore[union-attr]
    assert {"card-b1", "card-b4", "card-h5"} <= {piece.id for piece in whole.pieces}
    assert whole.said == "Seat 2 plays hazel 5."
    assert next(piece.sprite for piece in taken.pieces if piece.id == "basket-1") == "basket-1"


@pytest.mark.parametrize(("language", "said"), [("fr", "ronce 7"), ("de", "Brombeere 7"), ("nl", "braam 7")])
def test_the_cards_have_names_in_other_languages(language: str, said: str) -> None:
    state = dealt(hands=["b7 b2 b3 h1 h2 r9", *HANDS[1:]])
    scene = GAME.scene.scene(Words(language, GAME.folder), GAME.view_of(state, 0), 0)  # type: ignore[union-attr]
    assert said in [piece.label for piece in scene.pieces]
