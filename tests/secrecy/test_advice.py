"""Check that neither advice nor lessons show a card that the player has not seen; each card has a unique mark."""

from functools import partial

import pytest
from django.core.cache import cache
from django.test import Client

from gameplay.engine.bots.search import SearchBot
from gameplay.models import Account, OnlineGame
from gameplay.models.game import CASUAL_CHANCE
from gameplay.selectors import games as selectors
from gameplay.services import advice, games
from tests.secrecy.test_tables import MARK, marked_game

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true"}


@pytest.mark.parametrize(("game", "variant"), [("enemy", "full"), ("hagmi", "tactics"), ("rm2k", "standard")])
def test_advice_names_only_cards_shown_to_the_player(game: str, variant: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(advice, "SearchBot", partial(SearchBot, rollouts=2))
    cache.clear()
    table = marked_game(game, variant, 2)
    Account.objects.filter(pk=table.people[1].pk).update(kind=Account.Kind.BOT)
    OnlineGame.objects.filter(pk=table.game.pk).update(chance=CASUAL_CHANCE, guide="hints")
    table.game.refresh_from_db()
    client, marks_seen = Client(), 0
    client.force_login(table.people[0], backend="gameplay.infrastructure.sessions.AccountBackend")

    for _ in range(14):
        state = selectors.current_state(table.game)
        if state.ask is None:
            break
        table.learn(state)
        if state.ask.seat == 0:
            advice.give_advice(table.game.pk, table.game.number)
            page = client.get(f"/game/{table.game.pk}/advice", headers=PART).content.decode()
            marks = set(MARK.findall(page))
            assert "data-advised" in page
            assert marks <= table.known[0]
            marks_seen += len(marks)
        option = state.ask.options.index(state.ruleset.greedy_bot(state))
        games.choose(table.people[state.ask.seat], table.game, number=table.game.number, option=option)

    assert marks_seen > 0
