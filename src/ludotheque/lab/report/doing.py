"""The chapters on choices and on hidden information."""

from html import escape

from ludotheque.lab.gather import Gathered, replay
from ludotheque.lab.measures import choices, hidden
from ludotheque.lab.measures.choices import Use
from ludotheque.lab.report.heat import as_image, board, heat_map, middle, spots
from ludotheque.lab.report.pace import across, legend, over_time
from ludotheque.lab.report.plan import Study
from ludotheque.lab.report.plots import dots, lines
from ludotheque.lab.report.voice import Figure, Section, Voice

MOST_KINDS = 12
MOST_SPOTS = 40


# Choices


def chosen(study: Study, voice: Voice, is_drawn: bool) -> Section:
    """Return the chapter; the maps are slow, and are drawn when everything is played."""
    figures = [kinds(study, voice)] if len(study.plan.game.actions.kinds) > 1 else []
    figures += [openings(study, voice), *lifts(study, voice)]
    if is_drawn and study.plan.game.scene is not None:
        figures += maps(study, voice)
    return Section("choices", voice.say("Choices"), unused(study, voice), figures)


def unused(study: Study, voice: Voice) -> list[str]:
    """Say what nobody chooses, and what only players without a plan choose."""
    actions = study.plan.game.actions
    by_level = [choices.components(actions, found.games, found.plies) for found in study.even.values()]
    dead, shunned = [], []
    for place in by_level[0]:
        same = [level[place] for level in by_level]
        dead += [f"{place[0]} {name}" for name in choices.dead(same)]
        shunned += [f"{place[0]} {name}" for name in choices.shunned(same[0], same[-1])] if len(same) > 1 else []
    kinds_of = [choices.kinds(actions, found.games, found.plies) for found in study.even.values()]
    dead = [*choices.dead(kinds_of), *(name for name in dead if name.split()[0] not in choices.dead(kinds_of))]
    said = []
    for message, names in (
        (voice.say("Never chosen by anybody: {names}."), dead),
        (voice.say("Chosen by chance, but shunned by players who think: {names}."), shunned),
    ):
        if names:
            listed = ", ".join(names[:MOST_KINDS]) + (" …" if len(names) > MOST_KINDS else "")
            said.append(message.format(names=listed))
    return said or [voice.say("Every component is used.")]


def kinds(study: Study, voice: Voice) -> Figure:
    title = voice.say("What players do")
    actions = study.plan.game.actions
    by_level = {name: choices.kinds(actions, found.games, found.plies) for name, found in study.even.items()}
    best = sorted(range(len(actions.kinds)), key=lambda kind: -max(uses[kind].per_game for uses in by_level.values()))
    groups = [
        (names_of(study)[kind], [(number, uses[kind].share) for number, uses in enumerate(by_level.values())])
        for kind in best[:MOST_KINDS]
        if any(uses[kind].per_game for uses in by_level.values())
    ]
    rows = [used(voice, voice.level(name), uses[kind]) for kind in best for name, uses in by_level.items()]
    return Figure(
        title,
        voice.say("The share of each kind of action among all; the table says how those who chose it ended."),
        dots(title, groups, voice.percent),
        used_head(voice),
        rows,
        legend(study, voice),
    )


def names_of(study: Study) -> list[str]:
    return list(study.plan.game.actions.kinds)


def used_head(voice: Voice) -> list[str]:
    interval = voice.say("95 % interval")
    return [
        voice.say("action"),
        voice.say("level"),
        voice.say("per game"),
        voice.say("share"),
        interval,
        voice.say("others beaten"),
        interval,
    ]


def used(voice: Voice, level: str, use: Use) -> list[str]:
    cells = [*voice.cells(use.share, ".1%"), *voice.cells(use.result, ".1%")]
    return [use.name, level, voice.number(use.per_game, ",.2f"), *cells]


def openings(study: Study, voice: Voice) -> Figure:
    title = voice.say("First moves and their worth")
    found = study.even[study.best]
    number = list(study.even).index(study.best)
    groups, rows = [], []
    for opening in choices.openings(found.games, found.plies):
        label = first_words(study, found, opening)
        groups.append((short(label), [(number, opening.result)]))
        rows.append([label, *voice.cells(opening.share, ".1%"), *voice.cells(opening.result, ".1%")])
    interval = voice.say("95 % interval")
    return Figure(
        title,
        voice.say(
            "The most frequent first decisions of {level} players, and the share of the others they then beat.",
            level=voice.level(study.best),
        ),
        dots(title, groups, voice.percent, (0.0, 1.0), 0.5),
        [voice.say("action"), voice.say("share"), interval, voice.say("others beaten"), interval],
        rows,
        [(number, voice.level(study.best))],
    )


def first_words(study: Study, found: Gathered, opening: choices.Opening) -> str:
    """Return a first move as a record writes it."""
    game, plies = study.plan.game, found.plies
    own = plies["game"] == opening.game
    row = int((own & (plies["choices"] > 1) & (plies["action"] == opening.action)).nonzero()[0][0])
    state = replay(game, found, opening.game)[int(plies["ply"][row])]
    return game.notation.text(state, int(plies["seat"][row]), opening.action)


def lifts(study: Study, voice: Voice) -> list[Figure]:
    """Return the components whose users win clearly more, or less, than their share."""
    found, number = study.even[study.best], list(study.even).index(study.best)
    every = [
        (f"{kind} {use.name}", use)
        for (kind, _), uses in choices.components(study.plan.game.actions, found.games, found.plies).items()
        for use in uses
        if use.per_game > 0
    ]
    clear = [(name, use) for name, use in every if use.result.low > 0.5 or use.result.high < 0.5]
    if not clear:
        return []
    clear.sort(key=lambda one: -abs(one[1].result.value - 0.5))
    title = voice.say("What winners do")
    groups = [(short(name), [(number, use.result)]) for name, use in clear[:MOST_KINDS]]
    return [
        Figure(
            title,
            voice.say(
                "Components whose users beat clearly more or fewer than half of the others. Of {number} that were "
                "compared, about {chance} would be here by chance.",
                number=len(every),
                chance=voice.whole(0.05 * len(every)),
            ),
            dots(title, groups, voice.percent, (0.0, 1.0), 0.5),
            used_head(voice),
            [[name, *used(voice, voice.level(study.best), use)[1:]] for name, use in clear],
            [(number, voice.level(study.best))],
        )
    ]


def short(label: str) -> str:
    return label if len(label) <= 15 else label[:14] + "…"


def maps(study: Study, voice: Voice) -> list[Figure]:
    """Return where things are done: by the best players, and by chance."""
    game = study.plan.game
    words = game.words(voice.language)
    scene = board(game, words, middle(game, study.even[study.best]))
    figures = []
    for level in dict.fromkeys((study.best, "random")):
        found = spots(game, words, study.even[level], scene)
        if not found:
            continue
        title = voice.say("Where {level} players reach", level=voice.level(level))
        rows = [
            [spot.place.label or spot.place.id, voice.exact(spot.share), voice.exact(spot.result)]
            for spot in found[:MOST_SPOTS]
        ]
        figures.append(
            Figure(
                title,
                voice.say("The stronger the colour, the more often this place is picked. The position is an example."),
                as_image(heat_map(game, scene, found), escape(title)),
                [voice.say("place"), voice.say("share"), voice.say("others beaten")],
                rows,
            )
        )
    return figures


# Hidden information


def secret(study: Study, voice: Voice) -> Section:
    game, title = study.plan.game, voice.say("Hidden information")
    if not game.hides:
        return Section("hidden", title, [voice.say("Nothing is hidden from a seat, except what chance will bring.")])
    found = {name: hidden.secrets(game, played) for name, played in study.even.items()}
    best = found[study.best]
    says = [
        voice.say(
            "A player who guesses what is hidden gets {start} entries of the position wrong at the start and {end} "
            "just before the end, of {entries} that can be hidden.",
            start=voice.number(best.start.value),
            end=voice.number(best.end.value),
            entries=best.entries,
        )
    ]
    series = [one.over_time for one in found.values()]
    head, rows = over_time(voice, [name for _, name in legend(study, voice)], series, ",.2f")
    name = voice.say("How much is hidden")
    figure = Figure(
        name,
        voice.say("Entries of the position that a player’s guess gets wrong, over the course of a game."),
        lines(name, series, voice.tick, across(voice)),
        head,
        rows,
        legend(study, voice),
    )
    return Section("hidden", title, says, [figure])
