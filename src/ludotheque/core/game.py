"""`Game`: all that the rest of the program knows about a game, and a plain Python way to play it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple, Protocol

import numpy as np

from ludotheque.core.actions import Actions
from ludotheque.core.chance import key_words
from ludotheque.core.components import Components
from ludotheque.core.constants import MAX_SEATS, TABLE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.layout import copy, new
from ludotheque.core.options import Option, Value, complete, encode
from ludotheque.core.plain import plain
from ludotheque.core.story import silent_story
from ludotheque.core.template import CORE, instantiate
from ludotheque.core.words import ENGLISH, Sentence, Words

State = Any  # a numpy record of the game's own layout
ENGINE = CORE / "engine.py"
RULES = ("setup", "to_act", "legal", "refusal", "apply", "scores", "ranks", "breakdown", "census", "canonical")


class Parsed(NamedTuple):
    """An action text that was read: its number, or the code of the sentence that says why it has none."""

    action: int
    refusal: int = 0


class Notation(Protocol):
    """The game's side of a record: words for actions, for the setup and for what chance decided."""

    def text(self, state: State, seat: int, action: int) -> str: ...
    def parse(self, state: State, seat: int, text: str) -> Parsed: ...
    def deal(self, state: State, setup: Mapping[str, Any]) -> None: ...
    def setup_of(self, state: State) -> dict[str, Any]: ...
    def chance_text(self, kind: int, outcome: int) -> str: ...
    def parse_chance(self, text: str) -> tuple[int, int] | None: ...


class Text(Protocol):
    """What people read: log lines, prompts, the text board, one sentence per refusal."""

    @property
    def REFUSALS(self) -> Mapping[Any, Sentence]: ...  # noqa: N802

    def board(self, words: Words, view: State, seat: int) -> str: ...
    def prompt(self, words: Words, view: State, seat: int) -> str: ...
    def describe(self, words: Words, view: State, seat: int, action: int, rows: list[tuple[int, int, int, int, int]]) -> str: ...


@dataclass(frozen=True, eq=False)
class Game:
    """One game as a labelled table of facts. See docs/add-a-game.md for what each of them is."""

    components: Components
    state: np.dtype[np.void]
    blank: State  # what a seat sees before anything is copied into its view
    actions: Actions
    rules: ModuleType
    view: ModuleType
    notation: Notation
    text: Text
    columns: tuple[str, ...]  # of the score sheet, in the words of a record
    max_legal: int
    max_plies: int
    hides: bool  # is there anything that a seat may not see?
    simultaneous: bool = False  # do several seats ever act at once?
    ordered: tuple[str, ...] = ()  # kinds of action of which it matters, when several seats act at once, who was first
    drafts: tuple[str, ...] = ()  # kinds of action that people lay out and take up again freely; they are carried out together with the first action of another kind
    early: Callable[[State, int], State | None] | None = None  # the state in which a seat that still waits for others may lay its draft out, a copy; None: it may not
    sand_s: int = 0  # how long the table waits with its own ply from the moment it may act; 0: until nobody else can
    sand_if: tuple[str, str] | None = None  # only at tables with this option: ("pace", "sand")
    scene: ModuleType | None = None  # draws a view: scene(words, view, seat) and gesture(words, view, seat, action); without it the game is drawn in words
    evaluate: ModuleType | None = None  # what a bot knows beyond the rules: see bots/knowledge.py
    measured_seats: int = 0  # with how many `bench` plays it; 0: the most
    goals: tuple[tuple[str, str, float], ...] = ()  # figures that `bench` holds the game to: ("moves_per_second", "≥", 4e6)

    @property
    def id(self) -> str:
        return str(self.components["id"])

    @property
    def title(self) -> str:
        return self.components.title

    @property
    def rules_version(self) -> int:
        return self.components.rules_version

    @property
    def seats(self) -> range:
        return self.components.seats

    @property
    def options(self) -> tuple[Option, ...]:
        return self.components.options

    @property
    def folder(self) -> Path:
        return self.components.folder

    # The compiled rules

    def contract(self) -> dict[str, Any]:
        """The names that a template is written against, with this game's own behind them."""
        return {
            **{name: getattr(self.rules, name) for name in RULES},
            "view": self.view.view,
            "imagine": self.view.imagine,
            "STATE": self.state,
            "ACTION_COUNT": self.actions.count,
            "MAX_LEGAL": self.max_legal,
            "MAX_PLIES": self.max_plies,
        }

    @cached_property
    def engine(self) -> Any:
        return instantiate(self, ENGINE)

    def run_plainly(self) -> None:
        """From now on as plain Python: about a thousand times slower, and nothing has to be compiled first."""
        self.__dict__["engine"] = plain(self, ENGINE)

    def run_compiled(self) -> None:
        self.__dict__.pop("engine", None)

    @property
    def is_plain(self) -> bool:
        return isinstance(self.__dict__.get("engine"), SimpleNamespace)

    # Playing it in Python: one crossing into compiled code each

    def check_seats(self, seats: int) -> None:
        if seats not in self.seats:
            raise LudothequeError("{title} is for {least} to {most} seats, not {seats}", title=self.title, least=self.seats[0], most=self.seats[-1], seats=seats)

    def complete_options(self, given: Mapping[str, Any]) -> dict[str, Value]:
        """Every option with its value; what is not given takes its default."""
        return complete(self.options, given, self.title)

    def new(self, seats: int, options: Mapping[str, Any], key: bytes) -> State:
        """A game that has been dealt from its key."""
        self.check_seats(seats)
        state = new(self.state)
        state.key[:] = key_words(key)
        self.engine.run_setup(state, seats, encode(self.options, self.complete_options(options)), silent_story())
        return state

    def to_act(self, state: State) -> int:
        return int(self.engine.run_to_act(state))

    def movers(self, state: State) -> list[int]:
        """The seats that may act now, TABLE for the table itself; nobody when the game is over."""
        mask = self.to_act(state)
        return [seat for seat in range(TABLE + 1) if mask >> seat & 1]

    def legal(self, state: State, seat: int) -> list[int]:
        out = np.empty(self.max_legal, np.int32)
        actions: list[int] = out[: self.engine.run_legal(state, seat, out)].tolist()
        return actions

    def refusal(self, state: State, seat: int, action: int) -> int:
        return int(self.engine.run_refusal(state, seat, action))

    def apply(self, state: State, seat: int, action: int, story: Any = None) -> None:
        self.engine.run_apply(state, seat, action, silent_story() if story is None else story)

    def scores(self, state: State, seats: int) -> list[int]:
        out = np.zeros(MAX_SEATS, np.int32)
        self.engine.run_scores(state, out)
        return [int(score) for score in out[:seats]]

    def ranks(self, state: State, seats: int) -> list[int]:
        out = np.zeros(MAX_SEATS, np.int32)
        self.engine.run_ranks(state, out)
        return [int(rank) for rank in out[:seats]]

    def breakdown(self, state: State, seats: int) -> list[dict[str, int]]:
        out = np.zeros((MAX_SEATS, len(self.columns)), np.int32)
        self.engine.run_breakdown(state, out)
        return [dict(zip(self.columns, row, strict=True)) for row in out[:seats].tolist()]

    def view_of(self, state: State, seat: int) -> State:
        """What a seat may see, as a state of its own; seat NONE is a spectator."""
        out = copy(self.blank)
        self.engine.run_view(state, seat, out)
        return out

    def imagine(self, view: State, seat: int, key: bytes) -> State:
        """A whole state that the seat cannot tell from the truth, drawn at random from `key`."""
        state = copy(view)
        state.key[:] = key_words(key)
        state.cursor = 0
        self.engine.run_imagine(state, seat, silent_story())
        return state

    @cache  # noqa: B019 (games stay for ever; and pictures are kept by these words: the same ones are found faster)
    def words(self, language: str) -> Words:
        """This game's messages in a language."""
        return Words(language, self.folder)

    def label(self, words: Words, name: str) -> str:
        """What people call a column of the score sheet, an option (`deal`) or one of its values (`deal=fair`): `LABELS` of the game's text.py, or else the name itself."""
        known: dict[str, str] = getattr(self.text, "LABELS", {})
        return words(known[name]) if name in known else name.rpartition("=")[2].replace("_", " ")

    def sand_ms(self, options: Mapping[str, Any]) -> int:
        """How long the hourglass runs at a table with these options; 0: there is none."""
        is_on = self.sand_if is None or options[self.sand_if[0]] == self.sand_if[1]
        return 1000 * self.sand_s if is_on else 0

    def is_drafted(self, action: int) -> bool:
        """Is it laid out first?"""
        return self.actions.kind_of(action) in self.drafts

    def is_over(self, state: State) -> bool:
        return self.to_act(state) == 0

    def why(self, code: int, words: Words = ENGLISH) -> str:
        """The sentence of a refusal, with the rule's number."""
        return self.text.REFUSALS[code].say(words)
