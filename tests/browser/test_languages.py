"""French, German and Dutch on a phone: nothing sticks out, nothing is cut off, nothing keeps
somebody out (axe). And the language can be changed at the table.
"""

import pytest
from playwright.sync_api import Page, expect

from ludotheque.check.hands import ASKING, PHONE, open_table, seq, wait_for_turn
from ludotheque.check.visits import check_access
from ludotheque.check.warmth import warm
from ludotheque.core import registry
from ludotheque.core.naming import Names
from ludotheque.core.words import ENGLISH, LANGUAGES, Words
from ludotheque.server.text import WEB
from ludotheque.table.text import words_in
from tests.browser.conftest import Visitor

PAGES = {  # and what must be there before one looks
    "/": ".play-now",
    "/new?game=meandres": ".chair-kind",
    "/rules/dream_runners": "#R3\\.5",
    "/account": "#guest:not([hidden])",
    "/lobby": "#open-tables li",
    "/about": "h1",
}
GAMES = [name for name in registry.names() if registry.load(name).folder.is_relative_to(WEB.parent)]
OPEN = """async ([game, ...levels]) => {
  const seats = [{ kind: "you" }, ...levels.map((level) => ({ kind: "bot", level }))];
  const [headers, body] = [{ "content-type": "application/json" }, JSON.stringify({ game, seats })];
  const answer = await fetch("/api/tables", { method: "POST", headers, body });
  return (await answer.json()).url;
}"""
# What is wider than its box, or sticks out of the page where one cannot scroll to it
BOXES = "button, .button, nav a, legend, label, h1, h2, th, summary, p, .who, .sentences li, .seat"
WRONG = """(boxes) => [...document.querySelectorAll(boxes)].flatMap((node) => {
  const isSeen = node.checkVisibility({ visibilityProperty: true });
  if (!isSeen || node.matches(".visually-hidden, .skip") || node.closest(".visually-hidden")) return [];
  const [style, box] = [getComputedStyle(node), node.getBoundingClientRect()];
  const isHigh = node.id === "prompt" && node.scrollHeight > node.clientHeight + 1;
  const isFull = node.scrollWidth > node.clientWidth + 1 || isHigh;
  const isCut = isFull && style.display !== "inline" && !/auto|scroll/.test(style.overflowX);
  const hides = (one) => /auto|scroll|hidden/.test(getComputedStyle(one).overflowX);
  const scrolls = (one) => one && (hides(one) || scrolls(one.parentElement));
  const isOut = (box.right > innerWidth + 1 || box.left < -1) && !scrolls(node.parentElement);
  const said = `${node.outerHTML.slice(0, 160)} ${node.scrollWidth} > ${node.clientWidth}`;
  return isCut || isOut ? [`${isCut ? "cut" : "out"}: ${said}`] : [];
})"""

each_language = pytest.mark.parametrize(
    "language", [language for language in LANGUAGES if language != ENGLISH.language]
)


def look(page: Page, language: str) -> None:
    assert page.locator("html").get_attribute("lang") == language
    assert page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [390, 390]
    assert page.evaluate(WRONG, BOXES) == []
    check_access(page)


@each_language
def test_no_page_breaks(visitor: Visitor, language: str) -> None:
    page = visitor("/", locale=language, **PHONE)
    for path, shown in PAGES.items():
        page.goto(path)
        page.wait_for_selector(shown, state="attached")
        look(page, language)
    page.goto("/")
    for lid in page.locator(".lid").all():
        lid.click()
        assert page.evaluate(WRONG, BOXES) == []
        page.keyboard.press("Escape")  # the card lies over other boxes


@each_language
def test_no_table_breaks(visitor: Visitor, language: str) -> None:
    page = visitor("/account", locale=language, **PHONE)
    for game in GAMES:
        warm(game)
        page.goto(page.evaluate(OPEN, [game, "random"]))
        assert wait_for_turn(page)
        look(page, language)
        page.locator("#drawer").click()
        page.wait_for_selector(".side.is-open")
        assert page.evaluate(WRONG, BOXES) == []


CUT = (
    "() => [...document.querySelectorAll('.who')].filter((who) => who.scrollWidth > who.clientWidth + 1 ||"
    " who.scrollHeight > who.clientHeight + 1).map((who) => who.textContent)"
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_every_bot_is_whole(visitor: Visitor, language: str) -> None:
    page = visitor("/account", locale=language, **PHONE)
    warm("sarena")
    for levels in (["random", "random", "novice"], ["regular", "expert", "master"], ["novice", "novice", "novice"]):
        page.goto(page.evaluate(OPEN, ["sarena", *levels]))
        page.wait_for_selector("body[data-status=playing]")
        expect(page.locator(".who")).to_have_count(4)
        assert page.evaluate(CUT) == []
    for level in ("random", "novice", "regular", "expert", "master"):  # where two play, both are in sight
        page.goto(page.evaluate(OPEN, ["sarena", level]))
        page.wait_for_selector("body[data-status=playing]")
        box = page.locator(".seat").last.bounding_box()
        assert box
        assert box["x"] + box["width"] <= 390


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Village of {name}"), ("fr", "Village de {name}"), ("de", "Dorf von {name}"), ("nl", "Dorp van {name}")],
)
def test_people_are_called_by_their_names(visitor: Visitor, language: str, said: str) -> None:
    warm("viva_catrina")
    page = visitor("/account", locale=language)
    page.goto(page.evaluate(OPEN, ["viva_catrina", "random"]))
    assert wait_for_turn(page)
    bot = words_in(language)("Random bot")
    expect(page.get_by_role("button", name=said.format(name=bot))).to_be_visible()
    expect(page.locator("#text-board")).to_contain_text(bot)
    expect(page.locator("#text-board")).not_to_contain_text(words_in(language)("Seat {number}", number=1))


NAME = 'Anne "{seat}"'
RENAME = """(name) => fetch("/api/me", {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ name }),
})"""
GAINS = """() => {
  window.gains = [];
  const seen = (node) => node.classList?.contains("gain") && window.gains.push(node.textContent);
  new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach(seen)))
    .observe(document.querySelector("#seats"), { childList: true, subtree: true });
}"""


def sit_down(visitor: Visitor, language: str, game: str) -> Page:
    """At a table against a bot, under a name that is hard to write."""
    warm(game)
    page = visitor("/account", locale=language)
    page.evaluate(RENAME, NAME)
    page.goto(page.evaluate(OPEN, [game, "random"]))
    assert wait_for_turn(page)
    return page


@pytest.mark.parametrize(
    ("language", "gain"),
    [
        ("en", "−3 points, −1 wand"),
        ("fr", "−3 points, −1 baguette"),
        ("de", "−3 Punkte, −1 Zauberstab"),
        ("nl", "−3 punten, −1 toverstaf"),
    ],
)
def test_what_is_won_and_lost_rises_from_its_seat(visitor: Visitor, language: str, gain: str) -> None:
    page, words = sit_down(visitor, language, "labyrinth"), registry.load("labyrinth").words(language)
    page.evaluate(GAINS)
    page.locator('.place.is-lit[data-id^="slot-"]').first.click()
    for label in ("Stay here", "Spend a wand"):
        assert wait_for_turn(page)
        page.locator("#choices .choice", has_text=words(label)).click()
    expect(page.locator("#log-lines")).to_contain_text(f"{NAME} {words('spends a wand; {amount} left.', amount=2)}")
    page.wait_for_function("(gain) => window.gains.includes(gain)", arg=gain)
    expect(page.locator("#text-board")).to_contain_text(NAME)
    expect(page.locator("#text-board")).not_to_contain_text(str(words.seat(0)))
    expect(page.locator("#text-board")).not_to_contain_text(str(words.seat(1)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_acts_is_said_once(visitor: Visitor, language: str) -> None:
    """The log names the player who acts, but not where the sentence itself begins with the name."""
    page = sit_down(visitor, language, "dream_runners")
    words, names = registry.load("dream_runners").words(language, slots=True), Names(language, (NAME,))
    page.get_by_role("button", name=words("Done"), exact=True).click()
    page.locator(f"{ASKING} [value=yes]").click()  # nothing is laid out
    line = page.locator("#log-lines li.act", has_text=NAME).first
    expect(line).to_be_visible()
    said = line.locator(".said").inner_text()
    assert said.startswith(names.fill(words("{seat} is done.", seat=words.seat(0))))
    assert page.locator("#log-lines").inner_text().count(f"{NAME} {NAME}") == 0


def test_the_language_is_changed_at_the_table_and_nothing_is_lost(visitor: Visitor) -> None:
    page = visitor("/", locale="en")
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    page.locator(".place.is-lit").first.click()
    (picked,) = page.locator(".place.is-picked").all()
    held, before = picked.get_attribute("data-id"), seq(page)
    page.locator("#chat-tab").click()
    page.locator("#chat-field").fill("Bonjour")
    for language in ("fr", "nl"):
        page.locator("#language").select_option(label=LANGUAGES[language])
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("#prompt")).to_have_text(Words(language, WEB)("Choose where it goes."))
        expect(page.locator(f".place.is-picked[data-id={held}]")).to_have_count(1)
        assert page.locator("#chat-field").input_value() == "Bonjour"
        assert seq(page) == before
    page.locator(".place.is-lit").first.click()
    page.wait_for_function("(before) => Number(document.body.dataset.seq) > before", arg=before)


def test_what_was_chosen_for_a_new_table_stays_chosen(visitor: Visitor) -> None:
    page = visitor("/new?game=sarena", locale="en")
    chosen = {
        "#game": "meandres",
        "[data-option=length]": "long",
        "#count": "3",
        "li:nth-child(2) .chair-kind": "bot expert",
        "li:nth-child(3) .chair-kind": "screen",
        "#clock": "days",
    }
    for field, value in chosen.items():
        page.locator(field).select_option(value)
    page.locator(".chair-name:visible").fill("Cléo")
    page.locator("[value=open]").check()
    page.locator("#language").select_option("fr")
    expect(page.locator("h1")).to_have_text(Words("fr", WEB)("A new table"))
    expect(page.locator(".chair-name:visible")).to_have_value("Cléo")
    for field, value in chosen.items():
        expect(page.locator(field)).to_have_value(value)
    expect(page.locator("[value=open]")).to_be_checked()


def test_a_page_elsewhere_remembers_it(visitor: Visitor) -> None:
    page = visitor("/about", locale="nl")
    expect(page.locator("h1")).to_have_text(Words("nl", WEB)("About this house"))
    page.locator("#language").select_option("de")
    expect(page.locator("h1")).to_have_text(Words("de", WEB)("About this house"))
    page.goto("/lobby")
    expect(page.locator("h1")).to_have_text(Words("de", WEB)("Find a game"))
