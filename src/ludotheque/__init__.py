"""Ludothèque: modern board games to play, to study and to train on."""

__version__ = "0.1.0"
