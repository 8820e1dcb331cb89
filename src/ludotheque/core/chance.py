"""Randomness: one secret key per game, and the functions that draw from it.

The random number generator is ChaCha with eight rounds, used as a counter: word *n* of a game
depends only on its key and *n*. It is written in 32-bit lanes held in int64, so that nothing wraps
and Python, machine code and GPU agree. The key has 256 bits, so cards dealt face up reveal nothing
about those dealt face down.
"""

import hashlib
import secrets
from typing import Any

import numpy as np

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell_chance

# docs/decisions.md: The generator is ChaCha with eight rounds
GENERATOR = "chacha8/1"
KEY_BYTES = 32
LANE = 0xFFFFFFFF
WORDS = 16  # per block
GROUP = 16  # weights


def secret_key() -> bytes:
    """Return a key that nobody can guess, for a real table."""
    return secrets.token_bytes(KEY_BYTES)


def seed_key(seed: int) -> bytes:
    """Return the full key that a short seed number stands for, in simulations and tests."""
    return hashlib.sha256(f"ludotheque seed {seed}".encode()).digest()


def commitment(key: bytes) -> str:
    """Return the hash that is published when a game begins, so that its key cannot be swapped
    later.
    """
    return hashlib.sha256(key).hexdigest()


def lot(key: bytes, what: str, count: int) -> int:
    """Draw one of `count` before the game begins: who sits first, who gets which pawn.

    The result comes from the key, so it can be checked, and it uses no word of the generator.
    """
    return int.from_bytes(hashlib.sha256(f"ludotheque lot {what} ".encode() + key).digest()) % count


def key_words(key: bytes) -> np.ndarray[Any, np.dtype[np.uint32]]:
    """Return a key as the eight lanes that a state stores."""
    return np.frombuffer(key, "<u4").astype(np.uint32)


@rule
def _quarter(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    a = (a + b) & LANE
    d ^= a
    d = ((d << 16) | (d >> 16)) & LANE
    c = (c + d) & LANE
    b ^= c
    b = ((b << 12) | (b >> 20)) & LANE
    a = (a + b) & LANE
    d ^= a
    d = ((d << 8) | (d >> 24)) & LANE
    c = (c + d) & LANE
    b ^= c
    b = ((b << 7) | (b >> 25)) & LANE
    return a, b, c, d


@rule
def fill_block(key: Any, number: int, out: Any) -> None:
    """Write block `number` of the stream for `key` into `out`: sixteen 32-bit words."""
    number = widen(number)
    k0, k1, k2, k3 = widen(key[0]), widen(key[1]), widen(key[2]), widen(key[3])
    k4, k5, k6, k7 = widen(key[4]), widen(key[5]), widen(key[6]), widen(key[7])
    low, high = number & LANE, (number >> 32) & LANE
    a0, a1, a2, a3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
    b0, b1, b2, b3 = k0, k1, k2, k3
    c0, c1, c2, c3 = k4, k5, k6, k7
    d0, d1, d2, d3 = low, high, 0, 0
    for _ in range(4):
        a0, b0, c0, d0 = _quarter(a0, b0, c0, d0)
        a1, b1, c1, d1 = _quarter(a1, b1, c1, d1)
        a2, b2, c2, d2 = _quarter(a2, b2, c2, d2)
        a3, b3, c3, d3 = _quarter(a3, b3, c3, d3)
        a0, b1, c2, d3 = _quarter(a0, b1, c2, d3)
        a1, b2, c3, d0 = _quarter(a1, b2, c3, d0)
        a2, b3, c0, d1 = _quarter(a2, b3, c0, d1)
        a3, b0, c1, d2 = _quarter(a3, b0, c1, d2)
    out[0], out[1], out[2], out[3] = (
        (a0 + 0x61707865) & LANE,
        (a1 + 0x3320646E) & LANE,
        (a2 + 0x79622D32) & LANE,
        (a3 + 0x6B206574) & LANE,
    )
    out[4], out[5], out[6], out[7] = (b0 + k0) & LANE, (b1 + k1) & LANE, (b2 + k2) & LANE, (b3 + k3) & LANE
    out[8], out[9], out[10], out[11] = (c0 + k4) & LANE, (c1 + k5) & LANE, (c2 + k6) & LANE, (c3 + k7) & LANE
    out[12], out[13], out[14], out[15] = (d0 + low) & LANE, (d1 + high) & LANE, d2, d3


@rule
def _holds(story: Any, state: Any, number: int) -> bool:
    """Say whether the story already holds this block.

    The whole key is compared, so a stale block is never used.
    """
    difference = widen(story.block_number) ^ number
    for lane in range(8):
        difference |= widen(story.block_key[lane] ^ state.key[lane])
    return difference == 0


@rule
def next_word(state: Any, story: Any) -> int:
    """Return the next 32 bits of this game's generator."""
    cursor = widen(state.cursor)
    number = cursor // WORDS
    if not _holds(story, state, number):
        fill_block(state.key, number, story.block)
        story.block_number = number
        for lane in range(8):
            story.block_key[lane] = state.key[lane]
    state.cursor = cursor + 1
    return widen(story.block[cursor % WORDS])


@rule
def below(state: Any, story: Any, count: int) -> int:
    """Return a number from 0 to count − 1, all exactly equally likely (Lemire's method)."""
    product = next_word(state, story) * count
    if product & LANE < count:
        threshold = (LANE + 1 - count) % count
        while product & LANE < threshold:
            product = next_word(state, story) * count
    return product >> 32


@rule
def scripted(story: Any) -> int:
    """Return the next scripted outcome, or NONE."""
    if story.script_taken >= story.script_length:
        return NONE
    outcome = widen(story.script[story.script_taken])
    story.script_taken += 1
    return outcome


@rule
def draw(state: Any, story: Any, kind: int, count: int) -> int:
    """Draw one of `count` outcomes, all equally likely."""
    outcome = scripted(story)
    if outcome == NONE:
        outcome = below(state, story, count)
    elif outcome >= count:
        story.fault = 1
        outcome = 0
    tell_chance(story, kind, outcome)
    return outcome


@rule
def draw_from(state: Any, story: Any, kind: int, weights: Any) -> int:
    """Draw an index of `weights` with a probability proportional to its weight.

    This suits decks and bags stored as counts. The weights must not sum to 0.
    """
    outcome = scripted(story)
    if outcome != NONE and (outcome >= len(weights) or weights[outcome] <= 0):
        story.fault = 1
        outcome = NONE
    if outcome == NONE:
        total = 0
        for index in range(len(weights)):
            total += widen(weights[index])
        left = below(state, story, total)
        outcome = 0
        while outcome + GROUP <= len(weights):  # whole groups first: the compiler adds them up at once
            group = 0
            for index in range(outcome, outcome + GROUP):
                group += widen(weights[index])
            if left < group:
                break
            left -= group
            outcome += GROUP
        while left >= weights[outcome]:
            left -= widen(weights[outcome])
            outcome += 1
    tell_chance(story, kind, outcome)
    return outcome


@rule
def draw_bit(state: Any, story: Any, kind: int, mask: int) -> int:
    """Draw one of the set bits, all equally likely: a card from a deck stored as a mask.

    The mask must not be 0.
    """
    outcome = scripted(story)
    if outcome != NONE and (outcome >= 63 or (mask >> outcome) & 1 == 0):
        story.fault = 1
        outcome = NONE
    if outcome == NONE:
        for _ in range(below(state, story, bit_count(mask))):
            mask &= mask - 1
        outcome = lowest_bit(mask)
    tell_chance(story, kind, outcome)
    return outcome
