"""Bots: players that are given what their seat can see, and never the state."""
