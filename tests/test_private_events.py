"""A private event does not exist for those who have no part in it; what everybody may do at others is in the same tables."""

from tests.test_permissions import PAGES, TABLE
from tests.world import EVERYBODY, World


def test_a_private_event_is_hidden_from_who_has_no_part_in_it(db: None):
    world = World("private")

    for method, path, data, allowed, status in TABLE:
        if allowed == EVERYBODY and not path.startswith(("cards/", "statistics/", "play")):
            assert world.status("player", method, path, data) == status
            assert [world.status(role, method, path, data) for role in ("elsewhere", "guest", "anonymous")] == [404] * 3


def test_a_private_events_pages_are_hidden_too(db: None):
    world = World("private")

    for method, path, data, allowed, status in PAGES:
        if allowed == EVERYBODY and path.startswith(("e/", "match/")):
            assert world.page_status("player", method, path, data) == status, path
            hidden = [world.page_status(role, method, path, data) for role in ("elsewhere", "guest", "anonymous")]
            assert hidden == [404] * 3, path
