"""Scales of the plots that the server draws as SVG."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LinearScale:
    """A linear map from the values ``first`` to ``last`` to the coordinates ``start`` to ``end``.

    If there is only one value, it is in the middle.
    """

    first: float
    last: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Return the coordinate of ``value``, rounded to a tenth."""
        if self.first == self.last:
            return round((self.start + self.end) / 2, 1)
        share = (value - self.first) / (self.last - self.first)
        return round(self.start + share * (self.end - self.start), 1)
