"""Plies at a table: the actions that were carried out and not taken back."""

from dataclasses import dataclass

from ludotheque.core import ply


@dataclass(eq=False, kw_only=True)
class Ply(ply.Ply):
    """One action at a table."""

    seq: int  # of its event
    by: str
