"""References to one of several copies of a card."""

from gameplay.engine.adjudication.card_copies import parse_reference


def reference(text: str) -> tuple[str, ...]:
    return parse_reference(text, lambda name: ("ELK",) if name in ("Elk", "大鹿") else (), ("Alice", "Bob"))


def test_references_to_different_copies_are_not_equal() -> None:
    assert reference("Bob's Elk #2") == reference("Bob's 大鹿 #2")
    assert hash(reference("Bob's Elk #2")) == hash(reference("Bob's 大鹿 #2"))
    assert len({reference(text) for text in ("Bob's Elk #1", "Bob's Elk #2", "Alice's Elk #2", "Elk #2")}) == 4


def test_unknown_name_refers_to_no_card() -> None:
    assert not reference("Bob's Bear #2")
