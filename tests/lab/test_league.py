"""Leagues: fair seats, results that survive a stop, and programs from outside that do all that a
program can do wrong.
"""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from ludotheque.bots.levels import budget
from ludotheque.bots.own import evaluated, own_bot, read
from ludotheque.bots.rating import score_interval, two_seat_ratings
from ludotheque.cli.league import split, summary
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.lab.league import League, Plan, lineups, resume, seating
from ludotheque.lab.spread import hired

SARENA = registry.load("sarena")
EXAMPLE = Path(__file__).parents[2] / "examples/first_choice.py"


def plan(*bots: str, games: int = 4, seats: int = 2, seconds: float = 10.0, **more: Any) -> Plan:
    return Plan("sarena", seats, bots, games, {"deal": "free"}, scale=0.01, seconds=seconds, **more)


def played(chosen: Plan, out: Path | None = None, threads: int = 1) -> League:
    league = resume(chosen, SARENA, out)
    with hired(threads=threads) as crew:
        league.play(out, crew)
    return league


def program(folder: Path, body: str) -> str:
    """A program as it stands on the command line of a league."""
    path = folder / "bot.py"
    listen = (
        "import json, sys, time\nfor line in sys.stdin:\n    message = json.loads(line)\n    if message['type'] =="
        " 'choose':\n"
    )
    path.write_text(f"{listen}        {body}\n        sys.stdout.flush()\n")
    return f"cmd:{sys.executable} {path}"


def test_everybody_sits_everywhere_over_the_same_deals() -> None:
    assert [seating("abc", number) for number in range(4)] == [
        ("a", "b", "c"),
        ("b", "c", "a"),
        ("c", "a", "b"),
        ("a", "b", "c"),
    ]
    league = played(plan("random", "greedy"))
    assert [match.bots for match in league.matches] == [("random", "greedy"), ("greedy", "random")] * 2


def test_the_line_ups() -> None:
    assert lineups(plan("a", "b", "c")) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert lineups(plan("a", "b", seats=4)) == [("a", "b", "b", "b"), ("b", "a", "a", "a")]
    assert lineups(plan("a", "b", "c", seats=3)) == [("a", "b", "c")]


def test_a_league_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = played(plan("random", "greedy", games=6), tmp_path / "whole.jsonl").matches
    lines = (tmp_path / "whole.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "half.jsonl").write_text("".join(lines[:4]) + lines[4][:20])
    again = played(plan("random", "greedy", games=6), tmp_path / "half.jsonl").matches
    result = [(match.number, match.bots, match.scores) for match in whole]
    assert [(match.number, match.bots, match.scores) for match in again] == result
    assert len((tmp_path / "half.jsonl").read_text().splitlines()) == 7
    with pytest.raises(LudothequeError, match="another league"):
        resume(plan("random", "novice"), SARENA, tmp_path / "half.jsonl")


def test_threads_play_the_same_games(tmp_path: Path) -> None:
    one, two = (
        played(plan("random", "novice", games=6)),
        played(plan("random", "novice", games=6), tmp_path / "two.jsonl", threads=2),
    )
    assert [(match.number, match.scores) for match in one.matches] == [
        (match.number, match.scores) for match in two.matches
    ]


def test_a_sequential_league_stops_when_it_is_clear() -> None:
    league = played(plan("random", "novice", games=200, is_sequential=True))
    assert 20 <= len(league.matches) < 200
    assert league.wins(("random", "novice")).high < 0.5


def test_a_program_from_outside_plays(tmp_path: Path) -> None:
    league = played(plan("random", f"cmd:{sys.executable} {EXAMPLE}"), tmp_path / "league.jsonl")
    assert not [match.forfeit for match in league.matches if match.forfeit]
    assert "the game is over" in (tmp_path / "league.stderr").read_text()


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("time.sleep(60)", "no answer within"),
        ("sys.exit(3)", "the program exited"),
        ("print('rubbish')", "not JSON: 'rubbish'"),
        ("print('[1]')", "not a JSON object"),
        ("print(json.dumps({'action': 'z9-z8'}))", "'z9-z8' is not legal"),
    ],
)
def test_a_program_that_goes_wrong_loses_and_the_league_goes_on(tmp_path: Path, body: str, reason: str) -> None:
    league = played(plan("random", program(tmp_path, body), games=2, seconds=1.0))
    assert len(league.matches) == 2
    for match in league.matches:
        assert reason in (match.forfeit or "")
        assert match.ranks[match.bots.index("random")] == 1
    assert [row["why"] for row in summary(league)["forfeits"]] == [match.forfeit for match in league.matches]


def test_a_program_that_cannot_be_started_loses() -> None:
    league = played(plan("random", "cmd:/there/is/no/such/program", games=1))
    assert "cannot be started" in (league.matches[0].forfeit or "")


def test_a_program_is_told_what_its_seat_sees(tmp_path: Path) -> None:
    heard = tmp_path / "heard.jsonl"
    played(
        plan(
            "random",
            program(
                tmp_path, f"open({str(heard)!r}, 'a').write(line); print(json.dumps({{'action': message['legal'][0]}}))"
            ),
            games=2,
        )
    )
    questions = [json.loads(line) for line in heard.read_text().splitlines()]
    assert {question["game"] for question in questions} == {"sarena"}
    for question in questions:
        secrets = question["view"]["secret"][: question["seats"]]
        assert [seat for seat, secret in enumerate(secrets) if secret != -1] == [question["seat"]]
        assert question["view"]["key"] == [0] * 8
    assert questions[-1]["history"][0].keys() >= {"seat", "action"}


def test_evaluations_from_files_play_each_other(tmp_path: Path) -> None:
    bold, shy, out = tmp_path / "bold.py", tmp_path / "shy.py", tmp_path / "league.jsonl"
    bold.write_text("EXPLORE = 0.1\n")
    shy.write_text("EXPLORE = 2.0\nITERATIONS = {'novice': 300}\n")
    words = split(f"bold={bold}@novice,shy={shy}@novice,novice")
    chosen = plan("bold", "shy", "novice", evaluations={"bold": words[0], "shy": words[1]})
    matches = played(chosen, out).matches
    assert {match.bots for match in matches} >= {("bold", "shy"), ("novice", "bold")}
    assert [match.scores for match in played(chosen).matches] == [match.scores for match in matches]
    bold.write_text("EXPLORE = 0.2\n")  # another player: the league must not go on with it
    with pytest.raises(LudothequeError, match="another league"):
        resume(chosen, SARENA, out)


def test_an_evaluation_from_a_file_has_the_iterations_of_its_level(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("ITERATIONS = {'expert': 7, 'regular': 5}\n")
    assert read(f"mine={path}") == ("mine", path, "expert")
    assert read(f"mine={path}@regular") == ("mine", path, "regular")
    own = evaluated(SARENA, path)
    assert [budget(own, level).iterations for level in ("expert", "regular")] == [7, 5]
    assert budget(SARENA, "expert").iterations > 7


@pytest.mark.parametrize(
    ("body", "word", "sentence"),
    [
        (None, "mine={path}", "mine.py: cannot be used: No such file or directory"),
        ("value = (", "mine={path}", "mine.py: cannot be used: '(' was never closed"),
        ("def vaule(state, out): ...", "mine={path}", "mine.py defines neither value nor anything else that bots use"),
        ("EXPLORE = 1", "mine={path}@wizard", "unknown level 'wizard'; expected one of novice, regular"),
        ("EXPLORE = 1", "expert={path}", "needs a name that no level has"),
    ],
)
def test_an_evaluation_that_cannot_be_used_is_refused_in_a_sentence(
    tmp_path: Path, body: str | None, word: str, sentence: str
) -> None:
    path = tmp_path / "mine.py"
    if body is not None:
        path.write_text(body)
    with pytest.raises(LudothequeError) as refused:
        own_bot(SARENA, word.format(path=path))
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_ratings_follow_the_results() -> None:
    games = [("a", "b", 1.0)] * 30 + [("a", "b", 0.0)] * 10
    rated = two_seat_ratings(["b", "a"], games)
    assert rated["b"].value == 0
    assert 150 < rated["a"].value < 210  # three wins of four are 191 points
    assert rated["a"].low < rated["a"].value < rated["a"].high


def test_an_interval_holds_the_truth_and_narrows() -> None:
    few, many = score_interval([1, 1, 0, 1]), score_interval([1, 1, 0, 1] * 100)
    assert few.low < 0.75 < few.high
    assert many.high - many.low < few.high - few.low
    assert score_interval([]).low == 0


def test_names_and_commands_are_told_apart() -> None:
    assert split('expert, "cmd:python bot.py --depth 3,4"') == ["expert", "cmd:python bot.py --depth 3,4"]
