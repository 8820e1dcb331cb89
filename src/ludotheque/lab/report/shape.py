"""The shape of a game at a glance: seven numbers between 0 and 1, beside those of other games."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ludotheque.core import registry
from ludotheque.core.words import N_
from ludotheque.lab.measures import fairness, hidden, length, skill, tension
from ludotheque.lab.measures.basic import mean
from ludotheque.lab.report.drama import decisive_level, ladder
from ludotheque.lab.report.plan import Study
from ludotheque.lab.report.plots import radar
from ludotheque.lab.report.voice import Figure, Section, Voice

KNOWN = Path(__file__).parent / "shapes.json"  # made by tools/shapes.py
AXES = {
    "length": N_("long"),
    "choice": N_("much choice"),
    "fairness": N_("fair"),
    "tension": N_("open to the end"),
    "skill": N_("skill"),
    "luck": N_("luck"),
    "secrets": N_("secrets"),
}
MINUTES, BITS, STEPS = 90.0, 8.0, 10.0  # where the axes of length, choice and skill end

Shape = Mapping[str, float]


@cache
def known() -> dict[str, Shape]:
    """Return the shapes of our games, by id."""
    return {name: row["shape"] for name, row in json.loads(KNOWN.read_text(encoding="utf-8")).items()}


def shape_of(study: Study) -> Shape:
    """Return the seven numbers of a game that was studied, at its highest level."""
    found = study.even[study.best]
    secrets = hidden.secrets(study.plan.game, found)
    numbers = {
        "length": mean(length.minutes(found.games, found.plies)).value / MINUTES,
        "choice": length.bits_per_decision(found.plies).value / BITS,
        "fairness": fairness.balance(found.games).value,
        "tension": mean(tension.decided(decisive_level(study), found.games, found.plies)).value,
        "skill": skill.depth(list(ladder(study).values())).value / STEPS,
        "luck": skill.deal_share(found.games).value,
        "secrets": mean_share(secrets),
    }
    return {name: round(min(1.0, max(0.0, value)), 3) for name, value in numbers.items()}


def mean_share(found: hidden.Secrets) -> float:
    """Return the share of what can be hidden that a guess gets wrong, on average over the game."""
    known = [one.value for one in found.over_time if one.value == one.value]
    return sum(known) / len(known) / found.entries if found.entries and known else 0.0


def glance(study: Study, voice: Voice) -> Section:
    game, own, others = study.plan.game, shape_of(study), known()
    axes = [voice.say(name) for name in AXES.values()]
    values = [own[name] for name in AXES]
    usual = [sum(other[name] for other in others.values()) / len(others) for name in AXES] if others else []
    title = voice.say("The shape of {game}", game=game.title)
    rest = {name: shape for name, shape in others.items() if name != game.id}
    small = "".join(
        f'<div class="small">{radar(registry.load(name).title, [], [shape[axis] for axis in AXES], size=96)}'
        f"<span>{registry.load(name).title}</span></div>"
        for name, shape in rest.items()
    )
    drawn = f'<div class="shapes">{radar(title, axes, values, usual)}<div class="others">{small}</div></div>'
    head = [voice.say("axis"), game.title, *(registry.load(name).title for name in rest)]
    rows = [
        [
            voice.say(label),
            voice.number(own[axis], ".2f"),
            *(voice.number(shape[axis], ".2f") for shape in rest.values()),
        ]
        for axis, label in AXES.items()
    ]
    note = voice.say(
        "Dashed: the average of our five games. The small ones were measured in the same way, with two seats."
    )
    return Section("shape", voice.say("At a glance"), [], [Figure(title, note, drawn, head, rows, is_wide=True)])
