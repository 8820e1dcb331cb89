"""Results: who came where, and what counts for ratings."""

from collections.abc import Sequence

from msgspec import Struct

from ludotheque.core.game import State
from ludotheque.table import events as ev
from ludotheque.table.events import BOT, PERSON, AnyEvent
from ludotheque.table.standing import Standing

BOT_PLAYER = "bot:"  # before the level of a bot, instead of a person's id


class Place(Struct, frozen=True):
    """How a game ended for one seat."""

    seat: int
    player: str  # a person's id, or BOT_PLAYER and a level
    rank: int  # for ratings: whoever has left comes last
    score: int
    has_left: bool  # resigned, ran out of time, or stayed away to the end
    moves: int  # made by the person; to resign is one too
    opening: str  # the first of them, as a record writes it


def ranks_of(standing: Standing, state: State, resigned: Sequence[int]) -> list[int]:
    """Return each seat's rank at the end.

    Seats that resigned come last, the first to resign last of all.
    """
    late = list(resigned)[::-1]
    ranks = standing.game.ranks(state, standing.seats)
    order = [(late.index(seat) + 1 if seat in late else 0, rank) for seat, rank in enumerate(ranks)]
    return [1 + sum(other < mine for other in order) for mine in order]


def ended(standing: Standing, stamped: dict[str, int], state: State, resigned: Sequence[int]) -> ev.Ended:
    """Return the event that ends a game in this state."""
    scores = standing.game.scores(state, standing.seats)
    return ev.Ended(**stamped, ranks=ranks_of(standing, state, resigned), scores=scores)


def places_of(standing: Standing, pending: Sequence[AnyEvent]) -> list[Place]:
    """Return how a game ends for each seat by these events, which are not committed yet.

    There are no places if the events do not say how the game ended.
    """
    end = next((event for event in pending if isinstance(event, ev.Ended)), None)
    if end is None or not end.ranks:
        return []
    left = left_after(standing, pending)
    order = [(seat in left, rank) for seat, rank in enumerate(end.ranks)]
    return [
        Place(
            seat,
            BOT_PLAYER + chair.level if chair.kind == BOT else chair.person,
            1 + sum(other < order[seat] for other in order),
            end.scores[seat],
            seat in left,
            *moves_of(standing, seat, pending),
        )
        for seat, chair in enumerate(standing.chairs)
    ]


def left_after(standing: Standing, pending: Sequence[AnyEvent]) -> set[int]:
    """Return the seats whose people have left the game."""
    left = {*standing.seating.stand_ins, *standing.seating.resigned}
    for event in pending:
        if isinstance(event, ev.Resigned | ev.TookOver):
            left.add(event.seat)
        elif isinstance(event, ev.HandedBack):
            left.discard(event.seat)
    return left


def moves_of(standing: Standing, seat: int, pending: Sequence[AnyEvent]) -> tuple[int, str]:
    """Return how many moves the person at a seat has made, and the first of them."""
    plies = [(ply.before, ply.action) for ply in standing.plies if ply.seat == seat and ply.by == PERSON]
    acts = [event for event in pending if isinstance(event, ev.Acted) and event.seat == seat and event.by == PERSON]
    moves = [*plies, *((standing.state, action) for act in acts for action in act.actions)]
    resigned = [*standing.seating.resigned, *(event.seat for event in pending if isinstance(event, ev.Resigned))]
    return len(moves) + (seat in resigned), standing.game.notation.text(moves[0][0], seat, moves[0][1]) if moves else ""
