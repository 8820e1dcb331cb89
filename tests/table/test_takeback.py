"""Taking back where several people play: the others are asked."""

from ludotheque.table import events as ev
from ludotheque.table.protocol import AnswerUndo, Done, Resign, Say, Undo
from ludotheque.table.viewer import Viewer
from tests.table.tables import Session


def asked(session: Session, seat: int = 0) -> int:
    """Ask to take back, and return the number of the event."""
    reply = session.ask(session.viewers[seat], Undo(f"undo {session.table.seq}", seat, session.table.seq))
    assert isinstance(reply, Done)
    assert reply.seq == session.table.seq
    return reply.seq


def begun(chairs: str = "pp") -> Session:
    session = Session("sarena", chairs)
    session.act(0, session.any_action(0))
    return session


def answer(session: Session, seat: int, number: int, allows: bool = True) -> None:
    assert session.ask(session.viewers[seat], AnswerUndo(seat, number, allows)) is None


def said(session: Session, seat: int) -> tuple[str, bool]:
    shown = session.table.snapshot(session.viewers[seat]).undo_asked
    assert shown is not None
    return shown.said, shown.can_answer


def test_the_other_is_asked_and_allows_it() -> None:
    session = begun()
    number = asked(session)
    assert len(session.table.plies) == 1
    assert said(session, 0) == ("You have asked to take back your last move. Waiting for Ben.", False)
    assert said(session, 1) == ("Ada asks to take back the last move.", True)
    answer(session, 1, number)
    assert session.table.plies == []
    assert session.table.movers == [0]
    shown = session.table.snapshot(session.viewers[1])
    assert shown.undo_asked is None
    assert [line.text for line in shown.log][-3:] == [
        "Ada asks to take back the last move.",
        "Ben allows it.",
        "Ada takes back the last move.",
    ]
    assert session.replayed().state.tobytes() == session.table.state.tobytes()


def test_what_is_refused_stays_and_is_not_asked_again() -> None:
    session = begun()
    answer(session, 1, asked(session), allows=False)
    assert len(session.table.plies) == 1
    assert session.table.snapshot(session.viewers[0]).undo_asked is None
    assert session.refusal(session.viewers[0], Undo("again", 0)).code == "undo/refused"
    session.act(1, session.any_action(1))
    asked(session, 1)  # another move, another question


def test_everybody_must_allow_it_and_bots_do() -> None:
    session = begun("pbpp")
    session.bot(1)
    number = asked(session)
    assert session.refusal(session.viewers[0], Undo("again", 0)).code == "undo/asked"
    answer(session, 2, number)
    assert len(session.table.plies) == 2
    assert said(session, 0) == ("You have asked to take back your last move. Waiting for Dora.", False)
    assert said(session, 2) == ("Ada asks to take back the last move.", False)
    assert session.refusal(session.viewers[2], AnswerUndo(2, number, True)).code == "undo/not_asked"
    answer(session, 3, number)
    assert session.table.plies == []


def test_the_question_lapses_with_the_next_move() -> None:
    session = begun()
    number = asked(session)
    session.ask(session.viewers[1], Say("hm"))
    session.act(1, session.any_action(1))
    assert session.table.snapshot(session.viewers[1]).undo_asked is None
    assert session.refusal(session.viewers[1], AnswerUndo(1, number, True)).code == "undo/not_asked"
    assert len(session.table.plies) == 2


def test_an_answer_to_an_old_question_takes_nothing_back() -> None:
    session = begun()
    old = asked(session)
    session.act(1, session.any_action(1))
    session.act(0, session.any_action(0))
    new = asked(session)
    assert session.refusal(session.viewers[1], AnswerUndo(1, old, True)).code == "undo/not_asked"
    answer(session, 1, new)
    assert len(session.table.plies) == 2


def test_only_those_who_are_asked_answer() -> None:
    session = begun("ppp")
    number = asked(session)
    assert session.refusal(session.viewers[0], AnswerUndo(0, number, True)).code == "undo/not_asked"
    assert session.refusal(session.viewers[0], AnswerUndo(1, number, True)).code == "seat/not_yours"
    session.ask(session.viewers[2], Resign("r", 2))
    assert session.refusal(session.viewers[1], AnswerUndo(1, number, True)).code == "undo/not_asked"


def test_a_repeated_question_is_asked_once() -> None:
    session = begun()
    first = session.ask(session.viewers[0], Undo("u", 0))
    assert session.ask(session.viewers[0], Undo("u", 0)) == first
    assert [type(ev.decode(line)) for line in session.journal].count(ev.UndoAsked) == 1


def test_a_bot_that_plays_for_the_last_one_allows_it() -> None:
    session = begun("ppp")
    number = asked(session)
    answer(session, 1, number)
    session.keep(session.table.take_over(2, session.now))
    assert session.table.snapshot(session.viewers[0]).can_undo
    assert isinstance(session.ask(session.viewers[0], Undo("once more", 0)), Done)
    assert session.table.plies == []


def test_at_one_screen_nobody_is_asked() -> None:
    session = begun("ps")
    screen = Viewer((0, 1), "ada", "Ada")
    session.ask(screen, Undo("u", 0))
    assert session.table.plies == []


def test_one_person_answers_for_all_of_their_seats() -> None:
    session = begun("psp")
    screen = Viewer((0, 1), "ada", "Ada")
    session.act(1, session.any_action(1))
    session.act(2, session.any_action(2))
    number = asked(session, 2)
    assert session.ask(screen, AnswerUndo(1, number, True)) is None
    assert len(session.table.plies) == 2
