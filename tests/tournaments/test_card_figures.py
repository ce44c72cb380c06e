"""Card statistics: only from public draft logs."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from cards.printed import bundled_card_set
from drafting.models import Deck, Pick, Pod, Seat
from drafting.rules.format import DraftFormat
from drafting.selectors.open_round import open_round
from drafting.services.pick import make_pick
from drafting.services.seat import give_seat_to_bot, return_seat_to_player, substitute_player
from gameplay.services.accounts import create_staff, redeem_link
from tests.page_text import visible_text
from tests.tournaments.conftest import BOOSTERS, SEED, Day
from tournaments.models import Event
from tournaments.selectors.card_figures import CardFigures, card_figures
from tournaments.services.event import NewEvent, create_event

SHORT = DraftFormat(packs=2, pack_size=4, deck_size=6)
FL = bundled_card_set("enemy", "FL")


@pytest.fixture
def day(transactional_db: Any) -> Day:
    """A finished event of four players without bots; the first tables won 2-0."""
    day = seated()
    make_picks()
    finish(day)
    return day


def seated() -> Day:
    """An event of four players with their first packs open."""
    cache.clear()
    alma = create_staff("Alma")
    day = Day(create_event(NewEvent("Summer Draft", SHORT, BOOSTERS[:2]), by=alma, seed=SEED), alma)
    day.enter(4)
    day.seat()
    return day


def make_picks(picks: int = 32) -> None:
    """Let the players make the next ``picks``, by default all, each time taking the first card."""
    for _ in range(picks):
        drafting = open_round(Pod.objects.get())
        waiting = (seat for seat in Seat.objects.filter(bot="") if drafting.packs_before(seat.number))
        if not (seat := next(waiting, None)):
            return
        pack = drafting.packs_before(seat.number)[0]
        turn = {"pack_id": pack.pk, "number": pack.hops + 1, "token": pack.contents[0][0]}
        make_pick(seat.player, seat.pod_id, **turn)


def finish(day: Day) -> None:
    """Let bots build all decks, play the single round and finish the event."""
    for seat in Seat.objects.all():
        give_seat_to_bot(seat, author=seat.player, role="player")
    day.round(1)
    day.settle(1)
    Event.objects.update(finished_at=timezone.now())


def figures() -> dict[str, CardFigures]:
    return {each.card.ref: each for each in card_figures(FL)[1]}


def test_every_pick_is_counted_once(day: Day):
    found = figures()

    assert sum(each.tally.taken for each in found.values()) == Pick.objects.count() == 4 * 8
    assert card_figures(FL)[0] == 1
    numbers = list(Pick.objects.filter(ref=next(iter(found))).values_list("number", flat=True))
    assert sorted(next(iter(found.values())).tally.picks) == sorted(numbers)


def test_games_count_for_every_deck_with_the_card(day: Day):
    winners = {match.a.account_id for match in day.matches(1)}
    found = figures()

    for ref, each in found.items():
        with_it = [deck for deck in Deck.objects.select_related("seat") if ref in deck.cards]
        assert each.games == 2 * len(with_it)
        assert each.games_won == 2 * sum(deck.seat.player_id in winners for deck in with_it)
    assert any(each.win_rate == 1 for each in found.values())


@pytest.mark.parametrize(
    "settings", [{"draft_log": "own"}, {"draft_log": "never"}, {"visibility": "private"}, {"rehearsal": True}]
)
def test_a_private_draft_log_is_not_counted(day: Day, settings: dict[str, Any]):
    Event.objects.update(**settings)

    assert card_figures(FL) == (0, [])


def test_a_running_event_is_not_counted(day: Day):
    Event.objects.update(finished_at=None)

    assert card_figures(FL) == (0, [])


@pytest.mark.usefixtures("transactional_db")
def test_picks_by_bots_are_not_counted_as_players_picks_after_the_seats_are_returned():
    day = seated()
    make_picks(4)
    for seat in Seat.objects.all():
        give_seat_to_bot(seat, author=seat.player, role="player")  # the bots draft to the end
        return_seat_to_player(seat, author=seat.player, role="player")
    finish(day)

    found = figures()

    own = Pick.objects.filter(by="player")
    assert (own.count(), Pick.objects.filter(by="bot").count()) == (4, 28)
    counted = sorted((ref, number) for ref, each in found.items() for number in each.tally.picks)
    assert counted == sorted(own.values_list("ref", "number"))
    assert sum(each.tally.seen for each in found.values()) == sum(5 - pick.number for pick in own)


@pytest.mark.usefixtures("transactional_db")
def test_a_bot_that_only_builds_does_not_change_the_pick_counts():
    day = seated()
    make_picks()
    assert not Seat.objects.exclude(bot="").exists()

    finish(day)

    assert Seat.objects.exclude(bot="").count() == 4
    assert sum(each.tally.taken for each in figures().values()) == 32


@pytest.mark.usefixtures("transactional_db")
def test_picks_of_a_substitute_are_counted():
    day = seated()
    seat = Seat.objects.first()
    assert seat
    sven = redeem_link(substitute_player(seat, "Sven", author=day.alma, role="organizer", reason="a phone call"))
    pack = open_round(Pod.objects.get()).packs_before(seat.number)[0]
    token, ref = pack.contents[0]
    make_pick(sven, seat.pod_id, pack_id=pack.pk, number=1, token=token)
    return_seat_to_player(seat, author=seat.player, role="player")
    make_picks()
    finish(day)

    found = figures()

    assert Pick.objects.get(by="substitute").ref == ref
    assert 1 in found[ref].tally.picks
    assert sum(each.tally.taken for each in found.values()) == 32


def test_figures_are_computed_once_after_each_finished_event(day: Day, django_assert_num_queries: Any):
    with django_assert_num_queries(9):
        first = card_figures(FL)
    with django_assert_num_queries(1):
        assert card_figures(FL) == first


def test_page_csv_and_api_show_the_same_figures(day: Day):
    ref, each = next(iter(figures().items()))
    client = Client()

    page = client.get("/statistics/enemy/FL").content.decode()
    rows = client.get("/statistics/enemy/FL.csv").content.decode("utf-8-sig").splitlines()
    data = client.get("/api/v1/statistics/enemy/FL").json()

    assert FL.card(ref.removeprefix("FL-")).name.en in page
    assert rows[1].startswith(f"{ref},")
    assert data["drafts"] == 1
    assert (data["cards"][0]["card"], data["cards"][0]["seen"]) == (ref, each.tally.seen)
    assert not any(name in visible_text(page) for name in ("Alice", "Bob", "Charlie", "Dora"))


def test_an_unknown_set_is_not_found(day: Day):
    for path in ("/statistics/enemy/XX", "/statistics/enemy/XX.csv", "/api/v1/statistics/enemy/XX"):
        assert Client().get(path).status_code == 404
