"""The practice event of the demo: an organizer, a judge, two players and bots."""

from gameplay.games import RULESETS
from gameplay.models import Account
from gameplay.services import accounts
from tournaments.models import Event
from tournaments.selectors.presets import DRAFT_VARIANT
from tournaments.selectors.roles import HEAD_JUDGE, ORGANIZER, Actor
from tournaments.services.entry import add_bots, register_player
from tournaments.services.event import appoint_official
from tournaments.services.practice_event import PRACTICE_SEATS, create_practice_event

ORGANIZER_NAME, JUDGE_NAME, PLAYER_NAMES = "Hana", "Jun", ("Alice", "Bob")


def demo_accounts(game: str = "") -> dict[str, Account]:
    """Return the accounts of the demo event by role; create an event unless one is running.

    It is a draft, unless a ``game`` is named: then it is a constructed event.
    """
    running = Event.objects.filter(rehearsal=True, finished_at=None, officials__account__handle=ORGANIZER_NAME)
    running = running.filter(officials__role=HEAD_JUDGE)  # the organizer may have created other practice events
    running = (
        running.filter(game=game).exclude(variant=DRAFT_VARIANT) if game else running.filter(variant=DRAFT_VARIANT)
    )
    event = running.order_by("-created_at").first() or _create_demo_event(game)
    officials = {official.role: official.account for official in event.officials.select_related("account")}
    names = [entry.account for entry in event.entries.select_related("account").order_by("number")]
    players = {f"player {number}": account for number, account in enumerate(names[: len(PLAYER_NAMES)], 1)}
    return {"organizer": officials[ORGANIZER], "judge": officials[HEAD_JUDGE], **players}


def _create_demo_event(game: str) -> Event:
    """Create the demo event with an organizer, a judge, two players, and bots in the other places."""
    organizer, judge = (_get_or_create_staff(name) for name in (ORGANIZER_NAME, JUDGE_NAME))
    by = Actor(organizer, ORGANIZER)
    event = create_practice_event(
        by=organizer, name=f"Demo {RULESETS[game].title}" if game else "Demo draft", game=game
    )
    appoint_official(event, judge, HEAD_JUDGE, by=by)
    for name in PLAYER_NAMES:
        register_player(event, accounts.create_guest(name))
    add_bots(event, PRACTICE_SEATS - len(PLAYER_NAMES), by=by)
    return event


def _get_or_create_staff(handle: str) -> Account:
    known = Account.objects.filter(kind=Account.Kind.STAFF, handle=handle).first()
    return known or accounts.create_staff(handle)
