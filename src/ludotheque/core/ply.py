"""Plies: actions that have been carried out."""

from msgspec import Struct

from ludotheque.core.game import State


class Doubt(Struct, frozen=True):
    """The other actions that, in one world, would have looked the same when the action was done."""

    world: int  # see `flow`
    actions: list[int]
    has_truth: bool  # is the true action possible there too, with the same appearance?


class Known(Struct):
    """What has been worked out about a ply for one viewer; None: not yet worked out."""

    doubts: list[Doubt] | None = None
    has_action: bool = False  # does it know what was done? Once known, always known
    has_count: bool = False  # … and how many choices there were?
    is_count_open: bool | None = None  # did it know that immediately?
    hidden: list[bool] | None = None  # for each outcome of chance: is it hidden?


class Ply(Struct, eq=False, kw_only=True):
    """One action. Its states are never written to again."""

    seat: int
    action: int
    before: State
    after: State
    chance: list[str]  # the outcomes of chance, as a record writes them
    script: list[int]  # the same outcomes as numbers
    rows: list[tuple[int, int, int, int, int]]  # what happened: see `story`
    known: dict[int, Known] = {}  # by viewer

    def known_to(self, viewer: int) -> Known:
        return self.known.setdefault(viewer, Known())
