"""Reading requests: bytes that are not HTTP get a refusal of the usual shape."""

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from ludotheque.server.answers import CODES, Problem
from ludotheque.server.text import PROBLEMS


class Reader(H11Protocol):
    """One connection over HTTP."""

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 (uvicorn's own words)
        """Refuse and disconnect, since it is unknown where the next request would begin."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
            body = msgspec.json.encode(Problem(CODES[400], PROBLEMS[400]))
            for event in (
                h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
                h11.Data(data=body),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
