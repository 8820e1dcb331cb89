"""Tests of Master Labyrinth."""
