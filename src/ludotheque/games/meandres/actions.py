"""Every kind of action.

Dreams, shores and cards of the Row are numbered as they lie now; a record names cells and cards:
see notation.py.
"""

from ludotheque.core.actions import Actions, Kind
from ludotheque.games.meandres.components import DREAMS, HUES, LEGEND_NAMES, ROW, SEATS, SHORES, TARGETS

NEIGHBORS = 6
SIDES = ("colour", "grey")
DREAM_WORDS = [f"#{dream}" for dream in range(DREAMS)]
SHORE_WORDS = [f"~{shore}" for shore in range(SHORES)]
TARGET_WORDS = [f"~{target}" for target in range(TARGETS)]
CARD_WORDS = [f"#{place}" for place in range(ROW)]
# a set of the dreams around the fiend, the first dream in the last digit; the empty set comes first
SET_WORDS = [f"#{number:06b}" for number in range(1 << NEIGHBORS)]

ACTIONS = Actions(
    Kind("enter", dream=DREAM_WORDS),
    Kind("dance", card=CARD_WORDS, way=["forward", "reversed"]),
    Kind("despair"),
    Kind("rest"),
    Kind("clown", hue=HUES),
    # the target is the n-th adjacent dream
    Kind("okiku", origin=DREAM_WORDS, side=[f"+{side}" for side in range(NEIGHBORS)]),
    Kind("krampus", origin=DREAM_WORDS, target=TARGET_WORDS),  # a shore of the board without the dream
    Kind("swap", seat=[str(seat) for seat in range(SEATS)]),
    Kind("step", dream=DREAM_WORDS),
    Kind("again", card=CARD_WORDS),
    Kind("invoke"),
    # "here": on the dream of the leap or bonus in question
    Kind("spawn", dreams=[*SET_WORDS, "here", "here here"]),
    Kind("stay"),
    Kind("baba", dream=DREAM_WORDS),
    Kind("legend", which=[*LEGEND_NAMES, "top"]),
    Kind("influence", hue=HUES),
    Kind("extend", hue=HUES, side=SIDES, place=[*SHORE_WORDS, *DREAM_WORDS]),
)
ACTION_COUNT = ACTIONS.count
ENTER, DANCE, DESPAIRS, REST = (ACTIONS.first[name] for name in ("enter", "dance", "despair", "rest"))
CLOWN, OKIKUS, KRAMPUSES, SWAP = (ACTIONS.first[name] for name in ("clown", "okiku", "krampus", "swap"))
STEP, AGAIN, INVOKE, SPAWNS = (ACTIONS.first[name] for name in ("step", "again", "invoke", "spawn"))
STAY, BABA, LEGEND, INFLUENCE, EXTEND = (
    ACTIONS.first[name] for name in ("stay", "baba", "legend", "influence", "extend")
)
HERE, HERE_TWICE = 1 << NEIGHBORS, (1 << NEIGHBORS) + 1  # numbers after the sets of `spawn`
PLACES = SHORES + DREAMS  # where a tile can be laid: on a shore, or on a dream
