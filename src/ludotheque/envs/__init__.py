"""Environments for those who train players: batches, and the interfaces of other libraries."""

from typing import Any

from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.envs.batch import Batch

__all__ = ["Batch", "make_batch"]


def make_batch(game: str | Game, games: int, device: str = "cpu", **settings: Any) -> Batch:
    """Return a batch on the threads of this machine's processor (`cpu`) or on a GPU (`cuda`)."""
    if device == "cpu":
        return Batch(game, games, **settings)
    if device != "cuda":
        raise LudothequeError("device must be cpu or cuda, not {device!r}", device=device)
    from ludotheque.envs.card import CardBatch  # imported only if a GPU is asked for

    return CardBatch(game, games, **settings)
