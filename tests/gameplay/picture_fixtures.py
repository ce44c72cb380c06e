"""Fixtures for tests of the pictures of boards."""

from typing import Any

import pytest

from gameplay.infrastructure import rasterizer


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of all drawings that are turned into pictures."""
    drawn: list[str] = []
    original = rasterizer.svg_to_bytes

    def noted(*, svg_string: str, **options: Any) -> bytes:
        drawn.append(svg_string)
        return original(svg_string=svg_string, **options)

    monkeypatch.setattr(rasterizer, "svg_to_bytes", noted)
    return drawn
