"""Dream Runners with two thirds of its sand."""

from dataclasses import replace

from ludotheque.games.dream_runners import GAME as BOX

GAME = replace(BOX, sand_s=20)
