"""Check the language of the pages of a draft whose bots play as soon as it begins."""

from typing import Any

import pytest
from django.test import Client

from drafting.models import Seat
from drafting.services.seat import give_seat_to_bot, return_seat_to_player
from gameplay.services.accounts import create_guest
from tests.deploy.test_languages import faults
from tournaments.services.practice_event import seat_among_bots


@pytest.mark.parametrize("language", ["en", "ja"])
def test_deck_and_log_pages_have_correct_lang_attributes(transactional_db: None, settings: Any, language: str):
    player = create_guest("Alicia")
    client = Client()
    client.force_login(player, backend="gameplay.infrastructure.sessions.AccountBackend")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    seat_among_bots(player, name="Practice", reason="a seat")
    seat = Seat.objects.get(player=player)
    give_seat_to_bot(seat, author=player, role="player")
    return_seat_to_player(seat, author=player, role="player")

    for page in ("deck", "deck/print", "log?at=1.9"):
        answer = client.get(f"/pod/{seat.pod_id}/{page}", follow=True)
        assert answer.status_code == 200, page
        assert not (found := faults(answer.content.decode(), language)), (page, found)
