"""Check that no response reveals more than the table in tests/secrecy/knowledge.py allows."""

from collections.abc import Callable

import pytest

from tests.secrecy.crawl import LISTED, PUBLIC, Crawl
from tests.secrecy.day import ANONYMOUS, DRAFTERS, SecretDay, secret_day
from tests.secrecy.knowledge import stage
from tests.tournaments.test_odd_formats import FORMATS
from tournaments.selectors.roles import Actor
from tournaments.services.deck_check import start_random_check

EVERY_ROLE = ("Olga", "Jiro", "Fumi", "Hana", "Tomas", "Ines", "Mallory", "Zoe", ANONYMOUS, "Alice", "Otto")
"""Officials who play, officials who do not, people who neither play nor judge here, a player, and the scorekeeper."""
SENDERS = ("Alice", "Jiro", "Tomas", "Zoe", "Emil", "Sven")
"""People who send all forms of all pages during the draft, among them a player who is away and the substitute."""
FEWER = ("Alice", "Jiro", "Tomas", "Otto", "Mallory", "Zoe", ANONYMOUS)
"""One person of each group with the same knowledge, for stages without a draft or a match."""


def sealed(day: SecretDay) -> None:
    day.seat()


def drafting(day: SecretDay) -> None:
    sealed(day)
    day.open()
    day.draft()
    day.open()
    day.draft(2)
    day.add_substitute("Emil", "Sven")
    day.judge()


def drafted(day: SecretDay) -> None:
    sealed(day)
    for _pack_round in range(4):
        day.open()
        day.draft()


def decks_submitted(day: SecretDay) -> None:
    drafted(day)
    day.build(*DRAFTERS)
    start_random_check(day.event, by=Actor(day.people["Tomas"], "head_judge"))
    day.play()
    day.judge()


def finished(day: SecretDay) -> None:
    decks_submitted(day)
    day.finish()


STAGES: list[Callable[[SecretDay], None]] = [sealed, drafting, drafted, decks_submitted, finished]


@pytest.mark.clause("DRF-2.1", "DRF-2.11", "DRF-2.13", "DRF-2.14", "DRF-2.15")
@pytest.mark.parametrize("until", STAGES)
def test_pages_reveal_no_more_than_the_table_allows(db: None, until: Callable[[SecretDay], None]):
    day = secret_day()
    until(day)
    crawl = Crawl(day, turn=STAGES.index(until))

    names = FEWER if until in {sealed, drafted, finished} else EVERY_ROLE
    crawl.get_all(*[name for name in names if until is not drafting or name not in SENDERS])

    assert stage(day.event.pods.get(number=1).pod) == until.__name__.replace("_", " ")
    assert not crawl.leaks, "\n".join(map(str, crawl.leaks[:40]))
    assert crawl.answers_with_marks or until is sealed


@pytest.mark.clause("DRF-2.14", "DRF-2.15")
@pytest.mark.parametrize("name", ["cube", "team", "chaos"])
def test_pages_of_other_pack_formats_reveal_no_more(db: None, name: str):
    day = secret_day(like=FORMATS[name])
    drafting(day)
    crawl = Crawl(day, LISTED if day.event.cube else PUBLIC)

    crawl.get_all("Alice", "Emil", "Tomas", "Otto", "Zoe")

    assert not crawl.leaks, "\n".join(map(str, crawl.leaks[:40]))
    assert crawl.answers_with_marks


@pytest.mark.clause("DRF-2.11", "DRF-2.14", "DRF-2.15")
@pytest.mark.parametrize(("turn", "name"), list(enumerate(SENDERS)))
def test_pages_and_responses_to_forms_reveal_no_more_than_the_table_allows(db: None, turn: int, name: str):
    day = secret_day()
    drafting(day)
    crawl = Crawl(day, turn=turn)

    crawl.send_all(name)

    assert not crawl.leaks, "\n".join(map(str, crawl.leaks[:40]))
    assert crawl.answers > 100


@pytest.mark.clause("DRF-2.14", "DRF-2.15")
def test_picks_of_a_whole_draft_do_not_reveal_cards_that_are_gone(db: None):
    """Each player is searched in every second pack round."""
    day = secret_day()
    day.seat()
    crawl = Crawl(day)
    for pack_round in range(4):
        day.open()
        searched = DRAFTERS[pack_round % 2 :: 2]
        while moving := [name for name in DRAFTERS if day.in_hand(name)]:
            for name in moving:
                crawl.pick_twice(name) if name in searched else day.pick(name)

    assert not crawl.leaks, "\n".join(map(str, crawl.leaks[:40]))
    assert crawl.answers == 4 * 4 * 5 * len(DRAFTERS) // 2
