"""Limits of the host's own: from a file, from the environment, or refused in one sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.check.guests import Guest
from ludotheque.core.errors import LudothequeError
from ludotheque.server.limits import Limits, read
from tests.server.kills import command


def test_without_any_the_limits_are_those_of_the_page() -> None:
    assert read(None, {"HOME": "/", "LUDOTHEQUE_PORT": "1"}) == Limits()


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "limits.toml").write_text("lobby_each = 1\nposts_per_second = 0.5\n")
    given = {"LUDOTHEQUE_LIMIT_LOBBY_EACH": "3", "LUDOTHEQUE_LIMIT_AWAY_S": "7.5"}
    assert read(tmp_path / "limits.toml", given) == Limits(lobby_each=3, posts_per_second=0.5, away_s=7.5)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("lobby = 1", "there is no limit 'lobby'; docs/hosting.md lists them all"),
        ("lobby_each = -1", "the limit lobby_each must be a whole number from 0 to 1000000000, not -1"),
        ("lobby_each = 1.5", "the limit lobby_each must be a whole number from 0 to 1000000000, not 1.5"),
        ("lobby_each = 'many'", "the limit lobby_each must be a whole number from 0 to 1000000000, not 'many'"),
        ("away_s = nan", "the limit away_s must be a number from 0 to 1000000000, not nan"),
        ("away_s = inf", "the limit away_s must be a number from 0 to 1000000000, not inf"),
        ("away_s = []", "the limit away_s must be a number from 0 to 1000000000, not []"),
        ("away_s", "limits.toml is not a TOML file: "),
        ('away_s = "\\ud800"', "limits.toml is not a TOML file: "),
    ],
)
def test_what_is_not_a_limit_is_refused(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "limits.toml"
    file.write_text(text)
    with pytest.raises(LudothequeError) as refused:
        read(file, {})
    assert str(refused.value).removeprefix(f"{tmp_path}/").startswith(why)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(LudothequeError, match=r"cannot read .*/none\.toml: No such file or directory"):
        read(tmp_path / "none.toml", {})


def test_serve_has_the_limits_of_its_file(empty: str, tmp_path: Path) -> None:
    (tmp_path / "limits.toml").write_text("lobby_each = 1\n")
    with command(empty, "--limits", str(tmp_path / "limits.toml")) as (address, _), Guest(address) as ann:
        chairs = {"game": "sarena", "seats": [{"kind": "you"}, {"kind": "person"}], "is_open": True}
        codes = [ann.http.post("/api/tables", json=chairs).status_code for _ in range(2)]
        assert codes == [201, 409]


def test_serve_says_in_one_line_what_is_wrong_with_a_limit(empty: str) -> None:
    words = [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--database", empty]
    said = subprocess.run(
        words,
        env=os.environ | {"LUDOTHEQUE_LIMIT_LOBBY_EACH": "lots", "LANG": "C"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.strip().endswith("the limit lobby_each must be a whole number from 0 to 1000000000, not 'lots'")
    assert len(said.stderr.strip().splitlines()) == 1
