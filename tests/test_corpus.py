"""Games that were played once are replayed for ever: every record in `corpus/` still agrees with
the rules of its version, and with its seed.

Files are added when a game's rules get a new version, never changed:
`<game>-<rules_version>-….json`.
"""

from pathlib import Path

import pytest

from ludotheque.core import record, registry

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.json"))


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_a_recorded_game_is_replayed(file: Path) -> None:
    assert record.verify(record.load_file(file)) == []


def test_every_game_and_every_version_has_records() -> None:
    found = {tuple(file.stem.split("-")[:2]) for file in CORPUS}
    wanted = {(name, str(version)) for name in registry.names() for version in registry.load(name).versions}
    assert found == wanted
