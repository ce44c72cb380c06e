"""Seed verification: an event is recomputed from its seed, and every tampered part is found and named."""

import hashlib
import hmac
import json
import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from drafting.models import Deck, Pack, Pick, Pod, Seat
from drafting.rules.format import DraftFormat
from drafting.selectors.open_round import open_round
from drafting.services.bots import play_bots
from drafting.services.judge import correct_pick, replace_pack
from drafting.services.pick import make_pick, pick_by_clock
from drafting.services.seat import close_seat
from gameplay.engine.core.errors import UnreadableError
from tests.page_text import compact_markup
from tests.tournaments.conftest import BOOSTERS, SEED, Day, get_alma
from tournaments.models import Event
from tournaments.rules.seed_verification import verify_event
from tournaments.selectors.event_file import (
    NotFinishedError,
    event_file,
    verification_context,
    verification_json,
    verify_finished_event,
)
from tournaments.services import pod as pods
from tournaments.services.event import NewEvent, create_event, finish_event

SHORT = DraftFormat(pack_size=5, deck_size=8, rounds=1)
EventFile = dict[str, Any]


def draft(day: Day, *, pick: Callable[[Seat, Pack], object]) -> None:
    """Draft all packs; ``pick`` takes a card for a seat."""
    for pod in Pod.objects.filter(event_pod__event=day.event):
        while not Pod.objects.get(pk=pod.pk).drafted_at:
            for seat in Seat.objects.filter(pod=pod, closed_at=None).select_related("pod", "player"):
                for pack in open_round(Pod.objects.get(pk=pod.pk)).packs_before(seat.number)[:1]:
                    pick(seat, pack)
            play_bots(pod.pk)  # packs skip closed seats


def take_first(seat: Seat, pack: Pack) -> Pick:
    return make_pick(seat.player, seat.pod_id, pack_id=pack.pk, number=pack.hops + 1, token=pack.contents[0][0])


def finish(day: Day) -> Event:
    """Submit all decks, play the single round and finish the event."""
    now = timezone.now()
    Pod.objects.filter(event_pod__event=day.event).update(closed_at=now)
    Deck.objects.filter(seat__pod__event_pod__event=day.event).update(submitted_at=now)
    day.round(1)
    day.settle(1)
    return finish_event(day.event, by=day.by)


def make_short() -> Day:
    alma = get_alma()
    return Day(create_event(NewEvent("Summer Draft", SHORT, BOOSTERS), by=alma, seed=SEED), alma)


@pytest.fixture
def short(db: None) -> Day:
    """An event of six with small packs."""
    return make_short()


@pytest.fixture(scope="module")
def prepared(shared_database: None) -> Event:
    day = make_short()
    day.enter()
    day.seat()
    draft(day, pick=take_first)
    return finish(day)


@pytest.fixture
def finished(db: None, prepared: Event) -> Event:
    """An untampered event."""
    return deepcopy(prepared)


@pytest.fixture
def over(finished: Event) -> EventFile:
    """The file of an untampered event."""
    return event_file(finished)


def faults(data: EventFile) -> dict[str, list[str]]:
    """Return the faults that verification finds in ``data``, by check."""
    found = verification_json(verify_event(data, verification_context()))
    return {check["what"]: check["faults"] for check in found["checks"] if check["faults"]}


def test_an_untampered_event_is_verified_as_exact(over: EventFile):
    found = verification_json(verify_event(over, verification_context()))

    assert found["verdict"] == "EXACT"
    assert {check["what"]: (check["exact"], check["of"]) for check in found["checks"]} == {
        "commitment": (1, 1),
        "seats": (6, 6),
        "packs": (24, 24),
        "passes": (144, 144),  # every pick, and each pack is emptied
        "orders": (120, 120),
        "clock": (0, 0),
        "shuffles": (0, 0),
        "pairings": (1, 1),
        "standings": (6, 6),
    }


def test_a_changed_rank_result_or_row_of_the_standings_is_found(over: EventFile):
    def changed(change: Callable[[EventFile], object]) -> list[str]:
        data = deepcopy(over)
        change(data)
        return faults(data).get("standings", [])

    first = over["players"][over["standings"][0]["player"]]

    def other_result(data: EventFile) -> None:
        data["tournament"]["rounds"][0]["matches"][0]["games_b"] = 5

    assert changed(lambda data: data["standings"][0].update(rank=7)) == [
        f"{first} is listed at rank 7; the results give rank 1, or other tie-breakers."
    ]
    assert len(changed(lambda data: data["standings"].pop(0))) == 1
    assert len(changed(other_result)) > 1
    assert not changed(lambda data: (data.pop("standings"), data.pop("rounds"), data.pop("tournament")))


def test_a_changed_pick_card_seat_seed_order_and_a_swapped_pack_are_each_found_and_named(over: EventFile):
    def changed(change: Callable[[EventFile], object]) -> dict[str, list[str]]:
        data = deepcopy(over)
        change(data)
        return faults(data)

    def other_card(data: EventFile) -> None:
        pick = data["pods"][0]["picks"][0]
        pack = data["pods"][0]["packs"][0]
        ref = "FL-C01" if pick["ref"] != "FL-C01" else "FL-C02"
        pack["cards"] = [[token, ref if token == pick["card"] else kept] for token, kept in pack["cards"]]
        pick["ref"] = ref

    def two_picks(data: EventFile) -> None:
        first, second = data["pods"][0]["picks"][:2]
        first["card"], second["card"] = second["card"], first["card"]
        first["ref"], second["ref"] = second["ref"], first["ref"]

    def two_packs(data: EventFile) -> None:
        first, second = data["pods"][0]["packs"][:2]
        first["cards"], second["cards"] = second["cards"], first["cards"]

    def two_seats(data: EventFile) -> None:
        pod = data["seating"]["pods"][0]
        pod[0], pod[1] = pod[1], pod[0]

    pod = "Pod A: "
    assert changed(other_card)["packs"] == [f"{pod}pack 1 of seat 1 held other cards."]
    assert changed(two_picks)["orders"][0] == f"{pod}pack 1 of seat 1 was shown in another order at pick 2."
    assert changed(two_packs)["packs"] == [f"{pod}pack 1 of seat {seat} held other cards." for seat in (1, 2)]
    assert len(changed(two_seats)["seats"]) == 2
    assert changed(lambda data: data["pods"][0]["picks"][0].update(seat=4))["passes"] == [
        f"{pod}pick 1 of pack 1 of seat 1 was seat 1's, not seat 4's."
    ]
    assert changed(lambda data: data["pods"][0]["picks"].pop(0))["passes"] == [
        f"{pod}not every card of pack 1 of seat 1 was taken once."
    ]
    assert changed(lambda data: data["pods"][0]["packs"].pop())["packs"] == [f"{pod}pack 4 of seat 6 is missing."]
    assert set(changed(lambda data: data.update(seed="00" * 32))) == {"commitment", "seats", "packs", "orders"}
    assert changed(lambda data: data["pods"][0]["picks"][7]["shown"].reverse())["orders"]


@pytest.mark.clause("DRF-2.4", "DRF-2.10", "DRF-OP-3", "DRF-OP-4")
def test_actions_of_officials_and_the_clock_are_verified(short: Day):
    short.event.pick_clock = "relaxed"
    short.event.save()
    entries = short.enter()
    pods.plan_pods(short.event, by=short.by, sizes=[4, 2], reason="the tables are small")
    first, last = Event.objects.get(pk=short.event.pk).plan[0][0], entries[0].number
    if first != last:
        pods.swap_seats(short.event, first, last, reason="siblings", by=short.by)
    pods.publish_seating(short.event, by=short.by)
    by: dict[str, Any] = {"author": short.alma, "role": "head_judge", "reason": "a fault"}
    pod = Pod.objects.get(event_pod__event=short.event, label="A")
    replace_pack(Pack.objects.get(pod=pod, pack_round=1, opener=1), **by)
    late = Seat.objects.select_related("pod").get(pod=pod, number=0)
    Pack.objects.filter(pod=pod, opener=0, pack_round=1).update(due_at="2026-01-01T10:00Z")
    assert pick_by_clock(late, now=timezone.now())
    pick = Pick.objects.get(seat__pod=pod)
    correct_pick(pick, Pack.objects.get(pk=pick.pack_id).contents[0][0], **by)
    close_seat(Seat.objects.get(pod=pod, number=3), **by)
    draft(short, pick=take_first)
    short.event.refresh_from_db()

    data = event_file(finish(short))

    assert faults(data) == {}
    assert verification_json(verify_event(data, verification_context()))["checks"][5]["of"] == 1
    assert {(pick["by"], pick["random"]) for pick in data["pods"][0]["picks"]} == {("judge", True), ("player", False)}
    for change in (
        lambda each: each["pods"][0]["packs"][1].update(replaced=0),
        lambda each: each["seating"].update(swaps=[[1, 6]]),
        lambda each: each["seating"].update(sizes=None),
        lambda each: each["pods"][0]["picks"][0].pop("instead_of"),
    ):
        changed = deepcopy(data)
        change(changed)
        assert faults(changed)


def test_a_change_in_the_database_is_found(finished: Event):
    assert verify_finished_event(finished).verdict == "EXACT"

    Pick.objects.filter(pk=Pick.objects.order_by("pk")[3].pk).update(ref="FL-R01")

    assert verify_finished_event(finished).verdict == "DIVERGED"


def test_before_the_end_only_the_commitment_is_shown(short: Day):
    with pytest.raises(NotFinishedError):
        event_file(short.event)
    for path in ("", "verify", "verify?check=1"):
        page = Client().get(f"/e/{short.event.slug}/{path}").content.decode()
        assert short.event.commitment in page
        assert SEED.hex() not in page
    assert Client().get(f"/e/{short.event.slug}/verify.json").status_code == 409


def test_verification_works_by_page_api_and_command(
    finished: Event, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    page = Client().get(f"/e/{finished.slug}/verify?check=1").content.decode()
    answer = Client().get(f"/api/v1/events/{finished.slug}/proof").json()
    file = tmp_path / "event.json"
    file.write_bytes(Client().get(f"/e/{finished.slug}/verify.json").content)
    with pytest.raises(SystemExit) as ended:
        call_command("verify", str(file))

    assert "Everything matches the seed." in page
    assert "24 of 24" in page
    assert SEED.hex() in page
    assert ended.value.code == 0
    assert json.loads(capsys.readouterr().out) == answer
    assert answer["verdict"] == "EXACT"

    data = json.loads(file.read_text())
    data["pods"][0]["packs"][0]["cards"][0][1] = "FL-P01"
    file.write_text(json.dumps(data))
    with pytest.raises(SystemExit) as ended:
        call_command("verify", str(file))
    assert ended.value.code == 1
    assert "pack 1 of seat 1" in capsys.readouterr().out


def test_a_malformed_file_is_unreadable(over: EventFile):
    for broken in ({**over, "seed": "no hex"}, {**over, "pods": [{}]}, {"format": over["format"]}):
        with pytest.raises(UnreadableError):
            verify_event(broken, verification_context())


def test_an_event_with_a_removed_set_is_unverified(over: EventFile):
    for pod in over["pods"]:
        pod["boosters"] = [{"game": "enemy", "set": "gone", "product": "booster"}] * 4

    assert verify_event(over, verification_context()).verdict == "UNVERIFIED"


class ReferenceStream:
    """An independent implementation of the random stream described on the page /fairness."""

    def __init__(self, seed: bytes, label: str) -> None:
        self.key = hmac.digest(seed, label.encode(), "sha256")
        self.block, self.numbers = 0, list[int]()

    def below(self, most: int) -> int:
        while True:
            if not self.numbers:
                digest = hmac.digest(self.key, self.block.to_bytes(8, "big"), "sha256")
                self.numbers = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
                self.block += 1
            number = self.numbers.pop(0)
            if number < 2**32 // most * most:
                return number % most

    def shuffled(self, items: list[Any]) -> list[Any]:
        for place in range(len(items) - 1, 0, -1):
            other = self.below(place + 1)
            items[place], items[other] = items[other], items[place]
        return items


def test_an_independent_computation_gives_the_same_result(over: EventFile):
    seed, id_ = bytes.fromhex(over["seed"]), over["event"]
    listed = Client().get("/api/v1/cards/sets/enemy/FL").json()
    rarities = {f"FL-{card['number']}": card["rarity"] for card in listed["card"]}

    assert hashlib.sha256(id_.encode() + seed).hexdigest() == over["commitment"]
    assert ReferenceStream(seed, "pods").shuffled([1, 2, 3, 4, 5, 6]) == over["seating"]["pods"][0]
    for pack in over["pods"][0]["packs"]:
        label = f"event/{id_}/pod/A/pack/{pack['pack_round']}/{pack['seat'] - 1}"
        stream = ReferenceStream(seed, label)
        refs = [ref for rarity, count in (("common", 1), ("uncommon", 3), ("rare", 1))
                for ref in stream.shuffled([ref for ref in rarities if rarities[ref] == rarity])[:count]]  # fmt: skip
        names = [hmac.digest(seed, f"{label}/copy/{at}".encode(), "sha256").hex()[:22] for at in range(len(refs))]
        assert sorted(map(list, zip(names, refs, strict=True))) == pack["cards"]


def test_the_example_on_the_page_is_right(db: None):
    page = compact_markup(Client().get("/fairness").content.decode())
    example = dict(re.findall(r'id="example-(\w+)">([^<]+)</code>', page))
    rows = [re.findall(r">([^<>]+)</(?:code|td)>", row) for row in re.findall(r"<tr><td>.*?</tr>", page)]
    seed = bytes.fromhex(example["seed"])
    key = hmac.digest(seed, b"pods", "sha256")
    block = hmac.digest(key, bytes(8), "sha256")

    assert hashlib.sha256(example["event"].encode() + seed).hexdigest() == example["commitment"]
    assert (key.hex(), block.hex()) == (example["key"], example["block"])
    assert [row[0] for row in rows] == re.findall("........", example["block"])[:5]
    assert all(int(word, 16) == int(tens) and int(tens) % int(of) == int(drawn) for word, tens, of, drawn, _ in rows)
    assert rows[-1][-1] == " ".join(map(str, ReferenceStream(seed, "pods").shuffled([1, 2, 3, 4, 5, 6])))
