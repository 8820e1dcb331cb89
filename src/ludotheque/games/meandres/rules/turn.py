"""R3.1 to R3.4: the turn, and who may do what."""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.meandres.actions import (
    ACTION_COUNT,
    AGAIN,
    BABA,
    CLOWN,
    DANCE,
    DESPAIRS,
    ENTER,
    EXTEND,
    INFLUENCE,
    INVOKE,
    KRAMPUSES,
    LEGEND,
    OKIKUS,
    REST,
    SPAWNS,
    STAY,
    STEP,
    SWAP,
)
from ludotheque.games.meandres.components import DESPAIR
from ludotheque.games.meandres.rules.codes import Event, Refusal
from ludotheque.games.meandres.rules.dance import (
    can_dance,
    dance,
    dance_again,
    despair,
    list_again,
    list_dances,
    list_steps,
    refusal_of_again,
    refusal_of_dance,
    refusal_of_rest,
    refusal_of_step,
    rest,
    step_to,
)
from ludotheque.games.meandres.rules.dreams import fiends, has, is_peripheral
from ludotheque.games.meandres.rules.end import end_turn
from ludotheque.games.meandres.rules.extension import begin_extension, extend, list_extensions, refusal_of_extension
from ludotheque.games.meandres.rules.influence import (
    ask_baba_yaga,
    choose_color,
    gain_influence,
    list_colors,
    list_legends,
    list_steps_aside,
    refusal_of_legend,
    refusal_of_step_aside,
    step_aside,
    take_legend,
)
from ludotheque.games.meandres.rules.invocation import (
    invoke,
    leap,
    leap_over,
    list_bonus,
    list_leap,
    list_spawns,
    offer_bonus,
    refusal_of_bonus,
    refusal_of_leap,
    refusal_of_spawn,
    spawn_on,
    take_bonus,
)
from ludotheque.games.meandres.rules.legends import (
    change_color,
    list_powers,
    move_dream,
    move_spawn,
    refusal_of_clown,
    refusal_of_krampus,
    refusal_of_okiku,
    refusal_of_swap,
    swap,
)
from ludotheque.games.meandres.state import Part, Phase


@rule
def to_act(state: Any) -> int:
    """R3.1 Return the seat whose turn it is, until the game is over."""
    return 0 if state.phase == Phase.OVER else 1 << widen(state.seat)


# What is legal


@rule
def legal(state: Any, seat: int, out: Any) -> int:
    """R3.2 List what the seat may do in this part of its turn."""
    phase = state.phase
    if seat != state.seat or phase == Phase.OVER:
        return 0
    if phase == Phase.STEP:
        return list_steps(state, out)
    if phase == Phase.EXTEND:
        return list_extensions(state, out)
    if phase == Phase.BEFORE:
        return list_powers(state, out, list_dances(state, out))
    return list_rarer(state, out)


@rule
def list_rarer(state: Any, out: Any) -> int:
    """List the actions of the parts that do not occur every turn."""
    phase = state.phase
    if phase == Phase.ENTER:
        return list_entries(state, out)
    if phase == Phase.AGAIN:
        return list_again(state, out)
    if is_spawning(state):
        return list_invocation(state, out)
    if phase == Phase.BABA:
        return list_steps_aside(state, out)
    return list_legends(state, out) if phase == Phase.LEGEND else list_colors(out)


@rule
def is_spawning(state: Any) -> bool:
    """R4.1 Return whether the seat is being asked about its spawn, in any part of the
    invocation.
    """
    return bool(Phase.LEAP <= state.phase <= Phase.BONUS)


@rule
def list_invocation(state: Any, out: Any) -> int:
    """R4.1 List the choices for a leap, the Standard Dance or the bonus."""
    if state.phase == Phase.LEAP:
        return list_leap(state, out)
    return list_bonus(out) if state.phase == Phase.BONUS else list_spawns(state, out)


@rule
def list_entries(state: Any, out: Any) -> int:
    """R3.3 List the peripheral dreams without a fiend."""
    count = 0
    for dream in range(widen(state.dreams)):
        if refusal_of_entry(state, dream) == Refusal.LEGAL:
            out[count] = ENTER + dream
            count += 1
    return count


# Refusals


@rule
def phase_of(action: int) -> int:
    """Return the part of the turn that an action belongs to.

    It is SPAWN for all three parts of the invocation.
    """
    if action < DANCE:
        return Phase.ENTER
    if action < STEP:
        return Phase.BEFORE
    if action < AGAIN:
        return Phase.STEP
    if action < SPAWNS:
        return Phase.AGAIN
    if action < STAY:
        return Phase.SPAWN
    if action < LEGEND:
        return Phase.BABA
    if action < INFLUENCE:
        return Phase.LEGEND
    return Phase.COLOR if action < EXTEND else Phase.EXTEND


@rule
def is_now(state: Any, phase: int) -> bool:
    """R3.2 Return whether it is time for this part of the turn."""
    return is_spawning(state) if phase == Phase.SPAWN else bool(state.phase == phase)


@rule
def refusal(state: Any, seat: int, action: int) -> int:
    """R3.1 Nobody may act in another player's turn, R3.2 or in another part of their own."""
    if state.phase == Phase.OVER:
        return Refusal.GAME_OVER
    if seat != state.seat:
        return Refusal.NOT_YOUR_TURN
    action = widen(action)
    if not 0 <= action < ACTION_COUNT or not is_now(state, phase_of(action)):
        return Refusal.NOT_NOW
    if action < STEP:
        return refusal_of_entry(state, action - ENTER) if action < DANCE else refusal_before(state, action)
    if action >= EXTEND:
        return refusal_of_extension(state, action - EXTEND)
    return refusal_of_rarer(state, action)


@rule
def refusal_before(state: Any, action: int) -> int:
    """R3.4 A power, R3.5 or the choice of a dance."""
    if action < DESPAIRS:
        return refusal_of_dance(state, action - DANCE)
    if action == DESPAIRS:
        return Refusal.LEGAL if can_dance(state, DESPAIR, 0) else Refusal.NO_DESPAIR
    if action == REST:
        return refusal_of_rest(state)
    if action < OKIKUS:
        return refusal_of_clown(state, action - CLOWN)
    if action < KRAMPUSES:
        return refusal_of_okiku(state, action - OKIKUS)
    return refusal_of_krampus(state, action - KRAMPUSES) if action < SWAP else refusal_of_swap(state, action - SWAP)


@rule
def refusal_of_rarer(state: Any, action: int) -> int:
    """Return the refusal of an action, from the first step of the dance to a legend's colour."""
    if action < AGAIN:
        return refusal_of_step(state, action - STEP)
    if action < INVOKE:
        return refusal_of_again(state, action - AGAIN)
    if SPAWNS <= action < STAY:
        return refusal_of_invocation(state, action - SPAWNS)
    if BABA <= action < LEGEND:
        return refusal_of_step_aside(state, action - BABA)
    return refusal_of_legend(state, action - LEGEND) if LEGEND <= action < INFLUENCE else Refusal.LEGAL


@rule
def refusal_of_invocation(state: Any, choice: int) -> int:
    """R4.1. Must agree with `list_invocation`."""
    if state.phase == Phase.LEAP:
        return refusal_of_leap(state, choice)
    return refusal_of_bonus(choice) if state.phase == Phase.BONUS else refusal_of_spawn(state, choice)


@rule
def refusal_of_entry(state: Any, dream: int) -> int:
    """R3.3 The dream must be peripheral and without a fiend."""
    if dream >= state.dreams:
        return Refusal.NO_DREAM
    if has(fiends(state, NONE), dream):
        return Refusal.FIEND_THERE
    return Refusal.LEGAL if is_peripheral(state, dream) else Refusal.NOT_PERIPHERAL


# Carrying out actions


@rule
def apply(state: Any, seat: int, action: int, story: Any) -> None:
    """Carry out an action, with one function for each kind."""
    phase, action = state.phase, widen(action)
    if phase == Phase.STEP:
        step_to(state, action - STEP, story)
    elif phase == Phase.BEFORE:
        apply_before(state, action, story)
    elif phase == Phase.EXTEND:
        extend(state, action - EXTEND, story)
    elif phase == Phase.ENTER:
        enter(state, action - ENTER, story)
    else:
        apply_rarer(state, action, story)
    go_on(state, story)


@rule
def go_on(state: Any, story: Any) -> None:
    """R4.1, R3.2 Do what follows automatically, in this order, until someone has to decide.

    Each part appears here only once: on a GPU, threads that come from different actions converge
    again.
    """
    if state.part == Part.LEAPS:
        leap_over(state, story)
    if state.part == Part.INVOCATION:
        invoke(state, story)
    if state.part == Part.BONUS:
        offer_bonus(state)
    if state.part == Part.BABA:
        ask_baba_yaga(state)
    if state.part == Part.INFLUENCE:
        gain_influence(state, story)
    if state.part == Part.EXTENSION:
        begin_extension(state, story)
    if state.part == Part.ROW:
        end_turn(state, story)


@rule
def apply_before(state: Any, action: int, story: Any) -> None:
    """R3.4 Use a power, after which the choice starts again; R3.5 or begin a dance."""
    if action < DESPAIRS:
        dance(state, action - DANCE, story)
    elif action == DESPAIRS:
        despair(state, story)
    elif action == REST:
        rest(state, story)
    elif action < OKIKUS:
        change_color(state, action - CLOWN, story)
    elif action < KRAMPUSES:
        move_spawn(state, action - OKIKUS, story)
    elif action < SWAP:
        move_dream(state, action - KRAMPUSES, story)
    else:
        swap(state, action - SWAP, story)


@rule
def apply_rarer(state: Any, action: int, story: Any) -> None:
    """Carry out an action that does not occur every turn."""
    if action < INVOKE:
        dance_again(state, action - AGAIN, story)
    elif action == INVOKE:
        state.part = Part.LEAPS
    elif action < STAY:
        apply_invocation(state, action - SPAWNS, story)
    elif action == STAY:
        state.part = Part.INFLUENCE
    elif action < LEGEND:
        step_aside(state, action - BABA, story)
    elif action < INFLUENCE:
        take_legend(state, action - LEGEND, story)
    else:
        choose_color(state, action - INFLUENCE, story)


@rule
def apply_invocation(state: Any, choice: int, story: Any) -> None:
    """R4.1 Carry out the seat's decision about a leap, the Standard Dance or the bonus."""
    if choice == 0:
        tell(story, Event.DECLINED, state.seat, state.phase, NONE, 0)
    if state.phase == Phase.LEAP:
        leap(state, choice, story)
    elif state.phase == Phase.SPAWN:
        spawn_on(state, choice, story)
    else:
        take_bonus(state, choice, story)


@rule
def enter(state: Any, dream: int, story: Any) -> None:
    """R3.3 Place the fiend on the board; this is not a step."""
    state.fiend[state.seat] = dream
    state.phase = Phase.BEFORE
    tell(story, Event.ENTERED, state.seat, NONE, dream, 0)
