"""The log: what happens to accounts is written down, as text or JSON, and nothing secret is."""

import json
import logging
import sys

import pytest

from ludotheque.server.logs import AUDIT, AsJson
from tests.server.conftest import MakeGuest
from tests.server.test_accounts import PASSWORD, log_in, make_account


def test_what_happens_to_an_account_is_written_down_without_secrets(
    guest: MakeGuest, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, AUDIT.name)
    ann, eve = guest(), guest()
    make_account(ann, "Audited")
    eve.http.post("/api/login", json={"name": "Audited", "password": "an evil guess"})
    ann.post("/api/account/password", password=PASSWORD, new="five horses and no cart")
    ann.post("/api/logout")
    ann.post("/api/login", name="Audited", password="five horses and no cart")
    ann.post("/api/logout/everywhere")
    ann.post("/api/login", name="Audited", password="five horses and no cart")
    ann.post("/api/account/delete", password="five horses and no cart")
    lines = [record.getMessage() for record in caplog.records if record.name == AUDIT.name]
    assert [line.partition(" '")[0] for line in lines] == [
        "account made",
        "wrong password",
        "password changed",
        "logout",
        "login",
        "logout everywhere",
        "login",
        "account deleted",
    ]
    assert all("127.0.0.1" in line for line in lines)
    for secret in (PASSWORD, "evil", "horses", *ann.http.cookies["ludotheque"].split(".")[:2]):
        assert secret not in caplog.text


def test_a_line_of_json_holds_all_of_a_record() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord("ludotheque.server", logging.ERROR, "", 0, "it %s", ("failed",), sys.exc_info())
    record.said = {"account": "Ann"}
    line = AsJson().format(record)
    assert "\n" not in line
    said = json.loads(line)
    assert (said["level"], said["logger"], said["message"], said["account"]) == (
        "error",
        "ludotheque.server",
        "it failed",
        "Ann",
    )
    assert "ValueError" in said["traceback"]


def test_a_name_cannot_forge_a_line() -> None:
    record = logging.LogRecord(AUDIT.name, logging.INFO, "", 0, "%s %r from %s", ("login", "a\nb", "::1"), None)
    assert "\n" not in record.getMessage()


def test_logging_in_is_quiet_unless_somebody_listens(guest: MakeGuest, capfd: pytest.CaptureFixture[str]) -> None:
    make_account(guest(), "Quiet")
    log_in(guest(), "Quiet")
    assert "Quiet" not in capfd.readouterr().err
