"""Over a whole draft, nobody is told more than the table in tests/secrecy/knowledge.py allows."""

from collections.abc import Callable

import pytest

from tests.secrecy.crawl import LISTED, PUBLIC, Crawl
from tests.secrecy.day import ANONYMOUS, DRAFTERS, SecretDay, secret_day
from tests.secrecy.knowledge import moment
from tests.tournaments.test_odd_formats import FORMATS
from tournaments.selectors.roles import Actor
from tournaments.services.deck_check import start_random_check

EVERY_ROLE = ("Alice", "Olga", "Jiro", "Fumi", "Hana", "Tomas", "Ines", "Otto", "Mallory", "Zoe", ANONYMOUS)
"""One of each: a seat, the officials who play, those who do not, another event's player, somebody, nobody."""
STANDING_IN = ("Emil", "Sven")
"""A player who is away, and who acts instead, while somebody does."""
FEWER = ("Alice", "Jiro", "Tomas", "Otto", "Zoe", ANONYMOUS)
"""Of those who may know the same, one: where nothing moves."""


def sealed(day: SecretDay) -> None:
    day.seat()


def drafting(day: SecretDay) -> None:
    sealed(day)
    day.open()
    day.draft()
    day.open()
    day.draft(2)
    day.stand_in("Emil", "Sven")
    day.judge()


def drafted(day: SecretDay) -> None:
    sealed(day)
    for _pack_round in range(4):
        day.open()
        day.draft()


def decks_in(day: SecretDay) -> None:
    drafted(day)
    day.build(*DRAFTERS)
    start_random_check(day.event, by=Actor(day.people["Tomas"], "head_judge"))
    day.play()
    day.judge()


def over(day: SecretDay) -> None:
    decks_in(day)
    day.finish()


@pytest.mark.clause("DRF-2.1", "DRF-2.11", "DRF-2.13", "DRF-2.14", "DRF-2.15")
@pytest.mark.parametrize("until", [sealed, drafting, drafted, decks_in, over])
def test_whatever_anybody_looks_at_tells_no_more_than_they_may_know(db: None, until: Callable[[SecretDay], None]):
    day = secret_day()
    until(day)
    crawl = Crawl(day)

    looking = FEWER if until in {sealed, over} else EVERY_ROLE
    crawl.look(*looking, *[name for name in STANDING_IN if "Sven" in day.people])

    assert moment(day.event.pods.get(number=1).pod) == until.__name__.replace("_", " ")
    assert not crawl.leaks, "\n".join(map(str, crawl.leaks[:40]))
    assert crawl.told or until is sealed


@pytest.mark.clause("DRF-2.14", "DRF-2.15")
@pytest.mark.parametrize("name", ["cube", "team", "chaos"])
def test_other_packs_tell_no_more(db: None, name: str):
    day = secret_day(like=FORMATS[name])
    drafting(day)
    crawl = Crawl(day, LISTED if day.event.cube else PUBLIC)

    crawl.look("Alice", "Emil", "Tomas", "Otto", "Zoe")

    assert not crawl.leaks, "\n".join(map(str, crawl.leaks[:40]))
    assert crawl.told


@pytest.mark.clause("DRF-2.11", "DRF-2.14", "DRF-2.15")
@pytest.mark.parametrize("name", ["Alice", "Jiro", "Tomas", "Zoe", "Emil", "Sven"])
def test_whatever_anybody_sends_is_answered_with_no_more_than_they_may_know(db: None, name: str):
    day = secret_day()
    drafting(day)
    crawl = Crawl(day)

    crawl.act(name)

    assert not crawl.leaks, "\n".join(map(str, crawl.leaks[:40]))
    assert crawl.answers > 100


@pytest.mark.clause("DRF-2.14", "DRF-2.15")
def test_over_a_whole_draft_no_pick_its_repeat_or_the_way_back_tells_of_a_card_that_is_gone(db: None):
    day = secret_day()
    day.seat()
    crawl = Crawl(day)
    for _pack_round in range(4):
        day.open()
        while moving := [name for name in DRAFTERS if day.in_hand(name)]:
            for name in moving:
                crawl.pick(name)

    assert not crawl.leaks, "\n".join(map(str, crawl.leaks[:40]))
    assert crawl.answers == 4 * 4 * 5 * len(DRAFTERS)
