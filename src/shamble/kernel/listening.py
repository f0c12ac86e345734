"""Listening: where long-running compiled loops let the interpreter run. Deliberately not compiled."""

from time import sleep


def listen() -> None:
    """Let other threads run and signals be handled: Ctrl-C raises KeyboardInterrupt here."""
    sleep(0.0)
