"""Guided first games: every lesson is played to its end at a real table, and says only what can be
done.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from ludotheque.core import record, registry, rulebook
from ludotheque.core.errors import LudothequeError
from ludotheque.core.registry import load
from ludotheque.core.words import LANGUAGES
from ludotheque.table.lesson import Lesson, lesson
from ludotheque.table.protocol import Act, Done, Draft, DraftKept, Hint, Refused, Snapshot, Why
from ludotheque.table.viewer import Viewer
from tests.table.tables import Session

GAMES = registry.load("sarena").folder.parent
every_game = pytest.mark.parametrize("game", sorted(path.parent.name for path in GAMES.glob("*/rulebook.md")))
LONGEST = 300  # characters of a text
FEWEST, MOST = 8, 15  # steps


def taught(game: str) -> Lesson:
    found = lesson(load(game))
    assert found is not None, f"{game} has no lesson"
    return found


class Class(Session):
    """A table with somebody who learns."""

    def __init__(self, game: str) -> None:
        self.lesson = taught(game)
        super().__init__(
            game,
            "p" + "b" * (self.lesson.seats - 1),
            options=self.lesson.options,
            prepared=self.lesson.setup,
            is_lesson=True,
        )
        self.learner = Viewer((self.lesson.seat,), "ada", "Ada")

    def see(self) -> Snapshot:
        return self.table.snapshot(self.learner)

    def others_act(self) -> None:
        while self.table.guiding.is_on and (bots := self.table.bots_to_act()):
            seat = bots[0][0]
            action = self.table.guiding.action_of(seat)
            assert action is not None
            self.keep(self.table.bot_acts(seat, action, self.now))

    def follow(self) -> Iterator[Snapshot]:
        """What the learner sees before each of the own actions, which is then carried out: one of
        those that are lit.
        """
        self.others_act()
        while self.table.guiding.is_on:
            shown = self.see()
            assert shown.gestures is not None
            yield shown
            self.carry_out(self.table.guiding.run(self.lesson.seat)[0].action)
            self.others_act()

    def carry_out(self, action: int) -> None:
        seat, laid = self.lesson.seat, self.table.drafts.get(self.lesson.seat, [])
        if self.table.game.is_drafted(action):
            drafted = next(taught.action for taught in self.table.guiding.run(seat) if taught.action not in laid)
            if self.table.game.is_drafted(drafted):
                assert isinstance(self.ask(self.learner, Draft(seat, [drafted, *laid])), DraftKept)
                return
            action = drafted
        assert isinstance(self.ask(self.learner, Act(f"{self.table.seq}", self.table.seq, seat, [*laid, action])), Done)


def leaves(trie: object) -> list[int]:
    if not isinstance(trie, dict):
        return [trie] if isinstance(trie, int) else []
    return [leaf for branch in trie.values() for leaf in leaves(branch)]


@every_game
def test_a_lesson_is_played_to_its_end_and_then_goes_on(game: str) -> None:
    learned = Class(game)
    steps = [shown.guide.step for shown in learned.follow() if shown.guide is not None and shown.guide.say]
    assert sorted(set(steps)) == list(range(1, max(steps) + 1))
    shown = learned.see()
    assert shown.guide is not None
    assert shown.guide.steps >= max(steps)
    assert shown.gestures is None or len(leaves(shown.gestures)) == len(
        learned.table.game.legal(learned.table.position.view(learned.lesson.seat), learned.lesson.seat)
    )
    learned.finish()
    assert learned.see().guide is None
    assert learned.replayed().state.tobytes() == learned.table.state.tobytes()
    data = json.loads(record.dumps(learned.table.record()))
    assert data["prepared"] == learned.table.guiding.followed >= len(learned.lesson.plies) - 1
    assert record.check(data) == []
    assert record.verify(data) == []


@every_game
def test_whoever_learns_is_told_what_to_do_and_only_that_is_lit(game: str) -> None:
    learned = Class(game)
    for shown in learned.follow():
        assert shown.guide is not None
        assert shown.guide.say
        assert not shown.can_hint
        wished = {taught.action for taught in learned.table.guiding.run(learned.lesson.seat)}
        assert len(wished & set(leaves(shown.gestures))) == 1
        assert len(leaves(shown.gestures)) <= 8  # a piece can be turned, and nothing else


@every_game
def test_its_texts_are_short_and_its_rules_exist(game: str) -> None:
    found = taught(game)
    rules = rulebook.sentences_of(rulebook.path(load(game)).read_text())
    texts = [text for note in found.notes.values() for text in (note.say, note.after) if text] + [found.end]
    assert [text for text in texts if len(text) > LONGEST] == []
    assert [note.rule for note in found.notes.values() if note.rule and note.rule not in rules] == []
    assert FEWEST <= len(found.steps) <= MOST
    assert all(found.plies[ply].seat == found.seat and found.notes[ply].rule for ply in found.steps)


@every_game
def test_its_record_agrees_with_the_rules(game: str) -> None:
    assert record.check(record.load_file(load(game).folder / "tutorial/record.json")) == []


def test_something_else_is_refused_in_a_friendly_way() -> None:
    learned = Class("sarena")
    other = next(
        action
        for action in learned.table.game.legal(learned.table.state, 0)
        if action != learned.table.guiding.action_of(0)
    )
    assert learned.refusal(learned.learner, Act("other", learned.table.seq, 0, [other])).code == "lesson/other"
    steps = [("pick", "a1"), ("pick", "b1")]
    reply = learned.ask(learned.learner, Why(0, steps))
    assert isinstance(reply, Refused)
    assert reply.message.startswith("You could do that, but the lesson")
    assert learned.refusal(learned.learner, Hint(0)).code == "hint/not_now"


def test_one_can_leave_and_come_back() -> None:
    learned = Class("sarena")
    for shown in learned.follow():
        back = learned.replayed().snapshot(Viewer((0,), "ada", "Ada"))
        assert back.guide == shown.guide
        assert back.gestures == shown.gestures


def test_a_table_without_a_lesson_has_no_guide() -> None:
    session = Session("sarena", "pb")
    shown = session.table.snapshot(session.viewers[0])
    assert shown.guide is None
    assert shown.can_hint


def test_a_piece_that_is_turned_the_wrong_way_is_nearly_right() -> None:
    learned = Class("labyrinth")
    shown = learned.see()
    wrong = next(action for action in leaves(shown.gestures) if action != learned.table.guiding.action_of(0))
    assert learned.refusal(learned.learner, Act("wrong", learned.table.seq, 0, [wrong])).code == "lesson/turn"


def test_whoever_turned_a_piece_wrongly_is_told_how_often_to_turn_it_on() -> None:
    learned = Class("labyrinth")
    turns = learned.see().gestures
    assert turns is not None
    wanted, ways = learned.table.guiding.action_of(0), sorted(turns["turn"], key=int)
    right = next(turn for turn in ways if wanted in leaves(turns["turn"][turn]))
    said = []
    for back in range(1, len(ways)):
        (wrong,) = leaves(turns["turn"][ways[ways.index(right) - back]])
        said.append(learned.refusal(learned.learner, Act(str(back), learned.table.seq, 0, [wrong])).message)
    assert said[0] == "Nearly: turn it once more."
    assert said[1:] == [f"Nearly: turn it {number} more times." for number in range(2, len(ways))]


@every_game
def test_the_guide_shows_the_gesture_of_what_it_asks_for(game: str) -> None:
    learned = Class(game)
    for shown in learned.follow():
        assert shown.guide is not None
        node = shown.gestures
        for kind, what in shown.guide.show:
            assert node is not None
            node = node[kind][what]
        assert isinstance(node, int) == bool(shown.guide.show)


def test_everybody_is_taught_in_their_own_language() -> None:
    learned = Class("sarena")
    said = {language: learned.table.snapshot(Viewer((0,), "ada", "Ada", language)).guide for language in LANGUAGES}
    assert len({guide.say for guide in said.values() if guide is not None}) == len(LANGUAGES)


def test_a_lesson_that_does_not_fit_its_record_is_refused(tmp_path: Path) -> None:
    """The author is told which note is wrong."""
    sarena = load("sarena")
    shutil.copytree(sarena.folder / "tutorial", tmp_path / "tutorial")
    notes = tmp_path / "tutorial/notes.toml"
    elsewhere = SimpleNamespace(folder=tmp_path, title="Sarena", notation=sarena.notation)
    for wrong, why in (
        ('action = "a1-a2"', "ply 0, 'a1-a2'"),
        ('action = "c3-b3"\nany = true', "only the last ply may be open"),
    ):
        notes.write_text((sarena.folder / "tutorial/notes.toml").read_text().replace('action = "c3-b3"', wrong, 1))
        with pytest.raises(LudothequeError, match=why):
            lesson.__wrapped__(elsewhere)
