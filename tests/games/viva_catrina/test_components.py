"""Component files that the owner of a copy has corrected: a wrong one is refused with file, row and
reason, a right one changes the game.
"""

from pathlib import Path

import pytest

from tests.games.owner import answer, read, why_refused, write
from tests.games.viva_catrina.villages import GAME

BREAD = '{ id = "S1-bread", n = 1, edges = "P-P-", corners = "1010", paved = ["shop:bread", "visitor"], trail = [] }'
SIDE = '{ id = "S4-bread", n = 1, edges = "P-B-", corners = "0011", paved = ["shop:bread", "visitor"], trail = [] }'
LAST = '{ id = "N7", n = 2, edges = "FPFB", corners = "1001", paved = ["visitor"], trail = ["butterfly", "butterfly"] }'
START = '{ id = "ST2", edges = "PPFF", corners = "0000" }'
STACK = "{ front = 4, gold = 7, min_players = 3 }"

WRONG = {
    "113 tiles": (LAST, LAST.replace("n = 2", "n = 1"), "path.tiles must add up to 114 tiles, not 113"),
    "115 tiles": (BREAD, BREAD.replace("n = 1", "n = 2"), "path.tiles must add up to 114 tiles, not 115"),
    "no copy": (BREAD, BREAD.replace("n = 1", "n = 0"), "path.tiles, row 1, n must be at least 1"),
    "an unknown letter": (
        BREAD,
        BREAD.replace("P-P-", "P-X-"),
        "path.tiles, row 1, edges may hold only P, F, B and -, not 'X'",
    ),
    "an unknown letter of a start tile": (
        START,
        START.replace("PPFF", "PPFQ"),
        "start.tiles, row 2, edges may hold only P, F, B and -, not 'Q'",
    ),
    "five edges": (
        BREAD,
        BREAD.replace("P-P-", "P-P--"),
        "path.tiles, row 1, edges must be four letters, north, east, south, west, not 'P-P--'",
    ),
    "a corner that is no digit": (
        BREAD,
        BREAD.replace("1010", "10x0"),
        "path.tiles, row 1, corners must be four digits 0 or 1, not '10x0'",
    ),
    "a side part without a corner": (
        SIDE,
        SIDE.replace("0011", "0010"),
        "path.tiles, row 4, corners must have a part at both ends of the side part on the south edge, not '0010'",
    ),
    "a side part without its corners": (
        LAST,
        LAST.replace("1001", "0110"),
        "path.tiles, row 111, corners must have a part at both ends of the side part on the west edge, not '0110'",
    ),
    "an unknown element": (
        BREAD,
        BREAD.replace("shop:bread", "shop:cheese"),
        "path.tiles, row 1, paved may not hold 'shop:cheese'",
    ),
    "an element without a path": (
        BREAD,
        BREAD.replace("trail = []", 'trail = ["butterfly"]'),
        "path.tiles, row 1, trail holds butterfly, but no such path leaves the tile",
    ),
    "a butterfly on stone": (
        BREAD,
        BREAD.replace('"visitor"', '"butterfly"'),
        "path.tiles, row 1, paved may not hold butterflies",
    ),
    "a visitor in flowers": (
        LAST,
        LAST.replace('["butterfly", "butterfly"]', '["visitor"]'),
        "path.tiles, row 111, trail may not hold visitors",
    ),
    "two shops": (BREAD, BREAD.replace('"visitor"', '"shop:fruit"'), "path.tiles, row 1, may show only one shop"),
    "an id twice": (BREAD, BREAD.replace("S1-bread", "S2-bread"), "path.tiles, row 1, id appears twice: 'S2-bread'"),
    "an id with a space": (
        BREAD,
        BREAD.replace("S1-bread", "S1 bread"),
        "path.tiles, row 1, id must be plain letters without a space, not 'S1 bread'",
    ),
    "a start tile twice": (START, START.replace("ST2", "ST1"), "start.tiles must have different ids"),
    "a start tile too few": (START + ",\n", "", "start.tiles must be 6, one for each possible seat"),
    "a colour twice": (
        '"yellow", "green"]',
        '"yellow", "red"]',
        "balloon_tiles.colours must name four different colours",
    ),
    "equal balloon tiles": (
        STACK,
        STACK.replace("front = 4", "front = 5"),
        "balloon_tiles.stack must have rows with different front values",
    ),
    "turned before it is taken": (
        "flip_at = 6",
        "flip_at = 2",
        "balloon_tiles.flip_at must not be less than take_at, 3",
    ),
    "an altar of nothing": (
        'counts = "chimera", ',
        'counts = "dragon", ',
        "altars.kinds, row 8, counts must be one of ",
    ),
    "shop points for seven kinds": (
        "16, 25]",
        "16, 25, 36]",
        "score.shop_kinds must have 7 values, for none to all six kinds",
    ),
    "another base": (
        "grid_corners = 2, tiles = 6",
        "grid_corners = 3, tiles = 8",
        "chimeras.large must be for 2 grid corner(s) and 6 tiles, as the rules say (R6.4)",
    ),
    "three lines": (
        "2 = [9, 9]",
        "2 = [9, 9, 9]",
        "board.slots, 2, must be two lengths that add up to at most 30, not [9, 9, 9]",
    ),
    "an endless line": (
        "2 = [9, 9]",
        "2 = [9, 90]",
        "board.slots, 2, must be two lengths that add up to at most 30, not [9, 90]",
    ),
    "seven seats": ("min = 2, max = 6", "min = 2, max = 7", "seats must be from 2 to 6"),
    "options the other way round": (
        '["any_tile", "none"]',
        '["none", "any_tile"]',
        "options must be only base_link, with the values any_tile (the default) and none",
    ),
    "a missing table": ("[altars]", "[shrines]", "altars is missing"),
    "a number as text": ("visitor = 1\n", 'visitor = "1"\n', "score.visitor must be a whole number, not '1'"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_file_is_refused_with_file_row_and_reason(what: str, own_file: Path) -> None:
    before, after, reason = WRONG[what]
    assert why_refused(own_file, (before, after)).startswith(reason)


def test_the_shipped_file_is_read_where_the_owner_has_none(own_file: Path) -> None:
    assert not own_file.exists()
    assert read(GAME)["COMPONENTS"].digest == GAME.components.digest


def test_longer_lines_make_larger_villages(own_file: Path) -> None:
    write(own_file, ("2 = [9, 9], 3 = [9, 9]", "2 = [10, 10], 3 = [10, 10]"))
    tables = read(GAME)
    assert (tables["MAX_TILES"], tables["MAX_PLACES"], tables["LONGEST"]) == (27, 54, 10)
    assert tables["WIDTH"] >= 29
    steps = [
        abs(x) + abs(y)
        for x in range(-60, 61)
        for y in range(-60, 61)
        if (x, y) != (0, 0) and (x + tables["WIDTH"] * y) % tables["RING"] == 0
    ]
    assert min(steps) == tables["WIDTH"]


def test_what_the_shipped_box_holds() -> None:
    """The numbers that rulebook.md and components.toml speak of."""
    rows = read(GAME)["PATH_ROWS"]
    shown = [element for row in rows for element in (row["paved"] + row["trail"]) * row["n"]]
    assert (shown.count("visitor"), shown.count("butterfly")) == (60, 45)
    assert [sum(element.startswith(kind) for element in shown) for kind in ("shop", "altar", "balloon")] == [36, 12, 80]
    for kind in ("bread", "fruit", "skull", "marigold", "banner", "candle"):
        assert shown.count(f"shop:{kind}") == 6
    for color in ("red", "blue", "yellow", "green"):
        assert shown.count(f"balloon:{color}") == 20
        assert shown.count(f"altar:{color}") == 2
    kinds = [("P" in row["edges"], "F" in row["edges"]) for row in rows for _ in range(row["n"])]
    assert [kinds.count(kind) for kind in ((True, False), (False, True), (True, True))] == [52, 22, 40]
    parts = [("B" in row["edges"], row["corners"].count("1")) for row in rows for _ in range(row["n"])]
    assert [parts.count(part) for part in ((True, 2), (False, 2), (False, 1), (False, 0))] == [38, 53, 11, 12]


# What a right file changes: seen by a program of its own, since a game is loaded once


def test_a_corrected_file_is_played_with(tmp_path: Path) -> None:
    write(
        tmp_path / "viva_catrina.toml",
        ("2 = [9, 9]", "2 = [10, 3]"),
        ("gold = 8", "gold = 9"),
        (BREAD, BREAD.replace("S1-bread", "S1-loaf")),
    )
    dealt = (
        "state = GAME.new(2, {}, chance.seed_key(1))\nsetup = GAME.notation.setup_of(state)\nprint(len(setup['line1']),"
        " len(setup['line2']), GAME.max_plies)"
    )
    assert answer(GAME, tmp_path, dealt) == "10 3 210"
    assert (
        answer(
            GAME,
            tmp_path,
            "print('draw S1-loaf', GAME.notation.parse_chance('draw S1-loaf'), GAME.notation.parse_chance('draw"
            " S1-bread'))",
        )
        == "draw S1-loaf (3, 0) None"
    )
