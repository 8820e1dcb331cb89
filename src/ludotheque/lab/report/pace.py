"""The chapters on length and on fairness."""

import numpy as np

from ludotheque.bots.rating import Interval
from ludotheque.lab.gather import Gathered
from ludotheque.lab.measures import fairness, length
from ludotheque.lab.measures.basic import TENTHS, Array, mean, quantile
from ludotheque.lab.report.plan import Study
from ludotheque.lab.report.plots import dots, lines, steps
from ludotheque.lab.report.voice import Figure, Section, Voice

BINS = 24


def legend(study: Study, voice: Voice) -> list[tuple[int, str]]:
    return [(number, voice.level(name)) for number, name in enumerate(study.even)]


def across(voice: Voice) -> tuple[str, str, str]:
    return voice.say("start"), voice.say("middle of the game"), voice.say("end")


def parts_of(voice: Voice) -> list[str]:
    """Return the names of the parts of a game in a table."""
    return [f"{voice.percent(k / TENTHS)} – {voice.percent((k + 1) / TENTHS)}" for k in range(TENTHS)]


def over_time(
    voice: Voice, names: list[str], series: list[list[Interval]], form: str
) -> tuple[list[str], list[list[str]]]:
    """Return the table of figures over the course of a game."""
    head = [voice.say("part of the game")]
    for name in names:
        head += [name, voice.say("95 % interval")]
    rows = [
        [part, *(cell for line in series for cell in voice.cells(line[k], form))]
        for k, part in enumerate(parts_of(voice))
    ]
    return head, rows


# Length and pace


def pace(study: Study, voice: Voice) -> Section:
    found = study.even[study.best]
    minutes = mean(length.minutes(found.games, found.plies))
    forced, decisions = length.forced(found.plies), mean(found.games["decisions"], found.games["deal"])
    says = [
        voice.say(
            "A game between {level} players has {decisions} decisions in {turns} turns and would take people about "
            "{minutes} minutes.",
            level=voice.level(study.best),
            decisions=voice.whole(decisions.value),
            turns=voice.whole(float(found.games["turns"].mean())),
            minutes=voice.whole(minutes.value),
        ),
        voice.say("{share} of the moves are forced: there is only one thing to do.", share=voice.percent(forced.value)),
    ]
    least, most = study.plan.game.minutes
    if most > least:
        says.append(voice.say("The box says {least} to {most} minutes.", least=least, most=most))
    elif most:
        says.append(voice.say("The box says {most} minutes.", most=most))
    return Section("length", voice.say("Length and pace"), says, [lengths(study, voice), choices(study, voice)])


def lengths(study: Study, voice: Voice) -> Figure:
    plies = [found.games["plies"] for found in study.even.values()]
    edges, shares = bins(plies)
    head = [
        voice.say("level"),
        voice.say("figure"),
        voice.say("mean"),
        voice.say("95 % interval"),
        voice.say("median"),
        "5 %",
        "95 %",
    ]
    rows = [row for name, found in study.even.items() for row in measured(voice, name, found)]
    return Figure(
        voice.say("How long games are"),
        voice.say("The share of games with so many moves, level by level."),
        steps(voice.say("How long games are"), edges, shares, voice.percent, voice.whole),
        head,
        rows,
        legend(study, voice),
    )


def bins(values: list[Array]) -> tuple[list[float], list[list[float]]]:
    """Return common bins for distributions of whole numbers, and what share of each is in them.

    The highest of all, one in two hundred, go into the last bin.
    """
    low = float(min(one.min() for one in values))
    high = max(low + 1, *(float(np.quantile(one, 0.995)) + 1 for one in values))
    width = max(1, round((high - low) / BINS))
    edges = np.arange(low, high + width, width)
    return edges.tolist(), [
        (np.histogram(np.minimum(one, edges[-1] - 0.5), edges)[0] / len(one)).tolist() for one in values
    ]


def measured(voice: Voice, level: str, found: Gathered) -> list[list[str]]:
    """Return the rows of one level: moves, turns, decisions, minutes, forced moves, bits."""
    games, deals = found.games, found.games["deal"]
    kept = np.isin(games["number"], found.plies["game"])
    figures = [
        (voice.say("moves"), games["plies"], deals),
        (voice.say("turns"), games["turns"], deals),
        (voice.say("decisions"), games["decisions"], deals),
        (voice.say("minutes"), length.minutes(games, found.plies), deals[kept]),
    ]
    rows = []
    for name, values, groups in figures:
        ends = [voice.number(float(np.quantile(values, at))) for at in (0.05, 0.95)]
        rows.append(
            [
                voice.level(level),
                name,
                *voice.cells(mean(values, groups)),
                voice.number(quantile(values, 0.5).value),
                *ends,
            ]
        )
    for name, one, form in (
        (voice.say("forced moves"), length.forced(found.plies), ".1%"),
        (voice.say("bits per decision"), length.bits_per_decision(found.plies), ",.2f"),
    ):
        rows.append([voice.level(level), name, *voice.cells(one, form), "", "", ""])
    return rows


def choices(study: Study, voice: Voice) -> Figure:
    series = [length.bits_over_time(found.plies) for found in study.even.values()]
    head, rows = over_time(voice, [name for _, name in legend(study, voice)], series, ",.2f")
    title = voice.say("How many choices there are")
    return Figure(
        title,
        voice.say("Over the course of a game, in bits: 3 bits are 8 choices, 7 bits are 128."),
        lines(title, series, voice.tick, across(voice)),
        head,
        rows,
        legend(study, voice),
    )


# Fairness


def fair(study: Study, voice: Voice) -> Section:
    games = study.even[study.best].games
    balance, ties, first = fairness.balance(games), fairness.shared(games), fairness.beginner(games)
    says = [
        voice.say(
            "Between {level} players, the seat that begins wins {share} of the games ({span}); {fair} would be fair.",
            level=voice.level(study.best),
            share=voice.percent(first.value),
            span=voice.span(first, ".0%"),
            fair=voice.percent(1 / study.plan.seats),
        ),
        voice.say(
            "The best and the worst seat are {points} percentage points apart. {ties} of the games end in a tie.",
            points=voice.number(100 * (1 - balance.value)),
            ties=voice.percent(ties.value),
        ),
    ]
    figures = [shares(study, voice)]
    if fairness.is_by_points(games):
        figures.append(handicaps(study, voice))
    return Section("fairness", voice.say("Fairness"), says, figures)


def shares(study: Study, voice: Voice) -> Figure:
    title = voice.say("Who wins from which seat")
    by_level = {name: fairness.win_shares(found.games) for name, found in study.even.items()}
    margins = {name: fairness.mean_margins(found.games) for name, found in study.even.items()}
    seats = range(study.plan.seats)
    groups = [
        (voice.seat(seat), [(number, found[seat]) for number, found in enumerate(by_level.values())]) for seat in seats
    ]
    rows = [
        [
            voice.level(name),
            voice.seat(seat),
            *voice.cells(by_level[name][seat], ".1%"),
            *voice.cells(margins[name][seat], ",.2f"),
        ]
        for name in by_level
        for seat in seats
    ]
    interval = voice.say("95 % interval")
    return Figure(
        title,
        voice.say("The share of the games that each seat wins; a shared first place is shared. Dashed: fair."),
        dots(title, groups, voice.percent, base=1 / study.plan.seats),
        [voice.say("level"), voice.say("seat"), voice.say("wins"), interval, voice.say("points ahead"), interval],
        rows,
        legend(study, voice),
    )


def handicaps(study: Study, voice: Voice) -> Figure:
    title = voice.say("A fair handicap")
    seats = range(study.plan.seats)
    by_level = {name: [fairness.handicap(found.games, seat) for seat in seats] for name, found in study.even.items()}
    groups = [
        (voice.seat(seat), [(number, found[seat]) for number, found in enumerate(by_level.values())]) for seat in seats
    ]
    return Figure(
        title,
        voice.say("The points that a seat would need at the start to win its fair share; below zero, to give away."),
        dots(title, groups, voice.tick, base=0.0),
        [voice.say("level"), voice.say("seat"), voice.say("points"), voice.say("95 % interval")],
        [
            [voice.level(name), voice.seat(seat), *voice.cells(found[seat])]
            for name, found in by_level.items()
            for seat in seats
        ],
        legend(study, voice),
    )
