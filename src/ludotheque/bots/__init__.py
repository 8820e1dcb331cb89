"""Bots: players that see what their seat can see, and never the state."""
