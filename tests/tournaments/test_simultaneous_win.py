"""Two goals of #rm2k_anime attained simultaneously, through the whole site: game, record, pages, API, match (RM-4.3.1).

Serial Dreamer's goal is four bards, Echo Bot's five bots. Alice starts with four Dreamers and does not claim yet;
Bob starts with four Bots and syncs a fifth.
"""

import json
import re

import pytest
from django.test import Client

from cards.selectors import get_printed_card
from gameplay.engine.core.game import Game
from gameplay.engine.core.record_replay import verify_record
from gameplay.games import RULESETS
from gameplay.models import OnlineGame
from gameplay.selectors import games as selectors
from gameplay.services import games
from tests.tournaments.constructed import constructed_day, player
from tests.tournaments.days import Day
from tournaments.models import Match, Report
from tournaments.rules.results import GameResult
from tournaments.selectors.results import match_agreement, read_result
from tournaments.services import constructed_deck

DECKS = ("20 Serial Dreamer", "20 Echo Bot")
PREFERRED_OPTIONS = ("main", "starter", "lag", "activate", "pay", "sync", "enough", "pass", "no")
"""Codes of options in order of preference: both players choose the first one that is offered."""


@pytest.fixture
def match(db: None) -> Match:
    """The only match of an online event, whose first game is running."""
    day: Day = constructed_day("rm2k-open", play="online")
    for entry, deck in zip(day.enter(2), DECKS, strict=True):
        constructed_deck.save_deck_list(entry, deck, by=player(entry))
        constructed_deck.submit_deck_list(entry, by=player(entry))
    constructed_deck.close_registration(day.event, by=day.by)
    constructed_deck.lock_decks(day.event, by=day.by)
    day.event.refresh_from_db()
    day.round(1)
    return day.matches(1)[0]


def choose(match: Match, *codes: str) -> OnlineGame:
    """Answer the pending choice of the running game with the first of ``codes`` that is offered."""
    game = OnlineGame.objects.get(match_game__match=match, ended_at=None)
    ask = selectors.current_state(game).ask
    assert ask is not None
    assert match.b is not None
    offered = [option[0] for option in ask.options]
    option = offered.index(next(code for code in codes if code in offered))
    return games.choose((match.a, match.b)[ask.seat].account, game, number=game.number, option=option)


def both_attained(state: Game) -> bool:
    """Return whether a player may claim a goal while at least four bards and five bots are in play."""
    assert state.ask is not None
    names = [state.table.cards[user].name for users in state.table.users for user in users]
    return state.ask.about[0] == "claim" and names.count("Serial Dreamer") >= 4 and names.count("Echo Bot") >= 5


def play_to_both_goals(match: Match) -> OnlineGame:
    game = choose(match, *PREFERRED_OPTIONS)
    while not both_attained(selectors.current_state(OnlineGame.objects.get(pk=game.pk))):
        game = choose(match, *PREFERRED_OPTIONS)
    return game


def replay_end(client: Client, game: OnlineGame) -> str:
    """Return the text of the replay's last step, to which the page itself links."""
    address = f"/replay/{game.replay}"
    links = re.findall(rf'href="((?:{address})?\?\w+=(\d+))"', client.get(address).content.decode())
    last, _entry = max(links, key=lambda link: int(link[1]))
    return text_of(client.get(address + last.removeprefix(address)).content.decode())


def text_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


@pytest.mark.clause("RM-4.3.1", "RM-4.3.4", "RM-4.1.4")
def test_two_goals_claimed_together_are_shown_as_a_draw_everywhere(match: Match, client: Client):
    play_to_both_goals(match)
    assert choose(match, "yes").outcome is None  # the first claim does not win: the other player is asked, too
    game = choose(match, "yes")

    assert game.outcome == {"winners": [], "reason": "together", "scores": [0, 0]}
    assert game.record is not None
    assert verify_record(game.record, RULESETS, get_printed_card).verdict == "EXACT"
    assert json.loads(game.record)["outcome"] == game.outcome
    client.force_login(match.a.account)
    data = client.get(f"/api/v1/games/{game.pk}").json()["outcome"]
    assert (data["winners"], data["reason"], data["title"]) == ([], "together", "A drawn game")
    for page in (text_of(client.get(f"/game/{game.pk}").content.decode()), replay_end(client, game)):
        assert "A drawn game" in page
        assert "several players won or lost simultaneously, and the one with more victory points wins" in page


@pytest.mark.clause("RM-4.3.1", "DRF-4.3")
def test_the_match_continues_after_a_game_that_both_have_won(match: Match):
    play_to_both_goals(match)
    choose(match, "yes")
    choose(match, "yes")
    for _ in range(2):
        games.concede(match.a.account, OnlineGame.objects.get(match_game__match=match, ended_at=None))

    found = match_agreement(match)
    assert found.is_final
    assert found.result is not None
    assert found.result.score == (0, 2, 1)
    assert read_result(Report.objects.get().result).games[0] == GameResult(None, 0, 0, "together")


@pytest.mark.clause("RM-4.1.4")
def test_the_only_claimed_goal_wins(match: Match, client: Client):
    """Claiming is optional: a player who does not claim an attained goal does not win by it."""
    play_to_both_goals(match)
    choose(match, "yes")
    game = choose(match, "no")

    assert game.outcome is not None
    assert game.outcome["reason"] == "goal"
    assert len(game.outcome["winners"]) == 1
    assert game.record is not None
    assert verify_record(game.record, RULESETS, get_printed_card).verdict == "EXACT"
    assert "wins this game" in replay_end(client, game)
