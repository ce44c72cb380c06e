"""Two players of one name: told apart wherever they sit."""

from collections.abc import Callable

from drafting.models import Seat
from drafting.selectors.seat_view import seat_view
from gameplay.models import OnlineGame
from gameplay.selectors.game_views import seen
from gameplay.services.accounts import create_guest
from tests.gameplay.test_games import begun
from tests.tournaments.conftest import Day
from tournaments.services.entry import join


def test_a_pod_and_a_game_call_players_as_the_event_does(new_event: Callable[..., Day]):
    day = new_event()
    for account in (create_guest("Alice"), create_guest("Alice"), create_guest("Bob"), create_guest("Bob")):
        join(day.event, account)
    names = {entry.account_id: entry.name for entry in day.event.entries.all()}
    day.seat()

    seat = Seat.objects.select_related("pod").get(pod__event_pod__event=day.event, number=0)
    told = seat_view(seat)
    assert {each["name"] for each in told["seats"]} == set(names.values())
    assert len(set(names.values())) == 4
    seated = list(Seat.objects.filter(pod=seat.pod).order_by("number"))
    assert told["to"] == names[seated[1].player_id]

    day.draft()
    match = day.round(1).matches.order_by("table")[0]
    assert match.b
    game = begun(match.a.account, match.b.account)
    match.games.create(number=9, game=game)
    view = seen(OnlineGame.objects.get(pk=game.pk), match.a.account, language="en")
    assert view is not None
    assert [player["name"] for player in view["players"]] == [match.a.name, match.b.name]
    assert match.a.name in view["events"][0]["text"] or match.b.name in view["events"][0]["text"]
