"""`Game`: all that the rest of the program knows about a game, and how to play it from Python."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple, Protocol, cast

import numpy as np

from ludotheque.core.actions import Actions
from ludotheque.core.boxes import full_name
from ludotheque.core.chance import key_words
from ludotheque.core.components import Components
from ludotheque.core.constants import MAX_SEATS, NONE, TABLE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.hidden import Hidden
from ludotheque.core.layout import array_of, copy, new
from ludotheque.core.options import Option, Value, complete, encode
from ludotheque.core.pawns import Pawns
from ludotheque.core.plain import plain
from ludotheque.core.plugin import completed
from ludotheque.core.story import silent_story
from ludotheque.core.template import CORE, instantiate
from ludotheque.core.words import ENGLISH, Sentence, Words

State = Any  # a numpy record of the game's own layout
ENGINE = CORE / "engine.py"
RULES = ("setup", "to_act", "legal", "refusal", "apply", "scores", "ranks", "breakdown", "census", "canonical")


class Parsed(NamedTuple):
    """A parsed action text.

    Holds the action's number, or else the code of the sentence that says why there is none.
    """

    action: int
    refusal: int = 0


class Notation(Protocol):
    """The game's part of a record: texts for actions, the setup and the outcomes of chance."""

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
    def describe(
        self, words: Words, view: State, seat: int, action: int, rows: list[tuple[int, int, int, int, int]]
    ) -> str:
        """Describe what an action did, one line per event.

        The first line says who did what; it follows the name of the player. The others say what
        came of it.
        """
        ...


class Said(Text, Protocol):
    """All texts that a game may have. Those in `SILENT` are optional in its text.py."""

    @property
    def LABELS(self) -> Mapping[str, str]:  # noqa: N802
        """The labels of score sheet columns, options (`deal`) and their values (`deal=fair`)."""
        ...

    @property
    def EXPLAINS(self) -> Mapping[str, str]:  # noqa: N802
        """The meaning of each option, in one sentence for people who have not read the rules."""
        ...

    @property
    def SIGNAL(self) -> str:  # noqa: N802
        """The sentence that a seat sends with the table's signal."""
        ...

    @property
    def FIRST(self) -> str:  # noqa: N802
        """How the booklet decides who begins, in one sentence; empty if it is drawn at random."""
        ...

    @property
    def THEMES(self) -> Mapping[str, str]:  # noqa: N802
        """What a puzzle is about, in a few words, by the names that `puzzles.py` uses."""
        ...


SILENT: Mapping[str, Any] = {"LABELS": {}, "EXPLAINS": {}, "SIGNAL": "", "FIRST": "", "THEMES": {}}


@cache
def seats_in(mask: int) -> tuple[int, ...]:
    """Return the seats of a mask with a bit for each, and TABLE for the table itself."""
    return tuple(seat for seat in range(TABLE + 1) if mask >> seat & 1)


@dataclass(frozen=True, eq=False)
class Game:
    """One game as a table of facts. See docs/add-a-game.md for the meaning of each."""

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
    hides: bool  # is anything hidden from a seat?
    phases: type[IntEnum] | None = None  # the names of the phases, if the state has a field `phase`
    simultaneous: bool = False  # do several seats ever act at once?
    ordered: tuple[str, ...] = ()  # kinds of action whose order matters even when several seats act at once
    # kinds of action that players lay out and take back freely; they are carried out together with
    # the first action of another kind
    drafts: tuple[str, ...] = ()
    # a copy of the state in which a seat that is waiting for others may prepare its draft; None: it
    # may not
    early: Callable[[State, int], State | None] | None = None
    sand_s: int = 0  # how long the table waits before its own ply; 0: until no seat can act
    sand_if: tuple[str, str] | None = None  # only at tables with this option: ("pace", "sand")
    pawns: Pawns | None = None  # what players may choose before the game
    # (option, value, people): what a new table proposes instead of the default if it has at least
    # this many people
    proposes: tuple[tuple[str, str, int], ...] = ()
    # may this seat give the table's signal now (`SIGNAL` of text.py)? Signals are not actions and
    # are not recorded
    may_signal: Callable[[State, int], bool] | None = None
    waits: Callable[[State], bool] | None = None  # is this a position that players see only once all are ready?
    veil: Callable[[State], State] | None = None  # a copy of such a view, as it is shown until then
    # conceals(before, now, action): is what a seat did at that moment still secret from the others?
    # With NONE: is the number of its choices? None: computed from what the others saw
    conceals: Callable[[State, State, int], bool] | None = None
    # a seat's own setup, completed by what its view has revealed since
    turned_up: Callable[[dict[str, Any], State], dict[str, Any]] | None = None
    # draws a view: scene(words, view, seat) and gesture(words, view, seat, action); without it the
    # game is drawn as text
    scene: ModuleType | None = None
    evaluate: ModuleType | None = None  # what a bot knows beyond the rules: see bots/knowledge.py
    # a view as numbers, for those who train on the game: ENCODING and encode(view, seat, out)
    encode: ModuleType | None = None
    puzzles: ModuleType | None = None  # what makes an action good, and exact solutions: see core/puzzle.py
    # the same game under each older rules_version, so that games begun under it can be continued
    # and replayed
    earlier: Mapping[int, "Game"] = field(default_factory=dict)
    minutes: tuple[int, int] = (0, 0)  # how long a game takes, at least and at most; 0: unknown
    measured_seats: int = 0  # the number of seats in `bench`; 0: the most
    # figures that `bench` requires of the game: ("moves_per_second", "≥", 4e6)
    goals: tuple[tuple[str, str, float], ...] = ()

    def __repr__(self) -> str:
        return f"<Game {self.id}: {self.title}, {self.seats[0]} to {self.seats[-1]} seats>"

    @property
    def id(self) -> str:
        return str(self.components["id"])

    @property
    def name(self) -> str:
        """The name that the registry knows it by: the id, and the box if it is another one."""
        return full_name(self.id, self.components.box)

    @property
    def title(self) -> str:
        return self.components.title

    @property
    def rules_version(self) -> int:
        return self.components.rules_version

    @property
    def versions(self) -> dict[int, "Game"]:
        """This game under each rules_version that can still be played and replayed."""
        return {**self.earlier, self.rules_version: self}

    @property
    def seats(self) -> range:
        return self.components.seats

    @property
    def options(self) -> tuple[Option, ...]:
        return self.components.options

    @property
    def folder(self) -> Path:
        return self.components.folder

    @property
    def hidden(self) -> tuple[Hidden, ...]:
        """What a seat must not see: `HIDDEN` in view.py. A test checks the views against it."""
        return getattr(self.view, "HIDDEN", ())

    def phase_name(self, phase: int) -> str:
        """Return the name of a phase in lower case; empty if it has none."""
        return "" if self.phases is None or phase == NONE else self.phases(phase).name.lower()

    # The compiled rules

    def contract(self) -> dict[str, Any]:
        """Return the names that templates are written against, with this game's own values."""
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
        """Run the rules as plain Python from now on.

        That is about a thousand times slower, but nothing has to be compiled first.
        """
        self.__dict__["engine"] = plain(self, ENGINE)

    def run_compiled(self) -> None:
        self.__dict__.pop("engine", None)

    @property
    def is_plain(self) -> bool:
        return isinstance(self.__dict__.get("engine"), SimpleNamespace)

    # Playing from Python: each of these is one call into compiled code

    def check_seats(self, seats: int) -> None:
        if seats not in self.seats:
            raise LudothequeError(
                "{title} is for {least} to {most} seats, not {seats}",
                title=self.title,
                least=self.seats[0],
                most=self.seats[-1],
                seats=seats,
            )

    def complete_options(self, given: Mapping[str, Any]) -> dict[str, Value]:
        """Return every option with its value; missing ones get their default."""
        return complete(self.options, given, self.title)

    def new(self, seats: int, options: Mapping[str, Any], key: bytes, chosen: Sequence[str | None] = ()) -> State:
        """Return a new game, dealt from its key.

        `chosen` are the pawns that players chose, seat by seat; if nobody chose, the deal decides.
        """
        self.check_seats(seats)
        state = new(self.state)
        state.key[:] = key_words(key)
        self.engine.run_setup(state, seats, encode(self.options, self.complete_options(options)), silent_story())
        if any(chosen):
            self._give_pawns(state, seats, key, chosen)
        return state

    def _give_pawns(self, state: State, seats: int, key: bytes, chosen: Sequence[str | None]) -> None:
        if self.pawns is None:
            raise LudothequeError("{title} has no pawns to choose from", title=self.title)
        if len(chosen) != seats:
            raise LudothequeError("chosen must name a pawn or null for each of {seats} seats", seats=seats)
        self.notation.deal(state, self.notation.setup_of(state) | self.pawns.setup(chosen, key))

    def to_act(self, state: State) -> int:
        return int(self.engine.run_to_act(array_of(state)))

    def movers(self, state: State) -> list[int]:
        """List the seats that may act now, with TABLE for the table itself; empty if the game is
        over.
        """
        return [*seats_in(self.to_act(state))]

    def legal(self, state: State, seat: int) -> list[int]:
        out = np.empty(self.actions.count, np.int32)
        count = self.engine.run_legal(array_of(state), seat, out)
        self.check_bounds(too_many=count > self.max_legal)
        actions: list[int] = out[:count].tolist()
        return actions

    def check_bounds(self, too_many: bool = False, too_long: bool = False) -> None:
        """Raise an error if the game exceeds the bounds it declares."""
        if too_many:
            raise LudothequeError(
                "{title}: a seat had more legal actions than max_legal ({most}) allows",
                title=self.title,
                most=self.max_legal,
            )
        if too_long:
            raise LudothequeError(
                "{title}: a game was longer than max_plies ({most}) allows",
                title=self.title,
                most=self.max_plies,
            )

    def refusal(self, state: State, seat: int, action: int) -> int:
        return int(self.engine.run_refusal(array_of(state), seat, action))

    def apply(self, state: State, seat: int, action: int, story: Any = None) -> None:
        self.engine.run_apply(array_of(state), seat, action, array_of(silent_story() if story is None else story))

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
        """Return what a seat may see, as a separate state; seat NONE is a spectator."""
        out = copy(self.blank)
        self.engine.run_view(array_of(state), seat, array_of(out))
        return out

    def imagine(self, view: State, seat: int, key: bytes) -> State:
        """Draw a complete state at random from `key` that the seat cannot tell from the truth."""
        state = copy(view)
        state.key[:] = key_words(key)
        state.cursor = 0
        self.engine.run_imagine(state, seat, silent_story())
        return state

    @cache  # noqa: B019 (games live as long as the program, and pictures are cached by the identity of these words)
    def words(self, language: str, *, slots: bool = False) -> Words:
        """Return this game's messages in a language.

        With `slots`, they contain slots for the names of a table's players.
        """
        return Words(language, self.folder, slots=slots)

    @cached_property
    def said(self) -> Said:
        """All texts of this game: those in its text.py, and defaults for the rest."""
        return cast(Said, completed(self.text, ("REFUSALS", "board", "prompt", "describe"), SILENT))

    def label(self, words: Words, name: str) -> str:
        """Return the label of a column, an option or one of its values; without one, the name
        itself.
        """
        known = self.said.LABELS
        return words(known[name]) if name in known else name.rpartition("=")[2].replace("_", " ")

    def explain(self, words: Words, option: str) -> str:
        """Return the meaning of an option, in one sentence."""
        known = self.said.EXPLAINS
        return words(known[option]) if option in known else ""

    def signal(self, words: Words) -> str:
        """Return the sentence for the table's signal."""
        return words(self.said.SIGNAL) if self.said.SIGNAL else ""

    def who_begins(self, words: Words) -> str:
        """Return how the booklet decides who begins."""
        return words(self.said.FIRST) if self.said.FIRST else ""

    def proposed_options(self, people: int) -> dict[str, Value]:
        """Return every option as a new table for this many people proposes it."""
        return self.complete_options({name: value for name, value, least in self.proposes if people >= least})

    def sand_ms(self, options: Mapping[str, Any]) -> int:
        """Return how long the hourglass runs with these options, in ms; 0 if there is none."""
        is_on = self.sand_if is None or options[self.sand_if[0]] == self.sand_if[1]
        return 1000 * self.sand_s if is_on else 0

    def is_drafted(self, action: int) -> bool:
        """Say whether an action belongs to a draft: laid out first, carried out later."""
        return self.actions.kind_of(action) in self.drafts

    def is_over(self, state: State) -> bool:
        return self.to_act(state) == 0

    def reason(self, code: int, words: Words = ENGLISH) -> str:
        """Return the sentence of a refusal, with the rule's number."""
        return self.text.REFUSALS[code].say(words)
