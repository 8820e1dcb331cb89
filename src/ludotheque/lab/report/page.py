"""A report as one HTML file that needs nothing else."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from ludotheque.core.version import VERSION
from ludotheque.lab.measures import fairness, length, skill, tension
from ludotheque.lab.measures.basic import mean
from ludotheque.lab.report.doing import chosen, secret
from ludotheque.lab.report.drama import decisive_level, ladder, skilled, tense
from ludotheque.lab.report.heat import as_image
from ludotheque.lab.report.pace import fair, pace
from ludotheque.lab.report.plan import Study
from ludotheque.lab.report.plots import mark
from ludotheque.lab.report.shape import glance
from ludotheque.lab.report.voice import Figure, Section, Voice
from ludotheque.scene.svg import cover

STYLES = Path(__file__).parents[2] / "web/base.css", Path(__file__).parent / "report.css"


def page(study: Study, voice: Voice, command: str) -> str:
    """Return the page of what is known so far."""
    title = voice.say("{game}: a report", game=study.plan.game.title)
    return document(voice, title, head(study, voice), sections(study, voice), foot(study, voice, command))


def document(voice: Voice, title: str, top: str, chapters: Sequence[Section], end: str) -> str:
    """Return a page that needs no other file."""
    style = "\n".join(file.read_text(encoding="utf-8") for file in STYLES)
    links = "".join(f'<a href="#{one.name}">{escape(one.title)}</a>' for one in chapters)
    return f"""<!doctype html>
<html lang="{voice.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>
{style}
</style>
</head>
<body>
<header class="bar"><span class="house">Ludothèque</span></header>
<main class="report">
{top}
<nav class="chapters">{links}</nav>
{"".join(chapter(one, voice) for one in chapters)}
{end}
</main>
</body>
</html>
"""


def sections(study: Study, voice: Voice) -> list[Section]:
    """Return the chapters; what is slow only when everything has been played."""
    chapters = [pace(study, voice), fair(study, voice), tense(study, voice), skilled(study, voice)]
    chapters += [chosen(study, voice, study.is_complete), secret(study, voice)]
    return [glance(study, voice), *chapters] if study.is_complete else chapters


# The head: what was studied, and the figures to remember


def head(study: Study, voice: Voice) -> str:
    plan, game = study.plan, study.plan.game
    art = game.folder / "art.svg"
    box = f'<div class="box">{as_image(cover(art), "")}</div>' if game.scene is not None and art.exists() else ""
    options = [
        f"{game.label(game.words(voice.language), name)}: {option_value(study, voice, name)}" for name in plan.options
    ]
    played = voice.say(
        "{games} games by {bots}, and {random} at random",
        games=voice.whole(
            sum(len(found) for name, found in [*study.even.items(), *study.uneven.items()] if name != "random")
        ),
        bots=", ".join(map(voice.level, plan.bots)),
        random=voice.whole(len(study.even["random"])),
    )
    facts = [voice.say("{seats} seats", seats=plan.seats), *options, played]
    if not study.is_complete:
        facts.append(voice.say("more is being played"))
    kicker = voice.say("What the game is like, measured")
    chips = "".join(f"<li>{escape(fact)}</li>" for fact in facts)
    return (
        f'<div class="top">{box}<div><p class="kicker">{escape(kicker)}</p>'
        f'<h1>{escape(game.title)}</h1><ul class="chips">{chips}</ul></div></div>'
        f'<dl class="cards">{"".join(cards(study, voice))}</dl>'
    )


def option_value(study: Study, voice: Voice, name: str) -> str:
    game, value = study.plan.game, study.plan.options[name]
    return game.label(game.words(voice.language), f"{name}={value}") if isinstance(value, str) else str(value)


def cards(study: Study, voice: Voice) -> list[str]:
    """Return the figures to remember, each with its interval."""
    found = study.even[study.best]
    games, plies = found.games, found.plies
    rungs = list(ladder(study).values())
    figures = [
        (voice.say("minutes at the table"), mean(length.minutes(games, plies)), ",.1f"),
        (voice.say("decisions in a game"), mean(games["decisions"], games["deal"]), ",.0f"),
        (voice.say("wins for who begins"), fairness.beginner(games), ".0%"),
        (
            voice.say("of the game until it is decided"),
            mean(tension.decided(decisive_level(study), games, plies)),
            ".0%",
        ),
        *([(voice.say("clear steps of skill"), skill.depth(rungs), ",.1f")] if rungs else []),
        (voice.say("of the result is the deal"), skill.deal_share(games), ".0%"),
    ]
    return [
        f"<div><dt>{escape(name)}</dt><dd>{voice.number(one.value, form)}"
        f"<small>{voice.span(one, form)}</small></dd></div>"
        for name, one, form in figures
    ]


# The chapters


def chapter(section: Section, voice: Voice) -> str:
    said = "".join(f"<p>{escape(sentence)}</p>" for sentence in section.says)
    figures = "".join(figure_of(one, voice) for one in section.figures)
    return (
        f'<section id="{section.name}"><h2>{escape(section.title)}</h2><div class="says">{said}</div>'
        f'<div class="figures">{figures}</div></section>'
    )


def figure_of(figure: Figure, voice: Voice) -> str:
    keys = "".join(
        f'<li><span class="key s{series}">{mark(series)}</span> {escape(name)}</li>' for series, name in figure.legend
    )
    legend = f'<ul class="legend">{keys}</ul>' if keys else ""
    wide, numbers = ' class="wide"' if figure.is_wide else "", voice.say("Numbers")
    return (
        f'<figure{wide}><h3>{escape(figure.title)}</h3><p class="note">{escape(figure.note)}</p>{legend}'
        f"{figure.drawing}<details><summary>{escape(numbers)}</summary>"
        f"{table(figure.head, figure.rows)}</details></figure>"
    )


def table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    heading = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    lines = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{heading}</tr></thead><tbody>{lines}</tbody></table></div>'


# The foot: how it was made


def foot(study: Study, voice: Voice, command: str) -> str:
    plan = study.plan
    thought = ", ".join(
        voice.say("{bot} {iterations}", bot=voice.level(bot), iterations=voice.whole(plan.iterations(bot)))
        for bot in plan.bots
        if plan.iterations(bot)
    )
    said = [
        voice.say("Everything on this page depends on the command, and on no machine:"),
        voice.say(
            "The bots think less than at the table, so that many games can be played: {share} of their iterations "
            "({thought} for a decision).",
            share=voice.exact(plan.thinking),
            thought=thought,
        ),
        voice.say("Intervals hold the truth in 95 cases of 100. Games with the same deal count as one observation."),
        voice.say("docs/measures.md says how each figure is defined, and where it comes from."),
    ]
    title, rules = voice.say("How this was made"), voice.say("rules version {version}", version=plan.game.rules_version)
    version = f"{plan.game.components.edition} · {rules} · Ludothèque {VERSION}"
    return (
        f'<section id="made"><h2>{escape(title)}</h2><p>{escape(said[0])}</p>'
        f"<pre><code>{escape(command)}</code></pre>{''.join(f'<p>{escape(one)}</p>' for one in said[1:])}"
        f'<p class="note">{escape(version)}</p></section>'
    )
