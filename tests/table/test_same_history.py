"""A bot is told the same in a league and at a table: one game, played by a recorder and from a
journal.
"""

import random

import pytest

from ludotheque.bots.history import history_of
from ludotheque.core import registry
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.record import Recorder, check
from ludotheque.core.rule import JIT
from ludotheque.table.recording import transcript_of
from ludotheque.table.table import Table
from tests.table.tables import Session

MOMENTS = (0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89) if JIT else (0, 2, 5)


def someone(session: Session, rng: random.Random) -> int:
    """Somebody who may act; the table itself only when nobody else can."""
    return rng.choice([seat for seat in session.table.movers if seat != TABLE] or [TABLE])


def compare(recorder: Recorder, table: Table) -> None:
    """All that anybody is told, of both."""
    for viewer in (None, *range(NONE, table.seats)):
        own = recorder.record(viewer)
        assert table.record(viewer) == own
        assert check(own) == []
    for viewer in range(NONE, table.seats):
        league, here = history_of(recorder, viewer), history_of(transcript_of(table), viewer)
        assert here.plies() == league.plies() == table.record(viewer)["plies"]
        sights = [view.tobytes() for view in league.views()]
        assert [view.tobytes() for view in here.views()] == sights
        assert [view.tobytes() for view in transcript_of(table).views(viewer)] == sights
        assert table.position.view(viewer).tobytes() == sights[-1]


@pytest.mark.usefixtures("hands")
@pytest.mark.parametrize("name", [*registry.names(), "hands"])
@pytest.mark.parametrize("seed", [1, 2])
def test_league_and_table_tell_the_same_history(name: str, seed: int) -> None:
    game = registry.load(name)
    seats = game.seats[-1] if seed == 1 else game.seats[0]
    options = {option.name: option.values[seed % len(option.values)] for option in game.options if option.values}
    session = Session(name, "b" * seats, seed, options=options)
    recorder, rng = Recorder(game, seats, session.table.options, session.key), random.Random(seed)
    compared = 0
    while session.table.status == "playing" and len(recorder.plies) <= MOMENTS[-1]:
        if len(recorder.plies) in MOMENTS:
            compare(recorder, session.table)
            compared += 1
        seat = someone(session, rng)
        action = rng.choice(game.legal(recorder.state, seat))
        recorder.act(seat, action)
        session.keep(session.table.bot_acts(seat, action, session.now))
    compare(recorder, session.replayed())
    assert compared > len(MOMENTS) // 2


def test_a_dream_that_nobody_sees_yet_stands_in_no_record() -> None:
    """Against the hourglass a dream lies face down until everybody is ready."""
    session = Session("dream_runners", "pp", 3, options={"pace": "sand"})
    assert session.table.is_veiled
    for viewer in (NONE, 0, 1):
        assert session.table.record(viewer)["setup"]["dreams"] == ["?"] * 8
    while session.table.is_veiled:
        session.step()
    for viewer in (NONE, 0, 1):
        assert session.table.record(viewer)["setup"]["dreams"][1:] == ["?"] * 7
        assert session.table.record(viewer)["setup"]["dreams"][0] != "?"
    while not session.table.is_veiled:
        session.step()
    for viewer in (NONE, 0, 1):
        own = session.table.record(viewer)
        assert own["setup"]["dreams"][1:] == ["?"] * 7
        assert set(own["plies"][-1]["chance"]) == {"?"}
        assert check(own) == []
    while session.table.is_veiled:
        session.step()
    assert "?" not in session.table.record(0)["plies"][-1]["chance"]
