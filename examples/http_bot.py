"""A bot for any table of any game, over HTTP: python examples/http_bot.py JOIN_LINK [NAME]"""

import json
import random
import sys
import urllib.request

if len(sys.argv) < 2 or "/join/" not in sys.argv[1]:
    sys.exit("Give the join link of a table: python examples/http_bot.py http://127.0.0.1:8000/t/TABLE/join/LINK")
site, table, _, link = sys.argv[1].rsplit("/", 3)
api = f"{site.removesuffix('/t')}/api/tables/{table}"
token = ""


def call(path, body=None):
    """The answer to a call; None where the table has moved on meanwhile (409)."""
    request = urllib.request.Request(api + path, None if body is None else json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    request.add_header("Authorization", f"Bearer {token}") if token else None
    try:
        return urllib.request.urlopen(request)
    except (OSError, ValueError) as error:
        if getattr(error, "code", None) != 409:
            sys.exit(json.load(error)["error"] if hasattr(error, "code") else f"Nobody answers at {site}: {error}")


seat = json.load(call("/join", {"name": " ".join(sys.argv[2:]) or "Rob Ott", "token": link}))
token, version = seat["token"], -1
for line in call("/events"):  # one document a message: all that this seat may know
    if line.startswith(b'data: {"'):
        game = json.loads(line[6:])
        if game["status"] == "over":
            print(game["result"]["why"])
            break
        if seat["seat"] in game["owing"] and game["version"] != version:
            version = game["version"]
            call("/play", {"action": random.choice(game["choices"])["action"], "version": version})
