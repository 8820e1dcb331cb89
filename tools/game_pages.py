"""A page for each installed game of the documentation site.

Everything on it is read from the game itself: its labelled table, its component file, its rulebook,
and some games that are replayed; and from the leagues in benchmarks/bots.md.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

import ludotheque as lt
from ludotheque.core import rulebook
from ludotheque.core.hidden import unseen
from ludotheque.core.options import Option
from ludotheque.core.words import ENGLISH

LEAGUES = Path(__file__).parents[1] / "benchmarks/bots.md"
STANDINGS = ("known", "deduced", "reconstructed", "invented")
STANDING = re.compile(rf"\b({'|'.join(STANDINGS)})\b")
REMARK = re.compile(r'^standing = "\w+"|#.*', re.MULTILINE)
HEADER = re.compile(r"\A(?:#.*\n)+")
SENTENCE = re.compile(r"^- (R\d+\.\d+) ", re.MULTILINE)
RULE = re.compile(r"(?<![\w`\[])R\d+(?:\.\d+)?\b")
RULED = "*(ruling)*"
MOST_POSITIONS = 40  # of a game that is replayed
CHANCE = "Chance that is still to come is drawn from a key that no view holds."

Row = tuple[object, ...]


def navigation() -> list[dict[str, list[str | dict[str, str]]]]:
    """Return the entries of the site's navigation: a section for each game."""
    found = {name: lt.load(name).title for name in lt.games()}
    return [{title: [f"games/{name}/index.md", {"Rules": f"games/{name}/rules.md"}]} for name, title in found.items()]


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the content of every page and picture about the games."""
    games = [lt.load(name) for name in lt.games()]
    yield "games/index.md", shelf(games)
    for game in games:
        record = example(game)
        middle = len(record) // 2
        yield f"games/{game.id}/day.svg", record.picture(middle)
        yield f"games/{game.id}/night.svg", record.picture(middle, is_dark=True)
        yield f"games/{game.id}/rules.md", rules(game)
        yield f"games/{game.id}/index.md", page(game, record)


def example(game: lt.Game) -> lt.Record:
    """Return the guided first game, or a random game where there is none."""
    file = game.folder / "tutorial/record.json"
    return lt.Record.read(file) if file.is_file() else chance_game(game)


def chance_game(game: lt.Game) -> lt.Record:
    return lt.play(game, ["random"] * game.seats[0])


def shelf(games: list[lt.Game]) -> str:
    rows = [
        (
            f"[{game.title}]({game.id}/index.md)",
            game.components.edition,
            _span(game.seats[0], game.seats[-1]),
            _minutes(game),
        )
        for game in games
    ]
    pictures = "\n".join(
        f"## {game.title}\n\n{rulebook.promise(game)}\n\n{_picture(game, f'{game.id}/')}\n" for game in games
    )
    return f"# Games\n\n{_table(('game', 'edition', 'seats', 'minutes'), rows)}\n{pictures}"


def page(game: lt.Game, record: lt.Record) -> str:
    """Write the page of a game; a chapter that has nothing to say is left out."""
    chapters = {
        "Credits": _chapter(game, "Credits"),
        "Facts": facts(game),
        "Options": options(game),
        "Actions": actions(game, record),
        "What is hidden": hidden(game, record),
        "Rulings": rulings(game),
        "What is certain": certainty(game),
        "How strong the bots are": strength(game),
        "Versions of the rules": versions(game),
    }
    body = "\n".join(f"## {title}\n\n{text.strip()}\n" for title, text in chapters.items() if text)
    lead = _chapter(game, "")
    linked = "[The rules](rules.md), sentence by sentence."
    return f"# {game.title}\n\n{lead} {linked}\n\n{_picture(game)}\n\n{_with_rules(game, body)}"


def rules(game: lt.Game) -> str:
    """Write the rulebook with an address for each sentence and chapter."""
    text = rulebook.path(game).read_text()
    text = re.sub(r"^# .*", f"# Rules of {game.title}", text, count=1)
    text = re.sub(r"^## (R\d+) (.*)$", r"## \1 \2 { #\1 }", text, flags=re.MULTILINE)
    return SENTENCE.sub(r'- <a id="\1"></a>**\1** ', text)


# The chapters


def facts(game: lt.Game) -> str:
    kinds = game.actions.kinds
    rows = [
        ("Name in Python", f"`{game.id}`"),
        ("Edition", game.components.edition),
        ("Seats", _span(game.seats[0], game.seats[-1])),
        ("Minutes", _minutes(game)),
        ("Rules version", game.rules_version),
        ("Score", ", ".join(game.label(ENGLISH, column) for column in game.columns)),
        ("Who begins", game.who_begins(ENGLISH) or "a lot decides"),
        ("Several seats act at once", "sometimes" if game.simultaneous else "never"),
        ("Actions", f"{game.actions.count:,} in {len(kinds)} kind{'s' * (len(kinds) > 1)}"),
        ("Legal actions, at most", f"{game.max_legal:,}"),
        ("Plies, at most", f"{game.max_plies:,}"),
        ("State", f"{game.state.itemsize:,} bytes"),
        ("Components", f"`components.toml`, digest `{game.components.digest[:12]}`"),
    ]
    return f'<div class="facts" markdown>\n\n{_table(("", ""), rows)}\n</div>'


def options(game: lt.Game) -> str:
    rows = [(f"`{one.name}`", _values(one), game.explain(ENGLISH, one.name)) for one in game.options]
    return _table(("option", "values", "meaning"), rows) if rows else ""


def actions(game: lt.Game, record: lt.Record) -> str:
    seen = dict(_seen(game, [record, chance_game(game)]))
    rows = []
    for kind in game.actions.kinds.values():
        example = seen.get(kind.name) or game.actions.text(game.actions.first[kind.name])
        rows.append((kind.name.replace("_", " "), f"`{kind.form}`", f"`{example}`", f"{kind.count:,}"))
    return _table(("kind", "form", "example, as a record writes it", "codes"), rows)


def _seen(game: lt.Game, records: list[lt.Record]) -> Iterator[tuple[str, str]]:
    """Yield the kinds of the actions in some records, each with its text."""
    for record in records:
        for position, (seat, text) in zip(record, record.actions, strict=False):
            parsed = game.notation.parse(position.state, int(seat), text)
            yield game.actions.kind_of(parsed.action), text


def hidden(game: lt.Game, record: lt.Record) -> str:
    """Write what views do not show, phase by phase, read off the views of two games."""
    found: dict[int, dict[bool, dict[str, bool]]] = {}
    for one in (record, chance_game(game)):
        every = 1 + len(one) // MOST_POSITIONS
        for unknown in unseen(game, one.seats, (position.state for position in list(one)[::every])):
            fields = found.setdefault(unknown.phase, {}).setdefault(unknown.is_onlooker, {})
            for name, is_own_seen in unknown.fields.items():
                fields[name] = fields.get(name, True) and is_own_seen
    shared = {name for who in found.values() for name, is_own_seen in who[False].items() if not is_own_seen}
    rows = [
        (game.phase_name(phase) or "always", _fields(who[False], shared), _fields(who[True]))
        for phase, who in sorted(found.items())
        if any(who.values())
    ]
    own = _chapter(game, "What is hidden")
    if not rows:
        return f"{own}\n\nEvery seat and every spectator sees the whole state. {CHANCE}"
    table = _table(("phase", "a seat does not see", "a spectator does not see"), rows)
    return f"{own}\n\nViews leave these fields of the state blank. {CHANCE}\n\n{table}"


def rulings(game: lt.Game) -> str:
    """Write what we decided ourselves: a chapter of the rulebook, or the sentences marked so."""
    if title := rulebook.layout_of(game).rulings:
        return _chapter(game, title)
    sentences = rulebook.sentences_of(rulebook.path(game).read_text())
    rows = [
        (number, text.replace(RULED, "").replace("|", "\\|")) for number, text in sentences.items() if RULED in text
    ]
    return _table(("sentence", "what we decided, where the printed rules leave it open"), rows) if rows else ""


def certainty(game: lt.Game) -> str:
    """Count what components.toml says about its rows, and add what the rulebook says."""
    text = HEADER.sub("", game.components.path.read_text())
    counted = Counter(word for remark in REMARK.findall(text) for word in STANDING.findall(remark))
    rows = [(word, counted[word]) for word in STANDINGS if counted[word]]
    table = _table(("standing", "remarks in `components.toml`"), rows) if rows else ""
    return "\n\n".join(filter(None, [table, _chapter(game, "What is known of the box")]))


def strength(game: lt.Game) -> str:
    """Return the leagues of this game: the rows of the tables that begin with its title."""
    chapters = re.split(r"^## ", LEAGUES.read_text(), flags=re.MULTILINE)
    first = next((chapter for chapter in chapters if f"\n| {game.title} |" in chapter), "")
    if not first:
        return ""
    blocks = first.partition("\n")[2].strip().split("\n\n")
    found: list[str] = []
    for before, block in zip(["", *blocks], blocks, strict=False):
        if block.startswith("|"):
            found += _league(game.title, before, block)
        elif game.title in block and not block.startswith("- "):
            found.append(block)
    unique = [block for block, _ in groupby(found)]
    return "\n\n".join([*unique, "[All leagues](../../bots-measured.md), and [how the bots think](../../bots.md)."])


def _league(title: str, before: str, table: str) -> list[str]:
    head, rule, *rows = table.splitlines()
    own = [row for row in rows if row.startswith(f"| {title} |")]
    return [before, "\n".join(row.split("|", 2)[2].join(("|", "")) for row in (head, rule, *own))] if own else []


def versions(game: lt.Game) -> str:
    chapters = rulebook.chapters_of(rulebook.path(game).read_text())
    told = [
        f"### {chapter.title}\n\n{chapter.body}" for chapter in chapters if chapter.title.startswith("What version ")
    ]
    playable = ", ".join(str(version) for version in sorted(game.versions))
    present = f"The rules are version {game.rules_version}. Versions that can be played and replayed: {playable}."
    return "\n\n".join([present, *told])


# Pieces of a page


def _chapter(game: lt.Game, title: str) -> str:
    """Return a chapter of the rulebook; without a title, its first paragraph."""
    first, *rest = rulebook.chapters_of(rulebook.path(game).read_text())
    if not title:
        return first.body.partition("\n\n")[0]
    return next((chapter.body for chapter in rest if chapter.title == title), "")


def _with_rules(game: lt.Game, text: str) -> str:
    """Turn the numbers of rules into links to their sentences."""
    known = {*rulebook.sentences_of(rulebook.path(game).read_text())}
    known |= {number.partition(".")[0] for number in known}
    return RULE.sub(lambda number: f"[{number[0]}](rules.md#{number[0]})" if number[0] in known else number[0], text)


def _picture(game: lt.Game, folder: str = "") -> str:
    alt = f"{game.title} in mid-game"
    return f"![{alt}]({folder}day.svg#only-light){{ .board }}![{alt}]({folder}night.svg#only-dark){{ .board }}"


def _table(head: Row, rows: Sequence[Row]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(str(cell) for cell in line)} |\n" for line in lines)


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _minutes(game: lt.Game) -> str:
    return _span(*game.minutes) if any(game.minutes) else "not known"


def _values(option: Option) -> str:
    if not option.values:
        return f"a whole number from {option.minimum:,}, {option.default} by default"
    return ", ".join(f"`{value}`" + " (default)" * (value == option.default) for value in option.values)


def _fields(fields: Mapping[str, bool], shared: set[str] | None = None) -> str:
    """Name fields; those that are not `shared` have a row for each seat, which sees its own."""
    return ", ".join(f"`{name}`" if shared is None or name in shared else f"`{name}` of others" for name in fields)
