"""The only kind of action: a move along a line, written `c3-c4`."""

from ludotheque.core.actions import Actions, Kind
from ludotheque.games.sarena.components import CIRCLE_NAMES, LINES

ACTIONS = Actions(
    Kind("move", "{line}", line=[f"{CIRCLE_NAMES[origin]}-{CIRCLE_NAMES[target]}" for origin, target in LINES])
)
