"""Tests of Sarena."""
