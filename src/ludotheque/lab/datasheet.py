"""The datasheet of a dataset of games: what is in it, how it was made, what it is good for.

The questions follow Gebru et al., "Datasheets for Datasets" (2021). It is in English, as are the
names in the data.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from ludotheque.core.record import FORMAT
from ludotheque.core.version import VERSION

SHEET = """---
pretty_name: {name}
task_categories: [reinforcement-learning]
tags: [board-games, ludotheque]
configs:
- config_name: default
  data_files: games-*.jsonl.gz
---
# {name}

{games:,} whole games as records ({format}), packed by Ludothèque {version}.

## Composition

| game | rules version | seats | options | games |
| --- | --- | --- | --- | --- |
{kinds}

A game has {least} to {most} plies, {mean:.1f} on average. Each line of `games-*.jsonl.gz` is one
record: the deal, everything that chance decided, every action in the game's own notation, and the
result. `games.csv` has one row per record: its number and file, what was played, the number of
plies, the winners' seats, the scores by seat, and the seed. Nothing is missing and nothing is
hidden: these are whole games, with what was face down.

## Collection

{made}
{checked}

## Uses

Replay and statistics; learning to imitate those who played; tests of another implementation of the
same rules. Read it with any JSON reader:

```python
import gzip, json

with gzip.open("games-00000.jsonl.gz", "rt", encoding="utf-8") as lines:
    for line in lines:
        record = json.loads(line)
```

Games of weak or random players say little about good play, and games of one kind of bot share its
habits. If people played, ask them before you publish their games.

## Maintenance

The same records give the same bytes. SHA-256 of the files:

{digests}
"""


@dataclass
class Facts:
    """What a datasheet tells."""

    is_checked: bool
    kinds: Counter[tuple[str, int, int, str]] = field(default_factory=Counter)  # game, version, seats, options
    lengths: Counter[int] = field(default_factory=Counter)  # plies
    digests: dict[str, str] = field(default_factory=dict)  # of the files
    made: list[dict[str, Any]] = field(default_factory=list)  # how records were made, where that is known


def datasheet(name: str, facts: Facts) -> str:
    """Return the datasheet as Markdown."""
    games = sum(facts.lengths.values())
    kinds = [
        f"| {game} | {version} | {seats} | `{options}` | {count:,} |"
        for (game, version, seats, options), count in sorted(facts.kinds.items())
    ]
    made = [
        f"- `{one['game']}`, {one['seats']} seats: played by {', '.join(one['bots'])}, from seed {one['seed']} on, "
        f"with version {one['version']} and the components `{one['components'][:12]}`."
        for one in facts.made
    ] or ["How the games came about is not recorded."]
    return SHEET.format(
        name=name,
        games=games,
        format=FORMAT,
        version=VERSION,
        kinds="\n".join(kinds),
        least=min(facts.lengths),
        most=max(facts.lengths),
        mean=sum(plies * count for plies, count in facts.lengths.items()) / games,
        made="\n".join(made),
        checked="\nEvery record was replayed by the rules, ply by ply, and agrees with them."
        if facts.is_checked
        else "\nThe records were not checked against the rules.",
        digests="\n".join(f"- `{file}`: `{digest}`" for file, digest in sorted(facts.digests.items())),
    )
