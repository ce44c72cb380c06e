"""Numbers and codes may be typed with a Japanese keyboard, in full-width characters; names keep what was typed."""

import re

import pytest
from django.test import Client

from cards.printed import bundled_card_set
from gameplay.models import Account
from tests.tournaments.days import Day, day, new_event
from tests.tournaments.views.test_new_event import CHOSEN
from tournaments.models import Match
from tournaments.rules.constructed import ConstructedFormat
from tournaments.rules.slips import SlipTable, slip_code
from tournaments.selectors.results import match_agreement
from tournaments.services.event import NewEvent, create_event

__all__ = ["day", "new_event"]

TO_FULL_WIDTH = {code: code + 0xFEE0 for code in range(ord("!"), ord("~") + 1)} | {ord(" "): 0x3000}


def full_width(text: object) -> str:
    return str(text).translate(TO_FULL_WIDTH)


@pytest.fixture
def desk(day: Day) -> Client:
    return signed_in(day.alma)


def signed_in(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client


def score(match: Match) -> str:
    found = match_agreement(match)
    return str(found.result) if found.result else ""


def test_an_event_code(day: Day):
    answer = Client().get("/join/", {"code": full_width(day.event.join_code.lower())})

    assert (answer.status_code, answer.headers["Location"]) == (302, f"/join/{day.event.join_code}")


def test_a_recovery_code(day: Day):
    page = Client().post(f"/join/{day.event.join_code}", {"handle": "Ａｌｉｃｅ　１"}).content.decode()
    code = re.search(r"[2-9A-Z]{4}(?:-[2-9A-Z]{4}){3}", page)
    assert code
    browser = Client()

    assert browser.post("/recover", {"code": full_width(code[0])}).status_code == 200
    assert browser.get("/api/v1/me").json()["handle"] == "Ａｌｉｃｅ １"


def test_names_of_people_teams_and_events_keep_their_width(day: Day, desk: Client):
    desk.post(f"/e/{day.event.slug}/manage/walk-in", {"handle": "Ｂｏｂ２号"})

    assert [entry.name for entry in day.event.entries.all()] == ["Ｂｏｂ２号"]
    assert "Ｂｏｂ２号" in Client().get(f"/e/{day.event.slug}/players").content.decode()


def test_pod_sizes_and_rounds(day: Day, desk: Client):
    day.enter(8)
    manage = f"/e/{day.event.slug}/manage"

    desk.post(f"{manage}/rounds", {"rounds": "２", "reason": "r"})
    desk.post(f"{manage}/sizes", {"sizes": "４　＋４", "reason": "r"})

    day.event.refresh_from_db()
    assert [len(pod) for pod in day.event.plan] == [4, 4]
    assert day.event.event_format.rounds == 2


@pytest.mark.parametrize("typed", ["２－１", "２−１", "2ー1", "2-1"])
def test_the_table_and_score_of_a_result(day: Day, desk: Client, typed: str):
    day.to_round(1)
    match = day.matches(1)[1]

    desk.post(f"/e/{day.event.slug}/manage/result", {"table": full_width(match.table), "score": typed})

    assert score(match) == "2-1"


def test_the_code_of_a_slip(day: Day, desk: Client):
    day.to_round(1)
    match = day.matches(1)[2]
    code = slip_code(str(day.event.pk), SlipTable(1, match.table or 0))

    desk.post(f"/e/{day.event.slug}/manage/result", {"table": full_width(code), "score": "0-2"})

    assert score(match) == "0-2"


def test_points_of_games_and_minutes(day: Day, desk: Client):
    day.to_round(1)
    match = day.matches(1)[0]
    games = {
        "winner_1": "mine", "vp_mine_1": "５", "vp_theirs_1": "３", "end_1": "vp",
        "winner_2": "mine", "vp_mine_2": "５", "vp_theirs_2": "０", "end_2": "vp",
    }  # fmt: skip

    desk.post(f"/e/{day.event.slug}/manage/result", {"table": "１", "reason": "r"} | games)
    desk.post(f"/e/{day.event.slug}/manage/extension", {"table": "２", "minutes": "０７", "reason": "r"})

    assert score(match) == "2-0"
    assert day.matches(1)[1].extra_minutes == 7


def test_numbers_of_a_new_event(desk: Client):
    form = desk.get("/events/new?preset=enemy-FL-booster").content.decode()
    data = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)) | CHOSEN
    data |= {"name": "大会", "rounds": "４", "match_minutes": "４５", "deck_minutes": "２０"}

    answer = desk.post("/events/new?preset=enemy-FL-booster", data)

    assert answer.status_code == 302, re.findall(r'class="error[^>]*>([^<]+)', answer.content.decode())
    facts = desk.get(answer.headers["Location"].removesuffix("manage")).content.decode()
    assert "4 rounds of 45 minutes" in " ".join(facts.split())


def test_a_deck_list(day: Day):
    event = create_event(NewEvent("構築", ConstructedFormat(7), (), game="enemy", variant="sample"), by=day.alma)
    browser = Client()
    browser.post(f"/join/{event.join_code}", {"handle": "Bob"})
    first, second, third = bundled_card_set("enemy", "FL").cards[:3]
    lines = (
        f"３　{first.name.ja}", f"{second.ref.translate(TO_FULL_WIDTH)}　×２", f"1枚 {third.name.ja}",
        f"{third.name.ja}　４枚", "＃コメント",
    )  # fmt: skip

    page = browser.post(f"/e/{event.slug}/deck", {"do": "save", "version": "0", "text": "\n".join(lines)}, follow=True)

    assert page.status_code == 200
    deck = event.entries.get().constructed_deck
    assert sorted(deck.cards) == sorted([first.ref] * 3 + [second.ref] * 2 + [third.ref] * 5)


@pytest.mark.parametrize(
    ("plain", "typed"), [("FL-C01", "ＦＬ－Ｃ０１"), ("Wharf", "ＷＨＡＲＦ"), ("アイテム", "ｱｲﾃﾑ"), ("3", "３")]
)
def test_a_search_for_cards(db: None, plain: str, typed: str):
    def found(words: str) -> list[str]:
        page = Client().get("/cards/enemy/FL/", {"q": words}, headers={"Accept-Language": "ja"}).content.decode()
        return re.findall(r'href="/cards/enemy/FL/(\w+)"', page)

    assert found(typed) == found(plain)
    assert 0 < len(set(found(plain))) < len(bundled_card_set("enemy", "FL").cards)


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "Enter a whole number, such as 3."), ("ja", "3のような整数を入力してください。")]
)
def test_a_page_says_what_to_type_instead(day: Day, desk: Client, language: str, sentence: str):
    day.enter(6)

    answer = desk.post(
        f"/e/{day.event.slug}/manage/rounds", {"rounds": "many", "reason": "r"}, headers={"Accept-Language": language}
    )

    assert answer.status_code == 400
    refused = re.search(r'<p data-code="unreadable">\s*([^<]*?)\s*<', answer.content.decode())
    assert refused
    assert refused[1] == sentence
