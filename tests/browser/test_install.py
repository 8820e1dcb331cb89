"""The house on a home screen: it can be installed, starts offline, and updates itself."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from ludotheque.check.visits import check_access
from tests.browser.conftest import Server

KEPT = """async () => {
  const caches_ = await caches.keys(), urls = [];
  for (const name of caches_)
    for (const request of await (await caches.open(name)).keys()) urls.push(new URL(request.url).pathname);
  return urls.sort();
}"""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that can be switched off."""
    server = Server(tmp_path_factory.mktemp("own"), LUDOTHEQUE_JIT="0")
    yield server
    server.kill()


@pytest.fixture
def page(chromium: Browser, own: Server) -> Iterator[Page]:
    context = chromium.new_context(base_url=own.address, locale="fr-FR", reduced_motion="reduce")
    page = context.new_page()
    page.goto("/about")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.reload()
    yield page
    context.close()


def test_it_can_be_installed(page: Page) -> None:
    tools = page.context.new_cdp_session(page)
    assert tools.send("Page.getAppManifest")["errors"] == []
    reasons = [error["errorId"] for error in tools.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [reason for reason in reasons if reason != "in-incognito"] == []
    manifest = page.evaluate("async () => (await fetch('/manifest.webmanifest')).json()")
    assert (manifest["lang"], manifest["start_url"], manifest["display"]) == ("fr", "/", "standalone")
    for icon in manifest["icons"]:
        assert page.request.get(icon["src"]).ok


def test_nothing_that_belongs_to_a_visitor_is_kept(page: Page) -> None:
    page.goto("/")
    page.goto("/account")
    languages = [f"/offline/{language}" for language in ("de", "en", "fr", "last", "nl")]
    assert page.evaluate(KEPT) == [*languages, "/web/base.css", "/web/icon.svg"]


def test_without_the_server_there_is_a_clear_page_in_ones_language(page: Page, own: Server) -> None:
    page.locator("#language").select_option("nl")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    page.goto("/")  # the language of the last page counts
    own.kill()
    try:
        page.goto("/lobby")
        expect(page.locator("h1")).to_have_text("Geen verbinding")
        expect(page.locator("html")).to_have_attribute("lang", "nl")
        assert page.evaluate("getComputedStyle(document.querySelector('.bar')).backgroundColor") == "rgb(59, 38, 24)"
        check_access(page)
    finally:
        own.start()
    page.get_by_role("link", name="Opnieuw proberen").click()
    expect(page.locator("#open-tables")).to_be_visible()
    assert page.url.endswith("/lobby")


def test_a_table_stays_open_while_another_version_takes_over(page: Page, own: Server) -> None:
    made = page.request.post("/api/tables", data={"game": "sarena", "seats": [{"kind": "you"}, {"kind": "person"}]})
    page.goto(made.json()["url"])
    page.wait_for_selector("#board svg")
    page.evaluate("window.mark = 'the same page'")
    page.evaluate(
        """async () => {
          const before = await navigator.serviceWorker.getRegistration();
          const after = new Promise((taken) => navigator.serviceWorker.addEventListener("controllerchange", taken));
          await navigator.serviceWorker.register("/sw.js?another");
          await after;
          return before.scope;
        }"""
    )
    assert page.evaluate("window.mark") == "the same page"
    expect(page.locator("#trouble")).to_be_hidden()
    own.kill()
    own.start()
    page.wait_for_function("async () => (await fetch('/api/me')).ok")
    assert page.evaluate("window.mark") == "the same page"
