"""Tests of Viva Catrina."""
