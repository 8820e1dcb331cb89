"""The contract of the rules, game by game."""

import json
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from ludotheque.check.playing import EVERYONE, Play, all_options, any_play, census, plays, position, without_generator
from ludotheque.core import layout, record, registry, rulebook
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import MAX_SEATS, NONE, TABLE
from ludotheque.core.game import Game
from ludotheque.core.rule import JIT
from ludotheque.core.story import chance_of, new_story


def refusals(game: Game, state: Any, seat: int) -> Any:
    """Return the refusal of every action number, as an array, since there are thousands."""
    out = np.empty(game.actions.count, np.int32)
    game.engine.run_refusals(state, seat, out)
    return out


@any_play
def test_an_action_is_legal_exactly_when_nothing_refuses_it(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    for state in play.looks():
        for seat in EVERYONE:
            codes = refusals(play.game, state, seat)
            assert np.flatnonzero(codes == 0).tolist() == play.game.legal(state, seat), layout.to_json(state)
            assert set(np.unique(codes).tolist()) - {0} <= set(play.game.text.REFUSALS)


@any_play
def test_legal_actions_are_ascending_and_only_those_who_may_act_have_any(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    for state in play.states():
        movers = play.game.movers(state)
        assert all(seat < play.seats or seat == TABLE for seat in movers)
        for seat in EVERYONE:
            legal = play.game.legal(state, seat)
            assert legal == sorted(set(legal))
            assert len(legal) <= play.game.max_legal
            assert bool(legal) == (seat in movers)


@any_play
def test_every_legal_action_has_a_text_of_its_own_that_reads_back(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    notation = play.game.notation
    for state in play.states():
        for seat in play.game.movers(state):
            legal = play.game.legal(state, seat)
            texts = [notation.text(state, seat, action) for action in legal]
            assert len(set(texts)) == len(texts)
            assert [notation.parse(state, seat, text) for text in texts] == [(action, 0) for action in legal]
            assert all(text == " ".join(text.split()) and text.isascii() for text in texts)


@pytest.mark.parametrize(
    "text", ["", " ", "nonsense", "99", "c3 - c4", "é", "a" * 5000, "lay 9,", "-1", "lay 10000000000000000000000,0"]
)
def test_a_text_that_is_no_action_is_refused_with_a_sentence(name: str, text: str) -> None:
    game = registry.load(name)
    state = game.new(game.seats[0], {}, seed_key(1))
    parsed = game.notation.parse(state, game.movers(state)[0], text)
    assert parsed.action == NONE
    assert game.reason(parsed.refusal).endswith(")")


@any_play
def test_applying_to_a_copy_leaves_the_original_alone(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    recorder = play.recorder()
    for seat, action in play.turns(recorder):
        before = recorder.state.tobytes()
        play.game.apply(layout.copy(recorder.state), seat, action)
        assert recorder.state.tobytes() == before


@any_play
def test_pieces_are_conserved(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    counts = [census(play.game, state) for state in play.states()]
    assert sum(counts[0]) > 0
    assert all(count == counts[0] for count in counts)


@any_play
def test_a_game_ends_within_its_bound_and_ranks_are_places(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    states = [layout.copy(state) for state in play.states()]
    assert len(states) - 1 <= play.game.max_plies
    ranks = play.game.ranks(states[-1], play.seats)
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
    assert 1 in ranks
    scores = play.game.scores(states[-1], play.seats)
    assert all(scores[seat] == max(scores) for seat in range(play.seats) if ranks[seat] == 1)


def test_a_result_does_not_depend_on_what_its_array_held_before(name: str) -> None:
    game = registry.load(name)
    engine, state = game.engine, game.new(game.seats[0], {}, seed_key(3))
    engine.playout(state, np.array([1, 2, 3], np.uint32), new_story())
    for rule, shape in [(engine.run_scores, ()), (engine.run_ranks, ()), (engine.run_breakdown, (len(game.columns),))]:
        clean, used = (np.full((MAX_SEATS, *shape), number, np.int32) for number in (0, 77))
        rule(state, clean)
        rule(state, used)
        assert (clean == used)[: game.seats[0]].all()


@any_play
def test_bytes_and_json_rebuild_a_state(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    for state in play.states():
        again = np.frombuffer(state.tobytes(), play.game.state)[0]
        assert again == state
        as_json = json.loads(json.dumps(layout.to_json(state)))
        assert layout.from_json(play.game.state, as_json).tobytes() == state.tobytes()


@any_play
def test_a_setup_deals_the_same_game_again(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    dealt = play.recorder().state
    again = play.game.new(play.seats, play.options, seed_key(play.seed + 1))
    play.game.notation.deal(again, json.loads(json.dumps(play.game.notation.setup_of(dealt))))
    assert without_generator(again) == without_generator(dealt)


@any_play
def test_a_record_is_checked_clean_verified_and_leads_to_the_same_states(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    recorder = play.recorder()
    states = [position(play.game, recorder.state) for _ in play.turns(recorder)] + [position(play.game, recorder.state)]
    text = record.dumps(recorder.record())
    made = json.loads(text)
    assert record.check(made) == []
    assert record.verify(made) == []
    del made["seed"], made["commitment"], made["generator"]  # a checker knows the rules but not the generator
    follower = record.Follower(made)
    followed = [position(play.game, follower.dealt), *(position(play.game, step.state) for step in follower.steps())]
    assert followed == states


@any_play
def test_chance_is_written_in_words_that_read_back(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    recorder = play.recorder()
    for seat, action in play.turns(recorder):
        story = new_story()
        play.game.apply(layout.copy(recorder.state), seat, action, story)
        for kind, outcome in chance_of(story):
            assert play.game.notation.parse_chance(play.game.notation.chance_text(kind, outcome)) == (kind, outcome)
        assert story.fault == 0


def test_every_damaged_record_is_caught(name: str) -> None:
    game = registry.load(name)
    recorder = Play(game, game.seats[-1], {}, 5, [3, 1, 4]).recorder()
    for _ in Play(game, game.seats[-1], {}, 5, [3, 1, 4]).turns(recorder):
        pass
    good = json.loads(record.dumps(recorder.record()))
    assert record.check(good) == []
    for what, damage in damages(good).items():
        bad = json.loads(json.dumps(good))
        damage(bad)
        assert record.check(bad), what


def damages(good: dict[str, Any]) -> dict[str, Any]:
    """Return ways to damage a record, each of which a checker must notice."""
    chance_at = next((number for number, ply in enumerate(good["plies"]) if "chance" in ply), None)
    found = {
        "another format": lambda bad: bad.update(format="ludotheque-record/2"),
        "an unknown game": lambda bad: bad.update(game="chess"),
        "another rules version": lambda bad: bad.update(rules_version=99),
        "too many seats": lambda bad: bad.update(seats=MAX_SEATS + 1),
        "seats as text": lambda bad: bad.update(seats="2"),
        "no options": lambda bad: bad.update(options={"colour": "red"}),
        "other components": lambda bad: bad.update(components="00"),
        "no setup": lambda bad: bad.update(setup={}),
        "a key too many in setup": lambda bad: bad["setup"].update(more=1),
        "setup of numbers": lambda bad: bad.update(setup=dict.fromkeys(bad["setup"], 7)),
        "a legal count": lambda bad: bad["plies"][2].update(legal=bad["plies"][2]["legal"] + 1),
        "no legal count": lambda bad: bad["plies"][2].pop("legal"),
        "an unreadable action": lambda bad: bad["plies"][2].update(action="dance"),
        "an action that is no text": lambda bad: bad["plies"][2].update(action=5),
        "an unknown seat": lambda bad: bad["plies"][2].update(seat=5),
        "a ply that is no object": lambda bad: bad["plies"].__setitem__(2, "c3-c4"),
        "chance where there is none": lambda bad: bad["plies"][0].update(chance=["heads"]),
        "a ply too few": lambda bad: bad["plies"].pop(),
        "a ply too many": lambda bad: bad["plies"].append(bad["plies"][-1]),
        "a score": lambda bad: bad["final"]["scores"].__setitem__(0, bad["final"]["scores"][0] + 1),
        "ranks": lambda bad: bad["final"].update(ranks=[9] * bad["seats"]),
        "a breakdown": lambda bad: bad["final"]["breakdown"].pop(),
        "no final": lambda bad: bad.pop("final"),
        "another seed": lambda bad: bad.update(seed="00" * 32),
        "a seed that is none": lambda bad: bad.update(seed="xyz"),
    }
    if chance_at is not None:
        found["chance left out"] = lambda bad: bad["plies"][chance_at].pop("chance")
        found["chance twice"] = lambda bad: bad["plies"][chance_at].update(chance=bad["plies"][chance_at]["chance"] * 2)
    return found


def test_a_state_has_no_hidden_bytes(name: str) -> None:
    dtype = registry.load(name).state
    fields = [dtype.fields[field] for field in dtype.names]  # type: ignore[index, union-attr]
    assert sum(field[0].itemsize for field in fields) == dtype.itemsize
    assert dtype.itemsize % 8 == 0


def test_every_refusal_has_a_sentence_that_names_a_rule(name: str) -> None:
    game = registry.load(name)
    said = game.text.REFUSALS
    codes: Any = type(next(iter(said)))
    assert set(said) == set(codes) - {0}  # 0 is legal
    assert {sentence.rule for sentence in said.values()} <= set(
        rulebook.sentences_of(rulebook.path(game).read_text(encoding="utf-8"))
    )


def test_every_number_of_seats_and_every_option_can_be_dealt(name: str) -> None:
    game = registry.load(name)
    for seats in game.seats:
        for options in all_options(game):
            state = game.new(seats, options, seed_key(1))
            assert game.movers(state)
            assert game.new(seats, options, seed_key(1)).tobytes() == state.tobytes()
            assert without_generator(game.new(seats, options, seed_key(2))) != without_generator(state)


def together(play: Play, state: Any) -> list[int]:
    """Return the seats that act simultaneously now; empty if only one may act."""
    movers = [seat for seat in play.game.movers(state) if seat != TABLE]
    return movers if len(movers) > 1 else []


@any_play
def test_in_a_simultaneous_phase_the_order_of_the_seats_changes_nothing(name: str, data: st.DataObject) -> None:
    """Except for the kinds of action that the game declares ordered, if both seats choose one."""
    play = data.draw(plays(name))
    game = play.game
    assert set(game.ordered) < set(game.actions.kinds)
    for number, state in enumerate(play.states()):
        for first, second in pairwise(together(play, state)):
            pair = [
                (seat, legal[number % len(legal)]) for seat in (first, second) for legal in [game.legal(state, seat)]
            ]
            if all(game.actions.kind_of(action) in game.ordered for _, action in pair):
                continue
            one, other = layout.copy(state), layout.copy(state)
            for seat, action in pair:
                game.apply(one, seat, action)
            for seat, action in reversed(pair):
                game.apply(other, seat, action)
            assert one.tobytes() == other.tobytes()


def test_a_game_says_whether_several_seats_ever_act_at_once(name: str) -> None:
    game = registry.load(name)
    met, kinds = False, set()
    for options in all_options(game):
        play = Play(game, game.seats[-1], options, 5, [3, 1, 4])
        for state in play.states():
            movers = together(play, state)
            met |= bool(movers)
            kinds |= {game.actions.kind_of(action) for seat in movers for action in game.legal(state, seat)}
    assert met == game.simultaneous
    assert set(game.ordered) <= kinds


def test_random_playouts_end_and_agree_with_the_plain_loop(name: str) -> None:
    game = registry.load(name)
    count = 300 if JIT else 2
    for seats in game.seats:
        state = game.new(seats, {}, seed_key(3))
        for number in range(count):
            end = layout.copy(state)
            plies = game.engine.playout(end, np.array([number, 2, 3], np.uint32), new_story())
            assert 0 < plies <= game.max_plies
            assert game.is_over(end)
