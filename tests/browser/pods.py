"""Pods and events for browser tests, and the moves of other players."""

from drafting.models import Pod
from drafting.rules.format import DraftFormat
from drafting.selectors.open_round import open_round
from drafting.services.pick import make_pick
from drafting.services.pod import create_pod, open_packs, publish_seating
from gameplay.models import Account
from gameplay.services.accounts import create_bot, create_staff
from tests.tournaments.conftest import BOOSTERS, SEED, Day
from tournaments.services.event import NewEvent, create_event

BOOSTER = {"game": "enemy", "set": "FL", "product": "booster"}
SHORT = DraftFormat(packs=2, pack_size=4, deck_size=6)


def new_day(**settings: object) -> Day:
    """Create an event without players."""
    alma = Account.objects.filter(login="alma").first() or create_staff("Alma")
    return Day(create_event(NewEvent("Shop draft", DraftFormat(), BOOSTERS, settings), by=alma, seed=SEED), alma)


def seated(*players: Account, terms: DraftFormat = SHORT, pick_clock: str = "off") -> Pod:
    pod = create_pod(
        label="A",
        players=players,
        seed=bytes(range(32)),
        chance="pod/A",
        draft_format=terms,
        boosters=[BOOSTER] * terms.packs,
        pick_clock=pick_clock,
    )
    open_packs(publish_seating(pod))
    return pod


def among_bots(alice: Account, terms: DraftFormat = SHORT, bots: int = 5) -> Pod:
    """Create a pod with Alice at the first seat and bots at the others."""
    return seated(alice, *(create_bot(f"Bot {number + 1}") for number in range(bots)), terms=terms)


def pick_first(account: Account, pod: Pod) -> None:
    """Take the first card of the pack in front of ``account``."""
    drafting = open_round(Pod.objects.get(pk=pod.pk))
    pack = drafting.packs_before(pod.seats.get(player=account).number)[0]
    make_pick(account, pod.pk, pack_id=pack.pk, number=pack.hops + 1, token=pack.contents[0][0])


def draft_through(account: Account, pod: Pod) -> Pod:
    """Pick the first card of every pack until the draft is over; return the pod."""
    while not pod.drafted_at:
        if open_round(pod).packs_before(pod.seats.get(player=account).number):
            pick_first(account, pod)
        pod = Pod.objects.get(pk=pod.pk)
    return pod
