"""Replays a record by the rules alone, without the generator."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ludotheque.core.chance import KEY_BYTES
from ludotheque.core.constants import TABLE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, State
from ludotheque.core.layout import copy
from ludotheque.core.record.format import FORMAT, HIDDEN, KNOWN_KEYS, PLY_KEYS, TABLE_SEAT, Data
from ludotheque.core.registry import load
from ludotheque.core.story import chance_of, new_story
from ludotheque.core.words import N_


@dataclass
class Step:
    """One ply of a record, carried out."""

    number: int
    before: State
    state: State  # after it
    seat: int
    action: int
    story: Any
    problems: list[LudothequeError]  # where the record differs from the rules but can still be followed


class Follower:
    """Replays a record by the rules of `game`, or of the game that the record names.

    Raises LudothequeError if the record cannot be followed any further.
    """

    def __init__(self, data: Data, game: Game | None = None) -> None:
        self.data = data
        missing = [key for key in KNOWN_KEYS if key not in data]
        if missing:
            raise LudothequeError("the record has no {key}", key=missing[0])
        if data["format"] != FORMAT:
            raise LudothequeError(
                "the record's format must be {format!r}, not {given!r}", format=FORMAT, given=data["format"]
            )
        self.game = self._rules(game or load(str(data["game"])))
        self._check_header()
        self.chosen = chosen_in(data)
        self.state = self.game.new(self.seats, self.options, key_of(data) or bytes(KEY_BYTES), self.chosen)
        try:
            self.game.notation.deal(self.state, data["setup"])
        except LudothequeError:
            raise
        except (TypeError, KeyError, ValueError, IndexError, AttributeError) as error:
            raise LudothequeError("setup cannot be read: {error}", error=error) from error
        self.dealt = copy(self.state)
        self.is_hidden = False  # have we reached something that this record hides?

    def _rules(self, game: Game) -> Game:
        """Return the game in the rules_version that the record names."""
        version = self.data["rules_version"]
        if type(version) is not int or version not in game.versions:
            own = ", ".join(map(str, game.versions))
            raise LudothequeError(
                "the record was played with rules_version {version!r} of {title}; this program supports {own}",
                version=version,
                title=game.title,
                own=own,
            )
        return game.versions[version]

    def _check_header(self) -> None:
        data, game = self.data, self.game
        if type(data["seats"]) is not int:
            raise LudothequeError("seats must be a whole number, not {seats!r}", seats=data["seats"])
        game.check_seats(data["seats"])
        self.seats: int = data["seats"]
        for key, kind in (("options", dict), ("setup", dict), ("plies", list)):
            if not isinstance(data[key], kind):
                message = (
                    N_("{key} must be a list, not {given!r}")
                    if kind is list
                    else N_("{key} must be an object, not {given!r}")
                )
                raise LudothequeError(message, key=key, given=data[key])
        for option in game.options:
            if option.name not in data["options"]:
                raise LudothequeError("options must include {name}", name=option.name)
        self.options = game.complete_options(data["options"])
        if self.options != data["options"]:
            raise LudothequeError(
                "options must be written as {options}, not {given}", options=self.options, given=data["options"]
            )
        if "components" in data and data["components"] != game.components.digest:
            raise LudothequeError(
                "the record was played with different components of {title} from those in {file}",
                title=game.title,
                file=game.components.path.name,
            )

    def steps(self) -> Iterator[Step]:
        for number, ply in enumerate(self.data["plies"]):
            if _is_hidden(ply):
                if "final" in self.data:
                    raise LudothequeError(
                        "ply {ply}: the game is over, so nothing may be hidden, but the ply contains '?'", ply=number
                    )
                self.is_hidden = True
                return
            yield self._step(number, ply)

    def _step(self, number: int, ply: Any) -> Step:
        seat, text = _read_ply(number, ply, self.seats)
        game, state = self.game, self.state
        if seat not in game.movers(state):
            turn = ", ".join(str(TABLE_SEAT if mover == TABLE else mover) for mover in game.movers(state))
            message = (
                N_("ply {ply}: seat {seat} may not act; it is the turn of {turn}")
                if turn
                else N_("ply {ply}: seat {seat} may not act: the game is over")
            )
            raise LudothequeError(message, ply=number, seat=ply["seat"], turn=turn)
        parsed = game.notation.parse(state, seat, text)
        refusal = parsed.refusal or game.refusal(state, seat, parsed.action)
        if refusal:
            why = game.text.REFUSALS[refusal]
            raise LudothequeError(
                "ply {ply}: {text!r} is not legal: {why} ({rule})",
                ply=number,
                text=text,
                why=LudothequeError(why.message),
                rule=why.rule,
            )
        problems = [
            LudothequeError("ply {ply}: has an unknown key, {key!r}", ply=number, key=key)
            for key in ply.keys() - PLY_KEYS
        ]
        count = len(game.legal(state, seat))
        given = ply.get("legal")
        is_unknown = given == HIDDEN and "final" not in self.data  # in a seat's own record
        if (type(given) is not int or given != count) and not is_unknown:
            problems.append(
                LudothequeError("ply {ply}: legal must be {count}, not {given!r}", ply=number, count=count, given=given)
            )
        if ply.get("chance") == []:
            problems.append(LudothequeError("ply {ply}: chance is left out where nothing was drawn", ply=number))
        story = new_story(self._script(number, ply.get("chance", [])))
        before = copy(state)
        game.apply(state, seat, parsed.action, story)
        drawn = [game.notation.chance_text(kind, outcome) for kind, outcome in chance_of(story)]
        if story.fault or drawn != ply.get("chance", []):
            raise LudothequeError(
                "ply {ply}: the chance outcomes {chance} are not possible here",
                ply=number,
                chance=ply.get("chance", []),
            )
        return Step(number, before, state, seat, parsed.action, story, problems)

    def _script(self, number: int, chance: Any) -> list[int]:
        if not isinstance(chance, list):
            raise LudothequeError("ply {ply}: chance must be a list, not {chance!r}", ply=number, chance=chance)
        outcomes = []
        for text in chance:
            parsed = self.game.notation.parse_chance(text) if isinstance(text, str) else None
            if parsed is None:
                raise LudothequeError(
                    "ply {ply}: {text!r} is not a chance outcome in {title}",
                    ply=number,
                    text=text,
                    title=self.game.title,
                )
            outcomes.append(parsed[1])
        return outcomes


def _read_ply(number: int, ply: Any, seats: int) -> tuple[int, str]:
    if not isinstance(ply, dict) or not isinstance(ply.get("action"), str) or type(ply.get("seat")) is not int:
        raise LudothequeError(
            "ply {ply}: must have a seat (a number) and an action (a string), not {given!r}", ply=number, given=ply
        )
    if not TABLE_SEAT <= ply["seat"] < seats:
        raise LudothequeError(
            "ply {ply}: seat must be from {least} to {most}, not {seat}",
            ply=number,
            least=TABLE_SEAT,
            most=seats - 1,
            seat=ply["seat"],
        )
    return (TABLE if ply["seat"] == TABLE_SEAT else ply["seat"]), ply["action"]


def _is_hidden(ply: Any) -> bool:
    """Return whether a ply cannot be followed, since its action or an outcome is hidden."""
    if not isinstance(ply, dict):
        return False
    chance = ply.get("chance")
    return ply.get("action") == HIDDEN or (isinstance(chance, list) and HIDDEN in chance)


def key_of(data: Data) -> bytes | None:
    """Return the key that a finished game reveals; None if the record has none."""
    if "seed" not in data:
        return None
    try:
        key = bytes.fromhex(data["seed"])
    except (TypeError, ValueError):
        key = b""
    if len(key) != KEY_BYTES:
        raise LudothequeError(
            "seed must be {digits} hexadecimal digits, not {seed!r}", digits=2 * KEY_BYTES, seed=data["seed"]
        )
    return key


def chosen_in(data: Data) -> list[str | None]:
    """List the pawns that players chose before the game, seat by seat; empty if nobody did."""
    chosen = data.get("chosen", [])
    if not isinstance(chosen, list) or not all(name is None or isinstance(name, str) for name in chosen):
        raise LudothequeError("chosen must be a list of names and nulls, not {given!r}", given=chosen)
    return chosen
