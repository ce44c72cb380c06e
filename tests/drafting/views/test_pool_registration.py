"""The page to register the pool of a paper draft."""

from drafting.services.pod import pause_pod, resume_pod
from drafting.services.pool_registration import submit_pool
from tests.drafting.conftest import POOL, Draft
from tests.drafting.players import save_pool
from tests.drafting.views.conftest import Browser


def test_while_the_pod_is_paused_the_pool_is_read_only_without_a_clock(table: Draft, browser: Browser):
    save_pool(table.seat("Alice"), POOL)
    submit_pool(table.seat("Alice"), author=table.people["Alice"], role="player")
    bob = browser(table.people["Bob"])

    def forms() -> tuple[bool, bool, bool, bool]:
        own, neighbours = (bob.get(f"/pod/{table.pod_id}/{page}").content.decode() for page in ("pool", "pool/1"))
        return "data-deadline" in own, 'name="text"' in own, "Submit pool" in own, "Confirm: all" in neighbours

    assert forms() == (True, True, True, True)
    pause_pod(table.pod, author=None, role="head_judge", reason="the fire alarm")
    assert forms() == (False, False, False, False)
    assert "Registered cards are saved" in bob.get(f"/pod/{table.pod_id}/pool").content.decode()
    assert bob.post(f"/pod/{table.pod_id}/pool", {"text": "C01"}).status_code == 409
    resume_pod(table.pod, author=None, role="head_judge")
    assert forms() == (True, True, True, True)
