"""Checks a record against the rules, and its chance outcomes against the key that it reveals."""

import json
import re

from ludotheque.core.chance import GENERATOR, commitment
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.layout import copy
from ludotheque.core.record.following import Follower, key_of
from ludotheque.core.record.format import HIDDEN, Data, final
from ludotheque.core.record.recorder import Recorder
from ludotheque.core.words import complaint

HASH = r"[0-9a-f]{64}"


def check(data: Data, language: str = "en", game: Game | None = None) -> list[str]:
    """List the errors in a record; empty if it agrees with the rules at every ply.

    `game` is the game to check it by, if it is not the one that the record names.
    """
    return [complaint(problem, language) for problem in _problems(data, game)]


def _problems(data: Data, game: Game | None = None) -> list[LudothequeError]:
    problems: list[LudothequeError] = []
    try:
        follower = Follower(data, game)
        for step in follower.steps():
            problems += step.problems
    except LudothequeError as error:
        return [*problems, error]
    if not follower.is_hidden:
        problems += _check_final(follower)
    if "prepared" in data and (type(data["prepared"]) is not int or not 0 <= data["prepared"] <= len(data["plies"])):
        problems.append(
            LudothequeError(
                "prepared must be a number of plies, from 0 to {plies}, not {given!r}",
                plies=len(data["plies"]),
                given=data["prepared"],
            )
        )
    if "commitment" in data and not re.fullmatch(HASH, str(data["commitment"])):
        problems.append(LudothequeError("commitment must be 64 hexadecimal digits"))
    elif "seed" in data and "commitment" in data and commitment(key_of(data) or b"") != data["commitment"]:
        problems.append(LudothequeError("commitment is not the SHA-256 of seed"))
    return problems


def _check_final(follower: Follower) -> list[LudothequeError]:
    game, state, data = follower.game, follower.state, follower.data
    if not game.is_over(state):
        return [LudothequeError("final is present, but the game is not over")] if "final" in data else []
    if HIDDEN in json.dumps(data["setup"]):
        return [LudothequeError("the game is over, so nothing may be hidden, but setup contains '?'")]
    if "final" not in data:
        return [LudothequeError("the game is over, but final is missing")]
    truth = final(game, state, follower.seats)
    given = data["final"] if isinstance(data["final"], dict) else {}
    unknown = [LudothequeError("final has an unknown key, {key!r}", key=key) for key in given if key not in truth]
    return unknown + [
        LudothequeError("final.{key} must be {truth}, not {given!r}", key=key, truth=truth[key], given=given.get(key))
        for key in truth
        if json.dumps(given.get(key)) != json.dumps(truth[key])  # as text, since in Python 1 == 1.0 == True
    ]


def verify(data: Data, language: str = "en") -> list[str]:
    """Deal and draw again from the record's key, and list the differences from the record.

    The list is empty if there are none.
    """
    return [complaint(problem, language) for problem in _differences(data)]


def _differences(data: Data) -> list[LudothequeError]:
    key = key_of(data)
    if key is None:
        raise LudothequeError("the record has no seed: only a finished game can be verified")
    if data.get("generator") != GENERATOR:
        raise LudothequeError(
            "the record was made with the generator {generator!r}; this program uses {own!r}",
            generator=data.get("generator"),
            own=GENERATOR,
        )
    problems = _problems(data)
    if problems:
        return problems
    follower = Follower(data)
    again = Recorder(follower.game, follower.seats, follower.options, key, follower.chosen)
    prepared = data.get("prepared")
    if prepared is None and again.record()["setup"] != data["setup"]:
        return [LudothequeError("the setup does not match the seed")]
    for step in follower.steps():
        if step.number < (prepared or 0):
            continue
        if step.number == prepared:  # from here on the game had a new key
            again.state = copy(step.before)
            again.state.cursor = 0
        again.act(step.seat, step.action)
        if again.plies[-1].chance != data["plies"][step.number].get("chance", []):
            return [LudothequeError("ply {ply}: chance does not match the seed", ply=step.number)]
    if "commitment" not in data:
        return [LudothequeError("the record has no commitment to check the seed against")]
    return []
