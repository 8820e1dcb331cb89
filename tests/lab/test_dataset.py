"""Many records in one file, and datasets."""

import csv
import gzip
import hashlib
import json
import shutil
from pathlib import Path

import pytest

from ludotheque.core import record, registry
from ludotheque.core.errors import LudothequeError
from ludotheque.lab import dataset
from ludotheque.lab.spread import Crew, hired

TOY = registry.load("toy")


def made(path: Path, count: int = 7, seed: int = 3, threads: int = 1) -> bytes:
    with hired(threads=threads) as crew:
        dataset.make(TOY, ["random", "greedy"], 2, TOY.complete_options({}), seed, count, path, crew, lambda _: None)
    return path.read_bytes()


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "GAMES", 2)
    monkeypatch.setattr(dataset, "SHARD", 3)


def test_a_file_of_records_goes_on_where_it_was_cut(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    whole = made(path)
    assert len(whole.splitlines()) == 7
    assert all(record.check(json.loads(line)) == [] for line in whole.splitlines())
    path.write_bytes(whole[: whole.index(b"\n") + 40])
    assert made(path, threads=2) == whole
    assert made(path) == whole
    assert made(path, count=8).startswith(whole)
    with pytest.raises(LudothequeError, match="has other games"):
        made(path, seed=4)


def test_a_dataset_has_all_records_a_table_and_a_datasheet(tmp_path: Path) -> None:
    made(tmp_path / "in/games.jsonl")
    single = json.loads((tmp_path / "in/games.jsonl").read_text().splitlines()[0])
    (tmp_path / "in/one.json").write_text(record.dumps(single))
    folder, seen = tmp_path / "out", list[int]()
    assert dataset.pack([tmp_path / "in"], folder, True, Crew(), seen.append) == 8
    assert seen == [2, 4, 6, 8]
    shards = sorted(folder.glob("*.jsonl.gz"))
    lines = [line for path in shards for line in gzip.decompress(path.read_bytes()).decode().splitlines()]
    assert [path.name for path in shards] == [f"games-0000{number}.jsonl.gz" for number in range(3)]
    assert lines == [*(tmp_path / "in/games.jsonl").read_text().splitlines(), json.dumps(single, ensure_ascii=False)]
    with (folder / "games.csv").open(newline="") as file:
        table = list(csv.DictReader(file))
    assert [row["file"] for row in table] == [f"games-0000{number // 3}.jsonl.gz" for number in range(8)]
    assert table[7]["scores"] == " ".join(map(str, single["final"]["scores"]))
    sheet = (folder / "README.md").read_text()
    assert "8 whole games" in sheet
    assert "played by random, greedy, from seed 3 on" in sheet
    assert all(hashlib.sha256(path.read_bytes()).hexdigest() in sheet for path in [*shards, folder / "games.csv"])
    with pytest.raises(LudothequeError, match="not empty"):
        dataset.pack([tmp_path / "in"], folder, True, Crew(), seen.append)


def test_a_wrong_record_is_not_packed(tmp_path: Path) -> None:
    made(tmp_path / "games.jsonl", count=2)
    lines = (tmp_path / "games.jsonl").read_text().splitlines()
    wrong = json.loads(lines[1])
    wrong["final"]["scores"][0] += 1
    (tmp_path / "wrong.jsonl").write_text(f"{lines[0]}\n{json.dumps(wrong)}\n")
    with pytest.raises(LudothequeError, match=r"wrong.jsonl:2: "):
        dataset.pack([tmp_path / "wrong.jsonl"], tmp_path / "out", True, Crew(), lambda _: None)
    shutil.rmtree(tmp_path / "out")
    assert dataset.pack([tmp_path / "wrong.jsonl"], tmp_path / "out", False, Crew(), lambda _: None) == 2
    assert "not checked" in (tmp_path / "out/README.md").read_text()
    del wrong["final"]
    (tmp_path / "wrong.jsonl").write_text(json.dumps(wrong))
    with pytest.raises(LudothequeError, match="not over"):
        dataset.pack([tmp_path / "wrong.jsonl"], tmp_path / "open", False, Crew(), lambda _: None)
    with pytest.raises(LudothequeError, match="no record"):
        dataset.pack([tmp_path / "out"], tmp_path / "none", True, Crew(), lambda _: None)
