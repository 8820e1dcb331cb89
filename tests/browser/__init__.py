"""Whole games in a real browser, against a real server."""
