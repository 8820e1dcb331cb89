"""The rules of Flotsam by version 1.

A seat could reach no farther than 2 (R2.2), and equal scores shared the place (R4.4). The rest is
today's.
"""

from typing import Any

from ludotheque.core.ranking import rank
from ludotheque.core.rule import rule
from tests.toy import rules as today
from tests.toy.actions import ACTION_COUNT
from tests.toy.components import MAX_REACH
from tests.toy.rules import Refusal, apply, breakdown, canonical, census, scores, setup, to_act
from tests.toy.state import Phase

__all__ = ["apply", "breakdown", "canonical", "census", "legal", "ranks", "refusal", "scores", "setup", "to_act"]

FARTHEST = 2
refusal_today = today.refusal


@rule
def legal(state: Any, seat: int, out: Any) -> int:
    """Whatever is not refused."""
    count = 0
    for action in range(ACTION_COUNT):
        if refusal(state, seat, action) == Refusal.LEGAL:
            out[count] = action
            count += 1
    return count


@rule
def refusal(state: Any, seat: int, action: int) -> int:
    """R2.2 No farther than 2."""
    code = refusal_today(state, seat, action)
    is_too_far = code == Refusal.LEGAL and state.phase == Phase.REACH and FARTHEST < action <= MAX_REACH
    return Refusal.NO_BREATH if is_too_far else code


@rule
def ranks(state: Any, out: Any) -> None:
    """R4.4 The highest score; equal scores share the place."""
    scores(state, out)
    rank(out, state.seats)
