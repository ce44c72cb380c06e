"""Printed sheets of a round, and the links of its slips."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tests.page_text import compact_markup
from tests.tournaments.conftest import Day
from tournaments.rules.slips import SlipTable, slip_code
from tournaments.selectors.results import match_agreement
from tournaments.services import round as rounds
from tournaments.services.entry import register_player


def client_of(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client


def printed(day: Day, name: str) -> str:
    answer = client_of(day.alma).get(f"/e/{day.event.slug}/print/{name}")
    assert answer.status_code == 200
    return str(answer.content.decode())


def table_rows(page: str) -> list[list[str]]:
    """Return the rows of the table on a page, as lists of cells."""
    rows = re.findall(r"<tr>(.*?)</tr>", page.partition("<tbody>")[2], re.DOTALL)
    return [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[dh].*?</t[dh]>", row, re.DOTALL)]
        for row in rows
    ]


@pytest.fixture
def five(day: Day) -> Day:
    """A round of five players with two tables and a bye."""
    readings = {"鈴木": "すずき"}
    for name in ("Zoë", "鈴木", "Alice", "いつき", "Bob"):
        account = create_guest(name, reading=readings.get(name, ""))
        day.players.append(account)
        register_player(day.event, account)
    day.seat()
    day.draft()
    day.round(1)
    return day


def test_the_name_list_has_every_player_with_table_and_opponent(five: Day):
    found = table_rows(printed(five, "pairings-name"))

    assert [row[1] for row in found] == ["Alice", "Bob", "Zoë", "いつき", "鈴木"]
    paired = {(match.table, match.a.name, match.b.name) for match in five.matches(1) if match.b}
    listed = {(row[0], row[1], row[2]) for row in found}
    assert listed >= {(str(table), a, b) for table, a, b in paired} | {(str(table), b, a) for table, a, b in paired}
    assert [(row[0], row[2]) for row in found if row[2] == "Bye"] == [("–", "Bye")]


def test_the_table_list_has_each_match_once_and_byes_last(five: Day):
    found = table_rows(printed(five, "pairings-table"))

    assert [row[0] for row in found] == ["1", "2", "–"]
    assert [row[1:3] for row in found[:2]] == [[match.a.name, match.b.name] for match in five.matches(1) if match.b]


def test_each_table_has_a_slip_that_names_its_match(five: Day):
    page = printed(five, "slips")

    assert re.findall(r"Round 1, table (\d)", page) == ["1", "2"]
    assert re.findall(r'class="slip-code" translate="no">([^<]+)<', page) == [
        slip_code(str(five.event.pk), SlipTable(1, table)) for table in (1, 2)
    ]
    assert page.count('class="slip"') == 4
    assert page.count("<svg") - printed(five, "standings").count("<svg") == 2


def test_the_standings_are_printed_with_tie_breakers(five: Day):
    five.settle(1)

    found = table_rows(printed(five, "standings"))
    assert len(found) == 5
    assert [row[0] for row in found].count("1") == 3
    assert found[0][2:] == ["3", "33.00", "100.00", "33.00", "1-0-0"]


def test_a_round_can_be_printed_before_it_is_published_and_afterwards(five: Day):
    five.settle(1)
    rounds.propose_round(five.event, by=five.by)

    assert "Round 1" in printed(five, "pairings-table")
    assert "not published yet" in printed(five, "pairings-table?round=2")
    five.round(2)
    assert '<h2 id="by-table">Round 2' in printed(five, "pairings-table")
    assert '<h2 id="by-table">Round 1' in printed(five, "pairings-table?round=1")


def test_without_a_round_nothing_is_printed(day: Day):
    day.enter(4)

    for name in ("pairings-name", "pairings-table", "slips"):
        assert "Pair a round first" in printed(day, name)


def test_the_qr_code_of_a_slip_leads_officials_to_result_entry_and_players_to_the_match(five: Day):
    match = five.matches(1)[1]
    address = f"/e/{five.event.slug}/slip/{slip_code(str(five.event.pk), SlipTable(1, 2))}"

    page = compact_markup(client_of(five.alma).get(address).content.decode())
    assert f'name="table" value="{match.table}"' in page
    assert 'name="score" value="2-1"' in page
    for client in (Client(), client_of(match.a.account)):
        assert client.get(address)["Location"] == f"/match/{match.pk}"


def test_a_slip_of_another_event_or_of_no_table_is_refused(five: Day, new_event: Callable[..., Day]):
    other = new_event()
    codes = [slip_code(str(other.event.pk), SlipTable(1, 1)), slip_code(str(five.event.pk), SlipTable(1, 9)), "R1-T01"]

    for code in codes:
        answer = client_of(five.alma).get(f"/e/{five.event.slug}/slip/{code}")
        assert answer.status_code == 422
        assert "This slip does not belong to this event." in answer.content.decode()


def test_the_desk_accepts_a_slip_code_instead_of_a_table(five: Day):
    client, result = client_of(five.alma), f"/e/{five.event.slug}/manage/result"
    code = slip_code(str(five.event.pk), SlipTable(1, 2))

    assert client.post(result, {"round": 1, "table": code.lower(), "score": "2-1"}).status_code == 302
    found = match_agreement(five.matches(1)[1]).result
    assert found is not None
    assert found.score == (2, 1, 0)
    assert client.post(result, {"round": 1, "table": "R1-T01-ZZ", "score": "2-1"}).status_code == 422
    assert client.post(result, {"round": 1, "table": "9", "score": "2-1"}).status_code == 404


def test_a_code_of_an_earlier_round_is_a_correction(five: Day):
    five.settle(1)
    five.round(2)
    client, code = client_of(five.alma), slip_code(str(five.event.pk), SlipTable(1, 1))
    result = {"round": 2, "table": code, "score": "0-2", "seen": 1}

    answer = client.post(f"/e/{five.event.slug}/manage/result", result)

    assert answer.status_code == 422
    assert "Give a reason." in answer.content.decode()
