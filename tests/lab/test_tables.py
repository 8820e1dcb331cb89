"""Tables: the games of a simulation as rows, the same from threads and from one core."""

import csv
import json
from pathlib import Path

import pytest

from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.lab.series import Series
from ludotheque.lab.simulate import Interrupted, simulate
from ludotheque.lab.spread import hired

TOY = registry.load("toy")


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_game_and_every_ply_is_a_row(tmp_path: Path) -> None:
    games, plies = tmp_path / "games.csv", tmp_path / "toy-plies.csv"
    found = simulate(TOY, 2, {}, 30, seed=4, tables=[games, plies])
    assert found.to_json()["wins"] == simulate(TOY, 2, {}, 30, seed=4).to_json()["wins"]
    by_game, by_ply = rows(games), rows(plies)
    assert [int(row["number"]) for row in by_game] == list(range(30))
    assert len(by_ply) == found.plies == sum(int(row["plies"]) for row in by_game)
    final = Series(TOY, 2, {}, 4).final_state(7)
    assert [int(by_game[7][f"score_{seat}"]) for seat in range(2)] == TOY.scores(final, 2)
    assert {by_game[0]["bot_0"], by_ply[0]["expects"]} == {"random", ""}
    assert {int(row["seat"]) for row in by_ply} <= {-1, 0, 1}


def test_parquet_holds_the_same_and_says_how_it_was_made(tmp_path: Path) -> None:
    from pyarrow import parquet

    paths = [tmp_path / name for name in ("games.csv", "plies.csv", "games.parquet", "plies.parquet")]
    with hired(threads=2) as crew:
        simulate(TOY, 3, {"storm": "mild"}, 20, seed=2, crew=crew, tables=paths)
    for kind in ("games", "plies"):
        table = parquet.read_table(tmp_path / f"{kind}.parquet")
        text = [{name: "" if value is None else str(value) for name, value in row.items()} for row in table.to_pylist()]
        assert text == rows(tmp_path / f"{kind}.csv")
    about = json.loads(table.schema.metadata[b"ludotheque"])
    assert (about["game"], about["seats"], about["options"]["storm"], about["seed"]) == ("toy", 3, "mild", 2)


def test_a_table_is_whole_or_not_there(tmp_path: Path) -> None:
    with pytest.raises(LudothequeError, match=r"such as games\.parquet"):
        simulate(TOY, 2, {}, 5, seed=1, tables=[tmp_path / "results.csv"])

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        simulate(TOY, 2, {}, 5000, seed=1, progress=stop, tables=[tmp_path / "plies.csv", tmp_path / "games.csv"])
    assert 0 < len(rows(tmp_path / "games.csv")) == stopped.value.simulation.games < 5000

    def fail(_: int) -> None:
        raise ValueError

    with pytest.raises(ValueError, match=r"^$"):
        simulate(TOY, 2, {}, 5, seed=1, progress=fail, tables=[tmp_path / "more-games.csv"])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.csv", "plies.csv"]
