"""The codes of the rules: refusals, events of the story, chance events, and the option."""

from enum import IntEnum

Refusal = IntEnum(
    "Refusal",
    "LEGAL NOT_YOUR_TURN GAME_OVER PLACE_FIRST TAKE_FIRST EMPTY_LINE SAME_END NOT_AN_END OCCUPIED NOT_BESIDE SAME_TURN"
    " UNREADABLE",
    start=0,
)
Event = IntEnum("Event", "TOOK PLACED BALLOON_TILE GOLDEN CHIMERA PAIR DREW LAPSED ROUND ENDED", start=0)
Chance = IntEnum("Chance", "START LINE1 LINE2 DRAW", start=0)
BaseLink = IntEnum("BaseLink", "ANY_TILE NONE", start=0)
