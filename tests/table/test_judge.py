"""Every request is answered, and a refused one changes nothing and says why."""

import pytest

from ludotheque.core.constants import TABLE
from ludotheque.table import events as ev
from ludotheque.table.course import acted, tried
from ludotheque.table.judge import MOST_CHARACTERS
from ludotheque.table.made import Sitter, Trial
from ludotheque.table.protocol import Act, Because, Done, Draft, Look, Request, Resign, Say, Snapshot, Sync, Why
from ludotheque.table.text import REFUSALS
from ludotheque.table.trying import MOST_ACTIONS
from ludotheque.table.viewer import Viewer
from tests.table.tables import Session, move


def test_an_act_is_carried_out_and_answered_with_its_event() -> None:
    session = Session("sarena")
    reply = session.ask(session.viewers[0], Act("a", session.table.seq, 0, [move(session, "c3-c4")]))
    assert reply == Done("a", session.table.seq)
    assert session.table.movers == [1]


def test_what_was_tried_without_chance_is_not_carried_out_again() -> None:
    session = Session("sarena")
    action = session.any_action(0)
    after = session.table.position.after(0, action).state
    session.act(0, action)
    assert session.table.state is after
    assert session.replayed().state.tobytes() == after.tobytes()


def test_a_repeated_id_is_answered_with_the_first_answer_and_not_carried_out_again() -> None:
    session = Session("sarena")
    request = Act("a", session.table.seq, 0, [move(session, "c3-c4")])
    first = session.ask(session.viewers[0], request)
    session.act(1, session.any_action(1))
    seq = session.table.seq
    assert session.ask(session.viewers[0], request) == first
    assert session.table.seq == seq
    session.table = session.replayed()
    assert session.ask(session.viewers[0], request) == first


def test_the_same_id_of_another_seat_is_another_request() -> None:
    session = Session("sarena")
    session.ask(session.viewers[0], Act("a", session.table.seq, 0, [move(session, "c3-c4")]))
    reply = session.ask(session.viewers[1], Act("a", session.table.seq, 1, [session.any_action(1)]))
    assert reply == Done("a", session.table.seq)
    assert len(session.table.plies) == 2


def test_an_illegal_action_is_refused_with_sentence_and_rule() -> None:
    session = Session("sarena")
    session.act(0, move(session, "c3-c4"))
    session.act(1, move(session, "a1-b1"))
    refused = session.refusal(
        session.viewers[0], Act("x", session.table.seq, 0, [session.table.game.actions.find("c3-c4") or 0])
    )
    assert (refused.code, refused.rule, refused.id) == ("action/illegal", "R4.4", "x")
    assert refused.message == "There is nothing to move on an empty circle."


def test_acting_out_of_turn_is_refused_by_the_rule() -> None:
    session = Session("sarena")
    assert session.refusal(session.viewers[1], Act("x", session.table.seq, 1, [0])).rule == "R2.1"


@pytest.mark.parametrize("seat", [1, 2, -1, 99, 10**30])
def test_a_foreign_seat_is_refused(seat: int) -> None:
    session = Session("sarena")
    requests: list[Request] = [Act("x", 1, seat, [0]), Draft(seat, [0]), Why(seat, []), Look(seat), Resign("x", seat)]
    assert {session.refusal(session.viewers[0], request).code for request in requests} == {"seat/not_yours"}
    assert session.refusal(session.spectator, Act("x", 1, 0, [0])).code == "seat/not_yours"


@pytest.mark.parametrize("action", [-1, 10**6, 10**30, -(10**30)])
def test_a_number_that_no_action_has_is_refused(action: int) -> None:
    session = Session("sarena")
    assert session.refusal(session.viewers[0], Act("x", session.table.seq, 0, [action])).code == "action/unknown"


@pytest.mark.parametrize("count", [0, MOST_ACTIONS + 1])
def test_no_action_and_too_many_are_refused(count: int) -> None:
    session = Session("sarena")
    assert session.refusal(session.viewers[0], Act("x", session.table.seq, 0, [0] * count)).code == "action/none"


def test_a_list_is_carried_out_as_a_whole_or_not_at_all() -> None:
    session = Session("sarena")
    refused = session.refusal(
        session.viewers[0], Act("x", session.table.seq, 0, [move(session, "c3-c4"), move(session, "a1-b1")])
    )
    assert (refused.code, refused.rule) == ("action/illegal", "R2.1")


def test_a_list_cannot_be_used_to_hear_what_chance_would_say() -> None:
    """The second action is not even looked at: its refusal would tell what the first has drawn."""
    session = Session("toy", options={"breath": 3})
    session.act(1, 0)
    for second in range(session.table.game.actions.count):
        assert session.refusal(session.viewers[0], Act("x", session.table.seq, 0, [1, second])).code == "action/reveals"


def test_an_action_on_what_is_not_there_any_more_is_stale() -> None:
    session = Session("sarena")
    seen = session.table.seq
    session.act(0, move(session, "c3-c4"))
    session.act(1, move(session, "a1-b1"))
    assert session.refusal(session.viewers[0], Act("late", seen, 0, [move(session, "e5-e6")])).code == "action/stale"


def test_others_choosing_at_the_same_time_do_not_make_an_action_stale() -> None:
    session = Session("toy", "ppp")
    seen = session.table.seq
    session.act(0, 1)
    session.ask(session.spectator, Say("hello"))
    assert isinstance(session.ask(session.viewers[1], Act("b", seen, 1, [2])), Done)


def test_one_seat_cannot_choose_twice_by_a_double_click() -> None:
    session = Session("toy", "ppp")
    seen = session.table.seq
    session.act(0, 1)
    assert session.refusal(session.viewers[0], Act("again", seen, 0, [2])).code == "action/stale"


def test_a_new_round_makes_an_action_stale_though_its_choices_look_the_same() -> None:
    session = Session("toy", "pp")
    seen = session.table.seq
    session.act(0, 1)
    session.act(1, 1)  # a tie: the catch sinks, and all reach again
    assert session.table.movers == [0, 1]
    assert session.refusal(session.viewers[1], Act("late", seen, 1, [1])).code == "action/stale"


def test_a_wave_makes_an_action_stale_too() -> None:
    session = Session("toy", "ppp")
    seen = session.table.seq
    session.act(0, 0)
    wave = tried(session.table, TABLE, [session.table.table_action()], session.table.state)
    assert isinstance(wave, Trial)
    # nobody reaches farther than 0: the catch sinks
    session.keep(acted(session.table, TABLE, wave, ev.BOT, "", session.now))
    assert session.table.movers == [0, 1, 2]
    assert session.refusal(session.viewers[1], Act("late", seen, 1, [1])).code == "action/stale"


def test_nothing_can_be_done_before_the_game_and_after_it() -> None:
    session = Session("sarena", "po")
    requests: list[Request] = [Act("x", 0, 0, [0]), Draft(0, [0]), Why(0, []), Resign("x", 0)]
    assert {session.refusal(session.viewers[0], request).code for request in requests} == {"game/waiting"}
    session = Session("sarena")
    session.finish()
    assert session.refusal(session.viewers[0], Act("x", session.table.seq, 0, [0])).code == "game/over"


def test_sync_is_answered_with_the_whole_table() -> None:
    session = Session("sarena")
    reply = session.ask(session.viewers[0], Sync())
    assert isinstance(reply, Snapshot)
    assert reply.seq == session.table.seq


# Why


def answer(session: Session, *picks: str, seat: int = 0) -> tuple[str, str]:
    reply = session.ask(session.viewers[seat], Why(seat, [("pick", name) for name in picks]))
    assert isinstance(reply, Because)
    return reply.message, reply.rule


def test_why_gives_the_rule_of_what_cannot_be_done() -> None:
    session = Session("sarena")
    session.act(0, move(session, "c3-c4"))
    session.act(1, move(session, "a1-b1"))
    assert answer(session, "c3") == ("There is nothing to move on an empty circle.", "R4.4")
    assert answer(session, "c3", "c4")[1] == "R4.4"
    assert answer(session, "c2", "c3") == ("You may not move onto an empty circle without arrows.", "R4.1")
    assert answer(session, "c3", "e5") == (
        "A stack moves along one line to a neighbouring circle, never diagonally and never farther.",
        "R3.1",
    )


def test_why_of_something_that_can_be_done_says_what_is_missing() -> None:
    session = Session("sarena")
    assert answer(session, "c3") == ("Now choose where it goes.", "")
    assert session.refusal(session.viewers[0], Why(0, [("pick", "c3"), ("pick", "c4")])).code == "action/stale"


def test_why_out_of_turn() -> None:
    session = Session("sarena")
    assert answer(session, "c3", seat=1)[1] == "R2.1"
    assert answer(session, "nonsense", seat=1)[1] == "R2.1"


def test_why_always_has_an_answer() -> None:
    session = Session("sarena")
    assert answer(session, "nonsense") == ("A move is written as two circles, such as c3-c4.", "R3.1")
    session = Session("toy")
    assert answer(session, "nonsense") == ("You cannot do anything with that now.", "")


def test_why_of_a_game_that_is_drawn_in_words() -> None:
    session = Session("toy", options={"breath": 1})
    reply = session.ask(session.viewers[0], Why(0, [("pick", "2:3")]))
    assert reply == Because("You have not enough breath to reach so far.", "R2.2")


# Talking, sitting down


def test_chat_is_kept_and_has_its_limits() -> None:
    session = Session("sarena")
    assert session.ask(session.viewers[0], Say("  hello\n you ")) is None
    assert session.ask(session.spectator, Say("me too")) is None
    lines = session.table.snapshot(session.viewers[1]).log[-2:]
    assert [(line.kind, line.seat, line.by, line.text) for line in lines] == [
        ("chat", 0, "", "hello you"),
        ("chat", None, "Eve", "me too"),
    ]
    assert session.refusal(session.viewers[0], Say(" \n ")).code == "chat/empty"
    refused = session.refusal(session.viewers[0], Say("x" * (MOST_CHARACTERS + 1)))
    assert (refused.code, refused.message) == ("chat/too_long", "Messages are limited to 500 characters.")


def test_what_is_said_has_no_control_characters() -> None:
    session = Session("sarena")
    assert session.ask(session.viewers[0], Say("my\x00 very\x1b[31m \x7f\x9fwords \u200dhere")) is None
    assert session.table.snapshot(session.viewers[1]).log[-1].text == "my very [31m words \u200dhere"
    assert session.refusal(session.viewers[0], Say("\x00\x07")).code == "chat/empty"


def test_the_game_begins_when_the_last_chair_is_taken() -> None:
    session = Session("sarena", "poo")
    assert session.table.status == "waiting"
    assert session.journal == []
    assert session.table.bots_to_act() == []
    session.keep(session.table.sit(Sitter(2, "x", "Xan"), 5).events)
    assert session.table.status == "waiting"
    taken = session.table.sit(Sitter(2, "y", "Yva"), 5)
    assert taken.events == []
    assert taken.reply is not None
    session.keep(session.table.sit(Sitter(1, "y", "Yva"), 6).events)
    assert session.table.status == "playing"
    assert [info.name for info in session.table.snapshot(Viewer()).seats] == ["Ada", "Yva", "Xan"]
    assert isinstance(ev.decode(session.journal[-1]), ev.Started)


def test_before_the_game_nobody_sees_more_than_a_spectator() -> None:
    session = Session("sarena", "po")
    assert session.table.snapshot(session.viewers[0]).scene == session.table.snapshot(session.spectator).scene


def test_every_refusal_has_a_sentence() -> None:
    assert all(sentence.endswith(".") and sentence[0].isupper() for sentence in REFUSALS.values())
