"""Reads the page of a pool and its deck."""

import re

from django.test import Client

from tests.drafting.conftest import Draft
from tests.drafting.players import save_deck
from tests.page_text import compact_markup

HTMX = {"HX-Request": "true"}


def address(draft: Draft) -> str:
    return f"/pod/{draft.pod_id}/deck"


def page(client: Client, draft: Draft, query: str = "") -> str:
    return compact_markup(client.get(address(draft) + query).content.decode())


def words(client: Client, draft: Draft, query: str = "?") -> str:
    """Return the page with the cards as text."""
    return page(client, draft, f"{query}&as=words")


def zones(text: str) -> dict[str, dict[str, int]]:
    """Return the copies by ref in each zone of a page with pictures."""
    found = re.findall(r'data-zone="(\w+)"(.*?)(?=data-zone=|<aside)', text)
    return {
        zone: {ref: int(copies) for ref, copies in re.findall(r'data-copies="([\w-]+)" data-count="(\d+)"', cards)}
        for zone, cards in found
    }


def rows(text: str) -> dict[str, str]:
    """Return "copies in the deck/copies drafted" by ref in the text view."""
    return dict(re.findall(r'data-copies="([\w-]+)".*?<output[^>]*>(\d+/\d+)<', compact_markup(text)))


def counts(pool: list[str], deck: list[str]) -> dict[str, str]:
    return {ref: f"{deck.count(ref)}/{pool.count(ref)}" for ref in pool}


def legal(draft: Draft, name: str = "Alice") -> list[str]:
    deck = sorted(draft.pool(name)[:6])
    save_deck(draft.seat(name), deck)
    return deck
