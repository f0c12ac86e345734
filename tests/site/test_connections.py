"""Connections of strangers who never finish, never read, or come in crowds: small numbers, on loopback."""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn")
import uvicorn
from site_support import run, site
from uvicorn.protocols.http.h11_impl import H11Protocol

from shamble.site import words
from shamble.site.web import connections
from shamble.site.web.connections import Bounds, Doorway, bounds_of, raise_open_files
from shamble.site.web.rate_limits import Limits

pytestmark = pytest.mark.skipif(bool(os.environ.get("SHAMBLE_PURE")), reason="runs once, with the compiled engine")

PROTOCOLS = [pytest.param(H11Protocol, id="h11")]
try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

    PROTOCOLS.append(pytest.param(HttpToolsProtocol, id="httptools"))
except ImportError:  # not on Windows
    pass

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"


class Echo:
    """Answers with the number of bytes it was sent; /stream goes on for ever, /big is 8 MB."""

    def __init__(self) -> None:
        self.ends: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        got, message = 0, {"more_body": True}
        while message.get("more_body"):
            message = await receive()
            got += len(message.get("body", b""))
            if message["type"] == "http.disconnect":
                self.ends.append("gone")
                return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        if scope["path"] == "/stream":
            await send({"type": "http.response.body", "body": b"begun", "more_body": True})
            end = asyncio.Event()
            scope["state"]["connection"].when_lost.add(end.set)
            await end.wait()
            self.ends.append("stream")
            return
        for _ in range(128 if scope["path"] == "/big" else 0):
            await send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})
        await send({"type": "http.response.body", "body": str(got).encode(), "more_body": False})
        self.ends.append("answered")


@asynccontextmanager
async def door(protocol: Any, app: Any = None, **bounds: Any) -> AsyncIterator[tuple[int, Doorway, Any]]:
    """A server behind a doorway of these bounds: its port."""
    app, doorway = app or Echo(), Doorway(Bounds(**{"all": 100, "of_address": 100} | bounds), protocol, tick=0.02)
    config = uvicorn.Config(app, http=doorway, ws="none", lifespan="off", log_config=None, proxy_headers=False)  # type: ignore[arg-type]
    server = uvicorn.Server(config)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    config.load()
    server.lifespan = config.lifespan_class(config)
    await server.startup([listening])
    try:
        yield listening.getsockname()[1], doorway, app
    finally:
        await server.shutdown([listening])


async def ask(port: int, data: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    return reader, writer


async def whole(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the other side closes."""
    found = b""
    try:
        while more := await asyncio.wait_for(reader.read(65536), 5):
            found += more
    except ConnectionError:
        pass
    return found


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_headers_without_end_are_refused_in_a_sentence_and_let_go(protocol: Any) -> None:
    async def main() -> None:
        async with door(protocol, head=2000) as (port, doorway, _):
            for begin, line in ((b"GET / HTTP/1.1\r\n", b"a: b\r\n"), (b"GET /", b"long"), (b"GET /?", b"q" * 3000)):
                reader, writer = await ask(port, begin)
                with pytest.raises(ConnectionError):  # noqa: PT012
                    for _ in range(5000):
                        writer.write(line)
                        await writer.drain()
                        await asyncio.sleep(0)
                answer = await whole(reader)
                assert not answer or b" 431 " in answer
            await until(lambda: not doorway.open)
            reader, writer = await ask(port, b"GET / HTTP/1.1\r\na: " + b"b" * 3000 + b"\r\n\r\n")
            answer = await whole(reader)
            assert answer.startswith(b"HTTP/1.1 431 ")
            assert words.TOO_LONG.encode() in answer
            reader, writer = await ask(port, GET)  # who asks properly is answered
            assert b"200 OK" in await reader.read(100)
            writer.close()

    run(main, 20)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_head_or_body_that_never_ends_in_time_is_let_go(protocol: Any) -> None:
    async def main() -> None:
        async with door(protocol, head_time=0.1, body_time=0.1) as (port, doorway, app):
            for data, answered in ((b"", b""), (GET[:20], b" 408 "), (POST, b" 408 "), (POST + b"123", b" 408 ")):
                reader, _ = await ask(port, data)
                assert answered in await whole(reader)
            assert app.ends.count("gone") == 2  # what waited for the bodies has ended, too
            reader, writer = await ask(port, POST + b"123456789")
            assert b"200 OK" in await reader.read(100)
            reader, slow = await ask(port, b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
            assert b"begun" in await reader.readuntil(b"begun")
            await asyncio.sleep(0.3)
            assert len(doorway.open) == 2  # streams and what is kept alive stay
            writer.close()
            slow.close()
            await until(lambda: not doorway.open)

    run(main, 20)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_half_a_second_request_behind_a_stream_is_bounded_too(protocol: Any) -> None:
    async def main() -> None:
        async with door(protocol, head=2000, head_time=0.2) as (port, doorway, _):
            stream = b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n"
            reader, writer = await ask(port, stream)
            await reader.readuntil(b"begun")
            for _ in range(100):
                writer.write(b"a: b\r\n" * 100)
                await asyncio.sleep(0)
            await until(lambda: not doorway.open)
            reader, writer = await ask(port, stream)
            await reader.readuntil(b"begun")
            writer.write(b"GET /")
            await until(lambda: not doorway.open)

    run(main, 20)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_requests_that_do_not_wait_for_their_answers_do_not_pile_up(protocol: Any) -> None:
    async def main() -> None:
        async with door(protocol) as (port, doorway, app):
            _, writer = await ask(port, b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n" + GET * 2000)
            await asyncio.sleep(0.1)
            waiting = [len(getattr(one.inner, "pipeline", ())) for one in doorway.open]
            assert sum(waiting) <= connections.MOST_WAITING
            writer.close()
            await until(lambda: not doorway.open)
            _, writer = await ask(port, GET * 5)
            await until(lambda: app.ends.count("answered") == 5)
            writer.close()

    run(main, 20)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_stream_ends_with_its_connection_whatever_was_sent_after_it(protocol: Any, tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (site_app, _), door(protocol, site_app) as (port, doorway, _):
            tables = site_app.state.tables
            made = await tables.create("run", 2)
            stream = f"GET /api/tables/{made.table}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode()
            _, writer = await ask(port, stream + GET)
            await until(lambda: len(tables.streams) == 1)
            writer.close()
            await until(lambda: not doorway.open and not tables.streams)

    run(main, 20)


ODD = [
    b"GET / HTTP/1.0\r\n\r\n",
    b"GET /t/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET http://y/ HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET * HTTP/1.1\r\nHost: x\r\n\r\n",
    b"CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nCookie: \xff=\xfe; shamble=\xe9\xe9\r\nAuthorization: \xff\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    b"POST /new/run HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    b"POST /new/run HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
    b"POST /new/run HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /new/run HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data\r\nContent-Length: 3\r\n\r\nabc",
    b"POST /new/run HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=a\r\nContent-Length: 3\r\n\r\nabc",
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n\xff\xfe",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # TLS, where none is spoken
]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_what_is_hardly_http_is_answered_and_is_no_failure_of_ours(
    protocol: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        async with (
            site(tmp_path, limits=True) as (app, _),
            door(protocol, app, head_time=1, body_time=1) as (port, _, _),
        ):
            for data in ODD:
                reader, writer = await ask(port, data)
                writer.write_eof()
                answer = await whole(reader)
                assert not answer or 200 <= int(answer.split(b" ", 2)[1]) < 500, (data, answer[:200])
                writer.close()

    run(main, 60)
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_reader_who_takes_nothing_is_let_go(protocol: Any) -> None:
    async def main() -> None:
        async with door(protocol, write_time=0.2) as (port, doorway, _):
            line = socket.socket()
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.setblocking(False)
            await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", port))
            await asyncio.get_running_loop().sock_sendall(line, b"GET /big HTTP/1.1\r\nHost: x\r\n\r\n")
            await until(lambda: len(doorway.open) == 1)
            await until(lambda: not doorway.open)
            line.close()
        async with door(protocol) as (port, _, _):  # and who reads gets it all
            reader, writer = await ask(port, b"GET /big HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert len(await whole(reader)) > 8_000_000
            writer.close()

    run(main, 20)


@pytest.mark.parametrize(
    ("bounds", "sentence"),
    [({"all": 3}, words.FULL), ({"of_address": 3}, words.CROWDED)],
    ids=["all", "of one address"],
)
def test_when_there_are_too_many_the_next_is_refused_kindly(bounds: dict[str, int], sentence: str) -> None:
    async def main() -> None:
        async with door(H11Protocol, **bounds) as (port, doorway, _):
            held = [await ask(port, b"") for _ in range(3)]
            await until(lambda: len(doorway.open) == 3)
            reader, writer = await ask(port, GET)
            answer = await whole(reader)
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert b"retry-after: 10" in answer
            assert sentence.encode() in answer
            for _, one in [*held, (reader, writer)]:
                one.close()
            await until(lambda: not doorway.open)
            reader, writer = await ask(port, GET)
            assert b"200 OK" in await reader.read(100)
            writer.close()

    run(main, 20)


def test_the_number_of_open_files_is_raised_and_leaves_room_for_the_store() -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 300), hard))
        files = raise_open_files(400)
        assert files == min(400, hard) if hard != resource.RLIM_INFINITY else 400
        assert raise_open_files(200) == files  # never lowered
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert bounds_of(Limits(True), 1024, 0).all == 1024 - 64
    assert bounds_of(Limits(True, ["connections=7", "head=1kB"]), None, 0).of_address == 7
    assert bounds_of(Limits(True), 1024, 1).of_address == 0  # all come from the proxy


async def until(done: Callable[[], bool]) -> None:
    for _ in range(500):
        if done():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came")
