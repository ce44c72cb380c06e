"""The pages of a constructed event: its form, deck lists, locking, and the pages that only drafts have."""

import re
from collections import Counter
from collections.abc import Callable

import pytest
from django.test import Client

from gameplay.models import Account
from gameplay.services.accounts import create_staff
from tests.page_text import compact_markup, visible_text
from tests.tournaments.conftest import Day
from tests.tournaments.constructed import constructed_day, enter_with_decks, lock_all_decks, submit_ready_deck
from tournaments.models import ConstructedDeck, Event, Official
from tournaments.selectors.presets import constructed_presets
from tournaments.selectors.proposals import proposal_checksum
from tournaments.services import entry as entries
from tournaments.services.event import appoint_official

Browser = Callable[[Account], Client]
NEW = {"name": "Deck Night", "rounds": "2", "match_minutes": "40", "vp_target": "6", "play": "tables"}
NEW |= {"visibility": "public", "cut": "0", "team_size": "1"}


@pytest.fixture
def day(db: None) -> Day:
    return constructed_day()


def test_every_constructed_preset_is_offered(db: None, browser_of: Browser):
    page = browser_of(create_staff("Alma")).get("/events/new").content.decode()
    for each in constructed_presets():
        assert f"preset={each.code}" in page


def test_an_organizer_creates_a_constructed_event(db: None, browser_of: Browser):
    client = browser_of(create_staff("Alma"))
    form = client.get("/events/new?preset=enemy-full").content.decode()
    assert "Packs per player" not in form
    assert 'value="7"' in form

    assert client.post("/events/new?preset=enemy-full", NEW | {"switches.redraw": "discard"}).status_code == 302
    event = Event.objects.get()
    assert (event.game, event.variant, event.drafted) == ("enemy", "full", False)
    assert event.format == {"vp_target": 6, "rounds": 2, "match_minutes": 40}
    assert event.switches == {"redraw": "discard"}
    facts = Client().get(f"/e/{event.slug}/").content.decode()
    assert "The first player with 6 victory points (VP) wins the game." in facts
    assert "Packs" not in facts
    assert "Pick clock" not in facts


def test_impossible_settings_are_refused(db: None, browser_of: Browser):
    answer = browser_of(create_staff("Alma")).post("/events/new?preset=enemy-full", NEW | {"vp_target": "0"})

    assert answer.status_code == 422
    assert "A game needs at least one victory point (VP) to win." in answer.content.decode()


def test_an_illegal_list_is_refused_with_all_errors_and_kept_as_typed(day: Day, browser_of: Browser):
    entry = day.enter(1)[0]
    client, page = browser_of(entry.account), f"/e/{day.event.slug}/deck"
    typed = "9 SD-01\nsomething else"

    answer = client.post(page, {"text": typed, "version": "0", "do": "hand_in"})
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert typed in shown
    for sentence in (
        "ENE-1.2",
        "The deck must have exactly 40 cards",
        "To get deck A, remove: 7 Adian&#x27;s Rod. Add: 3 Air Wand, ",
    ):
        assert sentence in shown
    assert "Line 2: there is no card something else." in shown
    assert ConstructedDeck.objects.get().text == typed


def test_a_deck_is_submitted_and_withdrawn(day: Day, browser_of: Browser):
    entry = day.enter(1)[0]
    client, page = browser_of(entry.account), f"/e/{day.event.slug}/deck"

    assert client.post(page, {"ready": "0", "version": "0", "do": "ready"}).status_code == 302
    text = ConstructedDeck.objects.get().text
    assert client.get(f"{page}.txt").content.decode() == text
    assert client.post(page, {"text": text, "version": "1", "do": "hand_in"}).status_code == 302
    receipt = client.get(page).content.decode()
    assert "Your deck is in" in receipt
    assert re.search(r'class="checksum"[^>]*>[0-9a-f]{8}<', receipt)
    assert "<textarea" not in receipt
    assert client.post(page, {"do": "take_back"}).status_code == 302
    assert "<textarea" in client.get(page).content.decode()
    assert client.post(page, {"do": "eat"}).status_code == 400


def test_a_list_changed_elsewhere_is_refused_and_kept_as_typed(day: Day, browser_of: Browser):
    entry = day.enter(1)[0]
    client, page = browser_of(entry.account), f"/e/{day.event.slug}/deck"
    client.post(page, {"text": "SD-01", "version": "0"})

    answer = client.post(page, {"text": "SD-02", "version": "0"})
    assert answer.status_code == 409
    assert "SD-02</textarea>" in answer.content.decode()
    assert ConstructedDeck.objects.get().text == "SD-01"


def test_players_cannot_see_the_decks_of_others(day: Day, browser_of: Browser):
    alice, bob = day.enter(2)
    submit_ready_deck(alice)
    page = f"/e/{day.event.slug}/deck"
    title = ConstructedDeck.objects.get().cards[0]

    assert title not in browser_of(bob.account).get(page).content.decode()
    assert Client().get(page).status_code == 302
    assert browser_of(create_staff("Berta")).get(page).status_code == 404
    for address in ("", "players", "audit"):
        assert title not in browser_of(bob.account).get(f"/e/{day.event.slug}/{address}").content.decode()


def test_the_desk_lists_missing_decks_and_locks_without_them_for_a_reason(day: Day, browser_of: Browser):
    entries = day.enter(3)
    submit_ready_deck(entries[0])
    client, desk = browser_of(day.alma), f"/e/{day.event.slug}/manage"
    assert "1 of 3 decks are submitted." in client.get(desk).content.decode()
    assert client.post(f"{desk}/step", {"step": "close_registration"}).status_code == 302
    page = client.get(desk).content.decode()
    assert "Decks are missing from: Bob, Charlie." in page

    assert client.post(f"{desk}/step", {"step": "lock_decks"}).status_code == 409
    assert client.post(f"{desk}/lock", {"reason": " "}).status_code == 409
    assert client.post(f"{desk}/lock", {"reason": "they write it down"}).status_code == 302
    assert Event.objects.get().decks_locked_at
    assert re.search(r"Decks not submitted yet:.*Bob.*Charlie", visible_text(client.get(desk).content.decode()))
    assert (
        "without those of Bob, Charlie: they write it down"
        in Client().get(f"/e/{day.event.slug}/audit").content.decode()
    )


def test_sheets_and_steps_of_drafts_are_missing(day: Day, browser_of: Browser):
    lock_all_decks(day)
    day.round(1)
    client, event = browser_of(day.alma), f"/e/{day.event.slug}"

    for missing in ("cards", "print/seating", "print/calls", "print/pools"):
        assert client.get(f"{event}/{missing}").status_code == 404
    kit = client.get(f"{event}/print/kit").content.decode()
    assert "Call sheet" not in kit
    assert "Seating" not in kit
    desk = client.get(f"{event}/manage").content.decode()
    for word in ("Pod", "Draft", "packs"):
        assert word not in visible_text(desk)
    steps = re.search(r'<ol class="steps".*?</ol>', desk, re.DOTALL)
    assert steps
    assert [visible_text(step) for step in re.findall(r"<li[^>]*>(.*?)</li>", steps.group(), re.DOTALL)] == [
        "Registration", "Decks", "Round 1", "Round 2", "Round 3", "Standings",
    ]  # fmt: skip


def test_every_page_answers_in_every_phase(day: Day, browser_of: Browser):
    entries = enter_with_decks(day)
    client, player = browser_of(day.alma), browser_of(entries[0].account)
    pages: tuple[str, ...] = (
        "",
        "players",
        "pairings",
        "standings",
        "display",
        "audit",
        "verify",
        "manage",
        "judge",
        "judge/decks",
    )
    pages += ("judge/players/1", "judge/infractions", "roster.csv", "results.csv", "standings.csv", "tournament.trf")

    def check_pages() -> None:
        for page in pages:
            assert client.get(f"/e/{day.event.slug}/{page}").status_code == 200, page
        assert player.get(f"/e/{day.event.slug}/").status_code == 200
        assert player.get(f"/e/{day.event.slug}/deck").status_code == 200

    check_pages()
    for step in ("close_registration", "lock_decks", "pair_round"):
        assert client.post(f"/e/{day.event.slug}/manage/step", {"step": step}).status_code == 302
        check_pages()
    publish = {"step": "publish_round", "round": 1, "proposal": proposal_checksum(day.event.rounds.get())}
    assert client.post(f"/e/{day.event.slug}/manage/step", publish).status_code == 302
    check_pages()
    for sheet in ("pairings-name", "pairings-table", "slips", "standings", "decklists"):
        assert client.get(f"/e/{day.event.slug}/print/{sheet}").status_code == 200, sheet
    match = day.matches(1)[0]
    page = browser_of(match.a.account).get(f"/match/{match.pk}").content.decode()
    assert "The first player with 7 victory points (VP) wins the game." in page
    assert "VP of Alice" in page


@pytest.mark.parametrize(
    ("preset", "unit"), [("enemy-full", "VP"), ("hagmi-tactics", "Damage cards"), ("rm2k-open", "VP")]
)
def test_the_form_of_a_reported_game_contains_the_submitted_decks(
    db: None, preset: str, unit: str, browser_of: Browser
):
    day = constructed_day(preset)
    lock_all_decks(day)
    day.round(1)
    match = day.matches(1)[0]
    assert match.b

    html = browser_of(day.alma).get(f"/match/{match.pk}/paper").content.decode()
    page = compact_markup(html)

    assert f'value="{preset}" selected' in page
    for number, player in enumerate((match.a, match.b), 1):
        assert f'value="{player.name}"' in page
        assert f"{unit} of {player.name}" in page
        card, copies = Counter(ConstructedDeck.objects.get(entry=player).cards).most_common(1)[0]
        deck = re.search(rf'name="deck_{number}"[^>]*>([^<]*)', html)
        assert deck
        assert f"{copies} {card}" in deck[1].splitlines()


def test_a_judge_enters_a_list_that_was_brought_on_paper(day: Day, browser_of: Browser):
    alice, bob = day.enter(2)
    submit_ready_deck(alice)
    client, page = browser_of(day.alma), f"/e/{day.event.slug}/judge/lists/{bob.number}"
    assert page in client.get(f"/e/{day.event.slug}/manage").content.decode()
    assert page in client.get(f"/e/{day.event.slug}/judge/decks").content.decode()
    assert "Deck of Bob" in client.get(page).content.decode()

    answer = client.post(page, {"text": "9 SD-01", "version": "0", "do": "hand_in"})
    assert answer.status_code == 422
    assert "9 SD-01</textarea>" in answer.content.decode()
    assert client.post(page, {"ready": "0", "version": "1", "do": "ready"}).headers["Location"] == page
    text = ConstructedDeck.objects.get(entry=bob).text
    assert client.post(page, {"text": text, "version": "2", "do": "hand_in"}).status_code == 302

    assert "Your deck is in" in browser_of(bob.account).get(f"/e/{day.event.slug}/deck").content.decode()
    log = client.get(f"/e/{day.event.slug}/audit").content.decode()
    assert log.count("Alma looked at the deck list of Bob.") == 1
    assert "Bob submitted a deck" in log


def test_a_judge_who_plays_cannot_enter_lists(day: Day, browser_of: Browser):
    alice = day.enter(1)[0]
    judge = create_staff("Berta")
    appoint_official(day.event, judge, Official.Role.FLOOR_JUDGE, by=day.by)
    page = f"/e/{day.event.slug}/judge/lists/{alice.number}"
    assert browser_of(judge).get(page).status_code == 200
    entries.register_player(day.event, judge)

    assert browser_of(judge).get(page).status_code == 404
    assert browser_of(alice.account).get(page).status_code == 404
    assert page not in browser_of(judge).get(f"/e/{day.event.slug}/manage").content.decode()
