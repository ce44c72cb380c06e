"""Check that the public operations and pages of a private event are hidden from accounts without a role in it."""

from tests.test_permissions import PAGES, TABLE
from tests.world import EVERYBODY, World


def test_operations_of_a_private_event_are_hidden_from_other_accounts(db: None):
    world = World("private")

    for method, path, data, allowed, status in TABLE:
        if allowed == EVERYBODY and "{" in path and not path.startswith("leagues/"):  # those have public events only
            assert world.status("player", method, path, data) == status
            assert [world.status(role, method, path, data) for role in ("elsewhere", "guest", "anonymous")] == [404] * 3


def test_pages_of_a_private_event_are_hidden_from_other_accounts(db: None):
    world = World("private")

    for method, path, data, allowed, status in PAGES:
        if allowed == EVERYBODY and path.startswith(("e/", "match/")):
            assert world.page_status("player", method, path, data) == status, path
            hidden = [world.page_status(role, method, path, data) for role in ("elsewhere", "guest", "anonymous")]
            assert hidden == [404] * 3, path
