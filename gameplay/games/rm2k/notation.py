"""How a game is written down on paper: the words for what everybody sees happen."""

from collections.abc import Iterable
from typing import Any

from gameplay.engine.asks import Option, Outcome
from gameplay.engine.notation import Notation
from gameplay.games.rm2k.variants import Variant

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


def implausible(variant: Variant, outcome: Outcome) -> str:
    """The clause by which no game ends so, whatever was played; "" if one may.

    Of several players some may be out, with whatever VP they had: of them the result does not tell.
    """
    scores, winners, reason = outcome.scores, outcome.winners, outcome.reason
    if len(winners) > 1:
        return "RM-4.3.4" if reason in LEVEL else OUTRIGHT.get(reason, "RM-4.1.3")
    if reason in LEVEL:
        return "" if _more_won(winners, scores) else LEVEL[reason]
    if reason == "set_value":
        return "RM-OP-2" if winners or any(scores) else ""
    if not winners:
        return OUTRIGHT.get(reason, "RM-4.1.3")
    if reason == "accomplishment":
        others = [score for seat, score in enumerate(scores) if seat not in winners]
        reached = scores[winners[0]] >= variant.target
        return "" if reached and min(others) < variant.target else "RM-4.1.3"
    return ""


LEVEL = {"together": "RM-4.3.1", "decks": "RM-4.3.3", "time": "RM-4.3.3"}
"""The ends by which more VP win, and the clause that says so."""

OUTRIGHT = {"domination": "RM-4.1.1", "pingout": "RM-4.1.2", "goal": "RM-4.1.4", "concede": "RM-9.4"}
"""The ends that one player wins, whatever the VP."""


def _more_won(winners: tuple[int, ...], scores: tuple[int, ...]) -> bool:
    """Whether more VP may have won (RM-4.3.3), or equal ones nobody (RM-4.3.4)."""
    if not winners:
        return len(set(scores)) < len(scores)
    others = [score < scores[winners[0]] for seat, score in enumerate(scores) if seat not in winners]
    return all(others) if len(scores) == 2 else any(others)


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
