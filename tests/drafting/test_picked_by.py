"""Each pick stores who made it, for the log, the deck page and the API, even if another one acts for the seat later."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from drafting import ports
from drafting.models import Pack, Pick
from drafting.services.deck import submit_by_clock
from drafting.services.judge import correct_pick
from drafting.services.pick import make_pick, pick_by_bot, pick_by_clock, select_copy
from drafting.services.seat import give_seat_to_bot, return_seat_to_player, substitute_player
from gameplay.services.accounts import create_staff, redeem_link
from tests.drafting.conftest import Draft, NewDraft, Program, signed_in
from tests.drafting.views.hosts import LOG_SCOPES, StaffHost
from tests.page_text import compact_markup

IN_TURN = ["player", "bot", "substitute", "selection", "clock", "judge", "bot", "player"]
"""Who takes the eight cards of Alice, in order."""


@pytest.fixture
def changing(new_draft: NewDraft) -> Iterator[Draft]:
    """A finished draft of Alice and Bob with picks of each kind for Alice; a bot builds for her."""
    LOG_SCOPES.clear()
    with ports.wake_bots.overridden(no_bots), ports.pod_host.overridden(StaffHost()):
        draft = new_draft("Alice", "Bob", pick_clock="standard")
        for by in IN_TURN:
            TAKE[by](draft)
            draft.pick("Bob")
        assert draft.pod.drafted_at
        give_seat_to_bot(draft.seat("Alice"), **by_alice(draft))
        yield draft


def no_bots(pod_id: str) -> None:
    """Do not wake bots: the test makes their picks one at a time."""


def by_alice(draft: Draft) -> dict[str, Any]:
    return {"author": draft.people["Alice"], "role": "player"}


def by_player(draft: Draft) -> None:
    draft.pick("Alice")


def by_bot(draft: Draft) -> None:
    give_seat_to_bot(draft.seat("Alice"), **by_alice(draft))
    assert pick_by_bot(draft.seat("Alice"))
    return_seat_to_player(draft.seat("Alice"), **by_alice(draft))


def by_substitute(draft: Draft) -> None:
    tomas = create_staff("Tomas")
    token = substitute_player(draft.seat("Alice"), "Sven", author=tomas, role="head_judge", reason="a phone call")
    make_pick(redeem_link(token), draft.pod_id, **draft.turn("Alice"))
    return_seat_to_player(draft.seat("Alice"), **by_alice(draft))


def by_selection(draft: Draft) -> None:
    select_copy(draft.people["Alice"], draft.pod_id, draft.turn("Alice", 0)["token"])
    by_clock(draft)


def by_clock(draft: Draft) -> None:
    assert pick_by_clock(draft.seat("Alice"), now=timezone.now() + timedelta(minutes=2))


def by_judge(draft: Draft) -> None:
    """Correct a pick of the clock."""
    by_clock(draft)
    pick = Pick.objects.filter(seat=draft.seat("Alice")).latest("pk")
    token = Pack.objects.get(pk=pick.pack_id).contents[0][0]
    correct_pick(pick, token, author=create_staff("Ines"), role="head_judge", reason="the clock was wrong")


TAKE = {
    "player": by_player,
    "bot": by_bot,
    "substitute": by_substitute,
    "selection": by_selection,
    "clock": by_clock,
    "judge": by_judge,
}


def submit_decks(draft: Draft) -> None:
    for name in draft.people:
        submit_by_clock(draft.seat(name), now=timezone.now() + timedelta(hours=2))
    assert draft.pod.closed_at


def stored_pickers() -> list[str]:
    return list(Pick.objects.filter(seat__number=0).order_by("pk").values_list("by", flat=True))


def test_each_pick_stores_who_made_it(changing: Draft):
    assert stored_pickers() == IN_TURN
    assert set(Pick.objects.filter(seat__number=1).values_list("by", flat=True)) == {"player"}


def test_the_json_and_csv_logs_say_who_picked(changing: Draft):
    submit_decks(changing)

    alice = Program(changing.people["Alice"], f"/api/v1/pods/{changing.pod_id}")
    rows = signed_in(changing.people["Alice"]).get(f"/pod/{changing.pod_id}/log.csv").content.decode("utf-8-sig")

    assert [pick["by"] for pick in alice.get("/log").json()["picks"]] == IN_TURN
    header, *lines = [row.split(",") for row in rows.splitlines()]
    assert [line[header.index("by")] for line in lines] == IN_TURN


def test_the_log_page_says_who_picked_in_a_sentence_or_a_label(changing: Draft):
    submit_decks(changing)
    LOG_SCOPES.append("everybody")

    def shown(step: int, seat: int) -> str:
        at = f"{step // 4 + 1}.{step % 4 + 1}"
        response = signed_in(changing.people["Alice"]).get(f"/pod/{changing.pod_id}/log?at={at}&seat={seat}")
        return compact_markup(response.content.decode())

    sentences = [re.findall(r"in the pack of \w+\. (.*?)</p>", shown(step, 1))[0] for step in range(8)]
    labels = [re.findall(r"<p>took.*?</p>", shown(step, 2))[0] for step in range(8)]

    for by, sentence, label in zip(IN_TURN, sentences, labels, strict=True):
        start, chip = SENTENCE_AND_LABEL[by]
        assert re.match(start, sentence.strip())
        assert re.findall(r"</svg>([^<]+)</span>", label) == chip


SENTENCE_AND_LABEL: dict[str, tuple[str, list[str]]] = {
    "player": (r"Alice took .+\.", []),
    "bot": (r"A bot took .+ for Alice\.", ["bot"]),
    "substitute": (r"A substitute took .+ for Alice\.", ["substitute"]),
    "selection": (r"Time ran out: .+, which Alice had selected, was picked\.", ["auto"]),
    "clock": (r"Time ran out: .+ was picked at random for Alice\.", ["auto"]),
    "judge": (r"A judge gave .+ to Alice\.", ["judge"]),
}


def test_pickers_are_sealed_with_the_log(changing: Draft):
    LOG_SCOPES.append("own")

    assert Program(changing.people["Alice"], f"/api/v1/pods/{changing.pod_id}").get("/log").status_code == 409


def test_the_deck_page_marks_and_the_api_counts_cards_picked_by_others(changing: Draft):
    return_seat_to_player(changing.seat("Alice"), **by_alice(changing))
    deck = Program(changing.people["Alice"], f"/api/v1/pods/{changing.pod_id}").get("/deck").json()
    page = signed_in(changing.people["Alice"]).get(f"/pod/{changing.pod_id}/deck").content.decode()

    counted: Counter[str] = sum((Counter(card["by"]) for card in deck["cards"]), Counter())
    assert counted == Counter(IN_TURN)
    assert all(sum(card["by"].values()) == card["drafted"] for card in deck["cards"])
    rows = re.findall(r'data-copies="([^"]+)"(.*?)</li>', compact_markup(page))
    marked = {ref: sorted(re.findall(r"</svg>([a-z]+)</span>", row)) for ref, row in rows}
    labels = {by: "".join(chip) for by, (_start, chip) in SENTENCE_AND_LABEL.items()}
    assert marked == {card["ref"]: sorted(labels[by] for by in card["by"] if labels[by]) for card in deck["cards"]}
