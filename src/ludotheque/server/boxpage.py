"""The page of a game's box: every component as it is drawn, and how certain it is.

What can be corrected is data of the game (`core/corrections.py`); this page is the same for all.
"""

import importlib
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from pathlib import Path
from types import ModuleType
from typing import Any

from ludotheque.core import boxes, registry
from ludotheque.core.components import tag_of
from ludotheque.core.corrections import (
    NO,
    YES,
    Component,
    Corrected,
    Field,
    Given,
    Part,
    Told,
    components_of,
    correct,
    layout_of,
    reason_of,
    standing_of,
)
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.words import N_, NP_, Words, complaint
from ludotheque.scene.model import Piece
from ludotheque.scene.svg import number, placed
from ludotheque.server.text import words_in

TITLE, RULES = N_("The box of {title}"), N_("Rules of {title}")
INTRODUCTION = N_(
    "Every component as it is drawn here, and how certain we are of it. If you own the game and something in your box "
    "is different, correct it here: you see at once what it looks like and whether the file is sound."
)
CERTAINTY = {
    "known": N_("known"),
    "deduced": N_("deduced"),
    "reconstructed": N_("reconstructed"),
    "invented": N_("invented"),
    "corrected": N_("corrected"),
}
MEANING = {
    "known": N_("from the printed rules or an independent source"),
    "deduced": N_("follows from what is known"),
    "reconstructed": N_("our best guess, balanced so that the game works"),
    "invented": N_("ours, since no source describes it"),
    "corrected": N_("changed by an owner of the box"),
}
AS_KNOWN = N_("This is the box as we know it. Nothing has been corrected.")
IN_USE = N_("New tables on this server use this corrected box.")
SOUND = N_("The file is sound: all totals and all components agree with the rules.")
UNSOUND = N_("The file is not sound yet: {reason}.")
CHANGES = NP_("{number} value corrected", "{number} values corrected")
USED = N_("Saved. New tables use this box; tables that are already open keep theirs.")
CORRECT, SEE, DONE = N_("Correct"), N_("See it"), N_("Done")
DOWNLOAD, USE, OVER = N_("Download the file"), N_("Use it for new tables"), N_("Start over")
HOW = N_("To use it with ludotheque on your own machine, put it into a folder that LUDOTHEQUE_COMPONENTS names.")

YES_NO = {True: N_("yes"), False: N_("no")}
TRIED = 32  # boxes whose pictures are kept


@dataclass
class Wish:
    """What a visitor of the page has changed so far, and which component they are correcting."""

    given: Given = field(default_factory=dict)
    open: str = ""


@dataclass(frozen=True)
class Trial:
    """A box that was tried: its pictures by place, or the reason why it cannot be played."""

    pictures: dict[str, str]
    problem: LudothequeError | None = None


# Trying a box


def tried(game: Game, corrected: Corrected) -> Trial:
    """Read a corrected file as the game would, and draw its components."""
    if corrected.problems:
        return Trial({}, corrected.problems[0])
    return _tried(game, corrected.text if corrected.places else "")


@lru_cache(TRIED)
def _tried(game: Game, text: str) -> Trial:
    package = registry.sources()[game.id].partition(":")[0]
    if not text:
        own = boxes.full_name(package, game.components.box)
        return Trial(_pictures(game, own, game.components.data))
    data = tomllib.loads(text)
    copy = boxes.full_name(package, f"trial-{tag_of(data)}")
    with tempfile.TemporaryDirectory(prefix="ludotheque-") as folder:
        file = Path(folder) / f"{game.id}.toml"
        file.write_text(text, encoding="utf-8")
        try:
            with boxes.reading(copy, file, is_kept=False):
                return Trial(_pictures(game, copy, data))
        except LudothequeError as error:
            problem = reason_of(error)
        except Exception as error:  # whatever a strange box does to the game's own code
            problem = LudothequeError("it cannot be read: {error}", error=repr(error))
        with suppress(Exception), boxes.reading(copy, file, is_kept=False, is_lenient=True):
            return Trial(_pictures(game, copy, data), problem)
        return Trial({}, problem)


def _pictures(game: Game, package: str, data: dict[str, Any]) -> dict[str, str]:
    """Draw every component that the game's box.py can draw."""
    if not (game.folder / "box.py").is_file():
        return {}
    drawing: ModuleType = importlib.import_module(f"{package}.box")
    words = Words("en", game.folder)
    return {
        component.place: _svg(game, part, component, drawing.PICTURES[part.at](words, component.row or 0))
        for part in layout_of(game).parts
        if part.view and part.at in drawing.PICTURES
        for component in components_of(part, data)
    }


def _svg(game: Game, part: Part, component: Component, pieces: list[Piece]) -> str:
    assert part.view
    left, top, width, height = part.view
    uses = "".join(
        f'<use href="/art/{game.id}.svg#{escape(piece.sprite)}" transform="{placed(piece)}"/>'
        for piece in sorted(pieces, key=lambda piece: piece.layer)
    )
    box = " ".join(map(number, (left, top, width, height)))
    return (
        f'<svg viewBox="{box}" width="{number(width)}" height="{number(height)}" '
        f'role="img" aria-label="{escape(component.name or component.place)}">{uses}</svg>'
    )


# The page


class Printer:
    """Writes the page of one box in one language."""

    def __init__(self, game: Game, language: str, wish: Wish, *, can_use: bool, is_saved: bool = False) -> None:
        self.game, self.language, self.wish = game, language, wish
        self.can_use, self.is_saved = can_use, is_saved
        self.say = words_in(language)
        self.shipped = registry.load(game.id).components.data
        self.corrected = correct(game, wish.given)
        self.trial = tried(game, self.corrected)
        self.base = tried(game, correct(game, {}))
        self.address = f"/games/{game.id}/box"

    def main(self) -> Iterator[str]:
        rules = f'<a href="/rules/{self.game.id}">{self.text(RULES, title=self.game.title)}</a>'
        yield f"<p>{self.text(INTRODUCTION)}</p><p>{rules}</p>"
        meanings = "".join(f"<li>{self.badge(name)} {self.text(MEANING[name])}</li>" for name in MEANING)
        yield f'<ul class="standings">{meanings}</ul>'
        yield from self.form()
        for part in layout_of(self.game).parts:
            yield from self.part(part)

    def text(self, message: str, **values: object) -> str:
        return escape(self.say(message, **values))

    def told(self, told: Told) -> str:
        return escape(in_language(told, self.language))

    def badge(self, standing: str) -> str:
        return f'<span class="standing is-{standing}">{self.text(CERTAINTY[standing])}</span>' if standing else ""

    # What holds the changes, and says what they amount to

    def form(self) -> Iterator[str]:
        yield f'<form id="box" method="post" action="{self.address}#{escape(self.wish.open)}">'
        default = f'name="open" value="{escape(self.wish.open)}"'
        yield f'<button class="visually-hidden" {default} tabindex="-1" aria-hidden="true">{self.text(SEE)}</button>'
        yield from self.hidden()
        yield f'<section id="verdict" class="card verdict is-{self.state}">'
        yield f'<p role="status">{escape(self.verdict())}</p>'
        if self.corrected.places and not self.is_saved:
            yield f"<p>{escape(self.say.count(CHANGES, len(self.corrected.places)))}</p>"
        yield '<p class="row">'
        if self.state == "sound":
            yield f'<button class="primary" formaction="{self.address}/file">{self.text(DOWNLOAD)}</button>'
            if self.can_use:
                yield f'<button formaction="{self.address}/use">{self.text(USE)}</button>'
        elif not self.corrected.places:
            yield f'<a class="button" href="{self.address}/file">{self.text(DOWNLOAD)}</a>'
        if self.wish.given and not self.is_saved:
            yield f'<a class="button" href="{self.address}">{self.text(OVER)}</a>'
        yield f'</p><p class="how">{self.text(HOW)}</p></section></form>'

    @property
    def state(self) -> str:
        if self.trial.problem:
            return "unsound"
        return "sound" if self.corrected.places else "ours"

    def verdict(self) -> str:
        if self.trial.problem:
            reason = complaint(reason_of(self.trial.problem), self.language)
            return self.say(UNSOUND, reason=reason.rstrip("."))
        if self.is_saved:
            return self.say(USED)
        if self.corrected.places:
            return self.say(SOUND)
        return self.say(IN_USE if self.game.components.box else AS_KNOWN)

    def hidden(self) -> Iterator[str]:
        """Write the changes that no open field shows."""
        for place, values in self.wish.given.items():
            if not (self.wish.open and (place == self.wish.open or place.startswith(f"{self.wish.open}."))):
                yield from (
                    f'<input type="hidden" name="{escape(place)}" value="{escape(value)}">' for value in values or [""]
                )

    # The parts

    def part(self, part: Part) -> Iterator[str]:
        found = components_of(part, self.corrected.data)
        usual = standing_of(Component(part, None, None), self.corrected.data)
        heading = f"<h2>{self.told(part.title)}</h2> {self.badge(usual)}"
        yield f'<section class="part"><header>{heading}</header><p class="source">{self.told(part.source)}</p>'
        yield '<ul class="components">'
        before = components_of(part, self.shipped)
        for component in found:
            ours = before[component.row or 0].value if (component.row or 0) < len(before) else None
            yield from self.component(component, usual, ours)
        yield "</ul></section>"

    def component(self, component: Component, usual: str, ours: Any) -> Iterator[str]:
        place = component.place
        is_open = self.wish.open == place
        standing = standing_of(component, self.corrected.data)
        is_other = self.is_other(component, ours)
        badge = self.badge("corrected" if is_other else standing if standing != usual else "")
        kind = " is-wide" if component.row is None else ""
        yield f'<li id="{escape(place)}" class="component{kind}{" is-open" * is_open}">'
        drawn = self.trial.pictures.get(place) or self.base.pictures.get(place, "")
        yield f'<figure class="drawn">{drawn}</figure>' if drawn else ""
        name = f"<strong>{escape(component.name)}</strong> " if component.name else ""
        yield f'<p class="name">{name}{badge}</p>' if name or badge else ""
        if is_open:
            yield from self.editor(component)
        else:
            yield f'<p class="values">{self.values(component)}</p>'
            if component.part.fields:
                label = escape(
                    f"{self.say(CORRECT)}: {component.name or in_language(component.part.title, self.language)}"
                )
                yield (
                    f'<button form="box" name="open" value="{escape(place)}" aria-label="{label}" '
                    f'formaction="{self.address}#{escape(place)}">{self.text(CORRECT)}</button>'
                )
        yield "</li>"

    def is_other(self, component: Component, ours: Any) -> bool:
        """Say whether a component differs from the one we ship."""
        shipped = Component(component.part, component.row, ours)
        try:
            return [value for *_, value in component.fields()] != [value for *_, value in shipped.fields()]
        except (KeyError, IndexError, TypeError):
            return True

    def values(self, component: Component) -> str:
        """Write what a component says, in words."""
        if component.part.fields:
            pairs = [(self.told(field.label), value) for _, field, value in component.fields()]
        elif isinstance(component.value, dict):
            pairs = [(escape(key), value) for key, value in component.value.items() if key not in ("standing", "id")]
        else:
            pairs = [("", component.value)]
        return " · ".join(f"{label}: {self.said(value)}" if label else self.said(value) for label, value in pairs)

    def said(self, value: Any) -> str:
        """Write a value for people."""
        if isinstance(value, bool):
            return self.text(YES_NO[value])
        if isinstance(value, list):
            return ", ".join(map(self.said, value)) or "–"
        if isinstance(value, dict):
            return ", ".join(f"{escape(key)} {self.said(one)}" for key, one in value.items())
        return escape(str(value))

    # The editor of one component

    def editor(self, component: Component) -> Iterator[str]:
        yield '<div class="editor">'
        for place, one, value in component.fields():
            given = self.wish.given.get(place, [_raw(part) for part in value] if isinstance(value, list) else None)
            yield from self.row(place, one, value, given if given is not None else [_raw(value)])
        yield f'<p class="said is-{self.state}">{escape(self.verdict())}</p><p class="row">'
        there = f'formaction="{self.address}#{escape(component.place)}"'
        for label, opened, kind in ((SEE, component.place, ' class="primary"'), (DONE, "", "")):
            named = f'form="box" name="open" value="{escape(opened)}"'
            yield f"<button{kind} {named} {there}>{self.text(label)}</button>"
        yield "</p></div>"

    def row(self, place: str, one: Field, value: Any, given: list[str]) -> Iterator[str]:
        label = self.told(one.label)
        if not isinstance(value, list):
            hint = f"<small>{self.told(one.help)}</small>" if one.help else ""
            entry = self.input(place, one, value, given[-1])
            yield f'<label class="field"><span>{label}{hint}</span>{entry}</label>'
            return
        slots = max(one.most or len(value), len(given))
        filled = [*given, *[""] * (slots - len(given))]
        like = value[0] if value else ""
        yield f'<fieldset class="many"><legend>{label}</legend>'
        yield f'<small class="hint">{self.told(one.help)}</small>' if one.help else ""
        for number_, text in enumerate(filled, 1):
            yield self.input(place, one, like, text, label=f"{label} {number_}", is_optional=one.most > 0)
        yield "</fieldset>"

    def input(
        self, place: str, one: Field, value: Any, text: str, *, label: str = "", is_optional: bool = False
    ) -> str:
        named = f'form="box" name="{escape(place)}"' + (f' aria-label="{label}"' if label else "")
        if isinstance(value, bool) or one.of:
            values = {"": "–"} if is_optional else {}
            values |= {option: escape(option) for option in one.of} or {
                raw: self.text(YES_NO[raw == YES]) for raw in (YES, NO)
            }
            chosen = "".join(
                f'<option value="{escape(option)}"{" selected" * (option == text)}>{told}</option>'
                for option, told in values.items()
            )
            return f"<select {named}>{chosen}</select>"
        if isinstance(value, int):
            return f'<input type="number" {named} value="{escape(text)}" min="{one.min}" max="{one.max}">'
        return (
            f'<input type="text" {named} value="{escape(text)}" maxlength="80" autocapitalize="off" spellcheck="false">'
        )


def in_language(told: Told, language: str) -> str:
    """Return what is told in this language, or else in English."""
    return told.get(language, told["en"])


def _raw(value: Any) -> str:
    return (YES if value else NO) if isinstance(value, bool) else str(value)
