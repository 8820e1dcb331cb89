"""What a game *is*. Knows no game, no picture and no network; numpy and numba only."""
