"""Who asks: the address in front of our own proxies, the key that a request brings, and how it is counted."""

import ipaddress
import re
from typing import TYPE_CHECKING

from shamble.site import words
from shamble.site.errors import BadInput
from shamble.site.tables.keys import LONGEST_KEY, SHORTEST_KEY, hash_key, holds
from shamble.site.web.rate_limits import ACTS, LOOKS, REQUESTS, VISITORS, Limits

if TYPE_CHECKING:
    from shamble.site.tables.registry import Tables

Headers = list[tuple[bytes, bytes]]

COOKIE = "shamble"
SECURE_COOKIE = "__Host-shamble"  # browsers take it over TLS only, and from nobody but this very host
LONGEST_TOKEN = 200
_HOST = re.compile(rb"(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?")


def check_host(headers: Headers) -> None:
    """BadInput if the request names its host twice or by what is no host's name; addresses are made from it."""
    hosts = [value for name, value in headers if name == b"host"]
    if len(hosts) > 1 or (hosts and _HOST.fullmatch(hosts[0]) is None):
        raise BadInput(words.BAD_HOST)


def forwarded(headers: Headers, proxies: int) -> tuple[str | None, str | None]:
    """The address and the scheme that the outermost of our own proxies has seen; None if they do not say.

    Each proxy appends to the list, so one counts from the right: what stands further left, anybody may have written.
    """
    address = _from_right(headers, b"x-forwarded-for", proxies)
    scheme = _from_right(headers, b"x-forwarded-proto", proxies)
    return _plain_address(address) if address else None, scheme if scheme in ("http", "https") else None


def _from_right(headers: Headers, header: bytes, number: int) -> str | None:
    listed = [
        one.strip() for name, value in headers if name == header for one in value.decode("latin-1").split(",")
    ]  # fmt: skip
    return listed[-min(number, len(listed))] if listed else None


def _plain_address(text: str) -> str | None:
    """The address without port and brackets, None if it is no address."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        return None


def key_in(headers: Headers, secure: bool) -> str | None:
    """The key of a bearer token, else of the cookie; None if there is none that could be one."""
    for name, value in headers:
        if name == b"authorization":
            scheme, _, token = value.decode("latin-1").partition(" ")
            token = token.strip()
            return token if scheme.lower() == "bearer" and 0 < len(token) <= LONGEST_TOKEN else None
    cookies: dict[str, str] = {}
    for name, value in headers:
        if name == b"cookie":
            for part in value.decode("latin-1").split(";"):
                cookie, _, content = part.partition("=")
                cookies.setdefault(cookie.strip(), content.strip())
    return key_of_cookies(cookies, secure)


def key_of_cookies(cookies: dict[str, str], secure: bool) -> str | None:
    """The visitor's key: under TLS that of the cookie which nobody else can plant, else, as earlier, the other one."""
    for cookie in (SECURE_COOKIE, COOKIE) if secure else (COOKIE,):
        key = cookies.get(cookie, "")
        if SHORTEST_KEY <= len(key) <= LONGEST_KEY and key.isascii():
            return key
    return None


def count(
    limits: Limits, tables: "Tables", path: str, headers: Headers, reads: bool, secure: bool, address: str
) -> str:
    """Count a request, and answer by what name its streams are counted: "" for a stranger.

    Whoever holds a seat at the table asked for is counted alone, whatever others do behind the same address. Whoever
    brings a key of ours is, too, and more loosely with the address; strangers count by their address.
    """
    if not limits.on:
        return ""
    key = key_in(headers, secure)
    if key is not None:
        hashed = hash_key(key)
        table = tables.awake.get(_table_in(path))
        seated = table is not None and (
            bool(table.seats_of_hash(hashed)) or holds(hashed, table.seating.hosts)
        )  # fmt: skip
        if seated or tables.links.issued(key):
            limits.take(LOOKS if reads else ACTS, hashed)
            if not seated:
                limits.take(VISITORS, address)
            return hashed
    limits.take(REQUESTS, address)
    return ""


def _table_in(path: str) -> str:
    """The table that an address is about, or nothing."""
    for before in ("/t/", "/api/tables/"):
        if path.startswith(before):
            return path[len(before) :].partition("/")[0]
    return ""
