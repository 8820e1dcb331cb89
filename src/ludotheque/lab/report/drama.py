"""The chapters on tension, and on skill and luck."""

import numpy as np

from ludotheque.bots.rating import Interval
from ludotheque.lab.gather import Gathered
from ludotheque.lab.measures import skill, tension
from ludotheque.lab.measures.basic import Array, margins, mean
from ludotheque.lab.report.pace import across, bins, legend, over_time
from ludotheque.lab.report.plan import Study
from ludotheque.lab.report.plots import dots, lines, steps
from ludotheque.lab.report.voice import Figure, Section, Voice


def thinkers(study: Study) -> dict[str, Array]:
    """Return what the seats of each level expected, for the levels that think."""
    found = {name: tension.expectations(played.plies) for name, played in study.even.items()}
    return {name: level for name, level in found.items() if not np.isnan(level).all()}


def decisive_level(study: Study) -> Array:
    """Return what the best players of all expected or, if they do not think, their points."""
    plies = study.even[study.best].plies
    expected = tension.expectations(plies)
    return plies["score"] if np.isnan(expected).all() else expected


# Tension


def tense(study: Study, voice: Voice) -> Section:
    found = study.even[study.best]
    when = mean(tension.decided(decisive_level(study), found.games, found.plies))
    back = tension.comeback(found.plies["score"], found.games, found.plies)
    changes = mean(tension.lead_changes(found.plies["score"], found.plies))
    says = [
        voice.say(
            "The lead in points changes {changes} times in a game. The winner takes the lead for good after {share} "
            "of it, and was behind in the middle in {back} of the games.",
            changes=voice.number(changes.value),
            share=voice.percent(when.value),
            back=voice.percent(back.value),
        )
    ]
    figures = [leaders(study, voice)]
    if thinkers(study):
        figures.append(openness(study, voice))
    return Section("tension", voice.say("Tension"), says, [*figures, moments(study, voice), closeness(study, voice)])


def leaders(study: Study, voice: Voice) -> Figure:
    title = voice.say("Does whoever leads win?")
    series = [tension.leader_wins(found.plies["score"], found.games, found.plies) for found in study.even.values()]
    head, rows = over_time(voice, [name for _, name in legend(study, voice)], series, ".1%")
    return Figure(
        title,
        voice.say("How often the seat with the most points at this moment wins in the end. Dashed: pure chance."),
        lines(title, series, voice.percent, across(voice), (0.0, 1.0), 1 / study.plan.seats),
        head,
        rows,
        legend(study, voice),
    )


def openness(study: Study, voice: Voice) -> Figure:
    title = voice.say("How open the game is")
    found = thinkers(study)
    numbers = [list(study.even).index(name) for name in found]
    every = [tension.openness(found[name], study.even[name].plies) if name in found else [] for name in study.even]
    known = [every[number] for number in numbers]
    names = [voice.level(name) for name in found]
    head, rows = over_time(voice, names, known, ".1%")
    return Figure(
        title,
        voice.say("By what the players expect: 100 % is wide open, 0 % is decided."),
        lines(title, every, voice.percent, across(voice), (0.0, 1.0)),
        head,
        rows,
        list(zip(numbers, names, strict=True)),
    )


def moments(study: Study, voice: Voice) -> Figure:
    title = voice.say("When it is decided")
    believed = thinkers(study)
    groups, rows = [], []
    points: list[tuple[int, Interval]] = []
    minds: list[tuple[int, Interval]] = []
    for number, (name, found) in enumerate(study.even.items()):
        points.append((number, mean(tension.decided(found.plies["score"], found.games, found.plies))))
        if name in believed:
            minds.append((number, mean(tension.decided(believed[name], found.games, found.plies))))
        rows += told(voice, name, found, believed.get(name))
    groups = [(voice.say("by points"), points)] + ([(voice.say("by belief"), minds)] if minds else [])
    return Figure(
        title,
        voice.say("How far into the game the later winner takes the lead for good: in points, and by what all expect."),
        dots(title, groups, voice.percent, (0.0, 1.0)),
        [voice.say("level"), voice.say("figure"), voice.say("mean"), voice.say("95 % interval")],
        rows,
        legend(study, voice),
    )


def closeness(study: Study, voice: Voice) -> Figure:
    title = voice.say("How close results are")
    ahead = [margins(found.games["score"]).max(axis=1) for found in study.even.values()]
    edges, shares = bins(ahead)
    rows = [
        [
            voice.level(name),
            *voice.cells(mean(one, found.games["deal"])),
            *(voice.number(float(np.quantile(one, at))) for at in (0.05, 0.5, 0.95)),
        ]
        for (name, found), one in zip(study.even.items(), ahead, strict=True)
    ]
    return Figure(
        title,
        voice.say("The share of games that are won by so many points."),
        steps(title, edges, shares, voice.percent, voice.tick),
        [voice.say("level"), voice.say("mean"), voice.say("95 % interval"), "5 %", voice.say("median"), "95 %"],
        rows,
        legend(study, voice),
    )


def told(voice: Voice, name: str, found: Gathered, believed: Array | None) -> list[list[str]]:
    """Return the rows of one level: lead changes, decided, comebacks, closeness, drama, swings."""
    games, plies, score = found.games, found.plies, found.plies["score"]
    ahead = margins(games["score"]).max(axis=1)
    figures: list[tuple[str, Interval, str]] = [
        (voice.say("lead changes, in points"), mean(tension.lead_changes(score, plies)), ",.2f"),
        (voice.say("decided, in points"), mean(tension.decided(score, games, plies)), ".1%"),
        (voice.say("winner was behind at half"), tension.comeback(score, games, plies), ".1%"),
        (voice.say("winner’s margin, in points"), mean(ahead, games["deal"]), ",.2f"),
    ]
    if believed is not None:
        figures += [
            (voice.say("lead changes, by belief"), mean(tension.lead_changes(believed, plies)), ",.2f"),
            (voice.say("decided, by belief"), mean(tension.decided(believed, games, plies)), ".1%"),
            (voice.say("drama"), mean(tension.drama(believed, games, plies)), ",.3f"),
            (voice.say("swings of a quarter"), mean(tension.swings(believed, plies)), ",.2f"),
        ]
    return [[voice.level(name), what, *voice.cells(one, form)] for what, one, form in figures]


# Skill and luck


def skilled(study: Study, voice: Voice) -> Section:
    figures, says = [], []
    rungs = ladder(study)
    if rungs:
        (bot, below), won = list(rungs.items())[-1]
        says.append(
            voice.say(
                "A {bot} player beats {share} of {below} players ({span}).",
                bot=voice.level(bot),
                below=voice.level(below),
                share=voice.percent(won.value),
                span=voice.span(won, ".0%"),
            )
        )
        depth = skill.depth(list(rungs.values()))
        says.append(
            voice.say(
                "From random play to {bot} there are {depth} clear steps, each winning three games of four ({span}).",
                bot=voice.level(bot),
                depth=voice.number(depth.value),
                span=voice.span(depth),
            )
        )
        figures.append(climb(study, voice))
    deal = skill.deal_share(study.even[study.best].games)
    says.append(
        voice.say(
            "The deal alone explains {share} of the results between {level} players ({span}).",
            share=voice.percent(deal.value),
            level=voice.level(study.best),
            span=voice.span(deal, ".0%"),
        )
    )
    return Section("skill", voice.say("Skill and luck"), says, [*figures, luck(study, voice)])


def ladder(study: Study) -> dict[tuple[str, str], Interval]:
    """Return how many of the others each level beats, against the level below it."""
    return {(name, found.setup.names[1]): skill.beaten(found.games, 0) for name, found in study.uneven.items()}


def climb(study: Study, voice: Voice) -> Figure:
    title = voice.say("What better play buys")
    levels = list(study.plan.levels)
    rungs = ladder(study)
    rows = [
        [
            voice.level(bot),
            voice.level(below),
            voice.whole(study.plan.iterations(bot)),
            *voice.cells(won, ".1%"),
            *voice.cells(skill.elo(won), ",.0f"),
        ]
        for (bot, below), won in rungs.items()
    ]
    interval = voice.say("95 % interval")
    groups = [(voice.level(bot), [(levels.index(bot), won)]) for (bot, _), won in rungs.items()]
    return Figure(
        title,
        voice.say("The share of the players one level below that each level beats. Dashed: as good as they are."),
        dots(title, groups, voice.percent, (0.0, 1.0), 0.5),
        [
            voice.say("level"),
            voice.say("against"),
            voice.say("iterations"),
            voice.say("beaten"),
            interval,
            voice.say("Elo"),
            interval,
        ],
        rows,
    )


def luck(study: Study, voice: Voice) -> Figure:
    title = voice.say("What the deal decides")
    found = {name: skill.deal_share(played.games) for name, played in study.even.items()}
    groups = [(voice.level(name), [(number, one)]) for number, (name, one) in enumerate(found.items())]
    rows = [
        [voice.level(name), *voice.cells(one, ".1%"), voice.whole(len(np.unique(study.even[name].games["deal"])))]
        for name, one in found.items()
    ]
    return Figure(
        title,
        voice.say("The share of the results that the deal explains, when equal players play each deal again."),
        dots(title, groups, voice.percent, (0.0, 1.0)),
        [voice.say("level"), voice.say("explained"), voice.say("95 % interval"), voice.say("deals")],
        rows,
    )
