"""Keys and links: who may do what, and how that is shown without ever being stored in the clear."""

import hashlib
import hmac
import os
import secrets
from pathlib import Path

from shamble.files import BadFile, reason

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no 0, 1, i, l, o: they are mistaken for each other
ID_LENGTH = 10
LINK_LENGTH = 22


def new_id() -> str:
    """A table's name in addresses."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


SHORTEST_KEY = 20  # characters of a key that a program or a browser brings along; shorter ones could be guessed
LONGEST_KEY = 64  # characters of a key in a cookie
SEAL_LENGTH = 20


def new_key() -> str:
    """A visitor's key or a bearer token: 256 bits."""
    return secrets.token_urlsafe(32)


def hash_key(key: str) -> str:
    """What is stored of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def holds(key_hash: str, hashes: "list[str] | tuple[str, ...]") -> bool:
    """Whether a key's hash is among these; as long for a near miss as for any other."""
    held = False
    for one in hashes:
        held |= hmac.compare_digest(one, key_hash)
    return held


class Links:
    """Links are made from the server's secret, the table and what they allow, so that none is ever stored."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def link(self, table_id: str, power: str) -> str:
        """The token of a table's `join`, `watch` or `host` link."""
        digest = hmac.new(self._secret, f"{power}/{table_id}".encode(), hashlib.sha256).digest()
        return "".join(ALPHABET[byte % 31] for byte in digest)[:LINK_LENGTH]

    def opens(self, table_id: str, power: str, token: str) -> bool:
        """Whether the token is the table's link of that power; compared in constant time."""
        return hmac.compare_digest(self.link(table_id, power).encode(), token.encode())

    def new_key(self) -> str:
        """A visitor's key or a bearer token of 256 bits, with our seal, so that we know it again without looking."""
        key = new_key()
        return f"{key}.{self._seal(key)}"

    def issued(self, key: str) -> bool:
        """Whether the key is one of ours."""
        bare, dot, seal = key.rpartition(".")
        return bool(dot) and key.isascii() and hmac.compare_digest(self._seal(bare), seal)

    def _seal(self, key: str) -> str:
        digest = hmac.new(self._secret, f"key/{key}".encode(), hashlib.sha256).digest()
        return "".join(ALPHABET[byte % 31] for byte in digest)[:SEAL_LENGTH]

    def hash_words(self, four_words: str) -> str:
        """What is stored of a resume code."""
        return hmac.new(self._secret, f"words/{four_words}".encode(), hashlib.sha256).hexdigest()


def keep_secret(path: Path) -> str:
    """The server's secret in the file, made when it is not there; BadFile if that cannot be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(32) + "\n")
        try:
            os.link(draft, path)  # the first process wins, whole
        except FileExistsError:
            pass
        finally:
            draft.unlink()
        text = path.read_text(encoding="ascii").strip()
    except (OSError, ValueError) as error:
        raise BadFile(f"{path} cannot be used: {reason(error)}.") from None
    if len(text) < 32:
        raise BadFile(f"{path} is not a secret of at least 32 characters. Move it away; a new one is made then.")
    return text


def seed_hash(seed: int | str, salt: str) -> str:
    """What is shown of a seed before the end: SHA-256 of `SALT/SEED`, in hexadecimal."""
    return hashlib.sha256(f"{salt}/{seed}".encode()).hexdigest()
