"""The components of Méandres: read from the TOML file, checked, and frozen into tables."""

from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core.components import Components
from ludotheque.core.constants import NONE

COMPONENTS = Components("meandres", Path(__file__).parent)
require = COMPONENTS.require

SEATS = 4
require(COMPONENTS.seats == range(2, SEATS + 1), "seats", "must be from 2 to 4, one fiend each")
LENGTHS, ENDINGS = ("short", "long"), ("finish_round", "extra_round")
_OPTIONS = {
    "length": {"values": [*LENGTHS], "default": "short"},
    "ending": {"values": [*ENDINGS], "default": "finish_round"},
}
require(
    COMPONENTS["options"] == _OPTIONS,
    "options",
    "must be length (short or long) and ending (finish_round or extra_round), the first of each by default",
)

# The four fiends of the box: each player has one, no matter which (R2.8)

FIENDS = ("goat", "bat", "beak", "stag")

# The numbers of the printed rules

for _name, _number in {
    "spawn_per_seat": 25,
    "row_size": 4,
    "legends_face_up": 4,
    "spawn_limit": 3,
    "bathory_limit": 4,
    "despair_steps": 2,
    "leap_spawn": 1,
    "jack_leap_spawn": 2,
}.items():
    require(COMPONENTS["numbers"].get(_name) == _number, f"numbers.{_name}", "must be {number}", number=_number)
SPAWN = 25
ROW = 4
OPEN_LEGENDS = 4
SPAWN_LIMIT, BATHORY_LIMIT = 3, 4
DESPAIR_STEPS = 2
LEAP_SPAWN, JACK_LEAP_SPAWN = 1, 2

# The colours: three of influence and of piles, and the grey of forgotten dreams

HUES = ("epic", "passionate", "happy")
COLOR_NAMES = (*HUES, "forgotten")
COLORS = len(HUES)
EPIC, PASSIONATE, HAPPY, FORGOTTEN = range(4)
require(
    tuple(COMPONENTS["colours"]) == COLOR_NAMES,
    "colours",
    "must be {names}, in this order",
    names=", ".join(COLOR_NAMES),
)
FREE = 4  # a step to any dream
SYMBOLS = "".join(COMPONENTS["colours"][name]["symbol"] for name in COLOR_NAMES) + "?"
require(
    len(set(SYMBOLS)) == FREE + 1 == len(SYMBOLS),
    "colours",
    "must have four different letters as symbols, none of them ?, not {symbols}",
    symbols=SYMBOLS[:-1],
)

# The influence track

TRACK: list[int] = COMPONENTS["influence_track.values"]
require(
    2 <= len(TRACK) <= 30 and TRACK[0] == 0,
    "influence_track.values",
    "must be 2 to 30 values starting with 0, not {track}",
    track=TRACK,
)
for _space, _value in enumerate(TRACK[1:], 1):
    require(
        TRACK[_space - 1] <= _value <= 99,
        f"influence_track.values, row {_space + 1},",
        "may not decrease or exceed 99: {before} is followed by {value}",
        before=TRACK[_space - 1],
        value=_value,
    )
LAST_SPACE = len(TRACK) - 1
TRACK_VALUE = np.array(TRACK, np.int8)
LARGE_SPACES: list[int] = COMPONENTS["influence_track.large"]
for _row, _space in enumerate(LARGE_SPACES, 1):
    require(
        _space in range(1, len(TRACK)) and LARGE_SPACES.count(_space) == 1,
        f"influence_track.large, row {_row},",
        "must be a space from 1 to {last}, each once, not {space}",
        last=LAST_SPACE,
        space=_space,
    )
# 1: arriving here brings a legend
TRACK_LARGE = np.array([space in LARGE_SPACES for space in range(len(TRACK))], np.int8)

# The tiles

KINDS = ("simple", "hazy", "sublime", "celestial")
SIMPLE, HAZY, SUBLIME, CELESTIAL = range(4)
TILE_ROWS: list[dict[str, Any]] = COMPONENTS["dreams.tiles"]
TILE_NAMES: tuple[str, ...] = tuple(row["id"] for row in TILE_ROWS)
TILES = 31
require(
    len(TILE_NAMES) == TILES == len(set(TILE_NAMES)),
    "dreams.tiles",
    "must be {wanted} different tiles, not {count}",
    wanted=TILES,
    count=len(set(TILE_NAMES)),
)
for _row, _tile in enumerate(TILE_ROWS, 1):
    require(
        _tile["kind"] in KINDS,
        f"dreams.tiles, row {_row},",
        "must be of kind {kinds} or celestial, not {kind!r}",
        kinds=", ".join(KINDS[:3]),
        kind=_tile["kind"],
    )
    require(
        _tile["category"] in (("none",) if _tile["kind"] == "celestial" else HUES),
        f"dreams.tiles, row {_row},",
        "may not have the category {category!r}",
        category=_tile["category"],
    )
require(
    TILE_ROWS[0]["kind"] == "celestial" and [row["kind"] for row in TILE_ROWS].count("celestial") == 1,
    "dreams.tiles",
    "must begin with the only celestial tile",
)
for _hue in HUES:
    _count = sum(row["category"] == _hue for row in TILE_ROWS)
    require(_count == 10, "dreams.tiles", "must hold 10 tiles of category {hue}, not {count}", hue=_hue, count=_count)
# of the colour side
TILE_COLOR = np.array(
    [COLOR_NAMES.index("forgotten" if row["category"] == "none" else row["category"]) for row in TILE_ROWS], np.int8
)
TILE_KIND = np.array([KINDS.index(row["kind"]) for row in TILE_ROWS], np.int8)


def _tile_number(place: str, name: str) -> int:
    require(name in TILE_NAMES, place, "has an unknown tile: {name!r}", name=name)
    return TILE_NAMES.index(name)


# R1.1 The six neighbours of a cell

STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))

# R2.2 The start board

RING_ROWS: list[dict[str, Any]] = COMPONENTS["dreams.ring"]
RING = len(STEPS) + 1
require(
    [(row["q"], row["r"]) for row in RING_ROWS[:1]] == [(0, 0)] and RING_ROWS[0]["tile"] == TILE_NAMES[0],
    "dreams.ring, row 1,",
    "must be {tile} at 0,0",
    tile=TILE_NAMES[0],
)
require(
    sorted((row["q"], row["r"]) for row in RING_ROWS[1:]) == sorted(STEPS),
    "dreams.ring",
    "must fill the middle and its six neighbours, each once",
)
RING_TILE = np.array(
    [_tile_number(f"dreams.ring, row {row},", place["tile"]) for row, place in enumerate(RING_ROWS, 1)], np.int8
)
RING_Q = np.array([row["q"] for row in RING_ROWS], np.int8)
RING_R = np.array([row["r"] for row in RING_ROWS], np.int8)

# R2.3 The piles, the next tile first

PILE_SIZES = (6, 8)
LONGEST_PILE = max(PILE_SIZES)
PILE_SIZE = np.array(PILE_SIZES, np.int8)  # by the option length
# by length, colour, and number of tiles left minus one: the last tile of a pile comes first
PILE_TILE = np.zeros((len(LENGTHS), COLORS, LONGEST_PILE), np.int8)
for _length, _name in enumerate(LENGTHS):
    _used: list[int] = RING_TILE.tolist()
    for _color, _hue in enumerate(HUES):
        _place = f"piles.{_name}.{_hue}"
        _pile = [_tile_number(f"{_place}, row {row},", tile) for row, tile in enumerate(COMPONENTS[_place], 1)]
        require(
            len(_pile) == PILE_SIZES[_length],
            _place,
            "must have {wanted} tiles, not {count}",
            wanted=PILE_SIZES[_length],
            count=len(_pile),
        )
        for _row, _number in enumerate(_pile, 1):
            require(
                TILE_COLOR[_number] == _color,
                f"{_place}, row {_row},",
                "must be a tile of this category, not {tile}",
                tile=TILE_NAMES[_number],
            )
            require(
                _number not in _used,
                f"{_place}, row {_row},",
                "{tile} is already used elsewhere",
                tile=TILE_NAMES[_number],
            )
            _used.append(_number)
        PILE_TILE[_length, _color, : len(_pile)] = _pile[::-1]

# The sea has no edge, so it is a torus: cell q,r is bit q of row r, both modulo its width. It is
# two cells wider than the number of tiles, so that the ends of a board never meet.

DREAMS = TILES  # the maximum: no tile covers another
SEA = TILES + 2
# empty cells next to a board of 30 dreams, before the last tile is laid; there are most if they lie
# in a line
SHORES = 2 * (DREAMS - 1) + 4
TARGETS = 2 * (DREAMS - 1) + 8  # the same for 30 dreams in two parts, after Krampus has lifted the dream between them

# The cards

require(
    sorted(row["colour"] for row in COMPONENTS["cards.influence"]) == sorted(HUES * 2),
    "cards.influence",
    "must be two cards of each colour",
)

LEGEND_ROWS: list[dict[str, Any]] = COMPONENTS["cards.legends"]
LEGEND_NAMES = (
    "baba_yaga",
    "killer_clown",
    "bloody_mary",
    "jack_o_lantern",
    "okiku",
    "bathory",
    "krampus",
    "bogeyman",
    "white_lady",
)
LEGENDS = len(LEGEND_NAMES)
BABA_YAGA, KILLER_CLOWN, BLOODY_MARY, JACK_O_LANTERN, OKIKU, BATHORY, KRAMPUS, BOGEYMAN, WHITE_LADY = range(LEGENDS)
require(
    tuple(row["id"] for row in LEGEND_ROWS) == LEGEND_NAMES,
    "cards.legends",
    "must be {names}, in this order",
    names=", ".join(LEGEND_NAMES),
)
CHOOSE = NONE  # the colour of a legend whose holder chooses
for _row, _legend in enumerate(LEGEND_ROWS, 1):
    require(
        _legend["influence"] in (*HUES, "choose"),
        f"cards.legends, row {_row},",
        "must have an influence {hues} or choose, not {influence!r}",
        hues=", ".join(HUES),
        influence=_legend["influence"],
    )
LEGEND_COLOR = np.array(
    [CHOOSE if row["influence"] == "choose" else HUES.index(row["influence"]) for row in LEGEND_ROWS], np.int8
)

DANCE_ROWS: list[dict[str, Any]] = COMPONENTS["cards.dances"]
DANCES = 42
DESPAIR = DANCES  # danced like a card: free steps that invoke nothing
MAX_STEPS = 6
require(
    len(DANCE_ROWS) == DANCES,
    "cards.dances",
    "must be {wanted} cards, not {count}",
    wanted=DANCES,
    count=len(DANCE_ROWS),
)
DANCE_STEP = np.full((DANCES + 1, MAX_STEPS), FREE, np.int8)
for _row, _dance in enumerate(DANCE_ROWS, 1):
    _place, _steps = f"cards.dances, row {_row},", _dance["steps"]
    require(_dance["id"] == _row, _place, "must have the id {wanted}, not {found}", wanted=_row, found=_dance["id"])
    require(
        1 <= len(_steps) <= MAX_STEPS,
        _place,
        "must have 1 to {most} steps, not {count}",
        most=MAX_STEPS,
        count=len(_steps),
    )
    for _letter in _steps:
        require(
            _letter in SYMBOLS,
            _place,
            "has a step {letter!r}, which is not one of {symbols}",
            letter=_letter,
            symbols=", ".join(SYMBOLS),
        )
    require(_dance["limit"] in range(7), _place, "must have a limit from 0 to 6, not {limit}", limit=_dance["limit"])
    require(
        _dance["bonus"] == (_dance["kind"] == "infernal") and _dance["kind"] in ("classic", "infernal"),
        _place,
        "must be classic with bonus 0, or infernal with bonus 1",
    )
    DANCE_STEP[_row - 1, : len(_steps)] = [SYMBOLS.index(letter) for letter in _steps]
DANCE_LENGTH = np.array([*(len(row["steps"]) for row in DANCE_ROWS), DESPAIR_STEPS], np.int8)
DANCE_LIMIT = np.array([*(row["limit"] for row in DANCE_ROWS), 0], np.int8)
DANCE_BONUS = np.array([*(row["bonus"] for row in DANCE_ROWS), 0], np.int8)
# 1: danced from right to left, it is a different dance (R10.4)
DANCE_TURNS = np.array([*(row["steps"] != row["steps"][::-1] or row["bonus"] > 0 for row in DANCE_ROWS), 0], np.int8)

# R9 Scoring values

POINTS_LEVEL: int = COMPONENTS["scoring.per_level"]
POINTS_SUBLIME: int = COMPONENTS["scoring.sublime_multiplier"]
POINTS_FORGOTTEN: int = COMPONENTS["scoring.forgotten"]
POINTS_THREE: int = COMPONENTS["scoring.three_or_more"]
POINTS_ISOLATED: int = COMPONENTS["scoring.isolated"]
for _name in ("per_level", "sublime_multiplier", "forgotten", "three_or_more", "isolated"):
    require(COMPONENTS["scoring"][_name] in range(100), f"scoring.{_name}", "must be from 0 to 99")

# R8.5 The longest game is a long one of four seats with an extra round.
# The longest turn dances two cards, is asked about spawn and bonus, takes a legend with its colour,
# and extends.
MAX_PLIES = (COLORS * LONGEST_PILE + SEATS) * (2 * (1 + int(DANCE_LENGTH.max())) + 5)
# R10.8 Every dream to every shore, plus four cards; R5.3 and R6.4 stay below that.
MAX_LEGAL = 2000
