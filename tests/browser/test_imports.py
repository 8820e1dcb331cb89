"""A record that is dropped on the shelf, and moments that are shared."""

import json
import re
from pathlib import Path

from playwright.sync_api import expect

from ludotheque.check.visits import check_access
from ludotheque.check.warmth import warm
from tests.browser.conftest import Visitor

RECORD = Path(__file__).parents[1] / "corpus/sarena-1-2-free-random.json"
DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, { type: "application/json" }));
  for (const kind of ["dragover", "drop"])
    document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


def test_a_record_is_dropped_on_the_shelf_and_a_moment_shared(visitor: Visitor) -> None:
    warm("sarena")
    page = visitor("/")
    page.wait_for_selector("#from-file:not([hidden])")
    page.evaluate(DROP, [RECORD.name, RECORD.read_text()])
    page.wait_for_url(re.compile("/replay/"))
    plies = len(json.loads(RECORD.read_text())["plies"])
    expect(page.locator("#plies li")).to_have_count(plies)
    expect(page.locator("#analyse")).to_be_visible()
    page.locator("#plies button").nth(3).click()  # the log can be clicked
    expect(page.locator("body")).to_have_attribute("data-shown", "4")
    with page.expect_download() as waiting:
        page.locator("#picture").click()
    assert waiting.value.suggested_filename.endswith("-4.png")
    assert Path(waiting.value.path()).read_bytes().startswith(b"\x89PNG")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    page.locator("#copy button").click()
    link = page.evaluate("copied")
    check_access(page)
    other = visitor(link)
    expect(other.locator("body")).to_have_attribute("data-shown", "4")
    assert "token" not in other.url


def test_a_file_is_chosen_and_refused_with_its_reason(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor("/")
    for text, said in (("hello", "not a record"), (" " * 300_000, "too large")):
        file = tmp_path / "game.json"
        file.write_text(text)
        page.locator("#record").set_input_files(file)
        expect(page.locator("#trouble")).to_contain_text(said)
