"""The rules of a game as a page to read.

The rulebook is rendered on the server, so that it can be read, printed and linked to without
scripts: first a summary, then the numbered sentences with pictures, and last what only records and
programs need.
"""

import re
from collections.abc import Iterator
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ludotheque.core import rulebook
from ludotheque.core.corrections import layout_of
from ludotheque.core.game import Game
from ludotheque.core.rulebook import Chapter, Layout, Picture
from ludotheque.core.words import N_, Words
from ludotheque.scene import figures
from ludotheque.server.text import words_in

CONTENTS = N_("Contents")
RECORDS = N_("For records and programs")
RULING = N_("our ruling")
BOX = N_("The box of {title}")
WHY = N_("The printed rules leave this open or can be read in two ways; this is how we decided.")

NUMBER = re.compile(r"(R\d+\.\d+) ")  # at the beginning of a sentence
REFERENCE = re.compile(r"\b(R\d+(?:\.\d+)?)\b")
SPAN = re.compile(r"R(\d+)\.(\d+)(?: [^,]+ R\d+\.(\d+))?")  # R8.2, or "R8.2 to R8.5" in any language
ROW = re.compile(r"^\| (R\d[^|]*) \| (.*) \|$", re.MULTILINE)
RULED = re.compile(r"\*\(\w+\)\*")  # the mark of our own rulings in a rulebook
HEADING = re.compile(r"^(#+ )", re.MULTILINE)
TABLE = re.compile(r"^\|.*\|$\n?", re.MULTILINE)

WIDEST, HIGHEST = 640, 300  # of a picture, in pixels

Labeled = tuple[str, str]  # an id and a title


def article_of(game: Game, language: str) -> str:
    """Return the rules of a game in one language, as HTML."""
    return "\n".join(Printer(game, language).article())


def picture_name(index: int, ply: int, *, is_dark: bool = False) -> str:
    """Return the file name of one of the layout's pictures, after `ply` plies."""
    return f"{index}-{ply}-{'night' if is_dark else 'day'}.svg"


class Printer:
    """Writes one rulebook as HTML."""

    def __init__(self, game: Game, language: str) -> None:
        self.game, self.language = game, language
        text = rulebook.path(game, language).read_text(encoding="utf-8")
        english = rulebook.chapters_of(rulebook.path(game).read_text(encoding="utf-8"))
        self.say: Words = words_in(language)
        self.layout: Layout = rulebook.layout_of(game)
        self.chapters = rulebook.chapters_of(text)
        self.named = {chapter.title: own for chapter, own in zip(english, self.chapters, strict=True)}
        self.sentences = rulebook.sentences_of(text)
        self.addresses = {*self.sentences, *(chapter.number for chapter in self.chapters if chapter.number)}
        self.reasons = dict(self._reasons())
        self.markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
        self.markdown.core.ruler.push("rules", lambda state: self._mark(state.tokens))
        self.markdown.add_render_rule("table_open", lambda *_: '<div class="scroll" tabindex="0"><table>')
        self.markdown.add_render_rule("table_close", lambda *_: "</table></div>")

    # The parts of the page, in order

    def article(self) -> Iterator[str]:
        first, *rest = self.chapters
        lead, _, about = first.body.partition("\n\n")
        last = [self.named[title] for title in self.layout.records]
        glossary, rules = _before_the_rules([chapter for chapter in rest if chapter not in last])
        notation = "\n\n".join([about, *(TABLE.sub("", chapter.body) for chapter in glossary)])
        shown = [*map(_only_table, glossary), *rules]
        yield f'<div class="lead">{self.markdown.render(lead)}</div>'
        if layout_of(self.game).parts:
            title = escape(self.say(BOX, title=self.game.title))
            yield f'<p><a href="/games/{self.game.id}/box">{title}</a></p>'
        yield from self.summary()
        yield self.contents([*map(self.label, shown), ("records", self.say(RECORDS))])
        if self.reasons or RULED.search("".join(chapter.body for chapter in rules)):
            yield f'<p id="our-ruling" class="legend">{self.badge("")} {escape(self.say(WHY))}</p>'
        yield from map(self.chapter, shown)
        yield f'<section id="records" class="records"><h2>{escape(self.say(RECORDS))}</h2>'
        yield self.markdown.render(notation)
        yield from (self.chapter(chapter, "h3") for chapter in last)
        yield "</section>"

    def summary(self) -> Iterator[str]:
        """Render the summary, with its headings one level lower."""
        path = rulebook.summary_path(self.game, self.language)
        if path.is_file():
            text = HEADING.sub(r"#\1", path.read_text(encoding="utf-8"))
            yield f'<section id="summary" class="summary card">{self.markdown.render(text)}</section>'

    def contents(self, entries: list[Labeled]) -> str:
        title = escape(self.say(CONTENTS))
        items = "".join(f'<li><a href="#{name}">{escape(title)}</a></li>' for name, title in entries)
        return f'<nav id="contents" class="contents" aria-label="{title}"><h2>{title}</h2><ul>{items}</ul></nav>'

    def label(self, chapter: Chapter) -> Labeled:
        """Return the id of a chapter, and its title in the contents."""
        titles = [one.title for one in self.chapters]
        return chapter.number or f"chapter-{titles.index(chapter.title)}", f"{chapter.number} {chapter.title}".strip()

    def chapter(self, chapter: Chapter, heading: str = "h2") -> str:
        name, _ = self.label(chapter)
        number = f'<span class="number">{chapter.number}</span> ' if chapter.number else ""
        title = f"<{heading}>{number}{escape(chapter.title)}</{heading}>"
        return f'<section id="{name}">{title}{self.markdown.render(chapter.body)}</section>'

    # Markup in the rulebook

    def _reasons(self) -> Iterator[tuple[str, str]]:
        """Yield the number of every sentence in the chapter of our rulings, with its reason."""
        chapter = self.named.get(self.layout.rulings)
        for numbers, reason in ROW.findall(chapter.body if chapter else ""):
            for number in _listed(numbers):
                if number in self.sentences:
                    yield number, reason.replace("`", "")

    def badge(self, why: str) -> str:
        """Return the badge of a ruling; its reason is shown on hover."""
        label = escape(self.say(RULING))
        if not why:
            return f'<span class="ruling">{label}</span>'
        return (
            f'<a class="ruling" href="#our-ruling" aria-describedby="our-ruling" data-why="{escape(why)}">{label}</a>'
        )

    def _mark(self, tokens: list[Token]) -> None:
        """Give sentences their anchors, and style rule numbers, rulings and codes."""
        number = ""
        done: list[Token] = []
        for before, token in zip([None, None, *tokens], tokens, strict=False):
            if token.type == "inline":
                opening = before if before and before.type == "list_item_open" else None
                number = self._mark_sentence(token, opening) or number
                token.children = list(self._marked(token.children or []))
            elif token.type == "list_item_close" and number:
                done.append(_html(self._pictures(number), "html_block"))
                number = ""
            done.append(token)
        for token in done:
            if token.type.startswith("bullet_list") and any(one.attrGet("id") for one in done):
                token.tag = "ol"
                if token.nesting > 0:
                    token.attrSet("class", "sentences")
        tokens[:] = done

    def _mark_sentence(self, inline: Token, item: Token | None) -> str:
        """Give a numbered sentence its id; return its number, if it has one."""
        found = NUMBER.match(inline.content) if item else None
        if not found or not inline.children or item is None:
            return ""
        number = found[1]
        item.attrSet("id", number)
        inline.children[0].content = inline.children[0].content.removeprefix(found[0])
        start = _html(f'<a class="number" href="#{number}">{number}</a><span>')
        badge = f" {self.badge(self.reasons[number])}" if number in self.reasons else ""
        inline.children = [start, *inline.children, _html(f"{badge}</span>")]
        return number

    def _marked(self, tokens: list[Token]) -> Iterator[Token]:
        rest = iter(tokens)
        for token in rest:
            if token.type == "code_inline":
                token.attrSet("class", "tag")
                yield token
            elif token.type == "em_open":
                text = next(rest)
                if text.content.startswith("("):
                    next(rest)
                    yield _html(self.badge(self.say(WHY)))
                else:
                    yield from (token, text)
            elif token.type == "text":
                yield _html(REFERENCE.sub(self._linked, escape(token.content, quote=False)))
            else:
                yield token

    def _linked(self, found: re.Match[str]) -> str:
        return f'<a href="#{found[1]}">{found[1]}</a>' if found[1] in self.addresses else found[1]

    # Pictures

    def _pictures(self, number: str) -> str:
        return "".join(
            self._figure(index, picture)
            for index, picture in enumerate(self.layout.pictures)
            if picture.rule == number and figures.can_draw(self.game, picture)
        )

    def _figure(self, index: int, picture: Picture) -> str:
        """Return a picture with its caption, which also serves as its alternative text."""
        caption = escape(picture.caption[self.language])
        texts = [caption, *[""] * (len(picture.plies) - 1)]
        images = "".join(self._image(index, picture, ply, text) for ply, text in zip(picture.plies, texts, strict=True))
        return (
            f'<figure><div class="images">{images}</div><figcaption aria-hidden="true">{caption}</figcaption></figure>'
        )

    def _image(self, index: int, picture: Picture, ply: int, text: str) -> str:
        scene = figures.cut(self.game, picture, ply)
        scale = min(1, WIDEST / scene.width, HIGHEST / scene.height)
        day, night = (f"/rules/{self.game.id}/{picture_name(index, ply, is_dark=is_dark)}" for is_dark in (False, True))
        return (
            f'<picture><source media="(prefers-color-scheme: dark)" srcset="{night}">'
            f'<img src="{day}" alt="{text}" width="{scene.width * scale:.0f}" height="{scene.height * scale:.0f}"'
            ' loading="lazy"></picture>'
        )


def _before_the_rules(chapters: list[Chapter]) -> tuple[list[Chapter], list[Chapter]]:
    """Return the chapters before the first rule, and the others.

    Apart from their tables, the first ones describe notation.
    """
    first = next((place for place, chapter in enumerate(chapters) if chapter.number), 0)
    return chapters[:first], chapters[first:]


def _only_table(chapter: Chapter) -> Chapter:
    return chapter._replace(body="".join(TABLE.findall(chapter.body)))


def _listed(numbers: str) -> Iterator[str]:
    """Yield the numbers listed in a table row: `R3.1, R3.2`, or `R8.2 to R8.5`."""
    for chapter, first, last in SPAN.findall(numbers):
        yield from (f"R{chapter}.{number}" for number in range(int(first), int(last or first) + 1))


def _html(content: str, kind: str = "html_inline") -> Token:
    return Token(kind, "", 0, content=content)
