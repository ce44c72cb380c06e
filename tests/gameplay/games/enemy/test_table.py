"""The fingerprint and the marks of a table."""

from collections.abc import Callable

import pytest

from gameplay.games.enemy.table import EnemyTable
from tests.gameplay.games.enemy.cards import item, monster, pc
from tests.gameplay.games.enemy.duel import ALICE, BOB, Side, lay

PILES = ("deck", "top", "hand", "party", "hidden", "portal", "score", "discard", "grunties")


def set_up_table() -> EnemyTable:
    alice = Side(pcs=[(pc("Mage"), item("Ring"))], hand=[monster("Wolf")])
    return lay(alice, Side(pcs=[pc("Blade")])).table


def test_equal_tables_have_the_same_fingerprint():
    assert set_up_table().fingerprint() == set_up_table().fingerprint()


@pytest.mark.parametrize("seat", [ALICE, BOB])
@pytest.mark.parametrize("pile", PILES)
def test_card_added_to_any_zone_changes_the_fingerprint(pile: str, seat: int):
    other = set_up_table()
    getattr(other, pile)[seat].append(0)

    assert other.fingerprint() != set_up_table().fingerprint()


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.field.append(0),
        lambda table: table.attack.append(0),
        lambda table: table.limbo.append(0),
        lambda table: table.wounded.add(0),
        lambda table: table.cards_under.clear(),
        lambda table: table.had_first_turn.append(False),
        lambda table: setattr(table, "end_reason", "deck"),
        lambda table: setattr(table, "active", 1 - table.active),
        lambda table: setattr(table, "turn", table.turn + 1),
    ],
)
def test_any_mark_changes_the_fingerprint(change: Callable[[EnemyTable], object]):
    other = set_up_table()
    change(other)

    assert other.fingerprint() != set_up_table().fingerprint()


def test_each_card_has_its_own_marks():
    mage, blade, elk = (pc(name) for name in ("Mage", "Blade", "Elk"))
    table = lay(Side(pcs=[(mage, item("Ring")), (blade, item("Saw")), elk])).table
    numbers = {card.name: number for number, card in enumerate(table.cards)}
    table.wounded.add(numbers["Elk"])

    marks = table.card_marks({number: name for name, number in numbers.items()})

    assert {table.cards[number].name: mark for number, mark in marks.items()} == {
        "Ring": {"under": "Mage"}, "Saw": {"under": "Blade"}, "Elk": {"wounded": True},
    }  # fmt: skip
