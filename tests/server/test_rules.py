"""The rules as people read them: rendered, with pictures, and nothing of the markdown left."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import brotli
import httpx
import pytest

from ludotheque.core import registry, rulebook
from ludotheque.core.words import LANGUAGES
from ludotheque.scene import figures
from ludotheque.scene.svg import SVG
from ludotheque.server.rulepage import article_of, picture_name

GAMES = ["sarena", "labyrinth", "viva_catrina", "meandres", "dream_runners"]
LARGEST = 16_000  # bytes of a picture, as it is sent
each_game = pytest.mark.parametrize("name", GAMES)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def words_of(html: str) -> str:
    """What a reader sees, without tags."""
    return re.sub(r"<[^>]+>", "", html)


@each_language
@each_game
def test_every_sentence_has_an_address_and_no_markdown_is_left(name: str, language: str) -> None:
    game = registry.load(name)
    html = article_of(game, language)
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert set(rulebook.sentences_of(rulebook.path(game, language).read_text())) <= set(ids)
    assert not re.search(r"`|\*|\| |^#|^- ", words_of(html), re.MULTILINE)
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids)


@each_game
def test_the_same_sentences_are_marked_as_ours_in_every_language(name: str) -> None:
    marked = {
        language: re.findall(r'<li id="([^"]+)">(?:(?!</li>).)*class="ruling"', html, re.DOTALL)
        for language in LANGUAGES
        if (html := article_of(registry.load(name), language))
    }
    assert len(marked["en"]) >= 10
    assert all(numbers == marked["en"] for numbers in marked.values())


def test_a_ruling_says_why_and_a_legend_says_what_it_is() -> None:
    html = article_of(registry.load("sarena"), "en")
    assert 'data-why="The booklet describes no other end.">our ruling</a>' in html
    assert '<p id="our-ruling" class="legend"><span class="ruling">our ruling</span> The printed rules' in html


def test_codes_are_tags_and_numbers_of_rules_are_links() -> None:
    html = article_of(registry.load("dream_runners"), "en")
    assert '<code class="tag">F</code> or <code class="tag">B</code> on it' in html
    assert 'when calm is settled (<a href="#R6.7">R6.7</a>)' in html


@each_language
@each_game
def test_the_summary_comes_first_and_notation_last(name: str, language: str) -> None:
    game = registry.load(name)
    html = article_of(game, language)
    sections = re.findall(r'<(?:section|nav) id="([^"]+)"', html)
    assert sections[0] == "summary"
    chapters = rulebook.chapters_of(rulebook.path(game).read_text())
    last = [f"chapter-{number}" for number, one in enumerate(chapters) if one.title in rulebook.layout_of(game).records]
    assert sections[-len(last) - 1 :] == ["records", *last]
    assert f"ludotheque rules {name}" in words_of(html[html.index('id="records"') :])


def test_what_a_rulebook_says_is_escaped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = tmp_path / "rulebook.md"
    book.write_text("# X\n\n<b>Bold</b> & `<i>`.\n\n## R1 <script>\n\n- R1.1 <img src=x onerror=y> R1.1\n")
    monkeypatch.setattr(rulebook, "path", lambda *_: book)
    html = article_of(registry.load("toy"), "en")
    assert "&lt;b&gt;Bold&lt;/b&gt; &amp; <code" in html
    assert not re.search(r"<(script|img|b|i)\b", html)


def test_a_game_without_a_layout_is_rendered_too() -> None:
    html = article_of(registry.load("toy"), "fr")
    assert '<li id="R2.4">' in html
    assert "<figure" not in html


# Pictures


@each_game
def test_pictures_are_small_well_formed_and_always_the_same(name: str) -> None:
    game = registry.load(name)
    for picture in rulebook.layout_of(game).pictures:
        assert figures.can_draw(game, picture)
        for ply in picture.plies:
            svg = figures.draw(game, picture, ply)
            assert len(brotli.compress(svg.encode())) < LARGEST
            assert figures.draw(game, picture, ply) == svg
            used = {use.get("href", "")[1:] for use in ET.fromstring(svg).iter(f"{{{SVG}}}use")}
            assert used <= set(re.findall(r'\bid="([^"]+)"', svg))


@each_game
def test_what_changes_between_two_pictures_can_be_seen(name: str) -> None:
    game = registry.load(name)
    for picture in rulebook.layout_of(game).pictures:
        drawn = {figures.draw(game, picture, ply) for ply in picture.plies}
        bounds = {re.search(r'viewBox="([^"]+)"', svg)[1] for svg in drawn}  # type: ignore[index]
        assert (len(drawn), len(bounds)) == (len(picture.plies), 1)


def test_pictures_do_not_wait_for_the_compiler() -> None:
    sarena = registry.load("sarena")
    assert figures.plain_twin(sarena).is_plain
    assert figures.plain_twin(sarena) is not sarena


def test_a_picture_of_something_that_is_not_there_is_a_mistake() -> None:
    wrong = rulebook.Picture("R1.1", (0,), ("z9",), {})
    with pytest.raises(KeyError, match="z9"):
        figures.draw(registry.load("sarena"), wrong, 0)


def test_without_a_lesson_there_are_no_pictures() -> None:
    toy = registry.load("toy")
    assert not figures.can_draw(toy, rulebook.Picture("R1.1", (0,), ("a1",), {}))


# Over HTTP


def test_the_page_comes_in_the_readers_language(address: str) -> None:
    page = httpx.get(f"{address}/rules/sarena", headers={"accept-language": "fr"}, trust_env=False).text
    assert '<html lang="fr">' in page
    assert "<title>Règles de Sarena · Ludothèque</title>" in page
    assert "<h2>Sarena en une page</h2>" in page
    assert "notre arbitrage" in page


@pytest.mark.parametrize("is_dark", [False, True])
def test_a_picture_is_sent_and_kept_by_the_browser(address: str, is_dark: bool) -> None:
    path = f"{address}/rules/sarena/{picture_name(0, 1, is_dark=is_dark)}"
    first = httpx.get(path, trust_env=False)
    assert (first.status_code, first.headers["content-type"].partition(";")[0]) == (200, "image/svg+xml")
    again = httpx.get(path, headers={"if-none-match": first.headers["etag"]}, trust_env=False)
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    ["sarena/0-2-day.svg", "sarena/9-1-day.svg", "sarena/0-1-dusk.svg", "sarena/x", "nothing", "nothing/0-1-day.svg"],
)
def test_nothing_else_is_there(address: str, path: str) -> None:
    assert httpx.get(f"{address}/rules/{path}", trust_env=False).status_code == 404
