"""Every bot in every game: legal, honest, repeatable, within its budget, and each better than the
one before.
"""

import hashlib
import time
from types import SimpleNamespace

import numpy as np
import pytest

from ludotheque.bots import thinker
from ludotheque.bots.advice import advice
from ludotheque.bots.history import UNKNOWN, History, history_of
from ludotheque.bots.knowledge import knowledge
from ludotheque.bots.levels import (
    CHAMPION,
    LEVELS,
    NAMES,
    WEIGHTS,
    Bot,
    bot,
    budget,
    favorite,
    foreseen,
    levels_of,
    player,
)
from ludotheque.bots.network import fits, load
from ludotheque.bots.play import play_out
from ludotheque.bots.thinker import Budget, beliefs, iterations_until_decided, search, think
from ludotheque.bots.tree import NODE_BYTES, Result, children, new_tree
from ludotheque.core import registry
from ludotheque.core.chance import key_words, seed_key
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, State
from ludotheque.core.rule import JIT
from ludotheque.core.story import silent_story
from tests.toy import GAME as FLOTSAM

GLANCE = 0.0005  # of a level's iterations: what is tested here does not depend on how long a bot thinks
every_bot = pytest.mark.parametrize("level", NAMES)
every_game = pytest.mark.parametrize("name", registry.names())


def seed(number: int) -> bytes:
    return hashlib.sha256(b"%d" % number).digest()


def seat_to_act(game: Game, state: State) -> int:
    return game.movers(state)[0]


@every_game
def test_a_budget_in_seconds_is_kept(name: str) -> None:
    game = registry.load(name)
    state = game.new(game.seats[0], {}, seed_key(4))
    seat = seat_to_act(game, state)
    view = game.view_of(state, seat)
    think(game, view, seat, seed(1), Budget(10))
    spent = []
    for number in range(3):
        began = time.thread_time()
        think(game, view, seat, seed(number), Budget(1 << 30, seconds=0.5))
        spent.append(time.thread_time() - began)
    assert min(spent) < 0.5 * 1.05 + 0.02


def test_what_has_to_be_compiled_first_costs_no_time_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    game, now = registry.load("sarena"), [0.0]
    state, grow = game.new(2, {}, seed_key(4)), search(game).grow

    def cold(*arguments: object) -> None:
        now[0] = 10.0  # once: the next call finds it compiled
        grow(*arguments)

    monkeypatch.setattr(thinker, "search", lambda _, **__: SimpleNamespace(grow=cold))
    monkeypatch.setattr(thinker, "time", SimpleNamespace(monotonic=lambda: now[0]))
    opinions = think(game, game.view_of(state, 0), 0, seed(1), Budget(20, seconds=0.4))
    assert sum(opinion.visits for opinion in opinions) == 20


@every_game
def test_a_tree_never_grows_beyond_its_memory(name: str) -> None:
    game = registry.load(name)
    state = game.new(game.seats[0], {}, seed_key(4))
    seat = seat_to_act(game, state)
    tree, seen = new_tree(0.02), np.empty(1, game.state)
    seen[0] = game.view_of(state, seat)
    search(game).grow(
        tree,
        seen,
        beliefs(game, UNKNOWN),
        None,
        seat,
        int(seen[0].seats),
        key_words(seed(1)),
        0,
        2000 if JIT else 20,
        silent_story(),
    )
    assert len(tree.action) * NODE_BYTES <= 0.02e6
    assert tree.size[0] <= len(tree.action)
    assert tree.visits[0] == (2000 if JIT else 20)


@every_game
def test_the_present_has_a_node_for_every_legal_action_and_one_only(name: str) -> None:
    game = registry.load(name)
    state = game.new(game.seats[0], {}, seed_key(4))
    seat = seat_to_act(game, state)
    tree, seen, count = new_tree(1.0), np.empty(1, game.state), 300 if JIT else 6
    seen[0] = game.view_of(state, seat)
    search(game).grow(
        tree, seen, beliefs(game, UNKNOWN), None, seat, int(seen[0].seats), key_words(seed(1)), 0, count, silent_story()
    )
    nodes = children(tree)
    assert sorted(int(tree.action[node]) for node in nodes) == sorted(game.legal(state, seat))
    assert sum(int(tree.visits[node]) for node in nodes) == count
    assert {int(tree.available[node]) for node in nodes} == {count}


@every_game
def test_an_estimate_is_a_number_for_every_seat_and_leaves_the_state_alone(name: str) -> None:
    game, rng = registry.load(name), np.random.default_rng(5)
    value = knowledge(game)["value"]
    for seats in (game.seats[0], game.seats[-1]):
        state = game.new(seats, {}, seed_key(seats))
        for _ in range(200 if JIT else 20):
            if not (movers := game.movers(state)):
                break
            before, points = state.tobytes(), np.full(seats, np.nan)
            value(state, points)
            assert np.isfinite(points).all()
            assert state.tobytes() == before
            game.apply(state, movers[0], int(rng.choice(game.legal(state, movers[0]))))


def test_nothing_is_judged_in_the_middle_of_a_turn_where_a_game_wants_whole_turns() -> None:
    tree = new_tree(0.001)
    sarena, catrina = search(registry.load("sarena")), search(registry.load("viva_catrina"))
    catrina.add_child(tree, 0, 1, 7, 0.5)  # node 1: seat 1 has acted
    assert catrina.is_leaf(tree, 1, 0)
    assert not catrina.is_leaf(tree, 1, 1)
    assert sarena.is_leaf(tree, 1, 1)
    assert not sarena.is_leaf(tree, 0, 1)
    tree.visits[1] = sarena.EXPAND_AT
    assert not sarena.is_leaf(tree, 1, 0)


def test_those_who_share_a_place_have_its_middle() -> None:
    game = registry.load("labyrinth")
    state = game.new(3, game.complete_options({"drought": 1}), seed_key(1))
    result = Result(np.zeros(TABLE + 1), np.zeros(TABLE + 1, np.int32), np.zeros(TABLE + 1), np.zeros(TABLE + 1))
    for _ in range(2):  # a shift, and stay: the drought is there at once
        game.apply(state, 0, game.legal(state, 0)[-1])
    assert game.ranks(state, 3) == [1, 1, 1]
    search(game).judge(state, 3, result)
    assert result.rank[:3].tolist() == [2, 2, 2]
    assert result.reward[:3].tolist() == [0.5, 0.5, 0.5]
    state.wands[1] = 0
    search(game).judge(state, 3, result)
    assert result.rank[:3].tolist() == [1.5, 3, 1.5]
    assert result.reward[0] == result.reward[2] == pytest.approx(0.75 * 0.75 + 0.25 * 0.5)


def test_where_several_may_act_the_seat_that_thinks_comes_first() -> None:
    next_mover = search(registry.load("dream_runners")).next_mover
    assert [next_mover(0b0110, seat) for seat in range(4)] == [1, 1, 2, 1]
    assert next_mover(0, 2) == NONE


@every_game
def test_several_trees_are_merged_and_repeatable(name: str) -> None:
    game = registry.load(name)
    state = game.new(game.seats[0], {}, seed_key(4))
    seat = seat_to_act(game, state)
    view, spend = game.view_of(state, seat), Budget(400 if JIT else 8, trees=2)
    opinions = think(game, view, seat, seed(1), spend)
    assert opinions == think(game, view, seat, seed(1), spend)
    assert sum(opinion.visits for opinion in opinions) == spend.iterations
    assert [opinion.action for opinion in sorted(opinions, key=lambda one: one.action)] == game.legal(state, seat)


@pytest.mark.parametrize("trees", [1, 2])
@every_game
def test_the_best_action_alone_is_found_sooner_and_is_the_same(name: str, trees: int) -> None:
    game = registry.load(name)
    state, saved = game.new(game.seats[0], {}, seed_key(4)), 0
    spend = Budget(600 if JIT else 8, trees=trees)
    for ply in range(12 if JIT else 2):
        seat = seat_to_act(game, state)
        view = game.view_of(state, seat)
        whole, sooner = (
            think(game, view, seat, seed(ply), spend, is_best_enough=is_best_enough) for is_best_enough in (False, True)
        )
        assert whole[0].action == sooner[0].action
        saved += sum(opinion.visits for opinion in whole) - sum(opinion.visits for opinion in sooner)
        game.apply(state, seat, whole[0].action)
    assert saved > 0 or not JIT or name == "sarena"  # whose openings are all alike


@pytest.mark.parametrize(
    ("visits", "iterations", "more"),
    [
        ([[0, 0, 0]], 10, 6),  # six of ten are more than the other four
        ([[4, 1, 0]], 8, 1),  # three are left: with the next one it is 5 to 1, and two are too few
        ([[4, 1, 0]], 7, 0),  # two are left: 4 to 3 at worst
        ([[4, 1, 0]], 9, 1),  # four are left: 5 to 4 at worst, after the next one
        ([[3, 0, 0], [0, 3, 0]], 8, 2),  # each tree has a favourite of its own, and together they have none
        ([[3, 0, 0], [3, 0, 0]], 8, 0),
    ],
)
def test_a_choice_is_made_when_no_other_action_can_catch_up(
    visits: list[list[int]], iterations: int, more: int
) -> None:
    trees = [new_tree(0.001) for _ in visits]
    for tree, counted in zip(trees, visits, strict=True):
        tree.visits[1:4], tree.child[0], tree.sibling[1:4] = counted, 1, (2, 3, NONE)
        tree.visits[4] = 100  # a node farther down
    assert iterations_until_decided(trees, iterations) == more


@pytest.mark.parametrize(("language", "point"), [("en", "."), ("fr", ","), ("de", ","), ("nl", ",")])
def test_advice_writes_numbers_as_its_language_does(language: str, point: str) -> None:
    game = registry.load("sarena")
    state = game.new(2, {}, seed_key(4))
    best = advice(game, game.view_of(state, 0), 0, seed(1), "novice", language)[0]
    assert f" {best.rank:.1f}".replace(".", point) in best.sentence


def test_a_bot_is_given_what_its_seat_has_seen_and_no_more() -> None:
    game, asked = registry.load("sarena"), []

    def watching(game: Game, view: State, seat: int, history: History, own: bytes) -> int:
        views, plies = history.views(), history.plies()
        assert len(views) == len(plies) + 1
        assert views[-1].tobytes() == view.tobytes()
        assert {tuple(np.flatnonzero(view.secret != NONE).tolist()) for view in views} == {(seat,)}
        assert [ply["seat"] for ply in plies] == [ply % 2 for ply in range(len(plies))]
        asked.append(len(plies))
        return bot("random")(game, view, seat, history, own)

    play_out(game, 2, {}, seed_key(5), [watching, bot("random")])
    assert asked == list(range(0, 2 * len(asked), 2))


def test_what_somebody_does_in_sarena_gives_the_colour_away() -> None:
    """Greedy players take what their own colour gains most by; the likeliest of the three colours
    that it may be is often the true one.
    """
    game, right = registry.load("sarena"), 0
    for number in range(12 if JIT else 1):
        recorder = play_out(game, 2, {}, seed_key(number), [bot("greedy"), bot("greedy")])
        own, other = (int(color) for color in recorder.state.secret[:2])
        seen = history_of(recorder, 0).views()[:25]
        belief = beliefs(game, History(views=seen.copy))
        belief[1, own] = -np.inf
        right += int(np.argmax(belief[1, :4])) == other
        assert (beliefs(game, UNKNOWN) == 0).all()
    assert not JIT or right >= 9


def test_likely_worlds_are_imagined_more_often_and_none_that_cannot_be() -> None:
    game = registry.load("sarena")
    view, belief = game.view_of(game.new(4, {}, seed_key(4)), 0), np.zeros((6, 4))
    own = int(view.secret[0])
    likely = (own + 1) % 4
    belief[2, likely] = 3.0
    dealt = []
    for number in range(100):
        world = game.imagine(view, 0, seed(number))
        knowledge(game)["suppose"](world, view, belief, silent_story())
        dealt.append(world.secret.tolist())
    assert all(sorted(secrets) == [0, 1, 2, 3] and secrets[0] == own for secrets in dealt)
    assert 50 < sum(secrets[2] == likely for secrets in dealt) < 100


def test_an_expert_buys_segments_for_the_dreams_to_come_and_takes_no_longer_than_it_may() -> None:
    game = registry.load("dream_runners")
    foresee, policy = game.evaluate.foresee, game.evaluate.POLICIES["composer"]  # type: ignore[union-attr]
    state = game.new(2, {}, seed_key(4))
    for _ in range(60 if JIT else 0):  # the solver is slow in plain Python
        seat = seat_to_act(game, state)
        view = game.view_of(state, seat)
        if (
            favorite(game, "expert", view, seat) is None
            and (found := foresee(game, view, seat, seed(1), 25)) is not None
        ):
            assert found in game.legal(state, seat)
            assert found == foresee(game, game.view_of(game.imagine(view, seat, seed(2)), seat), seat, seed(1), 25)
            assert found == bot("expert", 25 / budget(game, "expert").iterations)(game, view, seat, UNKNOWN, seed(1))
            assert foreseen(game, "regular", view, seat, seed(1), Budget(25)) is None
            began = time.thread_time()
            assert foreseen(game, "expert", view, seat, seed(1), Budget(1 << 60, seconds=0.1)) in game.legal(
                state, seat
            )
            assert time.thread_time() - began < 0.2  # the dream that was begun is composed to its end
            return
        game.apply(state, seat, policy(game, view, seat, UNKNOWN, seed(1)))
    assert not JIT


def test_what_a_game_can_reckon_out_comes_before_all_that_was_searched_but_a_novice_does_not_know_it() -> None:
    game = registry.load("dream_runners")
    state = game.new(2, {}, seed_key(4))
    seat = seat_to_act(game, state)
    view = game.view_of(state, seat)
    best = favorite(game, "regular", view, seat)
    assert best is not None
    assert (
        best
        == bot("expert", GLANCE)(game, view, seat, UNKNOWN, seed(1))
        == advice(game, view, seat, seed(1), "regular")[0].action
    )
    assert favorite(game, "novice", view, seat) is None
    assert favorite(registry.load("sarena"), "regular", view, seat) is None


@pytest.mark.parametrize(
    ("better", "worse", "games", "wins"),
    [("greedy", "random", 60, 40), ("novice", "random", 20, 17), ("regular", "novice", 20, 13)],
)
def test_each_is_better_than_the_one_before(better: str, worse: str, games: int, wins: int) -> None:
    sarena = registry.load("sarena")
    won = 0
    for number in range(games):
        players = [bot(better, 0.2), bot(worse, 0.2)] if number % 2 == 0 else [bot(worse, 0.2), bot(better, 0.2)]
        won += play_out(sarena, 2, {}, seed_key(number), players).record()["final"]["ranks"][number % 2] == 1
    assert won >= wins


def test_a_bot_that_there_is_not_is_refused_by_name() -> None:
    with pytest.raises(LudothequeError, match="unknown bot 'wizard'; expected one of random, novice"):
        bot("wizard")


# The champion


@pytest.mark.parametrize("name", ["dream_runners", "labyrinth", "meandres", "sarena", "viva_catrina"])
def test_a_champion_is_offered_where_its_weights_fit_the_rules_and_components(name: str) -> None:
    game = registry.load(name)
    assert levels_of(game) == (*LEVELS, CHAMPION)
    assert levels_of(FLOTSAM) == LEVELS
    guide, about = load(game.folder / WEIGHTS)
    assert fits(game, guide, about)
    for key, other in {"rules_version": game.rules_version + 1, "components": "0" * 64, "game": "hedgerow"}.items():
        assert not fits(game, guide, about | {key: other})


def test_a_game_without_a_champion_says_so() -> None:
    with pytest.raises(LudothequeError, match="Flotsam has no champion"):
        player(FLOTSAM, CHAMPION)


def test_weights_from_a_file_play_as_champion_instead_of_the_games_own() -> None:
    game = registry.load("viva_catrina")
    state = game.new(2, {}, seed_key(4))
    guide, _ = load(game.folder / WEIGHTS)
    views = [game.view_of(state, 0)]
    for ply in range(6):
        game.apply(state, 0, bot("novice", GLANCE, False)(game, views[-1], 0, UNKNOWN, seed(ply)))
        if game.movers(state) != [0]:
            break
        views.append(game.view_of(state, 0))
    other = type(guide)(*(-array for array in guide))

    def choices(player: Bot) -> list[int]:
        return [player(game, view, 0, UNKNOWN, seed(1)) for view in views]

    assert choices(bot(CHAMPION, GLANCE, False, guide)) == choices(bot(CHAMPION, GLANCE, False))
    assert choices(bot(CHAMPION, GLANCE, False, other)) != choices(bot(CHAMPION, GLANCE, False))


def test_the_champion_judges_by_its_network() -> None:
    """Other weights would choose otherwise: over a few positions, it does not always agree with a
    master of the same budget.
    """
    game, scale = registry.load("meandres"), 0.002
    state, chosen = game.new(2, {}, seed_key(4)), []
    for ply in range(12):
        seat = seat_to_act(game, state)
        view = game.view_of(state, seat)
        both = [bot(level, scale, False)(game, view, seat, UNKNOWN, seed(ply)) for level in ("master", CHAMPION)]
        chosen.append(both)
        game.apply(state, seat, both[0])
    assert any(master != champion for master, champion in chosen)
