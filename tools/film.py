"""Films of one turn of each game, for the documentation: docs/pictures/GAME-turn.gif.

    python -m tools.film [GAME …]

It plays at a real table in the system's Chromium. Motions run slowly, so that there are enough
pictures of them; in the film they have their own speed again.
"""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageChops
from playwright.sync_api import Locator, Page, sync_playwright

from ludotheque.check.hands import GOES_ON, MINE, OVER, be_sure, next_choice, open_table, seq, wait_for_turn
from ludotheque.check.plugin import CHROMIUM
from ludotheque.check.visits import FLAGS, PATIENCE, Server
from ludotheque.core import registry

ROOT = Path(__file__).parents[1]
WIDTH, COLORS = 640, 40
SPEED = 0.4
FRAME_MS, STILL_MS, LAST_MS = 70, 350, 1500
MOST_SHOTS = 12  # after one click
ENOUGH = 2  # clicks: a turn that can be ended then is ended
MOST_CLICKS = 8  # then the film is long enough
PICKED = ".place.is-picked"
ANOTHER = ".seat.is-to-act:not(.is-yours), #board .trail .way"  # it is the bot's turn, or was
POINTER = """() => {
    document.querySelector("#tip").style.display = "none";
    const dot = document.body.appendChild(document.createElement("div"));
    dot.style.cssText = "position: fixed; z-index: 99; width: 22px; height: 22px; margin: -11px; border-radius: 50%;" +
        "background: #fffc; border: 3px solid #000c; pointer-events: none; left: -50px";
    addEventListener("pointermove", ({ x, y }) => Object.assign(dot.style, { left: `${x}px`, top: `${y}px` }), true);
}"""


class Film:
    """Pictures of the board, and how long each of them stays."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pictures: list[Image.Image] = []
        self.times: list[int] = []

    def shoot(self) -> bool:
        """Take a picture. Answers whether anything has changed."""
        shot = Image.open(io.BytesIO(self.page.locator("#board").screenshot())).convert("RGB")
        shot = shot.resize((WIDTH, round(WIDTH * shot.height / shot.width)))
        if self.pictures and not ImageChops.difference(shot, self.pictures[-1]).getbbox():
            self.times[-1] = STILL_MS
            return False
        self.pictures.append(shot)
        self.times.append(FRAME_MS)
        return True

    def follow(self) -> None:
        """Take pictures until nothing moves any more."""
        for _ in range(MOST_SHOTS):
            if not self.shoot():
                return

    def save(self, path: Path) -> None:
        """All pictures share the colours of the last, so that nothing flickers."""
        palette = self.pictures[-1].quantize(COLORS, method=Image.Quantize.FASTOCTREE)
        first, *others = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in self.pictures]
        times = [*self.times[:-1], LAST_MS]
        first.save(path, save_all=True, append_images=others, duration=times, loop=0, optimize=True)
        print(f"{path.name}: {len(times)} pictures, {sum(times) / 1000:.1f} s, {path.stat().st_size // 1000} kB")


def point_at(page: Page, choice: Locator) -> None:
    box = choice.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def play(page: Page, film: Film) -> None:
    """One whole turn, and what the bot answers."""
    film.follow()
    for click in range(MOST_CLICKS):
        before = seq(page)
        if page.locator("#choices [data-step=turn]").count():
            page.keyboard.press("r")
            film.follow()
        is_done = click >= ENOUGH and page.locator("#choices .choice").count() and not page.locator(PICKED).count()
        choice = page.locator("#choices .choice").last if is_done else next_choice(page)
        point_at(page, choice)
        film.shoot()
        choice.click()
        be_sure(page)
        film.follow()
        if not page.evaluate(GOES_ON, before) and page.locator(ANOTHER).count():
            break
        page.wait_for_selector(f"{MINE}, {OVER}", state="attached")
    for _ in range(3 * MOST_SHOTS):
        if not film.shoot() and page.locator(f"{MINE}, {OVER}").count():
            return


def main(games: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for game in games:
            page = browser.new_page(base_url=server.address, viewport={"width": 1280, "height": 800})
            page.set_default_timeout(PATIENCE)
            page.add_init_script("localStorage['bot-pace'] = 'fast'")
            open_table(page, game, ["you", "bot novice"], pace="calm")
            wait_for_turn(page)
            page.wait_for_load_state("networkidle")  # all art is there
            page.evaluate(POINTER)
            page.context.new_cdp_session(page).send("Animation.setPlaybackRate", {"playbackRate": SPEED})
            play(page, film := Film(page))
            film.save(ROOT / f"docs/pictures/{game}-turn.gif")
            page.close()
        browser.close()
        server.kill()


if __name__ == "__main__":
    main(sys.argv[1:] or list(registry.names()))
