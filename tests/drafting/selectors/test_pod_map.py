"""The view of a pod for officials."""

import json

from django.db import connection
from django.test.utils import CaptureQueriesContext

from drafting.models import Pack, Pick
from drafting.selectors.pod_map import pod_map
from tests.drafting.conftest import Draft, NewDraft
from tests.drafting.players import save_deck, submit_deck


def test_a_map_counts_packs_and_cards_but_names_no_cards(draft: Draft):
    draft.pick("Alice")
    draft.pick("Dora")

    view = pod_map(draft.pod)

    assert [(seat["name"], seat["queue"]) for seat in view["seats"]] == [
        ("Alice", 1),
        ("Bob", 2),
        ("Charlie", 1),
        ("Dora", 0),
    ]
    assert (view["state"], view["left"]) == ("drafting", 14)
    text = json.dumps(view)
    secrets = {part for pack in Pack.objects.all() for copy in pack.contents for part in copy}
    secrets |= {part for pick in Pick.objects.all() for part in (pick.token, pick.ref)}
    assert secrets
    assert not [part for part in secrets if part in text]


def test_a_map_follows_the_pod_to_its_end(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", opening="by_hand")
    states = [pod_map(draft.pod)["state"]]
    draft.pick_round()
    states.append(pod_map(draft.pod)["state"])
    draft = new_draft("Charlie", "Dora").draft()
    states.append(pod_map(draft.pod)["state"])
    for name in draft.people:
        save_deck(draft.seat(name), draft.pool(name)[:6])
        submit_deck(draft.seat(name))
    states.append(pod_map(draft.pod)["state"])

    assert states == ["drafting", "between", "building", "done"]


def test_a_map_takes_four_queries_and_one_for_the_names(draft: Draft):
    pod = draft.pod

    with CaptureQueriesContext(connection) as queries:
        pod_map(pod)

    assert len(queries) == 5
