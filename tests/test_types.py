"""The client is checked against the structures that the server sends."""

from tools.client_types import FILE, written


def test_the_types_of_the_client_are_current() -> None:
    assert FILE.read_text() == written(), "run: python -m tools.client_types"


def test_what_is_left_out_may_be_missing_and_everything_else_may_not() -> None:
    text = written()
    assert "turn?: number;" in text  # of a piece
    assert "gestures: Trie | null;" in text
    assert 'set: Partial<Omit<Snapshot, "type" | "log" | "scene" | "seq" | "version">>;' in text
    assert "scene?: Changes;" in text
