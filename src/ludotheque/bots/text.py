"""What bots say to people."""

from ludotheque.core.words import N_, NP_

EXPECTED = NP_(
    "{action}: expected finish {rank}, about {score} points ({number} simulation).",
    "{action}: expected finish {rank}, about {score} points ({number} simulations).",
)
RECKONED = N_("{action}: worked out exactly, without simulations.")
ONLY_CHOICE = N_("{action}: there is no other choice.")

# What to do and why, in one sentence
SO_IT_IS = N_("{what}: there is nothing else to do.")
WORKED_OUT = N_("{what}: I have worked it out, and nothing scores more.")
CLEARLY = N_("{what}: it looks clearly better than anything else.")
NARROWLY = N_("{what}: it looks best, but other choices are nearly as good.")
