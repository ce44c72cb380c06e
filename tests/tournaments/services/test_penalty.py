"""Penalties: every judge gives warnings and requests harsher penalties; everything is logged."""

import re
from dataclasses import dataclass
from functools import partial

import pytest
from django.http import Http404

from gameplay.models import Account, LogEntry
from gameplay.services.accounts import create_staff
from gameplay.services.corrections import ReasonMissingError
from tests.drafting.conftest import signed_in
from tests.page_text import compact_markup, visible_text
from tests.tournaments.conftest import Day
from tournaments.models import Entry, Penalty
from tournaments.rules.infractions import PenaltyLevel
from tournaments.rules.penalties import OwnPenaltyError
from tournaments.selectors.penalties import penalty_history, penalty_requests
from tournaments.selectors.roles import FLOOR_JUDGE, HEAD_JUDGE, Actor
from tournaments.selectors.standings import standings_table
from tournaments.services.entry import register_player
from tournaments.services.event import appoint_official
from tournaments.services.penalty import (
    PenaltyDecidedError,
    approve_penalty,
    give_penalty,
    refuse_penalty,
    withdraw_penalty,
)


@dataclass
class JudgedEvent:
    """An event in the first round, with head judge Tomas and floor judge Ines."""

    day: Day
    tomas: Actor
    ines: Actor

    @property
    def alice(self) -> Entry:
        return self.day.event.entries.select_related("event", "account").get(name="Alice")

    def actions(self) -> list[str]:
        log = LogEntry.objects.filter(stream=self.day.event.desk_stream, action__startswith="penalty").order_by(
            "number"
        )
        return [entry.action for entry in log]

    def page(self, account: Account | None = None) -> str:
        client = signed_in(account or self.ines.account)  # type: ignore[arg-type]
        return client.get(f"/e/{self.day.event.slug}/judge/players/{self.alice.number}").content.decode()


@pytest.fixture
def hall(day: Day) -> JudgedEvent:
    day.to_round(1)
    judges = {role: create_staff(name) for name, role in (("Tomas", HEAD_JUDGE), ("Ines", FLOOR_JUDGE))}
    for role, account in judges.items():
        appoint_official(day.event, account, role, by=day.by)
    return JudgedEvent(day, Actor(judges[HEAD_JUDGE], HEAD_JUDGE), Actor(judges[FLOOR_JUDGE], FLOOR_JUDGE))


def test_a_floor_judge_gives_a_warning_with_a_reason(hall: JudgedEvent):
    with pytest.raises(ReasonMissingError):
        give_penalty(hall.alice, "marked_cards", reason=" ", by=hall.ines)

    penalty = give_penalty(hall.alice, "marked_cards", reason="bent corners", by=hall.ines)

    assert (penalty.level, penalty.state) == ("warning", "given")
    (entry,) = LogEntry.objects.filter(action="penalty_given", stream=hall.day.event.desk_stream)
    assert (entry.author, entry.role, entry.reason) == (hall.ines.account, FLOOR_JUDGE, "bent corners")


def test_the_player_is_notified_of_given_penalties_only(hall: JudgedEvent):
    alice, page = hall.alice, f"/e/{hall.day.event.slug}/"

    def shown() -> list[str]:
        return list(
            LogEntry.objects.filter(stream=alice.account.stream).order_by("number").values_list("action", flat=True)
        )

    assert (
        f'data-live="event/{hall.day.event.pk} {alice.account.stream} '
        in signed_in(alice.account).get(page).content.decode()
    )
    refuse_penalty(
        give_penalty(alice, "late", reason="six minutes", by=hall.ines), reason="it was the tram", by=hall.tomas
    )
    withdraw_penalty(
        give_penalty(alice, "late", reason="six minutes", by=hall.ines), reason="the wrong player", by=hall.ines
    )
    requested = give_penalty(alice, "late", reason="six minutes", by=hall.ines)
    assert shown() == []

    approve_penalty(requested, by=hall.tomas)
    give_penalty(alice, "marked_cards", reason="bent corners", by=hall.ines)
    withdraw_penalty(requested, reason="the clock was wrong", by=hall.tomas)

    assert shown() == ["penalty_approved", "penalty_given", "penalty_withdrawn"]
    assert "withdrawn" in signed_in(alice.account).get(page).content.decode()


def test_a_game_loss_waits_for_approval_by_the_head_judge(hall: JudgedEvent):
    before = [str(row.record) for row in standings_table(hall.day.event)]
    requested = give_penalty(hall.alice, "late", reason="six minutes", by=hall.ines)
    assert (requested.state, list(penalty_requests(hall.day.event))) == ("requested", [requested])
    with pytest.raises(Http404):
        approve_penalty(requested, by=hall.ines)

    approved = approve_penalty(requested, by=hall.tomas)

    assert (approved.state, approved.author, approved.decided_by) == ("given", hall.ines.account, hall.tomas.account)
    with pytest.raises(PenaltyDecidedError):
        refuse_penalty(requested, reason="too late", by=hall.tomas)
    assert hall.actions() == ["penalty_requested", "penalty_approved"]
    assert [str(row.record) for row in standings_table(hall.day.event)] == before


def test_the_organizer_approves_without_a_head_judge(day: Day):
    day.to_round(1)
    alice = day.event.entries.get(name="Alice")

    assert give_penalty(alice, "late", reason="six minutes", by=day.by).state == "given"


def test_a_request_is_refused_with_a_reason(hall: JudgedEvent):
    requested = give_penalty(hall.alice, "late", reason="six minutes", by=hall.ines)

    assert refuse_penalty(requested, reason="the clock was wrong", by=hall.tomas).state == "refused"
    assert not penalty_requests(hall.day.event)


def test_the_author_withdraws_a_penalty_and_its_escalation_hint_disappears(hall: JudgedEvent):
    first = give_penalty(hall.alice, "marked_cards", reason="bent corners", by=hall.ines)
    assert "Offense 2: consider Game loss" in visible_text(hall.page())
    assert f"#penalty-{first.pk}" in hall.page()

    withdraw_penalty(first, reason="they were new", by=hall.ines)

    assert "consider" not in hall.page()
    assert [penalty.state for penalty in penalty_history(hall.alice)] == ["withdrawn"]
    with pytest.raises(PenaltyDecidedError):
        withdraw_penalty(first, reason="again", by=hall.ines)


def test_a_playing_judge_cannot_penalize_themselves(hall: JudgedEvent):
    entry = Entry.objects.get(event=hall.day.event, name="Bob")
    appoint_official(hall.day.event, entry.account, HEAD_JUDGE, by=hall.day.by)

    with pytest.raises(OwnPenaltyError):
        give_penalty(entry, "notes", reason="took notes", by=Actor(entry.account, HEAD_JUDGE))
    requested = give_penalty(entry, "late", reason="ten minutes", by=hall.ines)
    for act in (
        approve_penalty,
        partial(refuse_penalty, reason="it was five"),
        partial(withdraw_penalty, reason="it was five"),
    ):
        with pytest.raises(OwnPenaltyError):
            act(requested, by=Actor(entry.account, HEAD_JUDGE))
    assert approve_penalty(requested, by=hall.tomas).state == "given"
    assert "Give penalty" not in signed_in(entry.account).get(
        f"/e/{hall.day.event.slug}/judge/players/{entry.number}"
    ).content.decode()  # fmt: skip


def test_the_form_gives_the_usual_level_in_the_named_match(hall: JudgedEvent):
    match = hall.day.matches(1)[0]
    number = match.a.number
    where = f"/e/{hall.day.event.slug}/judge/players/{number}?match={match.pk}"
    assert hall.ines.account
    client = signed_in(hall.ines.account)

    client.post(where, {"infraction": "slow_play", "level": "", "reason": "thinks for minutes"})
    client.post(where, {"infraction": "slow_play", "level": "game_loss", "reason": "thinks for minutes"})

    found = Penalty.objects.order_by("pk")
    assert [(each.level, each.match, each.state) for each in found] == [
        (PenaltyLevel.WARNING, match, "given"),
        (PenaltyLevel.GAME_LOSS, match, "requested"),
    ]
    other = hall.day.matches(1)[1]
    assert client.post(where.replace(str(match.pk), str(other.pk)), {"infraction": "slow_play"}).status_code == 404


def test_a_judge_of_another_event_gets_404(hall: JudgedEvent, new_event):
    penalty = give_penalty(hall.alice, "late", reason="six minutes", by=hall.ines)
    berta = create_staff("Berta")
    other = new_event()
    appoint_official(other.event, berta, HEAD_JUDGE, by=other.by)
    client = signed_in(berta)

    for slug in (hall.day.event.slug, other.event.slug):
        assert client.post(f"/api/v1/events/{slug}/penalties/{penalty.pk}/approval").status_code == 404
    assert client.get(f"/e/{hall.day.event.slug}/judge/players/1").status_code == 404


def test_a_given_penalty_is_shown_to_its_player_only(hall: JudgedEvent):
    warning = give_penalty(hall.alice, "marked_cards", reason="bent corners", by=hall.ines)
    requested = give_penalty(hall.alice, "late", reason="six minutes", by=hall.ines)
    give_penalty(hall.alice, "slow_play", reason="a long think", by=hall.tomas)
    alice = signed_in(hall.alice.account)
    where = f"/e/{hall.day.event.slug}/"

    def shown() -> list[tuple[str, str]]:
        found = alice.get(f"/api/v1/events/{hall.day.event.slug}/penalties/own").json()
        return [(each["reason"], each["state"]) for each in found]

    assert shown() == [("a long think", "given"), ("bent corners", "given")]
    assert "six minutes" not in alice.get(where).content.decode()
    approve_penalty(requested, by=hall.tomas)
    withdraw_penalty(warning, reason="a new deck", by=hall.ines)
    assert shown() == [("a long think", "given"), ("six minutes", "given"), ("bent corners", "withdrawn")]
    page = compact_markup(alice.get(where).content.decode())
    assert re.findall(r"<b>([\w ]+)</b>: ([^<]+?) ?<", page) == [
        ("Warning", "slow play"),
        ("Game loss", "late for the round"),
        ("Warning", "marked cards"),
    ]
    for name in ("Bob", "Charlie"):
        other = signed_in(hall.day.event.entries.get(name=name).account)
        assert other.get(f"/api/v1/events/{hall.day.event.slug}/penalties/own").json() == []
        assert "Your penalties" not in other.get(where).content.decode()


def test_penalties_are_not_public(hall: JudgedEvent):
    give_penalty(hall.alice, "marked_cards", reason="bent corners", by=hall.ines)
    bob = hall.day.event.entries.get(name="Bob").account
    register_player(hall.day.event, bob)

    for path in ("", "players", "pairings", "standings", "audit"):
        page = signed_in(bob).get(f"/e/{hall.day.event.slug}/{path}").content.decode()
        assert not re.search("bent corners|marked", page)
    assert hall.tomas.account
    assert "bent corners" in signed_in(hall.tomas.account).get(f"/e/{hall.day.event.slug}/audit").content.decode()
