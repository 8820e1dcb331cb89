"""Plies at a table: the actions that were carried out and not taken back."""

from ludotheque.core import ply


class Ply(ply.Ply, eq=False, kw_only=True):
    """One action at a table."""

    seq: int  # of its event
    by: str
