"""Reported games of Alice and Bob, for tests of their verdicts."""

from typing import Any


def paper_log(deck: dict[str, int], *turns: str) -> dict[str, Any]:
    """Return a log of the open variant, in which both have ``deck`` with the Main Users Ann and Ben. Alice is first."""
    return {
        "format": "passleft-log-1",
        "ruleset": "rm2k",
        "variant": "open",
        "players": ["Alice", "Bob"],
        "first": "Alice",
        "turns": [*turns],
        "decks": [{"Ann": 2} | deck, {"Ben": 2} | deck],
    }
