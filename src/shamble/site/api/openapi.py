"""The description of the HTTP interface (OpenAPI 3.1), made from the list of calls and the bodies in `wire.py`."""

import re
from collections.abc import Iterable
from dataclasses import fields
from html import escape
from typing import Any, get_type_hints

import msgspec

import shamble
from shamble.site import words
from shamble.site.api import bodies as wire
from shamble.site.tables.document import LISTS, PARTS, Document, Since

REF = "#/components/schemas/{name}"
ERRORS = {
    "401": "A token is needed.",
    "403": "The token does not allow that.",
    "404": "There is no such table.",
    "405": "The address takes other methods.",
    "409": "The table has moved on, or the seat is taken.",
    "410": "The table is closed: its game cannot be played here any more.",
    "413": "The body is too large.",
    "415": "The body is not application/json.",
    "422": "What was sent makes no sense or is against the rules; `rule` is the rule's number.",
    "429": "Too many requests; Retry-After says how long to wait.",
    "503": "The store does not answer, the table is too busy, or the server is stopping; Retry-After may say more.",
}
ERROR: dict[str, Any] = {
    "type": "object",
    "properties": {
        "error": {"type": "string", "description": "One sentence."},
        "rule": {"type": "string", "description": "The rule's or ruling's number, or empty."},
        "version": {"type": "integer", "description": "Where the table stands (409)."},
    },
    "required": ["error"],
}
STATUS = ["waiting", "playing", "over"]
OPEN_CALLS = ("create", "join", "resume", "games", "described", "look", "events", "record")
DONE = {"create": 201, "join": 201, "rematch": 201, "four_words": 201, "resume": 201}
QUERIES = {"look": ("seat",), "events": ("seat",), "record": ("seat",), "why": ("seat", "action"), "hint": ("seat",)}


def describe(calls: Iterable[tuple[str, str, Any, type | None, str]]) -> dict[str, Any]:
    """The whole description, of calls given as (method, path, handler, body, summary)."""
    kinds = [kind for kind in vars(wire).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    kinds.remove(msgspec.Struct)
    _, schemas = msgspec.json.schema_components(kinds, ref_template=REF)
    paths: dict[str, Any] = {}
    for method, path, handler, body, summary in calls:
        paths.setdefault(f"/api{path}", {})[method.lower()] = _call(path, handler.__name__, body, summary)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Shamble",
            "version": shamble.__version__,
            "description": "Tables of zombie games, for programs. Errors are one sentence in `error`.",
        },
        "paths": paths,
        "components": {
            "schemas": {**schemas, "Error": ERROR, **document_schemas()},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def document_schemas() -> dict[str, Any]:
    """The document and its parts as JSON schemas, made from their dataclasses."""
    _, schemas = msgspec.json.schema_components([Document], ref_template=REF)
    for kind in (Document, *LISTS.values(), *PARTS.values(), Since):
        schema = schemas[kind.__name__]
        for name, hint in get_type_hints(kind, include_extras=True).items():
            schema["properties"][name].pop("default", None)
            for description in getattr(hint, "__metadata__", ()):
                schema["properties"][name]["description"] = description
        schema["required"] = [part.name for part in fields(kind)]
    schemas["Document"]["properties"]["status"] |= {"enum": STATUS}
    return schemas


def _call(path: str, name: str, body: type | None, summary: str) -> dict[str, Any]:
    done = str(DONE.get(name, 200))
    operation: dict[str, Any] = {"operationId": name, "summary": summary, "responses": {done: _answer(name)}}
    if name == "join":
        operation["responses"]["202"] = {
            "description": "The host is asked.",
            "content": {"application/json": {"schema": {}}},
        }
    for status, meaning in ERRORS.items():
        content = {"application/json": {"schema": {"$ref": REF.format(name="Error")}}}
        operation["responses"][status] = {"description": meaning, "content": content}
    parameters: list[dict[str, Any]] = [
        {"name": part, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for part in re.findall(r"{(\w+)}", path)
    ]
    for query in QUERIES.get(name, ()):
        kind = {"type": "integer", "minimum": 0} if query == "seat" else {"type": "string"}
        parameters.append({"name": query, "in": "query", "required": query == "action", "schema": kind})
    if name == "events":
        operation["responses"]["204"] = {"description": "The table is closed, and you know how it ended."}
        parameters.append({"name": "Last-Event-ID", "in": "header", "schema": {"type": "string"}})
    if parameters:
        operation["parameters"] = parameters
    if body is not None:
        schema = {"$ref": REF.format(name=body.__name__)}
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    operation["security"] = [{}, {"token": []}] if name in OPEN_CALLS else [{"token": []}]
    return operation


def _answer(name: str) -> dict[str, Any]:
    if name == "events":
        return {"description": "A stream of documents.", "content": {"text/event-stream": {}}}
    schema: dict[str, Any] = {"$ref": REF.format(name="Document")} if name == "look" else {}
    return {"description": "Done.", "content": {"application/json": {"schema": schema}}}


def list_page(calls: Iterable[tuple[str, str, Any, type | None, str]]) -> str:
    """The calls as a small page."""
    rows = "".join(
        f"<dt><code>{method} {escape('/api' + path).replace('/', '/<wbr>')}</code><dd>{escape(summary)}"
        for method, path, _, _, summary in calls
    )
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>{words.API_TITLE}</title><main><h1>{words.API_TITLE}</h1><p>{words.API_TEXT}</p>"
        f"<p><a href='/api/openapi.json'>/api/openapi.json</a></p><dl>{rows}</dl></main></html>"
    )
