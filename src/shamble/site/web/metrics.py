"""What is counted for Prometheus; where its library is not installed, nothing is."""

from typing import TYPE_CHECKING

from shamble.site import words
from shamble.site.errors import NoTable

if TYPE_CHECKING:
    from shamble.site.tables.registry import Tables

try:
    from shamble.site.web import prometheus
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] != "prometheus_client":
        raise

    def count(method: str, status: int, took: float, stream: bool) -> None:
        """Count an answered request: nobody asks."""

    def page(tables: "Tables") -> bytes:
        """The text that Prometheus reads: there is none."""
        raise NoTable(words.NOTHING_HERE)

else:
    count, page = prometheus.count, prometheus.page
