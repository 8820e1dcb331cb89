"""What a viewer is told of a game with secret draws: neither the cards of others nor how many
different ones they hold.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from ludotheque.bots.history import history_of
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.core.ply import Ply
from ludotheque.core.record import Recorder, Transcript
from ludotheque.core.rule import JIT
from ludotheque.core.story import chance_of, new_story, rows_of
from tests.hands import GAME as HANDS
from tests.hands.parts import ACTIONS, KINDS
from tests.table.tables import Session

PLIES = 12 if JIT else 4


def played(seed: int, plies: int, seats: int = 2) -> Recorder:
    """A game by chance choices."""
    recorder, rng = Recorder(HANDS, seats, {}, seed_key(seed)), random.Random(seed)
    while len(recorder.plies) < plies and (movers := HANDS.movers(recorder.state)):
        recorder.act(movers[0], rng.choice(HANDS.legal(recorder.state, movers[0])))
    return recorder


def with_hands(*hands: str) -> Recorder:
    """A game in which these hands were dealt."""
    recorder = Recorder(HANDS, len(hands), {}, seed_key(1))
    recorder.state.deck[:] = 3
    for seat, cards in enumerate(hands):
        recorder.state.hand[seat] = [cards.count(card) for card in "abcdef"]
        recorder.state.deck -= recorder.state.hand[seat]
    return recorder


def act(recorder: Recorder, text: str) -> None:
    recorder.act(HANDS.movers(recorder.state)[0], HANDS.notation.parse(recorder.state, 0, text).action)


@pytest.mark.parametrize("viewer", [NONE, 0, 1])
def test_a_record_names_neither_the_cards_of_others_nor_how_many_they_hold(viewer: int) -> None:
    recorder = played(1, PLIES)
    for told, written in zip(recorder.record(viewer)["plies"], recorder.record()["plies"], strict=True):
        if told["seat"] == viewer:
            assert told == written
        else:
            assert told["chance"] == ["?"]
            assert told["legal"] == "?"
            assert told["action"] in ("?", written["action"])
            assert (told["action"] == "?") == written["action"].startswith("bury")
    assert history_of(recorder, viewer).plies() == recorder.record(viewer)["plies"]


def test_a_finished_game_tells_everything() -> None:
    recorder = played(1, 100)
    assert recorder.record(0) == recorder.record(NONE) == recorder.record()
    assert all(ply["legal"] != "?" for ply in recorder.record()["plies"])


def test_a_secret_without_another_choice_is_one_all_the_same() -> None:
    """A player who holds only one kind of card can bury nothing else. Nobody else knows that."""
    recorder = with_hands("aaa", "bcd")
    act(recorder, "bury a")
    assert recorder.told(0, 1)["action"] == recorder.told(0, NONE)["action"] == "?"
    assert recorder.told(0, 0)["action"] == "bury a"


def test_a_secret_stays_one_when_the_other_choices_are_gone() -> None:
    """Seat 0 has buried one of its two kinds and plays the other: it did not bury that, but who
    knows that it had only these?
    """
    recorder = with_hands("abb", "cde")
    act(recorder, "bury a")
    act(recorder, "play c")
    act(recorder, "play b")
    act(recorder, "play d")
    act(recorder, "play b")
    assert [ply["action"] for ply in recorder.record(1)["plies"]] == ["?", "play c", "play b", "play d", "play b"]


def test_two_last_cards_are_not_told_apart_by_who_drew_them() -> None:
    """A draw could only have been otherwise if a later one were, too."""
    recorder = with_hands("abc", "abc")
    recorder.state.deck[:], recorder.state.left = [1, 1, 0, 0, 0, 0], 2
    recorder.state.pile[:] = [0, 0, 1, 3, 3, 3]
    act(recorder, "play a")
    act(recorder, "play a")
    assert [ply["chance"] for ply in recorder.record(NONE)["plies"]] == [["?"], ["?"]]


def worlds_alike(recorder: Recorder, viewer: int) -> Iterator[tuple[Transcript, Transcript]]:
    """Each ply on its own, in truth and in worlds that the viewer cannot tell from it then."""
    for number, ply in enumerate(recorder.plies):
        for world in range(6):
            state = HANDS.imagine(HANDS.view_of(ply.before, viewer), viewer, seed_key(100 * number + world))
            for action in HANDS.legal(state, ply.seat):
                other = carried_out(copy(state), ply.seat, action)
                if HANDS.view_of(other.after, viewer).tobytes() == HANDS.view_of(ply.after, viewer).tobytes():
                    yield alone(recorder, ply), alone(recorder, other)


def carried_out(state: Any, seat: int, action: int) -> Ply:
    story, after = new_story(), copy(state)
    HANDS.apply(after, seat, action, story)
    drawn = [outcome for _, outcome in chance_of(story)]
    said = [HANDS.notation.chance_text(0, outcome) for outcome in drawn]
    return Ply(seat=seat, action=action, before=state, after=after, chance=said, script=drawn, rows=rows_of(story))


def alone(recorder: Recorder, ply: Ply) -> Transcript:
    return Transcript(HANDS, recorder.seats, {}, recorder.key, (), ply.before, [ply])


@pytest.mark.parametrize("viewer", [NONE, 0, 1])
def test_worlds_that_look_alike_are_told_alike(viewer: int) -> None:
    compared = differ = 0
    for seed in range(6 if JIT else 1):
        for truth, other in worlds_alike(played(seed, PLIES, seats=2 + seed % 2), viewer):
            if not HANDS.is_over(truth.state):
                assert truth.told(0, viewer) == other.told(0, viewer)
                compared += 1
                differ += truth.written(0) != other.written(0)
    assert compared > (100 if JIT else 4)
    assert differ > compared // 2


def test_a_table_hides_the_same_in_its_log_and_in_its_record(hands: str) -> None:
    session = Session(hands, "pp", 3)
    recorder = Recorder(HANDS, 2, session.table.options, session.key)
    for text in ("play", "bury", "bury", "play"):
        seat = session.table.movers[0]
        action = next(one for one in HANDS.legal(session.table.state, seat) if ACTIONS.text(one).startswith(text))
        recorder.act(seat, action)
        session.act(seat, action)
        for viewer, eyes in ((session.viewers[0], 0), (session.viewers[1], 1), (session.spectator, NONE)):
            told = session.table.record(eyes)["plies"]
            assert told == recorder.record(eyes)["plies"]
            assert [line.chance for line in session.table.snapshot(viewer).log if line.kind == "act"] == [
                ply["chance"] for ply in told
            ]
            assert told[-1]["chance"] == (recorder.plies[-1].chance if eyes == seat else ["?"])
    assert {ply.action < KINDS for ply in recorder.plies} == {True, False}


def test_while_it_runs_plainly_a_game_rather_tells_too_little() -> None:
    recorder = played(1, 4)
    HANDS.run_plainly()
    try:
        told = recorder.record(0)["plies"]
    finally:
        HANDS.run_compiled()
    for number, ply in enumerate(told):
        hidden = {"seat": 1, "action": "?", "legal": "?", "chance": ["?"]}
        assert ply == (recorder.written(number) | {"chance": ["?"]} if ply["seat"] == 0 else hidden)
    assert recorder.record(0)["plies"] != told  # compiled, it tells what it can again
