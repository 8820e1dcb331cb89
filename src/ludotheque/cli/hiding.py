"""`ludotheque rules --hidden`: what seats and spectators cannot see, in each phase of a game."""

from collections.abc import Iterator

from ludotheque.cli.screen import compiling
from ludotheque.cli.text import say
from ludotheque.core.chance import seed_key
from ludotheque.core.game import Game, State
from ludotheque.core.hidden import Unseen, unseen
from ludotheque.core.record import Recorder

GAMES = 4  # random games for each number of seats


def hidden_fields(game: Game) -> str:
    """Return one line per phase and kind of viewer, read from the views in some random games."""
    with compiling(game):
        found: dict[tuple[int, bool], dict[str, bool]] = {}
        for seats in game.seats:
            for one in unseen(game, seats, _states(game, seats)):
                fields = found.setdefault((one.phase, one.is_onlooker), {})
                for name, is_own_seen in one.fields.items():
                    fields[name] = fields.get(name, True) and is_own_seen
    return "\n".join(_line(game, Unseen(*key, found[key])) for key in sorted(found))


def _states(game: Game, seats: int) -> Iterator[State]:
    """Yield the positions of random games."""
    for number in range(GAMES):
        recorder = Recorder(game, seats, {}, seed_key(number))
        yield recorder.state
        for ply in range(game.max_plies):
            if not (movers := game.movers(recorder.state)):
                break
            seat = movers[ply % len(movers)]
            legal = game.legal(recorder.state, seat)
            recorder.act(seat, legal[(7919 * number + 31 * ply) % len(legal)])
            yield recorder.state


def _line(game: Game, one: Unseen) -> str:
    fields = ", ".join(
        say("other seats' {field}", field=name) if is_own_seen and not one.is_onlooker else name
        for name, is_own_seen in one.fields.items()
    )
    if not fields:
        said = say("a spectator sees everything") if one.is_onlooker else say("a seat sees everything")
    elif one.is_onlooker:
        said = say("a spectator does not see {fields}", fields=fields)
    else:
        said = say("a seat does not see {fields}", fields=fields)
    phase = game.phase_name(one.phase)
    return f"{phase}: {said}" if phase else said
