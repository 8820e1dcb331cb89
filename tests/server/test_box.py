"""The page of a box: correcting it, downloading it, and using it for new tables."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from ludotheque.check.guests import Guest
from ludotheque.check.visits import Server
from ludotheque.core import registry
from ludotheque.core.components import Components, digest_of
from ludotheque.server.settings import Settings

FEWER = {"pieces.kinds.0.n": "1", "pieces.kinds.1.n": "5"}  # twelve pieces all the same


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Somebody's own server, on which boxes may be corrected."""
    folder = tmp_path_factory.mktemp("own")
    server = Server(folder, LUDOTHEQUE_BOXES=str(folder / "boxes"), LUDOTHEQUE_JIT="0")
    yield server
    server.kill()


def post(address: str, path: str, data: dict[str, str], **headers: str) -> httpx.Response:
    return httpx.post(f"{address}/games/toy/{path}", data=data, headers={"origin": address, **headers}, trust_env=False)


def test_every_component_is_shown_with_its_certainty_and_source(address: str) -> None:
    page = httpx.get(f"{address}/games/toy/box", trust_env=False).text
    assert page.count('<li id="pieces.kinds.') == 4
    assert '<span class="standing is-invented">invented</span>' in page
    assert '<strong>rope</strong> <span class="standing is-known">known</span>' in page
    assert "We made them up." in page
    assert "This is the box as we know it." in page


def test_it_speaks_the_readers_language(address: str) -> None:
    page = httpx.get(f"{address}/games/sarena/box", headers={"accept-language": "de"}, trust_env=False).text
    assert "<h1>Die Schachtel von Sarena</h1>" in page
    assert "Sechsunddreißig Scheiben" in page
    assert "rekonstruiert" in page


def test_what_is_wrong_is_one_sentence_that_names_the_row(address: str) -> None:
    page = post(address, "box", {"pieces.kinds.0.n": "2", "open": "pieces.kinds.0"}).text
    assert "The file is not sound yet: pieces.kinds must add up to 12 pieces" in page
    assert "/box/use" not in page
    page = post(address, "box", {"pieces.kinds.1.n": "0"}).text
    assert "pieces.kinds, row 2, n must be a whole number from 1 to 9, not &#x27;0&#x27;." in page


def test_a_sound_file_can_be_downloaded_and_is_accepted(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = post(address, "box", FEWER).text
    assert "The file is sound" in page
    assert page.count('<span class="standing is-corrected">') == 3  # two components, and the legend
    file = post(address, "box/file", FEWER)
    assert file.headers["content-disposition"] == 'attachment; filename="toy.toml"'
    (tmp_path / "toy.toml").write_text(file.text)
    monkeypatch.setenv("LUDOTHEQUE_COMPONENTS", str(tmp_path))
    read = Components("toy", registry.load("toy").folder)
    assert [row["n"] for row in read["pieces.kinds"]] == [1, 5, 3, 3]
    assert "# in a rough storm" in file.text


def test_corrections_of_others_are_never_stored(address: str) -> None:
    post(address, "box", FEWER)
    assert "This is the box as we know it." in httpx.get(f"{address}/games/toy/box", trust_env=False).text
    refused = post(address, "box/use", FEWER)
    assert (refused.status_code, refused.json()["code"]) == (403, "box/not_yours")


def test_there_is_no_page_for_a_game_that_does_not_exist(address: str) -> None:
    assert httpx.get(f"{address}/games/chess/box", trust_env=False).status_code == 404


def test_a_box_holds_no_script_of_a_visitor(address: str) -> None:
    page = post(address, "box", {"pieces.kinds.0.n": '"><script>', "open": "<b>"}).text
    assert "<script>" not in page
    assert "<b>" not in page


def test_forms_of_other_sites_are_refused(own: Server) -> None:
    foreign = post(own.address, "box/use", FEWER, origin="https://elsewhere.example")
    assert foreign.status_code == 403


def test_only_the_servers_own_machine_may_change_its_boxes(own: Server) -> None:
    refused = post(own.address, "box/use", FEWER, **{"x-forwarded-for": "203.0.113.9"})
    assert (refused.status_code, refused.json()["code"]) == (403, "box/not_yours")


def test_a_public_server_has_no_boxes_to_change() -> None:
    with pytest.raises(Exception, match="--boxes is for your own server"):
        Settings(boxes="boxes", public_url="https://games.example").check()


def test_an_unsound_box_is_not_used(own: Server) -> None:
    refused = post(own.address, "box/use", {"pieces.kinds.0.n": "9"})
    assert refused.status_code == 400
    assert "must add up to 12 pieces" in refused.json()["message"]


def test_new_tables_use_the_box_and_open_ones_keep_theirs(own: Server) -> None:
    with Guest(own.address, "Ann") as ann:
        before = ann.open("you", "random", game="toy")["table"]
        used = post(own.address, "box/use", FEWER)
        assert (used.status_code, used.headers["location"]) == (303, "/games/toy/box?saved")
        after = ann.open("you", "random", game="toy")["table"]
        digests = {table: ann.http.get(f"/api/tables/{table}/record").json()["components"] for table in (before, after)}
        corrected = digest_of(tomllib.loads(ann.http.get("/games/toy/box/file").text))
        assert digests == {before: registry.load("toy").components.digest, after: corrected}
        own.kill()
        own.start()
        for table, digest in digests.items():
            assert ann.http.get(f"/api/tables/{table}/record").json()["components"] == digest
        line = ann.look_at(after)
        line.wait_for_turn()
        line.act()
    page = httpx.get(f"{own.address}/games/toy/box", trust_env=False).text
    assert "New tables on this server use this corrected box." in page
