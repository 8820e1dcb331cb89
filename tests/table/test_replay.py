"""A table is its journal: replaying it gives the same table."""

import pytest

from ludotheque.check.playing import position
from ludotheque.core.errors import LudothequeError
from ludotheque.core.record import Recorder, check, verify
from ludotheque.table import events as ev
from ludotheque.table.protocol import Undo
from ludotheque.table.table import Table
from tests.table.tables import REAL, Session

both_games = pytest.mark.parametrize("game", ["sarena", "toy"])


def all_of(table: Table) -> tuple[object, ...]:
    """Everything that a table knows."""
    plies = [
        (ply.seq, ply.seat, ply.action, ply.by, ply.chance, ply.rows, ply.before.tobytes(), ply.after.tobytes())
        for ply in table.plies
    ]
    people = table.chairs, table.seating.stand_ins, table.seating.resigned, table.seating.flagged, table.drafts
    marks = (
        table.position.chosen_anew,
        table.position.acted,
        table.position.last_acted,
        table.answers,
        table.position.undone,
    )
    return (
        table.state.tobytes(),
        table.seq,
        table.status,
        table.movers,
        plies,
        people,
        marks,
        table.clocks.left,
        table.clocks.now_ms,
    )


@both_games
@pytest.mark.parametrize("chairs", ["pp", "pb", "bb", "ppb"])
def test_a_replayed_table_is_bit_equal_at_every_event(game: str, chairs: str) -> None:
    session = Session(game, chairs, seed=len(chairs), clock=REAL)
    while session.table.status == "playing":
        assert all_of(session.replayed()) == all_of(session.table)
        session.step()
    assert all_of(session.replayed()) == all_of(session.table)
    assert session.table.snapshot(session.spectator) == session.replayed().snapshot(session.spectator)


def test_chance_goes_on_after_a_replay_as_it_would_have_without() -> None:
    session, drawn = Session("toy", "pp", seed=3), 0
    while session.table.status == "playing":
        session.table = session.replayed()
        session.step()
    assert session.table.state.cursor > session.table.position.dealt.cursor
    assert not verify(session.table.record())
    drawn = sum(len(ply.chance) for ply in session.table.plies)
    assert drawn > 5


@both_games
def test_replay_does_not_ask_the_generator(game: str) -> None:
    """With another key behind it, the journal still tells the same game."""
    session = Session(game, "pp", seed=4)
    session.finish()
    other = Table.replay(session.config, bytes(32), [ev.decode(line) for line in session.journal])
    assert position(other.game, other.state) == position(other.game, session.table.state)
    assert other.status == "over"


def test_events_are_committed_in_order_only() -> None:
    session = Session("sarena")
    events = session.table.bot_acts(0, 0, 0)
    assert events == []  # no bot sits there
    with pytest.raises(LudothequeError, match="event 1 cannot follow event 1"):
        session.table.commit([ev.decode(session.journal[0])])


def test_a_journal_that_cannot_have_happened_is_refused() -> None:
    session = Session("toy")
    session.act(0, 1)
    session.act(1, 0)
    session.act(0, session.any_action(0))
    acted = ev.decode(session.journal[-1])
    assert isinstance(acted, ev.Acted)
    assert acted.chance[0]
    wrongs: dict[str, list[list[list[str]]]] = {
        "is not a chance outcome": [[["piece gold"]]],
        "cannot be the chance outcomes": [[["piece rope", "piece rope"]], [[]]],
    }
    for message, chance in [(message, chance) for message, chances in wrongs.items() for chance in chances]:
        wrong = ev.Acted(
            seq=acted.seq,
            at_ms=acted.at_ms,
            seat=0,
            actions=acted.actions,
            chance=chance,
            cursor=acted.cursor,
            by=acted.by,
        )
        with pytest.raises(LudothequeError, match=message):
            Table.replay(session.config, session.key, [*map(ev.decode, session.journal[:-1]), wrong])


@both_games
def test_the_record_is_the_one_that_a_recorder_writes(game: str) -> None:
    session = Session(game, "pp", seed=5)
    for _ in range(7):
        session.step()
    recorder = Recorder(session.table.game, 2, session.table.options, session.key)
    for ply in session.table.plies:
        recorder.act(ply.seat, ply.action)
    for seat in (None, 0, 1, -1):
        assert session.table.record(seat) == recorder.record(seat)
    session.finish()
    assert not check(session.table.record())


def test_a_record_says_how_many_plies_were_taken_back() -> None:
    session = Session("sarena", is_friendly=True)
    session.act(0, session.any_action(0))
    assert "undone" not in session.table.record()
    session.ask(session.viewers[0], Undo("u", 0))
    session.finish()
    assert session.table.record()["undone"] == 1
    assert not verify(session.table.record())
