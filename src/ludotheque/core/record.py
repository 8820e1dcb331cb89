"""Records: one game as text that a person can read and two programs can compare.

A record holds everything that chance decided, every action in the words of its game, and the result. Following one needs the rules and not the generator.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludotheque.core.chance import GENERATOR, KEY_BYTES, commitment
from ludotheque.core.constants import TABLE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, State
from ludotheque.core.layout import copy
from ludotheque.core.registry import load
from ludotheque.core.story import chance_of, new_story
from ludotheque.core.words import N_, complaint, reason

FORMAT = "ludotheque-record/1"
HIDDEN = "?"  # in a seat's own record: what that seat could not see
TABLE_SEAT = -1  # how a record writes the table itself
KNOWN_KEYS = ("format", "game", "rules_version", "seats", "options", "setup", "plies")

Data = dict[str, Any]


class Recorder:
    """Plays a game and writes it down."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, Any], key: bytes) -> None:
        self.game, self.seats, self.key = game, seats, key
        self.options = game.complete_options(options)
        self.state = game.new(seats, self.options, key)
        self.dealt = copy(self.state)
        self.plies: list[Data] = []
        self.acts: list[tuple[int, int]] = []  # (seat, action) of each ply

    def act(self, seat: int, action: int) -> Any:
        """Carry a legal action out and say what happened: its story."""
        ply: Data = {
            "seat": TABLE_SEAT if seat == TABLE else seat,
            "action": self.game.notation.text(self.state, seat, action),
            "legal": len(self.game.legal(self.state, seat)),
        }
        story = new_story()
        self.acts.append((seat, action))
        self.game.apply(self.state, seat, action, story)
        chance = [self.game.notation.chance_text(kind, outcome) for kind, outcome in chance_of(story)]
        self.plies.append(ply | ({"chance": chance} if chance else {}))
        return story

    def record(self, seat: int | None = None) -> Data:
        """The record so far; with a seat, as that seat may see a game still going on (NONE: a spectator)."""
        is_over = self.game.is_over(self.state)
        dealt, plies = self.dealt, self.plies
        if seat is not None and not is_over:
            dealt = self.game.view_of(self.dealt, seat)
            plies = self._plies_for(seat)
        data: Data = {
            "format": FORMAT,
            "game": self.game.id,
            "rules_version": self.game.rules_version,
            "seats": self.seats,
            "components": self.game.components.digest,
            "generator": GENERATOR,
            "commitment": commitment(self.key),
        }
        if is_over:
            data["seed"] = self.key.hex()
        data |= {"options": self.options, "setup": self.game.notation.setup_of(dealt), "plies": plies}
        if is_over:
            data["final"] = final(self.game, self.state, self.seats)
        return data

    def _plies_for(self, viewer: int) -> list[Data]:
        """The plies as a viewer may read them: without secret actions, and without the choices that a seat had there and after them."""
        plies, secretive = [], set()
        for number, ply in enumerate(self.plies):
            if self.is_secret(number, viewer):
                secretive.add(ply["seat"])
                plies.append(ply | {"action": HIDDEN, "legal": HIDDEN})
            else:
                plies.append(ply | {"legal": HIDDEN} if ply["seat"] in secretive else ply)
        return plies

    def is_secret(self, number: int, viewer: int) -> bool:
        """Could the seat have done something else at that ply, for all that the viewer sees now? Computed, not marked by hand."""
        seat, action = self.acts[number]
        before = self._replay(copy(self.dealt), self.acts[:number])
        if seat in (viewer, TABLE) or before is None:
            return False
        done, shown = self._seen(copy(before), [(seat, action)], viewer), self.game.view_of(self.state, viewer).tobytes()
        for other in self.game.legal(before, seat):
            is_seen = other == action or self._seen(copy(before), [(seat, other)], viewer) != done  # when it was done
            if not is_seen and self._seen(copy(before), [(seat, other), *self.acts[number + 1 :]], viewer) == shown:
                return True
        return False

    def _seen(self, state: State, acts: list[tuple[int, int]], viewer: int) -> bytes | None:
        """What the viewer sees after these actions; None if one of them was not legal."""
        world = self._replay(state, acts)
        return None if world is None else bytes(self.game.view_of(world, viewer).tobytes())

    def _replay(self, state: State, acts: list[tuple[int, int]]) -> State | None:
        """The state after these actions; None if one of them was not legal."""
        for seat, action in acts:
            if self.game.refusal(state, seat, action):
                return None
            self.game.apply(state, seat, action)
        return state


def final(game: Game, state: State, seats: int) -> Data:
    return {"scores": game.scores(state, seats), "ranks": game.ranks(state, seats), "breakdown": game.breakdown(state, seats)}


# On disk


def dumps(data: Data) -> str:
    """A record as text, one ply a line."""
    lines = []
    for key, value in data.items():
        if key == "plies" and value:
            plies = ",\n  ".join(json.dumps(ply, ensure_ascii=False) for ply in value)
            lines.append(f' "plies": [\n  {plies}]')
        else:
            lines.append(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def load_file(path: Path) -> Data:
    """Read a record; what cannot be one is refused with one sentence."""
    try:
        data = json.loads(path.read_text())
    except OSError as error:
        raise LudothequeError("{path}: cannot be read: {error}", path=path, error=reason(error)) from error
    except json.JSONDecodeError as error:
        raise LudothequeError("{path}: is no record: not JSON (line {line}, column {column})", path=path, line=error.lineno, column=error.colno) from error
    except UnicodeDecodeError as error:
        raise LudothequeError("{path}: is no record: not a text", path=path) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise LudothequeError("{path}: is no record: its format must be {format!r}", path=path, format=FORMAT)
    return data


# Following


@dataclass
class Step:
    """One ply of a record, carried out."""

    number: int
    before: State
    state: State  # after it
    seat: int
    action: int
    story: Any
    problems: list[LudothequeError]  # where the record differs from the rules, though the game can be followed


class Follower:
    """A record being followed by the rules alone. Raises LudothequeError where it cannot be followed any further."""

    def __init__(self, data: Data) -> None:
        self.data = data
        missing = [key for key in KNOWN_KEYS if key not in data]
        if missing:
            raise LudothequeError("the record has no {key}", key=missing[0])
        if data["format"] != FORMAT:
            raise LudothequeError("the record's format must be {format!r}, not {given!r}", format=FORMAT, given=data["format"])
        self.game = load(str(data["game"]))
        self._check_header()
        self.state = self.game.new(self.seats, self.options, _key(data) or bytes(KEY_BYTES))
        try:
            self.game.notation.deal(self.state, data["setup"])
        except LudothequeError:
            raise
        except (TypeError, KeyError, ValueError, IndexError, AttributeError) as error:
            raise LudothequeError("setup cannot be read: {error}", error=error) from error
        self.dealt = copy(self.state)
        self.is_hidden = False  # did we come to something that this record does not show?

    def _check_header(self) -> None:
        data, game = self.data, self.game
        if data["rules_version"] != game.rules_version:
            raise LudothequeError(
                "the record was played by rules_version {version!r} of {title}; this program knows {own}", version=data["rules_version"], title=game.title, own=game.rules_version
            )
        if type(data["seats"]) is not int:
            raise LudothequeError("seats must be a whole number, not {seats!r}", seats=data["seats"])
        game.check_seats(data["seats"])
        self.seats: int = data["seats"]
        for key, kind in (("options", dict), ("setup", dict), ("plies", list)):
            if not isinstance(data[key], kind):
                message = N_("{key} must be a list, not {given!r}") if kind is list else N_("{key} must be an object, not {given!r}")
                raise LudothequeError(message, key=key, given=data[key])
        for option in game.options:
            if option.name not in data["options"]:
                raise LudothequeError("options must name {name}", name=option.name)
        self.options = game.complete_options(data["options"])
        if self.options != data["options"]:
            raise LudothequeError("options must be written as {options}, not {given}", options=self.options, given=data["options"])
        if "components" in data and data["components"] != game.components.digest:
            raise LudothequeError("the record was played with other components of {title} than {file} holds", title=game.title, file=game.components.path.name)

    def steps(self) -> Iterator[Step]:
        for number, ply in enumerate(self.data["plies"]):
            if _shows(ply, HIDDEN):
                self.is_hidden = True
                return
            yield self._step(number, ply)

    def _step(self, number: int, ply: Any) -> Step:
        seat, text = _read_ply(number, ply, self.seats)
        game, state = self.game, self.state
        if seat not in game.movers(state):
            turn = ", ".join(str(TABLE_SEAT if mover == TABLE else mover) for mover in game.movers(state))
            message = N_("ply {ply}: seat {seat} may not act; it is the turn of {turn}") if turn else N_("ply {ply}: seat {seat} may not act: the game is over")
            raise LudothequeError(message, ply=number, seat=ply["seat"], turn=turn)
        parsed = game.notation.parse(state, seat, text)
        refusal = parsed.refusal or game.refusal(state, seat, parsed.action)
        if refusal:
            why = game.text.REFUSALS[refusal]
            raise LudothequeError("ply {ply}: {text!r} is not legal: {why} ({rule})", ply=number, text=text, why=LudothequeError(why.message), rule=why.rule)
        problems = []
        count = len(game.legal(state, seat))
        if ply.get("legal") != count:
            problems.append(LudothequeError("ply {ply}: legal must be {count}, not {given!r}", ply=number, count=count, given=ply.get("legal")))
        story = new_story(self._script(number, ply.get("chance", [])))
        before = copy(state)
        game.apply(state, seat, parsed.action, story)
        drawn = [game.notation.chance_text(kind, outcome) for kind, outcome in chance_of(story)]
        if story.fault or drawn != ply.get("chance", []):
            raise LudothequeError("ply {ply}: chance cannot have decided {chance}", ply=number, chance=ply.get("chance", []))
        return Step(number, before, state, seat, parsed.action, story, problems)

    def _script(self, number: int, chance: Any) -> list[int]:
        if not isinstance(chance, list):
            raise LudothequeError("ply {ply}: chance must be a list, not {chance!r}", ply=number, chance=chance)
        outcomes = []
        for text in chance:
            parsed = self.game.notation.parse_chance(text) if isinstance(text, str) else None
            if parsed is None:
                raise LudothequeError("ply {ply}: {text!r} is nothing that chance decides in {title}", ply=number, text=text, title=self.game.title)
            outcomes.append(parsed[1])
        return outcomes


def _read_ply(number: int, ply: Any, seats: int) -> tuple[int, str]:
    if not isinstance(ply, dict) or not isinstance(ply.get("action"), str) or type(ply.get("seat")) is not int:
        raise LudothequeError("ply {ply}: must have a seat (a number) and an action (a text), not {given!r}", ply=number, given=ply)
    if not TABLE_SEAT <= ply["seat"] < seats:
        raise LudothequeError("ply {ply}: seat must be from {least} to {most}, not {seat}", ply=number, least=TABLE_SEAT, most=seats - 1, seat=ply["seat"])
    return (TABLE if ply["seat"] == TABLE_SEAT else ply["seat"]), ply["action"]


def _shows(ply: Any, mark: str) -> bool:
    return isinstance(ply, dict) and (ply.get("action") == mark or mark in (ply.get("chance") or []))


def _key(data: Data) -> bytes | None:
    """The key that a finished game gives away."""
    if "seed" not in data:
        return None
    try:
        key = bytes.fromhex(data["seed"])
    except (TypeError, ValueError):
        key = b""
    if len(key) != KEY_BYTES:
        raise LudothequeError("seed must be {digits} hexadecimal digits, not {seed!r}", digits=2 * KEY_BYTES, seed=data["seed"])
    return key


def check(data: Data, language: str = "en") -> list[str]:
    """What is wrong with a record; nothing if it agrees with the rules at every ply."""
    return [complaint(problem, language) for problem in _problems(data)]


def _problems(data: Data) -> list[LudothequeError]:
    problems: list[LudothequeError] = []
    try:
        follower = Follower(data)
        for step in follower.steps():
            problems += step.problems
    except LudothequeError as error:
        return [*problems, error]
    if not follower.is_hidden:
        problems += _check_final(follower)
    if "prepared" in data and (type(data["prepared"]) is not int or not 0 <= data["prepared"] <= len(data["plies"])):
        problems.append(LudothequeError("prepared must be a number of plies, from 0 to {plies}, not {given!r}", plies=len(data["plies"]), given=data["prepared"]))
    if "seed" in data and "commitment" in data and commitment(_key(data) or b"") != data["commitment"]:
        problems.append(LudothequeError("commitment is not the SHA-256 of seed"))
    return problems


def _check_final(follower: Follower) -> list[LudothequeError]:
    game, state, data = follower.game, follower.state, follower.data
    if not game.is_over(state):
        return [LudothequeError("final is given, though the game is not over")] if "final" in data else []
    if HIDDEN in json.dumps(data["setup"]):
        return [LudothequeError("a finished game hides nothing, but setup has '?'")]
    if "final" not in data:
        return [LudothequeError("the game is over, but final is missing")]
    truth = final(game, state, follower.seats)
    given = data["final"] if isinstance(data["final"], dict) else {}
    return [LudothequeError("final.{key} must be {truth}, not {given!r}", key=key, truth=truth[key], given=given.get(key)) for key in truth if given.get(key) != truth[key]]


def verify(data: Data, language: str = "en") -> list[str]:
    """Deal and draw again from the key that the record gives away; what differs from the record, or nothing."""
    return [complaint(problem, language) for problem in _differences(data)]


def _differences(data: Data) -> list[LudothequeError]:
    key = _key(data)
    if key is None:
        raise LudothequeError("the record has no seed: only a finished game can be verified")
    if data.get("generator") != GENERATOR:
        raise LudothequeError("the record was drawn by generator {generator!r}; this program has {own!r}", generator=data.get("generator"), own=GENERATOR)
    problems = _problems(data)
    if problems:
        return problems
    follower = Follower(data)
    again = Recorder(follower.game, follower.seats, follower.options, key)
    prepared = data.get("prepared")
    if prepared is None and again.record()["setup"] != data["setup"]:
        return [LudothequeError("the setup is not what the seed deals")]
    for step in follower.steps():
        if step.number < (prepared or 0):
            continue
        if step.number == prepared:  # the game went on from here with a new key
            again.state = copy(step.before)
            again.state.cursor = 0
        again.act(step.seat, step.action)
        if again.plies[-1].get("chance") != data["plies"][step.number].get("chance"):
            return [LudothequeError("ply {ply}: chance is not what the seed draws", ply=step.number)]
    if "commitment" not in data:
        return [LudothequeError("the record has no commitment to check the seed against")]
    return []
