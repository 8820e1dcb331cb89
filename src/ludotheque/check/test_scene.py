"""What holds for the picture of every game, its own or the plain one."""

import hashlib
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import strategies as st

from ludotheque.check.playing import Play, any_play, plays, where_drawn
from ludotheque.core import layout, registry
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import Game
from ludotheque.core.rule import JIT
from ludotheque.core.words import ENGLISH
from ludotheque.scene.diff import diff
from ludotheque.scene.model import Changes, Scene
from ludotheque.scene.picture import gestures_of, painter, scene_of
from ludotheque.scene.svg import compose

ART_LIMIT = 16_000  # bytes, compressed
KINDS = {"pick", "turn", "set", "button", "number"}
WORLDS = 3 if JIT else 1


def shown(game: Game, state: Any, seat: int) -> tuple[Scene, dict[str, Any]]:
    """Return the scene and the gestures that a viewer is sent, made as the program makes them."""
    view = game.view_of(state, seat)
    actions = game.legal(view, seat) if seat != NONE and seat in game.movers(view) else []
    return scene_of(game, ENGLISH, view, seat), gestures_of(game, ENGLISH, view, seat, actions)


def leaves(trie: dict[str, Any], *steps: tuple[str, str]) -> Iterator[tuple[tuple[tuple[str, str], ...], int]]:
    """Yield every gesture in a trie with its action."""
    for kind, branches in trie.items():
        for what, branch in branches.items():
            way = (*steps, (kind, what))
            if isinstance(branch, dict):
                yield from leaves(branch, *way)
            else:
                yield way, branch


def applied(old: Scene, changes: Changes) -> Scene:
    """Return the old scene with the changes applied as a client does, everything sorted by id."""
    pieces = {piece.id: piece for piece in old.pieces if piece.id not in changes.gone} | {
        piece.id: piece for piece in changes.pieces
    }
    places = {place.id: place for place in old.places if place.id not in changes.gone} | {
        place.id: place for place in changes.places
    }
    return msgspec.structs.replace(
        old,
        pieces=[pieces[name] for name in sorted(pieces)],
        places=[places[name] for name in sorted(places)],
        panels=old.panels if changes.panels is None else changes.panels,
        text=old.text if changes.text is None else changes.text,
        areas=old.areas if changes.areas is None else changes.areas,
        hand=old.hand if changes.hand is None else changes.hand,
        **({} if changes.frame is None else msgspec.structs.asdict(changes.frame)),
    )


def sorted_scene(scene: Scene) -> Scene:
    return msgspec.structs.replace(
        scene,
        pieces=sorted(scene.pieces, key=lambda piece: piece.id),
        places=sorted(scene.places, key=lambda place: place.id),
    )


@any_play
def test_every_legal_action_has_its_gesture_and_nothing_else_has_one(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    for state in play.looks():
        for seat in play.game.movers(state):
            if seat == TABLE:
                continue
            scene, trie = shown(play.game, state, seat)
            gestures = dict(leaves(trie))
            assert sorted(gestures.values()) == play.game.legal(state, seat)
            view = play.game.view_of(state, seat)
            assert all(
                way == painter(play.game).gesture(ENGLISH, view, seat, action) for way, action in gestures.items()
            )
            assert {kind for way in gestures for kind, _ in way} <= KINDS
            labels = {piece.id: piece.label for piece in scene.pieces}
            labels |= {place.id: place.label for place in scene.places}
            in_hand = {scene.hand} if scene.hand else set()
            picked = {what for way in gestures for kind, what in way if kind in ("pick", "set")}
            assert in_hand | picked <= labels.keys()
            assert [thing for thing in in_hand | picked if labels[thing] in ("", thing)] == []  # for screen readers


@any_play
def test_two_states_that_a_seat_cannot_tell_apart_look_the_same_to_it(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    for ply, state in enumerate(play.looks()):
        for seat in [*range(play.seats), NONE]:
            truth = msgspec.json.encode(shown(play.game, state, seat))
            for world in range(WORLDS):
                key = hashlib.sha256(repr((play.seed, ply, seat, world)).encode()).digest()
                other = play.game.imagine(play.game.view_of(state, seat), seat, key)
                assert msgspec.json.encode(shown(play.game, other, seat)) == truth, layout.to_json(state)


@any_play
def test_what_has_changed_makes_the_new_scene_of_the_old_one(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    old = shown(play.game, play.recorder().state, 0)[0]
    for state in play.states():
        new = shown(play.game, state, 0)[0]
        assert applied(old, diff(old, new)) == sorted_scene(new)
        assert diff(new, new) == Changes([], [])
        old = new


def test_ids_are_unique_and_what_is_named_exists(name: str) -> None:
    game = registry.load(name)
    for state in Play(game, game.seats[-1], {}, 3, [5, 12, 7]).states():
        scene = shown(game, state, NONE)[0]
        pieces, places = [piece.id for piece in scene.pieces], [place.id for place in scene.places]
        assert len({*pieces, *places}) == len(pieces) + len(places)
        assert {piece.place for piece in scene.pieces} <= {*places, ""}
        assert all(place.label for place in scene.places)
        assert scene.text


def test_a_scene_and_its_gestures_can_be_sent_and_read_again(name: str) -> None:
    game = registry.load(name)
    state = game.new(game.seats[0], {}, bytes(32))
    scene, trie = shown(game, state, game.movers(state)[0])
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene
    assert msgspec.json.decode(msgspec.json.encode(trie)) == trie


def test_every_position_can_be_composed(name: str) -> None:
    game = registry.load(name)
    for state in Play(game, game.seats[0], {}, 4, [9, 1]).states():
        scene = shown(game, state, 0)[0]
        art: Path | None = game.folder / "art.svg" if scene.ground else None
        assert compose(scene, art).startswith("<svg")


@where_drawn
def test_art_is_small_and_needs_nothing_but_itself(name: str) -> None:
    """Allow no external style or picture: the page's security policy forbids them.

    Picture files must also work on their own.
    """
    art = (registry.load(name).folder / "art.svg").read_text(encoding="utf-8")
    ids = re.findall(r'id="([^"]+)"', art)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]+)\)", art)) | set(re.findall(r'href="#([^"]+)"', art)) <= set(ids)
    assert not re.search(r"<style|style=|class=|<image|<filter|@import|href=\"[^#]", art)
    assert len(zlib.compress(art.encode())) < ART_LIMIT
