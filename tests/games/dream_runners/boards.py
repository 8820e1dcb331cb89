"""Positions of Dream Runners as tests write them: the beginning of a round, seat by seat, in the
words of a record.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from ludotheque.bots.play import play_out
from ludotheque.core import record, registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.layout import copy
from ludotheque.core.rule import JIT
from ludotheque.core.story import chance_of, new_story, rows_of
from ludotheque.games.dream_runners.components import CHEST_NAMES, COLOR_NAMES, DREAM_NAMES
from ludotheque.games.dream_runners.evaluate import POLICIES
from ludotheque.games.dream_runners.rules import Event, Refusal
from ludotheque.games.dream_runners.rules.setup import begin_round
from ludotheque.games.dream_runners.segments import NEUTRAL, SEGMENT_NAMES, SEGMENTS

GAME = registry.load("dream_runners")
SETS = ["green", "purple", "yellow", "red"]
SHAPES = ["i1", "i2", "i3", "l3"]
CORPUS = sorted((Path(__file__).parents[2] / "corpus").glob("dream_runners-*.json"))
Seats = Mapping[Any, Mapping[str, Any]]


def mask_of(names: list[str]) -> int:
    return sum(1 << SEGMENT_NAMES.index(name) for name in names)


def names_of(mask: int) -> list[str]:
    return [SEGMENT_NAMES[segment] for segment in range(SEGMENTS) if int(mask) >> segment & 1]


# Words to states and back


def at_round(
    seats: int = 2,
    dream: str = "d1-1",
    number: int = 2,
    before: Seats | None = None,
    pace: str = "calm",
    opener: int = 0,
    market: list[str] | None = None,
    following: str | None = None,
) -> Any:
    """The beginning of a round.

    Seats are as R1.5 has them, in the order green, purple, yellow, red, unless `before` says
    otherwise.
    """
    state = GAME.new(seats, {"pace": pace}, seed_key(0))
    state.owned[:], state.star[:], state.woke[:] = 0, 0, 0
    state.market = mask_of(["i1-1", "i2-1", "i3-1", "l3-1"] if market is None else market)
    for seat in range(seats):
        own = dict((before or {}).get(seat, (before or {}).get(str(seat), {})))
        state.owned[seat] = (
            mask_of(own.get("segments", [f"{SETS[seat]}-{shape}" for shape in SHAPES]))
            if own.get("asleep", True)
            else 0
        )
        state.calm[seat], state.coins[seat], state.keys[seat] = (
            own.get("calm", 20),
            own.get("coins", 2),
            own.get("keys", 0),
        )
        state.star[seat], state.woke[seat] = own.get("star", 0), own.get("woke", 0)
        state.fragments[seat] = [own.get("fragments", {}).get(color, 0) for color in COLOR_NAMES]
    held = int(state.market) | sum(int(owned) for owned in state.owned[:seats])
    state.stacks = sum(1 << segment for segment in range(NEUTRAL, SEGMENTS)) & ~held
    state.gone = (1 << SEGMENTS) - 1 - held - int(state.stacks)
    state.dreams[number - 1] = DREAM_NAMES.index(dream)
    if following is not None:
        state.dreams[number] = DREAM_NAMES.index(following)
    state.opener = opener
    begin_round(state, number)
    return state


def facts(state: Any, seat: int) -> dict[str, Any]:
    """What lies before a seat, in the words of the examples."""
    return {
        "calm": int(state.calm[seat]),
        "coins": int(state.coins[seat]),
        "keys": int(state.keys[seat]),
        "star": int(state.star[seat]),
        "fragments": {
            color: int(count) for color, count in zip(COLOR_NAMES, state.fragments[seat], strict=True) if count
        },
        "segments": names_of(state.owned[seat]),
        "asleep": bool(state.woke[seat] == 0),
    }


# Actions by their text


def legal(state: Any, seat: int) -> list[str]:
    return [GAME.notation.text(state, seat, action) for action in GAME.legal(state, seat)]


def refusal(state: Any, seat: int, text: str) -> Refusal:
    """What a seat is told about an action that it writes down."""
    parsed = GAME.notation.parse(state, seat, text)
    return Refusal(parsed.refusal or GAME.refusal(state, seat, parsed.action))


def act(state: Any, seat: int, text: str, chance: list[str] | None = None) -> Any:
    """Carry one action out, with these chance outcomes if they are given; the story of it."""
    assert refusal(state, seat, text) == Refusal.LEGAL, (
        f"seat {seat}: {text} is refused: {refusal(state, seat, text).name}"
    )
    script = [GAME.notation.parse_chance(words)[1] for words in chance or []]  # type: ignore[index]
    story = new_story(script)
    GAME.apply(state, seat, GAME.notation.parse(state, seat, text).action, story)
    assert story.fault == 0
    return story


def chances(story: Any) -> list[str]:
    return [GAME.notation.chance_text(kind, outcome) for kind, outcome in chance_of(story)]


def events(story: Any) -> list[tuple[str, int, int, int, int]]:
    return [(Event(code).name, seat, what, where, amount) for code, seat, what, where, amount in rows_of(story)]


def play(state: Any, *plies: tuple[int, str] | tuple[int, str, list[str]]) -> Any:
    """The state after these plies, each (seat, text) or (seat, text, chance); the one that is given
    stays as it is.
    """
    state = copy(state)
    for seat, text, *chance in plies:
        act(state, seat, text, *chance)
    return state


def chest(state: Any) -> str | None:
    return None if state.chest == NONE else CHEST_NAMES[state.chest]


def random_games(count: int, pace: str | None = None, seats: int = 0) -> Iterator[list[Any]]:
    """Whole random games, each as its states from the deal to the end; of all seat counts, paces
    and decks where none is asked for.
    """
    for seed in range(count):
        options = {"pace": pace or ("calm", "sand")[seed % 2], "dreams": ("all", "beginner")[seed // 2 % 2]}
        state = GAME.new(seats or 2 + seed % 3, options, seed_key(seed))
        states, rng = [copy(state)], Random(seed)
        while movers := GAME.movers(state):
            seat = rng.choice(movers)
            GAME.apply(state, seat, rng.choice(GAME.legal(state, seat)))
            states.append(copy(state))
        yield states


def composed_games(count: int) -> list[dict[str, Any]]:
    """Records of games in which everybody composes with the solver, so that they come to the later
    rounds; plain Python, where the solver is slow, takes those of the corpus.
    """
    if not JIT:
        return [record.load_file(file) for file in CORPUS if "calm" in file.stem and "composer" in file.stem]
    bots = [POLICIES["composer"]] * 4
    return [
        play_out(GAME, 2 + seed % 3, {}, seed_key(100 + seed), bots[: 2 + seed % 3]).record() for seed in range(count)
    ]


def table_seat(seat: int) -> int:
    """How a record writes the table."""
    return TABLE if seat == -1 else seat
