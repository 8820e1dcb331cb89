"""Drafts: actions that a seat lays out and changes freely, then carries out in one commit.

A game says which kinds of action can be laid out (`Game.drafts`); any other action confirms them.
A draft is tried in an imagined state, so that it reveals nothing that the seat may not know. If a
game lets a seat lay out actions before its turn (`Game.early`), a confirmed draft waits for that
turn and is played together with the action that brings it.
"""

from itertools import takewhile

from ludotheque.core.chance import seed_key
from ludotheque.core.game import Game, State
from ludotheque.core.layout import copy
from ludotheque.table.guide import Guiding
from ludotheque.table.made import Fault
from ludotheque.table.position import Laid, Position
from ludotheque.table.trying import is_told_to, why_not_act

# the seed of the imagined state in which a draft is tried: any will do, since a draft may not
# reveal anything hidden
DREAM = seed_key(0)


def kinds_of(game: Game) -> list[tuple[int, int]]:
    """List the ranges of actions that can be laid out: the first and last number of each."""
    return [
        (game.actions.first[name], game.actions.first[name] + game.actions.kinds[name].count - 1)
        for name in game.drafts
    ]


def is_ready(game: Game, actions: list[int]) -> bool:
    """Return whether the draft ends with the action that confirms it."""
    return bool(actions) and not game.is_drafted(actions[-1])


def laid_out(game: Game, actions: list[int]) -> list[int]:
    """Return a draft without the action that confirms it."""
    return [action for action in actions if game.is_drafted(action)]


def lay_out(position: Position, guiding: Guiding, seat: int, actions: list[int]) -> Laid | Fault:
    """Return the imagined world before the draft, and the world after each of its actions.

    The action that confirms a draft is not carried out: it may reveal something new.
    """
    found = _begun(position, seat, actions) if _may_lay_out(position.game, guiding, seat) else []
    if not found:
        return Fault("draft/off")
    for number in range(len(found) - 1, len(actions)):
        before, action = found[-1], actions[number]
        if fault := why_not_act(position, before, seat, action):
            return fault
        if not position.game.is_drafted(action):
            if number < len(actions) - 1:
                return Fault("draft/confirmed")
            break
        world = copy(before)
        position.game.apply(world, seat, action)
        if is_told_to(position, before, world, seat, action):
            return Fault("action/reveals")
        found.append(world)
    return _keep(position, seat, actions[: len(found) - 1], found)


def _keep(position: Position, seat: int, actions: list[int], worlds: list[State]) -> Laid:
    """Cache the worlds of a draft; if it is cached already, its view stays."""
    known = position.kept.laid.get(seat)
    if known is None or known.actions != actions:
        known = position.kept.laid[seat] = Laid(actions, worlds)
    return known


def _may_lay_out(game: Game, guiding: Guiding, seat: int) -> bool:
    return bool(game.drafts) and (not guiding.is_on or bool(guiding.run(seat)))


def _begun(position: Position, seat: int, actions: list[int]) -> list[State]:
    """Return the worlds shared with the last draft, at least the first; none if it is off."""
    known = position.kept.laid.get(seat)
    if known is None:
        first = _first(position, seat)
        return [] if first is None else [first]
    same = list(takewhile(lambda pair: pair[0] == pair[1], zip(known.actions, actions, strict=False)))
    return known.worlds[: len(same) + 1]


def _first(position: Position, seat: int) -> State | None:
    """Return an imagined world in which it is the seat's turn, or None."""
    game, view = position.game, position.view(seat)
    if seat in position.movers:
        return game.imagine(view, seat, DREAM)
    if game.early is None or game.early(view, seat) is None:
        return None
    return game.early(game.imagine(view, seat, DREAM), seat)
