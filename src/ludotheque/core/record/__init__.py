"""Records: one game as text that a person can read and two programs can compare.

A record holds everything that chance decided, every action in the notation of its game, and the
result. Replaying it needs only the rules, not the generator. Not to be confused with numpy records,
which states are made of.
"""

from ludotheque.core.record.checking import check, verify
from ludotheque.core.record.following import Follower, Step
from ludotheque.core.record.format import FORMAT, HIDDEN, TABLE_SEAT, Data, dumps, final, load_file, parse
from ludotheque.core.record.recorder import Recorder
from ludotheque.core.record.transcript import Transcript

__all__ = [
    "FORMAT",
    "HIDDEN",
    "TABLE_SEAT",
    "Data",
    "Follower",
    "Recorder",
    "Step",
    "Transcript",
    "check",
    "dumps",
    "final",
    "load_file",
    "parse",
    "verify",
]
