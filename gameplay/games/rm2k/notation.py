"""How a game is written down on paper: the words for what everybody sees happen."""

from collections.abc import Iterable
from typing import Any

from gameplay.engine.asks import Option, Outcome
from gameplay.engine.notation import Notation

LINES: dict[str, tuple[str, ...]] = {
    "main_user": ("main {card}",),
    "starts": ("starts {card}",),
    "activated": ("activate {card}",),
    "instant": ("instant {card} by {card_user}", "instant {card}"),
    "attached": ("attach {card} to {card_user}",),
    "used": ("use {card}",),
    "attacks": ("attacks {card}",),
    "defends": ("defends {card}",),
    "totals": ("{card} {ours} to {theirs}",),
    "claimed": ("claim {card}",),
    "concede": ("concede",),
    "time": ("time",),
}


def clause(*_: Any) -> str:
    """By which clause an entry cannot be; the ask's own is as near as this game says."""
    return ""


def implausible(variant: Any, outcome: Outcome) -> str:
    """By which clause a game cannot have ended so, "" if it can."""
    most = max(outcome.scores, default=0)
    return "RM-4.1.3" if outcome.reason == "accomplishment" and most < variant.target else ""


def also(table: Any, event: Option) -> Iterable[Option]:
    """No event tells another."""
    return ()


def begin(table: Any, first: int) -> None:
    """Lay the table before the first turn; the starting Users are told by the log."""
    table.active = first


NOTATION = Notation(
    lines=LINES,
    told_by={},
    silent=("pass", "no", "enough"),
    either=(),
    comes_from={},
    results=frozenset({"totals"}),
    asked={},
    clause=clause,
    implausible=implausible,
    also=also,
    begin=begin,
    traits={},
    unordered=(frozenset({"attacks"}), frozenset({"defends"})),
    shorthands=(),
    fields={},
    plays=frozenset(),
)
