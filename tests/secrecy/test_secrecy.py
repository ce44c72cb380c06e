"""Over a whole draft, nobody is told more than the table in tests/secrecy/knowledge.py allows."""

import pytest

from tests.secrecy.crawl import Crawl
from tests.secrecy.day import ANONYMOUS, PLAYERS, PLAYING_OFFICIALS, secret_day

DRAFTERS = (*PLAYERS, *PLAYING_OFFICIALS)
EVERY_ROLE = ("Alice", "Olga", "Jiro", "Fumi", "Hana", "Tomas", "Ines", "Otto", "Mallory", "Zoe", ANONYMOUS)
"""One of each: a seat, the officials who play, those who do not, another event's player, somebody, nobody."""


@pytest.mark.clause("DRF-2.1", "DRF-2.11", "DRF-2.14", "DRF-2.15")
def test_over_a_whole_draft_nobody_learns_more_than_they_may(db: None, tasks_at_once: None):
    day = secret_day()
    crawl = Crawl(day)
    day.seat()
    crawl.look("Alice", "Tomas", "Zoe")
    for _pack_round in range(4):
        day.open()
        _draft_round(crawl)
    crawl.look(*EVERY_ROLE)
    day.build(*DRAFTERS)
    day.play()
    crawl.look("Alice", "Jiro", "Tomas", ANONYMOUS)
    day.finish()
    crawl.look("Alice", ANONYMOUS)

    assert not crawl.leaks, "\n".join(map(str, crawl.leaks[:40]))
    assert crawl.told > 300


def _draft_round(crawl: Crawl) -> None:
    """Let everybody pick until the open packs are empty; in the second round everybody stops and looks around."""
    day, picks = crawl.day, 0
    while moving := [name for name in DRAFTERS if day.in_hand(name)]:
        for name in moving:
            crawl.pick(name)
            picks += 1
        if day.event.pods.get(number=1).pod.pack_round == 2 and picks == 2 * len(DRAFTERS):
            crawl.look(*EVERY_ROLE)
            crawl.act("Alice", "Jiro", "Tomas")
