"""What each viewer is told: one snapshot, made from that viewer's view, and the difference between two of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Any

from msgspec import structs

from ludotheque.core.chance import commitment
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import State
from ludotheque.core.record import final
from ludotheque.scene.diff import apart, diff
from ludotheque.scene.model import Scene, Stage
from ludotheque.scene.picture import gestures_of, plays_out, scene_of, stages_of
from ludotheque.table import events as ev
from ludotheque.table import text
from ludotheque.table.drafts import is_ready, kinds_of, laid_out, worlds
from ludotheque.table.events import BOT, OPEN, OVER, PLAYING, WAITING, AnyEvent
from ludotheque.table.judge import hint, why_no_undo
from ludotheque.table.protocol import VERSION, Beat, DraftInfo, LogLine, Result, Sand, SeatInfo, Snapshot, Update
from ludotheque.table.secrecy import secrets_of
from ludotheque.table.text import words_in
from ludotheque.table.trying import Fault
from ludotheque.table.viewer import Viewer

if TYPE_CHECKING:
    from ludotheque.table.plies import Ply
    from ludotheque.table.table import Table

HIDDEN = "?"
MOST_BEATS = 40  # of an update


@dataclass(frozen=True)
class Picture:
    """A state through one pair of eyes, in one language."""

    state: State
    view: State
    scene: Scene
    last: list[str]


@dataclass(frozen=True)
class Layout:
    """What a seat has laid out: a picture of it, and the draft itself."""

    state: State  # of the table
    actions: list[int]
    worlds: list[State]  # before the first action, and after each
    scenes: list[Scene]  # of them
    view: State  # of the last
    info: DraftInfo

    @property
    def scene(self) -> Scene:
        return self.scenes[-1]


class Showing:
    """Pictures and log lines of one table, kept until the next event: spectators share them."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.commitment = commitment(table.key)
        self.game, self.title = table.game.id, table.game.title
        self._pictures: dict[tuple[int, str], Picture] = {}
        self._lines: dict[tuple[int, str], list[LogLine]] = {}
        self._layouts: dict[tuple[int, str], Layout] = {}
        self._stages: dict[tuple[int, str], tuple[Ply, list[Stage]]] = {}  # of the last ply
        self._names: dict[str, list[str]] = {}  # of the seats, in each language
        self._gestures: dict[tuple[int, str], tuple[State, dict[str, Any]]] = {}  # and the view that they were made for

    # Through whose eyes

    def eyes(self, viewer: Viewer) -> int:
        """The seat that this viewer looks through; NONE: a spectator, or a curtain is down."""
        table = self.table
        if table.status == WAITING or not viewer.seats:
            return NONE
        seats = [seat for seat in viewer.seats if not table.has_left(seat)] or viewer.seats[:1]
        if len(seats) == 1:
            return seats[0]
        if not table.game.hides or table.status == OVER:
            return next((seat for seat in seats if table.is_to_act(seat)), seats[0])
        return viewer.looked if viewer.looked is not None and self._is_lifted(viewer, viewer.looked) else NONE

    def _is_lifted(self, viewer: Viewer, seat: int) -> bool:
        """A curtain falls when its seat has acted, unless nobody else at this screen is to act; and when anybody has acted while it is not that seat's turn."""
        table = self.table
        if table.last_acted <= viewer.looked_at:
            return True
        waiting = [other for other in viewer.seats if table.is_to_act(other)]
        return seat in waiting and (table.acted[seat] <= viewer.looked_at or waiting == [seat])

    def name(self, seat: int, language: str) -> str:
        """Bots of one name have numbers from the second on."""
        if language not in self._names:
            names = [self._own_name(seat, language) for seat in range(self.table.seats)]
            again = [names[: seat + 1].count(name) if self.table.is_bot(seat) else 1 for seat, name in enumerate(names)]
            self._names[language] = [f"{name} {number}" if number > 1 else name for name, number in zip(names, again, strict=True)]
        return self._names[language][seat]

    def somebody_sat(self) -> None:
        self._names.clear()

    def _own_name(self, seat: int, language: str) -> str:
        chair, words = self.table.chairs[seat], words_in(language)
        return chair.name or words(text.BOTS.get(chair.level, text.BOT) if chair.kind == BOT else text.SEAT, level=chair.level, number=seat + 1)

    # The whole

    def snapshot(self, viewer: Viewer, now_ms: int) -> Snapshot:
        table, eyes = self.table, self.eyes(viewer)
        if eyes == NONE:
            viewer.looked = None  # a curtain that has fallen stays down
        picture = self.picture(eyes, viewer.language)
        layout = self.layout(eyes, viewer.language, picture)
        shown = picture if layout is None else layout
        acts = eyes != NONE and (table.is_to_act(eyes) if layout is None else not layout.info.is_ready) and not table.has_left(eyes)
        waiting = [seat for seat in viewer.seats if table.is_to_act(seat) and not table.has_left(seat)]
        is_curtain = eyes == NONE and bool(waiting)
        return Snapshot(
            version=VERSION,
            seq=table.seq,
            game=self.game,
            title=self.title,
            options=table.options,
            status=table.status,
            seats=[self.seat_info(seat, viewer, now_ms) for seat in range(table.seats)],
            viewer_seats=list(viewer.seats),
            seat=None if eyes == NONE else eyes,
            is_curtain=is_curtain,
            prompt=self.prompt(viewer, eyes, shown.view, waiting, acts),
            scene=shown.scene,
            gestures=(self.gestures(shown.view, eyes, viewer.language) or None) if acts else None,
            can_undo=table.status == PLAYING and bool(viewer.seats) and why_no_undo(table, viewer) is None,
            log=self.lines(viewer),
            commitment=self.commitment,
            seed=table.key.hex() if table.status == OVER else None,
            result=self.result(viewer.language),
            last=picture.last,
            draft=None if layout is None else layout.info,
            sand=self.sand(now_ms),
            rematch=table.rematch,
            guide=table.guiding.guide(viewer.language) if viewer.seats else None,
            can_hint=acts and hint(table, viewer, eyes) is None,
        )

    def sand(self, now_ms: int) -> Sand | None:
        left = self.table.clocks.sand_at(now_ms)
        return None if left is None else Sand(max(left, 0), self.table.sand_ms)

    def layout(self, eyes: int, language: str, picture: Picture) -> Layout | None:
        """The table as a seat has laid it out; None: there is nothing to lay out now."""
        table, game = self.table, self.table.game
        actions, is_early = table.drafts.get(eyes, []), not table.is_to_act(eyes)
        if eyes == NONE or not game.drafts or not (is_early or actions or any(map(game.is_drafted, game.legal(picture.view, eyes)))):
            return None
        held = self._layouts.get((eyes, language))
        if held is not None and held.state is table.state and held.actions == actions:
            return held
        found = worlds(table, eyes, actions)
        if isinstance(found, Fault):
            return None
        view = game.view_of(found[-1], eyes) if is_early or actions else picture.view
        scenes = [held.scenes[number] for number in range(min(len(found), len(held.worlds))) if held.worlds[number] is found[number]] if held is not None else []
        for world in found[len(scenes) :]:
            seen = view if world is found[-1] else game.view_of(world, eyes)
            scenes.append(picture.scene if seen is picture.view else scene_of(game, game.words(language), seen, eyes))
        laid = [apart(old, new).moved for old, new in pairwise(scenes)]
        info = DraftInfo(actions, laid, kinds_of(game), is_early, is_ready(game, actions))
        layout = self._layouts[eyes, language] = Layout(table.state, actions, found, scenes, view, info)
        return layout

    def picture(self, eyes: int, language: str) -> Picture:
        table, held = self.table, self._pictures.get((eyes, language))
        before = self._before()
        if held is not None and held.state is table.state:
            return held
        words, view = table.game.words(language), table.view(eyes)
        scene = scene_of(table.game, words, view, eyes)
        last: list[str] = []
        if before is not None:
            was = held.scene if held is not None and held.state is before else scene_of(table.game, words, table.game.view_of(before, eyes), eyes)
            last = apart(was, scene).touched
        picture = self._pictures[eyes, language] = Picture(table.state, view, scene, last)
        return picture

    def _before(self) -> State | None:
        """The state before the last act."""
        before = None
        for ply in reversed(self.table.plies):
            if ply.seq != self.table.plies[-1].seq:
                break
            before = ply.before
        return before

    def position(self, seat: int, language: str) -> State:
        """What a seat sees, with what it has laid out."""
        picture = self.picture(seat, language)
        layout = self.layout(seat, language, picture)
        return picture.view if layout is None else layout.view

    def gestures(self, view: State, eyes: int, language: str) -> dict[str, Any]:
        """What somebody else lays out does not change them."""
        held = self._gestures.get((eyes, language))
        if held is None or held[0] is not view:
            game = self.table.game
            actions = self.table.guiding.offered(view, eyes, game.legal(view, eyes))
            held = self._gestures[eyes, language] = view, gestures_of(game, game.words(language), view, eyes, actions)
        return held[1]

    def stages(self, shown: Snapshot, since: int, language: str) -> list[Stage]:
        """What has happened since an event, moment by moment, through the same eyes as what is shown now."""
        if not plays_out(self.table.game):
            return []
        eyes = NONE if shown.seat is None else shown.seat
        news = [*takewhile(lambda ply: ply.seq > since, reversed(self.table.plies))]
        return [stage for ply in reversed(news) for stage in self._stages_of(ply, eyes, language)][-MOST_BEATS:]

    def _stages_of(self, ply: "Ply", eyes: int, language: str) -> list[Stage]:
        held = self._stages.get((eyes, language))
        if held is None or held[0] is not ply:
            game = self.table.game
            found = stages_of(game, game.words(language), game.view_of(ply.before, eyes), eyes, ply.rows)
            held = self._stages[eyes, language] = ply, found
        return held[1]

    def seat_info(self, seat: int, viewer: Viewer, now_ms: int) -> SeatInfo:
        table, chair, is_free, draft = self.table, self.table.chairs[seat], self.table.is_free(seat), self.table.drafts.get(seat)
        return SeatInfo(
            seat=seat,
            name="" if is_free else self.name(seat, viewer.language),
            kind=OPEN if is_free else chair.kind,
            level=table.stand_ins.get(seat, chair.level),
            is_online=chair.person in table.online,
            is_yours=seat in viewer.seats,
            is_to_act=table.is_to_act(seat),
            has_resigned=seat in table.resigned,
            clock_ms=table.clocks.left_at(seat, table.is_clock_running(seat), now_ms) if table.clocks.is_on and not table.is_bot(seat) else None,
            drafted=len(laid_out(table.game, draft)) if draft else 0,
            is_ready=draft is not None and is_ready(table.game, draft),
        )

    def prompt(self, viewer: Viewer, eyes: int, view: State, waiting: list[int], acts: bool) -> str:
        """What to do, for whoever looks; behind a curtain, who is to come to the screen; else whom the table waits for."""
        table, words = self.table, words_in(viewer.language)
        if table.status == WAITING:
            return words(text.WAIT_FOR_PEOPLE)
        if table.status == OVER or acts or table.is_to_act(eyes):
            return table.game.text.prompt(table.game.words(viewer.language), view, eyes)
        is_curtain = eyes == NONE and bool(waiting)
        asked = waiting if is_curtain else [seat for seat in table.movers if seat != TABLE]
        names = ", ".join(self.name(seat, viewer.language) for seat in asked)
        return words(text.PASS_SCREEN if is_curtain else text.WAIT_FOR, names=names)

    def result(self, language: str) -> Result | None:
        """The score sheet. Whoever has resigned comes last, the first to do so last of all."""
        table = self.table
        if table.status != OVER:
            return None
        sheet = final(table.game, table.state, table.seats)
        order = [(table.resigned[::-1].index(seat) + 1 if seat in table.resigned else 0, rank) for seat, rank in enumerate(sheet["ranks"])]
        ranks = [1 + sum(other < mine for other in order) for mine in order]
        labels = [table.game.label(table.game.words(language), column) for column in table.game.columns]
        return Result(columns=list(table.game.columns), labels=labels, scores=sheet["scores"], ranks=ranks, breakdown=sheet["breakdown"])

    # The log

    def lines(self, viewer: Viewer) -> list[LogLine]:
        """All that this viewer may read. A screen that people share shows what a spectator reads, since lines stay when a curtain falls."""
        table = self.table
        eyes = viewer.seats[0] if len(viewer.seats) == 1 else NONE
        lines, language = self._lines.get((eyes, viewer.language), []), viewer.language
        news = [self._event_line(entry, language) if isinstance(entry, ev.Event) else self._ply_line(entry, eyes, language) for entry in table.log[len(lines) :]]
        if news:  # a new list: whoever holds the old one, in another thread too, keeps it as it is
            lines = self._lines[eyes, language] = lines + news
        return lines

    def _ply_line(self, ply: "Ply", eyes: int, language: str) -> LogLine:
        """An action as its story tells it. The action itself is not given away: it may be a secret."""
        game = self.table.game
        view = self._pictures[eyes, language].view if ply.after is self.table.state and (eyes, language) in self._pictures else game.view_of(ply.after, eyes)
        said = game.text.describe(game.words(language), view, ply.seat, NONE, ply.rows)
        return LogLine(ply.seq, None if ply.seat == TABLE else ply.seat, said, self._chance(ply, eyes))

    def _chance(self, ply: "Ply", eyes: int) -> list[str]:
        if not ply.chance:
            return []
        hidden = secrets_of(self.table.game).hidden_outcomes(ply.before, ply.after, ply.seat, ply.action, ply.script, eyes)
        return [HIDDEN if is_hidden else said for said, is_hidden in zip(ply.chance, hidden, strict=True)]

    def _event_line(self, event: AnyEvent, language: str) -> LogLine:
        if isinstance(event, ev.Said):
            said = event.text if event.seat is not None else words_in(language)(text.SAYS, name=event.name, text=event.text)
            return LogLine(event.seq, event.seat, said, kind="chat")
        seat: int | None = getattr(event, "seat", None)  # its name is part of the sentence: the line itself belongs to no seat
        kind = str(event.__struct_config__.tag)
        name = (event.name if isinstance(event, ev.Sat) else "") or ("" if seat is None else self.name(seat, language))
        return LogLine(event.seq, None, words_in(language)(text.LINES[kind], name=name), kind="event")


def beats(old: Scene, stages: Sequence[Stage]) -> tuple[list[Beat], Scene]:
    """Each moment as what has changed since the one before, and how the last one looks."""
    found, shown = [], old
    for stage in stages:
        was, shown = shown, structs.replace(old, pieces=stage.pieces, panels=stage.panels)
        change = diff(was, shown)
        found.append(Beat(stage.said, change.pieces, change.gone, change.panels))
    return found, shown


def changes(old: Snapshot, new: Snapshot, stages: Sequence[Stage] = ()) -> Update | Snapshot:
    """What has changed, by way of these stages; the whole, if the viewer has sat down."""
    if old.viewer_seats != new.viewer_seats:
        return new
    played, shown = beats(old.scene, stages)
    found = diff(shown, new.scene)
    return Update(
        from_seq=old.seq,
        seq=new.seq,
        status=new.status,
        seats=new.seats,
        seat=new.seat,
        is_curtain=new.is_curtain,
        prompt=new.prompt,
        gestures=new.gestures,
        can_undo=new.can_undo,
        beats=played,
        pieces=found.pieces,
        gone=found.gone,
        places=found.places,
        panels=found.panels,
        text=found.text,
        frame=found.frame,
        areas=found.areas,
        hand=found.hand,
        log=new.log[len(old.log) :],
        seed=new.seed,
        result=new.result,
        last=new.last,
        draft=new.draft,
        sand=new.sand,
        rematch=new.rematch,
        guide=new.guide,
        can_hint=new.can_hint,
    )
