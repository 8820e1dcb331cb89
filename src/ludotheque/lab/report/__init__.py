"""A game on one page: what it is like, measured, with every number behind every picture."""
