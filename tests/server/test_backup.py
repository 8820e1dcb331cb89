"""A copy that is made while people play holds all that they had been told by then, and is a whole
server: `ludotheque backup` and `restore` for SQLite, `pg_dump` and `pg_restore` for PostgreSQL.
"""

import subprocess
from pathlib import Path

import pytest

from ludotheque.check.guests import PATIENCE_S, serving
from ludotheque.server.settings import Settings
from ludotheque.table.events import PLAYING
from tests.server.conftest import MakeDatabase
from tests.server.databases import program
from tests.server.kills import House, Party, Report, compare, journals, status_by, wrong_statuses
from tests.server.test_commands import run

PARTIES, MOVES = 4, 20


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def back_up(database: str, file: Path) -> None:
    if database.startswith("sqlite"):
        assert run("backup", str(file), "--database", database) == 0
    else:
        subprocess.run([program("pg_dump"), "--format", "custom", "--file", file, database], check=True)


def restore(file: Path, database: str) -> None:
    if database.startswith("sqlite"):
        assert run("restore", str(file), "--database", database) == 0
    else:
        subprocess.run([program("pg_restore"), "--exit-on-error", "--dbname", database, file], check=True)


def play(house: House, parties: list[Party], settings: Settings, file: Path | None = None) -> int:
    """Let people play, make a copy meanwhile if a file is given, and return how many moves had been
    acknowledged when that began.
    """
    with serving(settings) as address:
        house.open(address)
        for party in parties:
            party.start()
        told = 0
        if file is not None:
            house.wait_for_moves(MOVES)
            told = len(house.acknowledged)
            back_up(settings.database, file)
            house.wait_for_moves(len(house.acknowledged) + MOVES)  # they have not stopped for it
        house.is_closing = True
        for party in parties:
            party.join(PATIENCE_S)
    assert not house.errors, house.errors
    return told


def test_a_copy_made_under_load_has_every_move_that_was_acknowledged_before(
    make_database: MakeDatabase, tmp_path: Path
) -> None:
    source, target, file = make_database(), make_database(), tmp_path / "copy"
    house = House()
    parties = [Party(house, ("you", "person")) for _ in range(PARTIES)]
    told = play(house, parties, Settings(database=source), file)
    restore(file, target)

    before, copied = journals(source), journals(target)
    report, house.acknowledged = Report(target), house.acknowledged[:told]
    compare(copied, house, [], report)
    assert (report.acknowledged, report.lost, report.doubled, report.gaps) == (told, 0, 0, 0)
    assert all(events == before[table][: len(events)] for table, events in copied.items())
    assert sum(map(len, copied.values())) < sum(map(len, before.values()))  # it is a copy of that moment
    assert wrong_statuses(target) == []

    later, again = House(), []
    for party in parties:
        assert party.made is not None
        if status_by(copied.get(party.made["table"], [])) == PLAYING:
            again.append(party.come_back(later))
    assert again
    play(later, again, Settings(database=target))
    assert len(later.acknowledged) >= 2 * len(again)
    compare(journals(target), later, again, report)
    assert report.is_good, report
