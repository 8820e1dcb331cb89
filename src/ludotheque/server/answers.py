"""The one shape of every refusal over HTTP: `{code, message, rule}`.

Clients never see a traceback.
"""

import logging
from typing import Any, TypeVar, cast

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException
from msgspec import Struct

from ludotheque.core.errors import LudothequeError
from ludotheque.core.naming import Names
from ludotheque.core.words import Words, complaint
from ludotheque.server.loading import DamagedTableError
from ludotheque.server.text import PROBLEMS, language_in, words_in
from ludotheque.server.trouble import Trouble

T = TypeVar("T")
log = logging.getLogger("ludotheque.server")

CODES = {
    400: "request/malformed",
    401: "request/not_allowed",
    403: "request/not_allowed",
    404: "request/unknown",
    405: "request/method",
    413: "request/too_large",
    429: "request/too_many",
}
HUNG_UP = "client disconnected prematurely"  # Litestar calls it an error of the server


class Problem(Struct):
    """The body of a refusal."""

    code: str
    message: str
    rule: str | None = None


class HttpRefusal(Exception):  # noqa: N818 (nothing went wrong: the answer is no)
    """The refusal of an HTTP request, with its reason."""

    def __init__(self, status: int, code: str, message: str, **values: object) -> None:
        super().__init__(message.format(**values))
        self.status, self.code, self.message, self.values = status, code, message, values


def answer(status: int, problem: Problem) -> Response[Problem]:
    return Response(problem, status_code=status, media_type=MediaType.JSON)


def with_names(message: T, names: Names) -> Response[T]:
    """Return a response with the names of a table's players filled into its sentences."""
    data = names.fill_json(msgspec.json.encode(message))
    return cast("Response[T]", Response(data, media_type=MediaType.JSON))


def on_refusal(request: Request[Any, Any, Any], refusal: HttpRefusal) -> Response[Problem]:
    return answer(refusal.status, Problem(refusal.code, words_for(request)(refusal.message, **refusal.values)))


def words_for(request: Request[Any, Any, Any]) -> Words:
    return words_in(language_in(request.scope))


def on_bad_input(request: Request[Any, Any, Any], error: LudothequeError) -> Response[Problem]:
    """Respond with the error's own message, which is written for people."""
    return answer(400, Problem("request/refused", complaint(error, language_in(request.scope))))


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    status = 400 if error.detail == HUNG_UP else error.status_code
    if status >= 500:
        log.error("%s", error)
        return answer(500, Problem("server/error", words_for(request)(PROBLEMS[500])))
    said = words_for(request)(PROBLEMS.get(status, PROBLEMS[400]))
    return answer(
        status, Problem(CODES.get(status, "request/refused"), f"{said} ({_detail(error)})" if status == 400 else said)
    )


def _detail(error: HTTPException) -> str:
    """Return the framework's message, with the names of the invalid fields.

    It is meant for people who write clients.
    """
    fields = [
        str(field["message"]) + (f" ({field['key']})" if "key" in field else "")
        for field in (error.extra or [])
        if isinstance(field, dict) and "message" in field
    ]
    return "; ".join([error.detail, *fields])


def on_error(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    log.error("%s %s", request.method, request.scope["path"], exc_info=error)
    return answer(500, Problem("server/error", words_for(request)(PROBLEMS[500])))


def on_trouble(request: Request[Any, Any, Any], _: Trouble) -> Response[Problem]:
    """Respond that the database has a problem; the log says what it is."""
    return answer(503, Problem("server/database", words_for(request)(PROBLEMS[503])))


def on_damaged_table(request: Request[Any, Any, Any], error: DamagedTableError) -> Response[Problem]:
    return answer(409, Problem("table/damaged", f"{complaint(error, language_in(request.scope))}."))


def on_unreadable(request: Request[Any, Any, Any], _: Exception) -> Response[Problem]:
    """Refuse a body that cannot be read: it is nested too deeply, or not valid text."""
    return answer(400, Problem(CODES[400], words_for(request)(PROBLEMS[400])))


HANDLERS: Any = {
    HttpRefusal: on_refusal,
    Trouble: on_trouble,
    DamagedTableError: on_damaged_table,
    LudothequeError: on_bad_input,
    HTTPException: on_http,
    RecursionError: on_unreadable,
    UnicodeError: on_unreadable,
    Exception: on_error,
}
