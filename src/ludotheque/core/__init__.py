"""The definition of a game. Knows no particular game, no picture and no network; numpy and numba
only.
"""
