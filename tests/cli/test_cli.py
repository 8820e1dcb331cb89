"""The command line: what it prints, and what it says when somebody gets it wrong."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ludotheque.bots.levels import bot
from ludotheque.cli import main
from ludotheque.cli.play import Sitting
from ludotheque.cli.text import FOLDER, WISHES
from ludotheque.core import record, registry, rulebook
from ludotheque.core.game import Parsed
from ludotheque.core.record import Recorder
from ludotheque.core.words import ENGLISH, LANGUAGES, Words
from ludotheque.server.warm import ATTENDED

PAGE_RECORD = json.loads((Path(__file__).parents[1] / "games/sarena/examples.json").read_text())["record"]
CORE = FOLDER.parent / "core"
Captured = pytest.CaptureFixture[str]


def run(capsys: Captured, *arguments: object) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command."""
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    printed = capsys.readouterr()
    return int(ended.value.code or 0), printed.out, printed.err


@pytest.fixture
def game_file(tmp_path: Path, capsys: Captured) -> Path:
    code, out, _ = run(capsys, "record", "make", "sarena", "--seats", 4, "--seed", 7)
    assert code == 0
    path = tmp_path / "game.json"
    path.write_text(out)
    return path


# What it does


def test_games_lists_every_game(capsys: Captured) -> None:
    code, out, _ = run(capsys, "games")
    assert code == 0
    assert all(any(line.startswith(name) for line in out.splitlines()) for name in registry.names())
    assert "deal=free|fair" in out


def test_rules_prints_a_sentence_a_chapter_or_all(capsys: Captured) -> None:
    assert run(capsys, "rules", "sarena", "R3.5")[1].startswith("R3.5 ")
    chapter = run(capsys, "rules", "sarena", "r3")[1].splitlines()
    assert [line.split()[0] for line in chapter] == [f"R3.{number}" for number in range(1, 7)]
    assert "R6.10" in run(capsys, "rules", "sarena")[1]


def test_warm_compiles_games_ahead(capsys: Captured) -> None:
    assert run(capsys, "warm", "sarena") == (0, "Sarena is ready\n", "")
    code, out, error = run(capsys, "warm", "sarena", "chess")
    assert (code, out) == (2, "")
    assert "chess" in error


def test_warm_says_what_could_not_be_compiled(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert run(capsys, "warm", "sarena")[::2] == (2, "ludotheque: Sarena could not be compiled\n")


def test_warm_holds_on_to_what_compiles_and_keeps_ctrl_c_from_it(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[tuple[list[str], dict[str, Any]]] = []

    class Child:
        returncode = 0

        def __init__(self, command: list[str], **options: Any) -> None:
            started.append((command, options))

        def __enter__(self) -> "Child":
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def wait(self) -> None:
            pass

    monkeypatch.setattr(subprocess, "Popen", Child)
    assert run(capsys, "warm", "sarena")[0] == 0
    ((command, options),) = started
    assert command[-2:] == ["sarena", ATTENDED]
    assert options == {"stdin": subprocess.PIPE, "start_new_session": True}


def test_record_make_check_show_and_verify(capsys: Captured, game_file: Path) -> None:
    data = json.loads(game_file.read_text())
    assert (data["format"], data["game"], data["seats"], data["options"]) == (
        "ludotheque-record/1",
        "sarena",
        4,
        {"deal": "free"},
    )
    assert run(capsys, "record", "check", game_file)[:2] == (0, "1 of 1 record agrees with the rules\n")
    assert "the game is over" in run(capsys, "record", "show", game_file)[1]
    assert run(capsys, "verify", game_file)[0] == 0


def test_the_same_seed_gives_the_same_record_and_a_series_goes_on_from_it(
    capsys: Captured, tmp_path: Path, game_file: Path
) -> None:
    assert (
        run(capsys, "record", "make", "sarena", "--seats", 4, "--seed", 5, "--count", 4, "--out", tmp_path / "many")[0]
        == 0
    )
    files = sorted((tmp_path / "many").iterdir())
    assert [file.name for file in files] == [f"sarena-4-{seed}.json" for seed in (5, 6, 7, 8)]
    assert files[2].read_text() == game_file.read_text()
    assert len({file.read_text() for file in files}) == 4


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("deal", ["free", "fair"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_records_of_all_seats_deals_and_policies_are_clean(
    capsys: Captured, tmp_path: Path, seats: int, deal: str, policy: str
) -> None:
    assert (
        run(
            capsys,
            "record",
            "make",
            "sarena",
            "--seats",
            seats,
            "--option",
            f"deal={deal}",
            "--policy",
            policy,
            "--count",
            8,
            "--out",
            tmp_path,
        )[0]
        == 0
    )
    assert run(capsys, "record", "check", *tmp_path.iterdir())[0] == 0


def test_check_lists_what_is_wrong_and_exits_with_1(capsys: Captured, tmp_path: Path, game_file: Path) -> None:
    data = json.loads(game_file.read_text())
    data["plies"][3]["legal"] = 7
    data["final"]["scores"][0] += 1
    bad, rubbish, foreign = tmp_path / "bad.json", tmp_path / "rubbish.json", tmp_path / "foreign.json"
    bad.write_text(json.dumps(data))
    rubbish.write_text("{")
    foreign.write_text('{"format": "pgn"}')
    code, out, _ = run(capsys, "record", "check", game_file, bad, rubbish, foreign)
    assert code == 1
    assert f"{bad}: ply 3: legal must be" in out
    assert f"{bad}: final.scores must be" in out
    assert f"{rubbish} is not a record: not JSON" in out
    assert f"{foreign} is not a record: its format must be 'ludotheque-record/1'" in out
    assert "1 of 4 records agree with the rules" in out


def test_verify_notices_a_changed_shuffle(capsys: Captured, tmp_path: Path, game_file: Path) -> None:
    data = json.loads(game_file.read_text())
    data["setup"]["secret"] = data["setup"]["secret"][1:] + data["setup"]["secret"][:1]
    data["final"] = {**data["final"]}
    follower = record.Follower(data)
    for _ in follower.steps():
        pass
    data["final"] = record.final(follower.game, follower.state, 4)  # a forger would put the result right, too
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(data))
    assert run(capsys, "record", "check", forged)[0] == 0
    code, out, _ = run(capsys, "verify", forged)
    assert code == 1
    assert "the setup does not match the seed" in out


def test_perft_gives_the_counts_of_the_fixed_deal(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "page.json"
    file.write_text(json.dumps(PAGE_RECORD))
    assert (
        run(capsys, "perft", "sarena", "--record", file, "--depth", 2, "--positions")[1] == "1 120 120\n2 13776 7264\n"
    )
    assert (
        run(capsys, "perft", "sarena", "--record", file, "--after", 12, "--depth", 3, "--positions")[1]
        == "1 71 71\n2 4704 2476\n3 290166 56324\n"
    )
    assert run(capsys, "perft", "sarena", "--record", file, "--after", 20, "--depth", 3)[1] == "1 41\n2 1521\n3 50693\n"
    assert run(capsys, "perft", "sarena", "--record", file, "--after", 31, "--depth", 1)[1] == "1 0\n"


def test_perft_counts_from_a_deal(capsys: Captured) -> None:
    assert run(capsys, "perft", "sarena", "--seats", 2, "--seed", 1, "--depth", 3)[1] == "1 120\n2 13776\n3 1511836\n"


def test_simulate_prints_one_json_object(capsys: Captured) -> None:
    code, out, _ = run(capsys, "simulate", "sarena", "--games", 2000, "--seats", 3, "--seed", 4, "--json")
    assert code == 0
    data = json.loads(out)
    assert {"game", "seats", "games", "plies", "seconds", "plies_per_second", "wins", "ties", "scores"} <= set(data)
    assert (data["game"], data["seats"], data["games"]) == ("sarena", 3, 2000)
    assert len(data["wins"]) == len(data["scores"]) == 3
    threaded = json.loads(
        run(capsys, "simulate", "sarena", "--games", 2000, "--seats", 3, "--seed", 4, "--threads", 2, "--json")[1]
    )
    assert [threaded[key] for key in ("plies", "wins", "ties", "scores")] == [
        data[key] for key in ("plies", "wins", "ties", "scores")
    ]


def test_simulate_prints_a_table(capsys: Captured) -> None:
    code, out, _ = run(capsys, "simulate", "sarena", "--games", 2000)
    assert code == 0
    assert "seat" in out
    assert "plies per second" in out


def test_bench_quickly_shows_its_table_and_writes_it_down(capsys: Captured, tmp_path: Path) -> None:
    code, out, _ = run(capsys, "bench", "--games", "sarena", "--quick", "--out", tmp_path)
    assert code == 0
    assert "sarena" in out.lower()
    assert [json.loads(file.read_text()) for file in tmp_path.glob("*.json")]


def play_with(text: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ludotheque", "play", *arguments]
    return subprocess.run(
        command, input=text, capture_output=True, text=True, check=False, env=os.environ | environment
    )


def test_a_whole_game_can_be_played_in_the_terminal(tmp_path: Path, capsys: Captured) -> None:
    kept = tmp_path / "kept.json"
    done = play_with("1\n" * 50, "sarena", "--seed", "3", "--seat", "1", "--bots", "greedy,random", "--out", str(kept))
    assert done.returncode == 0, done.stderr
    assert "Your secret colour:" in done.stdout
    assert "place  seat  score" in done.stdout
    assert run(capsys, "verify", kept)[0] == 0


def test_the_terminal_explains_and_lets_people_leave(tmp_path: Path, capsys: Captured) -> None:
    kept = tmp_path / "kept.json"
    done = play_with(
        "b2-c3\nhello\n500\nrules R3.5\nrules R99\nchoices\nboard\nhelp\n\n1\nquit\n",
        "--seed",
        "3",
        "--seat",
        "0",
        "--out",
        str(kept),
    )
    assert done.returncode == 0, done.stderr
    for said in (
        "(R3.1)",
        "such as c3-c4",
        "type a number from 1 to 120",
        "R3.5 ",
        "There is no rule R99.",
        "You have left the table.",
    ):
        assert said in done.stdout
    own = json.loads(kept.read_text())
    assert own["setup"]["secret"][1] == "?"
    assert "seed" not in own
    assert run(capsys, "record", "check", kept)[0] == 0
    assert play_with("").returncode == 0


def numbered_sitting(monkeypatch: pytest.MonkeyPatch, *answers: str) -> Sitting:
    """Somebody who plays Flotsam written in bare numbers: `1` is a reach, and the second choice."""
    toy, typed = registry.load("toy"), iter(answers)
    notation = SimpleNamespace(
        text=lambda _state, _seat, action: str(action), parse=lambda _state, _seat, text: Parsed(int(text))
    )
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    game = replace(toy, notation=cast(Any, notation), earlier={})
    return Sitting(Recorder(game, 2, {}, bytes(32)), 0, [bot("random")], None)


def test_a_number_that_is_also_the_text_of_a_choice_is_asked_about(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert numbered_sitting(monkeypatch, "2", "#3").ask() == 2
    asked = "2 is the number of one choice and the text of another: type #2 for 1, or #3."
    assert capsys.readouterr().out.count(asked) == 1
    assert numbered_sitting(monkeypatch, "#2").ask() == 1


def test_a_number_that_is_only_a_text_or_only_a_choice_is_taken_at_once(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert numbered_sitting(monkeypatch, "0").ask() == 0  # there is no choice 0
    assert numbered_sitting(monkeypatch, "4").ask() == 3  # and no text 4
    assert "the text of another" not in capsys.readouterr().out


# What it says when somebody gets it wrong


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("rules chess", "unknown game 'chess'; expected one of dream_runners, labyrinth"),
        ("rules sarena R9.9", "Sarena has no rule 'R9.9'; its rules run from R1.1 to R7.2"),
        ("simulate sarena --seats 5", "Sarena is for 2 to 4 seats, not 5"),
        ("simulate sarena --seats two", "Invalid value for '--seats'"),
        ("simulate sarena --games 0", "Invalid value for '--games'"),
        ("simulate sarena --device gpu", "device must be cpu or cuda, not 'gpu'"),
        ("record make sarena --option deal=foul", "option deal must be free or fair, not 'foul'"),
        ("record make sarena --option dael=free", "Sarena has no option 'dael'; its options are deal"),
        ("record make sarena --option fair", "an option must be written name=value, not 'fair'"),
        ("record make sarena --policy clever", "unknown bot 'clever'; expected one of random, novice"),
        ("record make sarena --count 3", "3 games need a directory: --out DIR"),
        ("record make sarena --out {file}/below", "cannot be written: Not a directory"),
        ("record check {missing}", "no such file"),
        ("record show {missing}", "cannot be read: No such file or directory"),
        ("record show {file}", "is not a record: not JSON"),
        ("record show {foreign}", "its format must be 'ludotheque-record/1'"),
        ("record show {empty}", "the record has no rules_version"),
        ("verify {unfinished}", "the record has no seed: only a finished game can be verified"),
        ("perft sarena --record {unfinished} --after 99", "has only 0 plies, not 99"),
        ("perft toy --record {unfinished}", "is a record of 'sarena', not of 'toy'"),
        ("play sarena --bots greedy,greedy,greedy,greedy", "Sarena is for 2 to 4 seats, not 5"),
        ("play sarena --bots nobody", "unknown bot 'nobody'"),
        ("play sarena --seat 2", "with 2 seats, yours must be from 0 to 1, not 2"),
        ("dance", "No such command 'dance'"),
        ("record", "Missing command"),
    ],
)
def test_bad_input_gets_one_clear_sentence(capsys: Captured, tmp_path: Path, arguments: str, sentence: str) -> None:
    unfinished = {key: value for key, value in PAGE_RECORD.items() if key != "final"} | {"plies": []}
    files = {
        "file": "rubbish",
        "foreign": '{"format": "pgn"}',
        "empty": '{"format": "ludotheque-record/1", "game": "sarena"}',
        "unfinished": json.dumps(unfinished),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    places = {name: tmp_path / name for name in [*files, "missing"]}
    code, _, err = run(capsys, *[word.format(**places) for word in arguments.split()])
    assert code == 2
    assert sentence in err
    assert len(err.strip().splitlines()) == 1
    assert "Traceback" not in err


def test_a_wrong_component_file_is_one_sentence(tmp_path: Path) -> None:
    text = (registry.load("sarena").folder / "components.toml").read_text()
    (tmp_path / "sarena.toml").write_text(text.replace('b = "teal",    n = 6', 'b = "teal",    n = 7'))
    environment = os.environ | {"LUDOTHEQUE_COMPONENTS": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "ludotheque", "perft", "sarena"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert (
        done.stderr
        == f"ludotheque: {tmp_path / 'sarena.toml'}: chips.pairs must add up to one chip for each of the 36 circles,"
        " not 37\n"
    )


def interrupted(arguments: list[str], is_time: Callable[[], bool]) -> subprocess.CompletedProcess[str]:
    """Start a long run, as somebody at a keyboard would (what runs in the background of a shell
    does not hear Ctrl-C), and press Ctrl-C when it is time.
    """
    command = [sys.executable, "-u", "-m", "ludotheque", *arguments]
    hears = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=hears
    ) as process:
        try:
            while process.poll() is None and not is_time():
                pass
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    return subprocess.CompletedProcess(arguments, process.returncode, out, err)


def after(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def test_ctrl_c_keeps_what_a_simulation_has_found(capsys: Captured) -> None:
    # compiled from now on: the compiler itself does not hear Ctrl-C
    assert run(capsys, "simulate", "sarena", "--games", "2", "--threads", "2")[0] == 0
    for seconds in (3, 6, 12, 24, 48):  # a busy machine may not have begun to play yet: then there is nothing to keep
        done = interrupted(["simulate", "sarena", "--games", "4000000000", "--threads", "2", "--json"], after(seconds))
        assert done.returncode == 130
        assert "Traceback" not in done.stderr
        if done.stdout:
            break
    first, last = done.stdout.splitlines()
    assert 0 < json.loads(first)["games"] < 4_000_000_000
    assert "stopped after" in last


def test_ctrl_c_keeps_the_records_already_written(capsys: Captured, tmp_path: Path) -> None:
    done = interrupted(
        ["record", "make", "sarena", "--count", "1000000", "--out", str(tmp_path)],
        lambda: len(list(tmp_path.glob("*.json"))) >= 3,
    )
    assert done.returncode == 130
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.glob(".*"))
    assert run(capsys, "record", "check", *tmp_path.glob("*.json"))[0] == 0


@pytest.mark.parametrize(
    "command",
    [
        "games",
        "rules",
        "play",
        "dev",
        "simulate",
        "perft",
        "bench",
        "verify",
        "record make",
        "record check",
        "record show",
    ],
)
def test_every_command_helps_with_an_example(capsys: Captured, command: str) -> None:
    code, out, _ = run(capsys, *command.split(), "--help")
    assert code == 0
    assert f"ludotheque {command}" in out.replace("Usage:", "", 1).partition("ludotheque")[2] or "Example" in out
    assert "Example" in out


# In other languages


@pytest.mark.parametrize(
    "wish", [{"LUDOTHEQUE_LANGUAGE": "de"}, {"LANG": "de_AT.UTF-8"}, {"LC_ALL": "de_DE", "LANG": "fr_FR.UTF-8"}]
)
def test_the_command_line_speaks_the_language_of_whoever_sits_there(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, wish: dict[str, str]
) -> None:
    for name in WISHES:
        monkeypatch.delenv(name, raising=False)
    for name, value in wish.items():
        monkeypatch.setenv(name, value)
    german = Words("de", FOLDER)
    assert german("List the installed games.") != "List the installed games."
    assert german("List the installed games.") in run(capsys, "--help")[1]
    assert german("{least}–{most} seats", least=2, most=4) in run(capsys, "games")[1]
    assert run(capsys, "rules", "sarena", "R3.5")[1].startswith("R3.5 ")
    assert run(capsys, "rules", "sarena", "R3.5")[1] not in rulebook.path(registry.load("sarena")).read_text()


each_language = pytest.mark.parametrize(
    "language", [language for language in LANGUAGES if language != ENGLISH.language]
)
# and Options, Arguments: in French they are the same words
FRAME = re.compile(r"Usage|COMMAND\b|ARGS|OPTIONS|Commands|Show this|default:|required|<(?:int|str|path|float)\b")


@each_language
def test_the_frame_around_it_is_in_the_same_language(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    pages = ["", "rules", "serve", "picture", "record", "simulate"]
    english = [run(capsys, *page.split(), "--help")[1] for page in pages]
    monkeypatch.setenv("LUDOTHEQUE_LANGUAGE", language)
    allowed = {"[OPTIONS]"} if language == "fr" else set()
    for page, before in zip(pages, english, strict=True):
        _, out, _ = run(capsys, *page.split(), "--help")
        assert FRAME.search(before)
        assert {found for found in re.findall(r"\S+", out) if FRAME.search(found)} <= allowed
        assert ("Options:" in out, "Arguments:" in out) == (False, False)


WRONG = [
    "--hlep",
    "gamez",
    "dance",
    "record",
    "rules",
    "games x y",
    "simulate sarena --games",
    "tables --export a",
    "serve --open=1",
    "simulate sarena --seats two",
    "league sarena --scale two",
    "simulate sarena --games 0",
    "serve --port 99999",
    "rules chess",
    "rules sarena R9.9",
    "simulate sarena --seats 5",
    "record make sarena --option deal=foul",
    "record make sarena --option fair",
    "play sarena --bots nobody",
    "record show {missing}",
    "record check {rubbish}",
    "backup x --database nonsense",
]
ENGLISH_WORDS = re.compile(
    r"\b(?:the|no|not|or|are|has|with|for|such|there|cannot|must|should|value|line|column|need)\b", re.IGNORECASE
)


@each_language
@pytest.mark.parametrize("arguments", WRONG)
def test_every_complaint_is_in_the_same_language(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str, arguments: str
) -> None:
    (tmp_path / "rubbish").write_text("rubbish")
    words = arguments.format(missing=tmp_path / "missing", rubbish=tmp_path / "rubbish").split()
    monkeypatch.setenv("LUDOTHEQUE_LANGUAGE", language)
    code, out, err = run(capsys, *words)
    said = (out + err).replace(str(tmp_path), "")
    assert code in (1, 2)
    assert said
    assert ENGLISH_WORDS.findall(said) == []


@each_language
def test_a_wrong_component_file_is_described_in_it(tmp_path: Path, language: str) -> None:
    text = (registry.load("sarena").folder / "components.toml").read_text()
    (tmp_path / "sarena.toml").write_text(text.replace('b = "crimson", n = 6', 'b = "amber", n = 6'))
    environment = os.environ | {
        "LUDOTHEQUE_COMPONENTS": str(tmp_path),
        "LUDOTHEQUE_LANGUAGE": language,
        "LUDOTHEQUE_JIT": "0",
    }
    done = subprocess.run(
        [sys.executable, "-m", "ludotheque", "perft", "sarena"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    row, reason = (
        Words(language, CORE)("{start}, row {number}{rest}", start="chips.pairs", number=2, rest=","),
        registry.load("sarena").words(language)("must name two different colours"),
    )
    assert f"{row} {reason}\n" in done.stderr
    assert "row" not in done.stderr


@each_language
def test_figures_have_a_comma_for_people_and_a_point_for_programs(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("LUDOTHEQUE_LANGUAGE", language)
    asked = ("simulate", "sarena", "--games", 3000)
    assert not re.search(r"\d\.\d(?!\d\d\b)|\d,\d{3}\b(?! )", run(capsys, *asked)[1].splitlines()[3])
    assert json.loads(run(capsys, *asked, "--json")[1])["games"] == 3000


def test_a_game_in_the_terminal_speaks_it_too() -> None:
    done = play_with("500\nrules R99\nquit\n", "--seat", "0", LUDOTHEQUE_LANGUAGE="fr")
    french, sarena = Words("fr", FOLDER), registry.load("sarena").words("fr")
    assert done.returncode == 0, done.stderr
    for said in (
        french("There is no rule {number}.", number="R99"),
        french("You have left the table."),
        sarena("amber"),
    ):
        assert said in done.stdout


def test_a_picture_in_another_language(capsys: Captured, tmp_path: Path, game_file: Path) -> None:
    for language in ("en", "nl"):
        assert run(capsys, "picture", game_file, tmp_path / f"{language}.svg", "--language", language)[0] == 0
    assert (tmp_path / "en.svg").read_text() != (tmp_path / "nl.svg").read_text()
    code, _, error = run(capsys, "picture", game_file, tmp_path / "x.svg", "--language", "klingon")
    assert (code, "klingon" in error) == (2, True)
