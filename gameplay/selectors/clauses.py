"""The clauses of the games' rules, in our own words, which are English."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from django.conf import settings


class Clause(NamedTuple):
    """One clause: its id, its ``sense`` in our own words, and the ``variants`` that obey it, each by how its name begins."""

    id: str
    summary: str
    variants: tuple[str, ...]

    @property
    def section(self) -> str:
        """The beginning of its id: ENE-16 of ENE-16.2.1, ENE-OP of ENE-OP-3."""
        return "-".join(self.id.split(".")[0].split("-")[:2])


@lru_cache
def clauses(game: str) -> Mapping[str, Clause]:
    """The clauses of ``game`` by id, in their order. Raises KeyError for a game that has none."""
    listed = _file(game)["clause"]
    return {each["id"]: Clause(each["id"], each["sense"], tuple(each["variants"])) for each in listed}


@lru_cache
def sections(game: str) -> list[tuple[str, list[Clause]]]:
    """The same under the titles of their sections. Raises KeyError for a game that has none."""
    titles = _file(game)["sections"]
    return [(titles[name], list(found)) for name, found in groupby(clauses(game).values(), lambda each: each.section)]


def _file(game: str) -> dict[str, Any]:
    path = settings.BASE_DIR / "gameplay" / "games" / game / "clauses.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as missing:
        raise KeyError(game) from missing
