"""Fair queueing: people take turns at a resource that only a few can use at once."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress


class BusyError(Exception):
    """A person already has too many requests waiting."""


class UnwantedError(Exception):
    """A request that was no longer wanted when its turn came."""


# docs/decisions.md: People take turns at what is scarce
class Turns:
    """Grants a limited number of turns at once.

    Waiting networks are served in rotation, one turn each, and so are the people of each, however
    many requests one of them has; and nobody has more than their share at once.
    """

    def __init__(self, at_once: int, each: int = 1, waiting_each: int = 1000) -> None:
        self.free, self.each, self.waiting_each = at_once, each, waiting_each
        self.taken: Counter[str] = Counter()
        self.waiting: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}  # the next network and person first

    async def take(self, person: str, is_wanted: Callable[[], bool] = lambda: True, network: str = "") -> None:
        """Wait for a turn. Raise BusyError if this person is already waiting for too many.

        Raise UnwantedError if it is no longer wanted when its turn comes.
        """
        turn = asyncio.get_running_loop().create_future()
        queue = self.waiting.setdefault(network, {}).setdefault(person, deque())
        if len(queue) >= self.waiting_each:
            raise BusyError
        queue.append(turn)
        self._grant()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._forget(person, network, turn)
            else:  # it was granted at the same moment
                self.give_back(person)
            raise
        if not is_wanted():
            self.give_back(person)
            raise UnwantedError

    def count_waiting(self) -> int:
        return sum(len(queue) for people in self.waiting.values() for queue in people.values())

    def give_back(self, person: str) -> None:
        """End a turn."""
        self.free += 1
        self.taken[person] -= 1
        if not self.taken[person]:
            del self.taken[person]
        self._grant()

    @asynccontextmanager
    async def turn(self, person: str) -> AsyncIterator[None]:
        """Wait for a turn, and hold it."""
        await self.take(person)
        try:
            yield
        finally:
            self.give_back(person)

    def _grant(self) -> None:
        while self.free and (found := self._next()) is not None:
            network, person = found
            people = self.waiting.pop(network)
            queue = people.pop(person)
            turn = queue.popleft()
            if queue:
                people[person] = queue  # to the end of the rotation
            if people:
                self.waiting[network] = people
            if turn.cancelled():  # the waiting task has not noticed yet
                continue
            self.free -= 1
            self.taken[person] += 1
            turn.set_result(None)

    def _next(self) -> tuple[str, str] | None:
        """Return the network and the person who are served next, if anybody may be."""
        return next(
            (
                (network, person)
                for network, people in self.waiting.items()
                for person in people
                if self.taken[person] < self.each
            ),
            None,
        )

    def _forget(self, person: str, network: str, turn: asyncio.Future[None]) -> None:
        people = self.waiting.get(network, {})
        queue = people.get(person, deque())
        with suppress(ValueError):  # its turn came after it was cancelled
            queue.remove(turn)
        if not queue:
            people.pop(person, None)
        if not people:
            self.waiting.pop(network, None)
