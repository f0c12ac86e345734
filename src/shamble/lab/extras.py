"""Extras: libraries that are only installed where somebody asked for them."""

from importlib import import_module

from shamble.kernel.errors import ShambleError


class Missing(ShambleError):
    """A library of an extra that is not installed."""


def need(*modules: str) -> None:
    """Missing, with the way out, where one of the lab's libraries cannot be imported."""
    for module in modules:
        try:
            import_module(module)
        except ImportError:
            raise Missing(
                f"This needs {module}, which is not installed: pip install 'shamble[lab]' brings it."
            ) from None
