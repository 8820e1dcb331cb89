"""Pages and what lists say."""

import re
from pathlib import Path

import httpx
import pytest

from ludotheque.check.guests import Guest
from ludotheque.core import registry
from ludotheque.server.bundle import bundle
from ludotheque.server.pages import bare
from ludotheque.server.text import WEB
from tests.server.conftest import MakeGuest

ROOT = Path(__file__).parents[2]

KINDS = {
    "/": "text/html",
    "/new": "text/html",
    "/lobby": "text/html",
    "/about": "text/html",
    "/account": "text/html",
    "/device": "text/html",
    "/t/abc": "text/html",
    "/replay/abc": "text/html",
    "/rules/sarena": "text/html",
}
FILES = {"/web/table.js": "text/javascript", "/web/base.css": "text/css", "/art/sarena.svg": "image/svg+xml"}


@pytest.mark.parametrize(("path", "kind"), [*KINDS.items(), *FILES.items()])
def test_files_have_a_kind_and_a_tag(address: str, path: str, kind: str) -> None:
    first = httpx.get(f"{address}{path}", trust_env=False)
    assert first.status_code == 200
    assert first.headers["content-type"].partition(";")[0] == kind
    is_page = path in KINDS
    assert first.headers["cache-control"] == ("private, no-cache" if is_page else "no-cache")
    again = httpx.get(f"{address}{path}", headers={"if-none-match": first.headers["etag"]}, trust_env=False)
    assert (again.status_code, again.content) == (304, b"")
    assert ("set-cookie" in first.headers, "set-cookie" in again.headers) == (is_page, is_page)


@pytest.mark.parametrize(
    "path",
    [
        "/web/../server/app.py",
        "/web/%2e%2e/server/app.py",
        "/web/..%2fserver%2fapp.py",
        "/web//etc/passwd",
        "/art/..%2fsarena.svg",
        "/web/",
    ],
)
def test_nothing_else_can_be_read(address: str, path: str) -> None:
    assert httpx.get(f"{address}{path}", trust_env=False).status_code == 404


def test_no_page_has_a_script_or_a_style_inside() -> None:
    found = sorted(WEB.glob("*.html"))
    assert len(found) >= 7
    for page in found:
        text = page.read_text()
        assert "<style" not in text
        assert " onclick=" not in text
        assert text.count("<script") == text.count('<script type="module" src="/web/')


def test_games_are_listed_with_their_options(guest: MakeGuest) -> None:
    games = {game["id"]: game for game in guest().get("/api/games")}
    assert set(games) == set(registry.names())
    sarena = games["sarena"]
    assert sarena["seats"] == [2, 3, 4]
    (deal,) = sarena["options"]
    assert (deal["name"], deal["values"], deal["default"]) == ("deal", ["free", "fair"], "free")
    assert (deal["label"], deal["labels"]) == (
        "How the chips are dealt",
        ["at random", "equal for all colours"],
    )
    assert sarena["levels"] == ["random", "novice", "regular", "expert", "master", "champion"]
    assert sarena["hides"]


def test_rules_are_listed_by_chapter(guest: MakeGuest) -> None:
    rules = guest().get("/api/rules/sarena")
    assert rules["title"] == "Sarena"
    assert [chapter["number"] for chapter in rules["chapters"]] == [f"R{number}" for number in range(1, 8)]
    assert rules["chapters"][1]["title"] == "Turn"
    assert rules["chapters"][1]["sentences"][0]["number"] == "R2.1"


def figures_of(guest: Guest) -> dict[str, str]:
    lines = guest.http.get("/metrics").text.splitlines()
    return dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))


def test_the_server_says_that_it_is_well_and_what_it_does(guest: MakeGuest) -> None:
    ann = guest()
    ann.look_at(ann.open("you", "random")["table"]).act()
    assert ann.get("/health")["status"] == "ok"
    assert ann.http.get("/nowhere").status_code == 404
    figures = figures_of(ann)
    assert int(figures["ludotheque_connections"]) >= 1
    assert int(figures["ludotheque_journal_events_total"]) >= 1
    assert int(figures['ludotheque_responses_total{status="404"}']) >= 1
    assert int(figures["ludotheque_memory_bytes"]) > 20 << 20
    for name in ("answer_seconds", "journal_seconds"):
        counts = [int(value) for key, value in figures.items() if key.startswith(f"ludotheque_{name}_bucket")]
        assert counts == sorted(counts)
        assert counts[-1] == int(figures[f"ludotheque_{name}_count"]) >= 1
        assert float(figures[f"ludotheque_{name}_sum"]) > 0


def test_the_dashboard_shows_figures_that_there_are(guest: MakeGuest) -> None:
    shown = re.findall(r"ludotheque_\w+", (ROOT / "deploy/dashboard.json").read_text())
    known = {name.partition("{")[0] for name in figures_of(guest())}
    assert len(shown) > 10
    assert set(shown) <= known


def test_the_interface_describes_itself(guest: MakeGuest) -> None:
    assert "/api/tables/{table}/join" in guest().get("/schema/openapi.json")["paths"]


@pytest.mark.parametrize(("accepted", "encoding"), [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("identity", None)])
def test_a_file_comes_as_small_as_the_browser_can_read_it(address: str, accepted: str, encoding: str | None) -> None:
    answer = httpx.get(f"{address}/web/table.js", headers={"accept-encoding": accepted}, trust_env=False)
    assert answer.headers.get("content-encoding") == encoding
    assert answer.content == bare((WEB / "table.js").read_text()).encode()


@pytest.mark.parametrize("file", sorted([*WEB.glob("*.js"), *WEB.glob("*.css")]), ids=lambda path: path.name)
def test_scripts_and_styles_are_sent_without_comments(file: Path) -> None:
    """The code itself is what stands in the file, line by line; no text goes over a line, or is
    taken for a comment.
    """
    lines, sent = file.read_text().split("\n"), bare(file.read_text()).split("\n")
    assert all(line.strip().startswith(kept) or "/*" in line for line, kept in zip(lines, sent, strict=True))
    assert not [kept for kept in sent if "/*" in kept or kept.startswith(("//", "* "))]
    assert not [kept for kept in sent for quote in '"`' if kept.replace("\\" + quote, "").count(quote) % 2]


def test_what_only_looks_like_a_comment_is_kept() -> None:
    assert (
        bare('  a("https://x"); // why\n/** @type {T} */\nf(/** @type {any} */ (b / c));\n')
        == 'a("https://x");\n\nf((b / c));\n'
    )


@pytest.mark.parametrize("path", ["/", "/new", "/t/abc"])
def test_a_page_asks_for_its_script_in_one_piece(address: str, path: str) -> None:
    page = httpx.get(f"{address}{path}", headers={"accept-language": "fr"}, trust_env=False).text
    (script,) = re.findall(r'<script type="module" src="(/web/bundles/\w+\.js)"></script>', page)
    code = httpx.get(f"{address}{script}", trust_env=False).text
    assert "const $dom = " in code
    assert not re.findall(r"^(?:import|export)\b", code, re.MULTILINE)
    assert '<link rel="preload" href="/web/words/fr.json" as="fetch" crossorigin>' in page


@pytest.mark.parametrize("script", sorted(WEB.glob("*.js")), ids=lambda path: path.name)
def test_a_bundle_holds_each_module_once_and_after_what_it_needs(script: Path) -> None:
    code = bundle(WEB, script.stem, bare)
    made = re.findall(r"^const \$(\w+) = await", code, re.MULTILINE)
    used = re.findall(r"^const (?:\{[^}]*\}|\w+) = \$(\w+);$", code, re.MULTILINE)
    assert len(made) == len(set(made))
    assert set(used) <= set(made)
    assert all(code.index(f"const ${name} = await") < code.index(f" = ${name};") for name in set(used))


def test_a_bundle_keeps_names_and_effects(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text("export const one = 1;\nexport async function two() {}\n")
    (tmp_path / "noise.js").write_text('import { one } from "./one.js";\nconsole.log(one);\n')
    (tmp_path / "main.js").write_text(
        'import "./noise.js";\nimport { one as first,\n  two } from "./one.js";\n'
        'import * as all from "./one.js";\nf(first);\n'
    )
    assert bundle(tmp_path, "main", str) == (
        "const $one = await (async () => {\nconst one = 1;\nasync function two() {}\nreturn { one, two };\n})();\n"
        "const $noise = await (async () => {\nconst { one } = $one;\nconsole.log(one);\nreturn {  };\n})();\n"
        "const { one: first,\n  two } = $one;\nconst all = $one;\nf(first);\n"
    )


@pytest.mark.parametrize("name", ["nothing.js", "..%2fapp.py", "base.css", "table"])
def test_only_scripts_have_bundles(address: str, name: str) -> None:
    assert httpx.get(f"{address}/web/bundles/{name}", trust_env=False).status_code == 404


def test_a_box_shows_the_cover_alone(address: str) -> None:
    drawn = [name for name in registry.names() if (registry.load(name).folder / "art.svg").is_file()]
    assert len(drawn) >= 5
    for name in drawn:
        cover = httpx.get(f"{address}/art/cover/{name}.svg", trust_env=False)
        assert cover.headers["content-type"].partition(";")[0] == "image/svg+xml"
        defined = set(re.findall(r' id="([^"]+)"', cover.text))
        assert set(re.findall(r'(?:href="|url\()#([^")]+)', cover.text)) <= defined
        assert len(cover.text) < len((registry.load(name).folder / "art.svg").read_text())
    assert httpx.get(f"{address}/art/cover/nothing.svg", trust_env=False).status_code == 404
