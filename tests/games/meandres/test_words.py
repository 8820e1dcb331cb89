"""The words of the printed booklet: what its French, English and German parts call a thing is what
the rulebooks and the catalogues call it.
"""

import re

import pytest

from ludotheque.core import rulebook
from ludotheque.core.words import LANGUAGES
from ludotheque.games.meandres import text
from ludotheque.games.meandres.components import LEGEND_NAMES
from ludotheque.games.meandres.rules.codes import Event
from ludotheque.games.meandres.state import Phase
from tests.games.meandres.boards import GAME

BOOKLET = {
    "fiend": {"fr": "Seigneur de la Trouille", "en": "Fiend of Fear", "de": "Gebieter des Fracksausens"},
    "spawn": {"fr": "Rejeton", "en": "Spawn", "de": "Sprössling"},
    "influence": {"fr": "Emprise", "en": "Influence", "de": "Einfluss"},
    "legend": {"fr": "Légendaire", "en": "Legend", "de": "Sagenumwobener"},
    "dance": {"fr": "Danse", "en": "Dance", "de": "Tanz"},
    "row": {"fr": "Rivière", "en": "Row", "de": "Auslage"},
    "standard": {"fr": "Danse Classique", "en": "Standard Dance", "de": "Standardtanz"},
    "despair": {"fr": "Danse de la Dèche", "en": "Dance of Despair", "de": "Pleitentanz"},
    "leap": {"fr": "Saute-Rejeton", "en": "Spawn Drop", "de": "Sprösslingssprung"},
    "infernal": {"fr": "Danse Infernale", "en": "Infernal Dance", "de": "Höllentanz"},
    "simple": {"fr": "Songe Simple", "en": "Simple Dream", "de": "Einfacher Traum"},
    "hazy": {"fr": "Songe en Pointillés", "en": "Hazy Dream", "de": "Verschleierter Traum"},
    "sublime": {"fr": "Songe Exalté (x2)", "en": "Sublime Dream (x2)", "de": "Schwärmerischer Traum (x2)"},
    "celestial": {"fr": "Songe Céleste", "en": "Celestial Dream", "de": "Himmlischer Traum"},
}
LEGENDS = {
    "baba_yaga": {"fr": "Baba Yaga", "en": "Baba Yaga", "de": "Baba Yaga"},
    "killer_clown": {"fr": "Clown Tueur", "en": "Killer Clown", "de": "Mörderclown"},
    "bloody_mary": {"fr": "Bloody Mary", "en": "Bloody Mary", "de": "Bloody Mary"},
    "jack_o_lantern": {"fr": "Jack O’Lantern", "en": "Jack O'Lantern", "de": "Jack O’Lantern"},
    "okiku": {"fr": "Okiku", "en": "Okiku", "de": "Okiku"},
    "bathory": {"fr": "Élisabeth Báthory", "en": "Élisabeth Báthory", "de": "Élisabeth Báthory"},
    "krampus": {"fr": "Krampus", "en": "Krampus", "de": "Krampuz"},
    "bogeyman": {"fr": "Croque Mitaine", "en": "Boogyman", "de": "Butzemann"},
    "white_lady": {"fr": "Dame Blanche", "en": "Resurrection Mary", "de": "weiße Dame"},
}
SAID = {  # a message that speaks of each thing, and the part of the booklet's term that a short label keeps
    "fiend": (text.FIEND_LABEL, {"fr": "Seigneur", "en": "Fiend", "de": "Gebieter"}),
    "spawn": (text.SPAWN_LABEL, BOOKLET["spawn"]),
    "influence": (text.CARD_LABEL, BOOKLET["influence"]),
    "legend": (text.AREAS["legends"], {"fr": "Légendaire", "en": "Legend", "de": "Sagenumwobene"}),
    "dance": (text.PROMPTS[Phase.STEP], BOOKLET["dance"]),
    "row": ("Row, from the deck: {row}", BOOKLET["row"]),
    "despair": (text.DESPAIR_LABEL, BOOKLET["despair"]),
    "leap": (text.EVENTS[Event.LEAPT], BOOKLET["leap"]),
    "infernal": (text.INFERNAL_PROMPT, BOOKLET["infernal"]),
    "simple": (text.KIND_WORDS[0], {"fr": "simple", "en": "simple", "de": "einfach"}),
    "hazy": (text.KIND_WORDS[1], {"fr": "en pointillés", "en": "hazy", "de": "verschleiert"}),
    "sublime": (text.KIND_WORDS[2], {"fr": "exalté", "en": "sublime", "de": "schwärmerisch"}),
    "celestial": (text.KIND_WORDS[3], {"fr": "céleste", "en": "celestial", "de": "himmlisch"}),
}
PRINTED = ("fr", "en", "de")


@pytest.mark.parametrize("language", PRINTED)
@pytest.mark.parametrize("thing", BOOKLET)
def test_the_rulebook_uses_the_booklets_term(thing: str, language: str) -> None:
    assert BOOKLET[thing][language].casefold() in rulebook.path(GAME, language).read_text().casefold()


@pytest.mark.parametrize("language", PRINTED)
@pytest.mark.parametrize("thing", SAID)
def test_the_catalogue_uses_the_booklets_term(thing: str, language: str) -> None:
    message, terms = SAID[thing]
    words = GAME.words(language)
    values = dict.fromkeys(re.findall(r"{(\w+)}", message), "0") | {"seat": words.seat(0)}
    assert terms[language].casefold() in words(message, **values).casefold()


@pytest.mark.parametrize("language", PRINTED)
@pytest.mark.parametrize("name", LEGENDS)
def test_legends_have_the_booklets_names(name: str, language: str) -> None:
    said = LEGENDS[name][language]
    assert said in text.legend(GAME.words(language), LEGEND_NAMES.index(name))
    assert said in rulebook.path(GAME, language).read_text()


def test_the_components_have_no_words_of_their_own() -> None:
    assert "words" not in GAME.components.data


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_are_not_called_chairs(language: str) -> None:
    """In English a record counts seats; the other languages say player there too."""
    chairs = {
        "fr": r"\bsièges?\b",
        "de": r"\b(?:von|auf|mit) Platz \d|\bStuhl",
        "nl": r"\bstoel",
        "en": r"\b(?:chair|stool)",
    }
    said = rulebook.path(GAME, language).read_text()
    if language != "en":
        said += (GAME.folder / "locale" / f"{language}.po").read_text()
    assert not re.search(chairs[language], said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_are_explained_and_fiends_have_names(language: str) -> None:
    words = GAME.words(language)
    assert all(len(GAME.explain(words, option.name)) > 80 for option in GAME.options)
    assert GAME.pawns is not None
    assert len({GAME.label(words, name) for name in GAME.pawns.values}) == 4
