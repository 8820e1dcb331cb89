"""The shelf: a box for each game, written into the home page in the visitor's language."""

import re
from html import escape

from ludotheque.bots.levels import CHAMPION, LEVELS, champion_of
from ludotheque.core import registry, rulebook
from ludotheque.core.corrections import layout_of
from ludotheque.core.game import Game
from ludotheque.core.words import N_, NP_, Words
from ludotheque.server.strength import strengths_of
from ludotheque.server.text import words_in
from ludotheque.table.lesson import has_lesson

COVERS = 5  # colours of boxes, in home.css
SLOT = re.compile(r"\{(\w+)\}")


def boxes(template: str, language: str) -> str:
    """Return the HTML of a box for every game, from a template that is already translated."""
    names = registry.names()
    return "".join(
        filled(template, parts_of(registry.load(name), number, language, is_alone=len(names) == 1))
        for number, name in enumerate(names)
    )


def filled(template: str, parts: dict[str, str]) -> str:
    return SLOT.sub(lambda slot: parts[slot[1]], template)


def parts_of(game: Game, number: int, language: str, is_alone: bool) -> dict[str, str]:
    """Return the parts of a box, as HTML."""
    say, lacks_champion = words_in(language), champion_of(game) is None
    return {
        "id": game.id,
        "number": str(number % COVERS),
        "open": " open" * is_alone,
        "title": escape(game.title),
        "cover": cover(game),
        "players": escape(players(say, game.seats)),
        "minutes": escape(minutes(say, *game.minutes)),
        "promise": escape(rulebook.promise(game, language)),
        "opponents": "".join(opponents(seats - 1, game.seats[0] - 1) for seats in game.seats),
        "box": "" if layout_of(game).parts else " hidden",
        "hidden": " hidden" * lacks_champion,
        "disabled": " disabled" * lacks_champion,
        **dict.fromkeys((*LEVELS, CHAMPION), "") | strengths_of(game.id, language),
        "learn": "" if has_lesson(game) else " hidden",
    }


def cover(game: Game) -> str:
    has_art = (game.folder / "art.svg").is_file()
    return f'<img src="/art/cover/{game.id}.svg" alt="" width="240" height="300">' if has_art else ""


def players(say: Words, seats: range) -> str:
    least, most = seats[0], seats[-1]
    if least == most:
        return say.count(NP_("{number} player", "{number} players"), least)
    return say(N_("{least} to {most} players"), least=least, most=most)


def minutes(say: Words, least: int, most: int) -> str:
    """Return how long a game takes; empty if that is not known."""
    if not most:
        return ""
    return say(N_("{time} min"), time=most if least == most else f"{least}–{most}")


def opponents(number: int, usual: int) -> str:
    checked = " checked" * (number == usual)
    return f'<label><input type="radio" name="opponents" value="{number}"{checked}><span>{number}</span></label>'
