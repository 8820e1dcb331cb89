"""The few numbers that every game shares."""

NONE = -1  # the only magic negative: no piece, no seat, not known
MAX_SEATS = 6
TABLE = MAX_SEATS  # the table itself acts (the hourglass runs out); written as -1 in a record
MAX_OPTIONS = 8
