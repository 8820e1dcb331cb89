"""A game whose rules have changed: what was begun under the old ones goes on under them, and is
replayed under them for ever.
"""

import json
import random
from typing import Any

import pytest

from ludotheque.core import record
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import TABLE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.table import events as ev
from ludotheque.table.events import AnyEvent, Chair, Config
from ludotheque.table.protocol import Act, Done, Refused
from ludotheque.table.table import Table
from ludotheque.table.viewer import Viewer
from tests.toy import GAME

OLD = GAME.versions[1]
TOO_FAR = 3  # by version 1


def played(game: Game, seed: int) -> dict[str, Any]:
    """A whole game, played at random."""
    recorder = record.Recorder(game, 3, {"breath": 30}, seed_key(seed))
    rng = random.Random(seed)
    while movers := game.movers(recorder.state):
        seat = movers[int(rng.random() * len(movers))]
        legal = game.legal(recorder.state, seat)
        recorder.act(seat, legal[int(rng.random() * len(legal))])
    data: dict[str, Any] = json.loads(record.dumps(recorder.record()))
    return data


def test_each_version_knows_its_own_rules() -> None:
    assert sorted(GAME.versions) == [1, 2]
    assert [GAME.versions[version].rules_version for version in (1, 2)] == [1, 2]
    for game, most in ((OLD, 2), (GAME, TOO_FAR)):
        state = game.new(3, {"breath": 30}, seed_key(1))
        assert game.legal(state, 0) == list(range(most + 1))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("version", [1, 2])
def test_a_record_is_followed_under_the_version_it_names(version: int, seed: int) -> None:
    data = played(GAME.versions[version], seed)
    assert data["rules_version"] == version
    assert record.check(data) == []
    assert record.verify(data) == []


def test_the_versions_differ_in_what_they_allow_and_who_wins() -> None:
    """So that following a record under the wrong one would be noticed."""
    new = next(
        data
        for data in (played(GAME, seed) for seed in range(20))
        if any(ply["action"] == "reach 3" for ply in data["plies"])
    )
    del new["components"]
    assert "is not legal" in record.check(new | {"rules_version": 1})[0]
    old = next(
        data
        for data in (played(OLD, seed) for seed in range(200))
        if len(set(data["final"]["ranks"])) < len(set(played_ranks(data)))
    )
    assert record.check(old) == []


def played_ranks(data: dict[str, Any]) -> list[int]:
    """The ranks that today's rules would give."""
    follower = record.Follower(data)
    for _ in follower.steps():
        pass
    return GAME.ranks(follower.state, follower.seats)


@pytest.mark.parametrize("version", [0, 3, "1", None, True])
def test_a_version_that_nobody_knows_is_refused_with_one_sentence(version: Any) -> None:
    complaint = f"the record was played with rules_version {version!r} of Flotsam; this program supports 1, 2"
    assert record.check(played(GAME, 1) | {"rules_version": version}) == [complaint]


# At a table


def table_of(version: int) -> tuple[Table, list[AnyEvent]]:
    """A table for two that has just begun, and its journal."""
    config = Config(
        "toy", [Chair(ev.PERSON, "Ann", person="ann"), Chair(ev.PERSON, "Bo", person="bo")], rules_version=version
    )
    table = Table(config, seed_key(4))
    begun = table.start(1)
    table.commit(begun)
    return table, begun


def test_a_table_goes_on_under_the_version_it_was_opened_with() -> None:
    for version, answer in ((1, Refused), (2, Done)):
        table, journal = table_of(version)
        assert table.game is GAME.versions[version]
        outcome = table.judge(Viewer((0,), "ann"), Act("a", table.seq, 0, [TOO_FAR]), 2)
        assert isinstance(outcome.reply, answer)
        again = Table.replay(
            table.config, table.key, [ev.decode(ev.encode(event)) for event in [*journal, *outcome.events]]
        )
        assert again.game is table.game
        assert again.record()["rules_version"] == version


def test_a_journal_that_names_no_version_is_of_the_first() -> None:
    assert Config("toy", []).rules_version == 1


def test_a_table_of_a_version_that_nobody_knows_is_refused() -> None:
    with pytest.raises(
        LudothequeError, match=r"this table uses rules_version 7 of Flotsam; this program supports 1, 2"
    ):
        table_of(7)


def test_the_table_itself_still_acts_by_the_old_rules() -> None:
    state = OLD.new(2, {}, seed_key(1))
    OLD.apply(state, 0, 1)
    assert TABLE in OLD.movers(state)
