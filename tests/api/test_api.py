"""`import ludotheque as lt`: what docs/python.md promises."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque import api

PAGE = (Path(__file__).parents[2] / "docs/python.md").read_text()
BLOCKS: list[tuple[str, str]] = re.findall(r"^```python (\w+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def record() -> lt.Record:
    return lt.play("sarena", ["random", "random"], seed=7)


def test_every_public_name_is_there_and_told() -> None:
    assert set(lt.__all__) == {*api.__all__, "__version__"}
    for name in lt.__all__:
        assert getattr(lt, name) is not None
    told = set(re.findall(r"lt\.(\w+)|`(\w+)`", PAGE))
    assert set(api.__all__) <= {name for pair in told for name in pair}


def test_the_import_alone_loads_nothing() -> None:
    program = "import sys, ludotheque; print('numpy' in sys.modules, 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"


def test_the_examples_of_the_page_run_one_after_the_other(tmp_path: Path) -> None:
    assert [name for name, _ in BLOCKS] == ["example", "player", "position", "records"]
    program = "\n".join(code for _, code in BLOCKS)
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "<Record of Sarena: 2 seats, " in done.stdout


def test_games_can_be_listed_before_and_after_one_is_loaded() -> None:
    before = lt.games()
    assert lt.load("sarena").title == "Sarena"
    assert lt.games() == before
    assert "sarena" in before


def test_the_same_players_and_seed_give_the_same_record(record: lt.Record) -> None:
    again = lt.play("sarena", [lt.Bot("random"), "random"], seed=7)
    assert again.data == record.data


def test_a_record_is_written_read_checked_and_replayed(record: lt.Record, tmp_path: Path) -> None:
    record.write(tmp_path / "game.json")
    read = lt.Record.read(tmp_path / "game.json")
    assert read.data == record.data
    assert read.check() == read.verify() == []
    assert len(list(read)) == len(read) + 1
    assert read[-1].is_over
    assert read.ranks == read.data["final"]["ranks"]
    position = read[0]
    for seat, action in read.actions:
        assert isinstance(seat, int)
        position = position.after(action, seat)
    assert position.scores == read.scores


def test_everything_shows_itself_in_a_notebook(record: lt.Record) -> None:
    assert record._repr_html_().startswith("<table><caption>Sarena")
    assert record[3]._repr_svg_().startswith("<svg")
    assert record[3].view(0)._repr_svg_() != record[3]._repr_svg_()  # a seat knows its own colour
    assert str(record[3]) == str(record[3].view())


def test_an_illegal_action_names_its_rule_and_shows_the_position() -> None:
    position = lt.deal("sarena", 2)
    with pytest.raises(lt.IllegalActionError, match=r"seat 0 cannot do 'a1-a1': .*\(R\d") as caught:
        position.after("a1-a1")
    assert str(position.view(0)) in str(caught.value)
    with pytest.raises(lt.IllegalActionError, match="a spectator"):
        lt.Bot("random").choose(position.view())


def test_a_seat_that_is_not_there_and_one_out_of_turn_are_refused() -> None:
    position = lt.deal("sarena", 2)
    for ask in (position.actions, position.view, lambda seat: position.after("c3-c4", seat)):
        with pytest.raises(lt.IllegalActionError, match="the seats are 0 to 1, not 9") as caught:
            ask(9)
        assert str(position) in str(caught.value)
    with pytest.raises(lt.IllegalActionError, match="it is not the turn of seat 1"):
        lt.Bot("random").choose(position.view(1))


@pytest.mark.parametrize(
    "do", [lambda: lt.load("chess"), lambda: lt.deal("sarena", 7), lambda: lt.Record.read("nowhere.json")]
)
def test_other_mistakes_raise_the_error_of_the_package(do: Callable[[], object]) -> None:
    with pytest.raises(lt.LudothequeError):
        do()


def test_games_positions_and_views_have_a_short_name_at_the_prompt() -> None:
    position = lt.deal("sarena", 2)
    assert repr(position.game) == "<Game sarena: Sarena, 2 to 4 seats>"
    assert repr(position) == "<Position of Sarena: 2 seats, seat 0 to act>"
    assert repr(position.view(1)) == "<View of Sarena: seat 1 of 2>"
    assert repr(position.view()) == "<View of Sarena: a spectator>"


def test_a_player_that_breaks_the_rules_is_told_so() -> None:
    with pytest.raises(lt.IllegalActionError, match="seat 1 cannot do 'dance'"):
        lt.play("sarena", ["random", lambda _: "dance"])


def test_a_bot_chooses_one_of_the_actions_that_its_view_lists() -> None:
    view = lt.deal("sarena", 2).view(0)
    bot = lt.Bot("novice", scale=0.01)
    assert bot(view) in view.actions
    assert bot(view) == bot.choose(view)
    assert view.game.legal(view.data, 1) == []
    assert lt.deal("sarena", 2).view().actions == []


def test_many_games() -> None:
    simulation = lt.simulate("sarena", 50, 3, seed=2)
    assert (simulation.games, simulation.seats) == (50, 3)
    for counts, summary in zip(simulation.score_counts, simulation.scores, strict=True):
        assert sum(counts.values()) == 50
        assert (min(counts), max(counts)) == (summary.min, summary.max)
        assert sum(score * number for score, number in counts.items()) / 50 == pytest.approx(summary.mean)
    assert "score_counts" not in simulation.to_json()
    assert "<caption>sarena, 50 random games</caption>" in simulation._repr_html_()
    found = lt.league("sarena", ["greedy", "random"], games=2, scale=0.01)
    assert len(found.matches) == 2
    assert "<td>greedy</td><td>random</td>" in found._repr_html_()
