"""The initial state of a table, and of its copies."""

from gameplay.engine.core.chance import RecordedChance
from tests.gameplay.engine.nim import heap


def test_new_table_is_before_the_first_turn_and_in_no_step():
    table = heap(RecordedChance([]), cards=3)

    assert (table.seats, table.owners, [card.ref for card in table.cards]) == (2, [0, 0, 0], ["N-0", "N-1", "N-2"])
    assert (table.turn, table.active, table.step, table.events) == (0, 0, "", [])


def test_copy_has_the_same_state_but_no_past_events():
    table = heap(RecordedChance([]), cards=3)
    table.turn, table.active, table.step = 4, 1, "draw"
    table.events.append(("turn", 1))
    copy = table.copy()

    assert (copy.seats, copy.turn, copy.active, copy.step, copy.events) == (2, 4, 1, "draw", [])
    assert (copy.cards, copy.owners, copy.chance) == (table.cards, table.owners, table.chance)
    assert copy.fingerprint() == table.fingerprint()
