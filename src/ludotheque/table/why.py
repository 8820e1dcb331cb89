"""Explains why a gesture is not an action: the rule that forbids it, or the step still missing."""

from ludotheque.core.game import State
from ludotheque.core.words import Words
from ludotheque.scene.model import Gesture
from ludotheque.scene.picture import painter
from ludotheque.scene.wording import without_turns
from ludotheque.table import text
from ludotheque.table.asking import why_not_see
from ludotheque.table.events import WAITING
from ludotheque.table.made import Fault
from ludotheque.table.protocol import Because
from ludotheque.table.standing import Standing
from ludotheque.table.viewer import Viewer


def explain(standing: Standing, viewer: Viewer, seat: int, steps: Gesture) -> Because | Fault:
    """Explain why these steps are not an action, given what the seat sees and has laid out.

    The explanation is the refusal of an action whose gesture begins with these steps. Of several
    refusals the highest code counts, since codes are in the order in which the rules check.
    """
    if fault := why_not_explain(standing, viewer, seat):
        return fault
    game, words, view = standing.game, standing.words(viewer.language), standing.laid_view(seat)
    gestures = gestures_of(standing, view, seat, viewer.language)
    meant = [action for action, gesture in enumerate(gestures) if gesture[: len(steps)] == steps]
    codes = {action: game.refusal(view, seat, action) for action in meant}
    legal = [gestures[action] for action, code in codes.items() if not code]
    if legal and standing.guiding.is_on:
        return Fault("lesson/other")
    if legal:
        return go_on(viewer, legal[0][len(steps) :])
    if fits_turned(standing, gestures, view, seat, steps):
        return Because(text.words_in(viewer.language)(text.TURN_FIRST), "")
    code = max(codes.values(), default=0) or code_of_no_action(standing, words, view, seat, steps)
    if not code:
        return Because(text.words_in(viewer.language)(text.NOTHING_HERE), "")
    return Because(*because(standing, viewer, code))


def gestures_of(standing: Standing, view: State, seat: int, language: str) -> list[Gesture]:
    """Return the gesture of every action.

    A game may have thousands of them, so they are computed once per view and language.
    """
    kept = standing.position.kept.gestures
    held = kept.get((seat, language))
    if held is None or held[0] is not view:
        game, words = standing.game, standing.words(language)
        drawn = [painter(game).gesture(words, view, seat, action) for action in range(game.actions.count)]
        held = kept[seat, language] = view, drawn
    return held[1]


def why_not_explain(standing: Standing, viewer: Viewer, seat: int) -> Fault | None:
    if seat not in viewer.seats:
        return Fault("seat/not_yours")
    if standing.status == WAITING:
        return Fault("game/waiting")
    if fault := why_not_see(standing, viewer, seat):
        return fault
    return Fault("game/held") if standing.is_held else None


def go_on(viewer: Viewer, rest: Gesture) -> Because | Fault:
    """Return the missing step; if none is missing, the client's choices were out of date."""
    kinds = [kind for kind, _ in rest if kind != "turn"]
    return Because(text.words_in(viewer.language)(text.GO_ON[kinds[0]]), "") if kinds else Fault("action/stale")


def fits_turned(standing: Standing, gestures: list[Gesture], view: State, seat: int, steps: Gesture) -> bool:
    """Return whether these steps would be legal if the piece in hand were turned another way."""
    bare = without_turns(steps)
    if bare == steps or not bare:
        return False
    legal = standing.game.legal(view, seat)
    offered = standing.guiding.offered(view, seat, legal, standing.drafts.get(seat, []))
    return any(without_turns(gestures[action])[: len(bare)] == bare for action in offered)


def code_of_no_action(standing: Standing, words: Words, view: State, seat: int, steps: Gesture) -> int:
    """Return the refusal code of steps that belong to no action at all, or 0 if there is none.

    Either it is not the seat's turn, or the game itself says what is wrong with the steps.
    """
    if not standing.game.legal(view, seat):
        return standing.game.refusal(view, seat, 0)
    return painter(standing.game).why_not(words, view, seat, steps)


def because(standing: Standing, viewer: Viewer, code: int) -> tuple[str, str]:
    """Return the sentence for one of the game's refusal codes, and the number of its rule."""
    sentence = standing.game.text.REFUSALS[code]
    return standing.words(viewer.language)(sentence.message), sentence.rule
