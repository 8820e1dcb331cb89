"""Work spread over workers: threads or processes here, or the machines of a Ray cluster.

Work goes out in pieces. A piece says all that its result depends on, its seeds too, so it does not
matter who does it, or how often. Results come back in the order of the pieces, so what is made of
them is the same on one core and on many machines.
"""

import logging
import multiprocessing
import os
import pickle
import signal
import socket
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import ENGINE, Game
from ludotheque.core.template import digest

AHEAD = 2  # pieces out for each worker: one in hand, one waiting
AGAIN = 5  # how often a piece is done again because its worker died
ANSWER_S = 5.0  # how long a cluster may take to answer
OURS = "auto"  # the address of a cluster that is started for this run, with all cores of this machine

Task = Callable[..., Any]
Progress = Callable[[int], object]  # called with how much is done
Piece = tuple[Any, ...]  # the arguments of a task


class Crew:
    """Those who do pieces of work: here the caller alone."""

    workers = 1
    machines = 1
    is_here = True  # are all workers threads of this process?
    address: str | None = None  # of the cluster, for another process that joins it

    def map(self, task: Task, pieces: Iterable[Piece]) -> Iterator[Any]:
        """Yield task(*piece) for each piece, in order. Pieces are asked for only as they go out."""
        rest, out = iter(pieces), deque[Any]()
        try:
            while True:
                while len(out) < self.room() and (piece := next(rest, None)) is not None:
                    out.append(self.send(task, piece))
                if not out:
                    return
                yield self.get(out.popleft())
        finally:
            for late in out:
                self.drop(late)

    def thinkers(self) -> "Crew":
        """Return those who do work that mostly runs as Python, such as many short decisions."""
        return self

    def share(self, value: Any) -> Any:
        """Return what stands for a large value in many pieces, so that it travels only once."""
        return value

    def pack(self, game: Game) -> "Game | Packed":
        """Return what stands for a game in a piece; a task calls `unpacked` on it."""
        return game

    def room(self) -> int:
        """Return how many pieces may be out at a time."""
        return 1

    def send(self, task: Task, piece: Piece) -> Any:
        return task(*piece)

    def get(self, sent: Any) -> Any:
        return sent

    def drop(self, sent: Any) -> None:
        pass


def moved(progress: Progress, before: int) -> Progress:
    """Return what tells the progress of work that comes after other work."""
    return lambda done: progress(before + done)


@contextmanager
def hired(address: str | None = None, threads: int = 1) -> Iterator[Crew]:
    """Hire threads here or, with an address, the workers of a Ray cluster."""
    if address is None and threads == 1:
        yield Crew()
        return
    if address is None:
        crew = Threads(threads)
        try:
            yield crew
        finally:
            crew.leave()
        return
    ray = _connected(address)
    try:
        yield Cluster(ray)
    finally:
        ray.shutdown()


class Threads(Crew):
    """Threads of this process. Compiled rules release the interpreter lock."""

    pool: Executor

    def __init__(self, workers: int) -> None:
        self.workers, self.pool = workers, ThreadPoolExecutor(workers)

    def thinkers(self) -> Crew:
        return self.processes

    @cached_property
    def processes(self) -> "Processes":
        return Processes(self.workers)

    def leave(self) -> None:
        """Stop; what has not been begun is dropped."""
        if (others := self.__dict__.get("processes")) is not None:
            others.leave()
        self.pool.shutdown(cancel_futures=True)

    def room(self) -> int:
        return AHEAD * self.workers

    def send(self, task: Task, piece: Piece) -> Any:
        return self.pool.submit(task, *piece)

    def get(self, sent: Any) -> Any:
        return sent.result()

    def drop(self, sent: Any) -> None:
        sent.cancel()


class Processes(Threads):
    """Processes on this machine. They do not wait for each other's interpreter lock."""

    is_here = False

    def __init__(self, workers: int) -> None:
        self.workers, anew = workers, multiprocessing.get_context("spawn")  # a fork would copy threads that hold locks
        self.pool = ProcessPoolExecutor(workers, anew, signal.signal, (signal.SIGINT, signal.SIG_IGN))

    def thinkers(self) -> Crew:
        return self

    def pack(self, game: Game) -> "Packed":
        return packed(game)


# Elsewhere


@dataclass(frozen=True)
class Packed:
    """A game as it travels: its name, and a digest of rules, components and compiler."""

    name: str
    digest: str


def packed(game: Game) -> Packed:
    return Packed(game.id, digest(game, ENGINE))


@cache
def _unpacked(packed: Packed) -> Game:
    game = registry.load(packed.name)
    if digest(game, ENGINE) != packed.digest:
        raise LudothequeError(
            "the worker on {host} has another version of {title}, Python or numba; install the same everywhere",
            host=socket.gethostname(),
            title=game.title,
        )
    return game


def unpacked(game: Game | Packed) -> Game:
    """Return the game that a piece is about; refuse to work by other rules than were asked for."""
    return game if isinstance(game, Game) else _unpacked(game)


@dataclass(frozen=True)
class Luggage:
    """What a worker needs besides its pieces: names of unpackaged games, component files."""

    games: str
    components: dict[str, bytes]


def _luggage() -> Luggage:
    folder = os.environ.get("LUDOTHEQUE_COMPONENTS")
    files = {path.name: path.read_bytes() for path in Path(folder).glob("*.toml")} if folder else {}
    return Luggage(os.environ.get("LUDOTHEQUE_GAMES", ""), files)


ARRIVED: list[Any] = []  # in a worker: the folder of component files, once it is there


def _work(luggage: Luggage, task: Task, *piece: bytes) -> Any:
    """Do a piece of work, in a worker. A worker serves one run only, so it unpacks once."""
    if not ARRIVED:
        os.environ["LUDOTHEQUE_GAMES"] = luggage.games
        os.environ.pop("LUDOTHEQUE_COMPONENTS", None)
        folder = tempfile.TemporaryDirectory()
        for name, content in luggage.components.items():
            (Path(folder.name) / name).write_bytes(content)
        if luggage.components:
            os.environ["LUDOTHEQUE_COMPONENTS"] = folder.name
        ARRIVED.append(folder)
    return task(*map(pickle.loads, piece))


class Cluster(Crew):
    """The workers of a Ray cluster, one for each of its cores.

    Ray does a piece again if its worker or its machine dies. Machines may join and leave.
    """

    is_here = False

    def __init__(self, ray: Any) -> None:
        self.ray, self.luggage = ray, ray.put(_luggage())
        self.work = ray.remote(num_cpus=1, max_retries=AGAIN)(_work)
        self.address = ray.get_runtime_context().gcs_address

    @property
    def workers(self) -> int:  # type: ignore[override]
        return max(1, int(self.ray.cluster_resources().get("CPU", 0)))

    @property
    def machines(self) -> int:  # type: ignore[override]
        return sum(node["Alive"] and node["Resources"].get("CPU", 0) >= 1 for node in self.ray.nodes())

    def room(self) -> int:
        return AHEAD * self.workers

    def share(self, value: Any) -> Any:
        return self.ray.put(pickle.dumps(value))

    def pack(self, game: Game) -> Packed:
        return packed(game)

    def send(self, task: Task, piece: Piece) -> Any:
        # Ray's own way makes arrays read-only, for which everything would be compiled again
        sent = [part if isinstance(part, self.ray.ObjectRef) else pickle.dumps(part) for part in piece]
        return self.work.remote(self.luggage, task, *sent)

    def get(self, sent: Any) -> Any:
        try:
            return self.ray.get(sent)
        except self.ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, LudothequeError):
                raise error.cause from None
            raise
        except self.ray.exceptions.RayError as error:
            why = str(error).partition("\n")[0]
            raise LudothequeError(
                "a piece of work was lost {times} times on the cluster: {error}", times=AGAIN + 1, error=why
            ) from error

    def drop(self, sent: Any) -> None:
        self.ray.cancel(sent, force=True)


def _connected(address: str) -> Any:
    """Start or join a cluster; return Ray's module."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray would tell its makers
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # the future default; the old one warns
    try:
        import ray
    except ImportError:
        raise LudothequeError("--ray needs Ray, an extra: ludotheque[cluster]") from None
    if address != OURS:
        _check_answer(address)
    try:
        ray.init(
            "local" if address == OURS else address,
            include_dashboard=False if address == OURS else None,
            log_to_driver=False,
            logging_level=logging.ERROR,
        )
    except Exception as error:  # Ray raises many kinds
        why = str(error).partition("\n")[0]
        raise LudothequeError("no Ray cluster at {address}: {error}", address=address, error=why) from error
    return ray


def _check_answer(address: str) -> None:
    """Make sure that somebody listens at an address: Ray itself would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        raise LudothequeError("--ray must be auto or HOST:PORT, not {address}", address=repr(address))
    try:
        socket.create_connection((host, int(port)), ANSWER_S).close()
    except (OSError, OverflowError):
        raise LudothequeError("no Ray cluster answers at {address}", address=address) from None
