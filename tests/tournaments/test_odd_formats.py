"""Seed verification of cubes, of mixed, sealed and replaced packs, and of decks completed by the clock."""

import json
from copy import deepcopy
from dataclasses import replace
from datetime import timedelta
from itertools import chain
from typing import Any

import pytest

from cards.printed import bundled_card_set
from drafting.models import Deck, Pack, Pod, Seat
from drafting.selectors.open_round import open_round
from drafting.selectors.pools import drafted_refs
from drafting.services.judge import replace_pack
from drafting.services.sweep import sweep_drafts
from gameplay.models import Account
from gameplay.services.accounts import create_staff
from tests.drafting.conftest import signed_in
from tests.drafting.players import save_deck
from tests.tournaments.conftest import BOOSTERS, SEED, Day
from tests.tournaments.test_fairness import SHORT, EventFile, ReferenceStream, draft, faults, finish, take_first
from tournaments.selectors.event_file import event_file
from tournaments.services.event import NewEvent, create_event
from tournaments.services.pod import open_packs

KINDS = [{"set": code, "product": "booster"} for code in ("FL", "HB")]
CUBE = [
    card.ref
    for code in ("FL", "HB")
    for card in bundled_card_set("enemy", code).cards
    if card.rarity in ("common", "rare")
]
BY_SEAT, BY_CHANCE = ([{"game": "enemy", "by": by, "kinds": KINDS}] * 4 for by in ("seat", "chance"))
FORMATS: dict[str, NewEvent] = {
    "cube": NewEvent("Cube", SHORT, [{"game": "enemy"}] * 4, cube=CUBE),
    "team": NewEvent("Team", SHORT, BY_SEAT),
    "chaos": NewEvent("Chaos", SHORT, BY_CHANCE),
    "rounds": NewEvent("Rounds", SHORT, [{"game": "enemy", **kind} for kind in KINDS] * 2),
    "sealed": NewEvent("Sealed", replace(SHORT, sealed=True), BOOSTERS),
    "sealed cube": NewEvent("Sealed cube", replace(SHORT, sealed=True), [{"game": "enemy"}] * 4, cube=CUBE),
}


def seated_event(name: str) -> Day:
    """A seated event of that format, with unopened packs."""
    new = FORMATS[name]
    alma = Account.objects.filter(login="alma").first() or create_staff("Alma")
    by_hand = replace(new, settings={"opening": "by_hand"})
    day = Day(create_event(by_hand, by=alma, seed=SEED), alma)
    day.enter(6)
    day.seat()
    return day


def replace_packs(day: Day, *openers: int) -> None:
    """Replace the first packs of these seats, in this order."""
    for opener in openers:
        pack = Pack.objects.get(pod__event_pod__event=day.event, pack_round=1, opener=opener)
        replace_pack(pack, author=day.alma, role="organizer", reason="a card too few")


def play_event(day: Day) -> EventFile:
    """Draft, build and play everything, and return the file of the event."""
    pods = Pod.objects.filter(event_pod__event=day.event)
    while not pods.get().drafted_at:
        open_packs(day.event, by=day.by)
        if not day.event.draft_format.sealed:
            _draft_round(day)
    return event_file(finish(day))


def _draft_round(day: Day) -> None:
    pod = Pod.objects.get(event_pod__event=day.event)
    seats = list(Seat.objects.filter(pod=pod).select_related("pod", "player"))
    while not (found := open_round(Pod.objects.get(pk=pod.pk))).is_drafted:
        for seat in seats:
            for pack in found.packs_before(seat.number)[:1]:
                take_first(seat, Pack.objects.get(pk=pack.pk))


@pytest.mark.parametrize("form", ["", "?as=words"])
@pytest.mark.parametrize("name", FORMATS)
def test_the_pages_of_every_format_open_and_can_show_each_card(db: None, name: str, form: str):
    day = seated_event(name)
    alice = signed_in(day.players[0])
    seat = Seat.objects.select_related("pod", "player").get(player=day.players[0])
    where = f"/pod/{seat.pod_id}/draft{form}"
    assert alice.get(where, follow=True).status_code == 200
    open_packs(day.event, by=day.by)
    assert alice.get(where, follow=True).status_code == 200
    if day.event.draft_format.sealed:
        return

    page = alice.get(where).content.decode()
    phrases = json.loads(page.partition('id="draft-phrases" type="application/json">')[2].partition("</script>")[0])
    choices = [alice.get(address).json() for address in phrases["choices"]]
    packed = {copy.ref for pack in Pack.objects.filter(pod=seat.pod) for copy in pack.copies}
    assert {ref: sum(ref in cards for cards in choices) for ref in packed} == dict.fromkeys(packed, 1)

    take_first(seat, Pack.objects.get(pod=seat.pod, pack_round=1, opener=seat.number))
    assert alice.get(where).status_code == 200


@pytest.mark.clause("DRF-2.4")
@pytest.mark.parametrize("name", FORMATS)
def test_each_format_is_exact_with_replaced_packs_and_a_changed_card_is_found(db: None, name: str):
    day = seated_event(name)
    replace_packs(day, 4, 1, 4)

    file = play_event(day)

    assert faults(file) == {}
    assert [pack["replaced"] for pack in file["pods"][0]["packs"][:6]] == [0, 1, 0, 0, 2, 0]
    for place in (0, 1, 4, 7):  # as dealt, replaced once, replaced twice, in a later round
        changed = deepcopy(file)
        pack = changed["pods"][0]["packs"][place]
        token, ref = pack["cards"][0]
        pack["cards"][0][1] = "FL-C01" if ref != "FL-C01" else "FL-C02"
        for pick in changed["pods"][0]["picks"]:
            pick["ref"] = pack["cards"][0][1] if pick["card"] == token else pick["ref"]
        assert list(faults(changed)) == ["packs"]


@pytest.mark.clause("DRF-1.4", "DRF-2.2")
def test_packs_are_of_the_kinds_that_were_announced(db: None):
    def sets(name: str) -> list[list[str]]:
        day = seated_event(name)
        packs = Pack.objects.filter(pod__event_pod__event=day.event).order_by("opener")
        return [
            ["".join({ref[:2] for _token, ref in pack.contents}) for pack in packs.filter(pack_round=number)]
            for number in (1, 2, 3, 4)
        ]

    assert sets("team") == [["FL", "HB"] * 3] * 4
    assert sets("rounds") == [["FL"] * 6, ["HB"] * 6] * 2
    first, *others = sets("chaos")
    assert {*chain(first, *others)} == {"FL", "HB"}
    assert others != [first] * 3  # an event draws this with probability 1/262,144


@pytest.mark.clause("DRF-OP-5")
def test_cards_added_by_the_clock_are_drawn_from_the_seed(db: None):
    alma: Any = create_staff("Alma")
    day = Day(create_event(NewEvent("Late", SHORT, BOOSTERS), by=alma, seed=SEED), alma)
    day.enter(6)
    day.seat()
    draft(day, pick=take_first)
    seat = Seat.objects.select_related("pod").get(pod__event_pod__event=day.event, number=2)
    drafted = drafted_refs(seat)
    saved = sorted(drafted[:3])
    save_deck(seat, saved)
    assert seat.pod.deck_deadline
    sweep_drafts(seat.pod.deck_deadline + timedelta(seconds=3))

    deck = Deck.objects.get(seat=seat)
    stream = ReferenceStream(SEED, f"event/{day.event.pk}/pod/A/deck/2")
    kept = stream.shuffled(list(saved))
    rest = sorted(drafted)
    for card in saved:
        rest.remove(card)
    assert deck.completed_by_clock
    assert deck.cards == sorted(kept + stream.shuffled(rest)[: SHORT.deck_size - len(kept)])
    assert faults(event_file(finish(day))) == {}
