"""Listening on a socket, and serving until told to stop."""

import gc
import os
import socket
import sys
from contextlib import suppress

import uvicorn

from ludotheque.core.errors import LudothequeError
from ludotheque.server.app import make_app
from ludotheque.server.complaints import log_rarely
from ludotheque.server.door import door_of
from ludotheque.server.gate import Gate
from ludotheque.server.hosts import with_mapped
from ludotheque.server.settings import Settings
from ludotheque.server.wire import Wire

SOMEWHERE = "192.0.2.1"  # an address reserved for documentation
PING_S = 20.0  # a websocket that has been silent for so long is pinged, and has as long to answer
FRAME_LIMIT = 32 << 10  # uncompressed; above the limit that we refuse politely, the connection is closed


BACKLOG = 128  # connections waiting to be accepted, possibly all at once
OTHER_FILES = 128  # for the database, programs, and files being read
STOPPING_S = 5  # how long requests may take to finish when the server stops
DESCRIPTORS = 65_536  # open files that we ask the system for
# docs/decisions.md: The garbage collector hardly ever looks at tables
NEW_OBJECTS = 100_000  # more than before, until a garbage collection
NEVER = 1_000_000  # collections of new objects before one of older objects


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens for visitors."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # on Windows it would let another program listen on the same port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen()  # connections wait until we are ready
    except OSError:
        listening.close()
        raise
    return listening


def address(listening: socket.socket, host: str) -> str:
    """Return the server's URL for a browser on this machine."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{listening.getsockname()[1]}"


def house_address(listening: socket.socket, host: str) -> str:
    """Return the server's URL for other devices in the house.

    It is empty if the server listens on this machine only, or there is no network.
    """
    if host not in ("0.0.0.0", "::"):
        return ""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((SOMEWHERE, 1))  # sends nothing: it only chooses the outgoing interface
            return f"http://{probe.getsockname()[0]}:{listening.getsockname()[1]}"
    except OSError:
        return ""


def open_files() -> int:
    """Return how many files this process may have open at once, after asking for more."""
    try:
        import resource  # missing on Windows, which has no such limit
    except ImportError:
        return DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


def visitors_at_once() -> int:
    """Return for how many visitors there are files, or refuse if there are none."""
    files, own = open_files(), BACKLOG + OTHER_FILES
    if files <= own:
        raise LudothequeError(
            "this process may have only {files} files open, and needs {own} for itself: allow more with ulimit -n",
            files=files,
            own=own,
        )
    return files - own


def make_server(settings: Settings, app: Gate | None = None) -> uvicorn.Server:
    door = door_of(settings.limits, visitors_at_once())
    config = uvicorn.Config(
        app or make_app(settings),
        http=door,
        backlog=BACKLOG,
        ws=Wire,
        ws_max_size=FRAME_LIMIT,
        ws_ping_interval=PING_S,
        proxy_headers=True,
        forwarded_allow_ips=with_mapped(settings.trusted_proxies),
        server_header=False,
        log_config=None,
        log_level="warning",
        timeout_graceful_shutdown=STOPPING_S,
    )
    return uvicorn.Server(config)


def collect_rarely() -> None:
    """Make Python's garbage collector run rarely.

    By default it runs after every 700 new objects, which a single update creates. Playing leaves no
    reference cycles; connections and dropped tables do, small ones: `Memory` counts those, and
    starts a full collection when there are many.
    """
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, NEVER, NEVER)


def switch_often() -> None:
    """Let the event loop go on soon after a thread has begun to read the database.

    Python lets a thread run for 5 ms if others want to; behind two of them, one step of a move took
    35 ms, and with 1 ms it takes 6.
    """
    sys.setswitchinterval(0.001)


def serve(server: uvicorn.Server, listening: socket.socket) -> None:
    """Serve until the process is told to stop."""
    collect_rarely()
    switch_often()
    log_rarely()
    server.run(sockets=[listening])
