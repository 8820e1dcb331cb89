"""Tests of Dream Runners."""
