"""Answers for programs: JSON documents, and an error as one sentence."""

from typing import Any

from starlette.responses import Response

from shamble.kernel.errors import ShambleError
from shamble.site.errors import SiteError, document_of, status_of
from shamble.site.json_text import encode


def answer(content: Any, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(encode(content), status, media_type="application/json")


def refusal(error: ShambleError) -> Response:
    """The answer to an error: one sentence."""
    response = answer(document_of(error), status_of(error))
    wait = error.wait if isinstance(error, SiteError) else None
    if wait is not None:
        response.headers["retry-after"] = str(int(wait) + 1)
    if response.status_code == 401:
        response.headers["www-authenticate"] = "Bearer"
    return response
