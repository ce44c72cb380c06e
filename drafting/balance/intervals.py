"""Confidence intervals."""

from math import sqrt

Z = 1.96  # standard deviations around the mean that cover 95 %


def wilson_interval(share: float, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of a ``share`` of ``games``; (0, 1) without games."""
    if not games:
        return 0.0, 1.0
    middle = share + Z * Z / (2 * games)
    spread = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return (middle - spread) / whole, (middle + spread) / whole
