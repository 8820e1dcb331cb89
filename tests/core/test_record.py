"""Records that hide something, and what a checker makes of them."""

import json
import random

import pytest

from ludotheque.core import record, registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.record import Recorder

TOY = registry.load("toy")
SARENA = registry.load("sarena")


def act(recorder: Recorder, seat: int, text: str) -> None:
    recorder.act(seat, recorder.game.notation.parse(recorder.state, seat, text).action)


def actions(recorder: Recorder, viewer: int) -> list[str]:
    return [ply["action"] for ply in recorder.record(viewer)["plies"]]


def played(game: str) -> record.Data:
    """The record of a whole game, as it is read from a file."""
    rules = registry.load(game)
    recorder = Recorder(rules, rules.seats[0], {}, seed_key(1))
    choices = random.Random(1)
    while movers := rules.movers(recorder.state):
        seat = movers[-1]
        recorder.act(seat, choices.choice(rules.legal(recorder.state, seat)))
    data: record.Data = json.loads(record.dumps(recorder.record()))
    return data


def test_a_secret_choice_is_hidden_from_the_others_until_it_is_shown() -> None:
    recorder = Recorder(TOY, 2, {}, seed_key(1))
    act(recorder, 0, "reach 2")
    assert actions(recorder, 0) == ["reach 2"]
    assert actions(recorder, 1) == actions(recorder, NONE) == ["?"]
    act(recorder, 1, "reach 1")
    for viewer in (0, 1, NONE):
        assert actions(recorder, viewer) == ["reach 2", "reach 1"]


def test_an_own_record_is_followed_as_far_as_it_can_be_known() -> None:
    recorder = Recorder(TOY, 2, {}, seed_key(1))
    act(recorder, 0, "reach 2")
    own = json.loads(record.dumps(recorder.record(1)))
    assert "seed" not in own
    assert record.check(own) == []
    follower = record.Follower(own)
    assert list(follower.steps()) == []
    assert follower.is_hidden


def test_an_own_record_of_sarena_hides_the_other_colours_and_is_followed_to_the_end() -> None:
    recorder = Recorder(SARENA, 3, {}, seed_key(1))
    for _ in range(5):
        seat = SARENA.movers(recorder.state)[0]
        recorder.act(seat, SARENA.legal(recorder.state, seat)[0])
    own = recorder.record(1)
    assert [name == "?" for name in own["setup"]["secret"]] == [True, False, True]
    assert "?" not in [ply["action"] for ply in own["plies"]]
    assert record.check(own) == []
    assert len(list(record.Follower(own).steps())) == 5


def test_how_many_choices_a_seat_had_may_be_hidden_only_while_the_game_goes_on() -> None:
    recorder = Recorder(TOY, 2, {}, seed_key(1))
    act(recorder, 0, "reach 2")
    own = recorder.record()
    assert record.check(own | {"plies": [own["plies"][0] | {"legal": "?"}]}) == []
    assert record.check(own | {"plies": [own["plies"][0] | {"legal": 2}]}) == ["ply 0: legal must be 4, not 2"]
    while movers := TOY.movers(recorder.state):
        recorder.act(movers[0], TOY.legal(recorder.state, movers[0])[0])
    whole = recorder.record()
    assert record.check(whole | {"plies": [whole["plies"][0] | {"legal": "?"}, *whole["plies"][1:]]}) == [
        "ply 0: legal must be 4, not '?'"
    ]


def test_a_finished_game_hides_nothing() -> None:
    recorder = Recorder(SARENA, 2, {}, seed_key(1))
    while movers := SARENA.movers(recorder.state):
        recorder.act(movers[0], SARENA.legal(recorder.state, movers[0])[0])
    assert recorder.record(1) == recorder.record()
    hiding = json.loads(record.dumps(recorder.record()))
    hiding["setup"]["secret"][0] = "?"
    assert record.check(hiding) == ["the game is over, so nothing may be hidden, but setup contains '?'"]


@pytest.mark.parametrize("hidden", [{"action": "?"}, {"chance": ["?"]}])
def test_nor_does_any_ply_of_it(hidden: dict[str, object]) -> None:
    data = played("sarena")
    data["plies"][3] |= hidden
    data["final"]["scores"][0] = 99
    assert record.check(data) == ["ply 3: the game is over, so nothing may be hidden, but the ply contains '?'"]


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("chance", [5, True, 1.5, "why?", {"?": 1}, None])
def test_chance_that_is_no_list_is_a_problem(game: str, chance: object) -> None:
    data = played(game)
    data["plies"][0]["chance"] = chance
    assert record.check(data) == [f"ply 0: chance must be a list, not {chance!r}"]


def test_chance_is_left_out_where_nothing_was_drawn() -> None:
    data = played("sarena")
    data["plies"][2]["chance"] = []
    assert record.check(data) == ["ply 2: chance is left out where nothing was drawn"]


def test_numbers_are_whole_and_only_a_record_itself_may_have_more_keys() -> None:
    data = played("sarena")
    legal, scores = data["plies"][0]["legal"], data["final"]["scores"]
    data["plies"][0]["legal"] = float(legal)
    data["plies"][0]["by"] = "Ann"
    data["final"] |= {"scores": list(map(float, scores)), "winner": 0}
    assert record.check(data) == [
        "ply 0: has an unknown key, 'by'",
        f"ply 0: legal must be {legal}, not {float(legal)}",
        "final has an unknown key, 'winner'",
        f"final.scores must be {scores}, not {list(map(float, scores))}",
    ]


def test_unknown_top_level_keys_are_ignored() -> None:
    data = Recorder(SARENA, 2, {}, seed_key(1)).record()
    assert record.check(data | {"event": "a club evening"}) == []


def test_a_commitment_is_a_hash() -> None:
    data = Recorder(SARENA, 2, {}, seed_key(1)).record()
    for wrong in ("x" * 240_000, "0" * 63, "A" * 64, 7, None):
        assert record.check(data | {"commitment": wrong}) == ["commitment must be 64 hexadecimal digits"]


def test_a_record_without_the_optional_keys_is_as_good() -> None:
    data = Recorder(SARENA, 2, {}, seed_key(1)).record()
    for key in ("components", "generator", "commitment"):
        del data[key]
    assert record.check(data) == []
    with pytest.raises(LudothequeError, match="only a finished game can be verified"):
        record.verify(data)
