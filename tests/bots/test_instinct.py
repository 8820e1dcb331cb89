"""Instinct: it reads what others hide from what they do, leads a search, and can be learned."""

import hashlib
from functools import partial

import numpy as np
import pytest

from ludotheque.bots.history import UNKNOWN, History, history_of
from ludotheque.bots.instinct import Instinct, new_lead
from ludotheque.bots.knowledge import knowledge
from ludotheque.bots.levels import CHAMPION, bot, champion_of
from ludotheque.bots.play import play_out
from ludotheque.bots.thinker import beliefs, leading, search
from ludotheque.bots.tree import Tree, new_tree
from ludotheque.core import registry
from ludotheque.core.chance import key_words, seed_key
from ludotheque.core.constants import MAX_SEATS, NONE
from ludotheque.core.game import Game, State
from ludotheque.core.layout import array_of
from ludotheque.core.record import HIDDEN
from ludotheque.core.rule import JIT
from ludotheque.core.story import silent_story
from tools.instinct import Examples, choices, fit, losses

SARENA = registry.load("sarena")
SIGNS, KINDS = knowledge(SARENA)["SIGNS"], knowledge(SARENA)["SIGN_KINDS"]


def instinct() -> Instinct:
    found = champion_of(SARENA)
    assert isinstance(found, Instinct)
    return found


def tempted(game: Game, view: State, seat: int, history: History, seed: bytes) -> int:
    """Take the most tempting action."""
    actions, odds = np.array(game.legal(view, seat), np.int32), np.empty(game.max_legal)
    leading(game).foresee_choice(view, seat, actions, len(actions), new_lead(instinct(), SIGNS), odds)
    return int(actions[np.argmax(odds[: len(actions)])])


def test_moves_betray_the_colours() -> None:
    for number in range(4):
        game = play_out(SARENA, 2, {}, seed_key(60 + number), [tempted] * 2)
        belief = beliefs(SARENA, history_of(game, 0), instinct())
        belief[1, game.dealt.secret[0]] = -np.inf  # that one is its own
        assert np.argmax(belief[1]) == game.dealt.secret[1]


def test_an_action_that_a_seat_does_not_know_teaches_it_nothing() -> None:
    state = SARENA.new(2, {}, seed_key(5))
    view = SARENA.view_of(state, 1)
    known, unknown = (
        History(partial(list, [{"seat": 0, "action": action}]), partial(list, [view, view]))
        for action in ("a1-b1", HIDDEN)
    )
    assert beliefs(SARENA, known, instinct())[0].all()
    assert not beliefs(SARENA, unknown, instinct()).any()
    assert not beliefs(SARENA, UNKNOWN, instinct()).any()


def test_a_choice_is_as_likely_as_it_is_tempting() -> None:
    state, weights = SARENA.new(2, {}, seed_key(5)), np.zeros(KINDS, np.float32)
    actions = np.array(SARENA.legal(state, 0), np.int32)
    signs = np.zeros((4, len(actions), SIGNS), np.int32)
    leading(SARENA).list_signs(array_of(state), 0, actions, signs)
    seen = signs[int(state.secret[0]), :, 0]
    weights[seen[0]] = np.log(3.0)
    odds = np.empty(len(actions))
    lead = new_lead(Instinct(weights), SIGNS)
    leading(SARENA).foresee_choice(state, 0, actions, len(actions), lead, odds)
    assert odds.sum() == pytest.approx(1.0)
    assert odds[seen == seen[0]] == pytest.approx(3.0 * odds[seen != seen[0]][0])


def test_the_others_choose_by_what_they_hide() -> None:
    """After each action, the other seat has an aside for every colour that it may have, and the
    visits there add up to those of its actions.
    """
    state = SARENA.new(2, {}, seed_key(4))
    seen, tree, lead = np.empty(1, SARENA.state), new_tree(2.0), new_lead(instinct(), SIGNS)
    seen[0] = SARENA.view_of(state, 0)
    grow, key = search(SARENA, guide=Instinct).grow, key_words(hashlib.sha256(b"1").digest())
    grow(tree, seen, np.zeros((MAX_SEATS, 4)), lead, 0, 2, key, 0, 800 if JIT else 60, silent_story())
    node = max(range(1, int(tree.size[0])), key=lambda node: int(tree.visits[node]))
    asides: dict[int, int] = {}
    played, child = 0, int(tree.child[node])
    while child != NONE:
        if tree.mover[child] == NONE:
            asides[int(tree.action[child])] = visits_below(tree, child)
        else:
            played += int(tree.visits[child])
        child = int(tree.sibling[child])
    assert asides.keys() <= {0, 1, 2, 3} - {int(state.secret[0])}
    assert len(asides) > 1
    assert sum(asides.values()) == played > 0


def visits_below(tree: Tree, node: int) -> int:
    total, child = 0, int(tree.child[node])
    while child != NONE:
        total += int(tree.visits[child])
        child = int(tree.sibling[child])
    return total


def test_the_champion_follows_its_instinct() -> None:
    """It does not always agree with a master of the same budget."""
    state, differ = SARENA.new(2, {}, seed_key(4)), 0
    for ply in range(4):
        view, seed = SARENA.view_of(state, ply % 2), hashlib.sha256(b"%d" % ply).digest()
        master, champion = (
            bot(level, 0.0005 if JIT else 0.00002, False)(SARENA, view, ply % 2, UNKNOWN, seed)
            for level in ("master", CHAMPION)
        )
        differ += master != champion
        SARENA.apply(state, ply % 2, master)
    assert differ


# Learning


def test_weights_are_found_again_from_choices() -> None:
    rng, truth = np.random.default_rng(3), np.array([0.0, 1.0, -1.0, 0.5])
    signs = rng.integers(0, 4, (4000, 3, 5, 1)).astype(np.int32)
    count, thing = rng.integers(2, 6, 4000), rng.integers(0, 2, 500).repeat(8)
    odds = np.exp(choices(truth, signs[np.arange(4000), thing], count))
    taken = (odds.cumsum(1) < rng.random((4000, 1)) * odds.sum(1, keepdims=True)).sum(1)
    rows = np.arange(4000)
    found = Examples(signs, count, taken, thing, 2 + 0 * rows, rows // 8, rows % 8, 0 * rows)
    weights = fit(found, 4)
    assert weights - weights.mean() == pytest.approx(truth - truth.mean(), abs=0.15)
    actions, things, _ = losses(weights, found, credit=1.0)
    assert actions < np.log(count).mean()
    assert things < np.log(2)
