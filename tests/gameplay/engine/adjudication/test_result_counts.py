"""Results that are written more or less often than events show them."""

from types import SimpleNamespace
from typing import Any

from gameplay.engine.adjudication.notation import Pattern, ReportEntry
from gameplay.engine.adjudication.result_counts import ResultCounts


def counts(*cards: str, events: str) -> ResultCounts:
    """Return the counts of a line that says "lag on" these cards, after lag was put on the cards in ``events``."""
    entries = [
        ReportEntry(number, 1, f"lag on {card}", (Pattern("lagged", {"card": card}),))
        for number, card in enumerate(cards)
    ]
    matcher: Any = SimpleNamespace(shows=lambda event, pattern: event[1] == pattern.fields["card"])
    found = ResultCounts(entries, matcher)
    for card in events:
        if not found.note_shown(("lagged", card)):
            found.unreported["lagged"] += 1
    return found


def test_nothing_is_misplaced_if_results_are_left_out_or_written_twice() -> None:
    for each in (counts("A", "B", events="ABC"), counts("A", "A", "B", events="AB"), counts("A", events="A")):
        assert not each.misplaced()
        assert not each.doubted()


def test_a_result_is_misplaced_if_another_one_was_shown_too_often() -> None:
    found = counts("A", "B", "B", events="AAB")

    assert found.misplaced() == {"lagged": 1}
    assert found.doubted() == {0}


def test_a_result_is_misplaced_if_an_event_was_not_written() -> None:
    found = counts("A", "B", events="AC")

    assert found.misplaced() == {"lagged": 1}
    assert found.doubted() == set()
