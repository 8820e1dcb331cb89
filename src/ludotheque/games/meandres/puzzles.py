"""What makes an action in Méandres good."""

from ludotheque.core.game import Game, State

# kinds of action that are a theme of their own
KINDS = {
    "enter": "enter",
    "dance": "dance",
    "despair": "despair",
    "step": "step",
    "again": "power",
    "clown": "power",
    "okiku": "power",
    "krampus": "power",
    "swap": "power",
    "baba": "power",
    "legend": "legend",
    "influence": "legend",
    "spawn": "spawn",
    "extend": "extend",
}
LASTING = ("forgotten", "threes", "isolated")  # columns of the score sheet


def theme(game: Game, before: State, after: State, seat: int, action: int) -> str:
    """Return what an action brings at once, or else what kind it is."""
    kind = game.actions.kind_of(action)
    if kind == "step" and after.leaps > before.leaps:
        return "leap"
    then, now = (game.breakdown(state, int(before.seats))[seat] for state in (before, after))
    if kind in ("spawn", "extend"):
        for column in LASTING:
            if now[column] > then[column]:
                return column
    return KINDS.get(kind, "")
