"""Listen, and serve until told to stop."""

import socket

import uvicorn

from ludotheque.server.app import make_app
from ludotheque.server.settings import Settings

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


def make_server(settings: Settings) -> uvicorn.Server:
    config = uvicorn.Config(
        make_app(settings),
        ws="websockets-sansio",
        ws_max_size=FRAME_LIMIT,
        proxy_headers=True,
        server_header=False,
        log_level="warning",
        timeout_graceful_shutdown=5,
    )
    return uvicorn.Server(config)


def serve(settings: Settings, listening: socket.socket) -> None:
    """Returns when the process is told to end."""
    make_server(settings).run(sockets=[listening])
