"""Tools for people who work on Ludothèque; run them from the root as `python -m tools.NAME`."""
