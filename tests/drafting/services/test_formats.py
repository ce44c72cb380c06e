"""Sealed, mixed and cube drafts: the same services with other packs."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from cards.printed import bundled_card_set
from drafting.models import Pack, Pick
from drafting.rules.decks import NotInPoolError
from drafting.rules.mixes import CubeSpentError, CubeTooSmallError
from drafting.rules.passing import DraftOverError
from drafting.selectors import pod_cards
from drafting.selectors.deck_view import deck_view
from drafting.selectors.seat_view import seat_view
from drafting.services.bots import play_bots
from drafting.services.judge import replace_pack
from drafting.services.pod import open_packs, publish_seating
from gameplay.infrastructure.refusals import RulesErrorGroup
from gameplay.services.accounts import create_staff
from tests.drafting.conftest import SHORT, Draft, NewDraft
from tests.drafting.players import save_deck, submit_deck

SEALED = replace(SHORT, sealed=True)
KINDS = [{"set": code, "product": "booster"} for code in ("FL", "HB")]
CUBE = [card.ref for card in bundled_card_set("enemy", "FL").cards[:20]]


def sets_of(pack: Pack) -> set[str]:
    return {ref.partition("-")[0] for _token, ref in pack.contents}


class TestSealed:
    def test_players_keep_the_cards_they_open(self, new_draft: NewDraft):
        draft = new_draft("Alice", "Bob", terms=SEALED, opened=False)
        packed = {pack.opener: [] for pack in Pack.objects.all()}  # type: ignore[var-annotated]
        for pack in Pack.objects.order_by("pack_round"):
            packed[pack.opener] += [ref for _token, ref in pack.contents]

        open_packs(publish_seating(draft.pod))

        assert [Counter(draft.pool(name)) for name in ("Alice", "Bob")] == [Counter(packed[0]), Counter(packed[1])]
        assert draft.actions() == ["seating_published", "packs_kept", "drafted"]
        assert set(draft.cards().values()) == {1}

    @pytest.mark.clause("DRF-2.1")
    def test_there_are_no_picks_before_the_signal(self, new_draft: NewDraft):
        draft = new_draft("Alice", "Bob", terms=SEALED, opened=False)
        publish_seating(draft.pod)

        assert seat_view(draft.seat("Alice"))["state"] == "between"
        assert not Pick.objects.exists()

    def test_decks_are_built_and_checked_as_after_a_draft(self, new_draft: NewDraft):
        draft = new_draft("Alice", "Bob", terms=SEALED)
        assert seat_view(draft.seat("Alice"))["state"] == "building"
        assert sum(card["drafted"] for card in deck_view(draft.seat("Alice"))["cards"]) == SEALED.pool_size

        with pytest.raises(RulesErrorGroup) as refusal:
            save_deck(draft.seat("Alice"), draft.pool("Bob")[:6])
        save_deck(draft.seat("Alice"), draft.pool("Alice")[:6])

        assert isinstance(refusal.value.errors[0], NotInPoolError)
        assert submit_deck(draft.seat("Alice")).submitted_at

    def test_there_is_no_second_signal(self, new_draft: NewDraft):
        with pytest.raises(DraftOverError):
            open_packs(new_draft("Alice", "Bob", terms=SEALED).pod)

    def test_bots_build_from_their_pools(self, new_draft: NewDraft):
        draft = new_draft(bots=2, terms=SEALED)

        play_bots(draft.pod_id)

        assert draft.pod.closed_at


class TestMixes:
    def test_products_alternate_between_seats(self, new_draft: NewDraft):
        new_draft("Alice", "Bob", "Charlie", "Dora", boosters=[{"game": "enemy", "by": "seat", "kinds": KINDS}] * 2)

        assert [sets_of(pack) for pack in Pack.objects.order_by("pack_round", "opener")] == [{"FL"}, {"HB"}] * 4

    def test_pack_rounds_may_differ(self, new_draft: NewDraft):
        new_draft("Alice", "Bob", boosters=[{"game": "enemy", **kind} for kind in KINDS])

        assert [sets_of(pack) for pack in Pack.objects.order_by("pack_round")] == [{"FL"}, {"FL"}, {"HB"}, {"HB"}]

    def test_random_products_are_reproducible(self, new_draft: NewDraft):
        boosters = [{"game": "enemy", "by": "chance", "kinds": KINDS}] * 2
        first, second = (new_draft("Alice", "Bob", boosters=boosters) for _ in range(2))

        assert first.cards() == second.cards()

    @pytest.mark.clause("DRF-1.1")
    def test_cards_of_all_products_are_legal_in_decks(self, new_draft: NewDraft):
        draft = new_draft("Alice", "Bob", boosters=[{"game": "enemy", "by": "chance", "kinds": KINDS}] * 2)

        assert {ref[:2] for ref in pod_cards.legal_refs(draft.pod)} == {"FL", "HB"}

    @pytest.mark.clause("DRF-2.4")
    def test_a_pack_is_replaced_by_the_same_product(self, new_draft: NewDraft):
        draft = new_draft("Alice", "Bob", boosters=[{"game": "enemy", "by": "seat", "kinds": KINDS}] * 2)

        fresh = replace_pack(
            draft.before("Bob"), author=create_staff("Tomas"), role="head_judge", reason="a card short"
        )

        assert (sets_of(fresh), len(fresh.contents)) == ({"HB"}, 4)


class TestCubes:
    @pytest.fixture
    def draft(self, new_draft: NewDraft) -> Draft:
        return new_draft("Alice", "Bob", boosters=[{"game": "enemy"}] * 2, cube=CUBE)

    def test_a_whole_draft_of_a_cube(self, draft: Draft):
        draft.draft()

        drafted = draft.pool("Alice") + draft.pool("Bob")
        assert len(set(drafted)) == 2 * SHORT.pool_size
        assert set(drafted) <= set(CUBE) == pod_cards.legal_refs(draft.pod)

    def test_too_small_a_cube_is_refused(self, new_draft: NewDraft):
        with pytest.raises(CubeTooSmallError):
            new_draft("Alice", "Bob", "Charlie", boosters=[{"game": "enemy"}] * 2, cube=CUBE)

    @pytest.mark.clause("DRF-2.4")
    def test_packs_are_replaced_while_the_cube_has_cards(self, draft: Draft):
        """The cube has twenty cards, sixteen of them in packs of four."""
        by: dict[str, Any] = {"author": create_staff("Tomas"), "role": "head_judge", "reason": "a card short"}
        others = {ref for pack in Pack.objects.all() for _token, ref in pack.contents}

        fresh = replace_pack(draft.before("Alice"), **by)

        assert {ref for _token, ref in fresh.contents} == set(CUBE) - others
        with pytest.raises(CubeSpentError):
            replace_pack(draft.before("Bob"), **by)
