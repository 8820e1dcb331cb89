"""Component files that the owner of a copy has corrected: a wrong one is refused with file, row and
reason, a right one changes the game.
"""

from pathlib import Path

import pytest

from tests.games.meandres.boards import GAME
from tests.games.owner import answer, read, why_refused, write

SHIPPED = (GAME.folder / "components.toml").read_text()
LAST_DANCE = '  { id = 42, steps = "GH?H", kind = "infernal", limit = 3, bonus = 1 },\n'
FIRST_DANCE = '{ id = 1, steps = "?E", kind = "classic", limit = 2, bonus = 0 }'
TRACK = "values = [0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 23]"

WRONG = {
    "41 dances": (LAST_DANCE, "", "cards.dances must be 42 cards, not 41"),
    "a step that does not exist": (
        FIRST_DANCE,
        FIRST_DANCE.replace("?E", "?X"),
        "cards.dances, row 1, has a step 'X', which is not one of E, P, H, G, ?",
    ),
    "a track that falls": (
        TRACK,
        TRACK.replace("8, 11", "8, 7"),
        "influence_track.values, row 8, may not decrease or exceed 99: 8 is followed by 7",
    ),
    "a track that begins above 0": (
        TRACK,
        TRACK.replace("[0,", "[1,"),
        "influence_track.values must be 2 to 30 values starting with 0, not [1, 1, 2, 3, 4, 6, 8, 11, 14, 18, 23]",
    ),
    "a diamond beyond the track": (
        "large = [2, 5, 8]",
        "large = [2, 5, 11]",
        "influence_track.large, row 3, must be a space from 1 to 10, each once, not 11",
    ),
    "a diamond twice": (
        "large = [2, 5, 8]",
        "large = [2, 5, 5]",
        "influence_track.large, row 2, must be a space from 1 to 10, each once, not 5",
    ),
    "a dance without steps": (
        FIRST_DANCE,
        FIRST_DANCE.replace("?E", ""),
        "cards.dances, row 1, must have 1 to 6 steps, not 0",
    ),
    "a dance twice": (
        FIRST_DANCE,
        FIRST_DANCE.replace("id = 1", "id = 2"),
        "cards.dances, row 1, must have the id 1, not 2",
    ),
    "a limit too high": (
        FIRST_DANCE,
        FIRST_DANCE.replace("limit = 2", "limit = 7"),
        "cards.dances, row 1, must have a limit from 0 to 6, not 7",
    ),
    "a classic bonus": (
        FIRST_DANCE,
        FIRST_DANCE.replace("bonus = 0", "bonus = 1"),
        "cards.dances, row 1, must be classic with bonus 0, or infernal with bonus 1",
    ),
    "a limit that is no number": (
        FIRST_DANCE,
        FIRST_DANCE.replace("limit = 2", "limit = '2'"),
        "cards.dances, row 1, limit must be a whole number, not '2'",
    ),
    "an unknown kind": (
        '{ id = "epic-03", category = "epic", kind = "hazy" }',
        '{ id = "epic-03", category = "epic", kind = "misty" }',
        "dreams.tiles, row 4, must be of kind simple, hazy, sublime or celestial, not 'misty'",
    ),
    "an unknown category": (
        '{ id = "epic-03", category = "epic"',
        '{ id = "epic-03", category = "sad"',
        "dreams.tiles, row 4, may not have the category 'sad'",
    ),
    "nine epic tiles": (
        '{ id = "epic-03", category = "epic"',
        '{ id = "epic-03", category = "happy"',
        "dreams.tiles must hold 10 tiles of category epic, not 9",
    ),
    "a tile twice": (
        '{ id = "epic-03", category',
        '{ id = "epic-02", category',
        "dreams.tiles must be 31 different tiles, not 30",
    ),
    "a ring with a gap": (
        "q = 1, r = -1 }",
        "q = 2, r = -1 }",
        "dreams.ring must fill the middle and its six neighbours, each once",
    ),
    "an unknown tile": (
        '{ tile = "happy-02", q',
        '{ tile = "happy-12", q',
        "dreams.ring, row 7, has an unknown tile: 'happy-12'",
    ),
    "a pile of another colour": (
        '[piles.short]\nepic = ["epic-05"',
        '[piles.short]\nepic = ["happy-05"',
        "piles.short.epic, row 1, must be a tile of this category, not happy-05",
    ),
    "a tile of the ring in a pile": (
        '[piles.short]\nepic = ["epic-05"',
        '[piles.short]\nepic = ["epic-01"',
        "piles.short.epic, row 1, epic-01 is already used elsewhere",
    ),
    "a pile too short": (
        '[piles.short]\nepic = ["epic-05", ',
        "[piles.short]\nepic = [",
        "piles.short.epic must have 6 tiles, not 5",
    ),
    "three epic influence cards": (
        '"influence-happy-1", colour = "happy"',
        '"influence-happy-1", colour = "epic"',
        "cards.influence must be two cards of each colour",
    ),
    "a legend of no colour": (
        'id = "okiku", influence = "epic"',
        'id = "okiku", influence = "grey"',
        "cards.legends, row 5, must have an influence epic, passionate, happy or choose, not 'grey'",
    ),
    "five spawn": ("spawn_per_seat = 25", "spawn_per_seat = 5", "numbers.spawn_per_seat must be 25"),
    "two colours with one letter": (
        'passionate = { symbol = "P"',
        'passionate = { symbol = "E"',
        "colours must have four different letters as symbols, none of them ?, not EEHG",
    ),
    "points below 0": ("isolated = 5", "isolated = -5", "scoring.isolated must be from 0 to 99"),
    "five seats": (
        "seats = { min = 2, max = 4 }",
        "seats = { min = 2, max = 5 }",
        "seats must be from 2 to 4, one fiend each",
    ),
    "another option": (
        'default = "short" }',
        'default = "long" }',
        "options must be length (short or long) and ending (finish_round or extra_round), the first of each by default",
    ),
    "another game": ('id = "meandres"', 'id = "sarena"', "id must be 'meandres', not 'sarena'"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_file_is_refused_with_file_row_and_reason(what: str, own_file: Path) -> None:
    before, after, reason = WRONG[what]
    assert why_refused(own_file, (before, after)) == reason


def test_the_digest_is_of_what_the_file_says(own_file: Path) -> None:
    own_file.write_text("# my own copy\n" + SHIPPED)
    assert read(GAME)["COMPONENTS"].digest == GAME.components.digest
    write(own_file, (TRACK, TRACK.replace("18, 23", "19, 23")))
    assert read(GAME)["COMPONENTS"].digest != GAME.components.digest


# What a right file changes: seen by a program of its own, since a game is loaded once


PLAY = """
state = GAME.new(2, {}, chance.seed_key(4))
plies = 0
while movers := GAME.movers(state):
    GAME.apply(state, movers[0], GAME.legal(state, movers[0])[plies * 7 % len(GAME.legal(state, movers[0]))])
    plies += 1
print(GAME.max_plies, plies <= GAME.max_plies)
"""


def test_a_dance_may_have_six_steps_and_the_game_can_still_be_played(tmp_path: Path) -> None:
    write(tmp_path / "meandres.toml", (LAST_DANCE, LAST_DANCE.replace("GH?H", "GH?H?E")))
    assert answer(GAME, tmp_path, PLAY) == f"{28 * 19} True"


def test_one_sublime_tile_of_each_colour_may_be_a_simple_one(tmp_path: Path) -> None:
    text = SHIPPED
    for hue in ("epic", "passionate", "happy"):
        text = text.replace(
            f'{{ id = "{hue}-09", category = "{hue}", kind = "sublime" }}',
            f'{{ id = "{hue}-09", category = "{hue}", kind = "simple" }}',
        )
    (tmp_path / "meandres.toml").write_text(text)
    assert answer(GAME, tmp_path, PLAY) == f"{28 * 15} True"
