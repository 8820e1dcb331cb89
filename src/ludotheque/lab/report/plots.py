"""Plots as SVG. Colours come from classes, so that the page decides between light and dark."""

from collections.abc import Callable, Sequence
from html import escape
from math import ceil, cos, floor, isnan, log10, pi, sin

from ludotheque.bots.rating import Interval

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 440, 250, 58, 14, 12, 30
ROW, GAP = 17, 12  # of a dot plot: a line per series, and room between groups
MARKS = "●▲◆■★"  # of the series, so that colour is not the only cue

Form = Callable[[float], str]  # how a number is written


def mark(series: int) -> str:
    return MARKS[series % len(MARKS)]


def svg(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def text(x: float, y: float, words: str, anchor: str = "middle", more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(words)}</text>'


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Return round numbers between two others."""
    if high <= low:
        return [low]
    raw = (high - low) / most
    power = 10 ** floor(log10(raw))
    step = next(size * power for size in (1, 2, 2.5, 5, 10) if size * power >= raw * 0.999)
    return [k * step for k in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def bounds(series: Sequence[Sequence[Interval]]) -> tuple[float, float]:
    """Return the least and the greatest number in some intervals."""
    known = [end for line in series for one in line for end in (one.low, one.high) if not isnan(end)]
    return (min(known), max(known)) if known else (0.0, 1.0)


def lines(
    title: str,
    series: Sequence[Sequence[Interval]],
    form: Form,
    across: tuple[str, str, str],
    span: tuple[float, float] | None = None,
    base: float | None = None,
) -> str:
    """Draw figures over the course of a game, each with the band of its intervals.

    `across` are the words under the start, the middle and the end.
    """
    low, high = span or bounds(series)
    low, high = (min(low, 0.0) if low < high / 2 else low, high if high > low else low + 1)
    inner, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def at(x: float, value: float) -> str:
        return f"{LEFT + inner * x:.1f},{TOP + tall * (1 - (min(high, max(low, value)) - low) / (high - low)):.1f}"

    parts = []
    for tick in ticks(low, high):
        y = TOP + tall * (1 - (tick - low) / (high - low))
        parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
        parts.append(text(LEFT - 7, y + 4, form(tick), "end"))
    for where, words, anchor in zip((0, 0.5, 1), across, ("start", "middle", "end"), strict=True):
        parts.append(text(LEFT + inner * where, HEIGHT - BOTTOM + 20, words, anchor))
    if base is not None:
        parts.append(f'<path class="base" d="M{at(0, base)}L{at(1, base)}"/>')
    for number, line in enumerate(series):
        found = [((k + 0.5) / len(line), one) for k, one in enumerate(line) if not isnan(one.value)]
        band = [at(x, one.high) for x, one in found] + [at(x, one.low) for x, one in reversed(found)]
        parts.append(f'<polygon class="band s{number}" points="{" ".join(band)}"/>')
        parts.append(f'<polyline class="line s{number}" points="{" ".join(at(x, one.value) for x, one in found)}"/>')
    return svg(WIDTH, HEIGHT, title, parts)


def dots(
    title: str,
    groups: Sequence[tuple[str, Sequence[tuple[int, Interval]]]],
    form: Form,
    span: tuple[float, float] | None = None,
    base: float | None = None,
    room: int = 54,
) -> str:
    """Draw groups of figures with their intervals, one below the other.

    A figure comes with the number of its series, which gives it a colour and a mark. `room` is for
    the names of the groups.
    """
    low, high = span or bounds([[one for _, one in group] for _, group in groups])
    if base is not None:
        low, high = min(low, base), max(high, base)
    low, high = (low - 0.04 * (high - low), high + 0.04 * (high - low)) if high > low else (low - 1, high + 1)
    left = LEFT + room
    inner = WIDTH - left - RIGHT
    y, parts = TOP + 4.0, []
    for label, group in groups:
        tall = ROW * len(group)
        parts.append(text(left - 10, y + tall / 2 + 4, label, "end"))
        for line, (series, one) in enumerate(group):
            if isnan(one.value):
                continue
            middle = y + ROW * (line + 0.5)
            start, where, end = (
                left + inner * (min(high, max(low, value)) - low) / (high - low)
                for value in (one.low, one.value, one.high)
            )
            parts.append(f'<path class="whisker s{series}" d="M{start:.1f} {middle:.1f}H{end:.1f}"/>')
            parts.append(f'<text class="mark s{series}" x="{where:.1f}" y="{middle + 4.5:.1f}">{mark(series)}</text>')
        y += tall + GAP
    grid = []
    for tick in ticks(low, high, 5):
        x = left + inner * (tick - low) / (high - low)
        grid.append(f'<path class="grid" d="M{x:.1f} {TOP}V{y:.1f}"/>')
        grid.append(text(x, y + 16, form(tick)))
    if base is not None:
        x = left + inner * (base - low) / (high - low)
        grid.append(f'<path class="base" d="M{x:.1f} {TOP}V{y:.1f}"/>')
    return svg(WIDTH, y + 26, title, [*grid, *parts])


def steps(title: str, edges: Sequence[float], series: Sequence[Sequence[float]], form: Form, width: Form) -> str:
    """Draw distributions over the same bins, as outlines; the areas of all are equal."""
    most = max((value for line in series for value in line), default=0.0) or 1.0
    inner, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    low, high = edges[0], edges[-1]

    def x(value: float) -> float:
        return LEFT + inner * (value - low) / (high - low)

    parts = []
    for tick in ticks(0, most, 4):
        y = TOP + tall * (1 - tick / most)
        parts += [f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>', text(LEFT - 7, y + 4, form(tick), "end")]
    parts += [text(x(tick), HEIGHT - BOTTOM + 20, width(tick)) for tick in ticks(low, high, 6)]
    for number, line in enumerate(series):
        points = [f"{x(low):.1f},{TOP + tall}"]
        for k, value in enumerate(line):
            y = TOP + tall * (1 - value / most)
            points += [f"{x(edges[k]):.1f},{y:.1f}", f"{x(edges[k + 1]):.1f},{y:.1f}"]
        points.append(f"{x(high):.1f},{TOP + tall}")
        parts.append(f'<polygon class="band s{number}" points="{" ".join(points)}"/>')
        parts.append(f'<polyline class="line s{number}" points="{" ".join(points)}"/>')
    return svg(WIDTH, HEIGHT, title, parts)


def radar(
    title: str, axes: Sequence[str], values: Sequence[float], others: Sequence[float] = (), size: int = 210
) -> str:
    """Draw numbers between 0 and 1 on as many axes; `others`, dashed, are there to compare."""
    side = 108 if axes else 6
    middle, tall = size / 2 + side, size / 2 + (24 if axes else 6)

    def at(k: int, share: float) -> tuple[float, float]:
        angle = 2 * pi * k / len(values) - pi / 2
        return middle + size / 2 * share * cos(angle), tall + size / 2 * share * sin(angle)

    def ring(shares: Sequence[float]) -> str:
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(k, share) for k, share in enumerate(shares)))

    parts = [f'<polygon class="grid" points="{ring([part] * len(values))}"/>' for part in (0.25, 0.5, 0.75, 1.0)]
    parts += [
        f'<path class="grid" d="M{middle} {tall}L{at(k, 1)[0]:.1f} {at(k, 1)[1]:.1f}"/>' for k in range(len(values))
    ]
    if others:
        parts.append(f'<polygon class="others" points="{ring(others)}"/>')
    parts.append(f'<polygon class="shape" points="{ring(values)}"/>')
    for k, name in enumerate(axes):
        x, y = at(k, 1.12)
        anchor = "middle" if abs(x - middle) < 12 else "start" if x > middle else "end"
        parts.append(text(x, y + 4, name, anchor))
    return svg(2 * middle, 2 * tall, title, parts)
