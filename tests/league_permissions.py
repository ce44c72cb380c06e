"""The rows of leagues in the tables of tests/test_permissions.py."""

from typing import Any

from tests.world import EVERYBODY, ORGANIZERS, SITE_STAFF

LEAGUE_TABLE: list[tuple[str, str, Any, frozenset[str], int]] = [
    *[("GET", path, None, EVERYBODY, 200) for path in ("leagues", "leagues/{league}")],
    ("POST", "leagues", {"name": "Spring League"}, SITE_STAFF, 201),
    ("PUT", "leagues/{league}", {"name": "Spring League", "rank_points": [3, 1]}, ORGANIZERS, 200),
    ("PUT", "leagues/{league}/owner", {"handle": "unknown"}, ORGANIZERS, 422),
    ("DELETE", "leagues/{league}", None, ORGANIZERS, 204),
    ("POST", "leagues/{league}/events", {"event": "{slug}"}, ORGANIZERS, 201),
    ("DELETE", "leagues/{league}/events/{slug}", None, ORGANIZERS, 409),
]
LEAGUE_PAGES: list[tuple[str, str, Any, frozenset[str], int]] = [
    *[("GET", page, None, EVERYBODY, 200) for page in ("leagues/", "league/{league}/", "league/{league}/table.csv")],
    *[(how, "leagues/new", {}, SITE_STAFF, status) for how, status in (("GET", 200), ("POST", 422))],
    *[(how, "league/{league}/settings", {}, ORGANIZERS, status) for how, status in (("GET", 200), ("POST", 422))],
    ("POST", "league/{league}/owner", {"handle": ""}, ORGANIZERS, 422),
    ("POST", "league/{league}/delete", {}, ORGANIZERS, 302),
    ("POST", "league/{league}/events", {"event": "{slug}"}, ORGANIZERS, 302),
    ("POST", "league/{league}/events/{leagued}/remove", {}, ORGANIZERS, 302),
    ("GET", "e/{slug}/manage/leagues", None, ORGANIZERS, 200),
    ("POST", "e/{slug}/manage/leagues", {"league": "{league}"}, ORGANIZERS, 302),
]
