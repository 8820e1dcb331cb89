"""Plies: actions that have been carried out."""

from dataclasses import dataclass, field

from ludotheque.core.game import State


@dataclass(frozen=True)
class Doubt:
    """The other actions that, in one world, would have looked the same when the action was done."""

    world: int  # see `flow`
    actions: list[int]
    has_truth: bool  # is the true action possible there too, with the same appearance?


@dataclass
class Known:
    """What has been worked out about a ply for one viewer; None: not yet worked out."""

    doubts: list[Doubt] | None = None
    has_action: bool = False  # does it know what was done? Once known, always known
    has_count: bool = False  # … and how many choices there were?
    is_count_open: bool | None = None  # did it know that immediately?
    hidden: list[bool] | None = None  # for each outcome of chance: is it hidden?


@dataclass(eq=False, kw_only=True)
class Ply:
    """One action. Its states are never written to again."""

    seat: int
    action: int
    before: State
    after: State
    chance: list[str]  # the outcomes of chance, as a record writes them
    script: list[int]  # the same outcomes as numbers
    rows: list[tuple[int, int, int, int, int]]  # what happened: see `story`
    known: dict[int, Known] = field(default_factory=dict, repr=False)  # by viewer

    def known_to(self, viewer: int) -> Known:
        return self.known.setdefault(viewer, Known())
