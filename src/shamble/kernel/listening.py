"""Listening: where long compiled work lets the interpreter have a word. Not compiled itself, which is the point."""

from time import sleep


def listen() -> None:
    """Let other threads run, and Ctrl-C be heard: KeyboardInterrupt comes out of here."""
    sleep(0.0)
