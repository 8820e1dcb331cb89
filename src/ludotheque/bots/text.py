"""What bots say to people."""

from ludotheque.core.words import N_

EXPECTED = N_("{action}: place {rank} and a score of {score} expected. Tries: {visits}.")
RECKONED = N_("{action}: no search, but exact reckoning.")
ONLY_CHOICE = N_("{action}: there is no other choice.")
