"""Component files that the owner of a copy has corrected: a wrong one is refused with file, row and
reason, a right one changes the game.
"""

from pathlib import Path

import pytest

from tests.games.labyrinth.mazes import GAME
from tests.games.owner import answer, read, why_refused, write

SHIPPED = (GAME.folder / "components.toml").read_text()
STRAIGHT = '{ id = "straight", count = 13, turns = ["NS", "EW"] }'
CORNER = '{ id = "corner",   count = 15'
FIRST_SLOT = '{ id = 1,  enter = "b1", exit = "b7" }'

WRONG = {
    "a missing corner": ('{ cell = "a1", open = "ES"  }, ', "", "fixed.tiles must have a tile on a1"),
    "a corner on a moving line": (
        '{ cell = "a1", open',
        '{ cell = "b1", open',
        "fixed.tiles, row 1, glues a tile to b1, which lies in a line that moves",
    ),
    "a tile glued twice": ('{ cell = "c1", open', '{ cell = "a1", open', "fixed.tiles, row 2, names a1 a second time"),
    "a cell off the board": (
        '{ cell = "g7", open',
        '{ cell = "h7", open',
        "fixed.tiles, row 16, has an unknown cell: h7",
    ),
    "a crossing": ('open = "ES"  }', 'open = "NESW"}', "fixed.tiles, row 1, has no tile's open sides: NESW"),
    "sides in another order": ('open = "ES"  }', 'open = "SE"  }', "fixed.tiles, row 1, has no tile's open sides: SE"),
    "a number that is no token": (
        "[1, 10, 13],",
        "[1, 10, 23],",
        "formulas.cards, row 1, names 23, which is not a token",
    ),
    "a value twice on a card": ("[2, 8, 17],", "[2, 8, 8],", "formulas.cards, row 2, must name three different tokens"),
    "four values on a card": (
        "[2, 8, 17],",
        "[2, 8, 17, 3],",
        "formulas.cards, row 2, must name three different tokens",
    ),
    "two equal cards": ("[2, 8, 17],", "[10, 1, 13],", "formulas.cards must be different from one another"),
    "a tile too many": (CORNER, CORNER.replace("15", "16"), "shapes.list must add up to 34 loose tiles, not 35"),
    "no straights": (STRAIGHT, STRAIGHT.replace("13", "0"), "shapes.list, row 1, count must be at least 1, not 0"),
    "half a tile": (CORNER, CORNER.replace("15", "15.5"), "shapes.list, row 2, count must be a whole number, not 15.5"),
    "a look too few": (
        STRAIGHT,
        STRAIGHT.replace(', "EW"', ""),
        "shapes.list must be straight, corner and tee, each with all of its orientations in clockwise order",
    ),
    "a slot through a glued tile": (
        FIRST_SLOT,
        FIRST_SLOT.replace("b", "c"),
        "slots.list, row 1, must lead through a whole row or column without a glued tile, not from c1 to c7",
    ),
    "a slot round a corner": (
        FIRST_SLOT,
        FIRST_SLOT.replace("b7", "g2"),
        "slots.list, row 1, must lead through a whole row or column without a glued tile, not from b1 to g2",
    ),
    "a slot twice": (FIRST_SLOT, FIRST_SLOT.replace("b", "d"), "slots.list must enter twelve different cells"),
    "slots in another order": (
        FIRST_SLOT,
        FIRST_SLOT.replace("id = 1", "id = 2"),
        "slots.list must be slots 1 to 12, in this order",
    ),
    "a slot nowhere": (FIRST_SLOT, FIRST_SLOT.replace("b7", "b8"), "slots.list, row 1, has an unknown cell: b8"),
    "a pawn too few": ('  { colour = "red",   start = "c5" },\n', "", "pawns.list must have four pawns, not 3"),
    "a colour twice": (
        'colour = "red", ',
        'colour = "blue",',
        "pawns.list must name four different colours, not brown, blue, white, blue",
    ),
    "a start twice": (
        '"red",   start = "c5"',
        '"red",   start = "e5"',
        "pawns.list must have four different start cells, not c3, e3, e5, e5",
    ),
    "a default that is no start": (
        'two = ["c3", "e5"]',
        'two = ["c3", "d4"]',
        "default_starts.two must be 2 different start cells of pawns",
    ),
    "a token too few": (
        '  { value = 20, name = "black rooster"    },\n',
        "",
        "tokens.list must have 21 tokens, not 20",
    ),
    "falling values": (
        "{ value = 25,",
        "{ value = 19,",
        "tokens.list must have ascending values from 1 to at most 100",
    ),
    "a token on a start": ('"b3",       "d3"', '"c3",       "d3"', "tokens.cells may not have a token on a start cell"),
    "a cell twice": ('"b3",       "d3"', '"d3",       "d3"', "tokens.cells must be 21 different cells"),
    "eight columns": (
        'columns = "abcdefg"',
        'columns = "abcdefgh"',
        "board.columns must be seven different letters, not 'abcdefgh'",
    ),
    "a digit twice": (
        'rows = "1234567"',
        'rows = "1234566"',
        "board.rows must be seven different digits, not '1234566'",
    ),
    "five seats": (
        "seats = { min = 2, max = 4 }",
        "seats = { min = 2, max = 5 }",
        "seats must be from 2 to 4, one pawn each",
    ),
    "too many wands": ("per_player = 3", "per_player = 21", "wands.per_player must be from 0 to 20, not 21"),
    "another option": (
        'values = ["off", "on"]',
        'values = ["on", "off"]',
        "options must be advice (off or on, off by default) and drought (0 or more, 100 by default)",
    ),
    "a missing table": ("[wands]", "[sticks]", "wands is missing"),
    "a key too many": ("[wands]", "[wands]\nlength = 1", "wands.length is not a known entry"),
    "another game": ('id = "labyrinth"', 'id = "maze"', "id must be 'labyrinth', not 'maze'"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_file_is_refused_with_file_row_and_reason(what: str, own_file: Path) -> None:
    before, after, reason = WRONG[what]
    assert why_refused(own_file, (before, after)) == reason


def test_the_shipped_file_is_read_where_the_owner_has_none(own_file: Path) -> None:
    assert not own_file.exists()
    assert read(GAME)["COMPONENTS"].digest == GAME.components.digest


def test_the_pattern_of_the_glued_tiles_is_unchanged_by_a_quarter_turn() -> None:
    tables = read(GAME)
    turned = {}
    for cell, look in tables["FIXED"].items():
        row, column = divmod(cell, 7)
        turned[7 * column + 6 - row] = frozenset({"N": "E", "E": "S", "S": "W", "W": "N"}[side] for side in look)
    assert turned == {cell: frozenset(look) for cell, look in tables["FIXED"].items()}


def test_every_value_is_on_three_cards_once_in_each_place() -> None:
    tables = read(GAME)
    for place in range(3):
        assert sorted(card[place] for card in tables["FORMULAS"]) == list(tables["VALUES"])
    pairs = [frozenset(pair) for card in tables["FORMULAS"] for pair in (card[:2], card[1:], card[::2])]
    assert len(set(pairs)) == len(pairs) == 63


def test_opposite_slots_lie_at_the_two_ends_of_a_line() -> None:
    tables = read(GAME)
    opposite = tables["SLOT_OPPOSITE"].tolist()
    assert [slot + 1 for slot in opposite] == [9, 8, 7, 12, 11, 10, 3, 2, 1, 6, 5, 4]


# What a right file changes: seen by a program of its own, since a game is loaded once


def test_another_split_of_the_loose_tiles_is_dealt(tmp_path: Path) -> None:
    write(tmp_path / "labyrinth.toml", (STRAIGHT, STRAIGHT.replace("13", "12")), (CORNER, CORNER.replace("15", "16")))
    setup = answer(
        GAME,
        tmp_path,
        "setup = GAME.notation.setup_of(GAME.new(2, {}, chance.seed_key(1)))\nprint(*setup['tiles'], setup['spare'])",
    ).split()
    assert sum(look in ("NS", "EW") for look in setup) == 12
    assert sum(look in ("NE", "ES", "SW", "NW") for look in setup) == 16 + 4


def test_pawns_may_have_other_colours(tmp_path: Path) -> None:
    (tmp_path / "labyrinth.toml").write_text(SHIPPED.replace('"brown"', '"gold"').replace('"blue"', '"green"'))
    said = answer(GAME, tmp_path, "print(GAME.text.board(GAME.words('en'), GAME.new(4, {}, chance.seed_key(1)), 0))")
    assert "G seat 0, gold" in said
    assert "R seat 1, green" in said  # one letter a pawn
