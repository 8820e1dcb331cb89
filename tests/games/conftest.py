"""What the tests of all games share."""

from pathlib import Path

import pytest


@pytest.fixture
def own_file(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the owner of a copy puts a corrected component file of the game that is tested."""
    monkeypatch.setenv("LUDOTHEQUE_COMPONENTS", str(tmp_path))
    return tmp_path / f"{request.module.GAME.id}.toml"
