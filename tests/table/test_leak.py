"""Nothing a viewer may not see is ever sent to it.

Two tables that differ only in what a viewer cannot know tell it the same, byte for byte, in every
phase. The commitment is held fixed: it is the one thing that must differ.
"""

import hashlib
from collections.abc import Iterator

import msgspec
import pytest

from ludotheque.core.constants import NONE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.words import ENGLISH
from ludotheque.scene.picture import painter
from ludotheque.table import events as ev
from ludotheque.table.protocol import Act, Draft, LookBack, Why
from ludotheque.table.table import Table
from ludotheque.table.viewer import Viewer
from tests.table.tables import REAL, Session

games = pytest.mark.parametrize(
    ("game", "chairs", "seed"),
    [
        ("sarena", "pp", 1),
        ("sarena", "pppp", 2),
        ("toy", "pp", 3),
        ("toy", "ppp", 4),
        ("toy", "pbp", 5),
        ("hands", "pp", 6),
        ("hands", "ppp", 7),
    ],
)
pytestmark = pytest.mark.usefixtures("hands")


def encoded(message: object) -> bytes:
    return msgspec.json.encode(message)


def viewer_of(eyes: int) -> Viewer:
    return Viewer(() if eyes == NONE else (eyes,), f"person {eyes}", "Somebody")


def everything_told(table: Table, eyes: int) -> list[bytes]:
    """All that a viewer can get out of a table without changing it."""
    viewer, game = viewer_of(eyes), table.game
    told = [encoded(table.snapshot(viewer, 10**6))]
    if eyes != NONE:
        requests = [Act("x", table.seq, eyes, [action]) for action in range(game.actions.count)]
        told += [encoded(reply) for reply in (table.judge(viewer, request, 10**6).reply for request in requests)]
        steps = [
            list(painter(game).gesture(ENGLISH, table.position.view(eyes), eyes, action)[:1])
            for action in range(0, game.actions.count, 7)
        ]
        told += [encoded(table.judge(viewer, Why(eyes, step), 10**6).reply) for step in steps]
        told += [
            encoded(table.judge(viewer, Draft(eyes, [action]), 10**6).reply)
            for action in range(0, game.actions.count, 5)
        ]
    told += [encoded(table.judge(viewer, LookBack(ply), 10**6).reply) for ply in range(1, len(table.plies) + 2)]
    told.append(encoded(table.record(eyes)["plies"]))
    return told


def other_deal(session: Session, eyes: int, world: int) -> Table:
    """The same table, dealt as the viewer may imagine it before anything has happened."""
    table = Table(session.config, hashlib.sha256(b"%d" % world).digest())
    truth = session.table.position.dealt
    position = table.position
    position.dealt = table.game.imagine(table.game.view_of(truth, eyes), eyes, table.key)
    position.go_to(position.dealt)
    table.state.cursor = truth.cursor  # the journal's events say how far the generator has come
    position.movers = table.game.movers(table.state)
    table.showing.commitment = session.table.showing.commitment
    started = ev.decode(session.journal[0])
    assert isinstance(started, ev.Started)
    table.commit([msgspec.structs.replace(started, setup=table.game.notation.setup_of(table.position.dealt))])
    return table


def followed(session: Session, table: Table) -> Iterator[tuple[Table, Table]]:
    """The true table and the other one, event by event, as long as the other can follow and the
    game goes on.
    """
    truth = Table.replay(session.config, session.key, [ev.decode(session.journal[0])])
    yield truth, table
    for line in session.journal[1:]:
        event = ev.decode(line)
        truth.commit([event])
        try:
            table.commit([event])
        except LudothequeError:  # chance cannot have decided this in that world: the viewer knows better by now
            return
        if truth.game.is_over(truth.state):  # everything is shown now
            return
        yield truth, table


@games
def test_tables_that_a_viewer_cannot_tell_apart_tell_it_the_same(game: str, chairs: str, seed: int) -> None:
    session = Session(game, chairs, seed, clock=REAL)
    session.finish()
    compared = differ = 0
    for eyes in range(NONE, len(chairs)):
        for world in range(4):
            viewers = viewer_of(eyes), viewer_of(eyes)
            for number, (truth, other) in enumerate(followed(session, other_deal(session, eyes, world))):
                assert encoded(truth.update(viewers[0], 10**6)) == encoded(other.update(viewers[1], 10**6))
                if world == 0 and number % 6 == 0:
                    assert everything_told(truth, eyes) == everything_told(other, eyes)
                compared += 1
                differ += any(
                    encoded(truth.snapshot(Viewer((seat,)))) != encoded(other.snapshot(Viewer((seat,))))
                    for seat in range(len(chairs))
                )
    assert compared > 40
    assert differ > compared // 4  # the worlds are others indeed: some seat sees so


@pytest.mark.parametrize("chairs", ["pp", "ppp"])
def test_a_secret_choice_is_told_to_nobody_else(chairs: str) -> None:
    """Wherever a seat chose in secret, let it have chosen otherwise: the others are told the
    same.
    """
    session, compared = Session("toy", chairs, 6, options={"breath": 20}), 0
    while session.table.status == "playing":
        before = len(session.journal)
        session.step()
        if len(session.journal) == before:  # the table itself waits for everybody
            continue
        event = ev.decode(session.journal[before])
        assert isinstance(event, ev.Acted)
        # more was told than that the seat has chosen
        if session.table.plies[-1].rows[-1][0] != 0 or session.table.status == "over":
            continue
        for reach in {0, 3, event.actions[0]}:
            other = Table.replay(session.config, session.key, map(ev.decode, session.journal[:before]))
            viewers = [(viewer_of(eyes), viewer_of(eyes)) for eyes in range(NONE, len(chairs)) if eyes != event.seat]
            truth = Table.replay(session.config, session.key, map(ev.decode, session.journal[:before]))
            for one, two in viewers:
                assert encoded(truth.snapshot(one)) == encoded(other.snapshot(two))
            truth.commit([event])
            other.commit([msgspec.structs.replace(event, actions=[reach])])
            for one, two in viewers:
                assert encoded(truth.update(one)) == encoded(other.update(two))
                assert everything_told(truth, one.seats[0] if one.seats else NONE) == everything_told(
                    other, one.seats[0] if one.seats else NONE
                )
            own = Viewer((event.seat,)), Viewer((event.seat,))
            if reach != event.actions[0]:
                assert truth.position.view(event.seat).tobytes() != other.position.view(event.seat).tobytes()
            assert encoded(truth.snapshot(own[0])) == encoded(other.snapshot(own[1])) or reach != event.actions[0]
            compared += 1
    assert compared > 20


def test_a_seat_sees_the_difference_that_others_do_not() -> None:
    """What seat 0 cannot tell apart, seat 1 can: these tests would notice if its view were sent to
    seat 0.
    """
    session = Session("toy", "pp", 3)
    worlds = [other_deal(session, 0, world) for world in range(6)]
    for seat, count in ((0, 1), (1, 3)):
        assert len({encoded(table.snapshot(viewer_of(seat))) for table in [session.table, *worlds]}) >= count
    assert len({encoded(table.snapshot(viewer_of(0))) for table in [session.table, *worlds]}) == 1
