"""Every kind of action. Dreams, shores and cards of the row are numbered as they lie now; a record says where and which: see notation.py."""

from ludotheque.core.actions import Actions, Kind
from ludotheque.games.meandres.components import DREAMS, HUES, LEGEND_NAMES, ROW, SEATS, SHORES

NEIGHBORS = 6
SIDES = ("colour", "grey")
DREAM_WORDS = [f"#{dream}" for dream in range(DREAMS)]
SHORE_WORDS = [f"~{shore}" for shore in range(SHORES)]
CARD_WORDS = [f"#{place}" for place in range(ROW)]
SET_WORDS = [f"#{number:06b}" for number in range(1 << NEIGHBORS)]  # which of the dreams around the fiend, the first in the last digit

ACTIONS = Actions(
    Kind("enter", dream=DREAM_WORDS),
    Kind("dance", card=CARD_WORDS, way=["forward", "reversed"]),
    Kind("despair"),
    Kind("rest"),
    Kind("clown", hue=HUES),
    Kind("okiku", origin=DREAM_WORDS, side=[f"+{side}" for side in range(NEIGHBORS)]),  # the target is the n-th of the dreams around
    Kind("krampus", origin=DREAM_WORDS, target=SHORE_WORDS),  # a shore of the board without the dream that moves
    Kind("swap", seat=[str(seat) for seat in range(SEATS)]),
    Kind("step", dream=DREAM_WORDS),
    Kind("again", card=CARD_WORDS),
    Kind("invoke"),
    Kind("spawn", dreams=SET_WORDS),
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
STAY, BABA, LEGEND, INFLUENCE, EXTEND = (ACTIONS.first[name] for name in ("stay", "baba", "legend", "influence", "extend"))
PLACES = SHORES + DREAMS  # where a tile can be laid: on a shore, or on a dream
