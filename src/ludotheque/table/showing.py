"""What each viewer is sent: a snapshot of their view, or the change since the last one."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec import structs

from ludotheque.core.chance import commitment
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import State
from ludotheque.scene.diff import diff
from ludotheque.scene.model import Changes, Scene, Stage
from ludotheque.table import text
from ludotheque.table.asking import why_not_hint, why_undo_is_off
from ludotheque.table.events import OVER, PLAYING, WAITING
from ludotheque.table.eyes import eyes_of
from ludotheque.table.instant import Instant
from ludotheque.table.log import Log
from ludotheque.table.names import SeatNames
from ludotheque.table.pictures import Pictures
from ludotheque.table.protocol import (
    TOLD_APART,
    VERSION,
    Beat,
    Guide,
    Snapshot,
    UndoAsk,
    Update,
)
from ludotheque.table.scenes import Scenes
from ludotheque.table.standing import Standing
from ludotheque.table.text import words_in
from ludotheque.table.viewer import Viewer

FIELDS = Snapshot.__struct_fields__
UNCHANGED = Changes()


class Showing:
    """Builds everything that the viewers of one table are shown."""

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        self.commitment = commitment(standing.key)
        self.game_id, self.title = standing.game.id, standing.game.title
        self.names = SeatNames(standing.seating)
        scenes = Scenes(standing)
        self.pictures = Pictures(standing, scenes)
        self.log = Log(standing, self.names, scenes)

    def at(self, now_ms: int) -> Instant:
        """Return what is the same for all viewers now."""
        return Instant(self.standing, self.names, now_ms)

    def show(self, viewer: Viewer, instant: Instant, read: int = 0) -> Snapshot:
        """Return the whole table without the first `read` lines of the log, and remember that it
        was shown.
        """
        viewer.names = self.names(viewer.language)
        viewer.shown = self.snapshot(viewer, instant, read)
        viewer.read = read + len(viewer.shown.log)
        return viewer.shown

    def update(self, viewer: Viewer, instant: Instant) -> Update | Snapshot:
        """Return what has changed since this viewer's last message.

        Return everything if the viewer has seen nothing yet, if their seats have changed, or if
        someone was renamed, since names can appear in any sentence.
        """
        old, names = viewer.shown, viewer.names
        if old is None:
            return self.show(viewer, instant)
        new = self.show(viewer, instant, viewer.read)
        if old.viewer_seats != new.viewer_seats or (viewer.names is not names and viewer.names != names):
            return self.show(viewer, instant)
        eyes = NONE if new.seat is None else new.seat
        return changes(old, new, self.pictures.stages(eyes, old.seq, viewer.language))

    def snapshot(self, viewer: Viewer, instant: Instant, read: int) -> Snapshot:
        standing, eyes, language = self.standing, eyes_of(self.standing, viewer), viewer.language
        if eyes == NONE:
            viewer.looked = None  # once a curtain has fallen, it stays down
        picture = self.pictures.picture(eyes, language)
        layout = self.pictures.layout(eyes, language, picture)
        shown = picture if layout is None else layout
        may_act = eyes in instant.to_act if layout is None else not layout.info.is_ready
        acts = eyes != NONE and may_act and not standing.seating.has_left(eyes)
        waiting = self.waiting(viewer) if eyes == NONE else []
        undo_fault = why_undo_is_off(standing, viewer)
        return Snapshot(
            version=VERSION,
            seq=standing.seq,
            game=self.game_id,
            title=self.title,
            options=standing.options,
            status=standing.status,
            seats=[
                structs.replace(seat, is_yours=True) if seat.seat in viewer.seats else seat
                for seat in instant.seats(language)
            ],
            viewer_seats=list(viewer.seats),
            seat=None if eyes == NONE else eyes,
            is_curtain=eyes == NONE and bool(waiting),
            prompt=self.prompt(viewer, instant, eyes, shown.view, waiting, acts),
            scene=shown.scene,
            gestures=(self.pictures.gestures(shown.view, eyes, language) or None) if acts else None,
            can_undo=undo_fault is None,
            log=self.log.lines(viewer, read),
            commitment=self.commitment,
            seed=instant.seed,
            result=instant.result(language),
            last=picture.last,
            draft=None if layout is None else layout.info,
            sand=instant.sand,
            rematch=standing.rematch,
            guide=self.guide(language) if viewer.seats else None,
            can_hint=acts and instant.has_hints and why_not_hint(standing, viewer, eyes) is None,
            signal=self.signal(viewer),
            is_held=instant.is_held,
            can_ready=any(seat in viewer.seats for seat in instant.unready),
            undo_why="" if undo_fault is None else words_in(language)(text.REFUSALS[undo_fault.code]),
            undo_asked=self.undo_asked(viewer),
            watchers=instant.watchers,
            is_host=viewer.is_host,
            is_rated=standing.config.is_rated,
            tournament=standing.config.tournament,
            can_sit=not viewer.seats and instant.has_room,
        )

    def waiting(self, viewer: Viewer) -> list[int]:
        """List the seats at a viewer's screen that are to act."""
        standing = self.standing
        return [seat for seat in viewer.seats if standing.is_to_act(seat) and not standing.seating.has_left(seat)]

    def undo_asked(self, viewer: Viewer) -> UndoAsk | None:
        """Return the open request to take a move back, worded for this viewer."""
        takeback, language = self.standing.takeback, viewer.language
        if (asked := takeback.asked) is None:
            return None
        waiting = takeback.waits_for(self.standing.chairs[asked.seat].person)
        is_own = asked.seat in viewer.seats
        sentence, named = (text.WAIT_FOR_ANSWER, waiting) if is_own else (text.LINES["undo_asked"], [asked.seat])
        names = self.names.together(named, language)
        return UndoAsk(
            asked.seq,
            words_in(language)(sentence, name=names, names=names),
            any(seat in viewer.seats for seat in waiting),
        )

    def guide(self, language: str) -> Guide | None:
        """Return what the lesson or the puzzle says now."""
        standing, lesson = self.standing, self.standing.guiding.lesson
        if standing.puzzling.puzzle is not None:
            return standing.puzzling.guide(language)
        if lesson is None or standing.status != PLAYING:
            return None
        draft = standing.drafts.get(lesson.seat, [])
        return standing.guiding.guide(standing.laid_view(lesson.seat), language, draft)

    def signal(self, viewer: Viewer) -> str:
        """Return what this viewer may signal now."""
        standing = self.standing
        if standing.game.may_signal is None:
            return ""
        asked = any(standing.may_signal(seat) and not standing.seating.has_left(seat) for seat in viewer.seats)
        return standing.said_signal(viewer.language) if asked else ""

    def prompt(self, viewer: Viewer, instant: Instant, eyes: int, view: State, waiting: list[int], acts: bool) -> str:
        """Return what the viewer is to do, or else whom the table is waiting for.

        Behind a curtain, return whose turn at the screen it is.
        """
        standing, language = self.standing, viewer.language
        if standing.status == WAITING:
            return words_in(language)(text.WAIT_FOR_PEOPLE)
        if standing.puzzling.is_solved:
            return words_in(language)(text.SOLVED)
        if standing.status == OVER and not standing.game.is_over(standing.state):
            resigned = self.names.together(standing.seating.resigned, language)
            return words_in(language)(text.HAS_RESIGNED, names=resigned)
        if instant.is_held and not any(seat in viewer.seats for seat in instant.unready):
            return self.wait_for(instant.unready, language)
        if standing.status == OVER or acts or instant.is_held or eyes in instant.to_act:
            return standing.game.text.prompt(standing.words(language), view, eyes)
        if eyes == NONE and waiting:
            return words_in(language)(text.PASS_SCREEN, names=self.names.together(waiting, language))
        return self.wait_for([seat for seat in standing.movers if seat != TABLE], language)

    def wait_for(self, seats: list[int], language: str) -> str:
        return waiting_for(self.names.together(seats, language), language)


@lru_cache(1024)
def waiting_for(names: str, language: str) -> str:
    """Return whom a table is waiting for; after every move it is said again."""
    return words_in(language)(text.WAIT_FOR, names=names)


def beats(old: Scene, stages: Sequence[Stage]) -> tuple[list[Beat], Scene]:
    """Return each stage as changes since the one before, and the scene of the last stage."""
    found, shown = [], old
    for stage in stages:
        was, shown = shown, structs.replace(old, pieces=stage.pieces, panels=stage.panels)
        change = diff(was, shown)
        found.append(Beat(stage.said, change.pieces, change.gone, change.panels))
    return found, shown


def changes(old: Snapshot, new: Snapshot, stages: Sequence[Stage] = ()) -> Update:
    """Return what has changed, stage by stage; `new` has only the new lines of the log."""
    played, shown = beats(old.scene, stages)
    scene = diff(shown, new.scene)
    return Update(
        from_seq=old.seq,
        seq=new.seq,
        set=fields_apart(old, new),
        log=new.log,
        beats=played,
        scene=None if scene == UNCHANGED else scene,
    )


def fields_apart(old: Snapshot, new: Snapshot) -> dict[str, Any]:
    """Return the fields whose value has changed.

    Most fields are still the same object and need no comparison.
    """
    fields = zip(FIELDS, structs.astuple(old), structs.astuple(new), strict=True)
    return {name: value for name, was, value in fields if was is not value and name not in TOLD_APART and value != was}
