"""The generator and the draws."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from ludotheque.core.chance import (
    below,
    commitment,
    draw,
    draw_bit,
    draw_from,
    fill_block,
    key_words,
    next_word,
    secret_key,
    seed_key,
)
from ludotheque.core.layout import GENERATOR_FIELDS, layout, new
from ludotheque.core.rule import JIT
from ludotheque.core.story import chance_of, new_story, silent_story

STATE = layout(*GENERATOR_FIELDS, ("bag", np.int8, (4,)))
DRAWS = 20_000 if JIT else 2_000


def fresh(seed: int = 1) -> Any:
    state = new(STATE)
    state["key"] = key_words(seed_key(seed))
    return state


def naive_block(key: bytes, number: int) -> list[int]:
    """ChaCha as the paper draws it: a square of words, columns then diagonals, eight rounds."""
    start = [int.from_bytes(b"expand 32-byte k"[k : k + 4], "little") for k in range(0, 16, 4)]
    start += [int.from_bytes(key[k : k + 4], "little") for k in range(0, 32, 4)]
    start += [number & 0xFFFFFFFF, number >> 32, 0, 0]
    square = list(start)
    lines = [
        (0, 4, 8, 12),
        (1, 5, 9, 13),
        (2, 6, 10, 14),
        (3, 7, 11, 15),
        (0, 5, 10, 15),
        (1, 6, 11, 12),
        (2, 7, 8, 13),
        (3, 4, 9, 14),
    ]
    for a, b, c, d in lines * 4:
        for target, other, mixed, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            square[target] = (square[target] + square[other]) % 2**32
            value = square[mixed] ^ square[target]
            square[mixed] = (value << turn | value >> (32 - turn)) % 2**32
    return [(word + first) % 2**32 for word, first in zip(square, start, strict=True)]


def test_a_block_is_chacha8() -> None:
    # The first block of the published test vector for eight rounds, key and nonce of zeros.
    out = np.zeros(16, np.uint32)
    fill_block(np.zeros(8, np.uint32), 0, out)
    assert out.tobytes().hex().startswith("3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e")


@pytest.mark.parametrize("number", [0, 1, 2**32 - 1, 2**32, 2**40 + 5])
def test_a_block_agrees_with_a_naive_one(number: int) -> None:
    key = seed_key(number % 97)
    out = np.zeros(16, np.uint32)
    fill_block(key_words(key), number, out)
    assert out.tolist() == naive_block(key, number)


def test_words_come_in_the_order_of_the_blocks_whatever_the_story_held() -> None:
    state, other = fresh(5), fresh(6)
    story = silent_story()
    words = []
    for _ in range(40):
        words.append(next_word(state, story))
        next_word(other, story)  # another game draws through the same story: its block must not be used
    assert words == (naive_block(seed_key(5), 0) + naive_block(seed_key(5), 1) + naive_block(seed_key(5), 2))[:40]
    assert state.cursor == 40


@pytest.mark.parametrize("count", [1, 2, 3, 7, 120, 2**20 + 1, 2**31 - 1])
def test_a_draw_lies_below_its_count(count: int) -> None:
    state, story = fresh(), silent_story()
    assert all(0 <= below(state, story, count) < count for _ in range(200))


def test_a_draw_is_even() -> None:
    state, story = fresh(), silent_story()
    counts = Counter(draw(state, story, 0, 6) for _ in range(DRAWS))
    chi_square = sum((counts[face] - DRAWS / 6) ** 2 / (DRAWS / 6) for face in range(6))
    assert set(counts) == set(range(6))
    assert chi_square < 25


def test_a_bag_is_drawn_from_as_its_counts_say() -> None:
    state, story = fresh(), silent_story()
    state["bag"] = [1, 0, 2, 5]
    counts = Counter(draw_from(state, story, 0, state.bag) for _ in range(DRAWS))
    assert set(counts) == {0, 2, 3}
    assert (
        sum((counts[k] - DRAWS * weight / 8) ** 2 / (DRAWS * weight / 8) for k, weight in ((0, 1), (2, 2), (3, 5))) < 20
    )


def test_a_script_is_followed_before_chance_is_asked() -> None:
    state, story = fresh(), new_story([4, 2])
    assert [draw(state, story, 9, 6), draw(state, story, 8, 6)] == [4, 2]
    assert state.cursor == 0
    draw(state, story, 7, 6)
    assert state.cursor == 1
    assert [kind for kind, _ in chance_of(story)] == [9, 8, 7]
    assert story.fault == 0


def test_a_script_that_cannot_be_is_a_fault() -> None:
    state = fresh()
    state["bag"] = [1, 0, 2, 5]
    story = new_story([6])
    draw(state, story, 0, 6)
    assert story.fault == 1
    story = new_story([1])
    draw_from(state, story, 0, state.bag)
    assert story.fault == 1
    story = new_story([4])
    draw_from(state, story, 0, state.bag)
    assert story.fault == 1


def test_a_silent_story_stays_empty() -> None:
    state, story = fresh(), silent_story()
    draw(state, story, 0, 6)
    assert chance_of(story) == []


def test_keys_are_long_and_commitments_hide_them() -> None:
    assert len(secret_key()) == len(seed_key(1)) == 32
    assert secret_key() != secret_key()
    assert seed_key(1) != seed_key(2)
    assert len(commitment(seed_key(1))) == 64


def test_each_bit_of_a_mask_is_drawn_as_often_as_the_others_and_a_script_may_name_one() -> None:
    state, story = fresh(), silent_story()
    counts = Counter(draw_bit(state, story, 0, 0b1001_0010) for _ in range(DRAWS))
    assert set(counts) == {1, 4, 7}
    assert all(abs(count - DRAWS / 3) < 5 * (DRAWS * 2 / 9) ** 0.5 for count in counts.values())
    told = new_story([7, 62])
    assert draw_bit(state, told, 3, 0b1001_0010) == 7
    assert draw_bit(state, told, 3, 1 << 62) == 62
    assert (told.fault, chance_of(told)) == (0, [(3, 7), (3, 62)])


@pytest.mark.parametrize("outcome", [0, 63, 300])
def test_a_bit_that_is_not_there_is_a_fault(outcome: int) -> None:
    story = new_story([outcome])
    assert draw_bit(fresh(), story, 0, 0b10) == 1
    assert story.fault == 1
