"""Finds out which websockets are dead: one timer for all of them.

A timer and a ping for each of them would take most of what a server does while nobody plays.
"""

from asyncio import AbstractEventLoop, TimerHandle
from itertools import takewhile
from typing import Protocol

LOOKS = 20  # in the time between two looks at the same websocket: those who are due together share one


class Pulsed(Protocol):
    def feel(self) -> None:
        """Ask the other side whether it is there, or give it up."""


class Pulse:
    """Looks at each websocket of an event loop again and again, always after the same time."""

    def __init__(self, loop: AbstractEventLoop, interval_s: float) -> None:
        self.loop, self.interval_s = loop, interval_s
        self.due: dict[Pulsed, float] = {}  # when each is looked at next, the first to come first
        self.timer: TimerHandle | None = None

    def add(self, wire: Pulsed) -> None:
        self.due[wire] = self.loop.time() + self.interval_s
        self._wait()

    def remove(self, wire: Pulsed) -> None:
        self.due.pop(wire, None)
        if not self.due and self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _wait(self) -> None:
        if self.timer is None and self.due:
            self.timer = self.loop.call_later(self.interval_s / LOOKS, self._look)

    def _look(self) -> None:
        self.timer, now = None, self.loop.time()
        self._wait()  # first, so that one failure does not end it
        for wire, _ in list(takewhile(lambda item: item[1] <= now, self.due.items())):
            del self.due[wire]
            self.due[wire] = now + self.interval_s
            wire.feel()


PULSES: dict[AbstractEventLoop, Pulse] = {}  # of the event loops that have websockets


def start(loop: AbstractEventLoop, interval_s: float, wire: Pulsed) -> None:
    """Look at a websocket from now on."""
    if loop not in PULSES:
        PULSES[loop] = Pulse(loop, interval_s)
    PULSES[loop].add(wire)


def stop(loop: AbstractEventLoop, wire: Pulsed) -> None:
    """Look at a websocket no more."""
    if (pulse := PULSES.get(loop)) is not None:
        pulse.remove(wire)
        if not pulse.due:
            del PULSES[loop]
