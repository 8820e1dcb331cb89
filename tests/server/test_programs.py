"""A program of the host's own sits at a table: it plays, and where it goes wrong somebody else
plays on.
"""

import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ludotheque.check.guests import Guest, serving
from ludotheque.core.errors import LudothequeError
from ludotheque.server.limits import Limits
from ludotheque.server.programs import command_of
from ludotheque.server.settings import Settings

LISTEN = (
    "import json, sys\nfor line in sys.stdin:\n    open({heard!r}, 'a').write(line)\n    message = json.loads(line)\n  "
    "  if message['type'] == 'choose':\n        {body}\n"
)
ANSWER = "print(json.dumps({'action': message['legal'][0]}), flush=True)"


@contextmanager
def hosting(database: str, **bots: str) -> Iterator[Guest]:
    """Ann, at a server of her own that has such programs."""
    settings = Settings(database, bots=tuple(bots.items()), bot_pause_s=0, limits=Limits(bot_s=20, posts_at_once=1000))
    with serving(settings) as address, Guest(address, "Ann") as ann:
        yield ann


def program(folder: Path, body: str = ANSWER) -> tuple[str, Path]:
    """How such a program is started, and the file in which it keeps what it hears."""
    (folder / "bot.py").write_text(LISTEN.format(heard=str(folder / "heard"), body=body))
    return f"{sys.executable} {folder / 'bot.py'}", folder / "heard"


def plays_to_the_end(ann: Guest, name: str) -> list[int]:
    """A whole game against a program: who came where."""
    line = ann.look_at(ann.open("you", name)["table"])
    while line.wait_for_turn():
        line.act()
    ranks: list[int] = line.table["result"]["ranks"]
    return ranks


def test_a_program_can_be_chosen_like_a_level_and_plays_a_whole_game(empty: str, tmp_path: Path) -> None:
    command, heard = program(tmp_path)
    with hosting(empty, mine=command) as ann:
        assert {game["levels"][-1] for game in ann.get("/api/games")} == {"mine"}
        ranks = plays_to_the_end(ann, "mine")
        refused = ann.http.post(
            "/api/tables", json={"game": "sarena", "seats": [{"kind": "you"}, {"kind": "bot", "level": "yours"}]}
        )
        assert refused.status_code == 400
    *questions, over = [json.loads(line) for line in heard.read_text().splitlines()]
    assert {(question["type"], question["seat"], question["view"]["secret"][0]) for question in questions} == {
        ("choose", 1, -1)
    }
    assert [ply["seat"] for ply in questions[-1]["history"]] == [
        ply % 2 for ply in range(len(questions[-1]["history"]))
    ]
    assert (over["type"], over["seat"], over["final"]["ranks"]) == ("over", 1, ranks)


def test_when_a_program_goes_wrong_a_stand_in_plays_on_and_the_log_says_so(
    empty: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    once, heard = program(tmp_path, f"{ANSWER}; sys.exit()")
    with (
        hosting(empty, once=once, nobody="/there/is/no/such/program") as ann,
        caplog.at_level(logging.WARNING, "ludotheque.server"),
    ):
        plays_to_the_end(ann, "once")
        plays_to_the_end(ann, "nobody")
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 2
    assert "bot once at table" in said[0]
    assert "the program exited; greedy plays on" in said[0]
    assert "cannot be started" in said[1]
    assert len(heard.read_text().splitlines()) == 1


def test_a_table_plays_on_at_a_server_that_does_not_know_its_program_any_more(
    empty: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    command, _ = program(tmp_path)
    with hosting(empty, mine=command) as ann:
        table = ann.open("you", "mine")["table"]
        ann.look_at(table).act()
        cookies = ann.http.cookies
    with hosting(empty) as ann, caplog.at_level(logging.WARNING, "ludotheque.server"):
        ann.http.cookies = cookies
        line = ann.look_at(table)
        while line.wait_for_turn():
            line.act()
    assert "this server was started without it; greedy plays on" in caplog.text


@pytest.mark.parametrize("text", ["python my_bot.py", "mine=", "Mine=python", "expert=python", "my bot=python"])
def test_a_bot_without_a_name_or_a_command_is_refused(text: str) -> None:
    with pytest.raises(LudothequeError, match="must be given as NAME=COMMAND"):
        command_of(text)


def test_a_name_and_a_command() -> None:
    assert command_of("mine=python my_bot.py --depth=3") == ("mine", "python my_bot.py --depth=3")
