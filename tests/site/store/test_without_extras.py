"""The pages and tables over the store in memory need Starlette and the engine, and no other library of the site's."""

import subprocess
import sys

CODE = r"""
import asyncio, importlib.abc, re, sys

MISSING = ("sqlalchemy", "alembic", "psycopg", "aiosqlite", "redis", "msgspec", "uvloop", "prometheus_client", "fastapi",
           "pydantic", "rich", "uvicorn", "httptools", "watchfiles")

class Blocked(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in MISSING:
            raise ModuleNotFoundError(f"{name} is not installed", name=name)

sys.meta_path.insert(0, Blocked())

from shamble.site.app import build
from shamble.site.config import Settings
from shamble.site.tables.document import written


async def ask(app, method, path, form=None, cookie=""):
    # One request, as a server would hand it on: status, headers, text.
    path, _, query = path.partition("?")
    body = "&".join(f"{name}={value}" for name, value in (form or {}).items()).encode()
    headers = [(b"host", b"table.test"), (b"cookie", cookie.encode())]
    if form is not None:
        headers += [(b"content-type", b"application/x-www-form-urlencoded"), (b"content-length", b"%d" % len(body))]
    scope = {"type": "http", "http_version": "1.1", "method": method, "scheme": "http", "path": path, "root_path": "",
             "raw_path": path.encode(), "query_string": query.encode(), "headers": headers, "client": ("127.0.0.1", 1),
             "server": ("table.test", 80), "asgi": {"version": "3.0"}}
    got = {"status": 0, "headers": {}, "body": b""}
    sent = False

    async def receive():
        nonlocal sent
        if sent:
            await asyncio.sleep(3600)
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        if message["type"] == "http.response.start":
            got["status"] = message["status"]
            got["headers"] = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            got["body"] += message.get("body", b"")

    await app(scope, receive, send)
    return got["status"], got["headers"], got["body"].decode()


async def main():
    app = build(Settings(database="memory:", limits=False, pace=0.0, secret="a secret that is long enough to be one"))
    async with app.router.lifespan_context(app):
        for path in ("/", "/games/run", "/games/run/rules", "/new/run", "/mine", "/replay", "/healthz"):
            status, _, text = await ask(app, "GET", path)
            assert status == 200, (path, status, text)
        assert (await ask(app, "GET", "/nowhere"))[0] == 404
        assert (await ask(app, "GET", "/api/games"))[0] == 404  # programs need FastAPI
        form = {"players": "3", "seat0": "me", "seat1": "greedy", "seat2": "greedy", "name0": "Ann"}
        status, headers, text = await ask(app, "POST", "/new/run", form)
        assert status == 303, text
        place, cookie = headers["location"], headers["set-cookie"].partition(";")[0]
        for _ in range(200):
            status, _, text = await ask(app, "GET", place, cookie=cookie)
            assert status == 200, text
            if "main class=\"over" in text or "over" in re.search(r"<main[^>]*class=\"([^\"]*)", text)[1]:
                break
            choice = re.search(r"name=\"action\" value=\"([^\"]+)\"", text)
            if choice is None:
                await asyncio.sleep(0.01)  # bots are at it
                continue
            version = re.search(r"data-version=\"(\d+)\"", text)[1]
            move = {"seat": "0", "action": choice[1].replace(" ", "+"), "version": version}
            assert (await ask(app, "POST", place + "/play", move, cookie))[0] == 303
        else:
            raise AssertionError("It does not end.")
        for path in ("/replay", "/record"):
            assert (await ask(app, "GET", place + path, cookie=cookie))[0] == 200
        table = await app.state.tables.open(place.removeprefix("/t/"))
        assert b'"seat":0' in written(table, 0)
        revision = table.revision
        table.fall_asleep()
        del app.state.tables.awake[table.id]
        assert (await app.state.tables.open(table.id)).revision >= revision

asyncio.run(asyncio.wait_for(main(), 100))
"""


def test_the_pages_play_over_a_store_in_memory_where_no_other_library_is_installed() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
