"""R5 Part C: influence and legends; and what Baba Yaga does before it (R10.2)."""

from typing import Any

from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.meandres.actions import BABA, INFLUENCE, LEGEND, STAY
from ludotheque.games.meandres.components import BABA_YAGA, CHOOSE, COLORS, LAST_SPACE, LEGEND_COLOR, LEGENDS, TRACK_LARGE
from ludotheque.games.meandres.rules.codes import Event, Refusal
from ludotheque.games.meandres.rules.dreams import crowd, fiends, has, near
from ludotheque.games.meandres.rules.extension import begin_extension
from ludotheque.games.meandres.rules.start import draw_legend
from ludotheque.games.meandres.state import Phase

# R10.2 Baba Yaga


@rule
def steps_aside(state: Any) -> int:
    """R10.2 The dreams to which Baba Yaga can lead the fiend: adjacent, and without another fiend."""
    return near(state, widen(state.fiend[state.seat])) & ~fiends(state, widen(state.seat))


@rule
def before_influence(state: Any, story: Any) -> None:
    """R10.2 Baba Yaga's holder may move before part C."""
    if state.legend[state.seat] == BABA_YAGA and steps_aside(state) != 0:
        state.phase = Phase.BABA
    else:
        gain_influence(state, story)


@rule
def list_steps_aside(state: Any, out: Any) -> int:
    """R10.2 To stay, or to move."""
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
    """R10.2 It is no dance: only parts C and D look at the new dream."""
    state.fiend[state.seat] = dream
    tell(story, Event.STEPPED_ASIDE, state.seat, NONE, dream, 0)
    gain_influence(state, story)


# R5 Influence


@rule
def gain_influence(state: Any, story: Any) -> None:
    """R5.1 One space on, if no spawn lies on the fiend's dream. R5.2 Not beyond the last. R5.3 A large diamond brings a legend, R5.7 if there is one."""
    seat = widen(state.seat)
    if crowd(state, widen(state.fiend[seat])) == 0 and state.marker[seat] < LAST_SPACE:
        state.marker[seat] += 1
        tell(story, Event.GAINED, seat, NONE, NONE, state.marker[seat])
        if TRACK_LARGE[state.marker[seat]] and (state.open != 0 or has_legend_deck(state)):
            state.phase = Phase.LEGEND
            return
    begin_extension(state, story)


@rule
def has_legend_deck(state: Any) -> bool:
    """Is a legend left in the deck?"""
    cards = 0
    for legend in range(LEGENDS):
        cards += widen(state.legend_deck[legend])
    return cards > 0


@rule
def list_legends(state: Any, out: Any) -> int:
    """R5.3 Any open legend, or the top one of the deck."""
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
    """R5.3 Open or unseen. R5.6 The old one leaves first. R5.4 The new one's colour counts at once, R5.5 or is chosen."""
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
        begin_extension(state, story)


@rule
def dismiss_legend(state: Any, seat: int) -> None:
    """R5.6 The old legend leaves the game for good, and the spawn that marked its colour goes back to the supply."""
    if state.legend[seat] != NONE:
        state.gone |= 1 << widen(state.legend[seat])
        state.supply[seat] += state.mark[seat]
        state.mark[seat] = 0


@rule
def list_colors(out: Any) -> int:
    """R5.5 Any of the three, the present one too."""
    for color in range(COLORS):
        out[color] = INFLUENCE + color
    return COLORS


@rule
def choose_color(state: Any, color: int, story: Any) -> None:
    """R5.5 The chosen colour is marked with a spawn of the supply, if there is one."""
    seat = widen(state.seat)
    state.influence[seat] = color
    if state.supply[seat] > 0:
        state.supply[seat] -= 1
        state.mark[seat] = 1
    tell(story, Event.CHOSE, seat, color, NONE, 0)
    begin_extension(state, story)
