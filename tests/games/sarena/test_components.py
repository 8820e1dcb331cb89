"""Component files that the owner of a copy has corrected: a wrong one is refused with file, row and
reason, a right one changes the game.
"""

from pathlib import Path

import pytest

from ludotheque.core.errors import LudothequeError
from tests.games.owner import answer, read, why_refused, write
from tests.games.sarena.boards import GAME

SHIPPED = (GAME.folder / "components.toml").read_text()
AMBER_TEAL = '{ a = "amber",   b = "teal",    n = 6 }'
AMBER_CRIMSON = '{ a = "amber",   b = "crimson", n = 6 }'

WRONG = {
    "a wrong total": (
        AMBER_TEAL,
        AMBER_TEAL.replace("6", "5"),
        "chips.pairs must add up to one chip for each of the 36 circles, not 35",
    ),
    "two equal colours": (
        AMBER_CRIMSON,
        AMBER_CRIMSON.replace("crimson", "amber"),
        "chips.pairs, row 2, must name two different colours",
    ),
    "an unknown colour": (
        AMBER_CRIMSON,
        AMBER_CRIMSON.replace("crimson", "purple"),
        "chips.pairs, row 2, must name two different colours",
    ),
    "a pair twice": (AMBER_CRIMSON, AMBER_TEAL, "chips.pairs must name each pair of colours once"),
    "part of a chip": (
        AMBER_TEAL,
        AMBER_TEAL.replace("6", "6.5"),
        "chips.pairs, row 1, n must be a whole number, not 6.5",
    ),
    "a colour twice": (
        '{ id = "teal",    symbol',
        '{ id = "amber",   symbol',
        "colours.list must name four different colours, not amber, amber, crimson, ivory",
    ),
    "a pawn too few": (
        '"crimson", "ivory"]',
        '"crimson"]',
        "secret_pawns.colours must name each of the four colours once",
    ),
    "joined arrows": (
        '"AoAoAo",\n]',
        '"AAAoAo",\n]',
        "board.grid lets the line b5-b6 join two circles with arrows, so a game need not end",
    ),
    "a short row": ('"AoAoAo",\n]', '"AoAoA",\n]', "board.grid must have six rows of six circles"),
    "an unknown kind": ('"AoAoAo",\n]', '"AoAoAx",\n]', "board.grid may hold only o (plain) and A (arrows)"),
    "a diagonal line": (
        "missing_lines = []",
        'missing_lines = ["a1-b2"]',
        "board.missing_lines has an unknown line: a1-b2",
    ),
    "a circle too far": (
        "missing_lines = []",
        'missing_lines = ["f6-g6"]',
        "board.missing_lines has an unknown line: f6-g6",
    ),
    "nine columns": (
        'columns = "abcdef"\nrows = "123456"',
        'columns = "abcdefghi"\nrows = "1234"',
        "board.columns must be six different letters, not 'abcdefghi'",
    ),
    "a digit twice": ('rows = "123456"', 'rows = "123455"', "board.rows must be six different digits, not '123455'"),
    "five seats": (
        "seats = { min = 2, max = 4 }",
        "seats = { min = 2, max = 5 }",
        "seats must be from 2 to 4, one secret pawn each",
    ),
    "higher stacks": ("max_stack = 4", "max_stack = 5", "limits.max_stack must be 4"),
    "options the other way round": (
        '["free", "fair"]',
        '["fair", "free"]',
        "options must be only deal, with the values free (the default) and fair",
    ),
    "a missing table": ("[limits]", "[bounds]", "limits is missing"),
    "another word for a number": (AMBER_TEAL, AMBER_TEAL.replace("n =", "count ="), "chips.pairs, row 1, n is missing"),
    "a row that is no table": (AMBER_TEAL, '"amber/teal"', "chips.pairs, row 1 must be a table, not 'amber/teal'"),
    "a key too many": ("[limits]", "[limits]\nmin_stack = 1", "limits.min_stack is not a known entry"),
    "another game": ('id = "sarena"', 'id = "othello"', "id must be 'sarena', not 'othello'"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_file_is_refused_with_file_row_and_reason(what: str, own_file: Path) -> None:
    before, after, reason = WRONG[what]
    assert why_refused(own_file, (before, after)) == reason


def test_at_most_half_of_the_lines_may_be_missing(own_file: Path) -> None:
    across = [f"{column}{row}-{other}{row}" for row in "123456" for column, other in zip("abcde", "bcdef", strict=True)]
    write(own_file, ("missing_lines = []", f"missing_lines = {across}"))
    assert read(GAME)["MOVES"] == 60
    write(own_file, ("missing_lines = []", f"missing_lines = {[*across, 'a1-a2']}"))
    with pytest.raises(LudothequeError, match=r"board\.missing_lines may leave out at most half of the lines, not 31$"):
        read(GAME)


@pytest.mark.parametrize("text", ["not toml", "\ud800".encode("utf-8", "surrogatepass").decode("latin-1")])
def test_a_file_that_is_no_toml_is_refused(text: str, own_file: Path) -> None:
    own_file.write_text(text)
    with pytest.raises(LudothequeError, match="cannot be read as component data"):
        read(GAME)


def test_the_shipped_file_is_read_where_the_owner_has_none(own_file: Path) -> None:
    assert not own_file.exists()
    assert read(GAME)["COMPONENTS"].digest == GAME.components.digest


def test_the_digest_is_of_what_the_file_says(own_file: Path) -> None:
    own_file.write_text("# my own copy\n" + SHIPPED)
    assert read(GAME)["COMPONENTS"].digest == GAME.components.digest
    write(own_file, ("missing_lines = []", 'missing_lines = ["c3-c4"]'))
    assert read(GAME)["COMPONENTS"].digest != GAME.components.digest


# What a right file changes: seen by a program of its own, since a game is loaded once


@pytest.mark.parametrize("line", ["c3-c4", "c4-c3"])
def test_a_missing_line_takes_two_moves_away(line: str, tmp_path: Path) -> None:
    write(tmp_path / "sarena.toml", ("missing_lines = []", f'missing_lines = ["{line}"]'))
    texts = answer(
        GAME,
        tmp_path,
        "state = GAME.new(2, {}, chance.seed_key(1))\nprint(*(GAME.notation.text(state, 0, action) for action in"
        " GAME.legal(state, 0)))",
    ).split()
    assert len(texts) == 118
    assert {GAME.actions.text(number) for number in range(120)} - set(texts) == {"c3-c4", "c4-c3"}


def test_fair_is_refused_with_a_reason_where_a_pair_is_odd(tmp_path: Path) -> None:
    own = tmp_path / "sarena.toml"
    write(own, (AMBER_TEAL, AMBER_TEAL.replace("6", "7")), (AMBER_CRIMSON, AMBER_CRIMSON.replace("6", "5")))
    said = answer(
        GAME,
        tmp_path,
        "try:\n    GAME.new(2, {'deal': 'fair'}, chance.seed_key(1))\nexcept errors.LudothequeError as error:\n   "
        " print(error)",
    )
    assert (
        said
        == f"option deal must be free, not 'fair': a fair deal needs an even number of chips of each pair, and {own}:"
        " chips.pairs, row 1, has an odd one"
    )
    assert (
        answer(GAME, tmp_path, "print(len(GAME.legal(GAME.new(2, {'deal': 'free'}, chance.seed_key(1)), 0)))") == "120"
    )


def test_fair_is_kept_where_every_pair_is_even(tmp_path: Path) -> None:
    write(
        tmp_path / "sarena.toml",
        (AMBER_TEAL, AMBER_TEAL.replace("6", "8")),
        (AMBER_CRIMSON, AMBER_CRIMSON.replace("6", "4")),
    )
    chips = answer(
        GAME, tmp_path, "print(*GAME.notation.setup_of(GAME.new(2, {'deal': 'fair'}, chance.seed_key(1)))['chips'])"
    ).split()
    assert [chips.count(chip) for chip in ("amber/teal", "teal/amber", "amber/crimson", "crimson/amber")] == [
        4,
        4,
        2,
        2,
    ]


def test_colours_may_have_other_names(tmp_path: Path) -> None:
    (tmp_path / "sarena.toml").write_text(SHIPPED.replace('"amber"', '"blue"').replace('"teal"', '"black"'))
    show = (
        "state = GAME.new(4, {}, chance.seed_key(1))\nprint(GAME.notation.setup_of(state)['secret'],"
        " GAME.text.board(GAME.words('en'), state, 0))"
    )
    said = answer(GAME, tmp_path, show)
    assert "'blue'" in said
    assert "B blue" in said
    assert "B black" not in said  # one letter a colour
