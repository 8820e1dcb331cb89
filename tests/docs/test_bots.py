"""docs/bots.md: its tables of strengths and thinking times are those of the data file."""

import re
from pathlib import Path

from ludotheque.bots.levels import levels_of
from ludotheque.bots.measured import measured, thinking_times
from ludotheque.core import registry
from ludotheque.server.strength import strengths_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/bots.md").read_text()
GAMES = sorted(
    path.parent.name for path in ROOT.glob("src/ludotheque/games/*/rulebook.md") if path.parent.name[0] != "_"
)
ROW = re.compile(r"^\| (.+) \|$", re.MULTILINE)


def rows_after(heading: str) -> list[list[str]]:
    """Return the cells of the first table under a heading, its head first."""
    table = PAGE.partition(f"{heading}\n")[2].partition("\n| ")[2].partition("\n\n")[0]
    rows = [[cell.strip() for cell in row.split("|")] for row in ROW.findall(f"| {table}")]
    return [row for row in rows if not row[0].startswith("-")]


def test_the_scale_of_the_page_is_the_measured_one() -> None:
    (_, *levels), *rows = rows_after("### One scale")
    found = {title: dict(zip(levels, cells, strict=True)) for title, *cells in rows}
    assert set(found) == {registry.load(game).title for game in GAMES}
    for game in GAMES:
        said = {level: cell for level, cell in found[registry.load(game).title].items() if cell}
        written = {level: f"{one.points} ± {one.doubt}" if one.points else "0" for level, one in measured(game).items()}
        assert said == written


def test_the_times_of_the_page_are_the_measured_ones() -> None:
    _, *rows = rows_after("## Choose a level")
    said = {level.strip("`"): cell for level, cell in rows}
    for level, seconds in thinking_times().items():
        time = f"about {seconds:g} s" if seconds >= 0.1 else f"about {1000 * seconds:.0f} ms"
        assert (said[level] if seconds else time).startswith(time), level


def test_every_level_that_is_offered_has_a_line_and_a_game_from_elsewhere_has_none() -> None:
    for game in GAMES:
        lines = strengths_of(game, "fr")
        assert list(lines) == list(levels_of(registry.load(game)))
    assert strengths_of("hedgerow", "en") == {}
