"""A game that goes on from a position of another one, and says so."""

import json

import pytest

from ludotheque.core import record
from ludotheque.core.chance import commitment
from ludotheque.table.events import Config, Rematched
from ludotheque.table.protocol import Undo
from ludotheque.table.recording import prepared
from tests.table.tables import Session, chair

both_games = pytest.mark.parametrize("game", ["sarena", "toy"])


def played(game: str) -> Session:
    session = Session(game, "pp", seed=5)
    session.finish()
    return session


def go_on(source: Session, ply: int) -> Session:
    """Another session that begins where the first one stood."""
    return Session(source.config.game, "pp", seed=77, prepared=prepared(source.table, ply))


@both_games
@pytest.mark.parametrize("ply", [0, 1, 7])
def test_a_game_goes_on_from_any_position_with_a_new_key(game: str, ply: int) -> None:
    source = played(game)
    session = go_on(source, ply)
    where = source.table.plies[ply].before
    assert session.table.status == "playing"
    assert session.table.game.view_of(session.table.state, 0).tobytes() == source.table.game.view_of(where, 0).tobytes()
    assert session.table.movers == source.table.game.movers(where)
    assert (session.table.state.key != source.table.state.key).any()
    assert session.table.state.cursor == 0
    session.finish()
    assert session.replayed().state.tobytes() == session.table.state.tobytes()
    assert len(session.table.plies) > ply


@both_games
@pytest.mark.parametrize("ply", [0, 1, 7])
def test_its_record_says_so_and_can_be_checked_and_verified(game: str, ply: int) -> None:
    source = played(game)
    session = go_on(source, ply)
    session.finish()
    data = json.loads(record.dumps(session.table.record()))
    assert data["prepared"] == ply
    assert data["plies"][:ply] == source.table.record()["plies"][:ply]
    assert record.check(data) == []
    assert record.verify(data) == []
    del data["prepared"]
    assert record.verify(data) != []  # without the mark it would be a lie


def test_a_wrong_mark_is_found() -> None:
    session = go_on(played("toy"), 2)
    session.finish()
    data = json.loads(record.dumps(session.table.record()))
    for wrong in (-1, "2", len(data["plies"]) + 1, True):
        assert any("prepared" in problem for problem in record.check(data | {"prepared": wrong}))


def test_what_was_played_before_is_read_and_not_taken_back() -> None:
    session = go_on(played("sarena"), 4)
    lines = [line for line in session.table.snapshot(session.viewers[0]).log if line.kind == "act"]
    assert len(lines) == 4
    assert session.refusal(session.viewers[0], Undo("u", 0)).code == "undo/nothing"


def test_it_names_the_game_that_it_comes_from() -> None:
    source = played("sarena")
    found = prepared(source.table, 3)
    assert found.of == commitment(source.key)
    assert len(found.plies) == 3


def test_whoever_is_still_there_is_told_of_a_rematch() -> None:
    session = played("sarena")
    events = session.table.rematched("other", session.now)
    assert [event for event in events if isinstance(event, Rematched)] == events
    session.keep(events)
    assert session.table.snapshot(session.spectator).rematch == "other"
    assert session.replayed().rematch == "other"
    assert session.table.snapshot(session.spectator).log[-1].text == "The rematch is at another table."
    assert session.table.rematched("other", session.now) == []


def test_a_journal_of_before_has_no_position() -> None:
    assert Config("sarena", [chair("p", 0), chair("p", 1)]).prepared is None
