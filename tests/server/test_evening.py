"""A small club evening with a server that is killed: nothing is lost."""

from tests.server.evening import play_evening


def test_nothing_is_lost_when_the_server_dies_in_a_tournament(empty: str) -> None:
    plan = {"kind": "swiss", "rounds": 2, "is_duplicate": True}
    report = play_evening(empty, 4, [6], 4, plan)
    assert report.is_good, str(report)
    assert (report.kills, report.rounds, report.tables) == (1, 2, 4)
    assert [entrant["games"] for entrant in report.standings] == [2] * 4
