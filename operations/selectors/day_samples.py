"""What all processes counted in the last day, in steps of five minutes."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from gameplay.infrastructure.metrics import REQUEST_BUCKETS
from operations.models import Sample

STEP = timedelta(minutes=5)
STEPS = timedelta(days=1) // STEP
SLOWEST = 0.99
"""The share of acknowledgements that were faster than the time that is shown."""


@dataclass(frozen=True, slots=True)
class DaySamples:
    """For each step, the oldest first: means a minute, a time in seconds; None where nothing was measured.

    ``acknowledgement`` is the time within which SLOWEST of the picks and choices were acknowledged, and
    ``clock_lateness`` that of the latest tick.
    """

    since: datetime
    requests: Sequence[float | None]
    errors: Sequence[float | None]
    picks: Sequence[float | None]
    choices: Sequence[float | None]
    acknowledgement: Sequence[float | None]
    clock_lateness: Sequence[float | None]


def day_samples(now: datetime) -> DaySamples:
    """Return the samples of the day until ``now``. One query."""
    end = now.replace(minute=now.minute - now.minute % 5, second=0, microsecond=0) + STEP
    since = end - STEPS * STEP
    steps: dict[int, list[Sample]] = defaultdict(list)
    for sample in Sample.objects.filter(at__gte=since, at__lt=end):
        steps[(sample.at - since) // STEP].append(sample)
    found = [steps.get(index, []) for index in range(STEPS)]
    return DaySamples(
        since,
        [_per_minute(samples, "requests") for samples in found],
        [_per_minute(samples, "errors") for samples in found],
        [_per_minute(samples, "picks") for samples in found],
        [_per_minute(samples, "choices") for samples in found],
        [quantile(_sum(sample.acknowledgements for sample in samples), SLOWEST) for samples in found],
        [_latest(samples) for samples in found],
    )


def quantile(counts: Sequence[int], share: float) -> float | None:
    """Return the time within which ``share`` of the observations fall, given the number in each bucket.

    Within a bucket the observations are taken as evenly spread. Times in the last bucket, which is open, count as its
    lower limit. None without observations.
    """
    rank, before = share * sum(counts), 0
    if not rank:
        return None
    for (low, high), count in zip(pairwise((0.0, *REQUEST_BUCKETS)), counts, strict=False):
        if before + count >= rank:
            return low + (high - low) * (rank - before) / count
        before += count
    return REQUEST_BUCKETS[-1]


def _per_minute(samples: Sequence[Sample], field: str) -> float | None:
    """Return the mean of all sampled minutes, for all processes together."""
    minutes = {sample.at for sample in samples}
    return sum(getattr(sample, field) for sample in samples) / len(minutes) if minutes else None


def _sum(counts: Iterable[Sequence[int]]) -> list[int]:
    return [sum(bucket) for bucket in zip(*counts, strict=True)]


def _latest(samples: Sequence[Sample]) -> float | None:
    return max((sample.clock_lateness for sample in samples if sample.clock_lateness is not None), default=None)
