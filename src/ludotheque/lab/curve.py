"""A learning curve as SVG: how often a network won, over the time it had trained."""

from collections.abc import Sequence
from html import escape
from math import floor, log10

from ludotheque.bots.rating import Interval
from ludotheque.lab.train import Mark

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 360, 56, 24, 16, 48
LINES = (("random", "#1f6f8b", ""), ("greedy", "#b3541e", "6 4"))  # dashes, so that colour is not the only cue


def curve(title: str, marks: Sequence[Mark], names: Sequence[str]) -> str:
    """Return the picture. `names` say whom each line is against."""
    longest = max(mark.seconds for mark in marks) / 60 if marks else 1.0
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="13" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf7"/>',
    ]
    for tenth in range(0, 11, 2):
        y = at_y(tenth / 10)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#d8d2c2"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#443">{tenth * 10} %</text>')
    for minutes in round_times(longest):
        x = at_x(minutes, longest)
        parts.append(
            f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle" fill="#443">{minutes:g}</text>'
        )
    parts.append(f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 8}" text-anchor="end" fill="#443">min</text>')
    for number, ((which, color, dash), name) in enumerate(zip(LINES, names, strict=True)):
        parts += line(marks, which, color, dash, longest)
        y = HEIGHT - BOTTOM - 14 - 18 * (len(LINES) - 1 - number)
        x = WIDTH - RIGHT - 170
        parts.append(f'<path d="M{x} {y - 4}h28" stroke="{color}" stroke-width="2.5" stroke-dasharray="{dash}"/>')
        parts.append(f'<text x="{x + 36}" y="{y}" fill="#443">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def round_times(longest: float) -> list[float]:
    """Return up to six round times, from zero on: multiples of 1, 2 or 5 times a power of ten."""
    unit = 10.0 ** floor(log10(longest))
    step = next(step for step in (unit / 5, unit / 2, unit, 2 * unit) if longest / step < 6)
    return [round(number * step, 6) for number in range(int(longest / step) + 1)]


def line(marks: Sequence[Mark], which: str, color: str, dash: str, longest: float) -> list[str]:
    """Return one line and the band of its 95 % intervals."""
    found: list[tuple[float, Interval]] = [(at_x(mark.seconds / 60, longest), getattr(mark, which)) for mark in marks]
    if not found:
        return []
    band = [(x, at_y(share.high)) for x, share in found] + [(x, at_y(share.low)) for x, share in reversed(found)]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in band)
    middle = " ".join(f"{x:.1f},{at_y(share.value):.1f}" for x, share in found)
    return [
        f'<polygon points="{points}" fill="{color}" opacity="0.18"/>',
        f'<polyline points="{middle}" fill="none" stroke="{color}" stroke-width="2.5" stroke-dasharray="{dash}"/>',
    ]


def at_x(minutes: float, longest: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * minutes / longest


def at_y(share: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share
