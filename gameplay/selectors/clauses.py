"""The clauses of the games' rules, summarized in English and Japanese."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from django.conf import settings

from cards.printed import LocalizedText


class Clause(NamedTuple):
    """A clause: its id, its summary, and the variants to which it applies, each by a prefix of its name."""

    id: str
    summary: LocalizedText
    variants: tuple[str, ...]

    @property
    def section(self) -> str:
        """The section's part of the id, such as ENE-16 of ENE-16.2.1 or ENE-OP of ENE-OP-3."""
        return "-".join(self.id.split(".")[0].split("-")[:2])


@lru_cache
def clauses(game: str) -> Mapping[str, Clause]:
    """Return the clauses of ``game`` by id, in order. Raise KeyError for an unknown game."""
    items = _file(game)["clause"]
    return {item["id"]: Clause(item["id"], LocalizedText(**item["sense"]), tuple(item["variants"])) for item in items}


@lru_cache
def sections(game: str) -> list[tuple[LocalizedText, list[Clause]]]:
    """Return pairs of a section's title and its clauses. Raise KeyError for an unknown game."""
    titles = _file(game)["sections"]
    groups = groupby(clauses(game).values(), lambda clause: clause.section)
    return [(LocalizedText(**titles[name]), list(group)) for name, group in groups]


def _file(game: str) -> dict[str, Any]:
    path = settings.BASE_DIR / "gameplay" / "games" / game / "clauses.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as missing:
        raise KeyError(game) from missing
