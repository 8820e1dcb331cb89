"""Corrected boxes: what an owner may change, the file that results, and the game that is played
with it.
"""

import json
import re
import sys
import tomllib
from pathlib import Path

import pytest

from ludotheque.core import boxes, registry
from ludotheque.core.boxes import full_name
from ludotheque.core.chance import seed_key
from ludotheque.core.components import tag_of
from ludotheque.core.corrections import Component, components_of, correct, layout_of, reason_of, standing_of
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.record import Data, Recorder
from ludotheque.core.words import LANGUAGES
from ludotheque.server.boxpage import CERTAINTY, tried

every_game = pytest.mark.parametrize("name", registry.names())
drawn_game = pytest.mark.parametrize("name", [name for name in registry.names() if name != "toy"])
SYMBOL = re.compile(r'<symbol id="([^"]+)"')


def everything(game: Game) -> list[Component]:
    return [one for part in layout_of(game).parts for one in components_of(part, game.components.data)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(boxes.FOLDER, str(tmp_path))
    return tmp_path


def saved(folder: Path, name: str, **given: str) -> Game:
    """The game with another box, which its owner has saved."""
    corrected = correct(registry.load(name), {place.replace("__", "."): [value] for place, value in given.items()})
    full = full_name(name, tag_of(corrected.data))
    (folder / f"{full}.toml").write_text(corrected.text, encoding="utf-8")
    return registry.load(full)


def played(game: Game) -> Data:
    """A game in which everybody takes the first action that they may."""
    recorder = Recorder(game, 2, {}, seed_key(5))
    while movers := game.movers(recorder.state):
        recorder.act(movers[0], game.legal(recorder.state, movers[0])[0])
    return recorder.record()


# What may be corrected


@every_game
def test_every_part_and_field_of_the_page_is_in_the_file(name: str) -> None:
    game = registry.load(name)
    assert everything(game)
    for component in everything(game):
        assert standing_of(component, game.components.data) in CERTAINTY, component.place
        for _, field, value in component.fields():
            single = value[0] if isinstance(value, list) and value else value
            if field.of:
                assert set(map(str, value if isinstance(value, list) else [value])) <= set(field.of)
            elif isinstance(single, str) and field.letters:
                assert set(single) <= set(field.letters), component.place
            elif isinstance(single, int):
                assert field.min <= single <= field.max, component.place


@drawn_game
def test_the_page_is_told_in_every_language(name: str) -> None:
    for part in layout_of(registry.load(name)).parts:
        for told in (part.title, part.source, *(field.label for field in part.fields)):
            assert told.keys() == LANGUAGES.keys(), part.at
        assert all(field.help.keys() in (set(), LANGUAGES.keys()) for field in part.fields)


# The corrected file


@every_game
def test_without_a_correction_the_file_stays_as_it_is(name: str) -> None:
    game = registry.load(name)
    same = {
        place: [str(one).lower() if isinstance(one, bool) else str(one) for one in values]
        for component in everything(game)
        for place, _, value in component.fields()
        for values in [value if isinstance(value, list) else [value]]
    }
    corrected = correct(game, same)
    assert (corrected.places, corrected.problems) == ([], [])
    assert corrected.text == game.components.path.read_text(encoding="utf-8")


def test_a_correction_changes_its_line_and_keeps_comments_and_order() -> None:
    game = registry.load("viva_catrina")
    corrected = correct(game, {"path.tiles.0.paved": ["shop:bread", "balloon:red", ""], "score.visitor": ["2"]})
    before, after = (game.components.path.read_text(encoding="utf-8").splitlines(), corrected.text.splitlines())
    number, tile = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert number == ("visitor = 1", "visitor = 2")
    assert tile[1] == tile[0].replace('["shop:bread", "visitor"]', '["shop:bread", "balloon:red"]')
    assert tomllib.loads(corrected.text) == corrected.data


@pytest.mark.parametrize(
    ("place", "values", "said"),
    [
        ("chips.pairs.2.n", ["many"], "chips.pairs, row 3, n must be a whole number from 0 to 36, not 'many'"),
        ("chips.pairs.2.n", ["9" * 5000], "chips.pairs, row 3, n must be a whole number from 0 to 36"),
        ("chips.pairs.0.a", ["pink"], "chips.pairs, row 1, a must be one of amber, teal, crimson, ivory, not 'pink'"),
        ("board.grid", ["oAoAoX"], "board grid may hold only oA, not 'oAoAoX'"),
        ("board.grid", ["oAoAoA"] * 7, "board grid may have at most 6 values"),
    ],
)
def test_a_value_that_cannot_be_is_told_with_its_row(place: str, values: list[str], said: str) -> None:
    (problem,) = correct(registry.load("sarena"), {place: values}).problems
    assert str(reason_of(problem)).startswith(said)


def test_only_fields_of_the_page_can_be_changed() -> None:
    corrected = correct(
        registry.load("sarena"), {"id": ["other"], "limits.max_stack": ["9"], "chips.pairs.99.n": ["1"]}
    )
    assert corrected.places == []


# Trying it


def test_a_box_is_tried_and_nothing_of_it_stays() -> None:
    game, before = registry.load("sarena"), set(sys.modules)
    wrong = tried(game, correct(game, {"chips.pairs.0.n": ["5"]}))
    assert str(wrong.problem) == "chips.pairs must add up to one chip for each of the 36 circles, not 35"
    right = tried(game, correct(game, {"chips.pairs.0.n": ["5"], "chips.pairs.5.n": ["7"]}))
    assert right.problem is None
    assert "chip-amber-teal" in right.pictures["chips.pairs.0"]
    assert {name for name in set(sys.modules) - before if boxes.MARK in name} == set()


def test_a_corrected_tile_without_a_picture_of_its_own_is_drawn_from_its_parts() -> None:
    game = registry.load("viva_catrina")
    drawn = tried(game, correct(game, {"path.tiles.0.paved": ["shop:bread", "balloon:red"]})).pictures
    assert "#soil" in drawn["path.tiles.0"]
    assert "#bre" in drawn["path.tiles.0"]
    assert "#soil" not in drawn["path.tiles.1"]


# Playing with it


def test_two_boxes_of_a_game_are_played_side_by_side(folder: Path) -> None:
    ours, theirs = registry.load("toy"), saved(folder, "toy", pieces__kinds__0__n="1", pieces__kinds__1__n="5")
    assert (ours.name, theirs.id, theirs.name) == ("toy", "toy", f"toy@{theirs.components.digest[:12]}")
    assert ours.components["pieces.kinds"][0]["n"] == 3
    assert theirs.components["pieces.kinds"][0]["n"] == 1
    assert theirs.rules is not ours.rules
    assert theirs.rules.__name__ in sys.modules
    theirs.run_plainly()
    records = [played(game) for game in (ours, theirs)]
    assert [record["components"] for record in records] == [ours.components.digest, theirs.components.digest]
    assert records[0]["setup"] != records[1]["setup"]


def test_the_last_box_that_was_saved_is_for_new_tables(folder: Path) -> None:
    assert registry.current("toy") is registry.load("toy")
    theirs = saved(folder, "toy", limits__max_reach="3", pieces__lost="3")
    (folder / "toy.toml").write_text((folder / f"{theirs.name}.toml").read_text())
    assert registry.current("toy") is theirs


def test_a_box_that_is_missing_is_told(folder: Path) -> None:
    with pytest.raises(LudothequeError, match="the components of toy@0123456789ab are missing"):
        registry.load("toy@0123456789ab")
    (folder / "toy@bad.toml").write_text(json.dumps({}))
    with pytest.raises(LudothequeError, match="toy@bad"):
        registry.load("toy@bad")
    assert not [name for name in sys.modules if "toy@bad" in name]
