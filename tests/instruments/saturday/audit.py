"""Compare the tables with what was acknowledged to the people of a day, and verify everything that is stored."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deploy.site_verification import site_faults
from drafting.models import Deck, Pack, Pick
from drafting.rules.passing import PICKED_BY_PEOPLE
from gameplay.models import LogEntry
from tournaments.models import Entry, Event, Report
from tournaments.rules.agreement import ReportState
from tournaments.rules.results import MatchSide
from tournaments.selectors.results import match_agreement

Acknowledged = Mapping[str, Sequence[dict[str, Any]]]


def audit(acknowledged: Sequence[dict[str, Any]], *, cards_per_pack: int) -> Iterator[str]:
    """Yield what was acknowledged and is not stored, what is stored twice, and every fault of the site's own checks."""
    by_action = {
        action: [each for each in acknowledged if each["action"] == action]
        for action in ("join", "pick", "deck", "report", "step")
    }
    yield from _entry_faults(by_action["join"])
    yield from _pick_faults(by_action["pick"])
    yield from _card_faults(cards_per_pack)
    yield from _deck_faults(by_action["deck"])
    yield from _report_faults(by_action["report"])
    yield from _event_faults()
    yield from site_faults()


def _entry_faults(joins: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Each person who joined has one entry, and there are no others."""
    stored = Counter(Entry.objects.values_list("event__slug", "account__handle"))
    shown = Counter((join["event"], join["player"]) for join in joins)
    yield from (
        f"entries of {key}: {stored[key]}, acknowledged {shown[key]}"
        for key in stored | shown
        if stored[key] != shown[key]
    )


def _pick_faults(picks: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Each acknowledged pick is stored, once, as it was made."""
    stored = {(str(pick.pack_id), pick.number): pick for pick in Pick.objects.select_related("seat__player")}
    for sent in picks:
        pick = stored.get((sent["pack"], int(sent["number"])))
        if pick is None or (pick.token, pick.seat.player.handle) != (sent["card"], sent["player"]):
            yield f"acknowledged was {sent}, stored is {pick!r}"
        elif pick.by not in PICKED_BY_PEOPLE:
            yield f"{sent} is stored as picked by {pick.by}"


def _card_faults(cards_per_pack: int) -> Iterator[str]:
    """No card is lost or doubled: each pack was drafted to its end, each card of it once."""
    tokens: dict[Any, list[str]] = {pack: [] for pack in Pack.objects.values_list("pk", flat=True)}
    for pack, token in Pick.objects.values_list("pack", "token"):
        tokens[pack].append(token)
    for pack, picked in tokens.items():
        if len(picked) != cards_per_pack or len(set(picked)) != cards_per_pack:
            yield f"{len(set(picked))} cards were picked in {len(picked)} picks from pack {pack}"
    yield from (f"pack {pack.pk} still has cards" for pack in Pack.objects.exclude(contents=[]))
    logged = LogEntry.objects.filter(action__in=["pick", "pick_by_clock"]).count()
    if logged != Pick.objects.count():
        yield f"the logs have {logged} picks, stored are {Pick.objects.count()}"


def _deck_faults(decks: Sequence[dict[str, Any]]) -> Iterator[str]:
    submitted = set(Deck.objects.exclude(submitted_at=None).values_list("seat__pod_id", "seat__player__handle"))
    kept = {(str(pod), player) for pod, player in submitted}
    yield from (f"the deck of {deck} is not submitted" for deck in decks if (deck["pod"], deck["player"]) not in kept)


def _report_faults(reports: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Each acknowledged report is stored once, and decides its match with that of the opponent."""
    stored = {(str(report.match_id), report.author.handle): report for report in _player_reports()}
    counts = Counter((report.match_id, report.source) for report in _player_reports())
    yield from (f"{count} reports of {key}" for key, count in counts.items() if count > 1)
    for sent in reports:
        report = stored.get((sent["match"], sent["player"]))
        if report is None:
            yield f"the report {sent} is not stored"
            continue
        found = match_agreement(report.match)
        own = MatchSide(report.source)
        won = [found.result.won(side) for side in (own, own.other)] if found.result else None
        if found.state is ReportState.DISPUTED or won != [int(games) for games in sent["score"].split("-")]:
            yield f"acknowledged was {sent}, the result is {found}"


def _player_reports() -> Any:
    sides = [Report.Source.PLAYER_A, Report.Source.PLAYER_B]
    return Report.objects.filter(source__in=sides).select_related("author", "match__round__event")


def _event_faults() -> Iterator[str]:
    yield from (f"event {event.slug} is not finished" for event in Event.objects.filter(finished_at=None))
