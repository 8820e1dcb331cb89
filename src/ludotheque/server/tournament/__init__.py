"""Tournaments: who plays whom, and how they stand. No I/O."""
