"""Helpers for tests of events with constructed decks."""

from tests.tournaments.conftest import SEED, Day, get_alma
from tournaments.models import Entry
from tournaments.selectors.presets import find_preset
from tournaments.selectors.roles import Actor
from tournaments.services import constructed_deck
from tournaments.services.event import NewEvent, create_event


def constructed_day(code: str = "enemy-sample", **settings: object) -> Day:
    """Return the test day of an event from the preset with this ``code``."""
    chosen = find_preset(code)
    assert chosen
    new = NewEvent("Deck Night", chosen.format, (), settings, game=chosen.ruleset.name, variant=chosen.variant)
    alma = get_alma()
    return Day(create_event(new, by=alma, seed=SEED), alma)


def player(entry: Entry) -> Actor:
    return Actor(entry.account, "player")


def submit_ready_deck(entry: Entry, ready: int = 0) -> None:
    """Submit a ready-made deck."""
    constructed_deck.save_ready_deck(entry, ready, by=player(entry))
    constructed_deck.submit_deck_list(entry, by=player(entry))


def enter_with_decks(day: Day, count: int = 4) -> list[Entry]:
    """Let ``count`` players join and submit decks."""
    entries = day.enter(count)
    for place, entry in enumerate(entries):
        submit_ready_deck(entry, place % 2)
    return entries


def lock_all_decks(day: Day, count: int = 4) -> list[Entry]:
    """Let ``count`` players join and submit decks, close the registration and lock the decks."""
    entries = enter_with_decks(day, count)
    constructed_deck.close_registration(day.event, by=day.by)
    constructed_deck.lock_decks(day.event, by=day.by)
    day.event.refresh_from_db()
    return entries
