"""The tour of the desk is offered once, on the first event of an organizer."""

from collections.abc import Callable

from django.test import Client

from tests.tournaments.conftest import Day


def offer_of(day: Day, **cookies: str) -> bool:
    client = Client()
    client.force_login(day.alma, backend="gameplay.infrastructure.sessions.AccountBackend")
    for name, value in cookies.items():
        client.cookies[name] = value
    return 'id="tour-offer"' in client.get(f"/e/{day.event.slug}/manage").content.decode()


def test_the_tour_is_offered_once_on_the_first_event(new_event: Callable[..., Day]):
    first = new_event()

    assert offer_of(first)
    assert not offer_of(first, **{"desk-tour": "1"})
    second = new_event()
    assert not offer_of(second)
    assert not offer_of(first)


def test_the_guide_for_organizers_leads_to_the_tour(day: Day, client: Client):
    tour = f'href="/e/{day.event.slug}/manage#tour"'
    assert tour not in client.get("/help/organizer").content.decode()

    client.force_login(day.alma, backend="gameplay.infrastructure.sessions.AccountBackend")
    assert tour in client.get("/help/organizer").content.decode()
