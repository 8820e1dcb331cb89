"""The documentation as a site: it builds without a warning, its links lead somewhere, it loads
nothing from elsewhere, and it has a page for each game. Its Python runs.
"""

import os
import re
import subprocess
import sys
from collections import Counter
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from markdown_it import MarkdownIt

import ludotheque as lt
from ludotheque.core.words import ENGLISH

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "benchmarks").glob("*.md")),
    ROOT / "examples/hedgerow/README.md",
]
BLOCK = re.compile(r"^```python ?(\S*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
FOLDERS = (ROOT, ROOT / "src/ludotheque/kit")  # where a file that a page shows may lie
RUN_ELSEWHERE = "python.md"  # tests/api runs its blocks one after the other
LOADS = {"img": "src", "script": "src", "source": "src", "iframe": "src", "object": "data", "link": "href"}
STYLE_URL = re.compile(r"(?:@import\s+|url\()[\"']?([^\"')\s]+)")
WRITTEN = [page for page in sorted((ROOT / "docs").glob("*.md")) if page.name != "api.md"]  # which is generated
PART = re.compile(r"<(ol|ul|li|table|tr|pre|img|h\d)\b")
GAMES = lt.games()


class Document(HTMLParser):
    """What a page links to, what it loads, and the places on it that can be linked to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self.text = path.read_text()
        self.feed(self.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attrs if value is not None}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if LOADS.get(tag, "") in given:
            self.loads.append(given[LOADS[tag]])
        self.loads += STYLE_URL.findall(given.get("style", ""))


def environment() -> dict[str, str]:
    """The environment of `make docs`, with the toy as a game that comes from elsewhere."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return os.environ | {"LUDOTHEQUE_JIT": "0", "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": path}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the built site."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    return folder


@pytest.fixture(scope="module")
def documents(site: Path) -> dict[Path, Document]:
    return {path: Document(path) for path in site.rglob("*.html")}


def test_every_page_of_the_documentation_is_there(site: Path) -> None:
    for page in (ROOT / "docs").glob("*.md"):
        assert (site / page.with_suffix(".html").name).is_file()
    for name in ("index", "changes", "speed", "bots-measured", "hedgerow", "first-look", "api"):
        assert (site / f"{name}.html").is_file()


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.name)
def test_a_page_keeps_its_lists_tables_and_blocks(page: Path, documents: dict[Path, Document], site: Path) -> None:
    """They are written for GitHub; Python-Markdown reads some of them differently."""
    html = documents[site / f"{page.stem}.html"].text
    article = html[html.index("<article") : html.index("</article>")]
    seen = MarkdownIt("commonmark").enable("table").render(page.read_text())
    assert Counter(PART.findall(article)) == Counter(PART.findall(seen))


def broken(link: str, path: Path, documents: dict[Path, Document], home: Path) -> bool:
    """Say whether a link of a page leads nowhere. Links to other hosts are not followed."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return parts.scheme not in ("https", "mailto")
    start = home if parts.path.startswith("/") else path.parent
    target = (start / unquote(parts.path).lstrip("/")).resolve() if parts.path else path
    target = target / "index.html" if target.is_dir() else target
    if not parts.fragment or parts.fragment == "__skip":
        return not target.is_file()
    return target not in documents or unquote(parts.fragment) not in documents[target].anchors


def test_every_link_and_anchor_leads_somewhere(site: Path, documents: dict[Path, Document]) -> None:
    assert sum(len(document.links) for document in documents.values()) > 1000
    wrong = [
        f"{path.relative_to(site)}: {link}"
        for path, document in documents.items()
        for link in document.links
        if broken(link, path, documents, site.resolve())
    ]
    assert wrong == []


def test_the_check_of_links_finds_what_is_broken(site: Path, documents: dict[Path, Document]) -> None:
    start = site / "index.html"
    for link in ("nowhere.html", "python.html#nowhere", "#nowhere", "http://example.org"):
        assert broken(link, start, documents, site)
    for link in ("python.html", "python.html#records", "#more", "https://example.org"):
        assert not broken(link, start, documents, site)


def is_foreign(address: str) -> bool:
    parts = urlsplit(address)
    return bool(parts.netloc or parts.scheme not in ("", "data"))


def test_nothing_is_loaded_from_another_host(site: Path, documents: dict[Path, Document]) -> None:
    assert all(document.loads for document in documents.values())
    styles = [address for file in site.rglob("*.css") for address in STYLE_URL.findall(file.read_text())]
    loads = {address for document in documents.values() for address in document.loads}
    assert [address for address in {*loads, *styles} if is_foreign(address)] == []


@pytest.mark.parametrize("name", GAMES)
def test_each_game_has_its_page_with_its_facts(name: str, site: Path) -> None:
    game = lt.load(name)
    text = unescape(re.sub(r"<[^>]+>", "", (site / f"games/{name}/index.html").read_text()))
    facts = [game.title, game.components.edition, f"{game.max_legal:,}", f"{game.state.itemsize:,} bytes"]
    facts += [f"{game.seats[0]} to {game.seats[-1]}", f"The rules are version {game.rules_version}."]
    facts += [game.explain(ENGLISH, option.name) for option in game.options]
    facts += [kind.form for kind in game.actions.kinds.values()]
    facts += ["a spectator does not see" if game.hidden else "sees the whole state"]
    facts += [hidden.field for hidden in game.hidden if not hidden.phases]
    if game.folder.is_relative_to(ROOT / "src"):  # the toy has neither an author nor leagues
        facts += ["was designed by", "components.toml", "known", "novice beats random", "master beats expert"]
    assert [fact for fact in facts if fact not in text] == []
    for picture in ("day", "night"):
        assert (site / f"games/{name}/{picture}.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("name", GAMES)
def test_each_rule_has_an_address(name: str, documents: dict[Path, Document], site: Path) -> None:
    numbers = re.findall(r"^- (R\d+\.\d+) ", (lt.load(name).folder / "rulebook.md").read_text(), re.MULTILINE)
    assert {*numbers} <= documents[site / f"games/{name}/rules.html"].anchors


def test_the_reference_has_every_public_name(documents: dict[Path, Document], site: Path) -> None:
    found = {anchor.rpartition(".")[2] for anchor in documents[site / "api.html"].anchors}
    assert {*lt.__all__} - {"__version__"} <= found


# The Python on its pages


def blocks() -> list[tuple[Path, str, str]]:
    """Every block of Python: its page, the word after `python`, and its code."""
    return [(page, word, code) for page in PAGES for word, code in BLOCK.findall(page.read_text())]


def test_a_block_that_names_a_file_stands_in_it() -> None:
    shown = [(page, word, code) for page, word, code in blocks() if "/" in word]
    assert len(shown) > 30
    for page, word, code in shown:
        files = [folder / word for folder in FOLDERS if (folder / word).is_file()]
        assert files, f"{page.name}: {word}"
        assert f"\n{code}" in f"\n{files[0].read_text()}", f"{page.name}: {word}"


def failure(code: str, folder: Path) -> str:
    """Run some code in a folder; return what it complains about."""
    compiled = environment() | {"LUDOTHEQUE_JIT": "1"}  # as plain Python, a thousand games would take minutes
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=compiled, capture_output=True, text=True, check=False
    )
    return done.stderr if done.returncode else ""


def loose_blocks() -> dict[str, str]:
    """All other blocks by page; sessions (`>>>`) are run by the test of the documented commands."""
    run_elsewhere = {code for page, _, code in blocks() if page.name == RUN_ELSEWHERE}
    loose: dict[str, str] = {}
    for page, word, code in blocks():
        if "/" not in word and not code.startswith(">>> ") and code not in run_elsewhere:
            loose[page.name] = f"{loose.get(page.name, '')}\n{code}"
    return loose


@pytest.mark.parametrize("page", loose_blocks())
def test_all_other_blocks_run(page: str, tmp_path: Path) -> None:
    assert failure(loose_blocks()[page], tmp_path) == ""


def test_a_block_that_fails_is_noticed(tmp_path: Path) -> None:
    assert "ZeroDivisionError" in failure("1 / 0", tmp_path)
