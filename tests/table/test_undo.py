"""Undo by information flow: while chance has not spoken, nothing hidden was shown to anyone, and
no other person has acted. These tables are friendly: nobody is asked.
"""

from dataclasses import replace
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

from ludotheque.core.chance import below, seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.game import Game
from ludotheque.core.layout import copy
from ludotheque.core.registry import load
from ludotheque.core.rule import rule
from ludotheque.core.secrecy import everybody, secrets_of
from ludotheque.core.story import chance_of, new_story
from ludotheque.table.protocol import Act, Done, Resign, Say, Undo
from ludotheque.table.viewer import Viewer
from tests.table import tables
from tests.table.tables import move
from tests.toy.rules import draw_piece
from tests.toy.state import Phase
from tests.toy.view import imagine, view

Session = partial(tables.Session, is_friendly=True)


def can_undo(session: tables.Session, seat: int) -> bool:
    return session.table.snapshot(session.viewers[seat]).can_undo


def code(session: tables.Session, seat: int) -> str:
    """Why it cannot be taken back: the table says so before anybody asks."""
    refused = session.refusal(session.viewers[seat], Undo("u", seat))
    shown = session.table.snapshot(session.viewers[seat])
    assert (shown.can_undo, shown.undo_why) == (False, refused.message)
    return refused.code


def undo(session: tables.Session, seat: int) -> None:
    assert can_undo(session, seat)
    assert not session.table.snapshot(session.viewers[seat]).undo_why
    assert session.ask(session.viewers[seat], Undo(f"undo {session.table.seq}", seat)) == Done(
        f"undo {session.table.seq - 1}", session.table.seq
    )


def test_a_move_on_an_open_board_can_be_taken_back_until_somebody_else_has_acted() -> None:
    session = Session("sarena")
    state = session.table.state.tobytes()
    assert code(session, 0) == "undo/nothing"
    session.act(0, move(session, "c3-c4"))
    undo(session, 0)
    assert session.table.state.tobytes() == state
    assert session.table.movers == [0]
    assert session.table.state.tobytes() == session.replayed().state.tobytes()
    session.act(0, move(session, "c3-c4"))
    session.act(1, session.any_action(1))
    assert code(session, 0) == "undo/acted"
    assert can_undo(session, 1)


def test_talking_does_not_stand_in_the_way() -> None:
    session = Session("sarena")
    session.act(0, move(session, "c3-c4"))
    session.ask(session.viewers[1], Say("oh"))
    undo(session, 0)
    assert len(session.table.plies) == 0


def test_a_repeated_undo_takes_nothing_more_back() -> None:
    session = Session("sarena", "pb")
    session.act(0, session.any_action(0))
    session.bot(1)
    session.act(0, session.any_action(0))
    first = session.ask(session.viewers[0], Undo("u", 0))
    assert session.ask(session.viewers[0], Undo("u", 0)) == first
    assert len(session.table.plies) == 2


def test_the_last_move_shows_all_colours_and_stays() -> None:
    session = Session("sarena", "pp", seed=2)
    session.finish()
    last = session.table.plies[-1]
    assert session.table.position.is_told(last)
    assert not any(map(session.table.position.is_told, session.table.plies[:-1]))
    assert code(session, last.seat) == "game/over"


def test_alone_against_bots_their_moves_are_taken_back_too() -> None:
    session = Session("sarena", "pbb")
    state = session.table.state.tobytes()
    session.act(0, session.any_action(0))
    session.bot(1)
    session.bot(2)
    undo(session, 0)
    assert session.table.state.tobytes() == state
    assert session.table.position.undone == 3


def test_bots_take_back_too_where_several_people_play() -> None:
    session = Session("sarena", "pbp")
    session.act(0, session.any_action(0))
    session.bot(1)
    undo(session, 0)
    assert session.table.position.undone == 2


def test_nothing_is_taken_back_after_somebody_has_resigned() -> None:
    session = Session("sarena", "ppp")
    session.act(0, session.any_action(0))
    session.ask(session.viewers[1], Resign("r", 1))
    assert code(session, 0) == "undo/resigned"


def test_what_was_not_shown_yet_is_not_taken_back() -> None:
    """Ada looks at her first move; the second one is on its way, or is taken back elsewhere."""
    session = Session("sarena", "pb")
    session.act(0, session.any_action(0))
    session.bot(1)
    seen = session.table.seq
    session.act(0, session.any_action(0))
    assert session.refusal(session.viewers[0], Undo("early", 0, seen)).code == "action/stale"
    seen = session.table.seq
    undo(session, 0)
    assert session.refusal(session.viewers[0], Undo("late", 0, seen)).code == "action/stale"
    assert isinstance(session.ask(session.viewers[0], Undo("now", 0, session.table.seq)), Done)


def test_a_table_may_do_without() -> None:
    session = Session("sarena", allow_undo=False)
    session.act(0, session.any_action(0))
    assert code(session, 0) == "undo/off"


def test_a_secret_choice_can_be_taken_back_while_it_is_one() -> None:
    session = Session("toy", "ppp")
    session.act(0, 2)
    undo(session, 0)
    assert session.table.movers == [0, 1, 2]
    session.act(0, 1)
    session.act(1, 0)
    assert code(session, 0) == "undo/acted"
    undo(session, 1)


def test_what_shows_the_choices_of_others_stays() -> None:
    """All reaches are shown, and no chance has spoken: the winner lays the catch next."""
    session = Session("toy", "pp")
    session.act(0, 1)
    session.act(1, 2)
    last = session.table.plies[-1]
    assert last.before.cursor == last.after.cursor
    assert code(session, 1) == "undo/shown"


def test_what_chance_has_decided_stays() -> None:
    session = Session("toy", "pp")
    session.act(0, 2)
    session.act(1, 0)
    session.act(0, session.any_action(0))  # lays the catch, and the next one drifts by
    assert session.table.plies[-1].chance
    assert code(session, 0) == "undo/shown"


@pytest.mark.parametrize("viewer", [-1, 0, 1, 2])
def test_who_learns_something_from_a_choice(viewer: int) -> None:
    """A reach is no news while others still choose.

    The last one shows them all: news to everybody, since nobody knew all the others.
    """
    session = Session("toy", "ppp")
    secrets = secrets_of(session.table.game)
    session.act(0, 1)
    session.act(1, 2)
    session.act(2, 0)
    news = [
        secrets.is_told(ply.before, ply.after, ply.seat, ply.action, range(viewer, viewer + 1))
        for ply in session.table.plies
    ]
    assert news == [False, False, True]


def test_an_open_move_tells_nobody_anything() -> None:
    session = Session("sarena")
    session.act(0, session.any_action(0))
    ply = session.table.plies[0]
    assert not secrets_of(session.table.game).is_told(ply.before, ply.after, ply.seat, ply.action, everybody(2))


@rule
def fog(state: Any, seat: int, out: Any) -> None:
    """Flotsam in a fog: only seat 0 sees what drifts by."""
    view(state, seat, out)
    if seat != 0 and state.phase != Phase.OVER:
        out.catch = NONE


@rule
def imagine_in_fog(state: Any, seat: int, story: Any) -> None:
    imagine(state, seat, story)
    if seat != 0 and state.phase != Phase.OVER:
        state.catch = draw_piece(state, story)


def drawn_by(game: Game) -> tuple[Any, Any, int, int, list[int]]:
    """Seat 0 gets the catch and lays it: before, after, seat, action, and what was drawn then."""
    state = game.new(2, {}, seed_key(1))
    game.apply(state, 0, 2)
    game.apply(state, 1, 0)
    after, action, story = copy(state), game.legal(state, 0)[0], new_story()
    game.apply(after, 0, action, story)
    return state, after, 0, action, [outcome for _, outcome in chance_of(story)]


def test_everybody_reads_what_chance_decided_in_the_open() -> None:
    found = drawn_by(load("toy"))
    assert [secrets_of(load("toy")).hidden_outcomes(*found, viewer) for viewer in (-1, 0, 1)] == [[False]] * 3


def test_what_chance_decided_in_secret_is_read_only_by_those_who_see_it() -> None:
    foggy = replace(load("toy"), view=cast(ModuleType, SimpleNamespace(view=fog, imagine=imagine_in_fog)))
    found = drawn_by(foggy)
    assert [secrets_of(foggy).hidden_outcomes(*found, viewer) for viewer in (-1, 0, 1)] == [[True], [False], [True]]
    session = Session("toy", "pp")
    session.table.game = foggy
    session.act(0, 2)
    session.act(1, 0)
    session.act(0, session.any_action(0))
    drawn = session.table.plies[-1].chance
    assert [session.table.snapshot(viewer).log[-1].chance for viewer in (*session.viewers, session.spectator)] == [
        drawn,
        ["?"],
        ["?"],
    ]


def test_chance_counts_even_where_nothing_is_hidden() -> None:
    before, after, seat, action, _ = drawn_by(load("toy"))
    open_game = replace(load("toy"), hides=False)
    assert secrets_of(open_game).is_told(before, after, seat, action, range(-1, 0))
    assert not secrets_of(open_game).is_told(before, before, seat, action, range(-1, 0))


@rule
def hush(state: Any, seat: int, out: Any) -> None:
    """Flotsam played by people who do not show how much breath they have left."""
    view(state, seat, out)
    for other in range(state.seats):
        if other != seat and state.phase != Phase.OVER:
            out.breath[other] = NONE


@rule
def imagine_hush(state: Any, seat: int, story: Any) -> None:
    for other in range(state.seats):
        if state.breath[other] == NONE:
            state.breath[other] = below(state, story, 4)
    imagine(state, seat, story)


@pytest.mark.parametrize(("reach", "is_news"), [(0, False), (3, True)])
def test_that_an_action_was_possible_at_all_may_be_news(reach: int, is_news: bool) -> None:
    hushed = replace(load("toy"), view=cast(ModuleType, SimpleNamespace(view=hush, imagine=imagine_hush)))
    before = hushed.new(2, {}, seed_key(1))
    after = copy(before)
    hushed.apply(after, 0, reach)
    assert secrets_of(hushed).is_told(before, after, 0, reach, range(1, 2)) == is_news


def test_after_an_undo_what_was_seen_before_is_stale() -> None:
    session = Session("sarena")
    session.act(0, move(session, "c3-c4"))
    seen = session.table.seq
    undo(session, 0)
    assert session.refusal(session.viewers[0], Act("late", seen, 0, [move(session, "c3-c4")])).code == "action/stale"


def test_at_a_shared_screen_the_last_of_its_acts_is_taken_back() -> None:
    session = Session("sarena", "ps")
    screen = Viewer((0, 1), "ada", "Ada")
    session.ask(screen, Act("a", session.table.seq, 0, [move(session, "c3-c4")]))
    assert session.table.snapshot(screen).can_undo
    assert isinstance(session.ask(screen, Undo("u", 1)), Done)
    assert session.table.movers == [0]
