"""Component files that the owner of a copy has corrected: a wrong one is refused with file, row and
reason, a right one changes the game.
"""

from pathlib import Path

import numpy as np
import pytest

from ludotheque.core.errors import LudothequeError
from ludotheque.games.dream_runners import bounds, components, segments
from tests.games.dream_runners.boards import GAME
from tests.games.owner import answer, read, why_refused, write

SHIPPED = (GAME.folder / "components.toml").read_text()
D1_1 = '{ id = "d1-1", level = 1, star = false, cells = ["key",'
GREEN_I2 = '{ id = "green-i2",  colour = "green",  shape = "i2", symbols = "F.",  points = 0 }'
I3_2 = '{ id = "i3-2", shape = "i3", symbols = "FCF", coins = 0, points = 1 }'
C1_3 = '{ id = "c1-3", keys = 1, contents = ["coin:4"] }'

WRONG = {
    "a dream of ten cells": (
        D1_1,
        D1_1.replace('"key",', '"key", "coin:1",'),
        "dreams.tiles, row 1, must have 9 cells, not 10",
    ),
    "a segment with a symbol too many": (
        GREEN_I2,
        GREEN_I2.replace('"F."', '"F.C"'),
        "segments.start, row 2, must have 2 symbols, one for each cell of i2, not 3 ('F.C')",
    ),
    "a segment with a symbol too few": (
        I3_2,
        I3_2.replace("FCF", "FC"),
        "segments.neutral, row 14, must have 3 symbols, one for each cell of i3, not 2 ('FC')",
    ),
    "an unknown symbol": (
        I3_2,
        I3_2.replace("FCF", "FXF"),
        "segments.neutral, row 14, may only have the symbols . F C B D, not 'FXF'",
    ),
    "segments in another order": (
        I3_2,
        I3_2.replace("i3-2", "i3-3"),
        "segments.neutral, row 14, must be i3-2 of shape i3, not i3-3 of shape i3",
    ),
    "another shape": (
        I3_2,
        I3_2.replace('shape = "i3"', 'shape = "l3"'),
        "segments.neutral, row 14, must be i3-2 of shape i3, not i3-2 of shape l3",
    ),
    "a set in another colour": (
        GREEN_I2,
        GREEN_I2.replace('colour = "green"', 'colour = "red"'),
        "segments.start, row 2, must be of the colour in its name, green-i2",
    ),
    "ten points": (
        I3_2,
        I3_2.replace("points = 1", "points = 10"),
        "segments.neutral, row 14, must have coins and points from 0 to 9",
    ),
    "a segment too few": (f"  {I3_2},\n", "", "segments.neutral must have 24 rows, not 23"),
    "a cell of nothing": (
        D1_1,
        D1_1.replace('"key"', '"moon"'),
        "dreams.tiles, row 1, cell 1, holds 'moon', which is not an element; ",
    ),
    "a cell that is empty": (
        D1_1,
        D1_1.replace('"key"', '""'),
        "dreams.tiles, row 1, cell 1, holds '', which is not an element; ",
    ),
    "a mild nightmare": (
        D1_1,
        D1_1.replace('"key"', '"nightmare:0"'),
        "dreams.tiles, row 1, cell 1, holds 'nightmare:0'; a nightmare costs 1 to 9 calm",
    ),
    "a chest for four keys": (
        D1_1,
        D1_1.replace('"key"', '"chest:4"'),
        "dreams.tiles, row 1, cell 1, holds 'chest:4'; chests need [1, 2, 3] keys",
    ),
    "a spider of no colour": (
        D1_1,
        D1_1.replace('"key"', '"spider:red"'),
        "dreams.tiles, row 1, cell 1, holds 'spider:red'; a spider holds a fragment of one colour",
    ),
    "seven elements": (
        D1_1,
        D1_1.replace('"key"', f'"shared:{",".join(["key"] * 7)}"'),
        "dreams.tiles, row 1, cell 1, must have 1 to 6 elements, not 7",
    ),
    "two chests": (
        '"nightmare:2", "key", "chest:1", "frag:orange"',
        '"chest:2", "key", "chest:1", "frag:orange"',
        "dreams.tiles, row 4, may have only one chest",
    ),
    "a tile of another level": (
        D1_1,
        D1_1.replace("level = 1", "level = 2"),
        "dreams.tiles, row 1, must be d1-1 of level 1, not d1-1 of level 2",
    ),
    "a chest of another price": (
        C1_3,
        C1_3.replace("keys = 1", "keys = 2"),
        "chests.tiles, row 3, must need as many keys as the other five in its stack, 1 to 9",
    ),
    "a chest of another name": (
        C1_3,
        C1_3.replace("c1-3", "c1-9"),
        "chests.tiles, row 3, must be called c1-3, not c1-9",
    ),
    "an empty chest": (
        C1_3,
        C1_3.replace('"coin:4"', ""),
        "chests.tiles, row 3, contents must have 1 to 6 elements, not 0",
    ),
    "a chest of moons": (
        C1_3,
        C1_3.replace("coin:4", "moon:4"),
        "chests.tiles, row 3, contents holds 'moon:4', which is not an element; ",
    ),
    "a bent straight": (
        "i3 = [[0, 0], [0, 1], [0, 2]]",
        "i3 = [[0, 0], [0, 1], [1, 1]]",
        "shapes.i3 must be [[0, 0], [0, 1], [0, 2]]",
    ),
    "nine rounds": ("rounds = 8", "rounds = 9", "numbers.rounds must be 8, not 9"),
    "segments for nothing": ("segment_cost = 4", "segment_cost = 0", "numbers.segment_cost must be more than 0"),
    "coins below nothing": ("start_coins = 2", "start_coins = -2", "numbers.start_coins must be from 0 to 99, not -2"),
    "a short track": (
        "values = [0, 4, 8, 13, 18, 24, 30, 37, 44, 52, 60]",
        "values = [0]",
        "star_track.values must be 2 to 60 numbers from 0 to 999",
    ),
    "a start beside the track": (
        "start = 20",
        "start = 31",
        "calm_track.start must be a position of the track, not 31",
    ),
    "awake from the start": ("start = 20", "start = 0", "calm_track.start must be above 0, where a player wakes up"),
    "three colours": (
        '["blue", "white", "orange", "green"]',
        '["blue", "white", "orange"]',
        "supply.fragment_colours must name four different colours, not blue, white, orange",
    ),
    "a colour called any": (
        '["blue", "white", "orange", "green"]',
        '["blue", "white", "orange", "any"]',
        "supply.fragment_colours may not be called any, which is reserved for jokers",
    ),
    "three sets": (
        '["green", "purple", "yellow", "red"]',
        '["green", "purple", "yellow"]',
        "segments.colours must name four different sets, not green, purple, yellow",
    ),
    "a fifth seat": ("max = 4", "max = 5", "seats must be from 2 to 4, one starting set each"),
    "options the other way round": (
        '["calm", "sand"]',
        '["sand", "calm"]',
        "options must be pace (calm or sand) and dreams (all or beginner), calm and all by default",
    ),
    "a key too many": ("[shapes]", "[shapes]\ni4 = [[0, 0]]", "shapes.i4 is not a known entry"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_file_is_refused_with_file_row_and_reason(what: str, own_file: Path) -> None:
    before, after, reason = WRONG[what]
    assert why_refused(own_file, (before, after)).startswith(reason)


def test_too_few_tiles_without_a_star_are_refused(own_file: Path) -> None:
    own_file.write_text(SHIPPED.replace("level = 2, star = false", "level = 2, star = true "))
    with pytest.raises(
        LudothequeError, match=r"dreams\.tiles must have at least 2 tiles without a star on level 2, not 0$"
    ):
        read(GAME)


def test_a_segment_that_reads_the_same_both_ways_has_half_the_placements(own_file: Path) -> None:
    assert (bounds.MAX_LEGAL, bounds.MAX_PLIES < 720) == (609, True)
    write(own_file, (GREEN_I2, GREEN_I2.replace("F.", "FF")))
    corrected = read(GAME)
    assert (int(segments.WAYS[1]), int(corrected["WAYS"][1])) == (48, 24)
    assert corrected["PLACES"] == segments.PLACES - 24
    assert corrected["MAX_LEGAL"] == 609  # three sets are as they were


def test_the_tables_are_what_the_box_holds() -> None:
    assert [len(ways) for ways in segments.PLACEMENTS] == [9, 48, 60, 60]
    assert segments.FRAME_MASK.bit_count() == 9
    fragments = [
        element
        for elements in components.CELL_ELEMENT.reshape(-1, 6).tolist()
        for element in elements
        if 0 <= element < 4
    ]
    assert np.bincount(fragments).tolist() == [22, 22, 22, 22]  # every colour is printed as often as the others
    assert [
        int((components.CELL_KIND[6 * level : 6 * level + 6] == components.Cell.NIGHTMARE).sum()) > 0
        for level in range(4)
    ] == [True] * 4
    bad = (components.Cell.NIGHTMARE, components.Cell.SPIDER, components.Cell.BAT, components.Cell.OCTOPUS)
    assert [
        {int(np.isin(tile, bad).sum()) for tile in components.CELL_KIND[6 * level : 6 * level + 6]}
        for level in range(4)
    ] == [{2}, {3}, {4}, {5}]


def test_a_corrected_star_track_changes_the_score(tmp_path: Path) -> None:
    write(tmp_path / "dream_runners.toml", ("values = [0, 4, 8, 13, 18, 24, 30, 37, 44, 52, 60]", "values = [7, 9]"))
    assert answer(GAME, tmp_path, "print(GAME.scores(GAME.new(2, {}, chance.seed_key(1)), 2))") == "[27, 27]"
