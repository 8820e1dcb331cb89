"""Messages for translators are complete: what the code says is in the template, and nothing else is."""

from pathlib import Path

import pytest

from tests.messages import folders, template_of


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_the_template_is_current(folder: Path) -> None:
    assert (folder / "locale/messages.pot").read_text() == template_of(folder), "run: make messages"


def test_there_is_something_to_translate() -> None:
    assert any("An empty circle without arrows may not be entered." in template_of(folder) for folder in folders())
