"""A small network that judges a position: what it is made of, and the file of a champion.

The input is what `encode` writes, each entry divided by its greatest value, and for each seat what
`value` says about it and its marks, if the game lists any. Two layers follow, then three numbers
per seat, the observer first: its share of the places, its margin (both as the search counts them,
between 0 and 1), and its points at the end.
Everything is float32 and runs in compiled code; no framework is needed to play.
"""

import hashlib
import io
import json
import zipfile
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludotheque.bots.instinct import Instinct
from ludotheque.bots.judgement import Judgement
from ludotheque.bots.knowledge import knowledge
from ludotheque.core.errors import LudothequeError
from ludotheque.core.files import write_file
from ludotheque.core.game import Game
from ludotheque.core.rule import rule

PLACE, MARGIN_SHARE, POINTS = 0, 1, 2  # the outputs of a seat
OUTPUTS = 3
SAID = 2  # inputs per seat that are made of what `value` says
LEAD = 2.0  # how far a new network believes in a lead
HIDDEN, SECOND = 64, 32  # the sizes of the two layers, unless a game asks for others
WORD = 8  # entries that are looked at together, to skip zeros


class Network(NamedTuple):
    """The weights. Each entry of the encoding has a row of `first`, so that zeros cost nothing."""

    scale: Any  # float32[entries]: what an entry is multiplied by
    first: Any  # float32[entries, hidden]
    said: Any  # float32[(SAID + MARKS) × seats, hidden]
    first_bias: Any  # float32[hidden]
    second: Any  # float32[hidden, second]
    second_bias: Any  # float32[second]
    last: Any  # float32[second, OUTPUTS × seats]
    last_bias: Any  # float32[OUTPUTS × seats]


class Layers(NamedTuple):
    """Scratch memory for one evaluation."""

    seen: Any  # int8[entries, rounded up to whole words]: the encoded position
    words: Any  # int64: the same memory, eight entries at once
    points: Any  # float64[seats]: what `value` says
    marks: Any  # float32[seats, MARKS]
    said: Any  # float32[(SAID + MARKS) × seats]
    hidden: Any  # float32[hidden]
    second: Any  # float32[second]
    out: Any  # float32[OUTPUTS × seats]


class Mind(NamedTuple):
    """A network, and the scratch memory of one thread."""

    network: Network
    layers: Layers


def new_network(game: Game, seed: int, hidden: int = HIDDEN, second: int = SECOND) -> Network:
    """Return a network that knows nothing but what `value` says: small random weights.

    Its first units hand on whether a seat leads. So its first games are about something, where
    random players would only wander about.
    """
    assert game.encode is not None
    rng, seats = np.random.default_rng(seed), game.seats[-1]
    low, high = game.encode.ENCODING.bounds()
    entries, marks = len(high), knowledge(game)["MARKS"]

    def normal(rows: int, columns: int, spread: float) -> Any:
        return rng.normal(0.0, spread, (rows, columns)).astype(np.float32)

    network = Network(
        scale=(1.0 / np.maximum(1, np.maximum(high.astype(int), -low.astype(int)))).astype(np.float32),
        first=normal(entries, hidden, 0.1),
        said=normal((SAID + marks) * seats, hidden, 0.3 / sqrt(1 + marks)),
        first_bias=np.zeros(hidden, np.float32),
        second=normal(hidden, second, sqrt(2.0 / hidden)),
        second_bias=np.zeros(second, np.float32),
        last=normal(second, OUTPUTS * seats, 0.01),
        last_bias=np.zeros(OUTPUTS * seats, np.float32),
    )
    units = np.arange(min(2 * seats, hidden, second))  # two for each seat: one if it leads, one if not
    seat, side = units // 2, 1.0 - 2.0 * (units % 2)
    network.first[:, units], network.said[:, units] = 0.0, 0.0
    network.said[(SAID + marks) * seat, units] = side
    network.second[units, :] = 0.0
    network.second[:, units] = 0.0
    network.second[units, units] = 1.0
    network.last[units, OUTPUTS * seat + PLACE] = LEAD * side
    return network


def new_layers(network: Network) -> Layers:
    entries, hidden = network.first.shape
    seen = np.zeros(-(-entries // WORD) * WORD, np.int8)
    said, (second, outputs) = len(network.said), network.last.shape
    seats = outputs // OUTPUTS
    return Layers(
        seen,
        seen.view(np.int64),
        np.zeros(outputs, np.float64),
        np.zeros((seats, max(1, said // seats - SAID)), np.float32),
        np.zeros(said, np.float32),
        np.zeros(hidden, np.float32),
        np.zeros(second, np.float32),
        np.zeros(outputs, np.float32),
    )


# In compiled code


@rule
def forward(network: Any, layers: Any) -> None:
    """Compute the outputs from the inputs in `seen` and `said`."""
    hidden, second, out = layers.hidden, layers.second, layers.out
    for j in range(hidden.shape[0]):
        hidden[j] = network.first_bias[j]
    for word in range(layers.words.shape[0]):
        if layers.words[word] != 0:
            for entry in range(WORD * word, WORD * word + WORD):
                if layers.seen[entry] != 0:
                    x = layers.seen[entry] * network.scale[entry]
                    row = network.first[entry]
                    for j in range(hidden.shape[0]):
                        hidden[j] += x * row[j]
    for k in range(layers.said.shape[0]):
        if layers.said[k] != 0.0:
            x, row = layers.said[k], network.said[k]
            for j in range(hidden.shape[0]):
                hidden[j] += x * row[j]
    for j in range(second.shape[0]):
        second[j] = network.second_bias[j]
    for i in range(hidden.shape[0]):
        if hidden[i] > 0.0:
            x, row = hidden[i], network.second[i]
            for j in range(second.shape[0]):
                second[j] += x * row[j]
    for j in range(out.shape[0]):
        out[j] = network.last_bias[j]
    for i in range(second.shape[0]):
        if second[i] > 0.0:
            x, row = second[i], network.last[i]
            for j in range(out.shape[0]):
                out[j] += x * row[j]


# The file


Guide = Network | Instinct | Judgement  # what the file of a champion holds


def fits(game: Game, guide: Guide, about: dict[str, Any]) -> bool:
    """Say whether weights were made for this game, with these rules and components."""
    if isinstance(guide, Instinct):
        known = len(guide.weights) == knowledge(game)["SIGN_KINDS"]
    elif isinstance(guide, Judgement):
        known = len(guide.marks) == knowledge(game)["MARKS"]
    else:
        inputs = game.encode.ENCODING.size if game.encode else 0, (SAID + knowledge(game)["MARKS"]) * game.seats[-1]
        known = (len(guide.first), len(guide.said)) == inputs
    return known and made_for(game).items() <= about.items()


def made_for(game: Game) -> dict[str, Any]:
    """Return what weights have to say about the game that they were made for."""
    return {"game": game.id, "rules_version": game.rules_version, "components": game.components.digest}


def save(path: Path, guide: Guide, about: dict[str, Any]) -> None:
    """Write the weights and what is known about them; the file is replaced in one step."""
    content = io.BytesIO()
    arrays = {name: array.astype(np.float16) for name, array in guide._asdict().items()}
    np.savez_compressed(content, about=np.array(json.dumps(about | {"digest": digest(guide)})), **arrays)
    write_file(path, content.getvalue())


def digest(guide: Guide) -> str:
    """Return a digest of the weights as the file keeps them."""
    total = hashlib.sha256()
    for array in guide:
        total.update(array.astype(np.float16).tobytes())
    return total.hexdigest()


def load(path: Path) -> tuple[Guide, dict[str, Any]]:
    """Read the weights of a champion, and what is known about them."""
    try:
        with np.load(io.BytesIO(path.read_bytes())) as content:
            about = json.loads(str(content["about"]))
            kind = next(kind for kind in (Network, Instinct, Judgement) if kind._fields[0] in content)
            guide = kind(*(np.ascontiguousarray(content[name], np.float32) for name in kind._fields))
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise LudothequeError("{path} is not a network: {error}", path=path, error=error) from error
    if about.get("digest") != digest(guide):
        raise LudothequeError("{path}: the weights do not match their digest", path=path)
    return guide, about
