"""Helpers that read values from the page of a draft."""

import re
from typing import Any

from django.test import Client

from tests.drafting.conftest import Draft
from tests.page_text import compact_markup


def address(draft: Draft) -> str:
    return f"/pod/{draft.pod_id}/draft"


def page(client: Client, draft: Draft, **options: Any) -> str:
    """Return the page with compact markup."""
    return compact_markup(client.get(address(draft), **options).content.decode())


def heading(text: str) -> str:
    match = re.search(r"<h1>(.*?)</h1>", compact_markup(text))
    assert match
    return match[1]


def tokens(text: str) -> list[str]:
    return re.findall(r'name="card" value="(\w+)"', compact_markup(text))


def refs(text: str) -> set[str]:
    """Return the refs of the cards whose pictures are on a page."""
    return {f"{code}-{number}" for code, number in re.findall(r'src="/cards/enemy/(\w+)/(\w+)[./][^"]*"', text)}


def form(text: str, place: int = 0) -> dict[str, str]:
    """Return the fields of the form of the pack, with the card at ``place`` selected."""
    hidden = dict(re.findall(r'type="hidden" name="(pack|number)" value="([^"]+)"', compact_markup(text)))
    return hidden | {"card": tokens(text)[place]}
