"""An event of constructed decks, its course from one step to the next, and what must hold after every collision."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from random import Random

from gameplay.engine.core.record_replay import EXACT
from gameplay.models import Account
from tests.instruments.collisions.officials import signed_in
from tests.instruments.collisions.page_forms import read_forms
from tests.tournaments.constructed import submit_ready_deck
from tournaments.models import Entry, Event, Match, Round
from tournaments.selectors.audit_trail import log_faults
from tournaments.selectors.event_file import verify_finished_event
from tournaments.selectors.presets import constructed_presets
from tournaments.selectors.results import match_agreement, result_from_score
from tournaments.selectors.roles import ORGANIZER, Actor
from tournaments.services.entry import NewPlayer, add_walk_in
from tournaments.services.event import NewEvent, appoint_official, create_event
from tournaments.services.match import enter_result


def new_event(officials: list[Account], chance: Random) -> Event:
    """Return an event with three to nine players with decks, at a random step from registration on."""
    chosen = chance.choice(constructed_presets())
    settings = {"cut": chance.choice([0, 0, 2, 4])}
    new = NewEvent("Deck Night", chosen.format, (), settings, game=chosen.ruleset.name, variant=chosen.variant)
    event = create_event(new, by=officials[0], seed=chance.randbytes(32))
    by = Actor(officials[0], ORGANIZER)
    for account in officials[1:]:
        appoint_official(event, account, ORGANIZER, by=by)
    for number in range(chance.randint(3, 9)):
        entry = add_walk_in(event, NewPlayer(f"Player {number + 1}"), by=by)
        if event.brings_decks:
            submit_ready_deck(entry)
    for _ in range(chance.randint(0, 8)):
        advance(event, officials[0], chance)
    return event


def advance(event: Event, organizer: Account, chance: Random) -> None:
    """Do the next step of the desk; in a round, enter most of its results first. A finished event stays as it is."""
    if Event.objects.get(pk=event.pk).finished_at:
        return
    open_matches = Match.objects.filter(round__event=event, round__published_at__isnull=False, kind="played")
    for match in open_matches.select_related("round__event", "a__account", "b__account"):
        if not match.reports.exists() and chance.random() < 0.9:
            score = result_from_score(chance.choice(["2-0", "2-1", "0-2"]), match.round.event.match_rules)
            by = Actor(organizer, ORGANIZER)
            enter_result(match, score, by=by, last_seen_number=0, reason="a penalty may have decided it")
    client, address = signed_in(organizer), f"/e/{event.slug}/manage"
    for form in read_forms(address, client.get(address).content.decode()):
        if form.action.endswith("/manage/step"):
            client.post(*form.fill(chance))
            return


def faults(event: Event) -> Iterator[str]:
    """Yield what must never be the case, whatever was pressed."""
    event = Event.objects.get(pk=event.pk)
    yield from map(str, log_faults(event))
    yield from chain.from_iterable(map(_round_faults, event.rounds.filter(published_at__isnull=False)))
    numbers = Counter(Entry.objects.filter(event=event).values_list("number", flat=True))
    if sorted(numbers) != list(range(1, 1 + len(numbers))):
        yield f"the numbers of the players are {sorted(numbers)}"
    for match in Match.objects.filter(round__event=event, kind="played"):
        match_agreement(match)  # raises an error if the reports contradict each other
    if event.finished_at:
        proof = verify_finished_event(event)
        if proof.verdict != EXACT:
            yield f"verification: {[(each.code, each.faults) for each in proof.checks if each.faults]}"


def _round_faults(played: Round) -> Iterator[str]:
    """Yield faults of a published round: it has a match, and each player sits once."""
    matches = list(played.matches.all())
    if not any(each.kind == "played" for each in matches) and not played.number > played.event.event_format.rounds:
        yield f"round {played.number} has no match"
    seated = Counter(key for each in matches for key in (each.a_id, each.b_id) if key)
    if doubled := [key for key, times in seated.items() if times > 1]:
        yield f"round {played.number} has {len(doubled)} players at several tables"
