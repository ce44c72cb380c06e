"""A table as it is before anything has happened, and what a copy takes over."""

from gameplay.engine.core.chance import RecordedChance
from tests.gameplay.engine.nim import heap


def test_a_table_stands_before_its_first_turn_and_in_no_step():
    table = heap(RecordedChance([]), cards=3)

    assert (table.seats, table.owners, [card.ref for card in table.cards]) == (2, [0, 0, 0], ["N-0", "N-1", "N-2"])
    assert (table.turn, table.active, table.step, table.events) == (0, 0, "", [])


def test_a_copy_stands_where_the_table_does_and_leaves_past_events_there():
    table = heap(RecordedChance([]), cards=3)
    table.turn, table.active, table.step = 4, 1, "draw"
    table.events.append(("turn", 1))
    twin = table.copy()

    assert (twin.seats, twin.turn, twin.active, twin.step, twin.events) == (2, 4, 1, "draw", [])
    assert (twin.cards, twin.owners, twin.chance) == (table.cards, table.owners, table.chance)
    assert twin.fingerprint() == table.fingerprint()
