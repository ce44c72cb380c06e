"""Events in other stages than the one of tests/world.py, with the same accounts, for tests of all API operations."""

from uuid import UUID

from cards.printed import bundled_card_set
from drafting.models import Pod, Seat
from drafting.rules.format import DraftFormat
from gameplay.services.accounts import create_bot, create_guest
from gameplay.services.games import concede, start_game
from tests.tournaments.conftest import BOOSTERS, SEED, Day
from tests.tournaments.test_fairness import SHORT, draft, finish, take_first
from tests.world import STAFF_ROLES, World
from tournaments.models import Event, Match
from tournaments.services.entry import register_player
from tournaments.services.event import NewEvent, appoint_official, create_event
from tournaments.services.match import add_report
from tournaments.services.pairing_exclusion import exclude_pairing
from tournaments.services.penalty import give_penalty
from tournaments.services.pod import end_paper_drafts
from tournaments.services.webhook import add_webhook

Place = dict[str, str]
"""Values of the path parameters of the API, by their names in its description."""

IN_PERSON = DraftFormat(packs=2, pack_size=4, deck_size=6, rounds=1)


def make_stages(world: World) -> dict[str, Place]:
    """Return a place in each stage of an event. "own" and "player" of ``world`` play in each."""
    names = world.names
    rounds = {f"{name}_id": names[name] for name in ("match", "call", "penalty", "game", "webhook", "apart", "pod")}
    rounds |= {"slug": names["slug"], "number": "1", "handle": "Berta", "code": "FL", "ref": "FL-C01", "game": "enemy"}
    rounds |= {"card": "hand0.0", "league": names["league"]}
    return {
        "rounds": rounds,
        "registration": rounds | {"slug": names["constructed"]},
        "draft": rounds | {"slug": Event.objects.get(pods__pod=UUID(names["pod"])).slug},
        "in person": rounds | _in_person(world),
        "building": rounds | _building(world),
        "cut": rounds | _disputed_cut(world),
        "finished": rounds | _finished(world),
    }


def _in_person(world: World) -> Place:
    """Pools of a paper draft are registered."""
    day = _new_day(world, "Shop Draft", IN_PERSON, opening="table")
    day.seat()
    end_paper_drafts(day.event, by=day.by)
    return _place(day)


def _building(world: World) -> Place:
    """Decks are built."""
    day = _new_day(world, "Evening Draft", SHORT)
    day.seat()
    draft(day, pick=take_first)
    return _place(day)


def _disputed_cut(world: World) -> Place:
    """A top cut of two, in which "own" and the opponent have reported different results."""
    day = _new_day(world, "Grand Draft", DraftFormat(), cut=2)
    day.seat()
    day.draft()
    for number in range(1, day.event.event_format.rounds + 2):
        day.round(number)
        _report(day, number, is_disputed=number > day.event.event_format.rounds)
    last = day.event.event_format.rounds + 1
    return _place(day) | {"number": str(last), "match_id": str(day.matches(last)[0].pk)}


def _report(day: Day, number: int, *, is_disputed: bool) -> None:
    """Report that "own" or the first player has won, at each table; the opponent of a disputed match says otherwise."""
    for match in day.matches(number):
        is_own_second = match.b is not None and match.b.account == day.players[0]
        won, lost = ("0-2", "2-0") if is_own_second else ("2-0", "0-2")
        add_report(match, day.result(won), by=match.a.account, last_seen_number=0)
        assert match.b
        add_report(match, day.result(lost if is_disputed else won), by=match.b.account, last_seen_number=1)


def _finished(world: World) -> Place:
    """A finished event with decks, and a finished online game."""
    day = _new_day(world, "Old Draft", SHORT)
    day.seat()
    draft(day, pick=take_first)
    place = _place(day)
    finish(day)
    match = Match.objects.get(round__event=day.event, a__account=day.players[0])
    return place | {"match_id": str(match.pk), "game_id": _finished_game(world)}


def _finished_game(world: World) -> str:
    sample = bundled_card_set("enemy", "SD").decks
    decks = [[ref for ref, copies in deck.cards.items() for _ in range(copies)] for deck in sample]
    players = [world.people["own"], create_bot("Bot of a finished game")]
    game = start_game(ruleset="enemy", variant="sample", decks=decks, players=players, seed=SEED, chance="over")
    concede(players[0], game)
    return str(game.pk)


def _new_day(world: World, name: str, terms: DraftFormat, **settings: object) -> Day:
    """Return a new event with the officials and players of ``world`` and two guests."""
    alma = world.people["organizer"]
    day = Day(create_event(NewEvent(name, terms, BOOSTERS[: terms.packs], settings), by=alma, seed=SEED), alma)
    for role in STAFF_ROLES[1:]:
        appoint_official(day.event, world.people[role], role, by=day.by)
    guests = [create_guest(f"{guest} of {name}") for guest in ("Ivo", "Jana")]
    day.players = [world.people["own"], world.people["player"], *guests]
    for account in day.players:
        register_player(day.event, account)
    return day


def _place(day: Day) -> Place:
    """Return the place of ``day``, with one of everything that officials add."""
    own = day.event.entries.get(account=day.players[0])
    pod = Pod.objects.get(event_pod__event=day.event)
    exclusion = exclude_pairing(day.event, 3, 4, reason="siblings", by=day.by)
    webhook = add_webhook(day.event, "https://draft.example/webhook", by=day.by)
    penalty = give_penalty(own, "late", reason="ten minutes", by=day.by)
    number = Seat.objects.get(pod=pod, player=own.account).number + 1
    place = {"slug": day.event.slug, "pod_id": pod.pk, "number": number, "apart_id": exclusion.pk}
    place |= {"webhook_id": webhook.pk, "penalty_id": penalty.pk}
    return {name: str(value) for name, value in place.items()}
