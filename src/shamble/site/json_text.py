"""JSON as the site writes and reads it: by msgspec where it is installed, else by the standard library."""

import json
from typing import Any

try:
    import msgspec
except ImportError:  # slower, and the same texts
    _encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=vars)

    def encode(value: object) -> bytes:
        """The value as JSON in UTF-8, without spaces; its numbers are finite. Dataclasses are objects."""
        return _encoder.encode(value).encode()

    def decode(text: str | bytes) -> Any:
        """What a JSON text says; ValueError where it is none."""
        return json.loads(text)

else:
    _writer, _reader = msgspec.json.Encoder(), msgspec.json.Decoder()

    def encode(value: object) -> bytes:
        """The value as JSON in UTF-8, without spaces; its numbers are finite. Dataclasses are objects."""
        return _writer.encode(value)

    def decode(text: str | bytes) -> Any:
        """What a JSON text says; ValueError where it is none."""
        try:
            return _reader.decode(text)
        except msgspec.DecodeError as error:
            raise ValueError(str(error)) from None
