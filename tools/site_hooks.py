"""Hooks of the documentation site (mkdocs.yml).

They bring in the pages that lie outside docs/, and every file of the repository that a page links
to, write a page for each game and for the notebook, and turn what GitHub's Markdown allows into
what Python-Markdown understands.
"""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from tools import game_pages, notebook_page

ROOT = Path(__file__).resolve().parents[1]
# Where a file of the repository stands in the site
PLACES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changes.md",
    "benchmarks/README.md": "speed.md",
    "benchmarks/bots.md": "bots-measured.md",
    "examples/hedgerow/README.md": "hedgerow.md",
    "examples/first_look.ipynb": "first-look.md",
}
LANGUAGES = {".py": "python", ".js": "js", ".json": "json", ".toml": "toml", ".yaml": "yaml", ".svg": "xml"}
LINK = re.compile(r"(?<=\]\()([^)\s:#]+)(?=[)#])")
FENCE = re.compile(r"^( *)```(\w+) (\S+)$")
INDENT = re.compile(r"^ {2,3}(?=\S)")
origins: dict[str, str] = {}  # of the pages that are brought in: where they lie in the repository


def on_config(config: MkDocsConfig) -> None:
    """List the games in the navigation."""
    games = ["games/index.md", *game_pages.navigation()]
    config.nav = [{"Games": games} if entry == {"Games": "games"} else entry for entry in config.nav or []]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what does not lie in docs/."""
    icon = ROOT / "src/ludotheque/web/icon.svg"
    files.append(File.generated(config, "assets/icon.svg", abs_src_path=str(icon)))
    for path, content in game_pages.pages():
        files.append(File.generated(config, path, content=content))
    for place in _linked(files):
        if place == "first-look.md":
            files.append(File.generated(config, notebook_page.FILE, abs_src_path=str(ROOT / origins[place])))
        files.append(File.generated(config, place, content=_content(origins[place])))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Point links to where files stand in the site, and write fences and lists as they are read."""
    if page.file.src_uri == "index.md":
        page.meta["hide"] = ["navigation"]
    return normal(_relinked(markdown, page.file.src_uri))


# What is brought in


def _linked(files: Files) -> Iterator[str]:
    """Yield the place of each page that has to be brought in: those named above, and every file
    that a page links to.
    """
    origins.clear()
    todo = list(PLACES)
    for file in files.documentation_pages():
        todo += _targets(file.content_string, f"docs/{file.src_uri}")
    while todo:
        path = todo.pop()
        place = place_of(path)
        if path.startswith("docs/") or place in origins or not (ROOT / path).exists():
            continue
        origins[place] = path
        if path.endswith(".md"):
            todo += _targets((ROOT / path).read_text(), path)
        yield place


def _targets(markdown: str, path: str) -> list[str]:
    return [_resolved(link, path) for line, is_code in lines_of(markdown) if not is_code for link in LINK.findall(line)]


def _resolved(link: str, path: str) -> str:
    """Return where a link in a file of the repository leads."""
    return os.path.normpath(PurePosixPath(path).parent / link)


def place_of(path: str) -> str:
    """Return where a file of the repository stands in the site."""
    if path in PLACES:
        return PLACES[path]
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return f"more/{path}" if path.endswith(".md") else f"source/{path}.md"


def _content(path: str) -> str:
    file = ROOT / path
    if path.endswith(".md"):
        return file.read_text()
    if path.endswith(".ipynb"):
        return notebook_page.page_of(json.loads(file.read_text()))
    if file.is_dir():
        names = sorted(one.name for one in file.iterdir() if one.name != "__pycache__")
        return f"# {path}\n\nThe files of this folder:\n\n" + "\n".join(f"- `{name}`" for name in names)
    language = LANGUAGES.get(file.suffix, "text")
    return f"# {path}\n\n````{language}\n{file.read_text().rstrip()}\n````\n"


def _relinked(markdown: str, place: str) -> str:
    origin = origins.get(place, f"docs/{place}")
    here = PurePosixPath(place).parent

    def point(link: re.Match[str]) -> str:
        path = _resolved(link[0], origin)
        known = path.startswith("docs/") or place_of(path) in origins
        return os.path.relpath(place_of(path), here) if known else link[0]

    lines = [line if is_code else LINK.sub(point, line) for line, is_code in lines_of(markdown)]
    return "\n".join(lines) + "\n"


# Markdown


def lines_of(markdown: str) -> Iterator[tuple[str, bool]]:
    """Yield every line, and whether it belongs to a block of code that is not indented."""
    fence = ""
    for line in markdown.splitlines():
        mark = re.match("`{3,}", line)
        if mark and (not fence or line.strip() == fence):
            yield line, bool(fence)
            fence = "" if fence else mark[0]
        else:
            yield line, bool(fence)


def normal(markdown: str) -> str:
    """Write fences with their file as a title, and what belongs to a list item four spaces in."""
    return "\n".join(line if is_code else INDENT.sub("    ", _fence(line)) for line, is_code in lines_of(markdown))


def _fence(line: str) -> str:
    found = FENCE.match(line)
    if not found:
        return line
    title = f' title="{found[3]}"' if "/" in found[3] else ""
    return f"{found[1]}```{found[2]}{title}"
