"""What a test reads in the page of a draft."""

import re
from typing import Any

from django.test import Client

from tests.drafting.conftest import Draft


def address(draft: Draft) -> str:
    return f"/pod/{draft.pod_id}/draft"


def page(client: Client, draft: Draft, **options: Any) -> str:
    return client.get(address(draft), **options).content.decode()


def heading(text: str) -> str:
    found = re.search(r"<h1>(.*?)</h1>", text)
    assert found
    return found[1]


def tokens(text: str) -> list[str]:
    return re.findall(r'name="card" value="(\w+)"', text)


def refs(text: str) -> set[str]:
    """The cards whose pictures a page shows."""
    return {f"{code}-{number}" for code, number in re.findall(r'src="/cards/enemy/(\w+)/(\w+)[./][^"]*"', text)}


def form(text: str, place: int = 0) -> dict[str, str]:
    """The form of the pack, with the card at ``place`` chosen."""
    hidden = dict(re.findall(r'type="hidden" name="(pack|number)" value="([^"]+)"', text))
    return hidden | {"card": tokens(text)[place]}
