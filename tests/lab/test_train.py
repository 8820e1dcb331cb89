"""Training: a network learns, keeps what it has learned, and plays."""

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from ludotheque.bots.network import Mind, Network, digest, load, new_layers, new_network, save
from ludotheque.bots.own import own_bot
from ludotheque.bots.play import play_out
from ludotheque.bots.simple import choose_at_random
from ludotheque.bots.tree import Result
from ludotheque.cli import app
from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import TABLE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.layout import copy
from ludotheque.core.rule import JIT
from ludotheque.lab import learner, train
from ludotheque.lab.curve import curve
from ludotheque.lab.learner import play_names
from ludotheque.lab.spread import hired
from ludotheque.lab.train import Plan, Training, begin, keep
from tests.matches import GAME as MATCHES
from tests.matches.parts import HAND, MOST

ROOT = Path(__file__).parents[2]
ON_A_CARD = """
import numpy as np
from ludotheque.bots.network import OUTPUTS, SAID, Mind, forward, new_layers, new_network
from ludotheque.core.chance import key_words, seed_key
from ludotheque.core.gpu import driver
from ludotheque.core.layout import array_of
from ludotheque.core.options import encode
from ludotheque.core.story import silent_story
from ludotheque.lab.gpu_learner import BEGIN, NOTES, ORDER, TRIED, kernels
from ludotheque.lab.learner import selfplay
from tests.matches import GAME as game

ROOM, network, options, root = 24, new_network(game, 1, 8, 8), encode(game.options, {}), key_words(seed_key(5))

def rooms():
    return np.zeros((1, ROOM), game.state), np.zeros((1, ROOM), np.int8), np.zeros((1, ROOM, 2, OUTPUTS), np.float32)

here, there, kept, order = rooms(), rooms(), np.zeros(1, np.int32), np.zeros(1, ORDER)
order[0] = (0, 2, options, root)
arrays = [part[0] for part in here]
count = selfplay(game).play(
    Mind(network, new_layers(network)), array_of(game.blank), root, 0, 2, options, 0.05, 0.8, *arrays, silent_story()
)[1]
take_turns, try_out, _ = kernels(game)
layers, words = new_layers(network), game.state.itemsize // 8
live, worlds, lanes = np.zeros((1, words), np.int64), np.zeros((1, words), np.int64), np.zeros((1, 4), np.int64)
notes, choices, rows = np.zeros((1, NOTES), np.int32), np.zeros((1, 48), np.int32), np.zeros(1, np.int64)
out, judges, points = np.zeros((48, 2 * OUTPUTS), np.float32), np.zeros(48, np.int32), np.zeros((48, 6), np.float32)
seen, said = np.zeros((48, len(layers.words)), np.int64), np.zeros((48, 2 * SAID), np.float32)
states = there[0].view(np.int64).reshape(1, ROOM, words)
for _ in range(ROOM + 1):
    answers = live, worlds, lanes, notes, choices, rows, out, judges, points, states, *there[1:]
    take_turns[1, 1](order, 0.05, 0.8, *answers)
    tried = int(notes[0, TRIED])
    if tried:
        games = np.zeros(tried, np.int64)
        try_out[1, tried](worlds, notes, choices, rows, games, 0, tried, 2, seen, said, judges, points)
    for row in range(tried):
        layers.words[:], layers.said[:] = seen[row], said[row]
        forward(network, layers)
        out[row] = layers.out
kept = int(notes[0, BEGIN])
same = [np.allclose(one[0, :count], other[0, :count]) for one, other in zip(here[1:], there[1:])]
print(count > 0, count == kept, all(same) and here[0][0, :count].tobytes() == there[0][0, :count].tobytes())
"""

PLAN = Plan("matches", (2,), {}, hidden=16, second=8)
SECONDS = 6.0 if JIT else 0.1


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make rounds small; plain Python plays one of them."""
    monkeypatch.setattr(learner, "ROUND", 4_000 if JIT else 60)
    monkeypatch.setattr(learner, "BATCH", 64 if JIT else 16)
    monkeypatch.setattr(train, "GAMES", 200 if JIT else 4)
    monkeypatch.setattr(train, "BETWEEN_S", 1.0)


def expected(network: Network, state: Any) -> float:
    """What the network expects for seat 0."""
    result = Result(np.zeros(TABLE + 1), np.zeros(TABLE + 1, np.int32), np.zeros(TABLE + 1), np.zeros(TABLE + 1))
    play_names(MATCHES)["judge"](state, 2, result._replace(mind=Mind(network, new_layers(network))))
    return float(result.reward[0])


def taken(network: Network, pile: int) -> int:
    """How many matches the network takes from a pile."""
    state = MATCHES.new(2, {}, seed_key(1))
    state.pile, state.seat = pile, 0
    expectations = []
    for action in MATCHES.legal(state, 0):
        after = copy(state)
        MATCHES.apply(after, 0, action)
        expectations.append(expected(network, after))
    return 1 + int(np.argmax(expectations))


def trained(folder: Path, seconds: float = SECONDS) -> Training:
    training = begin(PLAN, MATCHES, folder, "cpu")
    assert list(training.go_on(seconds))
    return training


def test_a_network_learns_to_play_a_solved_game_perfectly(tmp_path: Path) -> None:
    training = trained(tmp_path)
    network = training.learner.network()
    if JIT:  # plain Python is too slow to learn anything
        piles = [pile for pile in range(1, MOST + 1) if pile % (HAND + 1) != 0]  # the others are lost
        assert [taken(network, pile) for pile in piles] == [pile % (HAND + 1) for pile in piles]
        assert training.marks[-1].random.low > 0.6
    assert training.decisions > 0


def test_the_same_seed_learns_the_same_on_any_number_of_threads() -> None:
    networks = []
    for threads in (1, 2):
        with hired(threads=threads) as crew:
            one = learner.Learner(MATCHES, new_network(MATCHES, 3, 16, 8), {}, 3, crew)
            one.play(2, 0.05, 0.8)
            one.fit(0.0)
            networks.append(one.network())
    assert digest(networks[0]) == digest(networks[1])
    assert digest(networks[0]) != digest(new_network(MATCHES, 3, 16, 8))


def test_a_card_plays_the_same_games() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", ON_A_CARD],
        env=os.environ | {"LUDOTHEQUE_JIT": "0", "NUMBA_ENABLE_CUDASIM": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "True True True\n", done.stderr


def test_a_training_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    training = trained(tmp_path, 0.1)
    keep(training, tmp_path, "ludotheque train matches")
    again = begin(PLAN, MATCHES, tmp_path, "cpu")
    assert again.marks == training.marks
    assert (again.decisions, again.rounds) == (training.decisions, training.rounds)
    assert digest(again.learner.network()) == digest(training.learner.network())
    with pytest.raises(LudothequeError, match="belongs to another training"):
        begin(Plan("matches", (2,), {}, seed=2, hidden=16, second=8), MATCHES, tmp_path, "cpu")


def test_a_full_disk_leaves_the_last_training_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training = trained(tmp_path, 0.1)
    keep(training, tmp_path, "ludotheque train matches")
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}

    def full(self: Path, content: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(LudothequeError, match="cannot be written: No space left"):
        keep(training, tmp_path, "ludotheque train matches")
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_network_plays_with_the_iterations_of_a_level(tmp_path: Path) -> None:
    training = trained(tmp_path, 0.1)
    keep(training, tmp_path, "ludotheque train matches")
    bot = own_bot(MATCHES, f"mine={tmp_path / 'network.npz'}@novice", scale=0.05)
    played = play_out(MATCHES, 2, {}, seed_key(3), [bot, choose_at_random])
    assert sorted(MATCHES.ranks(played.state, 2)) == [1, 2]
    with pytest.raises(LudothequeError, match="was not trained for Sarena"):
        own_bot(registry.load("sarena"), f"mine={tmp_path / 'network.npz'}")


def test_a_damaged_network_is_refused(tmp_path: Path) -> None:
    path, network = tmp_path / "network.npz", new_network(MATCHES, 1, 16, 8)
    save(path, network, {"game": "matches"})
    assert load(path)[1]["game"] == "matches"
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    with pytest.raises(LudothequeError, match="is not a network"):
        load(path)
    arrays = {name: array.astype(np.float16) for name, array in network._asdict().items()}
    np.savez_compressed(path, about=np.array('{"digest": "another"}'), **arrays)
    with pytest.raises(LudothequeError, match="do not match their digest"):
        load(path)


def test_the_curve_shows_both_opponents(tmp_path: Path) -> None:
    training = trained(tmp_path, 0.1)
    picture = curve("Matches", training.marks, ["against random players", "against greedy players"])
    assert picture.count("<polyline") == 2
    assert "against greedy players" in picture


def test_the_command_trains_and_says_how_it_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "load", lambda _: MATCHES)
    done = CliRunner().invoke(app, ["train", "matches", "--minutes", "0.01", "--out", str(tmp_path), "--hidden", "16"])
    assert done.exit_code == 0, done.output
    assert "against random" in done.output
    assert {file.name for file in tmp_path.iterdir()} == {"network.npz", "training.npz", "curve.svg"}


def test_seats_and_device_are_checked(tmp_path: Path) -> None:
    for words, complaint in (
        (["--seats", "two"], "seats must be numbers"),
        (["--seats", "9"], "9"),
        (["--device", "abacus"], "device must be cpu or cuda"),
    ):
        done = CliRunner().invoke(app, ["train", "sarena", "--out", str(tmp_path), *words])
        assert done.exit_code != 0
        assert complaint in str(done.exception) + done.output
