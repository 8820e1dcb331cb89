"""`serve` says what is wrong in one line; `backup` and `restore` copy the database, also while the
server runs.
"""

import errno
from pathlib import Path

import pytest

from ludotheque.check.guests import Guest, serving
from ludotheque.cli import main
from ludotheque.server.database import SQLITE
from ludotheque.server.settings import Settings
from tests.server.conftest import MakeGuest


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as done:
        main(list(arguments))
    return int(done.value.code or 0)


def test_a_copy_made_while_people_play_is_a_whole_server(guest: MakeGuest, database: str, tmp_path: Path) -> None:
    ann = guest("Ann")
    table = ann.open("you", "random")["table"]
    line = ann.look_at(table)
    line.act()
    line.wait_for_turn()
    assert run("backup", str(tmp_path / "copy.db"), "--database", database) == 0
    assert run("restore", str(tmp_path / "copy.db"), "--database", f"{SQLITE}{tmp_path}/back.db") == 0
    with serving(Settings(database=f"{SQLITE}{tmp_path}/back.db", bot_pause_s=0)) as address, Guest(address) as again:
        again.http.cookies = ann.http.cookies
        assert again.look_at(table).table["scene"] == line.sync()["scene"]


def test_nothing_is_overwritten_and_nothing_else_is_taken_for_a_copy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there, rubbish = tmp_path / "there.db", tmp_path / "rubbish.db"
    there.write_text("precious")
    rubbish.write_text("no database at all, but long enough to be looked at " * 20)
    assert run("restore", str(rubbish), "--database", f"{SQLITE}{there}") == 2
    assert there.read_text() == "precious"
    assert run("restore", str(rubbish), "--database", f"{SQLITE}{tmp_path}/new.db") == 2
    assert run("backup", str(tmp_path / "copy.db"), "--database", f"{SQLITE}{tmp_path}/missing.db") == 2
    assert sorted(file.name for file in tmp_path.iterdir()) == ["rubbish.db", "there.db"]
    assert "no such file" in capsys.readouterr().err


def test_postgresql_is_copied_by_its_own_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("backup", str(tmp_path / "copy"), "--database", "postgresql:///games") == 2
    assert "pg_dump" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--database", "mysql://host/games"], "the database URL must be sqlite:///FILE or postgresql://"),
        (["--redis", "localhost"], "a Redis URL must look like redis://HOST"),
        (["--public-url", "games.example"], "the public URL must look like https://host"),
        (["--port", "99999"], "65535"),
        (["--host", "256.0.0.1"], "cannot listen on 256.0.0.1"),
    ],
)
def test_serve_refuses_what_cannot_be_meant(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("serve", *arguments) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1


LONG = "x" * 300


@pytest.mark.parametrize(
    "words",
    [
        ["serve", "--port", "0", "--database", "sqlite:///{long}"],
        ["tables", "--database", "sqlite:///{long}"],
        ["tables", "--database", "{database}", "--export", "{table}", "{long}"],
        ["tables", "--database", "{database}", "--export", "{table}", "."],
        ["tables", "--database", "{database}", "--export", "{table}", "/"],
        ["backup", "{long}", "--database", "{database}"],
        ["backup", "copy.db", "--database", "sqlite:///{long}"],
        ["restore", "{long}"],
        ["restore", "{copy}", "--database", "sqlite:///{long}"],
    ],
)
def test_a_path_that_cannot_be_used_is_one_sentence(
    words: list[str],
    guest: MakeGuest,
    database: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    table = guest("Ann").open("you", "random")["table"]
    names = {"long": LONG, "database": database, "table": table, "copy": database.removeprefix(SQLITE)}
    assert run(*(word.format(**names) for word in words)) == 2
    said = capsys.readouterr().err
    assert "Is a directory" in said or "File name too long" in said
    assert said.count("\n") == 1
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("words", [["tables", "--database"], ["backup", "copy.db", "--database"], ["restore"]])
def test_a_folder_that_may_not_be_entered_is_one_sentence(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "closed/tables.db"

    def is_file(path: Path) -> bool:  # as for anybody but root
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "is_file", is_file)
    assert run(*words, str(file) if words == ["restore"] else f"{SQLITE}{file}") == 2
    assert capsys.readouterr().err == f"ludotheque: {file}: Permission denied\n"


MALFORMED = [
    *(
        ["--database", f"postgresql://ann:topsecret@{rest}"]
        for rest in (
            "127.0.0.1:notaport/x",
            "[::1/x",
            "h:1,h2:2/x",
            "h/x?nonsense=1",
            "h/x?connect_timeout=abc",
            "h/x?port=abc",
            "h/x?password=topsecret&nonsense=1",
        )
    ),
    ["--database", "postgresql://ann:topsecret%zz@h/x"],
    ["--database", "postgresql://ann:12/topsecret@h/x?nonsense=1"],
    *(
        ["--redis", f"redis://:topsecret@{rest}"]
        for rest in ("h:abc", "h:99999", "[::1", "h?socket_timeout=abc", "h?db=abc", "h?nonsense=1")
    ),
]


@pytest.mark.parametrize("arguments", MALFORMED, ids=lambda arguments: str(arguments[1]))
def test_a_malformed_url_is_one_sentence_without_its_password(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("serve", *arguments) == 2
    said = capsys.readouterr().err
    assert "is malformed: check its port and its options" in said
    assert "topsecret" not in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["--database", "mysql://ann:topsecret@h/x"],
        ["--redis", "http://:topsecret@h"],
        ["--redis", "redis:topsecret@h"],
        ["--smtp", "http://ann:topsecret@h", "--mail-from", "games@h"],
        ["--database", "postgresql:///games?host=/nowhere&password=topsecret"],
        ["--database", "postgres://ann:topsecret@/games?host=/nowhere"],
    ],
)
def test_no_refusal_repeats_a_password(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run("serve", "--port", "0", *arguments) == 2
    said = capsys.readouterr().err
    assert "***" in said
    assert "topsecret" not in said


def test_names_in_the_environment_may_contain_blanks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_STEWARD", "Ann Smith\nBob\n")
    monkeypatch.setenv("LUDOTHEQUE_BOT", 'mine=python "my bot.py"')
    monkeypatch.setenv("LUDOTHEQUE_OPEN", "maybe")
    seen: list[Settings] = []
    monkeypatch.setattr(Settings, "check", lambda settings: seen.append(settings))
    assert run("serve", "--log-format", "none") == 2
    assert seen == []
    monkeypatch.setenv("LUDOTHEQUE_OPEN", "1")
    assert run("serve", "--log-format", "none") == 2
    assert run("serve", "--log-format", "none", "--steward", "Eve") == 2
    assert [settings.stewards for settings in seen] == [("Ann Smith", "Bob"), ("Eve",)]
    assert seen[0].bots == (("mine", 'python "my bot.py"'),)


def test_a_port_that_is_taken(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    port = address.rpartition(":")[2]
    assert run("serve", "--port", port) == 2
    assert f"cannot listen on 127.0.0.1, port {port}" in capsys.readouterr().err
