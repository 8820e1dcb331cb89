"""R5 Part C: influence and legends; and Baba Yaga's move before it (R10.2)."""

from typing import Any

from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.meandres.actions import BABA, INFLUENCE, LEGEND, STAY
from ludotheque.games.meandres.components import (
    BABA_YAGA,
    CHOOSE,
    COLORS,
    LAST_SPACE,
    LEGEND_COLOR,
    LEGENDS,
    TRACK_LARGE,
)
from ludotheque.games.meandres.rules.codes import Event, Refusal
from ludotheque.games.meandres.rules.dreams import crowd, fiends, has, near
from ludotheque.games.meandres.rules.start import draw_legend
from ludotheque.games.meandres.state import Part, Phase

# R10.2 Baba Yaga


@rule
def steps_aside(state: Any) -> int:
    """R10.2 Return the dreams to which Baba Yaga can move the fiend: adjacent, and without another
    fiend.
    """
    return near(state, widen(state.fiend[state.seat])) & ~fiends(state, widen(state.seat))


@rule
def ask_baba_yaga(state: Any) -> None:
    """R10.2 Her holder may move before part C."""
    if state.legend[state.seat] == BABA_YAGA and steps_aside(state) != 0:
        state.phase, state.part = Phase.BABA, Part.NOTHING
    else:
        state.part = Part.INFLUENCE


@rule
def list_steps_aside(state: Any, out: Any) -> int:
    """R10.2 List the choice to stay, and the moves."""
    out[0], count = STAY, 1
    left = steps_aside(state)
    while left != 0:
        out[count] = BABA + lowest_bit(left)
        left &= left - 1
        count += 1
    return count


@rule
def refusal_of_step_aside(state: Any, dream: int) -> int:
    """R10.2. Must agree with `list_steps_aside`."""
    if not has(near(state, widen(state.fiend[state.seat])), dream):
        return Refusal.NOT_ADJACENT
    return Refusal.LEGAL if has(steps_aside(state), dream) else Refusal.BABA_FIEND


@rule
def step_aside(state: Any, dream: int, story: Any) -> None:
    """R10.2 This is not a dance: only parts C and D use the new dream."""
    state.fiend[state.seat] = dream
    tell(story, Event.STEPPED_ASIDE, state.seat, NONE, dream, 0)
    state.part = Part.INFLUENCE


# R5 Influence


@rule
def gain_influence(state: Any, story: Any) -> None:
    """R5.1 Advance one space if there is no spawn on the fiend's dream.

    R5.2 Not beyond the last space. R5.3 A large diamond brings a legend, R5.7 if one is left.
    """
    seat = widen(state.seat)
    if crowd(state, widen(state.fiend[seat])) == 0 and state.marker[seat] < LAST_SPACE:
        state.marker[seat] += 1
        tell(story, Event.GAINED, seat, NONE, NONE, state.marker[seat])
        if TRACK_LARGE[state.marker[seat]] and (state.open != 0 or has_legend_deck(state)):
            state.phase, state.part = Phase.LEGEND, Part.NOTHING
            return
    state.part = Part.EXTENSION


@rule
def has_legend_deck(state: Any) -> bool:
    """Return whether a legend is left in the deck."""
    cards = 0
    for legend in range(LEGENDS):
        cards += widen(state.legend_deck[legend])
    return cards > 0


@rule
def list_legends(state: Any, out: Any) -> int:
    """R5.3 List the face-up legends, and the top card of the deck."""
    count = 0
    for legend in range(LEGENDS):
        if (widen(state.open) >> legend) & 1:
            out[count] = LEGEND + legend
            count += 1
    if has_legend_deck(state):
        out[count] = LEGEND + LEGENDS
        count += 1
    return count


@rule
def refusal_of_legend(state: Any, legend: int) -> int:
    """R5.3. Must agree with `list_legends`."""
    if legend == LEGENDS:
        return Refusal.LEGAL if has_legend_deck(state) else Refusal.NO_LEGEND_DECK
    return Refusal.LEGAL if (widen(state.open) >> legend) & 1 else Refusal.NOT_OPEN


@rule
def take_legend(state: Any, choice: int, story: Any) -> None:
    """R5.3 Take a face-up or unseen legend.

    R5.6 The old one leaves first. R5.4 The new one's colour counts at once, R5.5 or is chosen.
    """
    seat = widen(state.seat)
    dismiss_legend(state, seat)
    legend = draw_legend(state, story) if choice == LEGENDS else choice
    state.open &= ~(1 << legend)
    state.legend[seat] = legend
    tell(story, Event.TOOK, seat, legend, NONE, 1 if choice == LEGENDS else 0)
    if LEGEND_COLOR[legend] == CHOOSE:
        state.phase = Phase.COLOR
    else:
        state.influence[seat] = LEGEND_COLOR[legend]
        state.part = Part.EXTENSION


@rule
def dismiss_legend(state: Any, seat: int) -> None:
    """R5.6 Remove the old legend from the game, and return the spawn that marked its colour to the
    supply.
    """
    if state.legend[seat] != NONE:
        state.gone |= 1 << widen(state.legend[seat])
        state.supply[seat] += state.mark[seat]
        state.mark[seat] = 0


@rule
def list_colors(out: Any) -> int:
    """R5.5 List the three colours, including the current one."""
    for color in range(COLORS):
        out[color] = INFLUENCE + color
    return COLORS


@rule
def choose_color(state: Any, color: int, story: Any) -> None:
    """R5.5 Mark the chosen colour with a spawn from the supply, if there is one."""
    seat = widen(state.seat)
    state.influence[seat] = color
    if state.supply[seat] > 0:
        state.supply[seat] -= 1
        state.mark[seat] = 1
    tell(story, Event.CHOSE, seat, color, NONE, 0)
    state.part = Part.EXTENSION
