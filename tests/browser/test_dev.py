"""The author's workbench in a browser."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.server.workbench import workbench


def test_an_author_plays_by_name_goes_back_and_edits_a_rule(chromium: Browser, tmp_path: Path) -> None:
    with workbench(tmp_path) as bench:
        page = chromium.new_page(viewport={"width": 1440, "height": 900})
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{bench.address}/dev")
        table = page.frame_locator("#frame")
        expect(table.locator("#prompt")).to_have_text("Take the shell at the left or right end.")

        page.fill("#filter", "right")
        expect(page.locator("#choices .action")).to_have_count(1)
        for ply in (1, 2):
            page.get_by_role("button", name="take right").first.click()
            expect(page.locator("#where")).to_have_text(f"Ply {ply} of {ply}")
        expect(table.locator("#log-lines li")).to_have_count(3)  # the beginning is one of them

        page.click("#before")
        expect(page.locator("#past-text")).to_have_text("The position after ply 1, seen by seat 0")
        expect(page.locator("#past-picture")).to_have_js_property("complete", True)
        page.click("#state-tab")
        expect(page.locator("[data-field=last] td").first).to_have_text("10")
        page.click("#play-on")
        expect(page.locator("#where")).to_have_text("Ply 1 of 1")
        expect(table.locator("#log-lines li")).to_have_count(2)

        bench.edit("text.py", "Take the shell at", "Choose the shell at")
        expect(table.locator("#prompt")).to_have_text("Choose the shell at the left or right end.")
        expect(page.locator("#where")).to_have_text("Ply 1 of 1")
        expect(page.locator("#status")).to_contain_text("reloaded")

        page.click("#gestures-tab")
        page.locator("#gestures .action", has_text="take left").click()
        expect(page.locator("#where")).to_have_text("Ply 2 of 2")

        bench.edit("rules.py", "def legal(", "def legal((")
        expect(page.locator(".traceback")).to_contain_text("SyntaxError")
        expect(page.locator("#where")).to_have_text("Ply 2 of 2")
        assert complaints == []
        page.close()
