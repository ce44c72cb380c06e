from dataclasses import dataclass
from typing import Any, Literal

import pytest

from gameplay.engine.core.typed_data import DataError, Signed, read_value
from gameplay.engine.text.effects import Effect


@dataclass(frozen=True)
class Verb(Effect):
    """The verbs of a game."""


@dataclass(frozen=True)
class Where:
    zone: Literal["hand", "deck"]
    from_: str = ""


@dataclass(frozen=True)
class Move(Verb, verb="move"):
    count: int
    where: Where | None = None
    further: Signed | None = None


@dataclass(frozen=True)
class Shuffle(Verb, verb="shuffle"):
    times: int = 1


@dataclass(frozen=True)
class Stop(Verb, verb="stop"):
    pass


@dataclass(frozen=True)
class All(Verb, verb="all"):
    do: tuple[Verb, ...]


@pytest.mark.parametrize(
    ("data", "effect"),
    [
        ({"move": {"count": 2}}, Move(2)),
        ({"move": 2}, Move(2)),
        ({"move": {"count": 1, "where": {"zone": "hand", "from": "x"}}}, Move(1, Where("hand", "x"))),
        ({"move": {"count": 0, "further": -2}}, Move(0, further=-2)),
        ({"shuffle": True}, Shuffle()),
        ({"shuffle": {}}, Shuffle()),
        ({"stop": True}, Stop()),
        ({"all": [{"move": 1}, {"shuffle": 2}]}, All((Move(1), Shuffle(2)))),
        ({"all": {"do": {"move": 1}}}, All((Move(1),))),
    ],
)
def test_table_with_one_key_is_a_verb(data: Any, effect: Verb):
    assert read_value(Verb, data, "card") == effect


@pytest.mark.parametrize(
    ("data", "path", "reason"),
    [
        ({"mvoe": 1}, "card", "no verb 'mvoe'; there are all, move, shuffle, stop"),
        ({"move": {"count": 1, "whre": 2}}, "card.move", "unknown whre; there are count, where, further"),
        ({"move": {}}, "card.move", "count is missing"),
        ({"move": {"count": "two"}}, "card.move.count", "'two' is not int"),
        ({"move": {"count": True}}, "card.move.count", "True is not int"),
        ({"move": -1}, "card.move.count", "-1 is below 0"),
        ({"move": {"count": 1, "further": "x"}}, "card.move.further", "'x' is not int"),
        ({"move": {"count": 1, "where": {"zone": "moon"}}}, "card.move.where.zone", "'moon' is not one of hand, deck"),
        ({"all": [{"move": 1}, {"move": None}]}, "card.all.do[1].move.count", "None is not int"),
        ({"all": [{"move": "two"}]}, "card.all.do.move.count", "'two' is not int"),
        ({"move": 1, "shuffle": 1}, "card", "an effect is a table with one key, its verb"),
        ({"stop": 3}, "card.stop", "takes no value, not 3"),
        ("move", "card", "an effect is a table with one key, its verb"),
    ],
)
def test_invalid_data_is_refused_with_its_path(data: Any, path: str, reason: str):
    with pytest.raises(DataError) as refusal:
        read_value(Verb, data, "card")

    assert (refusal.value.path, refusal.value.reason) == (path, reason)


def test_each_base_class_has_its_own_verbs():
    @dataclass(frozen=True)
    class Other(Effect):
        """Another game's verbs."""

    assert Other.verbs == {}
    assert set(Verb.verbs) == {"move", "shuffle", "stop", "all"}
