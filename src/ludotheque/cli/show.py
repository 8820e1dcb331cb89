"""A record as text to read: every ply in words, the board every few plies, the score sheet."""

from ludotheque.cli.screen import columns
from ludotheque.cli.text import language, say
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import Game, State
from ludotheque.core.record import Data, Follower, Step
from ludotheque.core.story import rows_of

BOARD_EVERY = 10  # plies


def playthrough(data: Data) -> str:
    """Return a whole game as text, without what the record hides."""
    follower = Follower(data)
    game = follower.game
    words = game.words(language())
    options = "".join(f", {name} {value}" for name, value in follower.options.items())
    head = say(
        "{title}, {seats} seats{options}, rules version {version}",
        title=game.title,
        seats=follower.seats,
        options=options,
        version=game.rules_version,
    )
    lines = [head, "", game.text.board(words, follower.state, NONE), ""]
    for step in follower.steps():
        lines.append(ply_line(game, step, data))
        if (step.number + 1) % BOARD_EVERY == 0:
            lines += ["", game.text.board(words, step.state, NONE), ""]
    if follower.is_hidden:
        lines.append(say("The rest is not shown in this record."))
    elif game.is_over(follower.state):
        lines += ["", game.text.board(words, follower.state, NONE), "", sheet(game, follower.state, follower.seats)]
    else:
        lines.append(say("The game is not over."))
    return "\n".join(lines)


def ply_line(game: Game, step: Step, data: Data) -> str:
    who = say("table") if step.seat == TABLE else say("seat {seat}", seat=step.seat)
    ply = data["plies"][step.number]
    done = say("{who}: {action} ({count} legal)", who=who, action=ply["action"], count=ply.get("legal"))
    chance = f" [{', '.join(ply['chance'])}]" if ply.get("chance") else ""
    words = game.text.describe(game.words(language()), step.state, step.seat, step.action, rows_of(step.story))
    return f"{step.number + 1:>3}. {done}{chance} {' '.join(words.splitlines())}".rstrip()


def sheet(game: Game, state: State, seats: int) -> str:
    """Return the score sheet, best seat first."""
    scores, ranks, breakdown = game.scores(state, seats), game.ranks(state, seats), game.breakdown(state, seats)
    order = sorted(range(seats), key=lambda seat: (ranks[seat], seat))
    names = [game.label(game.words(language()), column) for column in game.columns]
    rows = [[say("place"), say("seat"), say("score"), *names]]
    rows += [[str(ranks[seat]), str(seat), str(scores[seat]), *map(str, breakdown[seat].values())] for seat in order]
    return columns(rows)
