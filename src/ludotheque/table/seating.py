"""Seating: the chairs around a table, who sits on them, and the bots that stand in for people."""

from collections.abc import Iterable, Sequence

from msgspec import structs

from ludotheque.table import events as ev
from ludotheque.table.events import BOT, OPEN, PERSON, AnyEvent, Chair


def is_empty(chair: Chair) -> bool:
    return chair.kind == OPEN or (chair.kind == PERSON and not chair.person)


def counted_from(chairs: list[Chair], first: int) -> list[Chair]:
    """Return the chairs counted from the one that begins, which becomes seat 0."""
    return chairs[first:] + chairs[:first]


def pawns_of(chairs: Sequence[Chair]) -> list[str | None]:
    """List the pawn chosen at each chair."""
    return [chair.pawn or None for chair in chairs]


class Seating:
    def __init__(self, chairs: Sequence[Chair], stand_in: str) -> None:
        self.sit(list(chairs))
        self.stand_in = stand_in  # the level of the bot that stands in for people
        self.stand_ins: dict[int, str] = {}  # seats that a bot plays for a person, and its level
        self.resigned: list[int] = []  # in the order in which they resigned
        self.flagged: set[int] = set()  # seats that ran out of time
        self.online: set[str] = set()  # people who are connected; set by the server
        self.is_open = False  # whether anyone may take a free chair; set by the server

    def sit(self, chairs: list[Chair]) -> None:
        """Note who sits where. Caches of names rely on a new list whenever anyone changes."""
        self.chairs = chairs
        self.bots = frozenset(seat for seat, chair in enumerate(chairs) if chair.kind == BOT)  # their own seats
        self.people = frozenset(chair.person for chair in chairs if chair.kind != BOT)  # one may play several seats

    def is_free(self, seat: int) -> bool:
        return is_empty(self.chairs[seat])

    def is_bot(self, seat: int) -> bool:
        return seat in self.bots

    def is_played_by_bot(self, seat: int) -> bool:
        """Return whether a bot plays this seat now, as its own or for a person."""
        return seat in self.bots or seat in self.stand_ins

    @property
    def has_bots(self) -> bool:
        """Whether a bot plays any seat now."""
        return bool(self.bots or self.stand_ins)

    def has_left(self, seat: int) -> bool:
        """Return whether a bot has taken over a person's seat for good."""
        return seat in self.resigned or seat in self.flagged

    @property
    def persons(self) -> list[int]:
        """The seats that do not belong to bots."""
        return [seat for seat in range(len(self.chairs)) if not self.is_bot(seat)]

    @property
    def rivals(self) -> int:
        """How many seats have not resigned."""
        return len(self.chairs) - len(self.resigned)

    @property
    def watchers(self) -> int:
        """How many people are connected without a seat."""
        return len(self.online - self.people)

    @property
    def pawns_taken(self) -> set[str]:
        """The pawns that people have chosen."""
        return {chair.pawn for chair in self.chairs if chair.pawn}

    def level_of(self, seat: int) -> str:
        """Return the level of the bot that plays this seat now."""
        return self.stand_ins.get(seat, self.chairs[seat].level)

    def after(self, events: Iterable[AnyEvent]) -> list[Chair]:
        """Return the chairs after these events."""
        chairs = self.chairs
        for event in events:
            if isinstance(event, ev.Sat):
                taken = Chair(PERSON, event.name, "", event.person, event.pawn)
                chairs = [taken if seat == event.seat else chair for seat, chair in enumerate(chairs)]
            elif isinstance(event, ev.Renamed):
                renamed = structs.replace(chairs[event.seat], name=event.name)
                chairs = [renamed if seat == event.seat else chair for seat, chair in enumerate(chairs)]
            elif isinstance(event, ev.Started):
                chairs = counted_from(chairs, event.first)
        return chairs

    def commit(self, event: AnyEvent) -> None:
        """Apply an event."""
        match event:
            case ev.Sat() | ev.Started() | ev.Renamed():
                self.sit(self.after([event]))
            case ev.TookOver():
                self.stand_ins[event.seat] = event.level
            case ev.HandedBack():
                del self.stand_ins[event.seat]
            case ev.Resigned():
                self.resigned.append(event.seat)
                if self.rivals > 1:  # otherwise the game is over
                    self.stand_ins[event.seat] = self.stand_in
            case ev.Flagged():
                self.flagged.add(event.seat)
