"""The log: one line a request or happening, as text or JSON. Tokens and queries never get into it."""

import json
import logging
import re
import sys
import time

_SECRET_PARTS = re.compile(r"/(join|host|watch)/[^/?\s]+")


def masked(path: str) -> str:
    """A path with the tokens of links taken out."""
    return _SECRET_PARTS.sub(r"/\1/…", path)


def _one_line(value: object) -> str:
    """A value as text in which whatever could end a line, or move a terminal's cursor, is spelled out."""
    text = str(value)
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


class JsonLines(logging.Formatter):
    """One JSON object a line; what was given as `extra={"fields": …}` stands in it."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = {"at": round(record.created, 3), "level": record.levelname.lower(), "message": record.getMessage()}
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class TextLines(logging.Formatter):
    """Time, message and fields."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        fields = "".join(f" {key}={_one_line(value)}" for key, value in getattr(record, "fields", {}).items())
        moment = time.strftime("%H:%M:%S", time.localtime(record.created))
        line = f"{moment} {record.levelname.lower()} {record.getMessage()}{fields}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def prepare_logs(as_json: bool, level: int = logging.INFO) -> None:
    """Send our log, and what uvicorn has to warn of, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else TextLines())
    for name, least in (("shamble.site", level), ("uvicorn", logging.WARNING), ("psycopg", logging.ERROR)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(least)
        logger.propagate = False
