"""Check that the second draft, of the top cut, is as secret as the first one."""

import pytest

from tests.secrecy.crawl import Crawl
from tests.secrecy.day import ANONYMOUS, DRAFTERS, SecretDay, secret_day
from tests.secrecy.knowledge import may_know, secrets
from tournaments.selectors.seats import cut_seats
from tournaments.services.cut_draft import seat_cut


@pytest.fixture
def drafting_again(db: None) -> SecretDay:
    """Return an event whose first four players have picked two cards in the draft of the top cut."""
    day = secret_day(cut=4, cut_draft=True)
    day.seat()
    for _pack_round in range(day.event.draft_format.packs):
        day.open()
        day.draft()
    day.build(*DRAFTERS)
    day.play()
    day.event = seat_cut(day.event, by=day.by)
    day.open()
    day.draft(2)
    return day


@pytest.mark.clause("DRF-2.11")
@pytest.mark.clause("DRF-2.14")
def test_only_the_players_of_the_top_cut_see_their_packs_and_pools(drafting_again: SecretDay):
    seated = [seat.player.handle for seat in cut_seats(drafting_again.event).select_related("player")]
    out = next(name for name in DRAFTERS if name not in seated)
    hidden, crawl = secrets(drafting_again).marks, Crawl(drafting_again)
    assert hidden - may_know(drafting_again, seated[0]).marks

    crawl.get_all(seated[0], out, "Tomas")
    crawl.get_all(seated[1], "Hana", "Otto", "Mallory", "Zoe", ANONYMOUS, only="/pod")

    assert not crawl.leaks, "\n".join(map(str, crawl.leaks[:40]))
    pod = cut_seats(drafting_again.event)[0].pod_id
    pages = [drafting_again.client(name).get(f"/pod/{pod}/draft").status_code for name in (seated[0], out, "Zoe")]
    assert pages == [200, 404, 404]
