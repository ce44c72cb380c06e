"""The totals of this process, read from its metrics."""

from dataclasses import dataclass

from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.samples import Sample

from gameplay.infrastructure import metrics

ERROR_STATUSES = range(500, 600)


@dataclass(frozen=True, slots=True)
class MetricTotals:
    """What this process has counted since its start. ``acknowledgements`` has a number for each bucket of their time.

    The buckets are those of metrics.REQUEST_BUCKETS, and one for longer times. They are not cumulative.
    """

    requests: int
    errors: int
    picks: int
    choices: int
    acknowledgements: tuple[int, ...]

    def __sub__(self, earlier: "MetricTotals") -> "MetricTotals":
        acknowledgements = zip(self.acknowledgements, earlier.acknowledgements, strict=True)
        return MetricTotals(
            self.requests - earlier.requests,
            self.errors - earlier.errors,
            self.picks - earlier.picks,
            self.choices - earlier.choices,
            tuple(now - before for now, before in acknowledgements),
        )


def metric_totals() -> MetricTotals:
    """Return the current totals of this process."""
    requests = [sample for sample in _samples(metrics.REQUESTS) if sample.name.endswith("_total")]
    return MetricTotals(
        int(sum(sample.value for sample in requests)),
        int(sum(sample.value for sample in requests if int(sample.labels["status"]) in ERROR_STATUSES)),
        _total(metrics.PICKS),
        _total(metrics.CHOICES),
        _bucket_counts(metrics.ACKNOWLEDGEMENT_SECONDS),
    )


def open_streams() -> int:
    """Return the number of open event streams of this process."""
    return int(_samples(metrics.OPEN_STREAMS)[0].value)


def _samples(metric: MetricWrapperBase) -> list[Sample]:
    return [sample for family in metric.collect() for sample in family.samples]


def _total(metric: MetricWrapperBase) -> int:
    return int(sum(sample.value for sample in _samples(metric) if sample.name.endswith("_total")))


def _bucket_counts(metric: MetricWrapperBase) -> tuple[int, ...]:
    """Return the number of observations in each bucket, for all labels together."""
    limits = [*map(str, metrics.REQUEST_BUCKETS), "+Inf"]
    below = dict.fromkeys(limits, 0)
    for sample in _samples(metric):
        if sample.name.endswith("_bucket"):
            below[sample.labels["le"]] += int(sample.value)
    counts = list(below.values())
    return tuple(count - before for before, count in zip([0, *counts], counts, strict=False))
