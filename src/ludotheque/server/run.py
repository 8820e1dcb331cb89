"""Listen, and serve until told to stop."""

import gc
import socket

import uvicorn

from ludotheque.server.app import make_app
from ludotheque.server.settings import Settings
from ludotheque.server.wire import Wire

SOMEWHERE = "192.0.2.1"  # an address that belongs to nobody
FRAME_LIMIT = 1 << 20  # above the limit that we answer ourselves: beyond it the line is cut


def listen(host: str, port: int) -> socket.socket:
    """A socket that waits for visitors."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen()  # whoever comes before we are ready waits at the door
    except OSError:
        listening.close()
        raise
    return listening


def address(listening: socket.socket, host: str) -> str:
    """What to type into a browser on this machine."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{listening.getsockname()[1]}"


def house_address(listening: socket.socket, host: str) -> str:
    """What to type into a browser elsewhere in the house; nothing if this machine listens to itself alone, or has no network."""
    if host not in ("0.0.0.0", "::"):
        return ""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((SOMEWHERE, 1))  # sends nothing: it only finds out which way a message would leave
            return f"http://{probe.getsockname()[0]}:{listening.getsockname()[1]}"
    except OSError:
        return ""


def make_server(settings: Settings) -> uvicorn.Server:
    config = uvicorn.Config(
        make_app(settings),
        ws=Wire,
        ws_max_size=FRAME_LIMIT,
        proxy_headers=True,
        server_header=False,
        log_level="warning",
        timeout_graceful_shutdown=5,
    )
    return uvicorn.Server(config)


def collect_rarely() -> None:
    """Python looks for forgotten cycles after every 700 new objects, which one update has by itself; and now and then at everything, which stops everybody for a while. Cycles are
    only left by connections that were closed and tables that were forgotten: `Live` counts those, and lets Python look at everything when there are many.
    """
    gc.freeze()
    gc.set_threshold(5_000, 10, 1_000_000)


def serve(settings: Settings, listening: socket.socket) -> None:
    """Returns when the process is told to end."""
    collect_rarely()
    make_server(settings).run(sockets=[listening])
