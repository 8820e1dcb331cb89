"""One shape for everything that is refused over HTTP: `{code, message, rule}`. Nobody outside ever sees a traceback."""

import logging
from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException
from msgspec import Struct

from ludotheque.core.errors import LudothequeError
from ludotheque.core.words import Words, complaint
from ludotheque.server.text import PROBLEMS, language_in, words_in

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


class Problem(Struct):
    """What is sent."""

    code: str
    message: str
    rule: str | None = None


class Refusal(Exception):  # noqa: N818 (nothing went wrong: the answer is no)
    """The answer is no, and why."""

    def __init__(self, status: int, code: str, message: str, **values: object) -> None:
        super().__init__(message.format(**values))
        self.status, self.code, self.message, self.values = status, code, message, values


def answer(status: int, problem: Problem) -> Response[Problem]:
    return Response(problem, status_code=status, media_type=MediaType.JSON)


def on_refusal(request: Request[Any, Any, Any], refusal: Refusal) -> Response[Problem]:
    return answer(refusal.status, Problem(refusal.code, words_for(request)(refusal.message, **refusal.values)))


def words_for(request: Request[Any, Any, Any]) -> Words:
    return words_in(language_in(request.scope))


def on_bad_input(request: Request[Any, Any, Any], error: LudothequeError) -> Response[Problem]:
    """What a person did wrong, in a sentence that was written for them."""
    return answer(400, Problem("request/refused", complaint(error, language_in(request.scope))))


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    status = error.status_code
    if status >= 500:
        log.error("%s", error)
        return answer(500, Problem("server/error", words_for(request)(PROBLEMS[500])))
    said = words_for(request)(PROBLEMS.get(status, PROBLEMS[400]))
    return answer(status, Problem(CODES.get(status, "request/refused"), f"{said} ({_detail(error)})" if status == 400 else said))


def _detail(error: HTTPException) -> str:
    """What the framework found, for whoever writes programs: with the names of the fields that do not fit."""
    fields = [str(field["message"]) + (f" ({field['key']})" if "key" in field else "") for field in (error.extra or []) if isinstance(field, dict) and "message" in field]
    return "; ".join([error.detail, *fields])


def on_error(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    log.error("%s %s", request.method, request.url.path, exc_info=error)
    return answer(500, Problem("server/error", words_for(request)(PROBLEMS[500])))


HANDLERS: Any = {Refusal: on_refusal, LudothequeError: on_bad_input, HTTPException: on_http, Exception: on_error}
