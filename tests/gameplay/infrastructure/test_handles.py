"""In which order names are looked up."""

import pytest

from gameplay.infrastructure.handles import sort_key


def in_order(*people: tuple[str, str]) -> list[str]:
    numbered = [(name, reading, number) for number, (name, reading) in enumerate(people, 1)]
    return [person[0] for person in sorted(numbered, key=lambda person: sort_key(*person))]


def test_names_are_sorted_by_their_readings_and_without_one_by_their_letters():
    found = in_order(
        ("鈴木", "すずき"), ("カンナ", ""), ("Zoë", ""), ("Émile", ""), ("あおい", ""), ("Eve", ""), ("Emil", "")
    )

    assert found == ["Emil", "Émile", "Eve", "Zoë", "あおい", "カンナ", "鈴木"]


def test_characters_that_nobody_said_how_to_read_come_last_in_the_order_of_joining():
    assert in_order(("田中", ""), ("Zoe", ""), ("鈴木", ""), ("佐藤", "さとう")) == ["Zoe", "佐藤", "田中", "鈴木"]


@pytest.mark.parametrize(
    ("one", "other"), [("アオイ", "あおい"), ("ｱｵｲ", "あおい"), ("ALICE", "alice"), ("Ｂｏｂ", "Bob")]
)
def test_how_a_name_is_written_does_not_matter(one: str, other: str):
    assert sort_key(one, "", 1)[:2] == sort_key(other, "", 1)[:2]
