"""Many records in one file, and datasets: records packed with a table and a datasheet."""

import csv
import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from ludotheque.bots.levels import SIMPLE, player
from ludotheque.bots.play import play_out
from ludotheque.core import record
from ludotheque.core.chance import seed_key
from ludotheque.core.errors import LudothequeError
from ludotheque.core.files import write_file
from ludotheque.core.game import Game
from ludotheque.core.record import Data
from ludotheque.core.version import VERSION
from ludotheque.core.words import reason
from ludotheque.lab.datasheet import Facts, datasheet
from ludotheque.lab.spread import Crew, Packed, Progress, unpacked

LINES = ".jsonl"  # a file with one record per line
GAMES = 50  # in a piece of work, unless somebody thinks
SHARD = 10_000  # games in one file of a dataset
TABLE = "games.csv"
HEAD = ("number", "file", "game", "rules_version", "seats", "options", "plies", "winners", "scores", "seed")


# Making


def play_lines(
    packed: Game | Packed, names: Sequence[str], seats: int, options: Mapping[str, Any], seeds: range
) -> list[str]:
    """Let bots play a game for each seed; return the records, each on one line."""
    game = unpacked(packed)
    players = [player(game, name) for name in names]
    played = (play_out(game, seats, options, seed_key(seed), players) for seed in seeds)
    return [json.dumps(one.record(), ensure_ascii=False) + "\n" for one in played]


def played(
    game: Game, names: Sequence[str], seats: int, options: Mapping[str, Any], seeds: range, crew: Crew
) -> Iterator[list[str]]:
    """Let bots play a game for each seed; yield records, some at a time, each on one line."""
    packed, size = crew.pack(game), GAMES if set(names) <= set(SIMPLE) else 1
    parts = (seeds[first : first + size] for first in range(0, len(seeds), size))
    return crew.map(play_lines, ((packed, names, seats, dict(options), part) for part in parts))


def make(
    game: Game,
    names: Sequence[str],
    seats: int,
    options: Mapping[str, Any],
    seed: int,
    count: int,
    path: Path,
    crew: Crew,
    progress: Progress,
) -> None:
    """Write `count` records to a file, one per line, or those that are still missing there.

    What was asked for stands in a second file beside it.
    """
    about = {
        "version": VERSION,
        "game": game.id,
        "rules_version": game.rules_version,
        "components": game.components.digest,
        "seats": seats,
        "options": dict(options),
        "bots": list(names),
        "seed": seed,
    }
    done = _begin(path, about)
    with path.open("a", encoding="utf-8") as file:
        progress(done)
        for lines in played(game, names, seats, options, range(seed + done, seed + count), crew):
            file.writelines(lines)
            file.flush()
            done += len(lines)
            progress(done)


def about_file(path: Path) -> Path:
    return path.with_suffix(".about.json")


def _begin(path: Path, about: Data) -> int:
    """Return how many whole records a file has already; cut off what was being written."""
    beside, said = about_file(path), json.dumps(about, indent=1) + "\n"
    try:
        if not path.exists():
            write_file(beside, said)
            return 0
        if not beside.exists() or beside.read_text(encoding="utf-8") != said:
            raise LudothequeError(
                "{path} has other games; use another file, or the same bots, seats, options, seed and version",
                path=path,
            )
        done, whole = 0, 0
        with path.open("r+b") as file:
            for line in file:
                if line.endswith(b"\n"):
                    done, whole = done + 1, whole + len(line)
            file.truncate(whole)
    except OSError as error:
        raise LudothequeError("{path}: cannot be used: {error}", path=path, error=reason(error)) from error
    return done


# Packing


def files_in(paths: Iterable[Path]) -> list[Path]:
    """Return the files with records: those that are named, and those in the folders."""
    found: list[Path] = []
    for path in paths:
        inside = (file for file in path.iterdir() if not file.name.endswith(".about.json")) if path.is_dir() else [path]
        found += sorted(file for file in inside if not path.is_dir() or file.suffix in (".json", LINES))
    if not found:
        raise LudothequeError("there is no record to pack")
    return found


def texts_in(files: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """Yield where each record stands, and its text."""
    for path in files:
        try:
            if path.suffix != LINES:
                yield str(path), path.read_text(encoding="utf-8")
                continue
            with path.open(encoding="utf-8") as lines:
                for number, line in enumerate(lines, 1):
                    yield f"{path}:{number}", line
        except OSError as error:
            raise LudothequeError("{path}: cannot be read: {error}", path=path, error=reason(error)) from error
        except UnicodeDecodeError as error:
            raise LudothequeError("{path} is not a record: not text", path=path) from error


def looked_at(texts: Sequence[tuple[str, str]], is_checked: bool) -> list[tuple[str, Data]]:
    """Return each record on one line, and what the table says about it; refuse a wrong one."""
    found = []
    for where, text in texts:
        data = record.parse(text, where)
        if "final" not in data:
            raise LudothequeError("{where}: the game is not over", where=where)
        if is_checked and (problems := record.check(data)):
            raise LudothequeError("{where}: {problem}", where=where, problem=problems[0])
        ranks = data["final"]["ranks"]
        row = {
            "game": data["game"],
            "rules_version": data["rules_version"],
            "seats": data["seats"],
            "options": json.dumps(data["options"], sort_keys=True),
            "plies": len(data["plies"]),
            "winners": " ".join(str(seat) for seat, rank in enumerate(ranks) if rank == 1),
            "scores": " ".join(map(str, data["final"]["scores"])),
            "seed": data.get("seed", ""),
        }
        found.append((json.dumps(data, ensure_ascii=False) + "\n", row))
    return found


def batches(texts: Iterator[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    while part := list(islice(texts, GAMES)):
        yield part


class Shards:
    """The compressed files of a dataset. The same records give the same bytes."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.lines, self.games, self.digests = folder, list[bytes](), 0, dict[str, str]()

    def add(self, line: str) -> str:
        """Add a record; return the name of its file."""
        name = f"games-{self.games // SHARD:05}.jsonl.gz"
        self.lines.append(line.encode())
        self.games += 1
        if self.games % SHARD == 0:
            self.close()
        return name

    def close(self) -> None:
        """Write the file that is being filled."""
        if self.lines:
            name, content = (
                f"games-{(self.games - 1) // SHARD:05}.jsonl.gz",
                gzip.compress(b"".join(self.lines), 9, mtime=0),
            )
            self.digests[name] = hashlib.sha256(content).hexdigest()
            write_file(self.folder / name, content)
            self.lines.clear()


def pack(paths: Sequence[Path], folder: Path, is_checked: bool, crew: Crew, progress: Progress) -> int:
    """Pack records into a dataset; return how many there are. The datasheet is written last."""
    files, shards, facts = files_in(paths), Shards(folder), Facts(is_checked)
    if folder.exists() and any(folder.iterdir()):
        raise LudothequeError("{folder} is not empty; a dataset needs a folder of its own", folder=folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / TABLE).open("w", encoding="utf-8", newline="") as file:
            table = csv.writer(file, lineterminator="\n")
            table.writerow(HEAD)
            for part in crew.map(looked_at, ((texts, is_checked) for texts in batches(texts_in(files)))):
                for line, row in part:
                    table.writerow([shards.games, shards.add(line), *(row[column] for column in HEAD[2:])])
                    facts.kinds[row["game"], row["rules_version"], row["seats"], row["options"]] += 1
                    facts.lengths[row["plies"]] += 1
                progress(shards.games)
        shards.close()
    except OSError as error:
        raise LudothequeError("{path}: cannot be written: {error}", path=folder, error=reason(error)) from error
    facts.digests = shards.digests | {TABLE: hashlib.sha256((folder / TABLE).read_bytes()).hexdigest()}
    facts.made = [
        json.loads(about_file(path).read_text(encoding="utf-8"))
        for path in files
        if path.suffix == LINES and about_file(path).exists()
    ]
    write_file(folder / "README.md", datasheet(folder.name, facts))
    return shards.games
