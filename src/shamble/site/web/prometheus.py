"""Figures for Prometheus. With several workers they are summed over all (a folder of shared files, set by serve)."""

import os
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from shamble.site.tables.registry import Tables

REGISTRY = CollectorRegistry()
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)

requests = Counter("shamble_requests", "Requests answered.", ["method", "status"], registry=REGISTRY)
seconds = Histogram(
    "shamble_request_seconds", "From request to answer, streams apart.", buckets=SECONDS, registry=REGISTRY
)
written = Gauge(
    "shamble_entries_written", "Entries written to the store.", registry=REGISTRY, multiprocess_mode="livesum"
)
commits = Gauge("shamble_commits", "Transactions of the store.", registry=REGISTRY, multiprocess_mode="livesum")
streams = Gauge("shamble_streams", "Open event streams.", registry=REGISTRY, multiprocess_mode="livesum")
awake = Gauge("shamble_tables_awake", "Tables in memory.", registry=REGISTRY, multiprocess_mode="livesum")

_request_children: dict[tuple[str, int], Counter] = {}


def count(method: str, status: int, took: float, stream: bool) -> None:
    """Count an answered request."""
    child = _request_children.get((method, status))
    if child is None:
        known = method if method in ("GET", "POST", "HEAD", "OPTIONS") else "OTHER"
        child = requests.labels(known, str(status))
        if len(_request_children) < 500:
            _request_children[(method, status)] = child
    child.inc()
    if not stream:
        seconds.observe(took)


def observe(tables: "Tables") -> None:
    """Read off what is counted elsewhere."""
    written.set(tables.store.written)
    commits.set(tables.store.commits)
    streams.set(len(tables.streams))
    awake.set(len(tables.awake))


def page(tables: "Tables") -> bytes:
    """The text that Prometheus reads."""
    observe(tables)
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return bytes(generate_latest(registry))
    return bytes(generate_latest(REGISTRY))
