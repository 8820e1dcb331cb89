"""Layouts, options, bits, ranks, words: the small parts of core."""

import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.core.errors import NumbaError

from ludotheque.core import encoding
from ludotheque.core.bits import bit_count, lowest_bit
from ludotheque.core.components import Components
from ludotheque.core.errors import LudothequeError
from ludotheque.core.files import write_file
from ludotheque.core.layout import array_of, copy, layout, new
from ludotheque.core.options import Option, complete, encode
from ludotheque.core.ranking import rank
from ludotheque.core.rule import rule
from ludotheque.core.stream import advance, open_stream, pick
from ludotheque.core.words import ENGLISH, N_, Sentence, Words

# Rules


@pytest.mark.parametrize(("is_card", "row"), [(False, [0, 3]), (True, [7, 3])])
def test_only_a_gpu_leaves_zeros_out_of_an_encoding(
    is_card: bool, row: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoding, "skips_zeros", lambda: is_card)
    plain, numbers = getattr(encoding.put, "py_func", encoding.put), [7, 7]
    plain(numbers, 0, 0)
    plain(numbers, 1, 3)
    assert numbers == row


def test_compiled_for_a_cpu_an_encoding_gets_its_zeros() -> None:
    numbers = np.full(2, 7, np.int8)
    encoding.put(numbers, 0, 0)
    assert numbers.tolist() == [0, 7]


def test_a_rule_that_allocates_cannot_be_compiled() -> None:
    @rule
    def greedy(count: int) -> int:
        return len(np.zeros(count))

    with pytest.raises(NumbaError, match="zeros"):
        greedy(3)


# Layouts


def test_a_field_that_numpy_would_hide_in_plain_python_is_refused() -> None:
    with pytest.raises(LudothequeError, match="cannot be called round"):
        layout(("round", np.int64))


def test_a_layout_without_gaps_is_taken() -> None:
    dtype = layout(("wide", np.int64), ("narrow", np.int8, (3,)), ("spare", np.int8, (5,)))
    assert dtype.itemsize == 16
    assert dtype.isalignedstruct  # or a GPU reads it byte by byte
    record = new(dtype)
    record.narrow[1] = 7
    other = copy(record)
    other.narrow[1] = 8
    assert record.narrow[1] == 7


@pytest.mark.parametrize(
    ("fields", "hint"),
    [
        ([("a", np.int8), ("b", np.int64)], "spare"),
        ([("a", np.int8, (4,)), ("b", np.int16), ("c", np.int8)], "no multiple of 8|padded"),
    ],
)
def test_a_layout_with_a_gap_is_refused(fields: list[tuple[str, type]], hint: str) -> None:
    with pytest.raises(LudothequeError, match=hint):
        layout(*fields)


def test_the_array_of_a_record_is_the_same_memory() -> None:
    state = layout(("score", np.int32, (2,)), ("seat", np.int64))
    pool = np.zeros(3, state)
    for record in (new(state), copy(new(state)), pool[::2][1], pickle.loads(pickle.dumps(pool[1]))):
        array = array_of(record)
        array[0].seat = 7
        assert array.shape == (1,)
        assert record.seat == 7
    assert pool["seat"].tolist() == [0, 0, 7]


# Options

DEAL = Option("deal", "free", ("free", "fair"))
DROUGHT = Option("drought", 100)


def test_options_are_completed_and_encoded_in_their_order() -> None:
    values = complete([DEAL, DROUGHT], {"drought": "7"}, "Game")
    assert values == {"deal": "free", "drought": 7}
    assert encode([DEAL, DROUGHT], values)[:3].tolist() == [0, 7, 0]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"deal": "foul"}, "option deal must be free or fair, not 'foul'"),
        ({"drought": -1}, "option drought must be a whole number from 0 to 32767, not -1"),
        ({"drought": "many"}, "not 'many'"),
        ({"drought": True}, "not True"),
        ({"dael": "free"}, "Game has no option 'dael'; its options are deal, drought"),
    ],
)
def test_a_wrong_option_is_refused_with_its_name(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(LudothequeError, match=sentence):
        complete([DEAL, DROUGHT], given, "Game")


# Components

HEADER = 'id = "x"\ntitle = "X"\nedition = "first"\nrules_version = 1\nseats = {min = 2, max = 3}\n'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("id = ", "cannot be read as component data"),
        ('id = "y"\n', "id must be 'x', not 'y'"),
        ('id = "x"\n', "title is missing"),
        (
            HEADER + '[options]\ndeal = {values = ["a"], default = "b"}\n',
            "options.deal needs a default that is one of its values",
        ),
    ],
)
def test_a_wrong_component_file_is_refused_with_file_row_and_reason(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "components.toml").write_text(text)
    with pytest.raises(LudothequeError, match=reason) as refused:
        Components("x", tmp_path)
    assert str(tmp_path / "components.toml") in str(refused.value)


def test_an_owners_file_takes_the_place_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "components.toml").write_text(HEADER + "[options]\n")
    ours = Components("x", tmp_path)
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "x.toml").write_text((HEADER + "[options]\n").replace("first", "second"))
    monkeypatch.setenv("LUDOTHEQUE_COMPONENTS", str(tmp_path / "own"))
    own = Components("x", tmp_path)
    assert (ours.edition, own.edition) == ("first", "second")
    assert ours.digest != own.digest


def test_a_comment_does_not_change_the_digest(tmp_path: Path) -> None:
    (tmp_path / "components.toml").write_text(HEADER + "[options]\n")
    before = Components("x", tmp_path).digest
    (tmp_path / "components.toml").write_text("# a remark\n" + HEADER + "[options]\n")
    assert Components("x", tmp_path).digest == before


# Bits, ranks, streams


@rule
def scan(mask: int) -> tuple[int, int]:
    return lowest_bit(mask), bit_count(mask)


@given(st.integers(1, 2**63 - 1))
def test_bit_scans_agree_in_python_and_machine_code(mask: int) -> None:
    assert (
        scan(mask)
        == (lowest_bit(mask), bit_count(mask))
        == (len(bin(mask)) - len(bin(mask).rstrip("0")), bin(mask).count("1"))
    )


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=6))
def test_ranks_leave_out_the_place_after_a_shared_one(values: list[int]) -> None:
    places = np.array(values, np.int32)
    rank(places, len(values))
    assert places.tolist() == [1 + sum(other > value for other in values) for value in values]


def test_a_stream_is_sfc32() -> None:
    a, b, c, count = open_stream(np.array([1, 2, 3], np.uint32))
    words = []
    for _ in range(3):
        word, a, b, c, count = advance(a, b, c, count)
        words.append(word)
    naive, (x, y, z, n) = [], (1, 2, 3, 1)
    for _ in range(3):
        t = (x + y + n) % 2**32
        n, x, y, z = n + 1, y ^ (y >> 9), (z + (z << 3)) % 2**32, (((z << 21) | (z >> 11)) + t) % 2**32
        naive.append(t)
    assert words == naive
    assert pick(2**32 - 1, 7) == 6
    assert pick(0, 7) == 0


# Words


def test_english_needs_no_catalogue_and_another_language_reads_one(tmp_path: Path) -> None:
    message = N_("{count} chips")
    assert ENGLISH(message, count=3) == "3 chips"
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "fr.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "{count} chips"\nmsgstr "{count}'
        ' jetons"\n'
    )
    assert Words("fr", tmp_path)(message, count=3) == "3 jetons"
    assert Words("nl", tmp_path)(message, count=3) == "3 chips"
    assert Sentence(message, "R1.2").rule == "R1.2"


def test_json_of_a_record_is_plain() -> None:
    from ludotheque.core.layout import to_json

    assert json.loads(json.dumps(to_json(new(layout(("a", np.int8, (2, 4))))))) == {"a": [[0] * 4] * 2}


def test_many_can_write_the_same_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "file"
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda number: write_file(path, str(number) * 10_000), [number % 10 for number in range(200)]))
    assert len(set(path.read_text())) == 1
    assert [one.name for one in path.parent.iterdir()] == ["file"]
