"""One worker at a time acts for the bots of a pod, and no call to them is lost."""

import pytest
from django.core.cache import cache

from drafting.models import Pick
from drafting.services import bots
from drafting.services.pod import open_packs, publish_seating
from drafting.tasks import move_bots
from tests.drafting.conftest import NewDraft
from tests.parallel import at_once


@pytest.fixture(autouse=True)
def _nobody_at_work():
    cache.clear()
    yield
    cache.clear()


def test_who_comes_second_leaves_the_pod_to_the_first(new_draft: NewDraft):
    draft = new_draft("Alice", bots=3)
    cache.add(f"bots/{draft.pod_id}", True, 30)

    move_bots(str(draft.pod_id))
    assert Pick.objects.count() == 0

    cache.delete(f"bots/{draft.pod_id}")
    move_bots(str(draft.pod_id))
    assert Pick.objects.count() == 3 + 2 + 1


@pytest.mark.django_db(transaction=True)
def test_several_called_at_once_do_it_once(new_draft: NewDraft):
    draft = new_draft("Alice", bots=3, opened=False)
    cache.add(f"bots/{draft.pod_id}", True, 30)
    open_packs(publish_seating(draft.pod))
    assert Pick.objects.count() == 0
    cache.delete(f"bots/{draft.pod_id}")

    assert at_once([lambda: move_bots(str(draft.pod_id))] * 4) == [None] * 4

    assert Pick.objects.count() == 3 + 2 + 1
    assert cache.get(f"bots/{draft.pod_id}") is None
    assert not bots.to_move(draft.pod_id)
