"""Replacements of packs and corrections of picks."""

from functools import partial

import pytest

from drafting.models import Pack, Pick
from drafting.rules.passing import CorrectionTooLateError, NotInPackError, PackPickedFromError
from drafting.services.judge import correct_pick, replace_pack
from gameplay.models import Account
from gameplay.services.accounts import create_staff
from tests.drafting.conftest import Draft
from tests.parallel import run_simultaneously


@pytest.fixture
def tomas(db: None) -> Account:
    return create_staff("Tomas")


@pytest.mark.clause("DRF-2.4")
def test_a_pack_can_only_be_replaced_before_the_first_pick(draft: Draft, tomas: Account):
    pack, before = draft.before("Alice"), draft.cards()

    fresh = replace_pack(pack, author=tomas, role="head_judge", reason="ten cards")

    assert draft.before("Alice").contents == fresh.contents
    assert len(fresh.contents) == 4
    assert {token for token, _ in fresh.contents}.isdisjoint(before)
    draft.pick("Alice")
    with pytest.raises(PackPickedFromError):
        replace_pack(pack, author=tomas, role="head_judge", reason="ten cards")
    assert [(entry.author, entry.after) for entry in draft.log() if entry.action == "pack_replaced"] == [
        (tomas, {"seat": 1, "pack_round": 1})
    ]


@pytest.mark.clause("DRF-2.10")
def test_a_pick_can_be_corrected_until_the_next_seat_has_picked(draft: Draft, tomas: Account):
    before, pick = draft.cards(), draft.pick("Alice")
    other = Pack.objects.get(pk=pick.pack_id).contents[0]

    correct_pick(pick, other[0], author=tomas, role="head_judge", reason="the button took another card")

    corrected = Pick.objects.get()
    assert [corrected.token, corrected.ref] == other
    assert draft.cards() == before
    for _ in range(2):
        draft.pick("Bob")
    with pytest.raises(CorrectionTooLateError):
        correct_pick(corrected, pick.token, author=tomas, role="head_judge", reason="again")


def test_a_pick_can_only_be_replaced_by_a_copy_in_the_pack(draft: Draft, tomas: Account):
    pick = draft.pick("Alice")

    with pytest.raises(NotInPackError):
        correct_pick(pick, draft.turn("Charlie")["token"], author=tomas, role="head_judge", reason="?")


@pytest.mark.django_db(transaction=True)
def test_concurrent_corrections_duplicate_no_card(draft: Draft, tomas: Account):
    before, pick = draft.cards(), draft.pick("Alice")
    left = [token for token, _ in Pack.objects.get(pk=pick.pack_id).contents]
    stale = [Pick.objects.select_related("seat").get() for _ in left]

    run_simultaneously(
        [
            partial(correct_pick, each, token, author=tomas, role="head_judge", reason="fault")
            for each, token in zip(stale, left, strict=True)
        ]
    )

    assert draft.cards() == before
