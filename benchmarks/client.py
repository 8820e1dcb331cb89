"""The page on a slow device and a slow line: how soon a click is answered, how smoothly pieces
move, how soon a page can be used.

    python benchmarks/client.py [--out FILE] [GAME …]

It starts a server on a loopback port and the system's Chromium, slows the processor four times,
sits down at a full table of every game, you and bots, on a desktop and on a phone, and plays some
twenty clicks. It also opens the pages with an empty cache on a line of 1.6 Mbit/s and 150 ms. A
page with one moving button, measured in the same way, shows what the machine can do at best. It
ends by itself after some minutes, and prints a table; `--out` writes the same as JSON.
"""

# ruff: noqa: E402 (the tests' hands are imported from the folder above)

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))

from ludotheque.check.hands import MINE, OVER, PHONE, READY, act, open_table, wait_for_turn
from ludotheque.check.plugin import CHROMIUM
from ludotheque.check.visits import FLAGS, PATIENCE, Server
from ludotheque.check.warmth import warm
from ludotheque.core import registry

SLOWED = 4  # times
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
DEVICES: dict[str, dict[str, Any]] = {"desktop": {"viewport": {"width": 1440, "height": 900}}, "phone": PHONE}
CLICKS = 20  # at least, in each game on each device
LOADS = 3
SHORTEST = 16  # ms: the browser reports no answer that came sooner
ANSWER_MS, FRAMES, USABLE_MS = 100, 50, 2500
LIT = ".place.is-lit, #choices button"
PAGES = {"/": ".box summary", "/new": "#main:not([inert])"}

WATCH = """
localStorage["bot-pace"] = "none";
window.seen = { clicks: 0, answers: {}, frames: [] };
addEventListener("click", (event) => { seen.clicks += event.isTrusted; }, true);
new PerformanceObserver((list) => {
    for (const { interactionId: id, duration } of list.getEntries())
        if (id) seen.answers[id] = Math.max(seen.answers[id] ?? 0, duration);
}).observe({ type: "event", durationThreshold: 16, buffered: true });
window.motions = new Set();
let before = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
    const motion = animate.apply(this, how);
    if (this.closest("#board")) {
        motions.add(motion);
        motion.finished.catch(() => {}).then(() => motions.delete(motion));
    }
    return motion;
};
requestAnimationFrame(function frame(now) {
    const isMoving = [...motions].some(({ playState }) => playState === "running");
    if (before && isMoving) seen.frames.push(now - before);
    before = isMoving ? now : 0;
    requestAnimationFrame(frame);
});
"""
RESTS = "(signs) => !motions.size && document.querySelector(signs) !== null"
RARELY = 200  # ms
FORGET = "Object.assign(seen, { clicks: 0, answers: {}, frames: [] })"
WAIT = """requestAnimationFrame(function look() {
    const isThere = document.querySelector(%s)?.getBoundingClientRect().width;
    requestAnimationFrame(isThere ? () => { window.usable ??= performance.now(); } : look);
});"""
ART = "() => performance.getEntriesByType('resource').find(({ name }) => name.includes('/art/'))?.responseEnd ?? 0"


BUTTON = """() => {
    document.body.innerHTML = '<div id="board"><button>Move</button></div>';
    document.querySelector("button").onclick = ({ target }) =>
        target.animate({ transform: ["none", "translate(300px, 300px)", "none"] }, 300);
}"""


@dataclass
class Figure:
    """What was measured, and whether that is good enough."""

    what: str
    where: str
    figure: float
    goal: str
    is_met: bool | None  # None: there is no goal


def part(values: list[float], share: float) -> float:
    """The value that this share of all lies below."""
    return sorted(values)[round(share * (len(values) - 1))]


def slow_down(page: Page, line: dict[str, Any] | None = None, times: int = SLOWED) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": times})
    if line:
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", line)


def come(browser: Browser, server: Server, script: str, **settings: Any) -> Page:
    context = browser.new_context(base_url=server.address, **settings)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(script)
    return context.new_page()


def sit_down(page: Page, game: str) -> None:
    """All seats are taken; no hourglass runs."""
    open_table(page, game, ["you"] + ["bot random"] * (max(registry.load(game).seats) - 1), pace="calm")


def play(page: Page, game: str, device: str) -> Iterator[Figure]:
    answers, frames = list[float](), list[float]()
    while len(answers) < CLICKS:  # a short game is played again
        seen = play_at_one_table(page, game, CLICKS - len(answers), is_touched=device == "phone")
        answers += answers_in(seen)
        frames += seen["frames"]
    yield from figures_of(f"{game}, {device}", answers, frames)


def answers_in(seen: dict[str, Any]) -> list[float]:
    given = [*seen["answers"].values()]
    return given + [SHORTEST] * (seen["clicks"] - len(given))


def figures_of(where: str, answers: list[float], frames: list[float]) -> Iterator[Figure]:
    answer, rate = part(answers, 0.95), 1000 / part(frames, 0.95)
    print(f"{where}: {len(answers)} clicks, {len(frames)} frames", file=sys.stderr, flush=True)
    yield Figure("answer to a click, p95, ms", where, answer, f"≤ {ANSWER_MS}", answer <= ANSWER_MS)
    yield Figure("frames a second while pieces move, p5", where, round(rate, 1), f"≥ {FRAMES}", round(rate) >= FRAMES)


def play_with_a_button(page: Page) -> Iterator[Figure]:
    """A page with one button that moves: what this machine can do at best."""
    page.goto("/about")
    slow_down(page)
    page.evaluate(BUTTON)
    for _ in range(CLICKS):
        page.locator("button").click()
    page.wait_for_function("() => !document.getAnimations().length")
    seen = page.evaluate("seen")
    yield from figures_of("one button", answers_in(seen), seen["frames"])


def play_at_one_table(page: Page, game: str, clicks: int, *, is_touched: bool) -> dict[str, Any]:
    """What the page has seen of itself after so many clicks, or when the game is over."""
    slow_down(page, times=1)
    sit_down(page, game)
    wait_for_turn(page)
    slow_down(page)
    page.evaluate(FORGET)
    while page.evaluate("seen.clicks") < clicks and wait_in_peace(page):
        act(page, touch=is_touched, force=True)
    wait_in_peace(page)
    return dict(page.evaluate("seen"))


def wait_in_peace(page: Page) -> bool:
    """Like `wait_for_turn`, but the page is asked seldom: a question at every frame would cost it
    more than the motion that is measured.
    """
    page.wait_for_function(RESTS, arg=f"{MINE}, {OVER}, {READY}", polling=RARELY)
    return wait_for_turn(page)


def load(browser: Browser, server: Server, path: str, shown: str, state: Any) -> tuple[float, float]:
    """With an empty cache: ms until it can be used, and until the art of its game is there."""
    page = come(browser, server, WAIT % json.dumps(shown), storage_state=state, **PHONE)
    slow_down(page, LINE)
    page.goto(path, wait_until="commit")
    page.wait_for_function("() => window.usable")
    usable: float = page.evaluate("usable")
    page.wait_for_load_state("networkidle")
    art: float = page.evaluate(ART)
    page.context.close()
    return usable, art


def loads(browser: Browser, server: Server, where: str, path: str, shown: str, state: Any = None) -> Iterator[Figure]:
    times = [load(browser, server, path, shown, state) for _ in range(LOADS)]
    usable, art = (round(median(some)) for some in zip(*times, strict=True))
    yield Figure("page usable, ms", where, usable, f"≤ {USABLE_MS}", usable <= USABLE_MS)
    if state:
        yield Figure("… and the art of its game is there, ms", where, art, "–", None)


def measure(browser: Browser, server: Server, games: list[str]) -> Iterator[Figure]:
    page = come(browser, server, WATCH, reduced_motion="no-preference", **DEVICES["desktop"])
    yield from play_with_a_button(page)
    page.context.close()
    for path, shown in PAGES.items():
        yield from loads(browser, server, path, path, shown)
    for game in games:
        warm(game)
        for device, settings in DEVICES.items():
            page = come(browser, server, WATCH, reduced_motion="no-preference", **settings)
            yield from play(page, game, device)
            page.context.close()
        yield from load_table(browser, server, game)


def load_table(browser: Browser, server: Server, game: str) -> Iterator[Figure]:
    """Somebody comes to their table with another browser."""
    page = come(browser, server, WATCH)
    sit_down(page, game)
    address, state = page.url, page.context.storage_state()
    page.context.close()
    yield from loads(browser, server, f"{game}, table", address, LIT, state)


def show(figures: list[Figure]) -> None:
    print("| | | measured | goal | |\n| --- | --- | ---: | ---: | --- |")
    for one in sorted(figures, key=lambda one: one.what):
        verdict = {True: "met", False: "**missed**", None: ""}[one.is_met]
        print(f"| {one.what} | {one.where} | {one.figure:,.0f} | {one.goal} | {verdict} |")


def write(file: Path | None, version: str, load_before: float, figures: list[Figure]) -> None:
    about = {"date": str(date.today()), "cores": os.cpu_count(), "chromium": version, "load_before": load_before}
    if file:
        file.write_text(json.dumps(about | {"figures": [asdict(one) for one in figures]}, indent=1) + "\n")


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("games", nargs="*", default=registry.names())
    asked.add_argument("--out", type=Path)
    wish = asked.parse_args()
    load_before, figures = os.getloadavg()[0], list[Figure]()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for figure in measure(browser, server, wish.games):
                figures.append(figure)
                write(wish.out, browser.version, load_before, figures)
        finally:
            browser.close()
            server.kill()
    show(figures)
    print(f"\n{date.today()}, {os.cpu_count()} cores, load of the machine before: {load_before:.1f}")


if __name__ == "__main__":
    main()
