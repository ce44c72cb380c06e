"""Who made a pick is known from the pick on, whoever acts for the seat later: to the log, the deck room and its API."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, models
from django.utils import timezone

from drafting import ports
from drafting.models import Pack, Pick
from drafting.services.deck import submit_by_clock
from drafting.services.judge import correct_pick
from drafting.services.pick import make_pick, pick_by_bot, pick_by_clock, select_copy
from drafting.services.seat import give_seat_to_bot, return_seat_to_player, substitute_player
from gameplay.models import LogEntry
from gameplay.services.accounts import create_staff, redeem_link
from tests.drafting.conftest import Draft, NewDraft, Program, signed_in
from tests.drafting.views.offices import LOG, Offices

IN_TURN = ["player", "bot", "substitute", "selection", "clock", "judge", "bot", "player"]
"""By whom the eight cards of Alice are taken in turn."""


@pytest.fixture
def changing(new_draft: NewDraft) -> Iterator[Draft]:
    """Alice and Bob have drafted, and Alice's seat has changed hands again and again; a bot builds for her."""
    LOG.clear()
    with ports.wake_bots.overridden(no_bots), ports.pod_host.overridden(Offices()):
        draft = new_draft("Alice", "Bob", pick_clock="standard")
        for by in IN_TURN:
            TAKE[by](draft)
            draft.pick("Bob")
        assert draft.pod.drafted_at
        give_seat_to_bot(draft.seat("Alice"), **own(draft))
        yield draft


def no_bots(pod_id: str) -> None:
    """Wake nobody: the test lets the bot pick, one pick at a time."""


def own(draft: Draft) -> dict[str, Any]:
    return {"author": draft.people["Alice"], "role": "player"}


def by_player(draft: Draft) -> None:
    draft.pick("Alice")


def by_bot(draft: Draft) -> None:
    give_seat_to_bot(draft.seat("Alice"), **own(draft))
    assert pick_by_bot(draft.seat("Alice"))
    return_seat_to_player(draft.seat("Alice"), **own(draft))


def by_substitute(draft: Draft) -> None:
    tomas = create_staff("Tomas")
    token = substitute_player(draft.seat("Alice"), "Sven", author=tomas, role="head_judge", reason="a phone call")
    make_pick(redeem_link(token), draft.pod_id, **draft.turn("Alice"))
    return_seat_to_player(draft.seat("Alice"), **own(draft))


def by_selection(draft: Draft) -> None:
    select_copy(draft.people["Alice"], draft.pod_id, draft.turn("Alice", 0)["token"])
    by_clock(draft)


def by_clock(draft: Draft) -> None:
    assert pick_by_clock(draft.seat("Alice"), now=timezone.now() + timedelta(minutes=2))


def by_judge(draft: Draft) -> None:
    """Once the clock has taken another card."""
    by_clock(draft)
    pick = Pick.objects.filter(seat=draft.seat("Alice")).latest("pk")
    given = Pack.objects.get(pk=pick.pack_id).contents[0][0]
    correct_pick(pick, given, author=create_staff("Ines"), role="head_judge", reason="the clock was wrong")


TAKE = {
    "player": by_player,
    "bot": by_bot,
    "substitute": by_substitute,
    "selection": by_selection,
    "clock": by_clock,
    "judge": by_judge,
}


def hand_in(draft: Draft) -> None:
    for name in draft.people:
        submit_by_clock(draft.seat(name), now=timezone.now() + timedelta(hours=2))
    assert draft.pod.closed_at


def said_by() -> list[str]:
    return list(Pick.objects.filter(seat__number=0).order_by("pk").values_list("by", flat=True))


def test_each_pick_keeps_who_made_it(changing: Draft):
    assert said_by() == IN_TURN
    assert set(Pick.objects.filter(seat__number=1).values_list("by", flat=True)) == {"player"}


def test_program_and_table_of_the_log_say_who(changing: Draft):
    hand_in(changing)

    alice = Program(changing.people["Alice"], f"/api/v1/pods/{changing.pod_id}")
    rows = signed_in(changing.people["Alice"]).get(f"/pod/{changing.pod_id}/log.csv").content.decode("utf-8-sig")

    assert [pick["by"] for pick in alice.get("/log").json()["picks"]] == IN_TURN
    header, *lines = [row.split(",") for row in rows.splitlines()]
    assert [line[header.index("by")] for line in lines] == IN_TURN


def test_the_replay_says_who_in_a_sentence_and_for_the_others_in_a_word(changing: Draft):
    hand_in(changing)
    LOG.append("everybody")

    def shown(step: int, seat: int) -> str:
        at = f"{step // 4 + 1}.{step % 4 + 1}"
        answer = signed_in(changing.people["Alice"]).get(f"/pod/{changing.pod_id}/log?at={at}&seat={seat}")
        return str(answer.content.decode())

    sentences = [re.findall(r"in the pack of \w+\. (.*?)</p>", shown(step, 1), re.DOTALL)[0] for step in range(8)]
    words = [re.findall(r"<p>took.*?</p>", shown(step, 2), re.DOTALL)[0] for step in range(8)]

    for by, sentence, word in zip(IN_TURN, sentences, words, strict=True):
        start, chip = SAID[by]
        assert re.match(start, sentence.strip())
        assert re.findall(r"</svg>([^<]+)</span>", word) == chip


SAID: dict[str, tuple[str, list[str]]] = {
    "player": (r"Alice took .+\.", []),
    "bot": (r"A bot took .+ for Alice\.", ["bot"]),
    "substitute": (r"A substitute took .+ for Alice\.", ["substitute"]),
    "selection": (r"Time was over: the clock took .+, which Alice had selected\.", ["auto"]),
    "clock": (r"Time was over: the clock took .+ for Alice\.", ["auto"]),
    "judge": (r"A judge gave .+ to Alice\.", ["judge"]),
}


def test_who_took_what_is_sealed_with_the_log(changing: Draft):
    LOG.append("own")

    assert Program(changing.people["Alice"], f"/api/v1/pods/{changing.pod_id}").get("/log").status_code == 409


def test_the_deck_room_marks_what_another_took_and_its_program_counts(changing: Draft):
    return_seat_to_player(changing.seat("Alice"), **own(changing))
    told = Program(changing.people["Alice"], f"/api/v1/pods/{changing.pod_id}").get("/deck").json()
    page = signed_in(changing.people["Alice"]).get(f"/pod/{changing.pod_id}/deck").content.decode()

    counted: Counter[str] = sum((Counter(card["by"]) for card in told["cards"]), Counter())
    assert counted == Counter(IN_TURN)
    assert all(sum(card["by"].values()) == card["drafted"] for card in told["cards"])
    rows = re.findall(r'data-copies="([^"]+)"(.*?)</summary>', page, re.DOTALL)
    marked = {ref: sorted(re.findall(r"</svg>([a-z]+)</span>", row)) for ref, row in rows}
    words = {by: "".join(chip) for by, (_start, chip) in SAID.items()}
    assert marked == {card["ref"]: sorted(words[by] for by in card["by"] if words[by]) for card in told["cards"]}


@pytest.mark.django_db(transaction=True)
def test_the_picks_of_before_say_what_the_log_says_of_them(changing: Draft):
    """Back to the release that only knew whether the clock had picked, and on again."""
    try:
        call_command("migrate", "drafting", "0006", verbosity=0)
        with connection.cursor() as cursor:
            cursor.execute("SELECT p.auto FROM drafting_pick p JOIN drafting_seat s ON s.id = p.seat_id "
                           "WHERE s.number = 0 ORDER BY p.id")  # fmt: skip
            auto = [bool(marked) for (marked,) in cursor.fetchall()]
        unlogged = LogEntry.objects.filter(action__in=("pick", "pick_by_clock"), after__seat=1, after__pack_round=2)
        models.QuerySet(LogEntry).filter(pk__in=list(unlogged.values_list("pk", flat=True)))._raw_delete("default")
    finally:
        call_command("migrate", verbosity=0)  # those of others that hang on it, too

    assert auto == [by in {"selection", "clock"} for by in IN_TURN]
    assert said_by()[:4] == IN_TURN[:4]
    assert said_by()[4:] == ["clock", "judge", "player", "player"]  # nobody says any more that a bot took one
