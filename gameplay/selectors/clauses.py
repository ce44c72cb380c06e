"""The clauses of the games' rules, in our own words."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings


class Clause(NamedTuple):
    """One clause: its id, ``sense`` in our own words, in English, and the ``variants`` that obey it, by initial."""

    id: str
    sense: str
    variants: tuple[str, ...]


@lru_cache
def clauses(game: str) -> Mapping[str, Clause]:
    """The clauses of ``game`` by id, in their order. Raises FileNotFoundError for a game that has none."""
    path = settings.BASE_DIR / "gameplay" / "games" / game / "clauses.toml"
    listed = tomllib.loads(path.read_text(encoding="utf-8"))["clause"]
    return {each["id"]: Clause(each["id"], each["sense"], tuple(each["variants"])) for each in listed}
