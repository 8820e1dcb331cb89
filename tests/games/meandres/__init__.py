"""Tests of Méandres."""
