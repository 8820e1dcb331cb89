"""Every worked example of rulebook.md, E1 to E7 and X1 to X10, with its numbers: by the rules that
are played with and by the naive ones.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from ludotheque.core import rulebook
from ludotheque.core.layout import copy
from ludotheque.games.viva_catrina import naive
from ludotheque.games.viva_catrina.components import COLOR_NAMES
from tests.games.viva_catrina.villages import (
    GAME,
    balloon_tile,
    chimeras,
    dealt,
    give,
    lay_lines,
    legal,
    linked,
    put,
    sheet,
    shops,
    village,
)

EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_text())
TAKES, VILLAGES = EXAMPLES["take"], EXAMPLES["village"]


def each(examples: list[Any]) -> Any:
    return pytest.mark.parametrize("example", [pytest.param(example, id=example["id"]) for example in examples])


@each(TAKES)
def test_the_ends_that_can_be_taken(example: Any) -> None:
    lines = example["line1"], example["line2"]
    assert legal(lay_lines(dealt(2), *lines)) == example["legal"]
    assert naive.takes(list(lines)) == example["legal"]


def opened(example: Any) -> Any:
    """The village before its first step, with the supplies that the example wants."""
    state = village(
        start=example["start"], seats=example.get("seats", 3), base_link=example.get("base_link", "any_tile")
    )
    for color, gone in example.get("piles_short", {}).items():
        state.pile[COLOR_NAMES.index(color)] = gone
    for name, left in example.get("chimeras_left", {}).items():
        state.chimeras_left[("small", "large").index(name)] = left
    return state


def found(state: Any, key: str) -> Any:
    """What the rules say about a line of `then`, where they have a word for it."""
    here = sheet(state)
    counts = {
        "visitors": linked(state, "visitor"),
        "butterflies": linked(state, "butterfly"),
        "shops": sum(shops(state)),
        "kinds": sum(count > 0 for count in shops(state)),
    }
    sizes = list(chimeras(state).values())
    counts |= {color: linked(state, f"balloon:{color}") for color in COLOR_NAMES}
    counts |= {f"{color}_tile": balloon_tile(state, color) for color in COLOR_NAMES}
    counts |= {"small": sizes.count("small"), "large": sizes.count("large"), "score": sum(here.values())}
    counts |= {f"score_{column}": points for column, points in here.items()}
    return counts.get(key)


@each(VILLAGES)
def test_the_village_is_worth_what_the_example_says(example: Any) -> None:
    state = opened(example)
    for step in example["steps"]:
        earned, count = bin(state.earned[0]).count("1"), len(legal(give(copy(state), step["tile"])))
        put(state, step["tile"], step["action"].removeprefix("place "))
        extra = bin(state.earned[0]).count("1") - earned
        known = {"legal": count, "extra": extra}
        for key, expected in step.get("then", {}).items():
            if not key.startswith("loose_") and key != "closed":
                assert known.get(key, found(state, key)) == expected, (example["id"], step, key)
    if "bases_with" in example:
        assert [[list(corner), name] for corner, name in chimeras(state).items()] == example["bases_with"]


def naive_table(example: Any) -> naive.Table:
    seats = example.get("seats", 3)
    table = naive.Table(
        seats, example.get("base_link", "any_tile"), {"starts": [example["start"]] * seats, "line1": [], "line2": []}
    )
    for colour, gone in example.get("piles_short", {}).items():
        del table.piles[colour][:gone]
    table.chimeras_left |= example.get("chimeras_left", {})
    return table


def naively_found(seat: naive.Seat, key: str) -> Any:
    here, loose = naive.linked(seat.village), naive.loose(seat.village)
    counts: dict[str, Any] = {
        "visitors": here["visitor"],
        "butterflies": here["butterfly"],
        "loose_visitors": loose["visitor"],
        "loose_butterflies": loose["butterfly"],
    }
    kinds = [here[f"shop:{kind}"] for kind in naive.SHOPS]
    counts |= {"shops": sum(kinds), "kinds": sum(count > 0 for count in kinds)}
    counts |= {colour: here[f"balloon:{colour}"] for colour in naive.COLOURS}
    counts |= {
        f"{colour}_tile": seat.balloon_tiles.get(colour, (0, 0))[colour in seat.golden] for colour in naive.COLOURS
    }
    sizes = list(seat.chimeras.values())
    counts |= {"small": sizes.count("small"), "large": sizes.count("large")}
    counts["closed"] = sorted(
        [len(base.corners), len(base.tiles), base.is_linked] for base in naive.bases(seat.village) if base.is_closed
    )
    counts |= {
        "score": sum(seat.sheet().values()),
        **{f"score_{column}": points for column, points in seat.sheet().items()},
    }
    return counts[key]


@each(VILLAGES)
def test_the_naive_village_is_worth_the_same(example: Any) -> None:
    table = naive_table(example)
    seat = table.seats[0]
    for step in example["steps"]:
        actions = naive.places(seat.village, step["tile"])
        assert step["action"] in actions
        seat.village = naive.placed(seat.village, step["tile"], step["action"])
        known = {"legal": len(actions), "extra": table.resolve(seat)}
        for key, expected in step.get("then", {}).items():
            assert (known[key] if key in known else naively_found(seat, key)) == expected, (example["id"], step, key)
    if "bases_with" in example:
        assert [[list(corner), name] for corner, name in seat.chimeras.items()] == example["bases_with"]


def test_the_rulebook_lists_every_example() -> None:
    listed = [
        line.split("|")[1].strip()
        for line in rulebook.path(GAME).read_text().splitlines()
        if line.startswith(("| E", "| X"))
    ]
    assert listed == [example["id"] for example in (*TAKES, *VILLAGES)]
