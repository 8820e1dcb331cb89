"""Variants of a game side by side, and a game over a grid of settings, as pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import isnan, nan

import numpy as np

from ludotheque.bots.rating import Interval
from ludotheque.core.game import Game
from ludotheque.core.version import VERSION
from ludotheque.core.words import N_
from ludotheque.lab.figures import FIGURES, Row, figure_of, names_of, paired
from ludotheque.lab.gather import Columns, Setup
from ludotheque.lab.report.heat import as_image
from ludotheque.lab.report.page import document
from ludotheque.lab.report.plots import dots
from ludotheque.lab.report.voice import Figure, Section, Voice
from ludotheque.scene.svg import cover

CHAPTERS = (
    ("length", N_("Length and pace"), ("plies", "turns", "decisions", "minutes", "bits", "forced")),
    ("fairness", N_("Fairness"), ("beginner", "shared", "seat", "bot")),
    ("tension", N_("Results and tension"), ("best", "margin", "changes", "decided")),
)
MOST_SERIES = 5  # colours and marks that can be told apart
TRUE_95 = N_("Intervals hold the truth in 95 cases of 100, so one figure in twenty differs by chance alone.")


@dataclass(frozen=True)
class Comparison:
    """The figures of several variants over the same deals; the first is what the others change."""

    game: Game
    setup: Setup
    games: int
    found: Mapping[str, Columns]  # by the variant's label

    @property
    def labels(self) -> list[str]:
        return list(self.found)

    def rows(self, label: str) -> list[Row]:
        """Return how a variant differs from the first one."""
        return paired(self.found[self.labels[0]], self.found[label])


def title_of(voice: Voice, name: str) -> str:
    figure, values = figure_of(name)
    return voice.say(figure.title, **values)


def form_of(name: str) -> str:
    return figure_of(name)[0].form


def signed(voice: Voice, value: float, form: str) -> str:
    return voice.number(value, "+" + form)


def chapters_of(names: Sequence[str]) -> list[tuple[str, str, list[str]]]:
    """Return the chapters, with the figures that were measured."""
    return [
        (chapter, title, [name for name in names if name.partition(":")[0] in kinds])
        for chapter, title, kinds in CHAPTERS
    ]


# Compare


def comparison_page(comparison: Comparison, voice: Voice, command: str) -> str:
    """Return the page that shows variants side by side."""
    labels = comparison.labels
    title = voice.say("{game}: {variants}", game=comparison.game.title, variants=" – ".join(labels))
    rows = {label: {row.name: row for row in comparison.rows(label)} for label in labels}
    names = names_of(comparison.found[labels[0]])
    chapters = [overview(comparison, rows, voice)]
    for chapter, words, chosen in chapters_of(names):
        figures = [side_by_side(name, labels, rows, voice) for name in chosen]
        chapters.append(Section(chapter, voice.say(words), [], figures))
    facts = facts_of(comparison.setup, comparison.games, voice)
    top = head(comparison.game, voice.say("Variants side by side, with the same deals"), facts)
    return document(voice, title, top, chapters, foot(comparison.game, voice, command))


def overview(comparison: Comparison, rows: Mapping[str, Mapping[str, Row]], voice: Voice) -> Section:
    """Return what changes most, in the measure of how much single games differ."""
    base, others = comparison.labels[0], comparison.labels[1:]
    shown = [name for name in rows[base] if name in FIGURES]
    sizes = {name: deviation(comparison.found[base][name]) for name in shown}
    groups = [
        (
            short(title_of(voice, name)),
            [(k + 1, scaled(rows[label][name].more, sizes[name])) for k, label in enumerate(others[: MOST_SERIES - 1])],
        )
        for name in shown
    ]
    clear = [
        voice.say(
            "{variant}: {number} of {figures} figures differ clearly from {base}.",
            variant=label,
            number=sum(row.is_clear for row in rows[label].values()),
            figures=len(rows[label]),
            base=base,
        )
        for label in others
    ]
    note = voice.say("The difference from {base}, in standard deviations of single games.", base=base)
    head = [voice.say("figure"), *(part for label in others for part in (label, "95 %", ""))]
    table = [
        [title_of(voice, name), *(cell for label in others for cell in difference(rows[label][name], voice))]
        for name in rows[base]
    ]
    legend = [(k + 1, label) for k, label in enumerate(others[: MOST_SERIES - 1])]
    drawing = dots(note, groups, lambda value: voice.number(value, "+.2g") if value else "0", base=0.0, room=ROOM)
    drawing = drawing.replace("<svg ", '<svg style="max-width: 620px; margin: 0 auto" ', 1)
    title = voice.say("What changes")
    return Section("changes", title, clear, [Figure(title, note, drawing, head, table, legend, is_wide=True)])


ROOM = 190  # for the names of figures


def short(words: str, most: int = 30) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"


def deviation(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    return float(np.nanstd(values))


def scaled(one: Interval, by: float) -> Interval:
    return Interval(*(value / by for value in one)) if by else Interval(nan, nan, nan)


def difference(row: Row, voice: Voice) -> list[str]:
    """Return a difference as three cells: the number, its interval, and whether it is clear."""
    form = form_of(row.name)
    more = [signed(voice, value, form) for value in row.more]
    return [more[0], f"{more[1]} – {more[2]}", voice.say("clear") if row.is_clear else ""]


def side_by_side(name: str, labels: Sequence[str], rows: Mapping[str, Mapping[str, Row]], voice: Voice) -> Figure:
    """Return one figure of all variants."""
    form, values = form_of(name), {label: rows[label][name].second for label in labels}
    drawing = dots(
        title_of(voice, name),
        [(short(label, 16), [(k % MOST_SERIES, one)]) for k, (label, one) in enumerate(values.items())],
        lambda value: voice.number(value, form),
    )
    head = [voice.say("variant"), voice.say("mean"), "95 %", voice.say("difference"), "95 %", ""]
    table = [
        [label, *voice.cells(values[label], form), *(difference(rows[label][name], voice) if k else ["", "", ""])]
        for k, label in enumerate(labels)
    ]
    changes = [
        voice.say("{variant}: {difference} ({interval})", variant=label, difference=cells[0], interval=cells[1])
        for label in labels[1:]
        for cells in [difference(rows[label][name], voice)]
    ]
    return Figure(title_of(voice, name), "; ".join(changes), drawing, head, table)


# Sweep


@dataclass(frozen=True)
class Grid:
    """What was measured over a grid: axes with their values, and the figures of every cell."""

    game: Game
    setup: Setup
    games: int
    axes: Mapping[str, Sequence[str]]
    cells: Mapping[tuple[str, ...], Mapping[str, Interval]]


def grid_page(grid: Grid, voice: Voice, command: str) -> str:
    """Return the page of a sweep: for each figure, how it depends on the axes."""
    axes = " × ".join(grid.axes)
    title = voice.say("{game}: {variants}", game=grid.game.title, variants=axes)
    names = list(dict.fromkeys(name for cell in grid.cells.values() for name in cell))
    chapters = [
        Section(chapter, voice.say(words), [], [over_grid(grid, name, voice) for name in chosen])
        for chapter, words, chosen in chapters_of(names)
    ]
    facts = [*facts_of(grid.setup, grid.games, voice), axes]
    top = head(grid.game, voice.say("One setting after the other, with the same deals"), facts)
    return document(voice, title, top, chapters, foot(grid.game, voice, command))


def over_grid(grid: Grid, name: str, voice: Voice) -> Figure:
    """Draw one figure: a group for each value of the first axis, a series for each of the rest."""
    form, unknown = form_of(name), Interval(nan, nan, nan)
    rest = list(dict.fromkeys(place[1:] for place in grid.cells))
    groups = [
        (
            short(value, 16),
            [
                (k % MOST_SERIES, grid.cells[(value, *others)].get(name, unknown))
                for k, others in enumerate(rest)
                if (value, *others) in grid.cells
            ],
        )
        for value in next(iter(grid.axes.values()))
        if any(place[0] == value for place in grid.cells)
    ]
    table = [
        [*place, *voice.cells(cell[name], form)]
        for place, cell in grid.cells.items()
        if name in cell and not isnan(cell[name].value)
    ]
    legend = [(k % MOST_SERIES, ", ".join(others)) for k, others in enumerate(rest) if others]
    drawing = dots(title_of(voice, name), groups, lambda value: voice.number(value, form))
    head = [*grid.axes, voice.say("mean"), "95 %"]
    return Figure(title_of(voice, name), "", drawing, head, table, legend)


# Both


def facts_of(setup: Setup, games: int, voice: Voice) -> list[str]:
    bots = ", ".join(voice.level(name) for name in setup.names)
    return [
        voice.say("{seats} seats", seats=setup.seats),
        voice.say("{games} games each, by {bots}", games=voice.whole(games), bots=bots),
    ]


def head(game: Game, kicker: str, facts: Sequence[str]) -> str:
    art = game.folder / "art.svg"
    box = f'<div class="box">{as_image(cover(art), "")}</div>' if game.scene is not None and art.exists() else ""
    chips = "".join(f"<li>{escape(fact)}</li>" for fact in facts)
    return (
        f'<div class="top">{box}<div><p class="kicker">{escape(kicker)}</p>'
        f'<h1>{escape(game.title)}</h1><ul class="chips">{chips}</ul></div></div>'
    )


def foot(game: Game, voice: Voice, command: str) -> str:
    made, said = voice.say("How this was made"), voice.say(TRUE_95)
    rules = voice.say("rules version {version}", version=game.rules_version)
    return (
        f'<section id="made"><h2>{escape(made)}</h2><pre><code>{escape(command)}</code></pre><p>{escape(said)}</p>'
        f'<p class="note">{escape(game.components.edition)} · {escape(rules)} · Ludothèque {VERSION}</p></section>'
    )
