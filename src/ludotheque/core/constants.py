"""The few constants that every game shares."""

NONE = -1  # the only magic negative: no piece, no seat, unknown
MAX_SEATS = 6
TABLE = MAX_SEATS  # the table itself acts (the hourglass runs out); written as -1 in a record
MAX_OPTIONS = 8
# returned instead of a number of plies if a game exceeds its own `max_plies` or `max_legal`
TOO_LONG = -1
TOO_MANY = -2
